"""Checks of the fields that hosts and handlers fill in."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, cast, overload

from toolgate.exceptions import InvalidJSONError
from toolgate.json_copy import type_name
from toolgate.json_value import own
from toolgate.limits import ValueLimits

if TYPE_CHECKING:
    from toolgate.typing import JSONObject

_MAX_SIZE: Final = 2**63
# A gate has limits of its own; these only bound the copying.
_WIDE: Final = ValueLimits(
    max_bytes=2**30, max_depth=1_000, max_nodes=2_000_000
)


def kind_of(value: object) -> str:
    """
    Name the type of what was given, for an error's text.

    >>> kind_of(None), kind_of(5)
    ('None', 'int')
    """
    return "None" if value is None else type_name(type(value))


def plain_text(value: object, name: str, wanted: str = "a str") -> str:
    """
    Return a text as a plain str; enum members count as what they hold.

    Raises `TypeError` for everything else, whatever it says it is.

    >>> plain_text("a", "TextContent.text")
    'a'
    """
    kind = type(value)
    if kind is str:
        return cast("str", value)
    if issubclass(kind, str):
        # The base type reads it: methods of its own never run.
        return str.__str__(cast("str", value))
    raise TypeError(f"{name} must be {wanted}, not {kind_of(value)}")


def detached(value: Any) -> Any:
    """
    Return a copy of a JSON value that nobody else holds.

    What is not JSON is returned as it is, for a gate to find and withhold.

    >>> detached({"at": (1, 2)})
    {'at': [1, 2]}
    """
    try:
        return own(value, _WIDE)
    except InvalidJSONError:
        return value


def document(value: object, name: str) -> JSONObject | None:
    """
    Return a copy of a JSON object, or None for None.

    Raises `TypeError` for what is no mapping.

    >>> document({"a": 1}, "meta")
    {'a': 1}
    """
    if value is None:
        return None
    kept = detached(value)
    if type(kept) is not dict and not _is_mapping(type(kept)):
        raise TypeError(
            f"{name} must be a mapping (a JSON object) or None, "
            f"not {kind_of(value)}"
        )
    return cast("JSONObject", kept)


def _is_mapping(kind: type) -> bool:
    try:
        return issubclass(kind, Mapping)
    except Exception:  # noqa: BLE001 - metaclasses run code of their own
        return False


class Meta:
    """The field `meta`: copied in, and handed out as a copy."""

    @overload
    def __get__(self, block: None, owner: type) -> Meta: ...
    @overload
    def __get__(self, block: object, owner: type) -> JSONObject | None: ...
    def __get__(
        self, block: object | None, owner: type
    ) -> Meta | JSONObject | None:
        if block is None:
            return self
        kept = block.__dict__["meta"]
        return None if kept is None else cast("JSONObject", detached(kept))

    def __set__(self, block: object, value: object) -> None:
        if value is None or type(value) is Meta:  # itself: the default
            block.__dict__["meta"] = None
        else:
            name = f"{type_name(type(block))}.meta"
            block.__dict__["meta"] = document(value, name)

    def __repr__(self) -> str:
        return "None"  # what signatures show as the default


def check_texts(block: object, *fields: str, wanted: str = "a str") -> None:
    """Hold fields to be texts; others than plain ones are kept as such."""
    given = block.__dict__
    for field in fields:
        value = given[field]
        if type(value) is not str:
            given[field] = plain_text(value, _place(block, field), wanted)


def check_optional_texts(block: object, *fields: str) -> None:
    """Hold fields to be texts or None."""
    given = block.__dict__
    present = [name for name in fields if given[name] is not None]
    check_texts(block, *present, wanted="a str or None")


def check_base64(block: object, field: str) -> None:
    """Hold a field to be base64, as RFC 4648, section 4, has it."""
    check_texts(block, field)
    try:
        base64.b64decode(block.__dict__[field], validate=True)
    except (binascii.Error, ValueError):
        raise ValueError(
            f"{_place(block, field)} must be base64; "
            "from_bytes() encodes for you"
        ) from None


def check_kind(block: object, field: str, kind: type) -> None:
    """Hold a field to be of exactly one class, or None."""
    value = block.__dict__[field]
    if value is not None and type(value) is not kind:
        raise TypeError(
            f"{_place(block, field)} must be {kind.__name__} or None, "
            f"not {kind_of(value)}"
        )


def check_series(block: object, field: str, kind: type) -> None:
    """Hold a field to be a list or tuple of one class; keep a tuple."""
    given = block.__dict__
    series = given[field]
    place = _place(block, field)
    if type(series) is not tuple and type(series) is not list:
        raise TypeError(
            f"{place} must be a list or tuple of {kind.__name__}, "
            f"not {kind_of(series)}"
        )
    kept = tuple(series)
    if kind is str:
        kept = tuple(plain_text(item, f"{place}[]") for item in kept)
    for item in kept:
        if type(item) is not kind:
            raise TypeError(
                f"{place}[] must be {kind.__name__}, not {kind_of(item)}"
            )
    given[field] = kept


def check_size(block: object, field: str) -> None:
    """Hold a field to be a number of bytes, or None."""
    value = block.__dict__[field]
    if value is None:
        return
    if type(value) is not int:
        raise TypeError(
            f"{_place(block, field)} must be an int or None, "
            f"not {kind_of(value)}"
        )
    if not 0 <= value < _MAX_SIZE:
        raise ValueError(
            f"{_place(block, field)} must be a number of bytes, 0 or more "
            "and less than 2**63"
        )


def check_share(block: object, field: str) -> None:
    """Hold a field to be a number from 0 to 1, or None."""
    value = block.__dict__[field]
    if value is None:
        return
    if type(value) is not int and type(value) is not float:
        raise TypeError(
            f"{_place(block, field)} must be a number or None, "
            f"not {kind_of(value)}"
        )
    if not 0 <= value <= 1:
        raise ValueError(f"{_place(block, field)} must lie between 0 and 1")


def _place(block: object, field: str) -> str:
    return f"{type_name(type(block))}.{field}"
