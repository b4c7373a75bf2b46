"""
Whether a schema obeys its dialect, and if not, where and why.

The metaschemas say little: what kind of value each keyword takes. Here that
is a table. Validating against the metaschemas themselves recurses as deep as
the schema, takes a hundred times as long, and gives reasons that quote the
schema; the tests hold the tables against them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolgate.schema.walk import subschemas

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolgate.schema.dialects import Dialect
    from toolgate.typing import JSONSchema, Path

_TYPES: Final = frozenset(
    ("array", "boolean", "integer", "null", "number", "object", "string")
)
_ANCHOR: Final = re.compile(r"[A-Za-z_][-A-Za-z0-9._]*")
_ANCHOR_2019_09: Final = re.compile(r"[A-Za-z][-A-Za-z0-9.:_]*")
_HERE: Final[Path] = ()


class Kind(NamedTuple):
    """
    What a keyword takes.

    `fault` gives the steps to the first thing that is wrong in a value, or
    None; `must` completes the sentence «the keyword must be …».
    """

    fault: Callable[[Any], Path | None]
    must: str


def _kind(holds: Callable[[Any], bool], must: str) -> Kind:
    return Kind(lambda value: None if holds(value) else _HERE, must)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_number(value) and value >= 0 and value == int(value)


def _is_schema(value: Any) -> bool:
    return isinstance(value, (dict, bool))


def _names_fault(value: Any) -> Path | None:
    if not isinstance(value, list):
        return _HERE
    for index, name in enumerate(value):
        if not isinstance(name, str):
            return (index,)
    return None if len(set(value)) == len(value) else _HERE


def _type_fault(value: Any) -> Path | None:
    if isinstance(value, str):
        return None if value in _TYPES else _HERE
    fault = _names_fault(value)
    if fault is not None or not value:
        return fault or _HERE
    for index, name in enumerate(value):
        if name not in _TYPES:
            return (index,)
    return None


def _schemas_fault(value: Any) -> Path | None:
    if not isinstance(value, list) or not value:
        return _HERE
    for index, schema in enumerate(value):
        if not _is_schema(schema):
            return (index,)
    return None


def _items_fault(value: Any) -> Path | None:
    return None if _is_schema(value) else _schemas_fault(value)


def _map(fault: Callable[[Any], Path | None], must: str) -> Kind:
    def map_fault(value: Any) -> Path | None:
        if not isinstance(value, dict):
            return _HERE
        for name, member in value.items():
            steps = fault(member)
            if steps is not None:
                return (name, *steps)
        return None

    return Kind(map_fault, must)


_STRING: Final = _kind(lambda value: isinstance(value, str), "a string")
_BOOLEAN: Final = _kind(lambda value: isinstance(value, bool), "true or false")
_NUMBER: Final = _kind(_is_number, "a number")
_POSITIVE: Final = _kind(
    lambda value: _is_number(value) and value > 0, "a number above 0"
)
_COUNT: Final = _kind(_is_count, "a whole number, 0 or more")
_LIST: Final = _kind(lambda value: isinstance(value, list), "an array")
_NAMES: Final = Kind(_names_fault, "an array of different strings")
_TYPE: Final = Kind(
    _type_fault,
    "one of array, boolean, integer, null, number, object, string, or a "
    "non-empty array of different ones",
)
_SCHEMA: Final = _kind(_is_schema, "a schema: an object or a boolean")
_SCHEMAS: Final = Kind(_schemas_fault, "a non-empty array of schemas")
_ITEMS: Final = Kind(_items_fault, "a schema, or a non-empty array of schemas")
_SCHEMA_MAP: Final = _map(_SCHEMA.fault, "an object of schemas")
_NAMES_MAP: Final = _map(
    _names_fault, "an object of arrays of different strings"
)
_DEPENDENCIES: Final = _map(
    lambda value: None if _is_schema(value) else _names_fault(value),
    "an object of schemas and of arrays of different strings",
)
_VOCABULARY: Final = _map(_BOOLEAN.fault, "an object of booleans")
_ID: Final = _kind(
    lambda value: isinstance(value, str) and "#" not in value[:-1],
    "a URI reference without a fragment",
)


def _anchor(pattern: re.Pattern[str], start: str) -> Kind:
    return _kind(
        lambda value: (
            isinstance(value, str) and pattern.fullmatch(value) is not None
        ),
        f"a plain name that starts with a letter{start}",
    )


_DRAFT_06: Final[dict[str, Kind]] = {
    **dict.fromkeys(
        (
            "$id",
            "$schema",
            "$ref",
            "title",
            "description",
            "pattern",
            "format",
        ),
        _STRING,
    ),
    **dict.fromkeys(
        (
            "maximum",
            "exclusiveMaximum",
            "minimum",
            "exclusiveMinimum",
        ),
        _NUMBER,
    ),
    **dict.fromkeys(
        (
            "maxLength",
            "minLength",
            "maxItems",
            "minItems",
            "maxProperties",
            "minProperties",
        ),
        _COUNT,
    ),
    **dict.fromkeys(
        (
            "additionalItems",
            "additionalProperties",
            "contains",
            "propertyNames",
            "not",
        ),
        _SCHEMA,
    ),
    **dict.fromkeys(
        ("definitions", "properties", "patternProperties"), _SCHEMA_MAP
    ),
    **dict.fromkeys(("allOf", "anyOf", "oneOf"), _SCHEMAS),
    **dict.fromkeys(("enum", "examples"), _LIST),
    "multipleOf": _POSITIVE,
    "uniqueItems": _BOOLEAN,
    "required": _NAMES,
    "type": _TYPE,
    "items": _ITEMS,
    "dependencies": _DEPENDENCIES,
}
_DRAFT_07: Final[dict[str, Kind]] = {
    **_DRAFT_06,
    **dict.fromkeys(
        ("$comment", "contentMediaType", "contentEncoding"), _STRING
    ),
    **dict.fromkeys(("if", "then", "else"), _SCHEMA),
    "readOnly": _BOOLEAN,
}
_2019_09: Final[dict[str, Kind]] = {
    **_DRAFT_07,
    **dict.fromkeys(("$defs", "dependentSchemas"), _SCHEMA_MAP),
    **dict.fromkeys(
        ("unevaluatedItems", "unevaluatedProperties", "contentSchema"),
        _SCHEMA,
    ),
    **dict.fromkeys(("maxContains", "minContains"), _COUNT),
    **dict.fromkeys(("writeOnly", "deprecated", "$recursiveAnchor"), _BOOLEAN),
    "$recursiveRef": _STRING,
    "$id": _ID,
    "$anchor": _anchor(_ANCHOR_2019_09, ""),
    "$vocabulary": _VOCABULARY,
    "dependentRequired": _NAMES_MAP,
}
_2020_12: Final[dict[str, Kind]] = {
    **{
        keyword: kind
        for keyword, kind in _2019_09.items()
        if keyword != "additionalItems"
    },
    **dict.fromkeys(
        ("$anchor", "$dynamicAnchor", "$recursiveAnchor"),
        _anchor(_ANCHOR, " or _"),
    ),
    "$dynamicRef": _STRING,
    "items": _SCHEMA,
    "prefixItems": _SCHEMAS,
}
TABLES: Final[Mapping[str, Mapping[str, Kind]]] = {
    "2020-12": _2020_12,
    "2019-09": _2019_09,
    "draft-07": _DRAFT_07,
    "draft-06": _DRAFT_06,
}


def first_fault(
    document: JSONSchema, dialect: Dialect
) -> tuple[Path, str] | None:
    """
    Return where and why a schema breaks its metaschema; None if nowhere.

    The first fault in the order of the document. `format` is not asserted:
    that a `pattern` is a regular expression is another check.

    >>> from toolgate.schema.dialects import DRAFT_2020_12
    >>> first_fault({"items": {"type": "strng"}}, DRAFT_2020_12)[0]
    ('items', 'type')
    """
    if not _is_schema(document):
        return _HERE, f"the schema must be {_SCHEMA.must[10:]}"
    kinds = TABLES[dialect.name]
    for path, schema, _ in subschemas(document, dialect):
        if isinstance(schema, bool):
            continue
        for keyword, value in schema.items():
            kind = kinds.get(keyword)
            if kind is not None:
                steps = kind.fault(value)
                if steps is not None:
                    return (
                        (*path, keyword, *steps),
                        f"`{keyword}` must be {kind.must}",
                    )
    return None


def plain_accepts(document: JSONSchema, dialect: Dialect) -> bool:
    """
    Whether a schema obeys its metaschema, without the help of an engine.

    >>> from toolgate.schema.dialects import DRAFT_07
    >>> plain_accepts({"minLength": -1}, DRAFT_07)
    False
    """
    return first_fault(document, dialect) is None
