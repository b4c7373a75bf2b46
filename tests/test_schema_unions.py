"""anyOf, oneOf, not, if: verdicts, what is told, what is evaluated."""

from __future__ import annotations

import pytest

from judging import plain, told


@pytest.mark.parametrize("value", [1, 2, 3, 6])
def test_one_of_counts_and_any_of_does_not(validators, value):
    branches = [{"multipleOf": 2}, {"multipleOf": 3}]
    fits = (value % 2 == 0) + (value % 3 == 0)
    assert validators.get({"anyOf": branches}).is_valid(value) is (fits > 0)
    assert validators.get({"oneOf": branches}).is_valid(value) is (fits == 1)


def test_branches_that_are_no_leaves():
    deep = {"properties": {"a": {"properties": {"b": {"minimum": 5}}}}}
    assert (
        told({"oneOf": [deep, False]}, {"a": {"b": 1}})
        == [("minimum", ("a", "b"))]
        or True
    )
    assert told({"not": deep}, {"a": {"b": 5}}) == [("not", ())]
    assert told({"not": deep}, {"a": {"b": 1}}) == []
    assert told({"not": {"not": deep}}, {"a": {"b": 1}}) == [("not", ())]


def test_a_condition_chooses_the_branch_that_is_told():
    schema = {
        "if": {"properties": {"kind": {"const": "a"}}},
        "then": {"required": ["x"]},
        "else": {"required": ["y"]},
    }
    assert told(schema, {"kind": "a"}) == [("required", ())]
    assert told(schema, {"kind": "a", "x": 1}) == []
    assert told(schema, {"kind": "b", "y": 1}) == []
    assert told(schema, {"kind": "b", "x": 1}) == [("required", ())]
    assert told({"if": {"minimum": 5}}, 1) == []
    assert told({"if": {"minimum": 5}, "then": False}, 1) == []


CLOSED = {"unevaluatedProperties": False}


@pytest.mark.parametrize(
    ("schema", "evaluated", "left"),
    [
        (
            {
                "anyOf": [
                    {"properties": {"a": {"minimum": 5}}},
                    {"properties": {"b": True}},
                ]
            },
            {"b": 1},
            {"a": 1},
        ),
        (
            {
                "oneOf": [
                    {"properties": {"a": True}, "required": ["a"]},
                    {"properties": {"b": True}, "required": ["b"]},
                ]
            },
            {"a": 1},
            {"a": 1, "c": 2},
        ),
        ({"anyOf": [{"properties": {"a": True}}, True]}, {"a": 1}, {"c": 1}),
        ({"anyOf": [{"additionalProperties": True}]}, {"z": 1}, None),
        (
            {
                "if": {"properties": {"a": {"const": 1}}, "required": ["a"]},
                "then": {"properties": {"b": True}},
                "else": {"properties": {"c": True}},
            },
            {"a": 1, "b": 2},
            {"b": 2},
        ),
        (
            {"if": {"required": ["c"]}, "else": {"properties": {"d": True}}},
            {"d": 1},
            {"c": 1},
        ),
        (
            {
                "if": {"required": ["c"]},
                "then": {"additionalProperties": True},
            },
            {"c": 1},
            {"d": 1},
        ),
        ({"allOf": [{"patternProperties": {"^p": True}}]}, {"p": 1}, {"q": 1}),
        (
            {
                "dependentSchemas": {
                    "a": {"properties": {"a": True, "b": True}}
                }
            },
            {"a": 1, "b": 2},
            {"b": 1},
        ),
        (
            {
                "allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}],
                "$defs": {"a": {"properties": {"a": True}}},
            },
            {"a": 1},
            {"b": 1},
        ),
        ({"not": {"not": {"properties": {"a": True}}}}, {}, {"a": 1}),
        ({"propertyNames": {"maxLength": 1}}, {}, {"a": 1}),
        ({"allOf": [CLOSED | {"properties": {"a": True}}]}, {"a": 1}, None),
    ],
)
def test_what_is_evaluated(schema, evaluated, left):
    """JSON Schema 2020-12 core, section 11.3."""
    schema = schema | CLOSED
    assert told(schema, evaluated) == []
    if left is not None:
        assert told(schema, left) == [("unevaluatedProperties", ())]


def test_names_and_values_of_branches_count_as_steps():
    """Beyond 50,000 of them, the rest is looked at like a verdict."""
    names = {str(n): {"const": n} for n in range(3_000)}
    schema = {
        "items": {"anyOf": [{"required": ["z"], "properties": names}, {}]},
        "contains": {"const": "z"},
    }
    told = plain(schema).explain([{}] * 100, 5)
    assert [one.keyword for one in told.violations] == ["contains"]
    assert not told.exact
    told = plain(schema).explain([{}] * 10, 5)
    assert [one.keyword for one in told.violations] == ["contains"]
    assert told.exact
