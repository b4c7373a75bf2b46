"""Owning any Python value: exact types, every fault with its path."""

from __future__ import annotations

import collections
import enum
import sys
import threading
import types
from typing import NamedTuple

import pytest
from hypothesis import given

from json_values import depth, limits, nodes, same, values
from toolgate.exceptions import InvalidJSONError
from toolgate.json_copy import (
    MAX_INTEGER_DIGITS,
    copy_value,
    is_unicode,
    type_name,
)


class Point(NamedTuple):
    x: int
    y: int


class Colour(str, enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 3


class Liar:
    """Methods that answer wrongly; for any of the built-in types."""

    def lie(self, *_, **__):
        raise AssertionError("a method of the host ran")

    __len__ = __iter__ = __getitem__ = __contains__ = __bool__ = lie
    __str__ = __repr__ = __hash__ = __eq__ = __int__ = __index__ = lie
    __float__ = items = keys = values = get = copy = encode = lie
    isascii = bit_length = is_integer = __format__ = __lt__ = __neg__ = lie
    __class__ = property(lie)


class LyingDict(Liar, dict):
    pass


class LyingList(Liar, list):
    pass


class LyingTuple(Liar, tuple):
    __slots__ = ()


class LyingText(Liar, str):
    __slots__ = ()
    __hash__ = str.__hash__
    __eq__ = str.__eq__


class LyingInteger(Liar, int):
    pass


class LyingNumber(Liar, float):
    pass


class Meta(type):
    """A metaclass whose classes hash, compare and name themselves wrongly."""

    __name__ = "secret"

    def __hash__(cls):
        raise AssertionError("a metaclass ran")

    def __eq__(cls, other):
        raise AssertionError("a metaclass ran")


class Odd(metaclass=Meta):
    pass


class Mapped(collections.abc.Mapping):
    """A mapping that does what it is told when it is read."""

    def __init__(self, pairs):
        self.pairs = pairs

    def items(self):
        return self.pairs()

    __getitem__ = __len__ = __iter__ = None


def refuse(value, **changed) -> InvalidJSONError:
    with pytest.raises(InvalidJSONError) as caught:
        copy_value(value, limits(**changed))
    return caught.value


@given(values)
def test_json_stays_what_it_is(value):
    assert same(copy_value(value, limits()), value)


@given(values)
def test_limits_are_exact(value):
    size, deep = nodes(value), depth(value)
    copy_value(value, limits(max_nodes=size, max_depth=deep))
    assert refuse(value, max_nodes=size - 1).code == "too_many_values"
    if deep:
        assert refuse(value, max_depth=deep - 1).code == "too_deep"


# Made when they are used: a liar is not fit for pytest's own hands.
FORMS = {
    "tuple": (lambda: (1, (2,)), [1, [2]]),
    "named tuple": (lambda: Point(1, 2), [1, 2]),
    "text enum": (lambda: Colour.RED, "red"),
    "integer enum": (lambda: Level.HIGH, 3),
    "enum as key": (lambda: {Colour.RED: Level.HIGH}, {"red": 3}),
    "ordered": (lambda: collections.OrderedDict(b=1, a=2), {"b": 1, "a": 2}),
    "default": (lambda: collections.defaultdict(int, a=[1]), {"a": [1]}),
    "counter": (lambda: collections.Counter("aab"), {"a": 2, "b": 1}),
    "proxy": (lambda: types.MappingProxyType({"a": (1,)}), {"a": [1]}),
    "chain": (lambda: collections.ChainMap({"a": 1}, {"a": 2}), {"a": 1}),
    "lists for pairs": (lambda: Mapped(lambda: [["a", 1]]), {"a": 1}),
    "lying dict": (lambda: LyingDict(a=1), {"a": 1}),
    "lying list": (lambda: LyingList([1, 2]), [1, 2]),
    "lying tuple": (lambda: LyingTuple((1, 2)), [1, 2]),
    "lying text": (lambda: LyingText("text"), "text"),
    "lying key": (lambda: {LyingText("text"): 1}, {"text": 1}),
    "lying integer": (lambda: LyingInteger(7), 7),
    "lying number": (lambda: LyingNumber(1.5), 1.5),
}


@pytest.mark.parametrize("form", FORMS)
def test_other_forms_of_json_types_become_exact(form):
    make, expected = FORMS[form]
    assert same(copy_value(make(), limits()), expected)
    assert same(copy_value({"a": [make()]}, limits()), {"a": [expected]})


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ({1}, "set"),
        (b"a", "bytes"),
        (bytearray(b"a"), "bytearray"),
        (range(3), "range"),
        (1j, "complex"),
        (object(), "object"),
        (int, "type"),
        (len, "builtin_function_or_method"),
        (iter([]), "list_iterator"),
        (collections.UserString("a"), "UserString"),
        (collections.deque([1]), "deque"),
        ({}.items(), "dict_items"),
        (type("a b\n", (), {})(), "object"),
        (type("x" * 61, (), {})(), "object"),
        (type("\u00e9", (), {})(), "object"),
    ],
    ids=lambda value: value if type(value) is str else "",
)
def test_what_is_no_json(value, name):
    error = refuse({"a": [1, value]})
    assert (error.code, error.found, error.path) == (
        "not_json",
        name,
        ("a", 1),
    )


def test_a_class_with_a_hostile_metaclass():
    error = refuse({"a": [1, Odd()]})
    assert (error.code, error.found) == ("unreadable", "Odd")
    assert error.path == ("a", 1)


