"""What stands around a type, its names, depth, and threads."""

# ruff: noqa: UP007, UP045 - both spellings must work

from __future__ import annotations

import collections
import subprocess
import sys
import threading
import types
import typing
from collections import abc
from dataclasses import dataclass, field
from datetime import date
from typing import (
    Annotated,
    Any,
    Final,
    ForwardRef,
    Generic,
    NewType,
    Optional,
    TypeVar,
    Union,
)

import pytest
from annotated_types import Ge, MinLen
from pydantic import BaseModel
from typing_extensions import (
    Doc,
    NotRequired,
    ReadOnly,
    Required,
    TypeAliasType,
    TypedDict,
)

from deriving import CACHE, REJECTED, derive, derive_output, deriver, here
from toolgate.exceptions import CyclicReferenceError
from toolgate.function.shape import Refused, Shape
from toolgate.function.types import Deriver

T = TypeVar("T")
DAY = date(2030, 1, 31)
INTEGER = {"type": "integer"}
DATE = {"type": "string", "format": "date"}

UserId = NewType("UserId", int)
AdminId = NewType("AdminId", UserId)
Id = TypeAliasType("Id", int)
Ids = TypeAliasType("Ids", list[Id])
Row = TypeAliasType("Row", "dict[str, Cell]")
Cell = TypeAliasType("Cell", "Row | date | None")
Plain = TypeAliasType("Plain", "list[Plain] | str")
Pairs = TypeAliasType("Pairs", dict[str, tuple[T, T]], type_params=(T,))
Forest = TypeAliasType("Forest", "list[T | Forest[T]]", type_params=(T,))
Itself = TypeAliasType("Itself", "Itself")
Nowhere = TypeAliasType("Nowhere", "list[NoSuchName]")  # noqa: F821 - on purpose
Endless = TypeAliasType("Endless", "Endless | int")


@dataclass
class Node:
    value: int
    day: Optional[date] = None
    children: list[Node] = field(default_factory=list)


@dataclass
class Chain:
    day: date
    next: Optional[Chain] = None


class Tree(TypedDict):
    day: date
    below: NotRequired[dict[str, Tree]]


class Model(BaseModel):
    value: int
    children: list[Model] = []


@dataclass
class Even:
    odd: Optional[Odd] = None


@dataclass
class Odd:
    day: date
    even: Optional[Even] = None


@pytest.mark.parametrize(
    ("annotation", "schema"),
    [
        (int, INTEGER),
        ("int", INTEGER),
        (ForwardRef("int"), INTEGER),
        (list["int"], {"type": "array", "items": INTEGER}),
        (UserId, INTEGER),
        (AdminId, INTEGER),
        (Final[int], INTEGER),
        (Required[int], INTEGER),
        (NotRequired[int], INTEGER),
        (ReadOnly[int], INTEGER),
        (T, {}),
        (Id, INTEGER),
        (tuple[Id, ...], {"type": "array", "items": INTEGER}),
        (Ids, {"type": "array", "items": INTEGER}),
        (
            Annotated[int, "n", Ge(1)],
            {**INTEGER, "description": "n", "minimum": 1},
        ),
        (
            Annotated[UserId, Doc("who")],
            {**INTEGER, "description": "who"},
        ),
        (
            Pairs[int],
            {
                "type": "object",
                "additionalProperties": {
                    "type": "array",
                    "prefixItems": [INTEGER, INTEGER],
                    "items": False,
                    "minItems": 2,
                },
            },
        ),
        (Optional[Id], {"type": ["integer", "null"]}),
        (
            Annotated[Ids, MinLen(1)],
            {"type": "array", "items": INTEGER, "minItems": 1},
        ),
        (
            Annotated[Optional[Ids], MinLen(1)],
            {
                "anyOf": [
                    {"type": "array", "items": INTEGER, "minItems": 1},
                    {"type": "null"},
                ]
            },
        ),
        (
            Annotated[Ids, "many"],
            {"type": "array", "items": INTEGER, "description": "many"},
        ),
    ],
)
def test_what_stands_around_a_type_is_taken_off(annotation, schema):
    assert derive(annotation).schema == schema


def test_a_name_used_twice_is_defined_once():
    schema = derive(tuple[Ids, Annotated[Ids, "x"], Annotated[Ids, MinLen(1)]])
    ids = {"type": "array", "items": INTEGER}
    assert schema.schema["$defs"] == {"Ids": ids}
    assert schema.schema["prefixItems"] == [
        {"$ref": "#/$defs/Ids"},
        {"$ref": "#/$defs/Ids", "description": "x"},
        {**ids, "minItems": 1},
    ]


def test_types_of_one_name_are_told_apart():
    def make(kind):
        @dataclass
        class Thing:
            a: kind

        Thing.__dataclass_fields__["a"].type = kind
        Thing.__annotations__["a"] = kind
        return Thing

    one, two = make(int), make(date)
    annotation = tuple[one, two, one, two]
    first, second = derive(annotation).schema["prefixItems"][:2]
    assert first == {"$ref": "#/$defs/Thing"}
    assert second == {"$ref": "#/$defs/Thing_2"}
    value = [{"a": 1}, {"a": "2030-01-31"}] * 2
    assert derive(annotation).outcome(value)[:2] == (one(1), two(DAY))


