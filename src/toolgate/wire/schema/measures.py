"""Whether a wire schema is small enough for its target."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.wire.schema.cycles import looping
from toolgate.wire.schema.rewriting import CannotSayError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolgate.wire.schema.profile import Limits

_MANY_VALUES: Final = 250


class _Size:
    """What one wire schema comes to."""

    __slots__ = ("characters", "longest", "objects", "properties", "values")

    def __init__(self) -> None:
        self.properties = self.objects = 0
        self.characters = self.values = self.longest = 0

    def add(self, schema: dict[str, Any]) -> None:
        """Count a schema and all in it."""
        stack = [schema]
        while stack:
            here = stack.pop()
            members = here.get("properties")
            if members is not None:
                self.objects += 1
                self.properties += len(members)
                self.characters += sum(map(len, members))
                stack += members.values()
            if "enum" in here or "const" in here:
                self.add_values(here)
            stack += here.get("anyOf", ())
            if "items" in here:
                stack.append(here["items"])

    def add_values(self, schema: dict[str, Any]) -> None:
        """Count what `enum` and `const` list."""
        enum = schema.get("enum", ())
        texts = [*enum, schema.get("const")]
        length = sum(len(each) for each in texts if isinstance(each, str))
        self.values += len(enum)
        self.characters += length
        if len(enum) > _MANY_VALUES:
            self.longest = max(self.longest, length)


def check_limits(schema: dict[str, Any], limits: Limits) -> None:
    """
    Hold a wire schema to its target's limits.

    Raises `CannotSayError` that tells the limit and the size.
    """
    definitions = schema.get("$defs", {})
    size = _Size()
    size.characters = sum(map(len, definitions))
    for each in (schema, *definitions.values()):
        size.add(each)
    _hold("properties", size.properties, limits.properties)
    _hold("characters in names and enums", size.characters, limits.characters)
    _hold("enum values", size.values, limits.enum_values)
    _hold("characters in one enum", size.longest, limits.enum_characters)
    if limits.depth is not None and size.objects > limits.depth:
        deepest = max(map(_depth, (schema, *definitions.values())))
        _hold("objects inside one another", deepest, limits.depth)


def check_cycles(schema: dict[str, Any]) -> None:
    """
    Hold a wire schema to refer to itself only through what may be absent.

    Raises `CannotSayError` that names the definition.
    """
    definitions = schema.get("$defs", {})
    needed = {name: set(_needed(held)) for name, held in definitions.items()}
    loops = looping(needed)
    for name in needed:
        if name in loops:
            raise CannotSayError(
                f"the definition {name} refers to itself through "
                "what must be there"
            )


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
