"""A value goes to the first alternative that it fits."""

# ruff: noqa: UP007, UP045, PYI030, PYI061 - both spellings must work

from __future__ import annotations

import enum
from copy import deepcopy
from dataclasses import dataclass
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Optional,
    Union,
)
from uuid import UUID

import pytest
from annotated_types import Gt
from pydantic import BaseModel
from typing_extensions import NotRequired, TypeAliasType, TypedDict

from deriving import CACHE, REJECTED, Refusal, derive, here
from toolgate.function.shape import Misfit, Shape
from toolgate.function.types import Deriver
from toolgate.function.unions import shape_of

DAY = date(2030, 1, 31)
STRING = {"type": "string"}
INTEGER = {"type": "integer"}
NULL = {"type": "null"}
DATE = {"type": "string", "format": "date"}


class Size(enum.Enum):
    SMALL = 1
    HALF = 2.5


@dataclass
class Cat:
    kind: Literal["cat"]
    born: date


@dataclass
class Dog:
    kind: Literal["dog"]
    born: date
    tricks: int = 0


@dataclass
class Bird:
    wings: int


@dataclass
class Plane:
    wings: int
    seats: int


@dataclass
class Few:
    items: list[Literal["a"]]


@dataclass
class Many:
    items: list[str]


class Open(TypedDict, extra_items=date):
    kind: NotRequired[Literal["open"]]


class Model(BaseModel):
    kind: Literal["model"]


Number = TypeAliasType("Number", Union[int, float])
Loop = TypeAliasType("Loop", Union["list[Loop]", date, None])


class Pair(NamedTuple):
    a: int
    b: int


class Triple(NamedTuple):
    a: int
    b: int
    c: int


@pytest.mark.parametrize(
    ("annotation", "schema"),
    [
        (Optional[int], {"type": ["integer", "null"]}),
        (Union[None, int], {"type": ["integer", "null"]}),
        (Optional[date], {"type": ["string", "null"], "format": "date"}),
        (
            Optional[Annotated[int, Gt(0)]],
            {"type": ["integer", "null"], "exclusiveMinimum": 0},
        ),
        (
            Optional[Literal["a"]],
            {"anyOf": [{"type": "string", "enum": ["a"]}, NULL]},
        ),
        (
            Optional[list[int]],
            {"anyOf": [{"type": "array", "items": INTEGER}, NULL]},
        ),
        (
            Optional[Annotated[int, "many"]],
            {"anyOf": [{**INTEGER, "description": "many"}, NULL]},
        ),
        (Union[int, str], {"anyOf": [INTEGER, STRING]}),
        (int | str, {"anyOf": [INTEGER, STRING]}),
        (int | str | None, {"anyOf": [INTEGER, STRING, NULL]}),
        (Union[date, str, None], {"anyOf": [DATE, STRING, NULL]}),
        (Union[int, Any], {}),
        (
            Union[list[int], tuple[int, ...]],
            {"type": "array", "items": INTEGER},
        ),
        (
            Union[list[int], tuple[int, ...], None],
            {"anyOf": [{"type": "array", "items": INTEGER}, NULL]},
        ),
        (
            Union[Literal[1], Literal[True]],
            {
                "anyOf": [
                    {"type": "integer", "enum": [1]},
                    {"type": "boolean", "enum": [True]},
                ]
            },
        ),
    ],
)
def test_schema(annotation, schema):
    assert derive(annotation).schema == schema


UTC = datetime(2030, 1, 31, tzinfo=timezone.utc)
SOME = UUID("123e4567-e89b-12d3-a456-426614174000")