def test_names_of_generic_types_are_readable():
    @dataclass
    class Box(Generic[T]):
        item: T

    schema = derive(tuple[Box[int], Box[list[int]], Box[int], Box[list[int]]])
    assert [*schema.schema["$defs"]] == ["Box_int", "Box_list_int"]


@pytest.mark.parametrize(
    ("annotation", "value", "read"),
    [
        (
            Node,
            {"value": 1, "children": [{"value": 2.0}]},
            Node(1, None, [Node(2)]),
        ),
        (list[Node], [{"value": 1, "children": [{}]}], REJECTED),
        (
            Tree,
            {"day": "2030-01-31", "below": {"a": {"day": "2030-01-31"}}},
            {"day": DAY, "below": {"a": {"day": DAY}}},
        ),
        (
            Row,
            {"a": {"b": "2030-01-31", "c": None}},
            {"a": {"b": DAY, "c": None}},
        ),
        (Cell, None, None),
        (Forest[date], ["2030-01-31", ["2030-01-31"]], [DAY, [DAY]]),
        (
            Even,
            {"odd": {"day": "2030-01-31", "even": {}}},
            Even(Odd(DAY, Even())),
        ),
        (
            Union[Node, Chain, None],
            {"day": "2030-01-31", "next": {"day": "2030-01-31"}},
            Chain(DAY, Chain(DAY)),
        ),
    ],
)
def test_recursive_types(annotation, value, read):
    assert derive(annotation).outcome(value) == read


def test_recursive_types_of_plain_json_are_not_read():
    assert derive(Plain).read is None
    assert derive(Plain).outcome([["a"], []]) == [["a"], []]


def test_a_misfit_deep_inside():
    value = {"value": 1, "children": [{"value": 2, "day": "2030-02-30"}]}
    assert derive(Node).outcome(value).path == ("children", 0, "day")


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax of 3.12")
def test_the_type_statement():
    space: dict[str, Any] = {"__name__": "space"}
    exec(
        "type Tree[T] = T | list[Tree[T]]\n"
        "type Late = list[Missing]\n"
        "class Box[T]:\n    pass\n",
        space,
    )
    tree = space["Tree"]
    assert derive(tree[date]).outcome(["2030-01-31", []]) == [DAY, []]
    with pytest.raises(Refused, match="the alias Late cannot be resolved"):
        derive(space["Late"])


class Conn:
    pass


@pytest.mark.parametrize(
    ("annotation", "advice"),
    [
        (
            Conn,
            (
                "; what the host supplies is Annotated[Conn, Injected()], or "
                "the deps of a ToolContext[Conn]"
            ),
        ),
        (list[dict[str, Conn]], "or the deps of a ToolContext[Conn]"),
        (typing.Optional[Conn], "or the deps of a ToolContext[Conn]"),
        (memoryview, "make the other in the function"),
        (typing.Iterator[int], "make the other in the function"),
    ],
)
def test_classes_are_what_a_host_may_supply(annotation, advice):
    with pytest.raises(Refused) as caught:
        derive(annotation)
    assert caught.value.reason.endswith(advice)
    with pytest.raises(Refused) as caught:
        derive_output(annotation)
    assert caught.value.reason.endswith("make the other in the function")


GENERIC = types.GenericAlias


@pytest.mark.parametrize(
    ("annotation", "words"),
    [
        (GENERIC(list, (int, str)), "list takes one type"),
        (GENERIC(set, (int, str)), "set takes one type"),
        (GENERIC(frozenset, (int, str)), "frozenset takes one type"),
        (GENERIC(collections.deque, (int, str)), "deque takes one type"),
        (GENERIC(abc.Sequence, (int, str)), "Sequence takes one type"),
        (GENERIC(abc.Set, (int, str)), "Set takes one type"),
        (GENERIC(dict, (int,)), "dict takes two types"),
        (GENERIC(dict, (str, int, int)), "dict takes two types"),
        (GENERIC(abc.Mapping, (str,)), "Mapping takes two types"),
        (GENERIC(collections.Counter, (str, int)), "Counter takes one type"),
        (
            GENERIC(collections.OrderedDict, (str,)),
            "OrderedDict takes two types",
        ),
        (
            GENERIC(collections.defaultdict, (int,)),
            "defaultdict takes two types",
        ),
        (GENERIC(tuple, (int, str, ...)), "with one type"),
        (GENERIC(tuple, (..., int)), "with one type"),
        (GENERIC(tuple, (...,)), "with one type"),
        (GENERIC(tuple, (..., ...)), "with one type"),
    ],
)
def test_generic_types_take_as_many_types_as_they_do(annotation, words):
    for each in (annotation, list[annotation]):
        with pytest.raises(Refused) as caught:
            derive(each)
        assert caught.value.reason.startswith(f"{annotation!r} is no type: ")
        assert caught.value.reason.endswith(words)


