"""
Dicts and the objects of providers' SDKs, read alike.

No SDK is imported: objects are told by what they have. Only the level that
is asked for is read, by the names on the wire, so that no serializer runs
and the depth of what a model wrote does not matter.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from toolgate.exceptions import WireError
from toolgate.field_checks import kind_of
from toolgate.json_copy import type_name

if TYPE_CHECKING:
    from collections.abc import Iterable

_MAX_DEPTH: Final = 64
_SHOWN: Final = 60
_LEAVES: Final = frozenset({str, int, float, bool, bytes, type(None)})
_SCALARS: Final = frozenset({str, int, float, bool})
_NOTES: Final = ("index", "generated_id")
_DUMPS: Final = ("model_dump", "dict", "to_dict")


def quoted(text: str) -> str:
    r"""
    Show a text that came from outside: escaped, and cut.

    >>> quoted("caf\u00e9")
    "'caf\\xe9'"
    """
    return ascii(text if len(text) <= _SHOWN else text[:_SHOWN] + "...")


def text_of(value: object) -> str | None:
    """
    Return a text as a plain str, or None for what is no text.

    Members of an enumeration count as what they hold.

    >>> text_of("STOP"), text_of(5)
    ('STOP', None)
    """
    kind = type(value)
    if issubclass(kind, str):
        return str.__str__(cast("str", value))
    if issubclass(kind, Enum):
        held = value.__dict__.get("_value_")
        return held if type(held) is str else None
    return None


class Reader(NamedTuple):
    """
    Reads what came from one provider.

    Everything that goes wrong, in an object's own code as well, is a
    `WireError` with the `target`; `what` is how its text calls the value.

    >>> Reader("anthropic").members({"type": "tool_use"}, "the block")
    {'type': 'tool_use'}
    >>> Reader("anthropic").members(5, "the block")
    Traceback (most recent call last):
    toolgate.exceptions.WireError: anthropic: the block must be a dict or an \
SDK object, not int
    """

    target: str

    def error(self, reason: str) -> WireError:
        """Return the error that says so."""
        return WireError(reason, target=self.target)

    def members(self, value: object, what: str) -> dict[str, Any]:
        """
        Return the members of a dict or an SDK object, one level of them.

        What an SDK object has only because nobody set it is left out, unless
        it is a scalar. What is in the members is the caller's, and no copy.
        """
        try:
            pairs = _pairs(value)
            if pairs is not None:
                return {
                    str.__str__(name): item
                    for name, item in pairs
                    if issubclass(type(name), str)
                }
        except Exception as error:
            raise self.error(
                f"{what} cannot be read: {type_name(type(value))} failed"
            ) from error
        raise self.error(
            f"{what} must be a dict or an SDK object, not {kind_of(value)}"
        )

    def items(self, value: object, what: str) -> list[Any]:
        """Return the items of a list, or none for None."""
        if value is None:
            return []
        if not is_list(value):
            raise self.error(f"{what} must be a list, not {kind_of(value)}")
        # A subclass is read through the base type: no method of its own runs.
        base = list if issubclass(type(value), list) else tuple
        return list(base.__iter__(cast("Any", value)))

    def text(self, value: object, what: str, part: str) -> str:
        """Return a text that must be there, and not be empty."""
        text = text_of(value)
        if not text:
            raise self.error(f"{what} has no {part}")
        return text

    def plain(self, value: object, what: str) -> Any:
        """
        Return a deep copy of plain values: dicts, lists, scalars and bytes.

        SDK objects become dicts. More than 64 levels are refused.
        """
        return self._copied(value, what, _MAX_DEPTH)

    def rest(
        self, members: Mapping[str, object], read: Iterable[str], what: str
    ) -> dict[str, object]:
        """
        Return plain copies of the members but those read, and of None.

        What the reader notes there itself is nothing that comes from outside.
        """
        known = {*read, *_NOTES}
        return {
            name: self.plain(item, what)
            for name, item in members.items()
            if name not in known and item is not None
        }

    def _copied(self, value: object, what: str, levels: int) -> Any:
        kind = type(value)
        if kind in _LEAVES:
            return value
        text = text_of(value)
        if text is not None:
            return text
        if not levels:
            raise self.error(f"{what} is nested more than {_MAX_DEPTH} deep")
        if is_list(value):
            return [
                self._copied(item, what, levels - 1)
                for item in self.items(value, what)
            ]
        return {
            name: self._copied(item, what, levels - 1)
            for name, item in self.members(value, what).items()
        }


def is_list(value: object) -> bool:
    """
    Tell whether a value is a list or a tuple, whatever it says it is.

    >>> is_list([]), is_list("a")
    (True, False)
    """
    return issubclass(type(value), (list, tuple))


def _pairs(value: Any) -> Iterable[tuple[Any, Any]] | None:
    """Return names and values, or None for what has none."""
    kind = type(value)
    if issubclass(kind, dict):
        return list(dict.items(value))
    if issubclass(kind, Mapping):
        return list(value.items())
    for name in ("model_fields", "__fields__"):
        # Pydantic 2 and 1; looked up on the class, which no mock gets past.
        fields = getattr(kind, name, None)
        if type(fields) is dict:
            return _model_pairs(value, fields)
    if dataclasses.is_dataclass(kind):
        return [
            (each.name, getattr(value, each.name))
            for each in dataclasses.fields(kind)
        ]
    return _dumped(value, kind)


def _model_pairs(
    value: Any, fields: Mapping[str, Any]
) -> Iterable[tuple[Any, Any]]:
    # The alternatives are Pydantic 1's, which keeps extras with the fields.
    held = vars(value)
    extra = getattr(value, "__pydantic_extra__", held) or {}
    told: Any = getattr(value, "model_fields_set", None)
    if told is None:
        told = getattr(value, "__fields_set__", ())
    pairs = []
    for name, field in fields.items():
        item = held.get(name)
        # Some SDKs mark what is unset with an object of their own.
        if name in told or type(item) in _SCALARS:
            alias = getattr(field, "serialization_alias", None) or field.alias
            pairs.append((alias or name, item))
    pairs += [pair for pair in extra.items() if pair[0] not in fields]
    return pairs


def _dumped(value: Any, kind: type) -> Iterable[tuple[Any, Any]] | None:
    """Let an object that is no known model write itself."""
    for name in _DUMPS:
        dump = getattr(kind, name, None)
        if callable(dump):
            try:
                written = dump(value, by_alias=True)
            except TypeError:
                written = dump(value)
            if issubclass(type(written), Mapping):
                return list(written.items())
    return _attributes(value, kind)


def _attributes(value: Any, kind: type) -> Iterable[tuple[Any, Any]] | None:
    """Read what an object of no known kind holds itself, if anything."""
    held = {} if issubclass(kind, type) else getattr(value, "__dict__", {})
    pairs = [(name, held[name]) for name in held if not name.startswith("_")]
    return pairs or None
