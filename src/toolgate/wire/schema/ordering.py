"""One order of keywords, so that equal schemas have equal bytes."""

from __future__ import annotations

from typing import Any, Final

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
_DATA: Final = frozenset(
    {"enum", "const", "default", "examples", "dependentRequired"}
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
    return {key: _part(key, schema[key]) for key in sorted(schema, key=_rank)}


def _rank(keyword: str) -> tuple[int, str]:
    rank = _ORDER.get(keyword, _LAST)
    return (rank + (keyword == "$defs"), keyword if rank == _LAST else "")


def _part(keyword: str, value: Any) -> Any:
    if keyword == "$defs":
        return {name: ordered(value[name]) for name in sorted(value)}
    if keyword in _MAPS:
        return {name: ordered(child) for name, child in value.items()}
    if keyword in _LISTS:
        return [ordered(child) for child in value]
    return value if keyword in _DATA else ordered(value)
