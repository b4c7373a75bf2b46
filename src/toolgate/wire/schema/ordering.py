"""One order of keywords, so that equal schemas have equal bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_ORDER: Final = {
    keyword: rank
    for rank, keyword in enumerate(
        (
            "$ref",
            "title",
            "description",
            "type",
            "nullable",
            "format",
            "enum",
            "const",
            "default",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "anyOf",
        )
    )
}
_LAST: Final = len(_ORDER)
_MAPS: Final = frozenset(
    {"properties", "patternProperties", "dependentSchemas", "$defs"}
)
_LISTS: Final = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
_SINGLE: Final = frozenset(
    {
        "additionalProperties",
        "unevaluatedProperties",
        "propertyNames",
        "items",
        "contains",
        "unevaluatedItems",
        "not",
        "if",
        "then",
        "else",
    }
)


def ordered(schema: Any) -> Any:
    """
    Return a wire schema with its keywords in one order, `$defs` last.

    Properties keep theirs, since models write them in it; definitions are
    sorted.

    >>> ordered({"items": {"maxLength": 1, "type": "string"}, "type": "array"})
    {'type': 'array', 'items': {'type': 'string', 'maxLength': 1}}
    """
    if not isinstance(schema, dict):
        return schema
    found = {
        key: mapped(key, schema[key], ordered)
        for key in sorted(schema, key=_rank)
    }
    if "$defs" in found:
        found["$defs"] = dict(sorted(found["$defs"].items()))
    return found


def _rank(keyword: str) -> tuple[int, str]:
    rank = _ORDER.get(keyword, _LAST)
    return (rank + (keyword == "$defs"), keyword if rank == _LAST else "")


def mapped(keyword: str, value: Any, made: Callable[[Any], Any]) -> Any:
    """
    Return what a keyword of a wire schema holds, its subschemas made anew.

    >>> mapped("properties", {"enum": {}}, lambda schema: {"title": "new"})
    {'enum': {'title': 'new'}}
    >>> mapped("enum", [{}], lambda schema: {"title": "new"})
    [{}]
    """
    if keyword in _MAPS:
        return {name: made(child) for name, child in value.items()}
    if keyword in _LISTS:
        return [made(child) for child in value]
    return made(value) if keyword in _SINGLE else value
