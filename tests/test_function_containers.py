"""Arrays: lists, tuples, sets and deques."""

# ruff: noqa: UP006, UP007 - both spellings must work

from __future__ import annotations

import collections
import collections.abc
import sys
import typing
from copy import deepcopy
from dataclasses import dataclass
from datetime import date
from typing import Any, Union

import pytest
from typing_extensions import TypedDict, Unpack

from deriving import REJECTED, Refusal, derive
from toolgate.function.containers import fixed, items_reader, shape_of
from toolgate.function.shape import Refused, Shape

INTEGERS = {"type": "array", "items": {"type": "integer"}}
ANYTHING = {"type": "array"}
DAY = date(2030, 1, 31)


@pytest.mark.parametrize(
    ("annotation", "schema", "value", "read"),
    [
        (list[int], INTEGERS, [1, 2.0], [1, 2]),
        (typing.List[int], INTEGERS, [1], [1]),
        (collections.abc.Sequence[int], INTEGERS, [1], [1]),
        (typing.Sequence[int], INTEGERS, [1], [1]),
        (collections.abc.MutableSequence[int], INTEGERS, [1], [1]),
        (collections.abc.Iterable[int], INTEGERS, [1.0], [1]),
        (collections.abc.Collection[int], INTEGERS, [1.0], [1]),
        (list, ANYTHING, [1.0, "a"], [1.0, "a"]),
        (typing.List, ANYTHING, [1.0], [1.0]),
        (list[Any], ANYTHING, [None], [None]),
        (collections.abc.Sequence, ANYTHING, [1], [1]),
        (
            collections.deque[int],
            INTEGERS,
            [1, 2.0],
            collections.deque([1, 2]),
        ),
        (collections.deque, ANYTHING, [1], collections.deque([1])),
        (tuple[int, ...], INTEGERS, [1, 2.0], (1, 2)),
        (tuple, ANYTHING, [1.0], (1.0,)),
        (typing.Tuple, ANYTHING, [1.0], (1.0,)),
        (typing.Tuple[int, ...], INTEGERS, [1.0], (1,)),
        (tuple[()], {"type": "array", "maxItems": 0}, [], ()),
        (typing.Tuple[()], {"type": "array", "maxItems": 0}, [], ()),
        (
            tuple[str, date],
            {
                "type": "array",
                "prefixItems": [
                    {"type": "string"},
                    {"type": "string", "format": "date"},
                ],
                "items": False,
                "minItems": 2,
            },
            ["a", "2030-01-31"],
            ("a", DAY),
        ),
        (set[int], {**INTEGERS, "uniqueItems": True}, [1, 2.0], {1, 2}),
        (set, {**ANYTHING, "uniqueItems": True}, ["a"], {"a"}),
        (typing.AbstractSet[str], None, ["a"], {"a"}),
        (collections.abc.MutableSet[str], None, ["a"], {"a"}),
        (
            frozenset[tuple[int, ...]],
            None,
            [[1], [2]],
            frozenset({(1,), (2,)}),
        ),
    ],
)
def test_schema_and_value(annotation, schema, value, read):
    derived = derive(annotation)
    if schema is not None:
        assert derived.schema == schema
    before = deepcopy(value)
    found = derived.outcome(value)
    assert found == read
    assert type(found) is type(read)
    assert all(
        type(new) is type(old) for new, old in zip(found, read, strict=True)
    )
    assert value == before


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (list[int], [1, "2"]),
        (list[int], {"0": 1}),
        (list[int], [True]),
        (tuple[int, str], [1]),
        (tuple[int, str], [1, "a", 2]),
        (tuple[()], [1]),
        (set[int], [1, 1.0]),
    ],
)
def test_what_the_schema_rejects(annotation, value):
    assert derive(annotation).outcome(value) is REJECTED


@pytest.mark.parametrize(
    ("annotation", "value", "path"),
    [
        (list[date], ["2030-01-31", "2030-02-30"], (1,)),
        (list[list[date]], [[], ["2030-01-31", "2030-02-30"]], (1, 1)),
        (tuple[date, ...], ["2030-02-30"], (0,)),
        (tuple[str, date], ["a", "2030-02-30"], (1,)),
        (collections.deque[date], ["2030-02-30"], (0,)),
        (set[date], ["2030-01-31", "2030-02-30"], (1,)),
        (list[float], [1.0, 10**400], (1,)),
    ],
)
def test_a_misfit_says_where(annotation, value, path):
    assert derive(annotation).outcome(value).path == path


@pytest.mark.parametrize(
    "annotation", [list[str], list, list[Any], collections.abc.Iterable[bool]]
)
def test_plain_arrays_are_not_read(annotation):
    assert derive(annotation).read is None


@pytest.mark.parametrize(
    ("annotation", "value"), [(list[int], [1, 2]), (list[float], [0.5])]
)
def test_exact_numbers_are_not_copied(annotation, value):
    assert derive(annotation).read(value) is value


def test_an_empty_list_of_numbers():
    assert derive(list[int]).outcome([]) == []


def test_members_that_json_tells_apart_and_python_does_not():
    """[1, true] is two JSON values, but {1, True} holds one."""
    outcome = derive(set[Union[int, bool]]).outcome([1, True])
    assert outcome == Refusal((), "items that are all different")


def test_members_without_a_hash():
    outcome = derive(set[Any]).outcome([[1]])
    assert outcome == Refusal((), "items that a set can hold")


@dataclass
class Mutable:
    a: int


class Row(TypedDict):
    a: int


@pytest.mark.parametrize(
    "item", [list[int], dict, dict[str, int], set[int], Mutable, Row]
)
def test_sets_of_what_has_no_hash_are_refused(item):
    with pytest.raises(Refused, match="a set cannot hold"):
        derive(set[item])


@pytest.mark.skipif(sys.version_info < (3, 11), reason="the syntax of 3.11")
def test_tuples_in_the_middle_are_refused():
    annotation = eval("tuple[int, *tuple[str, ...]]")
    with pytest.raises(Refused, match="unpacks a tuple"):
        derive(annotation)


def test_unpacked_tuples_are_refused():
    with pytest.raises(Refused):
        derive(tuple[int, Unpack[typing.Tuple[str, ...]]])


@pytest.mark.parametrize(
    "annotation", [int, dict, str, None, {}, collections.abc.Iterator[int]]
)
def test_other_annotations_are_not_arrays(annotation):
    assert shape_of(annotation, None) is None


def test_items_with_an_enum_are_read_one_by_one():
    one, two = object(), object()
    shape = Shape({"type": "integer", "enum": [1, 2]}, {1: one, 2: two}.get)
    assert items_reader(shape)([2, 1]) == [two, one]


def test_items_of_two_types_are_read_one_by_one():
    shape = Shape({"type": ["integer", "null"]}, str)
    assert items_reader(shape)([2, None]) == ["2", "None"]


def test_fixed_arrays_may_end_early():
    shape = fixed([Shape({}, str), Shape({}), Shape({}, str)], tuple, least=1)
    assert shape.schema["minItems"] == 1
    assert shape.read([1]) == ("1",)
    assert shape.read([1, 2]) == ("1", 2)
    assert shape.read([1, 2, 3]) == ("1", 2, "3")
