"""Annotations of every family, nested, and JSON values that nearly fit."""

# ruff: noqa: UP007, UP045 - both spellings must work

from __future__ import annotations

import collections
import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, make_dataclass
from datetime import date, datetime, timedelta
from datetime import time as clock
from decimal import Decimal
from typing import Any, Generic, Literal, NamedTuple, Optional, TypeVar, Union
from uuid import UUID

from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, RootModel, create_model
from typing_extensions import NotRequired, TypeAliasType, TypedDict

STRICT = ConfigDict(strict=True, extra="forbid")
T = TypeVar("T")


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Point(NamedTuple):
    x: float
    y: int = 0


@dataclass
class Node:
    __pydantic_config__ = STRICT
    value: int
    children: list[Node] = field(default_factory=list)


class Tree(TypedDict):
    name: str
    below: NotRequired[dict[str, Tree]]


Tree.__pydantic_config__ = STRICT


@dataclass
class Box(Generic[T]):
    __pydantic_config__ = STRICT
    item: T
    spare: T | None = None


@dataclass
class Cat:
    __pydantic_config__ = STRICT
    kind: Literal["cat"]
    lives: int = 9


@dataclass
class Dog:
    __pydantic_config__ = STRICT
    kind: Literal["dog"]
    born: date | None = None


class Model(BaseModel):
    model_config = STRICT
    size: int
    day: date | None = None
    inner: list[Model] = []


class Names(RootModel[list[str]]):
    model_config = ConfigDict(strict=True)


Nested = TypeAliasType("Nested", "list[Nested] | int")

SCALARS = (
    int,
    float,
    bool,
    str,
    None,
    date,
    datetime,
    clock,
    timedelta,
    UUID,
    Decimal,
    Color,
    Level,
    Literal["a", "b"],
    Literal[1, 2],
    Any,
)
STRUCTURES = (Node, Tree, Point, Cat | Dog, Model, Names, Nested)
HASHABLE = (int, bool, str, date, UUID, Color, Level, Literal["a", "b"])
KEYS = (str, int, UUID, date, Color, Level, Literal["a", "b"])
_count = iter(range(10**9))


def _strict(kind):
    kind.__pydantic_config__ = STRICT
    return kind


def _records(inner):
    fields = st.dictionaries(
        st.sampled_from(("a", "b", "c")), inner, min_size=1
    )

    def named_tuple(types):
        return NamedTuple(f"Row{next(_count)}", list(types.items()))

    def typed_dict(types, total):
        name = f"Dict{next(_count)}"
        return _strict(TypedDict(name, types, total=total))

    def data_class(types, bare):
        rows = [
            (name, kind)
            if n < bare
            else (name, Optional[kind], field(default=None))
            for n, (name, kind) in enumerate(types.items())
        ]
        return _strict(make_dataclass(f"Data{next(_count)}", rows))

    def model(types):
        rows = {name: (kind, ...) for name, kind in types.items()}
        return create_model(f"Model{next(_count)}", __config__=STRICT, **rows)

    return st.one_of(
        fields.map(named_tuple),
        st.builds(typed_dict, fields, st.booleans()),
        st.builds(data_class, fields, st.integers(0, 3)),
        fields.map(model),
    )


def _compound(inner):
    hashable = st.sampled_from(HASHABLE)
    return st.one_of(
        inner.map(lambda t: list[t]),
        inner.map(lambda t: Sequence[t]),
        inner.map(lambda t: collections.deque[t]),
        hashable.map(lambda t: set[t]),
        hashable.map(lambda t: frozenset[t]),
        inner.map(lambda t: tuple[t, ...]),
        st.lists(inner, max_size=3).map(lambda ts: tuple[tuple(ts)]),
        st.builds(lambda k, v: dict[k, v], st.sampled_from(KEYS), inner),
        st.builds(lambda k, v: Mapping[k, v], st.sampled_from(KEYS), inner),
        inner.map(lambda t: Optional[t]),
        inner.map(lambda t: Box[t]),
        st.lists(inner, min_size=2, max_size=3).map(
            lambda ts: Union[tuple(ts)]
        ),
        _records(inner),
    )