@pytest.mark.parametrize(
    ("annotation", "value", "read"),
    [
        (Optional[date], None, None),
        (Optional[date], "2030-01-31", DAY),
        (Optional[date], 1, REJECTED),
        (Optional[list[date]], ["2030-01-31"], [DAY]),
        (Optional[str], None, None),
        # the spelling of a number decides
        (int | float, 5, 5),
        (int | float, 5.0, 5.0),
        (float | int, 5, 5),
        (float | int, 2**53 + 1, 2**53 + 1),
        (float | int, 10**400, 10**400),
        (float | int, 0.5, 0.5),
        (int | str, 5.0, 5),
        (int | Any, 5.0, 5.0),
        (bool | int, True, True),
        (bool | int, 1, 1),
        (int | bool, True, True),
        (Optional[Number], 5.0, 5.0),
        (Number | str, 5, 5),
        (str | Number, 5.0, 5.0),
        (Literal[1] | float, 1, 1),
        (float | Literal[1], 1, 1),
        (Literal[1] | float, 1.0, 1.0),
        (Size | int, 2.5, Size.HALF),
        (Size | int, 1, Size.SMALL),
        (int | Size, 1, 1),
        (Size | int, 7.0, 7),
        (Size | str, 1, Size.SMALL),
        # texts, in order, where reading fits
        (date | str, "2030-01-31", DAY),
        (date | str, "2030-02-30", "2030-02-30"),
        (str | date, "2030-01-31", "2030-01-31"),
        (date | datetime, "2030-01-31T00:00:00Z", UTC),
        (UUID | date | str, "2030-01-31", DAY),
        (Decimal | str, "1.50", Decimal("1.50")),
        (Decimal | str, "NaN", "NaN"),
        (Literal["a"] | date, "a", "a"),
        (Literal["a"] | date, "2030-01-31", DAY),
        (date | Literal["a"], "a", "a"),
        (date | Literal["a", 1], 1.0, 1),
        (Literal["a", None] | date, "2030-01-31", DAY),
        (Literal["a", None] | date, None, None),
        (Annotated[date, "x"] | None | int, "2030-01-31", DAY),
        # arrays
        (list[date] | list[str], ["2030-01-31"], [DAY]),
        (list[date] | list[str], ["soon"], ["soon"]),
        (list[int] | list[str], ["a"], ["a"]),
        (list[int] | list[str], [1.0], [1]),
        (list[int] | list[str], ["a", 1], REJECTED),
        (tuple[int, int] | tuple[int, ...], [1, 2, 3], (1, 2, 3)),
        (Pair | Triple, [1, 2, 3], Triple(1, 2, 3)),
        (Pair | Triple, [1, 2], Pair(1, 2)),
        # objects
        (
            Cat | Dog,
            {"kind": "dog", "born": "2030-01-31"},
            Dog("dog", DAY),
        ),
        (
            Cat | Dog | None,
            {"kind": "cat", "born": "2030-01-31"},
            Cat("cat", DAY),
        ),
        (Cat | Dog | None, None, None),
        (Bird | Plane, {"wings": 2, "seats": 3.0}, Plane(2, 3)),
        (Plane | Bird, {"wings": 2.0}, Bird(2)),
        (Few | Many, {"items": ["a"]}, Few(["a"])),
        (Few | Many, {"items": ["b"]}, Many(["b"])),
        (Open | Cat, {"kind": "cat", "born": "2030-01-31"}, Cat("cat", DAY)),
        (Open | Cat, {"kind": "open"}, {"kind": "open"}),
        (Open | Cat, {"x": "2030-01-31"}, {"x": DAY}),
        (Model | Bird, {"kind": "model"}, Model(kind="model")),
        (Bird | Model, {"kind": "model"}, Model(kind="model")),
        (dict[str, date] | Bird, {"wings": 2.0}, Bird(2)),
        (dict[str, date] | Bird, {"a": "2030-01-31"}, {"a": DAY}),
        # nested
        (list[date | int] | date | None, ["2030-01-31", 1.0], [DAY, 1]),
        (Loop, ["2030-01-31", [None]], [DAY, [None]]),
        (Optional[Loop], ["2030-01-31"], [DAY]),
    ],
)
def test_value(annotation, value, read):
    before = deepcopy(value)
    found = derive(annotation).outcome(value)
    assert found == read
    assert type(found) is type(read)
    assert value == before


@pytest.mark.parametrize(
    ("annotation", "value", "refusal"),
    [
        (
            Cat | Dog,
            {"kind": "dog", "born": "2030-02-30"},
            Refusal(("born",), "a date such as 2030-01-31"),
        ),
        (
            date | UUID,
            "x",
            Refusal(
                (),
                "a date such as 2030-01-31 or a UUID such as "
                "123e4567-e89b-12d3-a456-426614174000",
            ),
        ),
        (
            date | list[date] | int,
            ["2030-02-30"],
            Refusal((0,), "a date such as 2030-01-31"),
        ),
        (
            Optional[date],
            "x",
            Refusal((), "a date such as 2030-01-31"),
        ),
        (
            list[date] | list[list[date]] | set[date],
            ["2030-02-30"],
            Refusal((0,), "a date such as 2030-01-31"),
        ),
    ],
)
def test_a_misfit_of_every_alternative(annotation, value, refusal):
    assert derive(annotation).outcome(value) == refusal