@pytest.mark.parametrize(
    ("value", "code", "found", "path"),
    [
        ([1, float("nan")], "not_finite", "NaN", (1,)),
        ([float("inf")], "not_finite", "Infinity", (0,)),
        ([[-float("inf")]], "not_finite", "-Infinity", (0, 0)),
        ({"a": "\ud800"}, "lone_surrogate", None, ("a",)),
        ({"a": "\ude00\ud83d"}, "lone_surrogate", None, ("a",)),
        ({"a": {"\udfff": 1}}, "lone_surrogate", None, ("a",)),
        ({"a": {1: 1}}, "key_not_string", "int", ("a",)),
        ({True: 1}, "key_not_string", "bool", ()),
        ({None: 1}, "key_not_string", "NoneType", ()),
        ({b"a": 1}, "key_not_string", "bytes", ()),
        ({("a",): 1}, "key_not_string", "tuple", ()),
        ([10**4_300], "integer_too_long", 4_300, (0,)),
        ([-(10**4_300)], "integer_too_long", 4_300, (0,)),
        ([1 << 10**7], "integer_too_long", 4_300, (0,)),
        (Mapped(lambda: [("a", 1), ("a", 2)]), "duplicate_key", None, ("a",)),
    ],
    ids=lambda value: value if type(value) is str else "",
)
def test_faults_and_their_paths(value, code, found, path):
    error = refuse(value)
    assert (error.code, error.found, error.path) == (code, found, path)
    assert (error.line, error.column) == (None, None)


def test_equal_keys_of_a_dict_are_found():
    """A key that compares unequal to its own text can stand there twice."""

    class Aloof(str):
        __slots__ = ()
        __hash__ = str.__hash__

        def __eq__(self, other):
            return self is other

    error = refuse([{"a": 1, Aloof("a"): 2}])
    assert (error.code, error.path) == ("duplicate_key", (0, "a"))


def test_the_first_fault_of_the_document_is_told():
    value = {"a": [{"b": [1, {2}]}], "c": float("nan")}
    assert refuse(value).path == ("a", 0, "b", 1)


def test_longest_integer():
    longest = 10**MAX_INTEGER_DIGITS - 1
    assert copy_value([longest, -longest], limits()) == [longest, -longest]


def endless():
    while True:
        yield "a", 1


def failing(error):
    def pairs():
        yield "a", 1
        raise error

    return pairs


@pytest.mark.parametrize(
    "error",
    [
        ValueError(),
        KeyError(),
        StopIteration(),
        RecursionError(),
        MemoryError(),
        InvalidJSONError("from within", code="syntax"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_of_a_mapping_are_faults_of_the_value(error):
    found = refuse([Mapped(failing(error))])
    assert (found.code, found.found) == ("unreadable", "Mapped")
    assert found.path == (0,)


@pytest.mark.parametrize(
    "pairs",
    [lambda: [1], lambda: [("a", 1, 2)], lambda: None, lambda: [()]],
)
def test_items_that_are_no_pairs(pairs):
    assert refuse(Mapped(pairs)).code == "unreadable"


def test_only_exceptions_are_caught():
    with pytest.raises(KeyboardInterrupt):
        copy_value(Mapped(failing(KeyboardInterrupt())), limits())


def test_endless_mappings_end():
    assert refuse(Mapped(endless), max_nodes=100).code == "too_many_values"

    def nested():
        yield "a", Mapped(nested)

    assert refuse(Mapped(nested), max_depth=100).code == "too_deep"


def test_structures_that_hold_themselves():
    value: dict = {"b": (1,)}
    value["a"] = [value]
    error = refuse(value, max_depth=4)
    assert error.code == "too_deep"
    assert error.path == ("a", 0, "a", 0)


def test_shared_parts_count_each_time():
    """30 levels of pairs are 2**30 values; the bound ends it early."""
    value: list = [()]
    for _ in range(30):
        value = [value, value]
    assert refuse(value, max_nodes=10_000).code == "too_many_values"


@pytest.mark.parametrize("kind", [str, LyingText])
def test_repeated_texts_count_each_time(kind):
    """A million references to one text would make a huge JSON text."""
    items = [kind("x" * 1_000)] * 1_000
    assert refuse(items, max_bytes=100_000).code == "too_large"


def test_repeated_integers_count_each_time():
    assert refuse([10**4_000] * 100, max_bytes=300_000).code == "too_large"
    # The count is a lower bound; the text itself has 401,200 characters.
    copy_value([10**4_000] * 100, limits(max_bytes=401_200))


def test_spent_stack_is_a_fault_of_the_value():
    """Wherever the stack ends, the answer is a copy or one of our errors."""
    answers = set()

    def attempt(left):
        if left:
            attempt(left - 1)
            return
        try:
            copy_value([{"a": (1,)}], limits())
            answers.add("copied")
        except InvalidJSONError as error:
            answers.add(error.code)

    def sweep():
        # The last frames before the end are the caller's own.
        for left in range(sys.getrecursionlimit() - 100):
            try:
                attempt(left)
            except RecursionError:
                break

    thread = threading.Thread(target=sweep)
    thread.start()
    thread.join()
    assert answers <= {"copied", "unreadable"}
    assert "copied" in answers


def test_dict_that_another_thread_changes(monkeypatch):
    """Python says so with a RuntimeError, wherever that comes up."""

    def enter(*_):
        raise RuntimeError("dictionary changed size during iteration")

    monkeypatch.setattr("toolgate.json_copy._Copy.enter", enter)
    error = refuse({})
    assert (error.code, error.found) == ("unreadable", "dict")


def test_type_names():
    assert type_name(Odd) == "Odd"
    assert type_name(bool) == "bool"


def test_surrogates():
    assert is_unicode("a\u00e9\U0001f600")
    assert not is_unicode("\ud83d\ude00")
