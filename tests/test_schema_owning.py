"""A schema that is handed over is kept only where it is surely fit."""

from __future__ import annotations

import json

import pytest

from toolgate.exceptions import InvalidSchemaError, SchemaLimitError
from toolgate.limits import SchemaLimits
from toolgate.schema.owning import owned_schema, taken_schema

LIMITS = SchemaLimits()


def nested(levels: int) -> dict:
    schema: dict = {}
    for _ in range(levels):
        schema = {"not": schema}
    return schema


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"type": "object", "properties": {"b": {}, "a": {"enum": ["\u00e9"]}}},
        # More brackets than levels are allowed, and yet not too deep.
        {"enum": [[] for _ in range(2 * LIMITS.max_depth)]},
        # Longer in ASCII than the limit is in bytes.
        {"title": "\u00e9" * (LIMITS.max_bytes // 4)},
        True,
    ],
    ids=["empty", "small", "brackets", "not ASCII", "boolean"],
)
def test_taken_is_as_owned(schema):
    taken, text = taken_schema(schema, LIMITS)
    assert (taken, text) == owned_schema(schema, LIMITS)
    assert json.loads(text) == schema


@pytest.mark.parametrize(
    "schema",
    [nested(LIMITS.max_depth + 1), {"title": "x" * LIMITS.max_bytes}],
    ids=["deep", "large"],
)
@pytest.mark.parametrize("entry", [owned_schema, taken_schema])
def test_over_a_limit(schema, entry):
    with pytest.raises(SchemaLimitError):
        entry(schema, LIMITS)


def test_neither_object_nor_boolean():
    with pytest.raises(InvalidSchemaError, match="object or a boolean"):
        taken_schema([], LIMITS)
