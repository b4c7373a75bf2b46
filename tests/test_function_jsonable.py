"""Values of the host's as JSON, with Pydantic as the oracle for scalars."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import threading
from collections import Counter, OrderedDict, UserDict, defaultdict, namedtuple
from dataclasses import InitVar, dataclass, field
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from decimal import Decimal
from enum import Enum, IntEnum, IntFlag
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple
from uuid import UUID

import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st

from timing import environment
from toolgate.exceptions import InvalidJSONError
from toolgate.function import jsonable as room
from toolgate.function.jsonable import jsonable

ADAPTER = pydantic.TypeAdapter(Any)


class Colour(Enum):
    RED = "red"
    SIX = 6
    BOTH = (1, "x")
    DAY = date(2030, 1, 31)


class Level(IntEnum):
    LOW = 1


class Label(str, Enum):
    A = "a"


class Coded(str, Enum):
    def __new__(cls, code, label):
        member = str.__new__(cls, code)
        member._value_ = label
        return member

    ONE = ("1", "one")


class Point(NamedTuple):
    x: int
    y: date


@dataclass
class Order:
    item: str
    placed: date
    parts: list[Order] = field(default_factory=list)
    total: int = field(init=False, default=3)
    made: InitVar[int] = 0
    kind: ClassVar[str] = "order"


@dataclass(frozen=True)
class Slotted:
    __slots__ = ("a",)
    a: int


class Model(pydantic.BaseModel):
    when: date
    amount: Decimal = pydantic.Field(serialization_alias="sum")


class Whole(int):
    def __repr__(self):
        raise AssertionError

    __str__ = __int__ = __index__ = __repr__


class Text(str):
    def __str__(self):
        raise AssertionError


class Real(float):
    def __float__(self):
        raise AssertionError


DAY = date(2030, 1, 31)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Colour.RED, "red"),
        (Colour.SIX, 6),
        (Colour.BOTH, [1, "x"]),
        (Colour.DAY, "2030-01-31"),
        (Level.LOW, 1),
        (Label.A, "a"),
        (Coded.ONE, "one"),
        (IntFlag("F", "A B")(3), 3),
        (Whole(5), 5),
        (Text("x"), "x"),
        (Real(1.5), 1.5),
        (DAY, "2030-01-31"),
        (datetime(2030, 1, 31, 9, 30), "2030-01-31T09:30:00"),  # noqa: DTZ001
        (
            datetime(2030, 1, 31, 9, tzinfo=timezone.utc),
            "2030-01-31T09:00:00Z",
        ),
        (time(9, 30), "09:30:00"),
        (time(9, 30, tzinfo=timezone.utc), "09:30:00Z"),
        (timedelta(days=400, hours=1, microseconds=50), "P400DT1H0M0.00005S"),
        (-timedelta(minutes=1), "-PT1M"),
        (timedelta(0), "PT0S"),
        (timedelta(hours=2), "PT2H"),
        (timedelta(days=7), "P7D"),
        (UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        (Decimal("1.50"), "1.50"),
        (PurePosixPath("a/b"), "a/b"),
        (b"\xff", "/w=="),
        ({3}, [3]),
        (frozenset({DAY}), ["2030-01-31"]),
        ((1, DAY), [1, "2030-01-31"]),
        (Point(1, DAY), [1, "2030-01-31"]),
        (
            Order("x", DAY, [Order("y", DAY)]),
            {
                "item": "x",
                "placed": "2030-01-31",
                "parts": [
                    {
                        "item": "y",
                        "placed": "2030-01-31",
                        "parts": [],
                        "total": 3,
                    }
                ],
                "total": 3,
            },
        ),
        (Slotted(1), {"a": 1}),
        (
            [Model(when=DAY, amount=Decimal("1.5"))],
            [{"when": "2030-01-31", "sum": "1.5"}],
        ),
        (OrderedDict(a=(1,)), {"a": [1]}),
        (defaultdict(list, a={1}), {"a": [1]}),
        (MappingProxyType({"a": DAY}), {"a": "2030-01-31"}),
        (UserDict({"a": DAY}), {"a": "2030-01-31"}),
        (
            {
                1: 1,
                True + 1: 2,
                Colour.RED: 3,
                Colour.SIX: 4,
                DAY: 5,
                UUID(int=1): 6,
                Text("t"): 7,
                Whole(8): 8,
                Decimal("1.5"): 9,
                "s": 10,
                False: 11,
                b"a": 12,
            },
            {
                "1": 1,
                "2": 2,
                "red": 3,
                "6": 4,
                "2030-01-31": 5,
                "00000000-0000-0000-0000-000000000001": 6,
                "t": 7,
                "8": 8,
                "1.5": 9,
                "s": 10,
                "false": 11,
                "YQ==": 12,
            },
        ),
        ({True: 1}, {"true": 1}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_value_becomes_json(value, expected):
    found = jsonable(value)
    assert found == expected
    # Exact types: no member of an enumeration looks like its value.
    assert json.dumps(found) == json.dumps(expected)
    assert type(found) is type(expected)


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(JSON)
def test_what_is_json_stays_the_object_that_it_is(value):
    assert jsonable(value) is value


@given(JSON)
def test_containers_are_never_changed(value):
    """A tuple beside the value makes for the careful way."""
    before = json.dumps(value)
    assert jsonable((value,)) == [value]
    assert json.dumps(value) == before


SCALARS = (
    st.dates()
    | st.datetimes()
    | st.datetimes(timezones=st.just(timezone.utc))
    | st.times()
    | st.uuids()
    | st.decimals(allow_nan=False, allow_infinity=False)
    | st.timedeltas(
        min_value=timedelta(days=-364), max_value=timedelta(days=364)
    )
)
# Different from Pydantic, and why:
# timedelta of 365 days or more: Pydantic writes years, of no fixed length;
# timedelta in general: compared as read, since RFC 3339 asks for the minutes
#   between hours and seconds, which Pydantic leaves out;
# bytes: base64; Pydantic takes them for UTF-8 and fails for others;
# NaN and infinity: left to `own`, which refuses; Pydantic writes null;
# offsets with seconds: Pydantic drops the seconds, which is another instant;
# keys that are None: refused; Pydantic writes "None".


@given(SCALARS)
def test_scalars_are_written_as_pydantic_writes_them(value):
    theirs = ADAPTER.dump_python(value, mode="json")
    ours = jsonable(value)
    if isinstance(value, timedelta):
        read = pydantic.TypeAdapter(timedelta).validate_python
        assert read(theirs) == read(ours) == value
    else:
        assert ours == theirs


NESTED = st.recursive(
    SCALARS | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner, inner)
        | st.dictionaries(
            st.text() | st.integers() | st.dates() | st.uuids(), inner
        )
    ),
    max_leaves=10,
).filter(lambda value: not isinstance(value, timedelta))


def has_duration(value):
    if isinstance(value, dict):
        return any(map(has_duration, value.values()))
    if isinstance(value, (list, tuple)):
        return any(map(has_duration, value))
    return isinstance(value, timedelta)


@given(NESTED.filter(lambda value: not has_duration(value)))
def test_structures_are_written_as_pydantic_writes_them(value):
    code = None
    try:
        ours = jsonable(value)
    except InvalidJSONError as error:
        code = error.code
    if code is None:
        assert ours == ADAPTER.dump_python(value, mode="json")
    else:
        # {1: …, "1": …}, of which Pydantic keeps the last.
        assert code == "duplicate_key"


def fault(value):
    with pytest.raises(InvalidJSONError) as caught:
        jsonable(value)
    error = caught.value
    return error.code, error.found, error.path


class Broken:
    def model_dump(self, **options):
        raise OSError


class Odd:
    def model_dump(self, **options):
        return {"a": [3j]}


class Endless:
    def model_dump(self, **options):
        return self


class BadMapping(UserDict):
    def items(self):
        raise OSError


class BadZone(tzinfo):
    def utcoffset(self, when):
        raise OSError


@dataclass
class Late:
    a: int = field(default_factory=int)


def late():
    value = Late()
    del value.a
    return value


SHORT = timezone(timedelta(hours=-5, seconds=3))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (3j, ("not_json", "complex", ())),
        ({"a": [1, object()]}, ("not_json", "object", ("a", 1))),
        ([bytearray(b"a")], ("not_json", "bytearray", (0,))),
        (Order, ("not_json", "type", ())),
        (iter([1]), ("not_json", "list_iterator", ())),
        (Order("x", 3j), ("not_json", "complex", ("placed",))),
        ([{None: 1}], ("key_not_string", "NoneType", (0,))),
        ({1.5: 1}, ("key_not_string", "float", ())),
        ({(1, 2): 1}, ("key_not_string", "tuple", ())),
        ({"a": {"1": 1, 1: 2}}, ("duplicate_key", None, ("a", "1"))),
        ([Decimal("NaN")], ("not_finite", "NaN", (0,))),
        ([Decimal("-sNaN")], ("not_finite", "NaN", (0,))),
        ([Decimal("-Infinity")], ("not_finite", "-Infinity", (0,))),
        ({Decimal("Infinity"): 1}, ("not_finite", "Infinity", ())),
        ([Broken()], ("unreadable", "Broken", (0,))),
        ([Odd()], ("not_json", "complex", (0, "a", 0))),
        ([BadMapping()], ("unreadable", "BadMapping", (0,))),
        ([late()], ("unreadable", "Late", (0,))),
        (
            [datetime(2030, 1, 1, tzinfo=BadZone())],
            ("unreadable", "datetime", (0,)),
        ),
        ([time(9, tzinfo=SHORT)], ("unreadable", "time", (0,))),
        (
            [datetime.max.replace(tzinfo=timezone(timedelta(seconds=-31)))],
            ("unreadable", "datetime", (0,)),
        ),
    ],
)
def test_what_is_not_json_is_told_with_its_place(value, expected):
    assert fault(value) == expected


def test_an_offset_with_seconds_keeps_its_instant():
    """RFC 3339 has no seconds there."""
    value = datetime(2030, 1, 31, 9, tzinfo=SHORT)
    text = jsonable(value)
    assert text == "2030-01-31T08:59:57-05:00"
    assert datetime.fromisoformat(text) == value


def nest(levels, wrap):
    value: Any = 1
    for _ in range(levels):
        value = wrap(value)
    return value


@pytest.mark.parametrize(
    "wrap",
    [
        lambda inner: (inner,),
        lambda inner: MappingProxyType({"a": inner}),
        Slotted,
    ],
)
def test_depth_is_bounded(wrap):
    """64 levels are taken, as in a call."""
    jsonable(nest(64, wrap))
    code, found, path = fault(nest(65, wrap))
    assert (code, found, len(path)) == ("too_deep", 64, 64)


def test_a_structure_that_holds_itself_comes_to_an_end(monkeypatch):
    here: dict[str, Any] = {}
    here["a"] = [here]
    assert fault((here,))[0] == "too_deep"
    monkeypatch.setattr(
        room, "_LIMITS", type("L", (), {"max_nodes": 100, "max_depth": 64})
    )
    assert fault(here)[0] == "too_deep"


def test_a_model_that_dumps_itself_comes_to_an_end():
    assert fault(Endless())[0] in {"stack_exhausted", "unreadable"}


def test_the_number_of_values_is_bounded(monkeypatch):
    """One tuple that stands in many places counts each time."""
    value = nest(40, lambda inner: (inner, inner))
    limits = type("L", (), {"max_nodes": 1000, "max_depth": 64})
    monkeypatch.setattr(room, "_LIMITS", limits)
    assert fault(value)[:2] == ("too_many_values", 1000)


def test_a_dict_that_changes_meanwhile_is_no_crash():
    """Another thread writes; the answer is a value or a clean failure."""
    value: dict[Any, Any] = {"a": [(1,)]}
    done = threading.Event()

    def write():
        for number in range(20_000):
            value[f"k{number % 50}"] = number
            value.pop(f"k{(number + 7) % 50}", None)
        done.set()

    writer = threading.Thread(target=write)
    writer.start()
    codes = set()
    while not done.is_set():
        try:
            assert jsonable(value)["a"] == [[1]]
        except InvalidJSONError as error:
            codes.add(error.code)
    writer.join()
    assert codes <= {"unreadable"}


def test_a_plain_dict_that_changes_is_read_again(monkeypatch):
    """The quick look gives up, and the careful way takes a copy first."""

    class Leaves:
        looks = 0

        def __contains__(self, kind):
            self.looks += 1
            if self.looks == 2:
                value["late"] = 1
            return kind in {id(str), id(int)}

    value: dict[str, Any] = {"a": 1, "b": 2}
    monkeypatch.setattr(room, "_SCALARS", Leaves())
    assert jsonable(value) == {"a": 1, "b": 2, "late": 1}


def test_an_argument_has_no_fields_that_no_constructor_takes():
    value = Order("x", DAY, [Order("y", DAY)])
    written = jsonable([value], as_argument=True)
    inner = {"item": "y", "placed": "2030-01-31", "parts": []}
    assert written == [{"item": "x", "placed": "2030-01-31", "parts": [inner]}]


ORDERED = """
from dataclasses import dataclass
from datetime import date
from toolgate.function.jsonable import jsonable
@dataclass(frozen=True)
class P:
    x: object
