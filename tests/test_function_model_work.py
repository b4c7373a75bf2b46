"""Unions that lead back to themselves cost no more than they may."""

from __future__ import annotations

import json
from collections import defaultdict  # noqa: TC003 - Pydantic reads it
from collections.abc import Mapping  # noqa: TC003 - Pydantic reads it
from dataclasses import dataclass as plain_dataclass
from datetime import date  # noqa: TC003 - Pydantic reads it
from typing import Annotated, Generic, Literal, TypeVar

import pytest
from pydantic import (
    AliasChoices,
    AliasPath,
    BaseModel,
    Field,
    Json,
    TypeAdapter,
    WrapValidator,
)
from pydantic.dataclasses import dataclass
from typing_extensions import TypedDict

from deriving import Refusal, derive
from timing import over, told_by
from toolgate import Tool, ToolRegistry
from toolgate.function.model_graphs import graph_of
from toolgate.function.model_work import looks_by_level

T = TypeVar("T")
EXPECTED = (
    "a smaller or flatter value: this one asks for more work than its type "
    "may take"
)
DEEP = 30


class Alike(BaseModel):
    v: list[Alike] | tuple[Alike, ...] | int


class OrNull(BaseModel):
    v: list[OrNull] | tuple[OrNull, ...] | None = None


class InOrder(BaseModel):
    v: list[InOrder] | tuple[InOrder, ...] | int = Field(
        union_mode="left_to_right"
    )


class Dicts(BaseModel):
    v: dict[str, Dicts] | Mapping[str, Dicts] | int


class Sets(BaseModel, frozen=True):
    v: set[Sets] | frozenset[Sets] | int


def _passed_on(value, handler):
    return handler(value)


class Wrapped(BaseModel):
    v: (
        Annotated[list[Wrapped], WrapValidator(_passed_on)]
        | list[Wrapped]
        | int
    )


class Either(BaseModel, Generic[T]):
    v: list[Either[T]] | tuple[Either[T], ...] | T


@dataclass
class Point:
    v: list[Point] | tuple[Point, ...] | int


class Typed(TypedDict):
    v: list[Typed] | tuple[Typed, ...] | int


class OfTyped(BaseModel):
    v: Typed | int


@plain_dataclass
class Plain:
    v: list[Plain] | tuple[Plain, ...] | int


class OfPlain(BaseModel):
    v: Plain | int


class Aliased(BaseModel):
    a: Aliased | None = Field(None, validation_alias="v")
    b: Aliased | None = Field(
        None, validation_alias=AliasChoices("v", AliasPath("w", 0))
    )


class Texts(BaseModel):
    v: list[Json[Texts]] | tuple[Json[Texts], ...] | int


class Dated(BaseModel):
    v: list[Dated] | tuple[Dated, ...] | date | int


class Left(BaseModel):
    kind: Literal["l"] = "l"
    v: list[Left | Right | int]


class Right(BaseModel):
    kind: Literal["r"] = "r"
    v: list[Left | Right | int]


def nested(levels, leaf=1, wrap=lambda value: [value]):
    value = {"v": leaf}
    for _ in range(levels):
        value = {"v": wrap(value)}
    return value


def same(value):
    return value


def in_text(levels):
    value = {"v": 1}
    for _ in range(levels):
        value = {"v": [json.dumps(value)]}
    return value


GROWING = [
    (Alike, nested(DEEP)),
    (OrNull, nested(DEEP, None)),
    (InOrder, nested(DEEP)),
    (Dicts, nested(DEEP, wrap=lambda value: {"v": value})),
    (Sets, nested(DEEP)),
    (Wrapped, nested(DEEP, [])),
    (Either[int], nested(DEEP)),
    (Point, nested(DEEP)),
    (OfTyped, {"v": nested(DEEP)}),
    (OfPlain, {"v": nested(DEEP)}),
    (Aliased, nested(2 * DEEP, None, wrap=same)),
    (Texts, in_text(14)),
    (Left, nested(14, [1])),
]


@pytest.mark.parametrize(("annotation", "value"), GROWING)
def test_what_doubles_with_each_level_is_refused(annotation, value):
    assert derive(annotation).outcome(value) == Refusal((), EXPECTED)


