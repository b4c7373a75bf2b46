"""Objects with keys of one kind."""

# ruff: noqa: UP006, UP007, UP045, PYI061 - both spellings must work

from __future__ import annotations

import collections.abc
import enum
import json
import typing
from collections import Counter, OrderedDict, defaultdict
from copy import deepcopy
from datetime import date
from typing import Annotated, Any, Literal, NewType, Optional, Union
from uuid import UUID

import pytest
from annotated_types import Ge
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter
from typing_extensions import TypeAliasType

from deriving import REJECTED, Refusal, derive
from toolgate.function.jsonable import jsonable
from toolgate.function.mappings import shape_of
from toolgate.function.shape import Refused

OPEN = {"type": "object", "additionalProperties": True}
COUNTS = {"type": "object", "additionalProperties": {"type": "integer"}}
SOME = UUID("123e4567-e89b-12d3-a456-426614174000")


class Color(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Level(enum.Enum):
    LOW = 1
    HIGH = "2"
    ON = False


class Odd(enum.Enum):
    HALF = 1.5


Name = NewType("Name", str)
Key = TypeAliasType("Key", Union[UUID, Literal["all"]])


@pytest.mark.parametrize(
    ("annotation", "schema", "value", "read"),
    [
        (dict, OPEN, {"a": 1.0}, {"a": 1.0}),
        (typing.Dict, OPEN, {"a": 1}, {"a": 1}),
        (dict[str, Any], OPEN, {"a": None}, {"a": None}),
        (dict[Any, Any], OPEN, {"a": None}, {"a": None}),
        (collections.abc.Mapping, OPEN, {"a": 1}, {"a": 1}),
        (dict[str, int], COUNTS, {"a": 1.0}, {"a": 1}),
        (typing.Dict[str, int], COUNTS, {"a": 1}, {"a": 1}),
        (collections.abc.Mapping[str, int], COUNTS, {"a": 1}, {"a": 1}),
        (collections.abc.MutableMapping[str, int], COUNTS, {}, {}),
        (dict[Name, int], COUNTS, {"a": 1}, {"a": 1}),
        (
            dict[Annotated[str, "who"], str],
            {"type": "object", "additionalProperties": {"type": "string"}},
            {"a": "b"},
            {"a": "b"},
        ),
        (
            dict[Literal["a", "b"], int],
            {**COUNTS, "propertyNames": {"enum": ["a", "b"]}},
            {"a": 1},
            {"a": 1},
        ),
        (
            dict[Color, int],
            {**COUNTS, "propertyNames": {"enum": ["red", "blue"]}},
            {"red": 1},
            {Color.RED: 1},
        ),
        (
            dict[Level, int],
            {**COUNTS, "propertyNames": {"enum": ["1", "2", "false"]}},
            {"1": 1, "2": 2, "false": 3},
            {Level.LOW: 1, Level.HIGH: 2, Level.ON: 3},
        ),
        (
            dict[Literal[1, True], Any],
            {**OPEN, "propertyNames": {"enum": ["1", "true"]}},
            {"true": 1},
            {True: 1},
        ),
        (
            dict[Literal["a", True], Any],
            {**OPEN, "propertyNames": {"enum": ["a", "true"]}},
            {"a": 1, "true": 2},
            {"a": 1, True: 2},
        ),
        (
            dict[bool, int],
            {**COUNTS, "propertyNames": {"enum": ["true", "false"]}},
            {"true": 1, "false": 2.0},
            {True: 1, False: 2},
        ),
        (
            dict[UUID, int],
            {**COUNTS, "propertyNames": {"format": "uuid"}},
            {str(SOME): 1},
            {SOME: 1},
        ),
        (
            dict[int, date],
            None,
            {"-7": "2030-01-31", "0": "2030-01-31"},
            {-7: date(2030, 1, 31), 0: date(2030, 1, 31)},
        ),
        (dict[Key, Any], None, {"all": 1}, {"all": 1}),
        (dict[Key, Any], None, {str(SOME): 1}, {SOME: 1}),
        (
            dict[Annotated[str, Ge], Any],
            OPEN,
            {"a": 1},
            {"a": 1},
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
    assert [*map(type, found)] == [*map(type, read)]
    assert [*map(type, found.values())] == [*map(type, read.values())]
    assert value == before


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (dict[str, int], {"a": "b"}),
        (dict[str, int], []),
        (dict[Color, int], {"RED": 1}),
        (dict[bool, int], {"True": 1}),
        (dict[int, int], {"1.0": 1}),
        (dict[int, int], {"01": 1}),
        (dict[int, int], {"-0": 1}),
        (dict[int, int], {" 1": 1}),
        (dict[int, int], {"1\n": 1}),
        (dict[int, int], {"1_0": 1}),
    ],
)
def test_what_the_schema_rejects(annotation, value):
    assert derive(annotation).outcome(value) is REJECTED


@pytest.mark.parametrize(
    ("annotation", "value", "path"),
    [
        (dict[str, date], {"a": "2030-01-31", "b": "2030-02-30"}, ("b",)),
        (dict[UUID, date], {str(SOME): "2030-02-30"}, (str(SOME),)),
        (dict[date, Any], {"2030-02-30": 1}, ("2030-02-30",)),
        (dict[int, Any], {"1" * 4_301: 1}, ("1" * 4_301,)),
        (dict[Annotated[int, Ge(3)], Any], {"2": 1}, ("2",)),
        (dict[UUID, Any], {str(SOME): 1, str(SOME).upper(): 2}, ()),
        (list[dict[str, date]], [{"a": "x"}], (0, "a")),
    ],
)
def test_a_misfit_says_where(annotation, value, path):
    assert derive(annotation).outcome(value).path == path


def test_keys_within_bounds():
    derived = derive(dict[Annotated[int, Ge(3)], Any])
    assert derived.outcome({"3": 1}) == {3: 1}
    assert derived.outcome({"2": 1}) == Refusal(
        ("2",), "an integer within the bounds of the key's type"
    )


@pytest.mark.parametrize("annotation", [dict, dict[str, str], dict[Name, Any]])
def test_plain_objects_are_not_read(annotation):
    assert derive(annotation).read is None


@pytest.mark.parametrize(
    "key",
    [
        None,
        float,
        list[int],
        Union[int, str],
        Optional[str],
        dict,
        tuple[str],
        Literal["a", None],
        Odd,
    ],
)
def test_keys_that_no_string_stands_for_are_refused(key):
    with pytest.raises(Refused, match="cannot be the key"):
        derive(dict[key, int])


@pytest.mark.parametrize("annotation", [int, list, None, {}, "x"])
def test_other_annotations_are_not_mappings(annotation):
    assert shape_of(annotation, None) is None


@pytest.mark.parametrize(
    ("key", "keys"),
    [
        (int, st.integers()),
        (str, st.text("abc")),
        (bool, st.booleans()),
        (UUID, st.uuids()),
        (date, st.dates()),
        (Color, st.sampled_from(Color)),
        (Literal["a", 1], st.sampled_from(["a", 1])),
    ],
)
def test_keys_come_back_as_they_were_written(key, keys):
    derived = derive(dict[key, int])

    @given(st.dictionaries(keys, st.integers()))
    def comes_back(value):
        assert derived.outcome(jsonable(value)) == value

    comes_back()


def test_keys_that_are_one_text_are_refused():
    with pytest.raises(Refused, match="are the same text in JSON; leave one"):
        derive(dict[Literal[1, "1"], int])


@pytest.mark.parametrize(
    ("annotation", "sent", "got"),
    [
        (OrderedDict, {"b": 1, "a": "c"}, OrderedDict(b=1, a="c")),
        (OrderedDict[str, int], {"b": 1.0}, OrderedDict(b=1)),
        (OrderedDict[Color, str], {"red": "b"}, OrderedDict({Color.RED: "b"})),
        (Counter, {"a": 2.0}, Counter("aa")),
        (Counter[str], {"a": 2}, Counter("aa")),
        (Counter[int], {"7": 2}, Counter([7, 7])),
        (defaultdict[str, int], {"a": 1}, defaultdict(int, a=1)),
        (defaultdict[str, str], {"a": "b"}, defaultdict(str, a="b")),
        (
            defaultdict[str, list[int]],
            {"a": [1.0]},
            defaultdict(list, a=[1]),
        ),
        (defaultdict[Color, set[int]], {}, defaultdict(set)),
    ],
)
def test_dicts_of_their_own_classes(annotation, sent, got):
    """As Pydantic reads them; only a bare defaultdict it takes as well."""
    derived = derive(annotation)
    text = json.dumps(sent)
    found = derived.outcome(json.loads(text))
    assert found == got
    assert type(found) is type(got)
    if isinstance(got, defaultdict):
        assert found.default_factory is got.default_factory
    if sent != {"a": 2.0} and 1.0 not in sent.values():
        theirs = TypeAdapter(annotation).validate_json(text)
        assert theirs == found
        assert type(theirs) is type(found)
    assert derived.is_valid(jsonable(found))


@pytest.mark.parametrize(
    "annotation", [defaultdict, defaultdict[str, date | None]]
)
def test_a_defaultdict_without_a_first_value(annotation):
    with pytest.raises(Refused, match="no value to begin with; take a dict"):
        derive(annotation)
