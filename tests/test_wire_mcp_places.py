"""Every schema inside of a schema."""

from __future__ import annotations

import pytest
from hypothesis import given

from strategies import schemas
from toolgate.schema.dialects import DRAFT_07, DRAFT_2019_09, DRAFT_2020_12
from toolgate.schema.walk import Subschema, subschemas
from toolgate.wire.mcp_places import places, references


def paths(schema, dialect=DRAFT_2020_12):
    return [found.path for found in places(schema, dialect)]


@given(schemas())
def test_places_without_references_out_of_them_are_the_walkers(schema):
    """Whatever refers to `definitions` is where the dialect knows schemas."""
    walked = [
        found.path
        for found in subschemas(schema, DRAFT_2020_12)
        if isinstance(found.schema, dict)
    ]
    assert set(paths(schema)) == set(walked)


@pytest.mark.parametrize(
    "ref",
    ["#/x/0/a~1b%20c", "#/x/0/a%7E1b%20c", "#%2Fx/0/a~1b%20c"],
)
def test_a_reference_makes_a_schema_of_what_it_names(ref):
    schema = {
        "items": {"$ref": ref},
        "x": [{"a/b c": {"not": {"$ref": "#/y"}}}],
        "y": {"enum": [{"$ref": "#/z"}]},
        "z": {},
    }
    assert paths(schema) == [
        (),
        ("items",),
        ("x", 0, "a/b c"),
        ("x", 0, "a/b c", "not"),
        ("y",),
    ]


@pytest.mark.parametrize(
    "ref",
    [
        "#anchor",
        "#/missing",
        "#/x/5",
        "#/x/-1",
        "#/x/first",
        "#/s/a",
        "#/~2",
        "#/%zz",
        "#/t",
        "other.json#/x",
        5,
    ],
)
def test_a_reference_to_no_object_of_the_document_names_no_place(ref):
    schema = {"$ref": ref, "x": [{"not": {}}], "s": "text", "t": True}
    assert paths(schema) == [()]


def test_each_place_comes_once():
    schema = {"$ref": "#/x", "not": {"$ref": "#/x"}, "x": {"$ref": "#"}}
    assert paths(schema) == [(), ("not",), ("x",)]


def test_the_base_holds_in_places_that_only_a_reference_shows():
    schema = {
        "$ref": "#/$defs/e/x/y",
        "$defs": {"e": {"$id": "urn:e", "x": {"y": {"not": {}}}}},
    }
    bases = {found.path: found.base for found in places(schema, DRAFT_2020_12)}
    assert bases["$defs", "e", "x", "y"] == "urn:e"
    assert bases["$defs", "e", "x", "y", "not"] == "urn:e"
    assert bases[()] == ""


@pytest.mark.parametrize(
    ("schema", "base", "dialect", "found"),
    [
        ({"$ref": "#"}, "", DRAFT_2020_12, ["$ref"]),
        ({"$ref": ""}, "", DRAFT_07, ["$ref"]),
        ({"$ref": "#/a"}, "urn:e", DRAFT_2020_12, []),
        ({"$ref": "a#/b"}, "", DRAFT_2020_12, []),
        ({"$ref": 1}, "", DRAFT_2020_12, []),
        (
            {"$ref": "#a", "$dynamicRef": "#/b"},
            "",
            DRAFT_2020_12,
            ["$ref", "$dynamicRef"],
        ),
        ({"$dynamicRef": "#/b"}, "", DRAFT_07, []),
        ({"$recursiveRef": "#"}, "", DRAFT_2019_09, ["$recursiveRef"]),
    ],
)
def test_references_into_the_document_itself(schema, base, dialect, found):
    assert references(Subschema((), schema, base), dialect) == found
