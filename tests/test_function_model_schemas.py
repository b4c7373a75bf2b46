"""What models write obeys the schema of what they write."""

# ruff: noqa: UP007, UP045 - both spellings must work

from __future__ import annotations

import dataclasses
import enum
from collections import deque
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    Optional,
    TypeVar,
    Union,
    get_origin,
)
from uuid import UUID

import pydantic
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    RootModel,
    SerializeAsAny,
    WrapSerializer,
    create_model,
)
from typing_extensions import NotRequired, Required, TypedDict

from deriving import derive, derive_output
from toolgate.function.jsonable import jsonable

T = TypeVar("T")
STRING = {"type": "string"}
INTEGER = {"type": "integer"}


class Color(enum.Enum):
    RED = "red"
    SIX = 6


class Base(BaseModel):
    a: int


class Extended(Base):
    b: int = 0


class Node(BaseModel):
    value: int = Field(serialization_alias="v")
    below: list[Node] = []

    @pydantic.computed_field
    @property
    def size(self) -> int:
        return 1 + len(self.below)


class Pair(BaseModel, Generic[T]):
    left: T = Field(alias="l", serialization_alias="L")
    right: Optional[T] = None


class Names(RootModel[list[str]]):
    pass


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    a: int


class Shown(BaseModel):
    """One whose serializer says what it returns."""

    a: int

    @pydantic.model_serializer
    def shown(self) -> list[int]:
        return [self.a]


class Unsaid(BaseModel):
    """One whose serializer does not."""

    a: int

    @pydantic.model_serializer(mode="wrap")
    def shown(self, handler):
        return [handler(self)]


class Kin(BaseModel):
    model_config = ConfigDict(polymorphic_serialization=True)
    a: int


class Kind(Kin):
    b: int = 1


class Other(BaseModel):
    model_config = ConfigDict(json_schema_mode_override="validation")
    a: int = Field(alias="in", serialization_alias="out")


class Reverse(BaseModel):
    model_config = ConfigDict(json_schema_mode_override="serialization")
    a: int = Field(alias="in", serialization_alias="out")


@pydantic.dataclasses.dataclass
class Row:
    a: int = Field(serialization_alias="A")
    total: int = dataclasses.field(init=False, default=4)
    hidden: int = Field(exclude=True, default=1)
    start: dataclasses.InitVar[int] = 3


@dataclasses.dataclass
class Plain:
    a: int
    node: Node
    total: int = dataclasses.field(init=False)
    start: dataclasses.InitVar[int] = 3

    def __post_init__(self, start):
        self.total = self.a + start


class Typed(TypedDict):
    base: Base
    day: NotRequired[date]


class Point(NamedTuple):
    x: int
    row: Row = Row(a=2)


def closed(**properties):
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }


BASE = closed(a=INTEGER)
ROW = closed(A=INTEGER, total={**INTEGER, "default": 4})
NODE_REF = {"$ref": "#/$defs/Node"}
NODE = closed(
    v=INTEGER,
    below={"type": "array", "items": NODE_REF, "default": []},
    size={**INTEGER, "readOnly": True},
)


class Fields(BaseModel):
    """Of each kind of field one."""

    plain: Base
    any: SerializeAsAny[Base]
    said: Annotated[int, PlainSerializer(str, return_type=str)]
    unsaid: Annotated[int, PlainSerializer(lambda value: [value])]
    wrapped: Annotated[int, WrapSerializer(lambda value, _: {"is": value})]
    named: int = Field(1, serialization_alias="called")
    hidden: int = Field(1, exclude=True)
    at_times: int = Field(1, exclude_if=lambda value: value == 1)


@pytest.mark.parametrize(
    ("annotation", "schema"),
    [
        (Base, BASE),
        (Node, {**NODE, "$defs": {"Node": NODE}}),
        (
            Pair[int],
            closed(
                L=INTEGER,
                right={
                    "anyOf": [INTEGER, {"type": "null"}],
                    "default": None,
                },
            ),
        ),
        (Names, {"type": "array", "items": STRING}),
        (Open, {**BASE, "additionalProperties": True}),
        (Shown, {"type": "array", "items": INTEGER}),
        (Kin, {**BASE, "additionalProperties": True}),
        (Other, closed(out=INTEGER)),
        (Row, ROW),
        (
            Plain,
            {
                **closed(a=INTEGER, node=NODE_REF, total=INTEGER),
                "$defs": {"Node": NODE},
            },
        ),
        (
            Typed,
            {
                **closed(base=BASE, day={"type": "string", "format": "date"}),
                "required": ["base"],
            },
        ),
        (
            Fields,
            {
                **closed(
                    plain=BASE,
                    any={},
                    said=STRING,
                    unsaid={},
                    wrapped={},
                    called={**INTEGER, "default": 1},
                    at_times={**INTEGER, "default": 1},
                ),
                "required": [
                    "plain",
                    "any",
                    "said",
                    "unsaid",
                    "wrapped",
                    "called",
                ],
                "description": "Of each kind of field one.",
            },
        ),
    ],
    ids=str,
)
def test_the_schema_of_what_is_written(annotation, schema):
    assert derive_output(annotation).schema == schema