every_type = st.recursive(
    st.sampled_from(SCALARS + STRUCTURES), _compound, max_leaves=6
)

_TEXTS = {
    "date": ("2030-01-31", "2030-01-31", "2031-12-01", "2030-02-30", "soon"),
    "date-time": (
        "2030-01-31T09:30:00+01:00",
        "2030-01-31T09:30:00",
        "2030-01-31T09:30:00Z",
        "2030-01-31T25:00:00Z",
        "2030",
    ),
    "time": ("09:30:00", "24:00:00"),
    "duration": ("P1DT2H", "PT1.5S", "P1X"),
    "uuid": ("123e4567-e89b-12d3-a456-426614174000", "123e4567"),
}
_words = st.sampled_from(("", "a", "b", "red", "1", "1.5", "2030-01-31"))
_numbers = st.one_of(
    st.integers(-3, 3),
    st.sampled_from((0.0, 1.0, 2.5, -0.5, 2**53 + 1)),
)
plain_json = st.recursive(
    st.one_of(st.none(), st.booleans(), _numbers, _words),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(_words, inner, max_size=3),
    ),
    max_leaves=4,
)


def instances(schema, root=None, depth=6):
    """Return JSON values that a derived schema mostly accepts."""
    root = schema if root is None else root
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        schema = root["$defs"][name]
    if depth == 0:
        return plain_json
    wild = st.deferred(lambda: plain_json)
    fitting = st.deferred(lambda: _fitting(schema, root, depth - 1))
    return st.integers(0, 39).flatmap(lambda n: wild if n == 0 else fitting)


def _fitting(schema, root, depth):
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "const" in schema:
        return st.just(schema["const"])
    if "anyOf" in schema:
        return st.one_of(
            [instances(each, root, depth) for each in schema["anyOf"]]
        )
    kinds = schema.get("type")
    if kinds is None:
        return plain_json
    kinds = [kinds] if isinstance(kinds, str) else kinds
    return st.one_of([_of_type(kind, schema, root, depth) for kind in kinds])


def _of_type(kind, schema, root, depth):
    if kind == "object":
        return _objects(schema, root, depth)
    if kind == "array":
        return _arrays(schema, root, depth)
    if kind == "string":
        if "pattern" in schema:
            return st.sampled_from(("1", "-0.50", "1e3", "NaN", "+1", " 1"))
        return st.sampled_from(_TEXTS.get(schema.get("format"), ("", "a")))
    return {
        "null": st.none(),
        "boolean": st.booleans(),
        "integer": st.one_of(
            st.integers(-3, 3), st.sampled_from((1.0, 2.0, 10**20, 1.5))
        ),
        "number": _numbers,
    }[kind]


def _objects(schema, root, depth):
    properties = schema.get("properties", {})
    required = schema.get("required", [])
    rows = {
        name: instances(each, root, depth) for name, each in properties.items()
    }
    fixed = st.fixed_dictionaries(
        {name: rows[name] for name in required},
        optional={name: rows[name] for name in rows if name not in required},
    )
    rest = schema.get("additionalProperties")
    if rest is False:
        return st.one_of(
            fixed, fixed, fixed, fixed.map(lambda made: {**made, "zz": 1})
        )
    names = schema.get("propertyNames", {})
    if "enum" in names:
        keys = st.sampled_from(names["enum"])
    elif "pattern" in names:
        keys = st.sampled_from(("1", "-2", "01", "1.0", "+1", " 1", "x"))
    else:
        keys = st.sampled_from(_TEXTS.get(names.get("format"), ("", "k")))
    values = plain_json if rest is True else instances(rest, root, depth)
    return st.dictionaries(keys, values, max_size=3)


def _arrays(schema, root, depth):
    if "prefixItems" in schema:
        items = [
            instances(each, root, depth) for each in schema["prefixItems"]
        ]
        whole = st.tuples(*items).map(list)
        return st.one_of(
            whole, whole, whole, whole.map(lambda made: made[:-1])
        )
    if schema.get("maxItems") == 0:
        return st.just([])
    items = schema.get("items", {})
    inner = instances(items, root, depth) if items else plain_json
    return st.lists(inner, max_size=3)
