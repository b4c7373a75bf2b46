"""`Literal` and enumerations: schema and reader, Pydantic as the oracle."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from enum import Enum, Flag, IntEnum, IntFlag, auto
from http import HTTPStatus
from typing import List, Literal, get_origin  # noqa: UP035 - the old spelling, too

import pytest
import typing_extensions
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from deriving import deriver
from pydantic_oracle import (
    REFUSED,
    adapter,
    pydantic_reads,
    shape_reads,
    without_titles,
)
from toolgate.function.jsonable import jsonable
from toolgate.function.literals import shape_of
from toolgate.function.shape import Refused


class Severity(str, Enum):
    LOW = "low"
    HIGH = "high"
    TOP = "high"  # noqa: PIE796 - an alias


class Mixed(Enum):
    ONE = 1
    HALF = 0.5
    WORD = "1"
    NOTHING = None


class Truth(Enum):
    YES = True
    NO = False


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Counted(Enum):
    FIRST = auto()
    SECOND = auto()


class Pair(Enum):
    AB = ("a", "b")
    CD = ("c", "d")
    MAP = {"k": [1]}  # noqa: RUF012 - a value that could change


class Day(Enum):
    NEW_YEAR = date(2030, 1, 1)


class Told(Enum):
    """
    How it went.

    Second line.
    """

    GOOD = "good"


class Blank(Enum):
    """ """

    A = "a"


class Hard(Enum):
    A = "a"

    @classmethod
    def _missing_(cls, value):
        return cls.A


class Coded(str, Enum):
    def __new__(cls, code, label):
        member = str.__new__(cls, code)
        member._value_ = label
        return member

    ONE = ("1", "one")


class Bits(Flag):
    A = 1
    B = 2


SHARED = [
    Severity,
    Mixed,
    Truth,
    Level,
    Counted,
    Hard,
    Literal["a", "b"],
    Literal["a"],
    Literal[1, 2],
    Literal[True],
    Literal[None],  # noqa: PYI061 - the odd spelling is meant
    Literal[1, "1", None],  # noqa: PYI061 - as above
    Literal[1, True],
    Literal["a", 1, "b"],
    Literal[Severity.LOW],
    Literal[Level.HIGH, "x"],
    Literal[Mixed.HALF, Truth.YES],
    typing_extensions.Literal["a", 2],
]
JSON = st.sampled_from(
    [
        *("0", "1", "2", "3", "0.5", "1.0", "2.0", "true", "false", "null"),
        *('"a"', '"b"', '"x"', '"1"', '"low"', '"high"', '"LOW"', '"good"'),
        *('["a","b"]', '["a"]', "[]", "{}", '{"k":[1]}', '{"k":[1.0]}'),
    ]
)


OWN = [Pair, Day]
# what is different from Pydantic, and why:
# annotation, JSON value, ours, theirs -> whether the reason is this one
DIFFERENCES = {
    "_missing_ is the host's code, and no part of the schema": (
        lambda annotation, value, ours, theirs: (
            annotation is Hard and ours is REFUSED
        )
    ),
    "JSON Schema: true is another value than 1": (
        lambda annotation, value, ours, theirs: (
            ours is REFUSED
            and bool in {type(value), type(jsonable(theirs))}
            and value == jsonable(theirs)
        )
    ),
    "Pydantic takes no member in a Literal from strict JSON": (
        lambda annotation, value, ours, theirs: (
            theirs is REFUSED
            and isinstance(ours, Enum)
            and get_origin(annotation) is Literal
        )
    ),
    "Pydantic has no members whose value JSON has no type for": (
        lambda annotation, value, ours, theirs: (
            theirs is REFUSED and annotation in OWN
        )
    ),
    "Pydantic reads 1.0 as True where a Literal has 1 and True": (
        lambda annotation, value, ours, theirs: (
            type(value) is float and ours == value and theirs is True
        )
    ),
}


@pytest.mark.parametrize("annotation", [*SHARED, *OWN], ids=str)
def test_members_are_read_as_pydantic_reads_them(annotation):
    """But for what `DIFFERENCES` states."""
    shape = shape_of(annotation, deriver())

    @given(JSON)
    def agrees(text):
        theirs = pydantic_reads(annotation, text)
        ours = shape_reads(shape, text)
        if ours is theirs or (type(ours) is type(theirs) and ours == theirs):
            return
        value = json.loads(text)
        assert any(
            matches(annotation, value, ours, theirs)
            for matches in DIFFERENCES.values()
        )

    agrees()


@pytest.mark.parametrize("annotation", SHARED, ids=str)
def test_the_schema_is_the_one_of_pydantic(annotation):
    """But for `const`, which Pydantic writes for one value, and aliases."""
    theirs = without_titles(adapter(annotation).json_schema())
    if "const" in theirs:
        theirs["enum"] = [theirs.pop("const")]
    if annotation is Severity:
        # Pydantic lists an alias again; JSON Schema: elements are unique.
        assert theirs["enum"].pop() == "high"
    ours = shape_of(annotation, deriver()).schema
    if annotation in {Truth, Counted, Literal[True], Literal[None]}:  # noqa: PYI061 - as above
        # Pydantic leaves out some types; the values say the same.
        theirs.setdefault("type", ours["type"])
    assert json.dumps(ours, sort_keys=True) == json.dumps(
        theirs, sort_keys=True
    )


@pytest.mark.parametrize("annotation", [*SHARED, *OWN, Told, Coded], ids=str)
def test_members_come_back_from_json_as_themselves(annotation):
    shape = shape_of(annotation, deriver())
    validator = Draft202012Validator(shape.schema)
    members = (
        list(annotation)
        if isinstance(annotation, type)
        else typing_extensions.get_args(annotation)
    )
    for member in members:
        wire = jsonable(member)
        assert validator.is_valid(wire)
        found = shape.read(wire) if shape.read else wire
        assert found is member


def test_1_and_true_and_one_point_zero():
    """JSON Schema core 4.2.2: 1.0 is 1, and true is neither."""
    shape = shape_of(Literal[True, 1], deriver())
    assert shape.schema == {"enum": [True, 1]}
    assert [type(shape.read(v)) for v in (1, 1.0, True)] == [int, int, bool]
    assert shape_reads(shape_of(Literal[1], deriver()), "true") is REFUSED
    assert shape_reads(shape_of(Literal[True], deriver()), "1") is REFUSED
    assert shape_of(Mixed, deriver()).read(1.0) is Mixed.ONE
    assert shape_reads(shape_of(Truth, deriver()), "1") is REFUSED


def test_integers_stay_apart_where_doubles_are_one():
    wide = Literal[9007199254740993, 9007199254740992]
    read = shape_of(wide, deriver()).read
    assert read(9007199254740993) == 9007199254740993
    assert read(9007199254740992.0) == 9007199254740992


@pytest.mark.parametrize(
    ("annotation", "schema"),
    [
        (Severity, {"type": "string", "enum": ["low", "high"]}),
        (Mixed, {"enum": [1, 0.5, "1", None]}),
        (Literal[1, 2], {"type": "integer", "enum": [1, 2]}),
        (Enum("N", {"A": 1, "B": 1.5}), {"type": "number", "enum": [1, 1.5]}),
        (Coded, {"type": "string", "enum": ["one"]}),
        (
            Told,
            {
                "type": "string",
                "enum": ["good"],
                "description": "How it went.\n\nSecond line.",
            },
        ),
        (Blank, {"type": "string", "enum": ["a"]}),
        (Literal[b"a"], {"type": "string", "enum": ["YQ=="]}),
        (Literal[Bits.A], {"type": "integer", "enum": [1]}),
    ],
)
def test_schemas(annotation, schema):
    assert shape_of(annotation, deriver()).schema == schema


def test_what_is_right_as_it_is_needs_no_reader():
    assert shape_of(Literal["a", True, None, "é"], deriver()).read is None  # noqa: PYI061 - as above


def test_a_value_that_changes_later_does_not_change_the_schema():
    class Bag(Enum):
        A = [1]  # noqa: RUF012 - the point

    schema = shape_of(Bag, deriver()).schema
    Bag.A.value.append(2)
    assert schema["enum"] == [[1]]


def test_bytes_of_a_literal_are_base64_as_all_bytes():
    assert shape_of(Literal[b"a"], deriver()).read("YQ==") == b"a"


class NoMembers(Enum):
    pass


class Clash(Enum):
    TEXT = "1"
    NUMBER = Decimal(1)


class NotJSON(Enum):
    A = 3j


class Endless(Enum):
    A = float("inf")


@pytest.mark.parametrize(
    ("annotation", "reason"),
    [
        (Bits, "is a Flag, which stands for any combination"),
        (IntFlag("F", "A B"), "take a set of an Enum"),
        (NoMembers, "without members"),
        (Enum, "without members"),
        (Clash, "has TEXT and NUMBER, which are the same value in JSON"),
        (Literal[b"a", "YQ=="], "has b'a' and 'YQ==', which are the same"),
        (NotJSON, "the value of A, which JSON cannot carry: a Python complex"),
        (Endless, "Infinity is not a JSON number"),
        (Literal["\ud800"], "half of a surrogate pair"),
        (Literal[1.5], "a Literal of a float is none"),
        (Literal[int], "a Literal of a type is none"),
    ],
    ids=str,
)
def test_what_json_cannot_carry_is_refused(annotation, reason):
    with pytest.raises(Refused) as caught:
        shape_of(annotation, deriver())
    assert reason in caught.value.reason


class Louder(str, Enum):
    """Members whose value is another text than the one that they are."""

    def __new__(cls, value):
        member = str.__new__(cls, value.upper())
        member._value_ = value
        return member

    LOW = "low"


class Scaled(float, Enum):
    def __new__(cls, value):
        member = float.__new__(cls, value * 2)
        member._value_ = value
        return member

    NOTHING = 0
    ONE = 1


class Listed(list, Enum):
    A = ("x",)


Listed.A.append("y")


class Dated(date, Enum):
    """Its members are no JSON, so that their value is what is written."""

    FIRST = 2030, 1, 31


@pytest.mark.parametrize(
    ("annotation", "reason"),
    [
        (Louder, "has LOW, which as a str is another than its value"),
        (Literal[Louder.LOW], "has LOW, which as a str is another"),
        (Coded, "has ONE, which as a str is another than its value"),
        (Scaled, "has ONE, which as a float is another than its value"),
        (Listed, "has A, which as a list is another than its value"),
    ],
    ids=str,
)
def test_a_result_is_no_member_that_is_another_than_its_value(
    annotation, reason
):
    with pytest.raises(Refused) as caught:
        shape_of(annotation, deriver(is_output=True))
    assert reason in caught.value.reason
    # What is read is right: a member by its value.
    shape = shape_of(annotation, deriver())
    for wire in shape.schema["enum"]:
        assert jsonable(shape.read(wire)) == wire


@pytest.mark.parametrize(
    "annotation", [*SHARED, *OWN, Told, Dated, HTTPStatus], ids=str
)
def test_a_result_is_a_member_of_any_other_enumeration(annotation):
    shape = shape_of(annotation, deriver(is_output=True))
    assert shape.schema == shape_of(annotation, deriver()).schema


@pytest.mark.parametrize(
    "annotation",
    [int, str, None, List[int], list[Literal["a"]], "x", {}, Severity.LOW],  # noqa: UP006 - the old spelling
    ids=str,
)
def test_other_annotations_belong_to_others(annotation):
    assert shape_of(annotation, deriver()) is None