def test_items_of_a_named_tuple_are_all_there():
    schema = derive_output(Point).schema
    assert schema["minItems"] == len(schema["prefixItems"]) == 2
    row = schema["prefixItems"][1]
    assert {key: row[key] for key in ROW} == ROW
    assert derive(Point).schema["minItems"] == 1


def test_what_a_serializer_does_not_say_may_be_anything():
    schema = derive_output(Unsaid).schema
    assert set(schema) <= {"description", "title"}


class Skipping(BaseModel):
    """Serializers that leave None alone, whatever type they stand at."""

    any: Any = None
    maybe: Optional[int] = None

    @pydantic.field_serializer("any", "maybe", when_used="unless-none")
    def text(self, value) -> str:
        return str(value)


@pytest.mark.parametrize("value", [None, 1])
def test_a_serializer_that_leaves_out_none_may_write_null(value):
    derived = derive_output(Skipping)
    null = {"anyOf": [{"type": "null"}, STRING]}
    for schema in derived.schema["properties"].values():
        assert {"anyOf": schema["anyOf"]} == null
    assert derived.is_valid(jsonable(Skipping(any=value, maybe=value)))


class Endless(BaseModel):
    most: float = float("inf")


@pytest.mark.parametrize("derived", [derive, derive_output])
def test_a_default_that_json_has_not_is_not_shown(derived):
    names = derived(Endless).schema["properties"]
    assert names == {"most": {"type": "number"}}


def test_one_model_is_read_one_way_and_written_another():
    assert derive(Pair[int]).schema["required"] == ["l"]
    assert derive_output(Pair[int]).schema["required"] == ["L", "right"]
    assert derive_output(Pair[int]).read is None


def test_an_argument_is_described_as_it_is_read():
    """Whatever the configuration asks for, and what no constructor takes."""
    assert derive(Reverse).schema == {
        **closed(**{"in": INTEGER}),
    }
    names = derive(Row).schema["properties"]
    assert set(names) == {"a", "hidden", "start"} or set(names) == {
        "A",
        "hidden",
        "start",
    }


FAULTS = [
    (Base, Extended(a=1)),
    (list[Base], [Extended(a=1)]),
    (Base, Base.model_construct()),
    (Names, ["a", 1]),
    (Node, {"value": 1, "below": []}),
]


@pytest.mark.parametrize(("annotation", "value"), FAULTS, ids=str)
def test_what_is_not_what_was_said_is_found_out(annotation, value):
    """A subclass has what nobody announced: to withhold it is the point."""
    assert not derive_output(annotation).is_valid(jsonable(value))


DAY = date(2030, 1, 31)
SCALARS: dict[Any, st.SearchStrategy[Any]] = {
    int: st.integers(),
    float: st.floats(allow_nan=False, allow_infinity=False),
    bool: st.booleans(),
    str: st.text(st.characters(codec="utf-8")),
    Decimal: st.decimals(allow_nan=False, allow_infinity=False),
    date: st.dates(),
    datetime: st.datetimes(timezones=st.just(timezone.utc)),
    timedelta: st.timedeltas(timedelta(-9), timedelta(9)),
    UUID: st.uuids(),
    Color: st.sampled_from(Color),
    Literal["a", 1]: st.sampled_from(("a", 1)),
    Base: st.sampled_from((Base(a=1), Extended(a=1))),
    SerializeAsAny[Base]: st.sampled_from((Base(a=1), Extended(a=1))),
    Node: st.just(Node(value=1, below=[Node(value=2)])),
    Pair[date]: st.just(Pair[date](l=DAY, right=DAY)),
    Names: st.just(Names(["a"])),
    Open: st.just(Open(a=1, b=[2])),
    Shown: st.just(Shown(a=1)),
    Unsaid: st.just(Unsaid(a=1)),
    Kin: st.sampled_from((Kin(a=1), Kind(a=1))),
    Other: st.just(Other(**{"in": 1})),
    Row: st.just(Row(a=2)),
    Plain: st.just(Plain(1, Node(value=1))),
    Typed: st.sampled_from(
        ({"base": Base(a=1)}, {"base": Base(a=1), "day": DAY})
    ),
    Point: st.just(Point(1)),
}
# Alone they are written by their own type, and in a model by the field's.
ALONE = {
    kind: strategy
    for kind, strategy in SCALARS.items()
    if get_origin(kind) is not Annotated
}
ALONE[Base] = st.just(Base(a=1))
LEAVES = st.sampled_from([*SCALARS.items()])
_count = iter(range(10**9))


