"""Writing out the definitions that do not lead back to themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.wire.schema.cycles import looping
from toolgate.wire.schema.notes import ANNOTATIONS
from toolgate.wire.schema.ordering import mapped

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
    loops = looping(
        {name: set(_names(held)) for name, held in definitions.items()}
    )

    def written(value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        name = _name(value)
        if name is not None and len(value) == 1 and name not in loops:
            return written(definitions[name])
        return folded(
            {key: mapped(key, held, written) for key, held in value.items()}
        )

    found = written({**schema, "$defs": {}})
    del found["$defs"]
    if loops:
        found["$defs"] = {
            name: written(definitions[name])
            for name in definitions
            if name in loops
        }
    return found  # type: ignore[no-any-return]


def pruned(schema: dict[str, Any]) -> dict[str, Any]:
    """
    Return a wire schema without the definitions that nothing refers to.

    >>> pruned({"$ref": "#/$defs/a", "$defs": {"a": {}, "b": {}}})
    {'$ref': '#/$defs/a', '$defs': {'a': {}}}
    """
    definitions: Mapping[str, Any] = schema["$defs"]
    rest = {key: held for key, held in schema.items() if key != "$defs"}
    used = dict.fromkeys(_names(rest))
    stack = [*used]
    while stack:
        for name in _names(definitions[stack.pop()]):
            if name not in used:
                used[name] = None
                stack.append(name)
    if not used:
        return rest
    kept = {name: held for name, held in definitions.items() if name in used}
    return {**rest, "$defs": kept}


def folded(schema: dict[str, Any]) -> dict[str, Any]:
    """
    Return what a union of one branch amounts to, where that may be said.

    >>> folded({"title": "a", "anyOf": [{"type": "null"}]})
    {'title': 'a', 'type': 'null'}
    """
    branches = schema.get("anyOf")
    if isinstance(branches, list) and len(branches) == 1:
        rest = {key: held for key, held in schema.items() if key != "anyOf"}
        if "$ref" not in branches[0] and rest.keys() <= ANNOTATIONS:
            return {**rest, **branches[0], **rest}
    return schema


def _name(schema: dict[str, Any]) -> str | None:
    """Return the name of the definition that a subschema refers to."""
    reference: str | None = schema.get("$ref")
    return None if reference is None else reference.removeprefix(_PREFIX)


def _names(schema: Any) -> Iterator[str]:
    """Yield the names of the definitions that a schema leads to at once."""
    stack = [schema]
    while stack:
        here = stack.pop()
        if isinstance(here, dict):
            name = _name(here)
            if name is not None:
                yield name
            for keyword, held in here.items():
                mapped(keyword, held, stack.append)
