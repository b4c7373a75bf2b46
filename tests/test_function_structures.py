"""Dataclasses and named tuples."""

# ruff: noqa: UP045 - both spellings must work

from __future__ import annotations

import abc
import collections
from copy import deepcopy
from dataclasses import KW_ONLY, InitVar, dataclass, field, make_dataclass
from datetime import date
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    NamedTuple,
    Optional,
    TypeVar,
)

import pydantic
import pytest

from deriving import REJECTED, Refusal, derive, derive_output
from toolgate.function.jsonable import jsonable
from toolgate.function.shape import Refused
from toolgate.function.structures import shape_of

if TYPE_CHECKING:
    from nowhere import Missing

T = TypeVar("T")
DAY = date(2030, 1, 31)
STRING = {"type": "string"}
INTEGER = {"type": "integer"}
DATE = {"type": "string", "format": "date"}


@dataclass
class Order:
    """
    An order.

    Attributes:
        day: When it came.
    """

    day: date
    count: Annotated[int, "how many"] = 1
    notes: list[str] = field(default_factory=list)


@dataclass(kw_only=True, slots=True, frozen=True)
class Slotted:
    a: int = 0
    b: date


@dataclass
class Half:
    a: int
    _: KW_ONLY
    b: int


@dataclass
class Special:
    seen: ClassVar[Missing] = 1
    day: InitVar[date]
    anything: InitVar
    inner: Final[Optional[int]] = None
    total: int = field(init=False)

    def __post_init__(self, day, anything):
        self.total = day.year


@dataclass
class Child(Order):
    count: int = 2
    more: Optional[Order] = None


class Mixin:
    ignored: Missing


@dataclass
class Mixed(Mixin):
    a: int


class NotDecorated(Mixed):
    b: Missing


@dataclass
class Node:
    value: int
    children: list[Node] = field(default_factory=list)


@dataclass
class Box(Generic[T]):
    item: T
    spare: Optional[T] = None


@dataclass
class DateBox(Box[date]):
    label: str = ""


@dataclass
class Ring(Generic[T]):
    item: T
    next: Optional[Ring[T]] = None


Made = make_dataclass(
    "Made", [("self", int), ("cls", "int", field(default=3))]
)


def closed(properties, *required):
    schema = {"type": "object", "properties": properties}
    if required:
        schema["required"] = [*required]
    return {**schema, "additionalProperties": False}


@pytest.mark.parametrize(
    ("annotation", "schema"),
    [
        (
            Order,
            {
                "description": "An order.",
                **closed(
                    {
                        "day": {**DATE, "description": "When it came."},
                        "count": {
                            **INTEGER,
                            "description": "how many",
                            "default": 1,
                        },
                        "notes": {"type": "array", "items": STRING},
                    },
                    "day",
                ),
            },
        ),
        (Slotted, closed({"a": {**INTEGER, "default": 0}, "b": DATE}, "b")),
        (Half, closed({"a": INTEGER, "b": INTEGER}, "a", "b")),
        (
            Special,
            closed(
                {
                    "day": DATE,
                    "anything": {},
                    "inner": {"type": ["integer", "null"], "default": None},
                },
                "day",
                "anything",
            ),
        ),
        (Mixed, closed({"a": INTEGER}, "a")),
        (NotDecorated, closed({"a": INTEGER}, "a")),
        (
            Box[int],
            closed(
                {
                    "item": INTEGER,
                    "spare": {"type": ["integer", "null"], "default": None},
                },
                "item",
            ),
        ),
        (
            DateBox,
            closed(
                {
                    "item": DATE,
                    "spare": {
                        **DATE,
                        "type": ["string", "null"],
                        "default": None,
                    },
                    "label": {**STRING, "default": ""},
                },
                "item",
            ),
        ),
        (
            Made,
            closed(
                {"self": INTEGER, "cls": {**INTEGER, "default": 3}}, "self"
            ),
        ),
    ],
)
def test_schema(annotation, schema):
    assert derive(annotation).schema == schema


