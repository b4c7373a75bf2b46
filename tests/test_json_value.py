"""Owned values, their text, their types and their equality."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from json_values import OUTPUTS, depth, limits, nodes, objects, same, values
from timing import environment
from toolgate.exceptions import InvalidJSONError
from toolgate.json_copy import copy_value
from toolgate.json_value import (
    canonical,
    copied,
    encode,
    equality_key,
    json_type,
    own,
)

LONG = 10**4_299


def fault(call, *arguments) -> InvalidJSONError:
    with pytest.raises(InvalidJSONError) as caught:
        call(*arguments)
    return caught.value


@pytest.fixture(params=["as it is", 640, 0])
def digit_limit(request):
    """Python's own limit on digits: the default, the lowest, none."""
    before = sys.get_int_max_str_digits()
    if request.param != "as it is":
        sys.set_int_max_str_digits(request.param)
    yield
    sys.set_int_max_str_digits(before)


def cyclic():
    value: dict = {"a": [1]}
    value["a"].append(value)
    return value


def nest(levels):
    value: list = []
    for _ in range(levels - 1):
        value = [value]
    return value


class TestJSONType:
    @pytest.mark.parametrize(
        ("value", "name"),
        [
            (None, "null"),
            (True, "boolean"),
            (False, "boolean"),
            (0, "integer"),
            (2**100, "integer"),
            (1.0, "integer"),
            (-0.0, "integer"),
            (1e300, "integer"),
            (1.5, "number"),
            (5e-324, "number"),
            (float("nan"), "number"),
            (float("inf"), "number"),
            ("", "string"),
            ([], "array"),
            ((), "array"),
            ({}, "object"),
        ],
    )
    def test_table(self, value, name):
        """JSON Schema 2020-12 validation, section 6.1.1."""
        assert json_type(value) == name

    @pytest.mark.parametrize("value", [{1}, b"", 1j, object(), len])
    def test_nothing_else_has_a_type(self, value):
        error = fault(json_type, value)
        assert (error.code, error.path) == ("not_json", ())


class TestOwn:
    @given(values)
    def test_copy_is_equal_of_exact_types_and_detached(self, value):
        before = json.dumps(value)
        copy = own(value, OUTPUTS)
        assert same(copy, value)
        scribble(copy)
        assert json.dumps(value) == before

    @given(values)
    def test_limits_are_exact(self, value):
        size, deep = nodes(value), depth(value)
        own(value, limits(max_nodes=size, max_depth=deep))
        error = fault(own, value, limits(max_nodes=size - 1))
        assert (error.code, error.found) == ("too_many_values", size - 1)
        if deep:
            error = fault(own, value, limits(max_depth=deep - 1))
            assert (error.code, error.found) == ("too_deep", deep - 1)

    @given(values, st.integers(0, 40))
    def test_fast_and_careful_copies_agree_on_size(self, value, size):
        """`own` is the fast way with the careful way behind it."""
        few = limits(max_bytes=size)
        try:
            expected = copy_value(value, few)
        except InvalidJSONError as error:
            expected = error
        try:
            copy = own(value, few)
        except InvalidJSONError as error:
            copy = error
        assert same(copy, expected)

    @pytest.mark.parametrize(
        ("odd", "code"),
        [
            ({1}, "not_json"),
            ({1: 2}, "key_not_string"),
            ("\ud800", "lone_surrogate"),
            ({"\ud800": 1}, "lone_surrogate"),
            (float("nan"), "not_finite"),
            (-float("inf"), "not_finite"),
            (10**4_300, "integer_too_long"),
        ],
        ids=lambda value: value if type(value) is str else "",
    )
    @pytest.mark.parametrize(
        ("wrap", "path"),
        [
            (lambda odd: odd, ()),
            (lambda odd: [0, odd], (1,)),
            (lambda odd: {"a": odd}, ("a",)),
            (lambda odd: {"a": [{"b": odd}]}, ("a", 0, "b")),
        ],
        ids=["root", "item", "member", "inside"],
    )
    def test_faults_carry_their_path(self, wrap, path, odd, code):
        error = fault(own, wrap(odd), OUTPUTS)
        assert (error.code, error.path) == (code, path)

    def test_what_is_not_exact_becomes_exact(self):
        value = {"a": (1, {"b": True}), "big": LONG, "real": 1e300}
        expected = {"a": [1, {"b": True}], "big": LONG, "real": 1e300}
        assert same(own(value, OUTPUTS), expected)

    def test_hostile_keys_raise_nothing_foreign(self):
        class Key:
            __hash__ = staticmethod(lambda: 1)
            alive = False

            def __eq__(self, other):
                if Key.alive:
                    raise AssertionError("a key ran")
                return self is other

        value = {Key(): number for number in range(20)}
        for key in list(value)[:15]:
            del value[key]  # a sparse dict is copied key by key
        Key.alive = True
        error = fault(own, [value], OUTPUTS)
        assert (error.code, error.found) == ("key_not_string", "Key")

    def test_structures_that_hold_themselves(self):
        assert fault(own, cyclic(), OUTPUTS).code == "too_deep"

    def test_shared_parts_count_each_time(self):
        value: list = [1]
        for _ in range(40):
            value = [value, value]
        error = fault(own, value, limits(max_nodes=10_000))
        assert (error.code, error.path) == ("too_many_values", ())

    @pytest.mark.parametrize(
        "item",
        ["x" * 10**6, LONG, {"y" * 10**6: 1}],
        ids=["text", "integer", "key"],
    )
    def test_long_items_count_each_time(self, item):
        assert fault(own, [item] * 10_000, OUTPUTS).code == "too_large"

    def test_lone_text_over_the_limit(self):
        assert fault(own, "abc", limits(max_bytes=2)).code == "too_large"
        assert own("abc", limits(max_bytes=3)) == "abc"


