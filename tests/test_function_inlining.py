"""One document out of a schema and its definitions."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate.function.inlining import gathered, referring
from toolgate.schema.cache import ValidatorCache


def ref(name, **beside):
    return {"$ref": f"#/$defs/{name}", **beside}


LEAF = {"type": "string"}
LIST = {"type": "array", "items": ref("List")}


@pytest.mark.parametrize(
    ("schema", "definitions", "whole"),
    [
        ({"type": "null"}, {"A": LEAF}, {"type": "null"}),
        ({"items": ref("A")}, {"A": LEAF, "B": LEAF}, {"items": LEAF}),
        (
            {"prefixItems": [ref("A"), ref("A")]},
            {"A": LEAF},
            {"prefixItems": [ref("A"), ref("A")], "$defs": {"A": LEAF}},
        ),
        (
            {"items": ref("List")},
            {"List": LIST},
            {"items": ref("List"), "$defs": {"List": LIST}},
        ),
        (ref("A"), {"A": LEAF}, LEAF),
        (ref("List"), {"List": LIST}, {**LIST, "$defs": {"List": LIST}}),
        (
            {"items": ref("A")},
            {"A": {"items": ref("B")}, "B": ref("C"), "C": LEAF},
            {"items": {"items": LEAF}},
        ),
        (
            {"items": ref("A")},
            {
                "A": {"prefixItems": [ref("B"), ref("B")]},
                "B": {"items": ref("C")},
                "C": LEAF,
            },
            {
                "items": {"prefixItems": [ref("B"), ref("B")]},
                "$defs": {"B": {"items": LEAF}},
            },
        ),
    ],
)
def test_what_is_used_once_is_put_in_place(schema, definitions, whole):
    before = deepcopy((schema, definitions))
    assert gathered(schema, definitions) == whole
    assert (schema, definitions) == before


def test_annotations_beside_a_reference_win():
    schema = {"items": ref("A", description="mine", default="x")}
    whole = gathered(schema, {"A": {**LEAF, "description": "yours"}})
    assert whole == {"items": {**LEAF, "description": "mine", "default": "x"}}


def test_assertions_beside_a_reference_are_never_lost():
    schema = {"items": ref("A", minLength=1)}
    definitions = {"A": {**LEAF, "minLength": 3}}
    assert gathered(schema, definitions) == {
        **schema,
        "$defs": definitions,
    }


def test_a_reference_at_the_root_that_says_more_stays():
    schema = ref("A", minLength=1)
    definitions = {"A": {**LEAF, "minLength": 3}}
    assert gathered(schema, definitions) == {**schema, "$defs": definitions}


def test_definitions_of_the_schema_itself_stay():
    own = {"Mine": LEAF}
    whole = gathered({"items": ref("List"), "$defs": own}, {"List": LIST})
    assert whole["$defs"] == {"List": LIST, **own}


def test_data_is_no_reference():
    schema = {"default": ref("A"), "enum": [ref("A")], "items": {"$ref": "#"}}
    assert list(referring(schema)) == []
    assert gathered(schema, {"A": LEAF}) == schema


NAMES = ("A", "B", "C", "D")
_schemas = st.recursive(
    st.sampled_from([{}, LEAF, {"type": "integer"}, *map(ref, NAMES)]),
    lambda inner: st.one_of(
        st.builds(lambda each: {"items": each}, inner),
        st.builds(
            lambda each: {"prefixItems": each},
            st.lists(inner, min_size=1, max_size=3),
        ),
        st.builds(
            lambda each: {"properties": each},
            st.dictionaries(
                st.sampled_from("ab"), inner, min_size=1, max_size=2
            ),
        ),
    ),
    max_leaves=5,
)
_consuming = _schemas.filter(lambda schema: "$ref" not in schema)
_values = st.recursive(
    st.sampled_from([1, "x", None]),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    ),
    max_leaves=6,
)


@given(
    _schemas, st.fixed_dictionaries(dict.fromkeys(NAMES, _consuming)), _values
)
def test_it_means_the_same(schema, definitions, value):
    """The verdict is that of the schema with all definitions beside it."""
    cache = ValidatorCache(engine="jsonschema")
    naive = {"allOf": [schema], "$defs": definitions}
    verdict = cache.get(gathered(schema, definitions)).is_valid(value)
    assert verdict == cache.get(naive).is_valid(value)