@pytest.mark.parametrize(
    ("annotation", "value", "read"),
    [
        (Order, {"day": "2030-01-31"}, Order(DAY)),
        (
            Order,
            {"count": 2.0, "notes": ["a"], "day": "2030-01-31"},
            Order(DAY, 2, ["a"]),
        ),
        (Order, {"count": 2}, REJECTED),
        (Order, {"day": "2030-01-31", "x": 1}, REJECTED),
        (Order, [], REJECTED),
        (Slotted, {"b": "2030-01-31"}, Slotted(b=DAY)),
        (Half, {"a": 1, "b": 2.0}, Half(1, b=2)),
        (
            Child,
            {"day": "2030-01-31", "more": {"day": "2030-01-31"}},
            Child(DAY, more=Order(DAY)),
        ),
        (Node, {"value": 1, "children": [{"value": 2.0}]}, Node(1, [Node(2)])),
        (Box[date], {"item": "2030-01-31"}, Box(DAY)),
        (Box[Box[date]], {"item": {"item": "2030-01-31"}}, Box(Box(DAY))),
        (Box, {"item": [1]}, Box([1])),
        (
            DateBox,
            {"item": "2030-01-31", "label": "x"},
            DateBox(DAY, None, "x"),
        ),
        (
            Ring[date],
            {"item": "2030-01-31", "next": {"item": "2030-01-31"}},
            Ring(DAY, Ring(DAY)),
        ),
        (Made, {"self": 1.0, "cls": 2}, Made(1, 2)),
    ],
)
def test_value(annotation, value, read):
    before = deepcopy(value)
    assert derive(annotation).outcome(value) == read
    assert value == before


def test_variables_of_the_constructor():
    made = derive(Special).outcome({"day": "2030-01-31", "anything": [1]})
    assert (made.total, made.inner) == (2030, None)


def test_a_misfit_says_where():
    outcome = derive(Child).outcome(
        {"day": "2030-01-31", "more": {"day": "2030-02-30"}}
    )
    assert outcome == Refusal(("more", "day"), "a date such as 2030-01-31")


@dataclass
class Strict:
    a: int

    def __post_init__(self):
        if self.a < 0:
            raise ERRORS[self.a]


ERRORS = {
    -1: ValueError("-1 is secret"),
    -2: TypeError(),
    -3: AssertionError(),
    -4: ZeroDivisionError(),
    -5: KeyError(),
}


@pytest.mark.parametrize("number", ERRORS)
def test_what_the_constructor_refuses_is_a_misfit(number):
    derived = derive(dict[str, Strict])
    assert derived.outcome({"x": {"a": 1}}) == {"x": Strict(1)}
    outcome = derived.outcome({"x": {"a": number}})
    assert outcome == Refusal(("x",), "a valid Strict")


def test_other_errors_of_a_constructor_are_bugs():
    class Odd(Exception): ...

    @dataclass
    class Broken:
        def __post_init__(self):
            raise Odd

    with pytest.raises(Odd):
        derive(Broken).outcome({})


class Abstract(abc.ABC):
    @abc.abstractmethod
    def go(self): ...


AbstractData = dataclass(type("AbstractData", (Abstract,), {}))


@dataclass
class Rows(list):
    count: int


class Spot(NamedTuple):
    x: int
    y: int = 0


ORIGIN = Spot(0)


@dataclass(unsafe_hash=True)
class Measured:
    side: int
    area: int = field(init=False)
    unit: InitVar[str] = "cm"
    near: Spot = ORIGIN

    def __post_init__(self, unit):
        self.area = self.side**2


MEASURED = Measured(3)


def test_a_result_has_all_fields_and_no_others():
    """What is read has what the constructor takes."""
    derived = derive_output(Measured)
    names = ["side", "area", "near"]
    assert [*derived.schema["properties"]] == names
    assert derived.schema["required"] == names
    near = derived.schema["properties"]["near"]
    assert near["minItems"] == len(near["prefixItems"])
    assert derived.is_valid(jsonable(Measured(2)))
    asked = derive(Measured).schema
    assert [*asked["properties"]] == ["side", "unit", "near"]
    assert asked["required"] == ["side"]


