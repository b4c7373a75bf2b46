"""Pydantic's types, by their own schema and their own reading."""

# ruff: noqa: UP007, UP045 - both spellings must work

from __future__ import annotations

import ast  # noqa: TC003 - Pydantic reads it
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Generic, Literal, Optional, TypeVar, Union

import pydantic
import pytest
from pydantic import BaseModel, ConfigDict, Field, RootModel
from pydantic_core import core_schema

import toolgate.function.models as room
from deriving import REJECTED, Refusal, derive, deriver
from toolgate.function.models import shape_of
from toolgate.function.shape import Refused

T = TypeVar("T")
DAY = date(2030, 1, 31)
STRING = {"type": "string"}
INTEGER = {"type": "integer"}


class Address(BaseModel):
    """Where it is."""

    city: str
    zip_code: int = Field(alias="zip", ge=0)


class Person(BaseModel):
    name: str = Field(title="Full name", description="Given and family name")
    home: Address
    born: date | None = None


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    a: int


class Empty(BaseModel):
    pass


class Wide(BaseModel):
    title: str
    properties: dict[str, int] = {}
    default: Any = {"properties": {"title": "Default"}}


class Node(BaseModel):
    value: int
    children: list[Node] = []


class Names(RootModel[list[str]]):
    pass


class Maybe(RootModel[Optional[int]]):
    pass


class Pair(BaseModel, Generic[T]):
    left: T
    right: T


class Cat(BaseModel):
    kind: Literal["cat"]


class Dog(BaseModel):
    kind: Literal["dog"]


class Owner(BaseModel):
    pet: Union[Cat, Dog] = Field(discriminator="kind")


class Checked(BaseModel):
    a: int

    @pydantic.field_validator("a")
    @classmethod
    def small(cls, value):
        if value > 9:
            raise ValueError("12 is a secret")
        return value

    @pydantic.model_validator(mode="after")
    def even(self):
        if self.a % 2:
            raise LookupError(self.a)
        return self


@pydantic.dataclasses.dataclass
class Foreign:
    a: int
    day: date = DAY


@pydantic.dataclasses.dataclass
class ForeignBox(Generic[T]):
    item: T


class Custom:
    """A class that brings its own validation."""

    def __init__(self, text):
        self.text = text

    @classmethod
    def __get_pydantic_core_schema__(cls, source, handler):
        return core_schema.no_info_after_validator_function(
            cls, core_schema.str_schema(max_length=3)
        )


class NoSchema(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)
    a: ast.AST


class Undefined(BaseModel):
    a: Nowhere  # noqa: F821 - on purpose