def test_plain_alternatives_are_not_read():
    for annotation in (str | None, bool | str, list[str] | dict[str, Any]):
        assert derive(annotation).read is None


@pytest.mark.parametrize(
    ("annotation", "values", "count"),
    [
        (int | str | None, [1, "a", None], 0),
        (date | str, ["a", "2030-01-31"], 0),
        (Cat | Dog, [{"kind": "dog", "born": "2030-01-31"}], 0),
        (Bird | Plane, [{"wings": 1}, {"wings": 1, "seats": 1}], 0),
        (list[int] | list[str], [[1]], 1),
        (Decimal | str, ["1", "x"], 1),
    ],
)
def test_schemas_are_compiled_only_where_nothing_else_decides(
    annotation, values, count
):
    compiled = []

    def make(schema):
        compiled.append(schema)
        return CACHE.get(schema).check

    read = Deriver(make).shape(annotation).read
    for value in values:
        read(value)
    assert len(compiled) == count


def test_every_alternative_that_refuses_is_asked():
    """After a misfit the last alternative is no longer sure to accept."""
    annotation = date | Annotated[str, "x"] | Annotated[Decimal, "y"]
    assert derive(annotation).outcome("2030-02-30") == "2030-02-30"
    derived = derive(date | Decimal)
    assert derived.outcome("2030-02-30") == Refusal(
        (), "a date such as 2030-01-31"
    )


def test_schemas_of_others_are_taken_as_they_are():
    """Pydantic writes const and oneOf, which no type of ours does."""

    class Foreign:
        shapes: ClassVar = {
            "a": Shape({"oneOf": [{"type": "integer"}]}, lambda value: "a"),
            "b": Shape(
                {
                    "type": "object",
                    "properties": {"k": {"const": "b"}, "n": {"const": 1}},
                    "additionalProperties": False,
                    "patternProperties": {"^x": True},
                },
                lambda value: "b",
            ),
            "c": Shape({"type": ["object", "null"]}, lambda value: "c"),
        }

        def __init__(self):
            self.definitions = Deriver(
                lambda schema: CACHE.get(schema).check
            ).definitions

        def shape(self, annotation):
            return self.shapes[annotation.__forward_arg__]

    union = Union["a", "b", "c"]  # noqa: F821 - names of the table above
    read = shape_of(union, Foreign()).read
    assert read(1) == "a"
    assert read(1.0) == "a"
    assert read(None) == "c"
    assert read({"k": "b", "n": 1, "x1": 2}) == "b"
    assert read({"k": "c"}) == "c"


def test_misfits_of_the_union_itself_do_not_leak_between_calls():
    derived = derive(list[date | UUID])
    for _ in range(2):
        assert derived.outcome(["x"]).path == (0,)
    with pytest.raises(Misfit):
        derived.read(["x"])


@pytest.mark.parametrize("annotation", [int, None, list[int], {}, "int | str"])
def test_other_annotations_are_no_unions(annotation):
    assert shape_of(annotation, None) is None


Nested = TypeAliasType("Nested", "list[Nested] | tuple[Nested, ...] | date")


@dataclass
class Add:
    left: Add | Mul | date


@dataclass
class Mul:
    left: Add | Mul | date


@dataclass
class Plus:
    left: Plus | Times | str
    right: date


@dataclass
class Times:
    left: Plus | Times | str
    right: str


@pytest.mark.parametrize(
    ("annotation", "around"),
    [
        (Nested, lambda value: [value]),
        (Add | Mul, lambda value: {"left": value}),
    ],
)
def test_recursive_unions_read_each_part_once(annotation, around):
    """Depth 60 would take 2**60 steps, were each level read twice."""
    value = "2030-02-30"
    for _ in range(60):
        value = around(value)
    with pytest.raises(Misfit, match="'date'") as caught:
        derive(annotation, here(__name__)).read(value)
    assert len(caught.value.path) == 60


def test_what_a_branch_read_in_vain_is_there_for_the_next():
    value = "x"
    for _ in range(60):
        value = {"left": value, "right": "2030-02-30"}
    read = derive(Plus | Times, here(__name__)).read(value)
    for _ in range(60):
        assert type(read) is Times
        read = read.left
    assert read == "x"
