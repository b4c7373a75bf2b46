"""Whether a wire schema is small enough for its target."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.schema.dialects import DRAFT_2020_12
from toolgate.schema.walk import subschemas
from toolgate.wire.schema.rewriting import CannotSayError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolgate.wire.schema.profile import Limits

_MANY_VALUES: Final = 250
_NESTING: Final = ("items", "anyOf", "properties")


def check_limits(schema: dict[str, Any], limits: Limits) -> None:
    """
    Hold a wire schema to its target's limits.

    Raises `CannotSayError` that tells the limit and the size.
    """
    if limits.properties is None:
        return
    properties = characters = values = 0
    for found in subschemas(schema, DRAFT_2020_12):
        held: Any = found.schema
        if isinstance(held, bool):
            continue
        members = held.get("properties", {})
        properties += len(members)
        characters += sum(map(len, members))
        characters += sum(map(len, held.get("$defs", {})))
        enum = held.get("enum", [])
        values += len(enum)
        texts = [*enum, held.get("const")]
        length = sum(len(each) for each in texts if isinstance(each, str))
        characters += length
        if len(enum) > _MANY_VALUES:
            _hold("characters in one enum", length, limits.enum_characters)
    _hold("properties", properties, limits.properties)
    _hold("characters in names and enums", characters, limits.characters)
    _hold("enum values", values, limits.enum_values)
    deepest = max(
        _depth(each) for each in (schema, *schema.get("$defs", {}).values())
    )
    _hold("objects inside one another", deepest, limits.depth)


def _hold(what: str, size: int, most: int | None) -> None:
    if most is not None and size > most:
        raise CannotSayError(f"{size} {what}; the target takes {most}")


def _depth(schema: Any) -> int:
    """Return how many objects with properties lie inside one another."""
    deepest = 0
    stack = [(schema, 0)]
    while stack:
        here, depth = stack.pop()
        if isinstance(here, bool):
            continue
        if "properties" in here:
            depth += 1
            deepest = max(deepest, depth)
        stack += [(child, depth) for child in _below(here)]
    return deepest


def _below(schema: Any) -> Iterator[Any]:
    yield from schema.get("properties", {}).values()
    yield from schema.get("anyOf", ())
    if "items" in schema:
        yield schema["items"]