@pytest.mark.parametrize(
    ("annotation", "words"),
    [
        (object(), "no type that JSON can carry"),
        (type, "type is no type that JSON can carry"),
        (type[int], "no type that JSON can carry"),
        (typing.Iterator[int], "no type that JSON can carry"),
        (typing.Callable[[int], int], "no type that JSON can carry"),
        (complex, "complex is no type"),
        (Deriver, "Deriver is no type"),
        ("Missing", "'Missing' cannot be resolved"),
        (list["Missing"], "'Missing' cannot be resolved"),  # noqa: F821 - on purpose
        (Nowhere, "cannot be resolved"),
        (Itself, "means only itself"),
    ],
)
def test_what_is_refused(annotation, words):
    with pytest.raises(Refused, match=words):
        derive(annotation)


def test_an_alternative_to_itself_is_no_schema():
    with pytest.raises(CyclicReferenceError):
        derive(Endless)


def test_postponed_names_are_looked_up_in_the_scope():
    scope = here(__name__)
    assert derive("list[Chain]", scope).outcome([]) == []
    assert derive(list["Chain"], scope).outcome([{"day": "2030-01-31"}]) == [
        Chain(DAY)
    ]


def test_schemas_are_fresh():
    one = deriver()
    first, second = one.shape(int).schema, one.shape(int).schema
    assert first is not second
    first, second = one.shape(Id).schema, one.shape(Id).schema
    assert first == second
    assert first is not second
    whole = one.finish(one.shape(list[Node]).schema)
    whole["$defs"]["Node"]["properties"].clear()
    again = one.finish(one.shape(list[Node]).schema)
    assert again["$defs"]["Node"]["properties"]


def test_input_and_output_share_a_deriver():
    one = deriver()
    first = one.finish(one.shape(tuple[Node, Node]).schema)
    second = one.finish(one.shape(date).schema)
    assert set(first["$defs"]) == {"Node"}
    assert second == DATE


def test_constraints_of_a_type_in_the_making():
    """A type that contains itself with a condition cannot be written out."""

    @dataclass
    class Loop:
        inner: Annotated[list[Loop], MinLen(0)]

    assert derive(Loop).outcome({"inner": [{"inner": []}]}) == Loop([Loop([])])


def deep(levels, make):
    value = None
    for _ in range(levels):
        value = make(value)
    return value


DAY_TEXT = "2030-01-31"
DEEP = [
    (Chain, deep(64, lambda v: {"day": DAY_TEXT, "next": v})),
    (Node, deep(32, lambda v: {"value": 1, "children": [v] if v else []})),
    (
        Tree,
        deep(32, lambda v: {"day": DAY_TEXT, "below": {"a": v} if v else {}}),
    ),
    (Row, deep(64, lambda v: {"a": v, "b": DAY_TEXT})),
    (Forest[date], deep(64, lambda v: [v or DAY_TEXT])),
    (Model, deep(32, lambda v: {"value": 1, "children": [v] if v else []})),
    (
        Union[Node, Chain, None],
        deep(64, lambda v: {"day": DAY_TEXT, "next": v}),
    ),
    (list[Any], deep(64, lambda v: [v])),
]


def depth_of(value):
    levels = 0
    waiting = [value]
    while waiting:
        levels += 1
        waiting = [
            inner
            for each in waiting
            for inner in (
                each.values()
                if isinstance(each, dict)
                else each
                if isinstance(each, list)
                else vars(each).values()
                if hasattr(each, "__dict__")
                else ()
            )
        ]
    return levels


@pytest.mark.parametrize(("annotation", "value"), DEEP)
def test_deep_values(annotation, value):
    found = derive(annotation).outcome(value)
    assert depth_of(found) >= depth_of(value)


SMALL_STACK = """
import sys, threading
sys.path[:0] = {paths!r}
from deriving import derive
from test_function_types import DEEP, depth_of
types = [(derive(annotation), value) for annotation, value in DEEP]
good = []
def run():
    for derived, value in types:
        read = derived.read
        found = value if read is None else read(value)
        assert depth_of(found) >= depth_of(value)
        good.append(1)
threading.stack_size(256 * 1024)
thread = threading.Thread(target=run)
thread.start()
thread.join()
print(len(good))
"""


def test_deep_values_on_a_small_stack():
    """The stack of a worker thread may be 256 KiB; a crash would end it."""
    paths = [path for path in sys.path if path]
    done = subprocess.run(
        [sys.executable, "-c", SMALL_STACK.format(paths=paths)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.stdout, done.stderr) == (f"{len(DEEP)}\n", "")


def test_many_threads_may_read_for_the_first_time():
    derived = derive(Union[list[int], list[str], Node, Chain])
    found = []

    def run():
        found.append(derived.outcome(["a"]))
        found.append(derived.outcome({"day": DAY_TEXT}))

    threads = [threading.Thread(target=run) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found.count(["a"]) == found.count(Chain(DAY)) == 16


def test_a_shape_is_a_shape():
    one = Deriver(lambda schema: CACHE.get(schema).check)
    assert one.shape(str) == Shape({"type": "string"})
