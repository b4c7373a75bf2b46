"""Typed dicts, of both modules that make them."""

# ruff: noqa: UP045 - both spellings must work

from __future__ import annotations

import typing
from copy import deepcopy
from datetime import date
from typing import Annotated, Generic, Optional, TypeVar

import pytest
import typing_extensions
from typing_extensions import (
    Never,
    NotRequired,
    ReadOnly,
    Required,
    TypedDict,
)

from deriving import REJECTED, Refusal, derive
from toolgate.function.typed_dicts import shape_of

T = TypeVar("T")
DAY = date(2030, 1, 31)


class Plain(TypedDict):
    """A row."""

    name: str
    note: NotRequired[str]


class Old(typing.TypedDict):
    name: str
    day: date


class Partial(TypedDict, total=False):
    name: Required[str]
    day: Annotated[NotRequired[date], "when"]
    left: ReadOnly[int]


class Child(Partial):
    more: Required[ReadOnly[bool]]


Keyword = TypedDict("Keyword", {"class": int, "from-to": Optional[date]})


class Tree(TypedDict):
    name: str
    below: NotRequired[list[Tree]]


class DatedTree(TypedDict):
    day: date
    below: NotRequired[list[DatedTree]]


class Box(TypedDict, Generic[T]):
    item: T
    items: list[T]


class IntBox(Box[int]):
    day: date


class Closed(TypedDict, closed=True):
    a: int


class Nothing(TypedDict, extra_items=Never):
    a: int


class Extra(TypedDict, extra_items=ReadOnly[date]):
    a: int
    b: str


class PlainExtra(TypedDict, extra_items=str):
    a: str


class MixedExtra(TypedDict, extra_items=str):
    a: int


STRING = {"type": "string"}
INTEGER = {"type": "integer"}
DATE = {"type": "string", "format": "date"}


@pytest.mark.parametrize(
    ("annotation", "properties", "required"),
    [
        (Plain, {"name": STRING, "note": STRING}, ["name"]),
        (Old, {"name": STRING, "day": DATE}, ["name", "day"]),
        (
            Partial,
            {
                "name": STRING,
                "day": {**DATE, "description": "when"},
                "left": INTEGER,
            },
            ["name"],
        ),
        (
            Child,
            {
                "name": STRING,
                "day": {**DATE, "description": "when"},
                "left": INTEGER,
                "more": {"type": "boolean"},
            },
            ["name", "more"],
        ),
        (
            Keyword,
            {
                "class": INTEGER,
                "from-to": {"type": ["string", "null"], "format": "date"},
            },
            ["class", "from-to"],
        ),
        (
            Box[date],
            {"item": DATE, "items": {"type": "array", "items": DATE}},
            ["item", "items"],
        ),
        (Box, {"item": {}, "items": {"type": "array"}}, ["item", "items"]),
        (
            IntBox,
            {
                "item": INTEGER,
                "items": {"type": "array", "items": INTEGER},
                "day": DATE,
            },
            ["item", "items", "day"],
        ),
        (Closed, {"a": INTEGER}, ["a"]),
        (Nothing, {"a": INTEGER}, ["a"]),
    ],
)
def test_schema(annotation, properties, required):
    schema = derive(annotation).schema
    assert schema.pop("description", "A row.") == "A row."
    assert schema == {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    ("annotation", "value", "read"),
    [
        (Plain, {"name": "a"}, {"name": "a"}),
        (Plain, {"note": "a"}, REJECTED),
        (Plain, {"name": "a", "more": 1}, REJECTED),
        (Old, {"name": "a", "day": "2030-01-31"}, {"name": "a", "day": DAY}),
        (Partial, {"name": "a", "left": 3.0}, {"name": "a", "left": 3}),
        (Partial, {"day": "2030-01-31"}, REJECTED),
        (
            Keyword,
            {"class": 1.0, "from-to": None},
            {"class": 1, "from-to": None},
        ),
        (
            Box[date],
            {"item": "2030-01-31", "items": []},
            {"item": DAY, "items": []},
        ),
        (
            DatedTree,
            {"day": "2030-01-31", "below": [{"day": "2030-01-31"}]},
            {"day": DAY, "below": [{"day": DAY}]},
        ),
        (Extra, {"a": 1.0, "b": "x"}, {"a": 1, "b": "x"}),
        (
            Extra,
            {"a": 1, "b": "x", "c": "2030-01-31"},
            {"a": 1, "b": "x", "c": DAY},
        ),
        (Extra, {"a": 1, "b": "x", "c": 1}, REJECTED),
        (PlainExtra, {"a": "x", "c": "y"}, {"a": "x", "c": "y"}),
        (MixedExtra, {"a": 1.0, "c": "y"}, {"a": 1, "c": "y"}),
    ],
)
def test_value(annotation, value, read):
    before = deepcopy(value)
    assert derive(annotation).outcome(value) == read
    assert value == before


@pytest.mark.parametrize(
    ("annotation", "value", "path"),
    [
        (Old, {"name": "a", "day": "2030-02-30"}, ("day",)),
        (Extra, {"a": 1, "b": "", "c": "2030-02-30"}, ("c",)),
        (
            DatedTree,
            {"day": "2030-01-31", "below": [{"day": "never"}]},
            ("below", 0, "day"),
        ),
    ],
)
def test_a_misfit_says_where(annotation, value, path):
    outcome = derive(annotation).outcome(value)
    assert outcome == Refusal(path, "a date such as 2030-01-31")


@pytest.mark.parametrize("annotation", [Plain, Tree, PlainExtra])
def test_typed_dicts_of_plain_json_are_not_read(annotation):
    assert derive(annotation).read is None


def test_the_schema_of_other_properties():
    assert derive(Extra).schema["additionalProperties"] == DATE
    assert derive(PlainExtra).schema["additionalProperties"] == STRING


class Anything(TypedDict, extra_items=typing.Any):
    a: int


def test_anything_else_is_allowed_where_the_class_says_so():
    derived = derive(Anything)
    assert derived.schema["additionalProperties"] is True
    assert derived.outcome({"a": 1.0, "b": None}) == {"a": 1, "b": None}


def test_a_tree():
    schema = derive(list[Tree]).schema
    tree = {
        "type": "object",
        "properties": {
            "name": STRING,
            "below": {"type": "array", "items": {"$ref": "#/$defs/Tree"}},
        },
        "required": ["name"],
        "additionalProperties": False,
    }
    assert schema == {
        "type": "array",
        "items": {"$ref": "#/$defs/Tree"},
        "$defs": {"Tree": tree},
    }


@pytest.mark.parametrize(
    "annotation", [dict, int, None, {}, typing_extensions.TypedDict]
)
def test_other_annotations_are_no_typed_dicts(annotation):
    assert shape_of(annotation, None) is None
