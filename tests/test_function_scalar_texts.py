"""The text of a scalar is read as the scalar that it was."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from pathlib import Path, PurePosixPath
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deriving import derive
from toolgate.exceptions import InvalidJSONError
from toolgate.function.scalar_texts import writer_of

VALUES = {
    datetime: st.datetimes() | st.datetimes(timezones=st.just(timezone.utc)),
    date: st.dates(),
    time: st.times(),
    timedelta: st.timedeltas(),
    UUID: st.uuids(),
    Decimal: st.decimals(allow_nan=False, allow_infinity=False),
    bytes: st.binary(),
    PurePosixPath: st.sampled_from(("a", "/", "a/b.c")).map(PurePosixPath),
}


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
@given(st.data())
def test_what_is_written_is_read_as_the_same(kind, data):
    value = data.draw(VALUES[kind])
    text = writer_of(kind)(value)
    assert derive(kind).outcome(text) == value


def test_a_datetime_is_written_as_more_than_a_date():
    assert writer_of(datetime) is not writer_of(date)
    assert writer_of(datetime)(datetime(2030, 1, 31)) == "2030-01-31T00:00:00"  # noqa: DTZ001 - as it may come


def test_subclasses_are_written_as_what_they_are():
    class Day(date):
        def isoformat(self):
            raise AssertionError

    assert writer_of(Day)(Day(2030, 1, 31)) == "2030-01-31"
    assert writer_of(type(Path()))(Path("a")) == "a"


@pytest.mark.parametrize("kind", [int, str, list, object, type(None)])
def test_other_types_are_no_scalars_of_this_kind(kind):
    assert writer_of(kind) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [("NaN", "NaN"), ("-sNaN", "NaN"), ("-Infinity", "-Infinity")],
)
def test_numbers_that_are_none_have_no_text(text, found):
    with pytest.raises(InvalidJSONError) as caught:
        writer_of(Decimal)(Decimal(text))
    assert (caught.value.code, caught.value.found) == ("not_finite", found)


def test_a_time_whose_offset_has_seconds_has_no_text():
    """RFC 3339 has no form for it, and there is no day to shift it by."""
    zone = timezone(timedelta(seconds=3))
    with pytest.raises(ValueError):  # noqa: PT011 - it has no text
        writer_of(time)(time(9, tzinfo=zone))


def test_an_instant_keeps_while_its_offset_loses_its_seconds():
    zone = timezone(timedelta(hours=-5, seconds=3))
    value = datetime(2030, 1, 31, 9, tzinfo=zone)
    text = writer_of(datetime)(value)
    assert text == "2030-01-31T08:59:57-05:00"
    assert datetime.fromisoformat(text) == value


def test_a_duration_has_no_gap_between_its_units():
    assert writer_of(timedelta)(timedelta(hours=1, seconds=1)) == "PT1H0M1S"
    assert writer_of(timedelta)(timedelta(0)) == "PT0S"
    assert writer_of(timedelta)(-timedelta(days=400)) == "-P400D"
