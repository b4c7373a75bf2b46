"""What the fast engine is not asked, since its errors would cost too much."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from json_values import nodes, values
from judging import DRAFT_07, deep
from toolgate.schema.burden import burden_of, has_few, is_small
from toolgate.schema.dialects import DRAFT_2020_12

SIMPLE = [
    True,
    {},
    {"properties": {"a": {"type": "integer"}}, "additionalProperties": False},
    {"items": {"minLength": 2, "pattern": "a"}, "uniqueItems": True},
    {"additionalProperties": {"enum": [1]}, "properties": {"items": True}},
    {"title": "x", "default": False, "format": "date"},
]
NOT_SIMPLE = [
    False,
    {"anyOf": [{}]},
    {"$ref": "#/$defs/a", "$defs": {"a": {}}},
    {"items": False},
    {"prefixItems": [{}]},
    {"properties": {"additionalProperties": False}},
    {"additionalProperties": False},
    {"properties": {"a": {"not": {}}}},
    {"properties": {"": {}}},
]


@pytest.mark.parametrize("schema", SIMPLE)
def test_simple_schemas(schema):
    assert burden_of(schema, DRAFT_2020_12)


@pytest.mark.parametrize("schema", NOT_SIMPLE)
def test_schemas_that_are_not_simple(schema):
    assert not burden_of(schema, DRAFT_2020_12)
    assert not burden_of({"$schema": DRAFT_07, "items": [{}]}, DRAFT_2020_12)


@given(values)
def test_small_values_are_those_of_little_text(value):
    assert is_small(value) or len(str(value)) > 500
    assert not is_small([value] * 5_000)
    assert not is_small({"a": value, "b": "x" * 5_000})
    shared = [0] * 100
    assert not is_small([shared] * 100)


def test_values_that_nest_too_deep_to_be_measured_are_not_small():
    assert not is_small(deep(3_000))
    assert not is_small(deep(3_000, name=""))


@pytest.mark.parametrize(
    ("schema", "least", "most"),
    [
        # One error a keyword, and one a missing name.
        ({"type": "object", "required": list("abcdefgh")}, 9, 12),
        ({"properties": {"a": {"required": ["x"] * 500}}}, 500, 503),
        # What an error copies counts by its size.
        ({"enum": ["v" * 100] * 1_000}, 100, 1_000),
        ({"items": {"const": "v" * 100_000}}, 100, 1_000),
        ({"items": {"pattern": "v" * 100_000}}, 100, 1_000),
        ({"items": {"title": "v" * 100_000}}, 1, 3),
    ],
)
def test_burdens(schema, least, most):
    assert least <= burden_of(schema, DRAFT_2020_12) <= most


@given(values, st.integers(0, 20))
def test_few_values_are_counted(value, most):
    assert has_few(value, most) is (nodes(value) <= most)
