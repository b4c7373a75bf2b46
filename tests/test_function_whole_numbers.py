"""Whole numbers become integers where a schema asks for nothing else."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import pytest
from jsonschema import Draft202012Validator
from pydantic import AfterValidator, BaseModel, Field, create_model
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from typing_extensions import TypedDict

from deriving import derive
from toolgate.function.whole_numbers import Schemas, whole

INTEGER = {"type": "integer"}
NUMBER = {"type": "number"}
STRING = {"type": "string"}


TAGGED = {
    "oneOf": [
        {"properties": {"k": {"const": 1}, "n": INTEGER}},
        {"properties": {"k": {"const": 2}, "n": NUMBER}},
    ]
}


def pair(first, second):
    return {"type": "array", "prefixItems": [first, second], "items": False}


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


def written(value, schema, definitions=(), *, is_lenient=False):
    definitions = dict(definitions)

    def target(schema):
        return definitions.get(schema.get("$ref"), schema)

    known = Registry().with_resources(
        (name, DRAFT202012.create_resource(each))
        for name, each in definitions.items()
    )

    def accepts(schema, value):
        return Draft202012Validator(schema, registry=known).is_valid(value)

    return json.dumps(
        whole(value, schema, Schemas(target, accepts), is_lenient=is_lenient)
    )


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
        ({"enum": [1, "a"]}, 1.0, "1"),
        ({"enum": [1.0, "a"]}, 1.0, "1.0"),
        ({"enum": [2, "a"]}, 1.0, "1.0"),
        ({"const": 1}, 1.0, "1"),
        ({"const": True}, 1.0, "1.0"),
        (TAGGED, {"k": 1, "n": 5.0}, '{"k": 1, "n": 5}'),
        (TAGGED, {"k": 1.0, "n": 5.0}, '{"k": 1, "n": 5}'),
        (TAGGED, {"k": 2, "n": 5.0}, '{"k": 2, "n": 5.0}'),
        (
            {"oneOf": [pair(INTEGER, STRING), pair(NUMBER, INTEGER)]},
            [5.0, "a"],
            '[5, "a"]',
        ),
        (
            {"oneOf": [pair(INTEGER, STRING), pair(NUMBER, INTEGER)]},
            [5.0, 6.0],
            "[5.0, 6]",
        ),
        (
            {"anyOf": [True, pair(INTEGER, STRING), False]},
            [5.0, "a"],
            '[5.0, "a"]',
        ),
        ({"items": False}, [], "[]"),
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


def test_where_another_number_may_stand_integers_are_taken_at_last():
    schema = {"anyOf": [{"items": INTEGER}, {"items": NUMBER}]}
    assert written([5.0, 1.5, 2], schema) == "[5.0, 1.5, 2]"
    assert written([5.0, 2], schema, is_lenient=True) == "[5, 2]"
    assert written(5.0, NUMBER, is_lenient=True) == "5.0"


class One(BaseModel):
    kind: Literal[1]
    x: int


class Two(BaseModel):
    kind: Literal[2]
    x: float


class Whole(BaseModel):
    x: int
    y: str


class Part(BaseModel):
    x: float
    z: str


class WholeKeys(TypedDict):
    x: int
    y: str


class PartKeys(TypedDict):
    x: float
    z: str


def refuse(value):
    raise ValueError


class Never(BaseModel):
    x: float
    y: Annotated[str, AfterValidator(refuse)]


class NeverWhole(BaseModel):
    x: int
    y: Annotated[str, AfterValidator(refuse)]


TREE = create_model("Tree", x=(int, ...), below=(list[Whole | Part], ...))
TOLD = Annotated[One | Two, Field(discriminator="kind")]


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (One | Two, {"kind": 1, "x": 5.0}),
        (One | Two, {"kind": 1.0, "x": 5.0}),
        (TOLD, {"kind": 1, "x": 5.0}),
        (TOLD, {"kind": 2, "x": 5}),
        (Whole | Part, {"x": 5.0, "y": "a"}),
        (Whole | Part, {"x": 5, "z": "a"}),
        (WholeKeys | PartKeys, {"x": 5.0, "y": "a"}),
        (tuple[int, str] | tuple[float, int], [5.0, "a"]),
        (tuple[int, str] | tuple[float, int], [5.0, 6.0]),
        (list[Whole | Part], [{"x": 5.0, "y": "a"}, {"x": -0.0, "z": "a"}]),
        (dict[str, Whole | Part], {"k": {"x": 5.0, "y": "a"}}),
        (TREE | None, {"x": 1.0, "below": [{"x": 5.0, "y": "a"}]}),
        (Whole | Never, {"x": 5.0, "y": "a"}),
        (Literal[1, "a"], 1.0),
    ],
)
def test_a_whole_number_is_read_as_pydantic_reads_the_integer(kind, value):
    """Pydantic is given the same value with the integers spelled as such."""
    model = create_model("Holder", f=(kind, ...))
    derived = derive(model)
    assert derived.is_valid({"f": value})
    spelled = json.dumps({"f": value}).replace("5.0", "5").replace("1.0", "1")
    spelled = spelled.replace("6.0", "6")
    meant = model.model_validate_json(spelled, strict=True)
    assert repr(derived.outcome({"f": value})) == repr(meant)


def test_what_remains_is_not_told_of_the_number():
    derived = derive(create_model("Holder", f=(NeverWhole | Never, ...)))
    found = derived.outcome({"f": {"x": 5.0, "y": "a"}})
    assert found.path == ("f", "y")
    assert "integer" not in found.expected
