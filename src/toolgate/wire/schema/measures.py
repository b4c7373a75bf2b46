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


def check_cycles(schema: dict[str, Any]) -> None:
    """
    Hold a wire schema to refer to itself only through what may be absent.

    Raises `CannotSayError` that names the definition.
    """
    definitions = schema.get("$defs", {})
    for name in definitions:
        known: set[str] = set()
        stack = [name]
        while stack:
            for other in _needed(definitions[stack.pop()]):
                if other == name:
                    raise CannotSayError(
                        f"the definition {name} refers to itself through "
                        "what must be there"
                    )
                if other not in known:
                    known.add(other)
                    stack.append(other)


def _needed(schema: Any) -> Iterator[str]:
    """Yield the definitions that a schema leads to by no optional member."""
    stack = [schema]
    while stack:
        here = stack.pop()
        if not isinstance(here, dict):
            continue
        if "$ref" in here:
            yield here["$ref"].removeprefix("#/$defs/")
        required = here.get("required", ())
        for name, child in here.get("properties", {}).items():
            if name in required:
                stack.append(child)
        stack += here.get("anyOf", ())
        stack += here.get("prefixItems", ())
        stack += [here.get("items"), here.get("additionalProperties")]


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