class Node(BaseModel):
    next: Node | None = None
    children: list[Node] = []
    named: defaultdict[str, list[Node]] = {}
    root: Annotated[Node, WrapValidator(_passed_on)] | int = 0


class One(BaseModel):
    kind: Literal["one"] = "one"
    of: Tagged


class Two(BaseModel):
    kind: Literal["two"] = "two"
    of: Tagged


class End(BaseModel):
    kind: Literal["end"] = "end"


Tagged = Annotated[One | Two | End, Field(discriminator="kind")]
One.model_rebuild()
Two.model_rebuild()


class Sum(BaseModel):
    terms: list[Sum | Product | int]


class Product(BaseModel):
    factors: list[Sum | Product | int]


def chain(levels, step, leaf):
    value = leaf
    for _ in range(levels):
        value = step(value)
    return value


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (Node, chain(63, lambda value: {"next": value}, {})),
        (Node, chain(31, lambda value: {"children": [value]}, {})),
        (Node, chain(20, lambda value: {"named": {"a": [value]}}, {})),
        (Node, chain(63, lambda value: {"root": value}, {})),
        (
            One,
            chain(
                12,
                lambda value: {"kind": "one", "of": value},
                {"kind": "end"},
            ),
        ),
        (Sum, chain(31, lambda value: {"terms": [value]}, {"terms": [1]})),
        (Alike, nested(5)),
        (Left, nested(8, [1])),
        (Alike, {"v": [{"v": 1}] * 1_000}),
    ],
)
def test_others_are_read_as_deep_as_calls_go(annotation, value):
    model = TypeAdapter(annotation)
    assert derive(annotation).outcome(value) == model.validate_json(
        json.dumps(value)
    )


@pytest.mark.parametrize("annotation", [Node, One, Sum, int, list[Node]])
def test_nothing_is_reckoned_where_nothing_grows(annotation):
    core = TypeAdapter(annotation).core_schema
    assert looks_by_level(graph_of(core)) is None


@pytest.mark.parametrize(
    ("annotation", "least"), [(Alike, 2**12), (Left, 2**12), (Dicts, 2**12)]
)
def test_the_bound_is_above_what_pydantic_tries(annotation, least):
    """A union of n choices that lead back tries n times as much a level."""
    core = TypeAdapter(annotation).core_schema
    by_level = looks_by_level(graph_of(core))
    assert by_level[24] >= least


def test_the_models_of_one_argument_share_its_budget():
    """Also where an own type holds them; the next call has all of it."""

    def read(each: list[Alike], also: list[Alike]) -> int:
        return len(each) + len(also)

    registry = ToolRegistry()
    registry.register(Tool.from_function(read))
    few, many = [nested(8)] * 8, [nested(8)] * 500
    for _ in range(3):
        assert registry.call("read", {"each": few, "also": few}).text == "16"
    refused = registry.call("read", {"each": few, "also": many})
    assert refused.text.startswith("invalid_arguments: /also/")
    assert "asks for more work" in refused.text


def _deepest(annotation, leaf, wrap):
    """The deepest value that is not refused for its work."""
    derived = derive(annotation)
    for levels in range(DEEP):
        value = nested(levels, leaf, wrap)
        outcome = derived.outcome(value)
        if isinstance(outcome, Refusal) and outcome.expected == EXPECTED:
            return nested(levels - 1, leaf, wrap)
    raise AssertionError


TIMED = """
import json, sys, time
import test_function_model_work as cases
from deriving import derive
seconds = {}
for number, (annotation, value) in enumerate(cases.GROWING):
    derived = derive(annotation)
    start = time.process_time()
    derived.outcome(value)
    seconds[f"refused {number}"] = time.process_time() - start
for annotation, leaf in (
    (cases.Alike, 1), (cases.Alike, 1.0), (cases.Dated, "2030-02-30"),
    (cases.Left, [1.0]),
):
    value = cases._deepest(annotation, leaf, lambda value: [value])
    derived = derive(annotation)
    start = time.process_time()
    derived.outcome(value)
    name = f"{annotation.__name__} {leaf}"
    seconds[name] = time.process_time() - start
print(json.dumps(seconds))
"""


def test_no_read_takes_a_second():
    """Whether it is refused, read, or just not refused and then misfit."""

    assert not over(0.8, lambda _: told_by(TIMED))