def _compound(inner):
    def several(kind, make):
        return inner.map(
            lambda row: (kind[row[0]], st.lists(row[1], max_size=2).map(make))
        )

    return st.one_of(
        several(list, list),
        several(deque, deque),
        inner.map(lambda row: (tuple[row[0], ...], st.tuples(row[1]))),
        inner.map(lambda row: (Optional[row[0]], st.none() | row[1])),
        inner.map(
            lambda row: (
                dict[str, row[0]],
                st.dictionaries(st.sampled_from("ab"), row[1]),
            )
        ),
        inner.map(
            lambda row: (Pair[row[0]], row[1].map(lambda value: _pair(value)))
        ),
        st.lists(st.tuples(inner, OPTIONS), min_size=1, max_size=3).flatmap(
            _model
        ),
    )


def _pair(value):
    return Pair.model_construct(left=value, right=value)


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "serialization_alias": st.sampled_from(("x-y", "z")),
        "validation_alias": st.just("v"),
        "exclude": st.booleans(),
        "exclude_if": st.sampled_from((lambda _: True, lambda _: False)),
    },
)


def _model(rows):
    """Make a model of fields, and what makes an instance of it."""
    number = next(_count)
    fields = {}
    values = {}
    for place, ((kind, strategy), options) in enumerate(rows):
        chosen = dict(options)
        if "serialization_alias" in chosen:
            chosen["serialization_alias"] += str(place)
        if "validation_alias" in chosen:
            chosen["validation_alias"] += str(place)
        fields[f"f{place}"] = (kind, Field(**chosen))
        values[f"f{place}"] = strategy
    made = create_model(f"Model{number}", **fields)

    class Final(made):
        model_config = ConfigDict(extra=("ignore", "allow")[number % 2])

        @pydantic.computed_field(alias="all")
        @property
        def count(self) -> int:
            return len(values)

    instances = st.fixed_dictionaries(values).map(
        lambda row: Final.model_construct(**row)
    )
    return st.just((Final, instances))


MODELS = st.lists(
    st.tuples(st.recursive(LEAVES, _compound, max_leaves=4), OPTIONS),
    min_size=1,
    max_size=3,
).flatmap(_model)


@settings(
    max_examples=200,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(st.data())
def test_what_is_written_obeys_the_schema(data):
    annotation, instances = data.draw(MODELS)
    around = data.draw(st.sampled_from((0, 1, 2, 3)))
    value = data.draw(instances)
    wrapped, value = [
        (annotation, value),
        (list[annotation], [value]),
        (Union[annotation, int], value),
        (dict[str, Optional[annotation]], {"a": value, "b": None}),
    ][around]
    derived = derive_output(wrapped)
    written = jsonable(value)
    assert derived.is_valid(written), (derived.schema, written)


@pytest.mark.parametrize("annotation", ALONE, ids=str)
@given(st.data())
@settings(max_examples=20)
def test_what_is_returned_alone_obeys_the_schema(annotation, data):
    derived = derive_output(annotation)
    written = jsonable(data.draw(ALONE[annotation]))
    assert derived.is_valid(written), (derived.schema, written)


class Sparse(TypedDict):
    a: int
    b: NotRequired[int]


class Partial(TypedDict, total=False):
    a: Required[int]
    b: int


@pytest.mark.parametrize("keys", [Sparse, Partial])
@pytest.mark.parametrize("is_said", [True, False])
def test_keys_that_may_be_missing_are_not_required(keys, is_said):
    """Whatever the configuration says of defaults: a key has none."""
    model = create_model(
        "Holder",
        __config__=ConfigDict(
            json_schema_serialization_defaults_required=is_said
        ),
        keys=(keys, ...),
        n=(int, 1),
    )
    derived = derive_output(model)
    for value in ({"a": 1}, {"a": 1, "b": 2}):
        assert derived.is_valid(jsonable(model(keys=value)))
    assert not derived.is_valid({"keys": {"b": 1}, "n": 1})
    assert not derived.is_valid({"keys": {"a": 1}})
