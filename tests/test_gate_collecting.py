"""What is collected, and when collecting ends."""

from __future__ import annotations

import enum
from collections import OrderedDict, UserDict, deque, namedtuple
from dataclasses import dataclass
from pathlib import PurePath

import pytest
from hypothesis import given

from json_values import values
from toolgate.content import TextContent
from toolgate.exceptions import InvalidJSONError
from toolgate.function.jsonable import jsonable
from toolgate.gate.collecting import (
    Unwritten,
    collected,
    is_async_generator,
    is_awaitable,
    is_generator,
)
from toolgate.json_value import encode, own
from toolgate.limits import ValueLimits

Pair = namedtuple("Pair", "x y")  # noqa: PYI024 - as hosts have them
Word = enum.Enum("Word", {"LONG": "x" * 1_000}, type=str)
LIMITS = ValueLimits(max_bytes=10_000, max_depth=8, max_nodes=1_000)
LONG = "x" * 1_000


def endless(item, taken):
    while True:
        taken.append(1)
        yield item


@pytest.mark.parametrize(
    "item",
    [
        LONG,
        Word.LONG,
        [LONG],
        (LONG,),
        Pair(1, LONG),
        {"line": LONG},
        {LONG: 1},
        OrderedDict(line=LONG),
        {"a": [{"b": (LONG,)}]},
        {1: LONG},
        LONG.encode(),
        bytearray(LONG.encode()),
        TextContent(LONG),
        [TextContent(LONG)],
        [None] * 1_000,
        [[1] * 100] * 100,
    ],
    ids=lambda item: type(item).__name__,
)
def test_items_are_weighed_when_they_come(item):
    taken = []
    collected(endless(item, taken), LIMITS)
    assert len(taken) <= 11


def test_small_items_are_counted():
    taken = []
    collected(endless(1, taken), LIMITS)
    assert len(taken) == 1_001


def test_what_holds_itself_ends():
    loop = []
    loop.append(loop)
    taken = []
    collected(endless(loop, taken), LIMITS)
    assert taken == [1]


@given(values)
def test_what_ends_the_collecting_is_refused(value):
    """Never a shorter list in the place of the whole one."""
    limits = ValueLimits(max_bytes=40, max_depth=99, max_nodes=20)
    items = [value] * 3
    found = collected(iter(items), limits)
    if len(found) < 3:
        with pytest.raises(InvalidJSONError):
            encode(own(found, limits), limits)


@dataclass
class Line:
    text: str


class Model:
    def model_dump(self, **_):
        return {"text": LONG}


WRITABLE = [
    {LONG},
    deque([LONG]),
    Line(LONG),
    [Line(LONG)],
    Model(),
    PurePath(LONG),
    LONG.encode(),
    {PurePath(LONG): 1},
]


@pytest.mark.parametrize(
    "item", WRITABLE, ids=lambda item: type(item).__name__
)
def test_items_that_only_a_writer_can_write_are_weighed_as_json(item):
    taken = []
    found = collected(endless(item, taken), LIMITS, jsonable)
    assert 8 <= len(taken) <= 11
    assert found == [jsonable(item)] * len(taken)


@pytest.mark.parametrize(
    "item", [*WRITABLE, 3j], ids=lambda item: type(item).__name__
)
def test_without_a_writer_the_first_such_item_ends_the_collecting(item):
    taken = []
    found = collected(endless(item, taken), LIMITS)
    assert taken == [1]
    assert type(found) is Unwritten
    assert found.error.code in {"not_json", "key_not_string"}
    assert found.error.path[0] == 0


def test_an_item_that_no_writer_can_write_ends_the_collecting():
    items = iter(["a", {"b": (1, 3j)}, "c"])
    found = collected(items, LIMITS, jsonable)
    assert type(found) is Unwritten
    assert found.error.path == (1, "b", 1)
    assert list(items) == ["c"]


def test_mappings_are_weighed_as_the_json_that_they_are():
    taken = []
    found = collected(endless(UserDict(a=LONG), taken), LIMITS)
    assert found == [{"a": LONG}] * len(taken)
    assert len(taken) <= 11


class Hostile(type):
    __hash__ = None

    def __instancecheck__(cls, instance):
        raise RuntimeError


class Odd(metaclass=Hostile):
    @property
    def __class__(self):
        raise RuntimeError


@pytest.mark.parametrize(
    "tell", [is_generator, is_async_generator, is_awaitable]
)
def test_no_code_of_a_value_decides_what_it_is(tell):
    assert not tell(Odd())
    assert not tell(5)
