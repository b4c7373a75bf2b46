"""
What the fast engine's errors are about.

In the paths of `jsonschema-rs`, a name that reads as a number is an integer,
and an empty name is left out. They are held against the schema and the value
that they lead into; what fits neither, or could be read in two ways, is
refused with `LookupError` or `TypeError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolgate.schema.failures import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolgate.typing import JSONSchema, JSONValue, Path

MEMBER: Final = -1
"""A step into any member of an object."""
ITEM: Final = -2
"""A step into any item of an array."""

_STEPS: Final = {"additionalProperties": MEMBER, "items": ITEM}


class Asked(NamedTuple):
    """
    A keyword of a schema, where it stands, and what it asks for.

    `steps` lead to the values that it judges: names of properties, `MEMBER`
    and `ITEM`.
    """

    keyword: str
    via: Path
    steps: Path
    expected: Any


def asked_for(document: JSONSchema, reported: Sequence[str | int]) -> Asked:
    """
    Find the keyword that an error is about, in a simple schema.

    Raises `LookupError` or `TypeError` where the path does not fit.

    >>> schema = {"properties": {"0": {"items": {"type": "null"}}}}
    >>> asked_for(schema, ["properties", 0, "items", "type"]).via
    ('properties', '0', 'items', 'type')
    """
    schema: Any = document
    via: list[str] = []
    steps: list[str | int] = []
    *way, keyword = reported
    rest = iter(way)
    for applicator in rest:
        schema = schema[applicator]
        if applicator == "properties":
            name = named(schema, next(rest, MEMBER))
            schema = schema[name]
            via += "properties", name
            steps.append(name)
        else:
            steps.append(_STEPS[applicator])  # type: ignore[index]
            via.append(applicator)  # type: ignore[arg-type]
    expected = schema[keyword]
    if keyword == "additionalProperties" and expected is False:
        expected = tuple(schema.get("properties", ()))
    elif keyword == "properties" or keyword in _STEPS:
        raise LookupError("it ends where others begin")
    via.append(keyword)  # type: ignore[arg-type]
    return Asked(via[-1], tuple(via), tuple(steps), frozen(expected))


def reached(
    value: JSONValue, steps: Path, reported: Sequence[str | int]
) -> tuple[Path, JSONValue]:
    """
    Return the path to the value that an error is about, and that value.

    `reported` has as many steps as `steps`.

    Raises `LookupError` or `TypeError` where the path does not fit.

    >>> reached({"1": ["a", "b"]}, (MEMBER, ITEM), [1, 1])
    (('1', 1), 'b')
    """
    here: Any = value
    at: list[str | int] = []
    for step, given in zip(steps, reported, strict=True):
        key: Any = step
        if step == MEMBER:
            key = named(here, given)
        elif step == ITEM:
            key = given
        here = here[key]
        at.append(key)
    return tuple(at), here


def named(members: JSONValue, reported: str | int) -> str:
    """
    Return the one name in an object that is reported in this way.

    Raises `LookupError` where there is none, or there may be more.

    >>> named({"7": True, "17": False}, 7)
    '7'
    """
    name = str(reported)
    if name not in members:
        raise LookupError("no such name")
    if type(reported) is int and any(
        other.endswith(name) and other != name and other[0] in "0+-"
        for other in members
    ):
        raise LookupError("more than one such name")
    return name
