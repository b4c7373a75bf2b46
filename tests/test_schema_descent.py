"""The descent keeps its own stack and its own count."""

from __future__ import annotations

import pytest

from judging import deep, plain
from toolgate.schema import descent
from toolgate.schema.descent import Descent, Silent, run


def test_a_task_waits_on_a_list_and_not_on_the_stack():
    def count(levels):
        if levels == 0:
            return 0
        return 1 + (yield count(levels - 1))

    assert run(count(20_000)) == 20_000


def chain(steps):
    """A recursive schema with that many steps on each value."""
    defs = {
        f"d{n}": {"anyOf": [{"type": "null"}, {"$ref": f"#/$defs/d{n + 1}"}]}
        for n in range(steps)
    }
    defs[f"d{steps}"] = {
        "type": "object",
        "properties": {"n": {"$ref": "#/$defs/d0"}},
        "additionalProperties": False,
    }
    return {"$ref": "#/$defs/d0", "$defs": defs}


@pytest.mark.parametrize("steps", [0, 1, 40])
def test_many_steps_on_many_levels(steps):
    """40 steps on 64 levels would be 15,000 frames in jsonschema."""
    schema = plain(chain(steps))
    assert schema.is_valid(deep(63, None if steps else {}, "n"))
    found = schema.violations(deep(63, 5, "n"))
    assert [len(one.instance_path) for one in found] == [63]


def test_work_beyond_the_limit_is_refused():
    """The cost of the schema and the size of the value decide, beforehand."""
    schema = {"items": {"anyOf": [{"minimum": n} for n in range(100)]}}
    validator = plain(schema)
    assert validator.is_valid([100] * 9_000)
    assert not validator.is_valid([100] * 11_000)
    (found,) = validator.violations([100] * 11_000)
    assert found.keyword == "json"


def doubling(levels):
    """Two branches a level, each the next level: 2 to that power of paths."""
    defs = {
        f"d{n}": {
            "anyOf": [
                {"$ref": f"#/$defs/d{n + 1}"},
                {"$ref": f"#/$defs/d{n + 1}"},
            ]
        }
        for n in range(levels)
    }
    defs[f"d{levels}"] = {
        "minimum": 5,
        "multipleOf": 7,
        "maxLength": 0,
    }
    return {"$ref": "#/$defs/d0", "$defs": defs}


def test_an_explanation_that_takes_too_long_is_cut_short(monkeypatch):
    """Then the union itself is told, and the answer is not exact."""
    schema = plain(doubling(8))
    full = schema.explain(3, 5)
    assert full.exact
    monkeypatch.setattr(descent, "MAX_STEPS", 100)
    short = schema.explain(3, 5)
    assert not short.exact
    assert [one.keyword for one in short.violations] == ["anyOf"]


def test_what_was_found_before_the_end_is_kept(monkeypatch):
    schema = plain({"type": "string", **doubling(8)})
    monkeypatch.setattr(descent, "MAX_STEPS", 100)
    short = schema.explain(3, 5)
    assert not short.exact
    assert [one.keyword for one in short.violations] == ["type"]


@pytest.mark.parametrize(
    "schema",
    [
        {"propertyNames": doubling(8)},
        {"unevaluatedProperties": doubling(8)},
        {"not": {"not": {"properties": {"a": doubling(8)}}}},
        {"anyOf": [{"properties": {"a": doubling(8)}}, False]},
        {"oneOf": [{"properties": {"a": doubling(8)}}, False]},
        {"if": {"properties": {"a": doubling(8)}}, "else": False},
    ],
)
def test_every_keyword_can_be_cut_short(monkeypatch, schema):
    schema = {**schema, "$defs": doubling(8)["$defs"]}
    for limit in (20, 100, 10**6):
        monkeypatch.setattr(descent, "MAX_STEPS", limit)
        answer = plain(schema).explain({"a": 3}, 5)
        assert answer.violations


def test_memory_answers_without_asking_twice():
    asked = []

    class Counting(Silent):
        keyword = "counting"

        def verdict(self, value, scope, walk):
            asked.append(value)
            yield from ()
            return True

    walk = Descent(memory=True)
    node = descent.Node("")
    node.leaf = False
    node.forks = [Counting()]
    value = {"a": 1}
    for _ in range(3):
        assert run(walk.valid(node, value, None))
    assert asked == [value]
    assert run(walk.valid(node, 1, None))
    assert asked == [value, 1]


def test_nested_unevaluated_is_answered_once():
    """Each level asks the one below twice, but is told the second time."""
    schema = {"properties": {"x": True}}
    for _ in range(6):
        schema = {
            "anyOf": [schema, {"required": ["never"]}],
            "unevaluatedProperties": False,
        }
    validator = plain(schema)
    assert validator.is_valid({"x": 1})
    assert not validator.is_valid({"y": 1})


def test_schema_paths_are_cut_where_they_are_very_long():
    steps = {
        f"d{n}": {"anyOf": [{"$ref": f"#/$defs/d{n + 1}"}]} for n in range(400)
    }
    schema = {"$ref": "#/$defs/d0", "$defs": steps | {"d400": {"const": 1}}}
    (found,) = plain(schema).violations(2)
    assert found.keyword == "const"
    assert found.schema_path[:4] == ("$ref", "anyOf", 0, "$ref")
    assert 256 <= len(found.schema_path) < 264
