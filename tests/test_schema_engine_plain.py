"""The plain engine: verdicts and explanations of one schema."""

from __future__ import annotations

import pytest

from judging import plain, told
from test_schema_nodes import graph_of
from toolgate.schema.engine_plain import PlainEngine


def test_a_boolean_schema():
    assert PlainEngine(graph_of(schema=True)).check(1)
    never = PlainEngine(graph_of(schema=False))
    assert not never.check(1)
    (found,) = never.explain(1, 5).violations
    assert (found.keyword, found.schema_path) == ("false", ())


def test_nothing_is_told_about_what_is_accepted():
    engine = PlainEngine(graph_of({"anyOf": [{"type": "integer"}]}))
    answer = engine.explain(1, 5)
    assert (answer.violations, answer.found, answer.exact) == ((), 0, True)


@pytest.mark.parametrize("limit", [1, 5, 100])
def test_an_explanation_is_cut_to_its_limit(limit):
    engine = PlainEngine(graph_of({"items": {"type": "null"}}))
    answer = engine.explain([1] * 50, limit)
    assert len(answer.violations) == min(50, limit)
    assert (answer.found, answer.exact) == (50, True)
    answer = engine.explain([1] * 500, limit)
    assert (answer.found, answer.exact) == (100, False)


def test_it_enforces_what_it_was_given_and_not_what_became_of_it():
    schema = {"properties": {"a": {"enum": ["x"]}}}
    compiled = plain(schema)
    schema["properties"]["a"]["enum"].append("y")
    assert not compiled.is_valid({"a": "y"})


def test_reentering_the_root_keeps_every_rule():
    """A nested `$schema` brings no other rules in by the back door."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {"in": {"$ref": "#"}, "n": {"multipleOf": 0.01}},
    }
    assert told(schema, {"in": {"in": {"n": 19.99}}}) == []
    assert told(schema, {"in": {"in": {"n": 19.999}}}) == [
        ("multipleOf", ("in", "in", "n"))
    ]
