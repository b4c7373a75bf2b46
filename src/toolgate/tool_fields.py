"""Fields of a tool that are kept in another form than they are given in."""

from __future__ import annotations

import json
import re
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    NamedTuple,
    TypeVar,
    overload,
)

from toolgate.exceptions import InvalidJSONError, InvalidToolError
from toolgate.field_checks import kind_of, plain_text
from toolgate.json_value import own
from toolgate.json_writer import Writer, integer
from toolgate.limits import SchemaLimits, ValueLimits

if TYPE_CHECKING:
    from collections.abc import Iterable


_T = TypeVar("_T")
_D = TypeVar("_D")
_W = TypeVar("_W", bound=str)

_WRITER = Writer(separators=(",", ":"), ensure_ascii=True)

_MAX_NAME = 128
_OWN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,127}", re.ASCII)
NAME_RULE = "1 to 128 of A-Z a-z 0-9 _ . - and start with a letter or _"
"""What the name of a host's own tool must be."""

_DOCUMENT = ValueLimits(
    # The exact limits on schemas belong to the validator cache; these only
    # keep a tool from holding what no cache would take.
    max_bytes=4 * SchemaLimits().max_bytes,
    max_depth=256,
    max_nodes=1_000_000,
)


def is_own_name(name: str) -> bool:
    """
    Tell whether a name is one for a tool of the host's own.

    >>> is_own_name("crm.lookup"), is_own_name("<lambda>")
    (True, False)
    """
    return _OWN_NAME.fullmatch(name) is not None


def check_name(name: str, *, imported: bool) -> None:
    """
    Raise `InvalidToolError` for what is no name of a tool.

    >>> check_name("Schätze", imported=True)
    """
    if imported:
        if _is_shown(name):
            return
        raise InvalidToolError(
            "the name of an imported tool must be 1 to 128 printable "
            "characters"
        )
    if not is_own_name(name):
        raise InvalidToolError(
            f"a tool's name must be {NAME_RULE} (tools with an origin may "
            "have any printable name)"
        )


def _is_shown(name: str) -> bool:
    return 0 < len(name) <= _MAX_NAME and name.isprintable()


def refused(tool: object, reason: str) -> InvalidToolError:
    """Return the error of a field, with the tool's name if it is fit."""
    name = tool.__dict__["name"]
    fit = type(name) is str and (not name or _is_shown(name))
    return InvalidToolError(reason, tool=name if fit else None)


def document_text(given: Any) -> str:
    """
    Return the text of a document, as tools keep it.

    Raises `InvalidJSONError` for what is no JSON.

    >>> document_text({"type": ("object",)})
    '{"type":["object"]}'
    """
    document = own(given, _DOCUMENT)
    try:
        return _WRITER.write(document)
    except ValueError:  # Python's limit on digits, for it is JSON
        return _WRITER.spell(document)


class Written(NamedTuple):
    """
    A document that is written already, for a field of a tool.

    >>> Written("{}").text
    '{}'
    """

    text: str


class Given(Generic[_T]):
    """A field that is kept in another form than it is given in."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, tool: None, owner: type) -> None: ...
    @overload
    def __get__(self, tool: object, owner: type) -> _T: ...
    def __get__(self, tool: object | None, owner: type) -> _T | None:
        return None if tool is None else self.kept(tool.__dict__[self.name])

    def kept(self, value: Any) -> _T:
        """Return what the tool shows of the value that it keeps."""
        return value  # type: ignore[no-any-return]


class Document(Given[_T], Generic[_T, _D]):
    """
    A field that is given as JSON and kept as text.

    The caller's document is copied in, each read hands out a fresh copy, and
    a tool with a text is hashable and small.
    """

    def kept(self, value: Any) -> _T:
        """Return a fresh copy of the document."""
        if value is None:
            return None  # type: ignore[return-value]
        try:
            return json.loads(value)  # type: ignore[no-any-return]
        except ValueError:
            # The text is our own: it is Python's limit on digits.
            return json.loads(value, parse_int=integer)  # type: ignore[no-any-return]

    def __set__(self, tool: object, value: _D) -> None:
        text = None
        if type(value) is Written:
            text = value.text  # type: ignore[attr-defined]
        elif value is not None:
            try:
                text = document_text(value)
            except InvalidJSONError as error:
                raise refused(
                    tool, f"{self.name} is not JSON: {error}"
                ) from None
        tool.__dict__[self.name] = text


class Series(Given[tuple[_T, ...]]):
    """A tuple of things of one class, given as one or as several."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def __set__(self, tool: object, value: _T | Iterable[_T] | None) -> None:
        tool.__dict__[self.name] = self.things(tool, value)

    def things(self, tool: object, value: Any) -> tuple[Any, ...]:
        """Return what was given, each of the right class."""
        kind = self.kind
        if value is None:
            return ()
        if issubclass(type(value), kind):
            value = (value,)
        try:
            given = tuple(value)
        except Exception:  # noqa: BLE001 - the host's own, and may do anything
            given = (value,)
        if kind is str:
            try:
                return tuple(plain_text(thing, self.name) for thing in given)
            except TypeError as error:
                raise refused(tool, f"{error}") from None
        for thing in given:
            if type(thing) is not kind:
                raise refused(
                    tool,
                    f"{self.name} must be {kind.__name__} objects, "
                    f"not {kind_of(thing)}",
                )
        return given


class Words(Given[frozenset[_W]]):
    """A set of words, given as one word or as several."""

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)
        self.series: Series[str] = Series(str)
        self.series.name = name

    def __set__(self, tool: object, value: _W | Iterable[_W] | None) -> None:
        words = self.series.things(tool, value)
        tool.__dict__[self.name] = frozenset(words)
