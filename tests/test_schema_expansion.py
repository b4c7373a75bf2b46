"""The graph of what applies to one value, and the cycles in it."""

from __future__ import annotations

import pytest

from toolgate.exceptions import CyclicReferenceError
from toolgate.schema.dialects import (
    DIALECTS,
    DRAFT_07,
    DRAFT_2019_09,
    DRAFT_2020_12,
)
from toolgate.schema.expansion import LEAF, ROOT, draw
from toolgate.schema.library import shelve
from toolgate.schema.references import follow
from toolgate.schema.walk import survey


def graph_of(schema, resources=None, dialect=DRAFT_2020_12):
    shelf = shelve(
        (resources or {}).items(), enabled=DIALECTS, default=dialect, limit=999
    )
    notes = survey(schema, dialect, limit=999)
    return draw(follow(notes, shelf, limit=999))


CYCLES = [
    ({"$ref": "#"}, "/$ref"),
    ({"$defs": {"a": {"$ref": "#/$defs/a"}}}, "/$defs/a/$ref"),
    (
        {
            "$defs": {
                "a": {"$ref": "#/$defs/b"},
                "b": {"$ref": "#/$defs/c"},
                "c": {"$ref": "#/$defs/a"},
            }
        },
        "/$defs/a/$ref",
    ),
    *[
        ({keyword: [{}, {"$ref": "#"}]}, f"/{keyword}/1/$ref")
        for keyword in ("allOf", "anyOf", "oneOf")
    ],
    *[
        ({keyword: {"$ref": "#"}}, f"/{keyword}/$ref")
        for keyword in ("not", "if", "then", "else")
    ],
    *[
        ({keyword: {"a": {"$ref": "#"}}}, f"/{keyword}/a/$ref")
        for keyword in ("dependentSchemas", "dependencies")
    ],
    (
        {"$dynamicAnchor": "a", "not": {"$dynamicRef": "#a"}},
        "/not/$dynamicRef",
    ),
    (
        # whichever of the two it takes, one of them comes back
        {
            "$dynamicAnchor": "a",
            "properties": {"x": {"$ref": "urn:a:b"}},
            "$defs": {
                "b": {
                    "$id": "urn:a:b",
                    "$dynamicRef": "#a",
                    "$defs": {"c": {"$dynamicAnchor": "a"}},
                    "items": {},
                },
                "e": {
                    "$id": "urn:a:e",
                    "$dynamicAnchor": "a",
                    "$ref": "urn:a:b",
                },
            },
        },
        "/$defs/b/$dynamicRef",
    ),
    ({"items": {"items": {"$ref": "#/items/items"}}}, "/items/items/$ref"),
    (
        {"unevaluatedProperties": False, "allOf": [{"$ref": "#"}]},
        "/allOf/0/$ref",
    ),
]


@pytest.mark.parametrize(("schema", "pointer"), CYCLES)
def test_a_cycle_that_consumes_nothing_is_refused(schema, pointer):
    with pytest.raises(CyclicReferenceError) as caught:
        graph_of(schema)
    keyword = pointer.rpartition("/")[2]
    assert str(caught.value) == (
        f"schema at {pointer}: `{keyword}` leads back to itself without "
        "consuming any of the value"
    )


def test_a_cycle_in_another_document_is_named_there():
    with pytest.raises(CyclicReferenceError) as caught:
        graph_of({"not": {"$ref": "urn:a:b"}}, {"urn:a:b": {"$ref": "#"}})
    assert str(caught.value) == (
        "schema at /not/$ref: in urn:a:b#/$ref: `$ref` leads back to itself "
        "without consuming any of the value"
    )


def test_a_cycle_of_2019_09():
    schema = {"$recursiveAnchor": True, "not": {"$recursiveRef": "#"}}
    with pytest.raises(CyclicReferenceError):
        graph_of(schema, dialect=DRAFT_2019_09)
    with pytest.raises(CyclicReferenceError):
        graph_of({"not": {"$recursiveRef": "#"}}, dialect=DRAFT_2019_09)


@pytest.mark.parametrize(
    "keyword",
    [
        *("additionalProperties", "unevaluatedProperties", "propertyNames"),
        *("items", "contains", "unevaluatedItems", "contentSchema"),
    ],
)
def test_recursion_through_a_part_of_the_value_is_fine(keyword):
    assert graph_of({keyword: {"$ref": "#"}}).nodes


