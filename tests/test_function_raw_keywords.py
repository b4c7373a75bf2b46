"""Raw keywords beside those of a type: both hold, always."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Optional, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from toolgate.exceptions import InvalidJSONError
from toolgate.function.raw_keywords import Schema, both, merge, tighten
from toolgate.function.shape import Refused


def merged(schema, keywords):
    merge(schema, keywords)
    return schema


@pytest.mark.parametrize(
    ("schema", "keywords", "expected"),
    [
        ({}, {"type": "object"}, {"type": "object"}),
        (
            {"type": "string", "minLength": 3},
            {"minLength": 1, "maxLength": 9},
            {"type": "string", "minLength": 3, "maxLength": 9},
        ),
        (
            {"type": "integer", "maximum": 5},
            {"maximum": 3.5},
            {"type": "integer", "maximum": 3.5},
        ),
        (
            {"type": "string", "title": "a", "default": "x"},
            {"title": "b", "default": "y", "x-order": 1, "$comment": "c"},
            {
                "type": "string",
                "title": "b",
                "default": "y",
                "x-order": 1,
                "$comment": "c",
            },
        ),
        (
            {"type": "string", "pattern": "a"},
            {"pattern": "b"},
            {"type": "string", "pattern": "a", "allOf": [{"pattern": "b"}]},
        ),
        (
            {"type": "string", "format": "date"},
            {"type": "string", "format": "date"},
            {"type": "string", "format": "date"},
        ),
        (
            {"enum": ["a", "b"], "allOf": [{"not": {"const": 1}}]},
            {"enum": ["a"]},
            {
                "enum": ["a", "b"],
                "allOf": [{"not": {"const": 1}}, {"enum": ["a"]}],
            },
        ),
        (
            {"type": "number"},
            {"type": "integer"},
            {"type": "number", "allOf": [{"type": "integer"}]},
        ),
        (
            {"type": ["string", "null"]},
            {"type": "string"},
            {"type": ["string", "null"], "allOf": [{"type": "string"}]},
        ),
        (
            {"type": "object", "additionalProperties": {"type": "integer"}},
            {"properties": {"a": {}}, "required": ["a"]},
            {
                "type": "object",
                "additionalProperties": {"type": "integer"},
                "required": ["a"],
                "allOf": [{"properties": {"a": {}}}],
            },
        ),
    ],
)
def test_keywords_are_added(schema, keywords, expected):
    assert merged(schema, keywords) == expected


KEYWORDS = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from(
            ["integer", "string", "object", ["integer", "null"], "array"]
        ),
        "enum": st.lists(
            st.sampled_from([1, 2, "a", None]), min_size=1, unique=True
        ),
        "minimum": st.integers(-3, 3),
        "exclusiveMaximum": st.integers(-3, 3),
        "maxLength": st.integers(0, 3),
        "pattern": st.sampled_from(["a", "b"]),
        "multipleOf": st.integers(1, 3),
        "minItems": st.integers(0, 2),
        "uniqueItems": st.booleans(),
        "required": st.lists(st.sampled_from("ab"), unique=True),
        "properties": st.sampled_from([{"a": True}, {"a": False}]),
        "additionalProperties": st.booleans(),
        "items": st.booleans(),
        "prefixItems": st.sampled_from([[True], [{"type": "string"}]]),
        "contains": st.booleans(),
        "not": st.sampled_from([{"const": 1}, {}]),
        "anyOf": st.sampled_from([[{"const": 1}], [{}, {"const": 2}]]),
    },
)
VALUES = st.recursive(
    st.none() | st.integers(-4, 4) | st.text("ab", max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from("abc"), inner)
    ),
    max_leaves=5,
)


@given(KEYWORDS, KEYWORDS, st.lists(VALUES, min_size=1))
def test_both_hold(schema, keywords, values):
    """A value fits the merged schema if and only if it fits the two."""
    two = Draft202012Validator({"allOf": [dict(schema), dict(keywords)]})
    try:
        one = Draft202012Validator(merged(dict(schema), keywords))
    except Refused:
        assert not any(two.is_valid(value) for value in values)
        return
    for value in values:
        assert one.is_valid(value) == two.is_valid(value)


@pytest.mark.parametrize(
    ("schema", "keywords", "reason"),
    [
        ({}, {"$ref": "#/$defs/a"}, "has the keyword '$ref'"),
        ({}, {"$defs": {}}, "has the keyword '$defs'"),
        ({}, {"$schema": "x"}, "has the keyword '$schema'"),
        ({"type": "string"}, {"type": "integer"}, "has the type 'integer'"),
        ({"type": "string"}, {"type": ["null"]}, "has the type ['null']"),
        ({"minLength": 1}, {"minLength": "2"}, "minLength that is no number"),
        ({}, {"minimum": True}, "has a minimum that is no number"),
    ],
)
def test_what_cannot_hold_is_refused(schema, keywords, reason):
    with pytest.raises(Refused) as caught:
        merge(schema, keywords)
    assert reason in caught.value.reason


def test_the_kinds_of_number_are_no_contradiction():
    assert merged({"type": "integer"}, {"type": "number"})
    assert merged({"type": "number"}, {"type": ["integer", "null"]})


def test_a_bound_is_set_or_tightened():
    schema = {"maximum": 3}
    tighten(schema, "maximum", 5)
    tighten(schema, "minimum", 0)
    assert schema == {"maximum": 3, "minimum": 0}


def test_a_second_schema_joins_the_others():
    schema = {"allOf": [{"minimum": 1}]}
    both(schema, {"maximum": 2})
    assert schema == {"allOf": [{"minimum": 1}, {"maximum": 2}]}


def test_keywords_are_detached():
    given_ = {"enum": ["a"]}
    schema = Schema(MappingProxyType(given_))
    given_["enum"].append("b")
    schema.keywords["enum"].append("c")
    assert schema.keywords == {"enum": ["a"]}
    assert repr(schema) == "Schema({'enum': ['a']})"


def test_equal_keywords_are_equal_metadata():
    """`Annotated` compares and hashes what it holds."""
    one, other = Schema({"a": 1, "b": 2}), Schema({"b": 2, "a": 1})
    assert one == other
    assert hash(one) == hash(other)
    assert one != Schema({"a": 1})
    assert one != {"a": 1, "b": 2}
    annotation = Annotated[int, Schema({"a": [1]})]
    assert get_args(Optional[annotation])[0] == annotation  # noqa: UP045 - needs a hash


def test_keywords_that_are_none_are_no_schema():
    with pytest.raises(TypeError, match="must be a mapping, not list"):
        Schema([1])
    with pytest.raises(InvalidJSONError, match="a Python complex"):
        Schema({"default": 3j})
    with pytest.raises(InvalidJSONError):
        Schema({1: 2})