def scribble(value):
    """Change every container of a value."""
    if type(value) is dict:
        for item in value.values():
            scribble(item)
        value["scribble"] = None
    if type(value) is list:
        for item in value:
            scribble(item)
        value.append("scribble")


class TestEncode:
    @given(values)
    def test_text_is_json_and_reads_back(self, value):
        text = encode(value, OUTPUTS)
        assert same(json.loads(text), value)
        assert text == json.dumps(value, ensure_ascii=False)
        text.encode()

    @given(values)
    def test_limit_is_the_size_in_utf8(self, value):
        size = len(encode(value, OUTPUTS).encode())
        encode(value, limits(max_bytes=size))
        error = fault(encode, value, limits(max_bytes=size - 1))
        assert (error.code, error.found) == ("too_large", size - 1)

    @pytest.mark.parametrize(
        ("value", "code", "path"),
        [
            (["\ud800"], "lone_surrogate", (0,)),
            ({"a": float("nan")}, "not_finite", ("a",)),
            ({"a": {1}}, "not_json", ("a",)),
            ({(): 1}, "key_not_string", ()),
            ([10**4_300], "integer_too_long", (0,)),
            (cyclic(), "too_deep", ("a", 1) * 32),
        ],
        ids=lambda value: value if type(value) is str else "",
    )
    def test_faults_carry_their_path(self, value, code, path):
        error = fault(encode, value, OUTPUTS)
        assert (error.code, error.path) == (code, path)

    def test_long_integers(self, digit_limit):
        text = encode({"n": [LONG, 1]}, OUTPUTS)
        assert text == '{"n": [1' + "0" * 4_299 + ", 1]}"

    def test_long_integers_over_the_limit(self, digit_limit):
        assert fault(encode, [LONG], limits(max_bytes=4_300)).code == (
            "too_large"
        )

    def test_values_that_are_not_owned_yet(self):
        """No promise, but no surprise either."""
        assert encode(MappingProxyType({"a": (1,)}), OUTPUTS) == '{"a": [1]}'


class TestCanonical:
    @given(objects)
    def test_order_of_keys_does_not_matter(self, value):
        assert canonical(turned(value)) == canonical(value)

    @given(values)
    def test_text_is_ascii_json_of_the_same_value(self, value):
        text = canonical(value)
        assert text.isascii()
        assert canonical(json.loads(text)) == text

    @given(values, values)
    def test_different_values_differ(self, left, right):
        """The types of numbers and the sign of zero count."""
        expected = same(ordered(left), ordered(right))
        assert (canonical(left) == canonical(right)) is expected

    def test_numbers_and_booleans_stay_apart(self):
        texts = [canonical(value) for value in (1, 1.0, True, "1", [1], None)]
        assert len(set(texts)) == 6

    def test_long_integers(self, digit_limit):
        text = canonical({"b": LONG, "a": "\u00e9"})
        assert text == '{"a":"\\u00e9","b":1' + "0" * 4_299 + "}"

    @pytest.mark.parametrize(
        ("value", "code"),
        [
            ([float("nan")], "not_finite"),
            ([{1}], "not_json"),
            ({"a": 1, 2: 3}, "key_not_string"),
            ({"a": 1, (): 3}, "key_not_string"),
        ],
        ids=["NaN", "set", "mixed keys", "a tuple for a key"],
    )
    def test_what_is_not_owned(self, value, code):
        assert fault(canonical, value).code == code
        assert fault(equality_key, value).code == code


def turned(value):
    """Turn the order of keys around, at every level."""
    if type(value) is dict:
        return {name: turned(value[name]) for name in reversed(value)}
    if type(value) is list:
        return [turned(item) for item in value]
    return value


