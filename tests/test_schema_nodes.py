"""What can be read off a graph of nodes."""

from __future__ import annotations

import pytest

from judging import ALL_DIALECTS
from toolgate.schema.checks import SchemaRules, check_schema
from toolgate.schema.dialects import known
from toolgate.schema.failures import Collector
from toolgate.schema.graph import Graph
from toolgate.schema.nodes import declared, related, tags
from toolgate.schema.reach import reach

RULES = SchemaRules(dialects=tuple(known(name) for name in ALL_DIALECTS))


def graph_of(schema):
    checked = check_schema(schema, RULES)
    return Graph(
        checked.document,
        checked.dialect,
        leads=reach(checked.links),
        patterns=checked.patterns,
        formats={},
    )


def test_a_leaf_has_assertions_alone():
    root = graph_of({"properties": {"a": {"minimum": 1}}}).root
    assert not root.leaf
    assert root.properties["a"].leaf
    assert root.properties["a"].passes(1)
    assert not root.properties["a"].passes(0)


SCHEMA = {
    "properties": {"kind": {"$ref": "#/$defs/k"}, "free": {}},
    "allOf": [{"properties": {"mode": {"enum": [1]}}}],
    "anyOf": [{"properties": {"x": {"const": 1}}}],
    "$defs": {"k": {"const": "a"}},
}


def test_tags_are_the_properties_that_tell_branches_apart():
    assert tags(graph_of(SCHEMA).root) == {"kind", "mode"}


def test_tags_are_found_out_once_where_they_are_few():
    node = graph_of(SCHEMA).root
    assert tags(node) is tags(node)
    many = {
        "allOf": [
            {"properties": {f"{part}{n}": {"const": 1} for n in range(50)}}
            for part in "ab"
        ]
    }
    node = graph_of(many).root
    assert len(tags(node)) == 100
    assert tags(node) == tags(node)
    assert node.tagged is None


def test_declared_names_are_those_of_all_branches():
    assert declared(graph_of(SCHEMA).root) == ("kind", "free", "mode", "x")


def test_relations_are_looked_at_up_to_a_number():
    schema = {"allOf": [{"allOf": [{"minimum": n}]} for n in range(500)]}
    assert len(related(graph_of(schema).root, branches=True)) < 1000


def test_a_schema_that_refers_to_itself_ends():
    schema = {
        "anyOf": [
            {"properties": {"next": {"$ref": "#"}}},
            {"$ref": "#/$defs/x"},
            {"$ref": "#/$defs/x"},
        ],
        "$defs": {"x": {"properties": {"y": True}}},
    }
    assert declared(graph_of(schema).root) == ("next", "y")


@pytest.mark.parametrize("missing", [1, 3, 500])
def test_a_report_stops_when_it_has_enough(missing):
    names = [f"n{n}" for n in range(missing)]
    root = graph_of({"required": names, "minProperties": 1}).root
    out = Collector(20)
    root.report({}, ((), ()), "false", out)
    assert len(out.found) == min(missing, 20) + 1
