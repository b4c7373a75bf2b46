"""Types that list their values: `Literal` and enumerations."""

from __future__ import annotations

import typing
from enum import Enum, EnumMeta, Flag
from inspect import cleandoc
from typing import TYPE_CHECKING, Any, Final

import typing_extensions

from toolgate.exceptions import InvalidJSONError
from toolgate.function.jsonable import jsonable
from toolgate.function.shape import Refused, Shape
from toolgate.json_copy import type_name
from toolgate.json_value import equality_key, json_type, own
from toolgate.limits import CallLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from toolgate.function.shape import Derives
    from toolgate.typing import JSONValue

_LITERALS: Final = (typing.Literal, typing_extensions.Literal)
_ALLOWED: Final = (str, int, bytes, bool, type(None))
# What Python 3.10 writes where nobody wrote anything.
_GENERATED: Final = "An enumeration."
_LIMITS: Final = CallLimits().outputs


def shape_of(annotation: object, deriver: Derives) -> Shape | None:
    """
    Return the shape of a `Literal` or an enumeration, or None for others.

    The schema lists the values, as `jsonable` writes them; aliases of a
    member have its value. What is read is the member itself. 1, true and 1.0
    are told apart as JSON Schema does: true is another value than 1, 1.0 is
    the same.

    Raises `Refused` for values that JSON cannot tell apart or cannot carry,
    for an enumeration without members, and for flags, which stand for any
    combination of members: a set of an `Enum` says so. In results also for
    members that are a str, say, and another one than their value.

    >>> from enum import Enum
    >>> from toolgate.function.types import Deriver
    >>> deriver = Deriver(compile=lambda schema: lambda value: True)
    >>> Size = Enum("Size", {"SMALL": "s", "LARGE": "l"})
    >>> shape_of(Size, deriver).schema
    {'type': 'string', 'enum': ['s', 'l']}
    >>> shape_of(Size, deriver).read("l")
    <Size.LARGE: 'l'>
    """
    if typing.get_origin(annotation) in _LITERALS:
        return _shape(_literals(annotation), deriver)
    if not isinstance(annotation, EnumMeta):
        return None
    if issubclass(annotation, Flag):
        raise Refused(
            "is a Flag, which stands for any combination of its members; "
            "take a set of an Enum, and combine them in the function"
        )
    members = list(typing.cast("Iterable[object]", annotation))
    shape = _shape(members, deriver)
    text = annotation.__dict__.get("__doc__")
    if isinstance(text, str) and text.strip() not in {"", _GENERATED}:
        shape.schema["description"] = cleandoc(text)
    return shape


def _literals(annotation: object) -> list[object]:
    values = list(typing.get_args(annotation))
    for value in values:
        if not isinstance(value, Enum) and type(value) not in _ALLOWED:
            raise Refused(
                f"a Literal of a {type_name(type(value))} is none; it takes "
                "str, int, bool, bytes, None and members of an Enum"
            )
    return values


def _shape(members: list[object], deriver: Derives) -> Shape:
    if not members:
        raise Refused(
            "is an enumeration without members, so no value fits it; "
            "give it members"
        )
    wires = [_wire(member) for member in members]
    if deriver.is_output:
        for member, wire in zip(members, wires, strict=True):
            _refuse_other_content(member, wire)
    schema: dict[str, Any] = {"enum": wires}
    kinds = {json_type(wire) for wire in wires}
    if kinds == {"integer", "number"}:
        kinds = {"number"}
    if len(kinds) == 1:
        schema = {"type": kinds.pop(), **schema}
    return Shape(schema, _reader(members, wires))


def _wire(member: object) -> JSONValue:
    try:
        # Own: a value that changes later would change the schema.
        return own(jsonable(member), _LIMITS)
    except InvalidJSONError as error:
        raise Refused(
            f"has the value of {_named(member)}, which JSON cannot carry: "
            f"{error}; give it a str or an int"
        ) from error


def _refuse_other_content(member: object, wire: JSONValue) -> None:
    """
    Refuse a member that would be written as another than it is read from.

    A result that is made of JSON types goes out as what it holds, without a
    look at enumerations: of a member that is a str, too, its text.
    """
    try:
        content = own(member, _LIMITS)
    except InvalidJSONError:
        return  # its value is what is written
    if _key(content) != _key(wire):
        raise Refused(
            f"has {_named(member)}, which as a "
            f"{_kind(content)} is another than its value; return its value, "
            "or make it an Enum that is nothing else"
        )


def _kind(content: JSONValue) -> str:
    return type(content).__name__


def _named(member: object) -> str:
    return member.name if isinstance(member, Enum) else repr(member)


def _reader(
    members: list[object], wires: list[JSONValue]
) -> Callable[[Any], Any] | None:
    by_key: dict[Hashable, object] = {}
    for member, wire in zip(members, wires, strict=True):
        before = by_key.setdefault(_key(wire), member)
        if before is not member:
            raise Refused(
                f"has {_named(before)} and {_named(member)}, which are the "
                "same value in JSON; leave one out"
            )
    if all(
        member is wire and type(wire) is not int
        for member, wire in zip(members, wires, strict=True)
    ):
        return None

    def read(value: Any) -> object:
        return by_key[_key(value)]

    return read


def _key(value: JSONValue) -> Hashable:
    """Give what is equal for values that JSON Schema calls equal."""
    kind = type(value)
    if kind is str or kind is int or kind is float:
        return value  # type: ignore[no-any-return]
    if kind is bool or value is None:
        return (value,)
    return (equality_key(value),)
