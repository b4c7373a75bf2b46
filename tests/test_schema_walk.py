"""The walk over a schema: what is a subschema, and what only looks like it."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate.exceptions import (
    InvalidSchemaError,
    SchemaLimitError,
    UnsupportedDialectError,
)
from toolgate.schema.dialects import (
    DRAFT_07,
    DRAFT_2019_09,
    DRAFT_2020_12,
)
from toolgate.schema.walk import base_inside, subschemas, survey


def paths(schema, dialect=DRAFT_2020_12):
    return [found.path for found in subschemas(schema, dialect)]


def test_a_property_named_like_a_keyword_is_a_property():
    schema = {
        "properties": {
            "required": {"type": "string"},
            "$ref": {"type": "string"},
            "properties": {"properties": {"pattern": {"type": "string"}}},
        }
    }
    assert paths(schema) == [
        (),
        ("properties", "required"),
        ("properties", "$ref"),
        ("properties", "properties"),
        ("properties", "properties", "properties", "pattern"),
    ]
    notes = survey(schema, DRAFT_2020_12, limit=100)
    assert notes.refs == notes.patterns == []


@pytest.mark.parametrize(
    "keyword", ["enum", "const", "default", "examples", "x-unknown"]
)
def test_data_holds_no_subschemas(keyword):
    inner = {"$ref": "http://example.com/", "pattern": "(", "$id": "x:"}
    value = [inner] if keyword in ("enum", "examples") else inner
    schema = {keyword: value, "not": {keyword: value}}
    notes = survey(schema, DRAFT_2020_12, limit=100)
    assert [found.path for found in notes.found] == [(), ("not",)]
    assert notes.refs == notes.patterns == notes.ids == []


def test_the_order_is_that_of_the_document():
    schema = {"not": {"not": {}}, "allOf": [{"not": True}, False], "if": {}}
    assert paths(schema) == [
        (),
        ("not",),
        ("not", "not"),
        ("allOf", 0),
        ("allOf", 0, "not"),
        ("allOf", 1),
        ("if",),
    ]


@pytest.mark.parametrize("schema", [True, False])
def test_a_boolean_is_its_only_subschema(schema):
    assert paths(schema) == [()]


def test_depth_costs_no_stack():
    schema: dict = {}
    for _ in range(3_000):
        schema = {"not": schema}
    assert sum(1 for _ in subschemas(schema, DRAFT_2020_12)) == 3_001


NAMES = st.sampled_from(
    ["properties", "not", "items", "allOf", "$ref", "enum", "$id", "a"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4)
    ),
    max_leaves=20,
)


@given(st.dictionaries(NAMES, JSON))
def test_any_json_is_walked_and_never_changed(schema):
    before = copy.deepcopy(schema)
    for dialect in (DRAFT_07, DRAFT_2020_12):
        for found in subschemas(schema, dialect):
            here = schema
            for step in found.path:
                here = here[step]
            assert here is found.schema
    assert schema == before


@pytest.mark.parametrize(
    ("schema", "base", "inside"),
    [
        ({}, "http://a/b/c", "http://a/b/c"),
        (True, "http://a/b/c", "http://a/b/c"),
        ({"$id": "d"}, "http://a/b/c", "http://a/b/d"),
        ({"$id": "d#"}, "http://a/b/c", "http://a/b/d"),
        ({"$id": "urn:x:y"}, "http://a/b/c", "urn:x:y"),
        ({"$id": 5}, "http://a/b/c", "http://a/b/c"),
    ],
)
def test_an_id_sets_the_base(schema, base, inside):
    """RFC 3986, section 5.2."""
    for dialect in (DRAFT_07, DRAFT_2020_12):
        assert base_inside(schema, base, dialect) == inside


@pytest.mark.parametrize(
    "schema", [{"$id": "#anchor"}, {"$id": "http://x/", "$ref": "#"}]
)
def test_draft_07_ids_that_set_no_base(schema):
    """Draft-07 core, sections 8.2.3 and 8.3."""
    assert base_inside(schema, "http://a/", DRAFT_07) == "http://a/"


def test_bases_nest():
    schema = {
        "$id": "http://a/",
        "properties": {"b": {"$id": "b/", "items": {"$id": "c"}}},
        "not": {},
    }
    assert [found.base for found in subschemas(schema, DRAFT_2020_12)] == [
        "http://a/",
        "http://a/b/",
        "http://a/b/c",
        "http://a/",
    ]


def test_an_id_that_cannot_be_joined_is_refused():
    schema = {"not": {"$id": "http://[x"}}
    with pytest.raises(InvalidSchemaError) as caught:
        survey(schema, DRAFT_2020_12, limit=9)
    assert str(caught.value) == (
        "schema at /not/$id: `$id` is no URI reference"
    )


def test_a_survey_notes_what_needs_a_look():
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "http://a/",
        "$anchor": "top",
        "pattern": "a",
        "patternProperties": {"b": {"format": "date"}},
        "not": {"$ref": "#top", "$dynamicRef": "#dyn", "pattern": 5},
        "items": {"$dynamicAnchor": "dyn", "format": "uuid"},
    }
    notes = survey(schema, DRAFT_2020_12, limit=9)
    assert [(k, found.path) for k, found in notes.refs] == [
        ("$ref", ("not",)),
        ("$dynamicRef", ("not",)),
    ]
    assert [found.path for found in notes.ids] == [()]
    assert [(name, found.path) for name, found in notes.anchors] == [
        ("top", ()),
        ("dyn", ("items",)),
    ]
    assert notes.patterns == [
        (("pattern",), "a"),
        (("patternProperties", "b"), "b"),
    ]
    assert notes.formats == [
        (("patternProperties", "b", "format"), "date"),
        (("items", "format"), "uuid"),
    ]
    assert notes.overlapping


def test_draft_07_anchors_and_ids():
    schema = {
        "definitions": {
            "a": {"$id": "#x"},
            "b": {"$id": "http://b/"},
            "c": {"$id": "http://c/", "$ref": "#x"},
        },
        "$dynamicRef": "#nothing",
        "$anchor": "nothing",
    }
    notes = survey(schema, DRAFT_07, limit=9)
    assert [name for name, _ in notes.anchors] == ["x"]
    assert [found.base for found in notes.ids] == ["http://b/"]
    assert [found.path for _, found in notes.refs] == [("definitions", "c")]


@pytest.mark.parametrize(
    ("schema", "overlapping"),
    [
        ({"type": "object", "properties": {"a": {"items": {}}}}, False),
        ({"additionalProperties": False, "enum": [1]}, False),
        ({"properties": {"a": {"anyOf": [{}]}}}, True),
        ({"$ref": "#"}, True),
        ({"contains": {}}, True),
        ({"patternProperties": {}}, True),
        ({"unevaluatedProperties": False}, True),
    ],
)
def test_only_some_keywords_let_two_subschemas_meet(schema, overlapping):
    notes = survey(schema, DRAFT_2020_12, limit=9)
    assert notes.overlapping is overlapping


def test_the_number_of_subschemas_is_limited():
    schema = {"allOf": [{}, {}, {}]}
    assert len(survey(schema, DRAFT_2020_12, limit=4).found) == 4
    with pytest.raises(SchemaLimitError) as caught:
        survey(schema, DRAFT_2020_12, limit=3)
    assert str(caught.value) == "schema at /allOf/2: more than 3 subschemas"


@pytest.mark.parametrize(
    "inner",
    [
        "http://json-schema.org/draft-07/schema#",
        "http://json-schema.org/draft/2019-09/schema",
        "2020-12",
        "http://example.com/mine",
    ],
)
@pytest.mark.requirement("dialect")
def test_another_dialect_inside_is_refused(inner):
    with pytest.raises(UnsupportedDialectError) as caught:
        survey({"not": {"$schema": inner}}, DRAFT_2020_12, limit=9)
    assert str(caught.value) == (
        f"schema at /not/$schema: $schema is '{inner}' inside a schema of "
        "dialect 2020-12"
    )


def test_the_same_dialect_inside_is_not():
    inner = {"$schema": "http://json-schema.org/draft/2020-12/schema#"}
    assert survey({"not": inner}, DRAFT_2020_12, limit=9).found


def test_a_dialect_inside_that_is_no_string_is_refused():
    with pytest.raises(UnsupportedDialectError) as caught:
        survey({"not": {"$schema": {}}}, DRAFT_2019_09, limit=9)
    assert str(caught.value) == (
        "schema at /not/$schema: $schema is not a string"
    )


def test_a_part_is_surveyed_where_it_stands():
    notes = survey(
        {"not": {"$id": "c"}},
        DRAFT_2020_12,
        limit=9,
        path=("enum", 0),
        base="http://a/b",
    )
    assert notes.found[1].path == ("enum", 0, "not")
    assert notes.found[1].base == "http://a/c"