ADDRESS = {
    "description": "Where it is.",
    "type": "object",
    "properties": {"city": STRING, "zip": {**INTEGER, "minimum": 0}},
    "required": ["city", "zip"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("annotation", "schema"),
    [
        (Address, ADDRESS),
        (
            Person,
            {
                "type": "object",
                "properties": {
                    "name": {
                        **STRING,
                        "title": "Full name",
                        "description": "Given and family name",
                    },
                    "home": ADDRESS,
                    "born": {
                        "anyOf": [
                            {"type": "string", "format": "date"},
                            {"type": "null"},
                        ],
                        "default": None,
                    },
                },
                "required": ["name", "home"],
                "additionalProperties": False,
            },
        ),
        (
            Open,
            {
                "type": "object",
                "properties": {"a": INTEGER},
                "required": ["a"],
                "additionalProperties": True,
            },
        ),
        (
            Empty,
            {
                "type": "object",
                "properties": {},
                "additionalProperties": False,
            },
        ),
        (
            Wide,
            {
                "type": "object",
                "properties": {
                    "title": STRING,
                    "properties": {
                        "type": "object",
                        "additionalProperties": INTEGER,
                        "default": {},
                    },
                    "default": {
                        "default": {"properties": {"title": "Default"}}
                    },
                },
                "required": ["title"],
                "additionalProperties": False,
            },
        ),
        (Names, {"type": "array", "items": STRING}),
        (
            Pair[int],
            {
                "type": "object",
                "properties": {"left": INTEGER, "right": INTEGER},
                "required": ["left", "right"],
                "additionalProperties": False,
            },
        ),
        (
            Foreign,
            {
                "type": "object",
                "properties": {
                    "a": INTEGER,
                    "day": {
                        "type": "string",
                        "format": "date",
                        "default": "2030-01-31",
                    },
                },
                "required": ["a"],
                "additionalProperties": False,
            },
        ),
        (
            ForeignBox[int],
            {
                "type": "object",
                "properties": {"item": INTEGER},
                "required": ["item"],
                "additionalProperties": False,
            },
        ),
        (Custom, {**STRING, "maxLength": 3}),
    ],
)
def test_schema(annotation, schema):
    assert derive(annotation).schema == schema


def test_definitions_move_into_ours():
    schema = derive(tuple[Person, Address, Node]).schema
    node = {
        "type": "object",
        "properties": {
            "value": INTEGER,
            "children": {
                "type": "array",
                "items": {"$ref": "#/$defs/Node"},
                "default": [],
            },
        },
        "required": ["value"],
        "additionalProperties": False,
    }
    assert schema["$defs"] == {"Address": ADDRESS, "Node": node}
    first, second, third = schema["prefixItems"]
    assert first["properties"]["home"] == {"$ref": "#/$defs/Address"}
    assert second == {"$ref": "#/$defs/Address"}
    assert third == {"$ref": "#/$defs/Node"}


def test_models_of_one_name_are_told_apart():
    def make(kind):
        class Address(BaseModel):
            city: kind

        class Place(BaseModel):
            at: list[Address]
            back: Address

        return Place

    schema = derive(tuple[make(int), make(str), make(str)]).schema
    refs = [
        each["properties"]["back"]
        if "properties" in each
        else schema["$defs"][each["$ref"][8:]]["properties"]["back"]
        for each in schema["prefixItems"]
    ]
    cities = [
        schema["$defs"][ref["$ref"][8:]]["properties"]["city"] for ref in refs
    ]
    assert cities == [INTEGER, STRING, STRING]
    assert refs[1] == refs[2] != refs[0]


def test_a_definition_may_be_called_like_its_model():
    class Inner(BaseModel):
        a: int

    Inner.__name__ = "Outer"

    class Outer(BaseModel):
        inner: Inner
        again: Inner

    derived = derive(Outer)
    value = {"inner": {"a": 1}, "again": {"a": 2}}
    assert derived.outcome(value).again.a == 2
    assert derived.outcome({"inner": {"a": 1}}) is REJECTED


def test_tagged_unions_lose_only_the_hint():
    derived = derive(Owner)
    pet = derived.schema["properties"]["pet"]
    assert [*pet] == ["oneOf"]
    assert derived.outcome({"pet": {"kind": "dog"}}).pet == Dog(kind="dog")


@pytest.mark.parametrize(
    ("annotation", "value", "read"),
    [
        (Address, {"city": "x", "zip": 1}, Address(city="x", zip=1)),
        (Address, {"city": "x", "zip": 1.0}, Address(city="x", zip=1)),
        (Address, {"city": "x", "zip_code": 1}, REJECTED),
        (Address, {"city": "x", "zip": "1"}, REJECTED),
        (
            Person,
            {
                "name": "a",
                "home": {"city": "x", "zip": 0},
                "born": "2030-01-31",
            },
            Person(name="a", home=Address(city="x", zip=0), born=DAY),
        ),
        (
            Person,
            {"name": "a", "home": {"city": "x", "zip": 0, "no": 1}},
            REJECTED,
        ),
        (Open, {"a": 1, "b": 2}, Open(a=1, b=2)),
        (Empty, {}, Empty()),
        (
            Node,
            {"value": 1, "children": [{"value": 2.0}]},
            Node(value=1, children=[Node(value=2)]),
        ),
        (Names, ["a"], Names(["a"])),
        (Maybe, None, Maybe(None)),
        (
            Pair[date],
            {"left": "2030-01-31", "right": "2030-01-31"},
            Pair[date](left=DAY, right=DAY),
        ),
        (Foreign, {"a": 1.0}, Foreign(1)),
        (ForeignBox[int], {"item": 1}, ForeignBox(1)),
        (Optional[Node], None, None),
        (list[Node], [{"value": 1}], [Node(value=1)]),
    ],
)
def test_value(annotation, value, read):
    assert derive(annotation).outcome(value) == read


def test_classes_with_their_own_validation():
    derived = derive(dict[str, Custom])
    assert derived.outcome({"a": "x"})["a"].text == "x"
    assert derived.outcome({"a": "long"}) is REJECTED


def test_models_inside_of_other_types():
    @dataclass
    class Trip:
        to: Address
        by: Annotated[Node, "how"]

    value = {"to": {"city": "x", "zip": 1}, "by": {"value": 1}}
    read = derive(Trip).outcome(value)
    assert read == Trip(Address(city="x", zip=1), Node(value=1))


@pytest.mark.parametrize(
    ("annotation", "value", "refusal"),
    [
        (
            list[Person],
            [
                {
                    "name": "a",
                    "home": {"city": "x", "zip": 0},
                    "born": "2030-02-30",
                }
            ],
            Refusal(
                (0, "born"),
                "a valid date in the format YYYY-MM-DD, day value is outside "
                "expected range",
            ),
        ),
        (Checked, {"a": 12}, Refusal(("a",), "a valid Checked")),
        (Checked, {"a": 1}, Refusal((), "a valid Checked")),
        (
            Pair[Union[date, list[date]]],
            {"left": ["x"], "right": []},
            None,
        ),
    ],
)
def test_a_misfit_says_where(annotation, value, refusal):
    outcome = derive(annotation).outcome(value)
    if refusal is None:
        assert outcome.path in {("left",), ("left", 0)}
    else:
        assert outcome == refusal


def test_a_refusal_keeps_its_cause_and_no_value():
    read = derive(Checked).read
    with pytest.raises(Exception, match="Checked") as caught:
        read({"a": 12.0})
    assert isinstance(caught.value.__cause__, pydantic.ValidationError)
    assert "12" not in str(caught.value)


@pytest.mark.parametrize("annotation", [NoSchema, Undefined])
def test_models_without_a_schema_are_refused(annotation):
    with pytest.raises(Refused, match="Pydantic makes no schema of"):
        derive(annotation)


class Silent:
    """One that raises what says nothing, or all of it in a link."""

    said = ""

    @classmethod
    def __get_pydantic_core_schema__(cls, source, handler):
        raise ValueError(cls.said)


class Linking(Silent):
    said = "https://a.example/why"


class Wordy(Silent):
    said = "\n  first line " + "of many words " * 20 + "\nsecond line"


@pytest.mark.parametrize("is_output", [False, True])
@pytest.mark.parametrize(
    ("annotation", "told"),
    [
        (
            NoSchema,
            "PydanticInvalidForJsonSchema: Cannot generate a JsonSchema for",
        ),
        (Undefined, "PydanticUserError: "),
        (Silent, "(ValueError)"),
        (Linking, "(ValueError)"),
        (Wordy, "(ValueError: first line of many words of many words"),
    ],
)
def test_why_there_is_no_schema_is_one_short_line(annotation, told, is_output):
    with pytest.raises(Refused) as caught:
        deriver(is_output=is_output).shape(annotation)
    reason = caught.value.reason
    assert told in reason
    assert "\n" not in reason
    assert "http" not in reason
    assert len(reason) < 220
    assert reason.endswith(")")


@pytest.mark.parametrize(
    "annotation", [int, list[int], None, {}, Address(city="", zip=1)]
)
def test_other_annotations_are_no_models(annotation):
    assert shape_of(annotation, deriver()) is None


def test_a_name_of_the_document_may_be_taken():
    names = deriver().definitions
    document = {"items": {"$ref": "#/$defs/Me"}, "$defs": {"Me": STRING}}
    refers = room._moved(document, "Me", names)
    assert names.finish(refers) == {"items": STRING}