def ordered(value):
    if type(value) is dict:
        return {name: ordered(value[name]) for name in sorted(value)}
    if type(value) is list:
        return [ordered(item) for item in value]
    return value


def equal(left, right) -> bool:
    """JSON Schema 2020-12 core, section 4.2.2, pair by pair."""
    for kind in (bool, str, dict, list, type(None)):
        if isinstance(left, kind) or isinstance(right, kind):
            if type(left) is not type(right):
                return False
            break
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(
            equal(left[name], right[name]) for name in left
        )
    if isinstance(left, list):
        return len(left) == len(right) and all(map(equal, left, right))
    return left == right  # Python compares an int and a float exactly


close = st.sampled_from(
    [
        *(0, -0.0, 0.0, 1, 1.0, True, False, None, "", "1", "1.0", 1.5),
        *(2**53, 2.0**53, 2**53 + 1, 2**64, 2.0**64, 2**64 + 1),
        *(10**22, 1e22, 10**23, 1e23, int(1e23), 1e-7, "1e-07", "a.b"),
        *([], {}, [0], [False], {"a": 1}, {"a": 1.0}, {"a": True}),
        *("[]", "{}", "null", "true", '"', "\\", "\u00e9", "\\u00e9"),
        int(sys.float_info.max),
        sys.float_info.max,
    ]
)
close_values = st.recursive(
    close,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from("ab."), inner, max_size=3),
    ),
    max_leaves=6,
)


class TestEqualityKey:
    @given(close_values, close_values)
    def test_keys_are_equal_where_values_are(self, left, right):
        assert (equality_key(left) == equality_key(right)) is equal(
            left, right
        )

    @given(close, close)
    def test_scalars(self, left, right):
        assert (equality_key(left) == equality_key(right)) is equal(
            left, right
        )

    @given(close_values)
    def test_equal_in_another_form(self, value):
        """Turned around, and with numbers written the other way."""
        assert equality_key(turned(recast(value))) == equality_key(value)

    @given(close_values)
    def test_value_is_left_alone(self, value):
        before = json.dumps(value)
        hash(equality_key(value))
        assert json.dumps(value) == before

    def test_long_integers(self, digit_limit):
        assert equality_key([LONG, 1.0]) == equality_key([LONG, 1])
        assert equality_key([LONG]) != equality_key([LONG + 1])

    def test_size_is_linear(self):
        value = [1e308] * 1_000
        assert len(equality_key(value)) < 320 * 1_000


def recast(value):
    if type(value) is dict:
        return {name: recast(item) for name, item in value.items()}
    if type(value) is list:
        return [recast(item) for item in value]
    if type(value) is float and value.is_integer():
        return int(value)
    if type(value) is int and abs(value) <= 2**53:
        return float(value)
    return value


@pytest.mark.parametrize("call", [canonical, equality_key])
def test_deep_values_end_in_an_error_or_a_text(call):
    for levels in (900, 2_000, 100_000):
        try:
            assert "[" * 900 in call(nest(levels))
        except RecursionError:
            assert call is equality_key
        except InvalidJSONError as error:
            assert error.code in ("stack_exhausted", "too_deep")  # noqa: PT017 - either may be


def test_encode_where_the_stack_ends():
    """The bound on depth is the host's; the stack may be shorter."""
    deep = limits(max_depth=50_000)
    value = own(nest(20_000), deep)
    errors = []

    def run():
        errors.append(fault(encode, [value, "\ud800"], limits()))
        errors.append(fault(encode, [value, 1], deep))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert [error.code for error in errors] == ["too_deep", "stack_exhausted"]


def test_a_million_values_take_linear_time():
    """Seconds at most; in a process of its own, without coverage."""
    script = """
import time
from collections import OrderedDict
from toolgate.json_value import canonical, encode, equality_key, own
from toolgate.limits import CallLimits
limits = CallLimits().outputs
plain = [{"a": number, "b": "text"} for number in range(333_000)]
mixed = [{"a": (number, 0.5)} for number in range(249_000)]
odd = [OrderedDict(a=number, b="text") for number in range(333_000)]
for call in (
    lambda: own(plain, limits),
    lambda: own(mixed, limits),
    lambda: own(odd, limits),
    lambda: encode(plain, limits),
    lambda: canonical(plain),
    lambda: equality_key(plain),
):
    started = time.process_time()
    call()
    print(time.process_time() - started)
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    seconds = [float(line) for line in done.stdout.split()]
    assert len(seconds) == 6
    assert max(seconds) < 10


def test_a_copy_shares_nothing():
    value = {"a": [{"b": 1}], "c": "d"}
    found = copied(value)
    assert found == value
    assert found["a"] is not value["a"]
    assert found["a"][0] is not value["a"][0]
