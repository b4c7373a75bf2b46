"""From a checked schema to its nodes: dialects, references, resources."""

from __future__ import annotations

from judging import ALL_DIALECTS, DRAFT_07, DRAFT_2019_09, plain, told
from test_schema_nodes import graph_of


def test_keywords_are_those_of_the_dialect():
    # (schema, value, what 2020-12 and draft-07 tell)
    cases = [
        ({"prefixItems": [False]}, [1], 1, 0),
        ({"items": {}, "dependentRequired": {"a": ["b"]}}, {"a": 1}, 1, 0),
        ({"dependencies": {"a": ["b"]}}, {"a": 1}, 0, 1),
        ({"unevaluatedProperties": False}, {"a": 1}, 1, 0),
        ({"contains": {}, "maxContains": 1}, [1, 2], 1, 0),
        ({"contains": False, "minContains": 0}, [1], 0, 1),
    ]
    for schema, value, new, old in cases:
        assert len(told(schema, value)) == new
        assert len(told({**schema, "$schema": DRAFT_07}, value)) == old
    if_then = {"if": {}, "then": False}
    draft_06 = {"$schema": "http://json-schema.org/draft-06/schema#"}
    assert told(if_then, 1) == [("then", ())]
    assert told(if_then | draft_06, 1, dialects=ALL_DIALECTS) == []


def test_a_resource_keeps_its_dialect():
    resources = {
        "https://example.com/old": {
            "$schema": DRAFT_07,
            "items": [{"type": "null"}],
            "minItems": 1,
        }
    }
    schema = plain({"$ref": "https://example.com/old"}, resources=resources)
    assert schema.is_valid([None, 1])
    assert not schema.is_valid([1])


def test_one_node_for_one_schema_however_often_it_is_referred_to():
    schema = {
        "properties": {
            "a": {"$ref": "#/$defs/n"},
            "b": {"$ref": "#/$defs/n"},
        },
        "$defs": {"n": {"type": "number"}},
    }
    root = graph_of(schema).root
    first, second = root.properties.values()
    assert first.same == second.same


def test_a_reference_into_another_document_and_back():
    resources = {
        "https://example.com/a": {
            "properties": {"up": {"$ref": "b#/$defs/x"}},
            "additionalProperties": False,
        },
        "https://example.com/b": {
            "$defs": {"x": {"anyOf": [{"type": "null"}, {"$ref": "a"}]}}
        },
    }
    schema = {"$ref": "https://example.com/a"}
    assert told(schema, {"up": {"up": None}}, resources=resources) == []
    assert told(schema, {"up": {"down": 1}}, resources=resources) == [
        ("additionalProperties", ("up",))
    ]


def test_only_what_needs_it_remembers_or_looks_back():
    assert graph_of({"minimum": 1}).scope is None
    assert not graph_of({"anyOf": [{}]}).memory
    assert graph_of({"items": {"unevaluatedItems": False}}).memory
    dynamic = {"$dynamicAnchor": "n", "items": {"$dynamicRef": "#n"}}
    assert graph_of(dynamic).scope == ()
    recursive = {
        "$schema": DRAFT_2019_09,
        "$recursiveAnchor": True,
        "items": {"$recursiveRef": "#"},
    }
    assert graph_of(recursive).scope == ()
