"""How much the fast engine's own errors may cost, known beforehand."""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING, Final

from toolgate.schema.walk import subschemas

if TYPE_CHECKING:
    from toolgate.schema.dialects import Dialect
    from toolgate.typing import JSONSchema, JSONValue

_SIMPLE: Final = frozenset(
    (
        "type",
        "enum",
        "const",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minProperties",
        "maxProperties",
        "required",
        "properties",
        "additionalProperties",
        "items",
    )
)
_SMALL: Final = 4_096
# What an error copies of a schema; so many bytes take as long as the rest.
_COPIED: Final = ("enum", "const", "pattern")
_BYTES_AN_ERROR: Final = 500


def burden_of(document: JSONSchema, dialect: Dialect) -> int:
    """
    Return how many errors the engine may make of one value, 0 for no matter.

    No matter, since its own errors are those that the plain engine tells
    only where each keyword stands for itself: no references, unions or
    conditions, no `false` but that of `additionalProperties`. There, one
    subschema sees each value. An error that copies much counts for several.

    >>> from toolgate.schema.dialects import DRAFT_2020_12
    >>> burden_of({"type": "object", "required": ["a", "b"]}, DRAFT_2020_12)
    4
    """
    if document is False:
        return 0
    most = 1
    others = frozenset(dialect.validator_class.VALIDATORS) - _SIMPLE
    for _, schema, _ in subschemas(document, dialect):
        if isinstance(schema, bool):
            continue
        properties = schema.get("properties", {})
        if (
            others & schema.keys()
            or schema.get("items") is False
            or isinstance(schema.get("items"), list)
            or False in properties.values()
            # The engine leaves empty names out of its paths.
            or "" in properties
            # Without properties, the engine reports members, and no names.
            or (schema.get("additionalProperties") is False and not properties)
        ):
            return 0
        copied = [schema[key] for key in _COPIED if key in schema]
        most = max(
            most,
            len(schema)
            + len(schema.get("required", ()))
            + len(marshal.dumps(copied, 2)) // _BYTES_AN_ERROR,
        )
    return most


def has_few(value: JSONValue, most: int) -> bool:
    """
    Whether there are at most so many values in a value, itself included.

    >>> has_few([1, [2]], 4), has_few([1, [2]], 3)
    (True, False)
    """
    found = [value]
    for here in found:
        if len(found) > most:
            return False
        if type(here) is dict:
            found.extend(here.values())
        elif type(here) is list:
            found.extend(here)
    return len(found) <= most


def is_small(value: JSONValue) -> bool:
    """
    Whether a value is so small that the engine may copy it for each error.

    Measured by the quickest thing that looks at all of it.
    """
    try:
        return len(marshal.dumps(value, 2)) <= _SMALL
    except ValueError:  # more than 2,000 levels
        return False
