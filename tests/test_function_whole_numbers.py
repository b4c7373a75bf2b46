"""Whole numbers become integers where a schema asks for nothing else."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from deriving import derive
from toolgate.function.whole_numbers import whole

INTEGER = {"type": "integer"}
NUMBER = {"type": "number"}
STRING = {"type": "string"}


class Mixed(BaseModel):
    a: int
    b: Any
    c: float
    d: int | float
    e: Mixed | None = None


class Circle(BaseModel):
    kind: Literal["circle"]
    size: float


class Square(BaseModel):
    kind: Literal["square"]
    size: int


class Drawing(BaseModel):
    shapes: list[Circle | Square]


def written(value, schema, definitions=()):
    definitions = dict(definitions)

    def target(schema):
        return definitions.get(schema.get("$ref"), schema)

    return json.dumps(whole(value, schema, target))


@pytest.mark.parametrize(
    ("schema", "value", "text"),
    [
        (INTEGER, 5.0, "5"),
        (INTEGER, 5.5, "5.5"),
        (INTEGER, 5, "5"),
        (INTEGER, "a", '"a"'),
        ({"type": ["integer", "null"]}, 5.0, "5"),
        ({"type": ["integer", "number"]}, 5.0, "5.0"),
        (NUMBER, -0.0, "-0.0"),
        (STRING, 5.0, "5.0"),
        ({}, 5.0, "5.0"),
        ({"not": {}}, 5.0, "5.0"),
        ({"anyOf": [INTEGER, STRING]}, 5.0, "5"),
        ({"oneOf": [INTEGER, NUMBER]}, 5.0, "5.0"),
        ({"allOf": [INTEGER, True]}, 5.0, "5.0"),
        ({"anyOf": [INTEGER, INTEGER, False]}, 5.0, "5"),
        ({"type": "array", "items": INTEGER}, [5.0], "[5]"),
        ({"type": ["array", "null"], "items": INTEGER}, [5.0], "[5]"),
        ({"anyOf": [{"items": INTEGER}, STRING]}, [5.0], "[5]"),
        ({"type": "array"}, [5.0], "[5.0]"),
        (
            {"prefixItems": [INTEGER, NUMBER], "items": INTEGER},
            [5.0, 5.0, 5.0],
            "[5, 5.0, 5]",
        ),
        (
            {"properties": {"a": INTEGER}, "additionalProperties": NUMBER},
            {"a": 5.0, "b": 5.0},
            '{"a": 5, "b": 5.0}',
        ),
        (
            {"properties": {"a": INTEGER}, "additionalProperties": False},
            {"a": 5.0, "b": 5.0},
            '{"a": 5, "b": 5.0}',
        ),
        ({"properties": {"a": INTEGER}}, {"b": 5.0}, '{"b": 5.0}'),
        (
            {
                "patternProperties": {"^a": INTEGER},
                "additionalProperties": INTEGER,
            },
            {"a": 5.0},
            '{"a": 5}',
        ),
        (
            {"patternProperties": {"^a": INTEGER}},
            {"a": 5.0},
            '{"a": 5.0}',
        ),
        (
            {
                "anyOf": [
                    {"properties": {"k": {"const": "a"}, "n": INTEGER}},
                    {"properties": {"k": {"const": "b"}, "n": NUMBER}},
                ]
            },
            {"k": "a", "n": 5.0},
            '{"k": "a", "n": 5}',
        ),
    ],
)
def test_whole(schema, value, text):
    assert written(value, schema) == text


def test_references_are_followed():
    tree = {"anyOf": [INTEGER, {"items": {"$ref": "tree"}}, {"$ref": "tree"}]}
    schema = {"anyOf": [{"$ref": "tree"}, STRING]}
    assert written([1.0, [2.0]], schema, {"tree": tree}) == "[1.0, [2.0]]"
    tree["anyOf"][1]["type"] = "array"
    assert written([1.0, [2.0]], schema, {"tree": tree}) == "[1, [2]]"


def test_a_model_gets_what_was_sent_beside_an_integer():
    inner = {"a": 1.0, "b": [5.0], "c": -0.0, "d": 2.0}
    found = derive(Mixed).outcome({**inner, "e": inner})
    for each in (found, found.e):
        assert (
            repr((each.a, each.b, each.c, each.d)) == "(1, [5.0], -0.0, 2.0)"
        )


def test_tags_tell_which_branch_asks():
    value = {
        "shapes": [
            {"kind": "square", "size": 2.0},
            {"kind": "circle", "size": -0.0},
        ]
    }
    square, circle = derive(Drawing).outcome(value).shapes
    assert repr((square.size, circle.size)) == "(2, -0.0)"
