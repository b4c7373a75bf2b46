"""Conditions on values that are text in JSON."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal, localcontext
from enum import Enum
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deriving import told
from toolgate.expected import Expected
from toolgate.function.shape import Misfit, Refused
from toolgate.function.value_checks import (
    Check,
    Condition,
    applies,
    check_of,
    guarded,
    predicate,
    shown,
    unfit,
)

DAY = date(2030, 1, 31)
UTC = datetime(2030, 1, 31, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("name", "operand", "good", "bad", "expected"),
    [
        ("gt", 3, Decimal("3.1"), Decimal(3), "a value greater than 3"),
        ("ge", 0.1, Decimal("0.1"), Decimal("0.09"), "a value of at least"),
        ("lt", DAY, date(2030, 1, 30), DAY, "a value less than 2030-01-31"),
        ("le", UTC, UTC, UTC + timedelta(1), "at most 2030-01-31T00:00:00Z"),
        ("gt", timedelta(1), timedelta(2), timedelta(1), "greater than P1D"),
        ("multiple_of", 2, Decimal("1e30"), Decimal(3), "a multiple of 2"),
        ("multiple_of", 0.1, Decimal("0.3"), Decimal("0.35"), "of 0.1"),
        (
            "multiple_of",
            timedelta(hours=1),
            timedelta(days=1),
            timedelta(minutes=90),
            "a multiple of PT1H",
        ),
        ("min_length", 2, b"ab", b"a", "at least 2 bytes"),
        ("max_length", 2, b"ab", b"abc", "at most 2 bytes"),
        ("max_digits", 3, Decimal("1.230"), Decimal("12.34"), "3 digits"),
        ("max_digits", 3, Decimal("1e2"), Decimal("1e3"), "3 digits"),
        ("max_digits", 3, Decimal("0.001"), Decimal("0.0001"), "3 digits"),
        ("decimal_places", 1, Decimal("1.50"), Decimal("1.55"), "the point"),
        ("tz", ..., UTC, UTC.replace(tzinfo=None), "a time with an offset"),
        ("tz", None, time(9), time(9, tzinfo=timezone.utc), "without an off"),
    ],
)
def test_a_check_holds_for_good_values_only(
    name, operand, good, bad, expected
):
    read = guarded(None, [check_of(Condition(name, operand))])
    assert read(good) is good
    with pytest.raises(Misfit) as caught:
        read(bad)
    assert expected in told(caught.value)


@given(
    st.decimals(allow_nan=False, allow_infinity=False),
    st.fractions(min_value=1).map(lambda n: n.numerator),
)
def test_multiples_are_exact(value, divisor):
    """By fractions, which know no rounding; whatever the context says."""
    check = check_of(Condition("multiple_of", divisor))
    with localcontext() as context:
        context.prec = 3
        found = check.holds(value)
    assert found is (
        value.as_integer_ratio()[0] % divisor == 0
        and value.as_integer_ratio()[1] == 1
    )


@pytest.mark.parametrize(
    ("name", "operand", "sample"),
    [
        ("gt", 3, DAY),
        ("gt", DAY, Decimal(1)),
        ("gt", UTC, datetime(2030, 1, 31)),  # noqa: DTZ001 - without a zone
        ("gt", Decimal("NaN"), Decimal(1)),
        ("min_length", 3, Decimal(1)),
        ("multiple_of", 0, Decimal(1)),
        ("multiple_of", -1, Decimal(1)),
        ("multiple_of", timedelta(0), timedelta(1)),
        ("multiple_of", 2, b"a"),
        ("max_digits", 2, b"a"),
        ("max_digits", 2, Decimal("Infinity")),
        ("tz", None, DAY),
    ],
)
def test_a_check_that_does_not_apply_is_found_before_a_call(
    name, operand, sample
):
    check = check_of(Condition(name, operand))
    assert not applies(check, sample)
    with pytest.raises(Misfit):
        guarded(None, [check])(sample)


@pytest.mark.parametrize(
    ("name", "operand"),
    [
        ("pattern", "a"),
        ("min_length", -1),
        ("min_length", 1.0),
        ("max_length", True),
        ("max_digits", "3"),
        ("tz", timezone.utc),
        ("tz", "Europe/Rome"),
    ],
)
def test_an_operand_that_cannot_be_is_refused(name, operand):
    with pytest.raises(Refused):
        check_of(Condition(name, operand))


def is_even(value):
    return value % 2 == 0


def raises(value):
    raise OSError


def test_predicates_are_named_where_they_have_a_name():
    for check in (str.islower, is_even):
        named = Expected("predicate", (check.__qualname__,))
        assert predicate(check).expected == named
    own = Expected("own_check")
    assert predicate(lambda value: True).expected == own
    assert predicate(partial(is_even)).expected == own


def test_a_predicate_that_raises_is_one_that_failed():
    with pytest.raises(Misfit):
        guarded(None, [predicate(raises)])(1)


def test_the_first_check_that_fails_is_told():
    checks = [
        Check(bool, Expected("own_check")),
        Check(is_even, Expected("path")),
    ]
    with pytest.raises(Misfit, match="own_check"):
        guarded(None, checks)(0)
    with pytest.raises(Misfit, match="path"):
        guarded(None, checks)(1)


def test_a_guarded_reader_reads_first_and_lets_null_pass():
    read = guarded(int, [predicate(is_even)])
    assert read("4") == 4
    assert guarded(None, [predicate(raises)])(None) is None
    with pytest.raises(Misfit):
        read("3")


class Plain(Enum):
    A = 1


def test_operands_are_shown_as_json_has_them():
    operands = [3, 0.5, "x", DAY, Decimal("1.5")]
    assert list(map(shown, operands)) == [
        *("3", "0.5", "'x'", "2030-01-31", "1.5")
    ]
    # Others by their type.
    assert list(map(shown, [object(), Plain.A, Decimal("NaN")])) == [
        *("object", "Plain", "Decimal")
    ]
    assert (
        "gt=3, which does not fit date"
        in unfit(Condition("gt", 3), "date").reason
    )
