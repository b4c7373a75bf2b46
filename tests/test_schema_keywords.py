"""The keywords that judge one value, against what the numbers mean."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from json_values import values
from judging import both, plain, told
from toolgate.json_value import equality_key
from toolgate.schema.keywords import is_multiple, weight

finite = st.floats(allow_nan=False, allow_infinity=False)
numbers = st.integers() | finite
divisors = st.integers(min_value=1) | finite.filter(lambda x: x > 0)


def exactly(number):
    """The number that the shortest text of a float says, as a fraction."""
    return Fraction(Decimal(repr(number)))


@given(numbers, divisors)
def test_multiples_are_exact(number, divisor):
    quotient = exactly(number) / exactly(divisor)
    assert is_multiple(number, divisor) is (quotient.denominator == 1)


@given(st.integers(-(10**6), 10**6), st.integers(0, 12))
def test_cents_are_multiples_of_a_cent(count, places):
    """Whatever float the decimal is nearest to."""
    divisor = float(f"1e-{places}")
    number = float(f"{count}e-{places}")
    assert is_multiple(number, divisor)


@pytest.mark.parametrize(
    ("number", "divisor"),
    [(10**4299, 5e-324), (1.7e308, 10**4299), (5e-324, 10**4299)],
)
def test_extreme_numbers_cost_nothing(number, divisor):
    quotient = exactly(number) / exactly(divisor)
    assert is_multiple(number, divisor) is (quotient.denominator == 1)


@given(values, values)
def test_const_is_equality_of_json_schema(first, second):
    same = equality_key(first) == equality_key(second)
    schema = plain({"const": first})
    assert schema.is_valid(first)
    assert schema.is_valid(second) is same


@given(st.lists(values, min_size=1, max_size=4), values)
def test_enum_is_any_of_several_constants(options, value):
    schema = plain({"enum": options})
    assert all(map(schema.is_valid, options))
    keys = {equality_key(option) for option in options}
    assert schema.is_valid(value) is (equality_key(value) in keys)


def test_weight_stops_when_it_is_sure():
    assert weight([1, [2], "ab"], 100) == 7
    assert weight({str(n): 0 for n in range(200)}, 100) > 100
    assert weight(["x" * 200], 100) > 100
    endless = [0]
    endless.append(endless)
    assert weight(endless, 50) > 50


def test_a_constant_costs_no_more_than_it_is_long():
    """A huge value is told from a small constant without reading it all."""
    schema = plain({"const": [[], 1]})
    assert not schema.is_valid([[0] * 100_000, 1])


@pytest.mark.parametrize(
    ("types", "taken", "refused"),
    [
        ("integer", [1, 1.0, 10**400], [1.5, True, "1", None]),
        ("number", [1, 1.5], [True, "1"]),
        ("boolean", [True], [1, 0, "true"]),
        ("null", [None], [False, 0, "", [], {}]),
        (["string", "integer"], ["a", 2.0], [2.5, None]),
        (["string", "number"], ["a", 2.5], [None, True]),
        ("array", [[]], [{}, "a"]),
        ("object", [{}], [[], "a"]),
    ],
)
def test_types(validators, types, taken, refused):
    schema = validators.get({"type": types})
    for value in taken:
        assert schema.is_valid(value)
    for value in refused:
        (found,) = schema.violations(value)
        assert found.keyword == "type"
        expected = tuple(types) if isinstance(types, list) else types
        assert found.expected == expected


@pytest.mark.parametrize(
    ("keyword", "bound", "value"),
    [
        ("minimum", 3, 2),
        ("maximum", 3, 3.5),
        ("exclusiveMinimum", 3, 3.0),
        ("exclusiveMaximum", 3, 3),
        ("multipleOf", 3, 4),
        ("minLength", 2, "😀"),
        ("maxLength", 1, "ab"),
        ("pattern", "^a$", "b"),
        ("const", 1, 2),
        ("enum", [1, 2], 3),
    ],
)
def test_a_failing_keyword_says_what_it_asks_for(
    validators, keyword, bound, value
):
    schema = validators.get({keyword: bound})
    (found,) = schema.violations(value)
    assert found.keyword == keyword
    assert found.schema_path == (keyword,)
    expected = tuple(bound) if isinstance(bound, list) else bound
    assert found.expected == expected
    # It says nothing about values of other types.
    if keyword not in {"const", "enum"}:
        assert schema.is_valid(None)


def test_formats_are_annotations_until_they_are_asserted():
    first, second = both({"format": "date"})
    assert first.is_valid("no")
    assert second.is_valid("no")
    assert told({"format": "date"}, "no", assert_formats=True) == [
        ("format", ())
    ]
    assert told({"format": "date"}, 5, assert_formats=True) == []