def test_a_result_may_be_of_a_class_that_is_made_elsewhere():
    derived = derive_output(NoInit)
    value = NoInit()
    value.a = 1
    assert derived.is_valid(jsonable(value))


def test_a_result_is_no_two_things():
    assert "count" in derive(Rows).schema["properties"]
    with pytest.raises(Refused, match="Rows is a dataclass and a list"):
        derive_output(Rows)


def test_a_default_is_what_may_be_sent():
    @dataclass
    class Holder:
        of: Measured = MEASURED

    default = derive(Holder).schema["properties"]["of"]["default"]
    assert set(default) == {"side", "near"}


@dataclass(init=False)
class NoInit:
    a: int


@dataclass
class Unresolvable:
    a: Missing


@dataclass
class Uncarried:
    a: type


@pytest.mark.parametrize(
    ("annotation", "words"),
    [
        (AbstractData, "abstract"),
        (NoInit, "init=False"),
        (Unresolvable, "'Missing' cannot be resolved"),
        (Uncarried, "no type that JSON can carry"),
    ],
)
def test_dataclasses_that_are_refused(annotation, words):
    with pytest.raises(Refused, match=words):
        derive(annotation)


class Point(NamedTuple):
    """
    A point.

    Attributes:
        x: To the right.
    """

    x: float
    y: int = 0


class Silent(NamedTuple):
    day: Annotated[date, "when"]


class Sub(Point):
    __slots__ = ()


# Without types: as it was made before there were any.
namedtuple = collections.namedtuple  # noqa: PYI024 - as above
Untyped = namedtuple("Untyped", "a b", defaults=[None])


class Picky(namedtuple("Picky", "a")):
    __slots__ = ()

    def __new__(cls, a):
        if a is None:
            raise ValueError
        return super().__new__(cls, a)


POINT = {
    "type": "array",
    "prefixItems": [
        {"type": "number", "description": "To the right."},
        {"type": "integer", "description": "y", "default": 0},
    ],
    "items": False,
    "minItems": 1,
}


@pytest.mark.parametrize(
    ("annotation", "schema"),
    [
        (Point, {**POINT, "description": "A point."}),
        (
            Silent,
            {
                "type": "array",
                "prefixItems": [{**DATE, "description": "when"}],
                "items": False,
                "minItems": 1,
            },
        ),
        (
            Untyped,
            {
                "type": "array",
                "prefixItems": [
                    {"description": "a"},
                    {"description": "b", "default": None},
                ],
                "items": False,
                "minItems": 1,
            },
        ),
    ],
)
def test_schema_of_a_named_tuple(annotation, schema):
    assert derive(annotation).schema == schema


@pytest.mark.parametrize(
    ("annotation", "value", "read"),
    [
        (Point, [1, 2.0], Point(1.0, 2)),
        (Point, [1], Point(1.0)),
        (Point, [], REJECTED),
        (Point, [1, 2, 3], REJECTED),
        (Point, {"x": 1}, REJECTED),
        (Silent, ["2030-01-31"], Silent(DAY)),
        (Silent, ["2030-02-30"], Refusal((0,), "a date such as 2030-01-31")),
        (Sub, [1], Sub(1.0)),
        (Untyped, ["x"], Untyped("x")),
        (Picky, [1], Picky(1)),
        (list[Picky], [[1], [None]], Refusal((1,), "a valid Picky")),
    ],
)
def test_value_of_a_named_tuple(annotation, value, read):
    found = derive(annotation).outcome(value)
    assert found == read
    assert type(found) is type(read)


def test_a_generic_named_tuple():
    try:

        class Pair(NamedTuple, Generic[T]):
            left: T
            right: T

    except TypeError:
        pytest.skip("Python 3.10 has no generic named tuples")
    annotation = Pair[date]
    found = derive(annotation).outcome(["2030-01-31", "2030-01-31"])
    assert found == Pair(DAY, DAY)


@pydantic.dataclasses.dataclass
class Foreign:
    a: int


@pytest.mark.parametrize(
    "annotation", [int, tuple, None, {}, Any, Order(DAY), Foreign]
)
def test_other_annotations_are_no_structures(annotation):
    assert shape_of(annotation, None) is None