@pytest.mark.parametrize("keyword", ["properties", "patternProperties"])
def test_recursion_through_a_property_is_fine(keyword):
    assert graph_of({keyword: {"a": {"$ref": "#"}}}).nodes


def test_draft_07_ignores_what_stands_beside_a_reference():
    schema = {
        "definitions": {
            "a": {"$ref": "#/definitions/b", "not": {"$ref": "#"}},
            "b": {"not": {}},
        },
        "allOf": [{"$ref": "#/definitions/a"}],
    }
    graph = graph_of(schema, dialect=DRAFT_07)
    root = graph.nodes[ROOT]
    (target,) = (graph.nodes[number] for number in root.in_place)
    assert len(target.refs) == 1
    with pytest.raises(CyclicReferenceError):
        graph_of(schema, dialect=DRAFT_2020_12)


def test_edges_by_keyword():
    inner = {"not": {}}
    schema = {
        "allOf": [inner],
        "if": {},
        "$ref": "#/$defs/a",
        "$defs": {"a": {"not": {"not": {}}}},
        "properties": {"n": {}},
        "patternProperties": {"^p": {}},
        "additionalProperties": {},
        "propertyNames": {},
        "prefixItems": [{}, True],
        "items": {},
        "contains": {},
    }
    graph = graph_of(schema)
    root = graph.nodes[ROOT]
    assert len(root.in_place) == 2
    assert len(root.refs) == 1
    assert root.names == {"n": LEAF}
    assert root.patterns == [("^p", LEAF)]
    assert root.rest == root.items == LEAF
    assert root.prefix == [LEAF, LEAF]
    assert root.each == root.keys == [LEAF]
    assert not root.asks
    assert root.height == 3


def test_draft_07_tuples():
    schema = {"items": [{}, {}], "additionalItems": {}, "not": {}}
    root = graph_of(schema, dialect=DRAFT_07).nodes[ROOT]
    assert root.prefix == [LEAF, LEAF]
    assert root.items == LEAF


@pytest.mark.parametrize(
    "keyword", ["unevaluatedProperties", "unevaluatedItems"]
)
def test_unevaluated_asks_the_others(keyword):
    assert graph_of({keyword: {}, "not": {}}).nodes[ROOT].asks


def test_subschemas_that_apply_the_same_are_one():
    schema = {
        "properties": {
            "a": {"items": {"$ref": "#"}},
            "b": {"items": {"$ref": "#"}},
            "c": {"items": {"$ref": "#/$defs/d"}},
        },
        "$defs": {"d": {}},
    }
    root = graph_of(schema).nodes[ROOT]
    assert root.names["a"] == root.names["b"] != root.names["c"]


def test_targets_come_before_what_applies_them():
    schema = {
        "allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}],
        "$defs": {
            "a": {"anyOf": [{"$ref": "#/$defs/b"}, {"not": {}}]},
            "b": {"oneOf": [{}, {"items": {"$ref": "#"}}]},
        },
    }
    graph = graph_of(schema)
    place = {number: at for at, number in enumerate(graph.order)}
    assert len(place) == len(graph.nodes)
    for number, node in enumerate(graph.nodes):
        for target in node.targets():
            assert place[target] < place[number]


def test_a_dynamic_reference_may_take_any_target_of_its_name():
    schema = {
        "$id": "urn:a:a",
        "$dynamicAnchor": "n",
        "properties": {"x": {"$ref": "urn:a:b"}},
        "$defs": {
            "b": {
                "$id": "urn:a:b",
                "$dynamicAnchor": "n",
                "items": {"$dynamicRef": "#n"},
            },
            "plain": {"$anchor": "m", "items": {"$dynamicRef": "#m"}},
        },
    }
    graph = graph_of(schema)
    choosing = [node for node in graph.nodes if node.choices]
    assert [len(node.choices) for node in choosing] == [2]
    chosen = [node for node in graph.nodes if node.chosen]
    assert [node.found.path for node in chosen] == [("$defs", "b", "items")]


def test_a_plain_target_of_a_dynamic_reference_is_the_only_one():
    """2020-12 core, section 8.2.3.2: it needs the anchor that it names."""
    schema = {
        "$dynamicAnchor": "n",
        "items": {"$dynamicRef": "#/$defs/a"},
        "contains": {"$dynamicRef": "#/$defs/b"},
        "$defs": {"a": {"$dynamicAnchor": "x"}, "b": True},
    }
    graph = graph_of(schema)
    assert not any(node.chosen for node in graph.nodes)
