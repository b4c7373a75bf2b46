"""Whole numbers as integers, where a schema asks for nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from toolgate.typing import JSONObject

_BRANCHES = ("anyOf", "oneOf", "allOf")


def whole(
    value: Any,
    schema: JSONObject,
    target: Callable[[JSONObject], JSONObject],
) -> Any:
    """
    Return a value, its floats integers where a schema asks for integers.

    A place where another number or anything may stand is left as it is.
    `target` gives what a reference leads to. Patterns of names count as if
    all of them fitted.

    >>> schema = {"properties": {"a": {"type": "integer"}, "b": True}}
    >>> whole({"a": 5.0, "b": 5.0}, schema, lambda schema: schema)
    {'a': 5, 'b': 5.0}
    """
    return _whole(value, [schema], target)


def _whole(
    value: Any,
    schemas: list[Any],
    target: Callable[[JSONObject], JSONObject],
) -> Any:
    kind = type(value)
    if kind is float:
        is_asked = value.is_integer() and _asks(_flat(schemas, target))
        return int(value) if is_asked else value
    if kind is list:
        flat = _flat(schemas, target)
        return [
            _whole(item, [*_of_item(flat, index)], target)
            for index, item in enumerate(value)
        ]
    if kind is dict:
        flat = [each for each in _flat(schemas, target) if _fits(each, value)]
        return {
            name: _whole(item, [*_of_property(flat, name)], target)
            for name, item in value.items()
        }
    return value


def _flat(
    schemas: list[Any], target: Callable[[JSONObject], JSONObject]
) -> list[JSONObject]:
    """Return all that a value may be held against, each once."""
    found: dict[int, JSONObject] = {}
    waiting = list(schemas)
    for each in waiting:  # grows
        schema: JSONObject = {} if isinstance(each, bool) else target(each)
        if each is False or id(schema) in found:
            continue
        found[id(schema)] = schema
        for keyword in _BRANCHES:
            waiting += schema.get(keyword, ())
    return [each for each in found.values() if _speaks(each)]


def _speaks(schema: JSONObject) -> bool:
    """Whether it is not only its branches that say what may stand there."""
    return "type" in schema or not any(map(schema.__contains__, _BRANCHES))


def _asks(schemas: list[JSONObject]) -> bool:
    """Whether integers are asked for, and neither numbers nor anything."""
    kinds: set[str] = set()
    for schema in schemas:
        names = schema.get("type", "number")
        kinds.update([names] if isinstance(names, str) else names)
    return "integer" in kinds and "number" not in kinds


def _fits(schema: JSONObject, value: dict[str, Any]) -> bool:
    """Whether an object has the tags that a schema asks for."""
    return all(
        value.get(name) == inner["const"]
        for name, inner in schema.get("properties", {}).items()
        if isinstance(inner, dict) and isinstance(inner.get("const"), str)
        if name in value
    )


def _of_item(schemas: list[JSONObject], index: int) -> Iterator[Any]:
    for schema in schemas:
        first = schema.get("prefixItems", ())
        if index < len(first):
            yield first[index]
        elif _holds(schema, "array"):
            yield schema.get("items", True)


def _of_property(schemas: list[JSONObject], name: str) -> Iterator[Any]:
    for schema in schemas:
        named = schema.get("properties", {})
        if name in named:
            yield named[name]
        elif _holds(schema, "object"):
            yield from schema.get("patternProperties", {}).values()
            rest = schema.get("additionalProperties", True)
            if rest is not False:
                yield rest


def _holds(schema: JSONObject, kind: str) -> bool:
    names = schema.get("type", kind)
    return kind == names or (isinstance(names, list) and kind in names)
