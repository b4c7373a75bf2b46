"""Writing out the definitions that do not lead back to themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.wire.schema.notes import ANNOTATIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_PREFIX: Final = "#/$defs/"


def inlined(schema: dict[str, Any]) -> dict[str, Any]:
    """
    Return a wire schema that refers to nothing but recursive definitions.

    >>> inlined({"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {}}})
    {'items': {}}
    """
    definitions: Mapping[str, Any] = schema.get("$defs", {})
    looping = {name for name in definitions if _loops(name, definitions)}

    def written(value: Any) -> Any:
        if isinstance(value, list):
            return [written(each) for each in value]
        if not isinstance(value, dict):
            return value
        name = _name(value)
        if name is not None and name not in looping:
            return written(definitions[name])
        return _folded({key: written(held) for key, held in value.items()})

    found = written({**schema, "$defs": {}})
    del found["$defs"]
    if looping:
        found["$defs"] = {
            name: written(definitions[name])
            for name in definitions
            if name in looping
        }
    return found  # type: ignore[no-any-return]


def _folded(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a union of one, written for the sake of a `$ref`, without it."""
    branches = schema.get("anyOf")
    if isinstance(branches, list) and len(branches) == 1:
        rest = {key: held for key, held in schema.items() if key != "anyOf"}
        if "$ref" not in branches[0] and rest.keys() <= ANNOTATIONS:
            return {**branches[0], **rest}
    return schema


def _name(schema: dict[str, Any]) -> str | None:
    reference = schema.get("$ref")
    if len(schema) > 1 or not isinstance(reference, str):
        return None
    return reference.removeprefix(_PREFIX)


def _loops(name: str, definitions: Mapping[str, Any]) -> bool:
    known: set[str] = set()
    stack = [name]
    while stack:
        for other in _names(definitions[stack.pop()]):
            if other == name:
                return True
            if other not in known:
                known.add(other)
                stack.append(other)
    return False


def _names(value: Any) -> Iterator[str]:
    stack = [value]
    while stack:
        here = stack.pop()
        if isinstance(here, dict):
            name = _name(here)
            if name is not None:
                yield name
            stack += here.values()
        elif isinstance(here, list):
            stack += here
