"""Private copies of schemas, before anything is known of them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from toolgate.exceptions import (
    InvalidJSONError,
    InvalidSchemaError,
    SchemaLimitError,
)
from toolgate.json_value import canonical, encode, own
from toolgate.limits import SchemaLimits, ValueLimits

if TYPE_CHECKING:
    from toolgate.typing import JSONSchema

_LIMITS: Final = frozenset(
    (
        "too_deep",
        "too_large",
        "too_many_values",
        "integer_too_long",
        "stack_exhausted",
    )
)


def owned_schema(
    document: object, limits: SchemaLimits
) -> tuple[JSONSchema, str]:
    """
    Return a private copy of a schema, and its canonical text.

    Raises `InvalidSchemaError` where it is not JSON or no object and no
    boolean, `SchemaLimitError` where it is over a limit.

    >>> owned_schema({"type": "object", "$id": "urn:a"}, SchemaLimits())[1]
    '{"$id":"urn:a","type":"object"}'
    """
    bounds = _bounds(limits.max_bytes, limits.max_depth)
    try:
        schema: JSONSchema = own(document, bounds)
        text = canonical(schema)
        if len(text) > limits.max_bytes:
            # ASCII may be longer than UTF-8, which is what is limited.
            encode(schema, bounds)
    except InvalidJSONError as error:
        kind = (
            SchemaLimitError if error.code in _LIMITS else InvalidSchemaError
        )
        raise kind(error.reason, path=error.path) from None
    if not isinstance(schema, (dict, bool)):
        raise InvalidSchemaError("the schema must be an object or a boolean")
    return schema, text


def taken_schema(
    document: JSONSchema, limits: SchemaLimits
) -> tuple[JSONSchema, str]:
    """
    Do as `owned_schema` for one of exact JSON types that nobody else holds.

    It is copied only where counting does not tell that it is small enough.

    >>> mine = {"type": "object"}
    >>> taken_schema(mine, SchemaLimits())[0] is mine
    True
    """
    if isinstance(document, dict):
        text = canonical(document)
        if (
            len(text) <= limits.max_bytes
            and text.count("[") + text.count("{") <= limits.max_depth
        ):
            return document, text
    return owned_schema(document, limits)


@functools.lru_cache(maxsize=32)
def _bounds(max_bytes: int, max_depth: int) -> ValueLimits:
    # The shortest value takes a byte, so no number of them is a bound.
    return ValueLimits(
        max_bytes=max_bytes, max_depth=max_depth, max_nodes=max_bytes
    )
