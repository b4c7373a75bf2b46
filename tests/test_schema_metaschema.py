"""The tables of what keywords take, held against the metaschemas."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolgate.schema.dialects import (
    DIALECTS,
    DRAFT_07,
    DRAFT_2019_09,
    DRAFT_2020_12,
)
from toolgate.schema.metaschema import TABLES, first_fault, plain_accepts

by_dialect = pytest.mark.parametrize(
    "dialect", DIALECTS, ids=lambda found: found.name
)
# The untouched metaschemas, validated by jsonschema, without formats.
OFFICIAL = {
    dialect.name: dialect.validator_class(dialect.validator_class.META_SCHEMA)
    for dialect in DIALECTS
}
KEYWORDS = sorted({keyword for table in TABLES.values() for keyword in table})
WORDS = st.sampled_from(
    ["string", "object", "a", "", "a b", "_a", "a:b", "x#", "x#y", "#x", "é"]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-2, 3)
    | st.sampled_from([0.0, -0.0, 1.0, 0.5, -1.0, 1e300])
    | WORDS
)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(WORDS, inner, max_size=2)
        | st.dictionaries(st.sampled_from(KEYWORDS), inner, max_size=3)
    ),
    max_leaves=8,
)


@by_dialect
@given(data=st.data())
@settings(max_examples=200)
def test_the_verdict_is_that_of_the_metaschema(dialect, data):
    schema = data.draw(
        st.dictionaries(st.sampled_from(KEYWORDS), JSON, max_size=3)
    )
    # jsonschema compares True and 1 in uniqueItems as the standard asks,
    # and `$schema` inside is judged before the metaschema is.
    official = OFFICIAL[dialect.name].is_valid(schema)
    assert plain_accepts(schema, dialect) is official


@by_dialect
@pytest.mark.parametrize("keyword", KEYWORDS)
def test_each_keyword_takes_what_the_metaschema_lets_it(dialect, keyword):
    values = [
        *(None, True, False, 0, 1, -1, 0.5, 2.0, -0.5, 10**30),
        *("", "a", "string", "_a", "a:b", "a b", "http://x/", "x#", "#x"),
        *([], [{}], [True, {}], [5], [[]], {}, {"a": {}}, {"a": True}),
        *({"a": 5}, {"a": ["b"]}, {"a": ["b", "b"]}, {"a": [5]}, {"a": []}),
        *(["a"], ["a", "a"], ["a", 5], ["string"], ["string", "string"]),
        *(["string", "null"], ["string", "strng"], {"type": 5}, [{"not": 5}]),
        *({"a": {"not": 5}}, {"a": {"b": {}}}, {"a": "b"}),
    ]
    for value in values:
        schema = {keyword: value}
        official = OFFICIAL[dialect.name].is_valid(schema)
        assert plain_accepts(schema, dialect) is official, value


@by_dialect
def test_real_schemas_are_judged_as_the_metaschema_does(data, dialect):
    folder = data / "json-schema-test-suite" / "tests"
    for path in sorted(folder.rglob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            schema = case["schema"]
            official = OFFICIAL[dialect.name].is_valid(schema)
            assert plain_accepts(schema, dialect) is official, path


@pytest.mark.parametrize("schema", [True, False, {}])
def test_the_shortest_schemas_are_fine(schema):
    assert first_fault(schema, DRAFT_07) is None


def test_a_final_newline_does_not_slip_through():
    """ECMA-262: `$` is the end of the text; Python's is not."""
    assert not plain_accepts({"$anchor": "a\n"}, DRAFT_2020_12)
    assert not plain_accepts({"$anchor": "a\n"}, DRAFT_2019_09)


TYPES = (
    "`type` must be one of array, boolean, integer, null, number, object, "
    "string, or a non-empty array of different ones"
)


@pytest.mark.parametrize(
    ("schema", "path", "reason"),
    [
        (5, (), "the schema must be an object or a boolean"),
        ({"type": "strng"}, ("type",), TYPES),
        ({"type": ["string", "x"]}, ("type", 1), TYPES),
        ({"type": ["string", 5]}, ("type", 1), TYPES),
        ({"type": []}, ("type",), TYPES),
        ({"type": ["null", "null"]}, ("type",), TYPES),
        (
            {"properties": {"a": {"required": "b"}}},
            ("properties", "a", "required"),
            "`required` must be an array of different strings",
        ),
        (
            {"properties": {"a": 5}},
            ("properties", "a"),
            "`properties` must be an object of schemas",
        ),
        (
            {"allOf": [{}, []]},
            ("allOf", 1),
            "`allOf` must be a non-empty array of schemas",
        ),
        (
            {"minLength": -1},
            ("minLength",),
            "`minLength` must be a whole number, 0 or more",
        ),
        (
            {"multipleOf": 0},
            ("multipleOf",),
            "`multipleOf` must be a number above 0",
        ),
        (
            {"maximum": "9"},
            ("maximum",),
            "`maximum` must be a number",
        ),
        (
            {"items": [{}]},
            ("items",),
            "`items` must be a schema: an object or a boolean",
        ),
        ({"enum": 1}, ("enum",), "`enum` must be an array"),
        (
            {"uniqueItems": 1},
            ("uniqueItems",),
            "`uniqueItems` must be true or false",
        ),
        ({"pattern": 1}, ("pattern",), "`pattern` must be a string"),
        (
            {"$id": "a#b"},
            ("$id",),
            "`$id` must be a URI reference without a fragment",
        ),
        (
            {"$anchor": "1"},
            ("$anchor",),
            "`$anchor` must be a plain name that starts with a letter or _",
        ),
        (
            {"dependencies": {"a": [1]}},
            ("dependencies", "a", 0),
            (
                "`dependencies` must be an object of schemas and of arrays of "
                "different strings"
            ),
        ),
        (
            {"dependentRequired": {"a": {}}},
            ("dependentRequired", "a"),
            (
                "`dependentRequired` must be an object of arrays of different "
                "strings"
            ),
        ),
        (
            {"$vocabulary": {"a": 1}},
            ("$vocabulary", "a"),
            "`$vocabulary` must be an object of booleans",
        ),
    ],
)
def test_the_fault_is_named_where_it_is(schema, path, reason):
    assert first_fault(schema, DRAFT_2020_12) == (path, reason)


def test_a_draft_07_list_of_items_is_checked():
    assert first_fault({"items": [{}, 1]}, DRAFT_07) == (
        ("items", 1),
        "`items` must be a schema, or a non-empty array of schemas",
    )


def test_the_first_fault_in_the_document_counts():
    schema = {"not": {"type": 5}, "allOf": [], "if": {"type": 5}}
    assert first_fault(schema, DRAFT_2020_12)[0] == ("allOf",)