print(jsonable([
    {"b", "a", "é", "ab"},
    frozenset({3, -1, 10, 2**70}),
    {1.5, "a", 2, None, True + 1, P("b"), P(1), date(2030, 1, 31)},
    {frozenset({"b", "a"}), frozenset({"c"}), frozenset()},
    {("b", 1), ("a", 2)},
]))
"""


def test_sets_are_written_in_one_order_whatever_the_hashes():
    found = {
        subprocess.run(
            [sys.executable, "-c", ORDERED],
            env={**environment(), "PYTHONHASHSEED": str(seed)},
            check=True,
            capture_output=True,
            encoding="utf-8",
        ).stdout
        for seed in range(4)
    }
    (text,) = found
    texts, numbers, _, sets, pairs = ast.literal_eval(text)
    assert texts == ["a", "ab", "b", "é"]
    assert numbers == [-1, 3, 10, 2**70]
    assert sets == [["a", "b"], ["c"], []]
    assert pairs == [["a", 2], ["b", 1]]


@given(st.sets(st.integers() | st.text() | st.none() | st.floats()))
def test_the_order_of_a_set_changes_nothing_else(value):
    assert Counter(map(repr, jsonable(value))) == Counter(map(repr, value))


def test_a_set_of_what_is_no_json_is_left_to_whoever_owns_it():
    assert len(jsonable({float("inf"), "\ud800"})) == 2


def test_a_named_tuple_by_the_old_spelling_is_an_array():
    assert jsonable(namedtuple("P", "x y")(1, DAY)) == [1, "2030-01-31"]  # noqa: PYI024 - as the name says


@pytest.mark.parametrize("name", ["model_dump", "__dataclass_fields__"])
def test_a_metaclass_that_raises_is_no_crash(name):
    class Meta(type):
        __hash__ = None

        def __getattr__(cls, asked):
            if asked == name:
                raise RuntimeError
            raise AttributeError(asked)

    class Odd(metaclass=Meta):
        pass

    assert fault([Odd()]) == ("unreadable", "Odd", (0,))
