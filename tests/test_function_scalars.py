"""
Scalar types: schema and reader, with Pydantic as the oracle.

Where the two differ, `DIFFERENCES` says so with the reason; everything else
is compared for generated texts.
"""

from __future__ import annotations

import json
import re
from datetime import date, datetime, time, timedelta, timezone
from decimal import Context, Decimal, localcontext
from pathlib import (
    Path,
    PosixPath,
    PurePath,
    PurePosixPath,
    PureWindowsPath,
    WindowsPath,
)
from typing import Any, List, Union  # noqa: UP035 - the old spelling, too
from uuid import UUID

import pytest
import typing_extensions
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from deriving import told
from pydantic_oracle import (
    REFUSED,
    adapter,
    pydantic_reads,
    same,
    shape_reads,
)
from toolgate.function.jsonable import jsonable
from toolgate.function.scalars import (
    MAX_DECIMAL_EXPONENT,
    samples_of,
    shape_of,
)
from toolgate.function.shape import Misfit
from toolgate.schema.formats import is_duration

PLAIN = [str, bool, None, type(None), object, Any, typing_extensions.Any]
TEXTS = [date, datetime, time, timedelta, UUID, Decimal, bytes, Path]
PATHS = [PurePath, PurePosixPath, PureWindowsPath]
ALL = [*PLAIN, int, float, *TEXTS, *PATHS, type(Path())]


def quoted(pattern):
    """JSON strings that a pattern describes."""
    return st.from_regex(pattern, fullmatch=True).map(json.dumps)


def near(pattern):
    """Such strings, and the same with one character put in or taken out."""
    texts = st.from_regex(pattern, fullmatch=True)
    return st.builds(
        lambda text, at, put: json.dumps(
            text[: at % (len(text) + 1)]
            + put
            + text[at % (len(text) + 1) + (not put) :]
        ),
        texts,
        st.integers(0, 60),
        st.sampled_from(["", "", "0", "Z", "-", ":", " ", ".", "_", "T"]),
    ) | texts.map(json.dumps)


# Both accept more of it than what a text of the type may be.
CLOCK = r"[0-2][0-9]:[0-6][0-9](:[0-6][0-9](\.[0-9]{1,9})?)?"
ZONE = r"(Z|z|[+-][0-2][0-9]:[0-6][0-9])?"
DATE = r"[0-2]0[0-9]{2}-[01][0-9]-[0-3][0-9]"
COUNT = r"[0-9]{1,5}"
JSON_TEXTS = {
    str: st.text(max_size=9).map(json.dumps),
    bool: st.sampled_from(["true", "false"]),
    None: st.just("null"),
    int: st.integers().map(str) | st.floats(allow_nan=False).map(json.dumps),
    float: st.integers().map(str)
    | st.floats(allow_nan=False, allow_infinity=False).map(json.dumps),
    date: near(DATE),
    datetime: near(rf"{DATE}[Tt _]{CLOCK}{ZONE}"),
    time: near(CLOCK + ZONE),
    timedelta: near(
        rf"[+-]?P({COUNT}Y)?({COUNT}W)?({COUNT}D)?"
        rf"(T({COUNT}H)?({COUNT}M)?({COUNT}(\.[0-9]{{1,5}})?S)?)?"
    ),
    UUID: near(r"[0-9a-fA-F]{8}(-[0-9a-f]{4}){3}-?[0-9a-fA-F]{12}"),
    Decimal: near(
        r"[-+]?[0-9]{0,4}(\.[0-9]{0,4})?([eE][-+]?[0-9]{1,3})?|NaN|Infinity"
    ),
    Path: st.text(max_size=9).map(json.dumps),
}
ODD = st.sampled_from(
    ["null", "true", "0", "1", "1.5", "-3", '""', '"5"', '"x"', "[]", "{}"]
)


def says(pattern):
    """Whether a JSON string is, as a whole, what a pattern says."""
    return lambda text: (
        text.startswith('"')
        and re.fullmatch(pattern, json.loads(text), re.DOTALL) is not None
    )


TAKEN, LEFT = "toolgate takes it", "toolgate refuses it"
# type, which texts, what toolgate does that Pydantic does not, why
DIFFERENCES = [
    (
        int,
        lambda text: (
            re.fullmatch(r"-?[0-9.]+(e[+-]?[0-9]+)?", text)
            and not re.fullmatch(r"-?[0-9]+", text)
            and float(text).is_integer()
        ),
        TAKEN,
        "JSON Schema: a number without a fraction is an integer",
    ),
    (
        float,
        lambda text: re.fullmatch(r"-?[0-9]{309,}", text),
        LEFT,
        "Pydantic reads infinity, which is no JSON number",
    ),
    (
        date,
        says(r"[+-]?[0-9]+(\.[0-9]*)?|[+-]?\.[0-9]+"),
        LEFT,
        "seconds since 1970, written as text, are no full-date of RFC 3339",
    ),
    (
        datetime,
        says(r"[+-]?[0-9]+(\.[0-9]*)?|[+-]?\.[0-9]+"),
        LEFT,
        "seconds since 1970, written as text, are no date-time of RFC 3339",
    ),
    (
        datetime,
        says(r".{10}_.*|.*[+-][0-9]{4}"),
        LEFT,
        "RFC 3339 has T or a blank, and a colon in the offset",
    ),
    (
        time,
        says(r".*[+-][0-9]{4}"),
        LEFT,
        "RFC 3339 has a colon in the offset",
    ),
    (
        timedelta,
        says(r"[+-]?P[^T]*[YM].*"),
        LEFT,
        (
            "years and months have no fixed length; Pydantic takes 365 and 30 "
            "days"
        ),
    ),
    (
        timedelta,
        says(r"(?![+-]?P).*"),
        LEFT,
        "ISO 8601 only: no '1 day, 10:00:00'",
    ),
    (
        timedelta,
        says(r"[+-]?P.*T"),
        LEFT,
        "ISO 8601: something follows a T",
    ),
    (
        timedelta,
        says(r"[+-]?P.*"),
        LEFT,
        (
            "ISO 8601: each unit once, from the largest to the smallest, and "
            "with a fraction only the last"
        ),
    ),
    (
        UUID,
        says(r"(?![0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$).*"),
        LEFT,
        "RFC 9562 form only: no braces, no urn:uuid:, hyphens in place",
    ),
    (
        Decimal,
        lambda text: not text.startswith('"'),
        LEFT,
        (
            "a number in JSON is a double to most who write it; 0.1 must not "
            "become 0.1000000000000000055"
        ),
    ),
    (
        Decimal,
        says(r"(?!-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?\Z).*"),
        LEFT,
        (
            "written like a JSON number: no '+1', '.5', '1_000', blanks, or "
            "digits of other scripts"
        ),
    ),
    (
        Path,
        says(r".*\0.*"),
        LEFT,
        "no system has such a path",
    ),
]


def stated(annotation, text):
    """What is different here by the table, or None."""
    for kind, matches, what, _ in DIFFERENCES:
        if kind is annotation and matches(text):
            return what
    return None


@pytest.mark.parametrize("annotation", JSON_TEXTS, ids=str)
def test_what_pydantic_takes_is_taken_and_read_alike(annotation):
    """Strict Pydantic in JSON mode, for texts of and near the type."""
    shape = shape_of(annotation, None)

    @given(JSON_TEXTS[annotation] | ODD)
    def agrees(text):
        theirs = pydantic_reads(annotation, text)
        ours = shape_reads(shape, text)
        if ours is REFUSED and theirs is REFUSED:
            return
        if ours is REFUSED:
            assert stated(annotation, text) == LEFT, (text, theirs)
        elif theirs is REFUSED:
            assert stated(annotation, text) == TAKEN, (text, ours)
        else:
            assert same(ours, theirs), (text, ours, theirs)

    agrees()


@pytest.mark.parametrize(
    ("annotation", "text"),
    [
        (int, "50.0"),
        (float, "1" + "0" * 400),
        (date, '"1893456000"'),
        (datetime, '"1893456000"'),
        (datetime, '"2030-01-31_09:30:00"'),
        (time, '"09:30:00+0100"'),
        (timedelta, '"P1Y"'),
        (timedelta, '"1 day, 10:00:00"'),
        (timedelta, '"24:00:00"'),
        (timedelta, '"PT1,5S"'),
        (timedelta, '"P1DT"'),
        (timedelta, '"PT60M5H"'),
        (UUID, '"123e4567e89b12d3a456426614174000"'),
        (Decimal, "0.1"),
        (Decimal, '"+1"'),
        (Path, '"a\\u0000"'),
    ],
)
def test_each_difference_is_real(annotation, text):
    """A row that Pydantic has caught up with goes from the table."""
    ours = shape_reads(shape_of(annotation, None), text)
    theirs = pydantic_reads(annotation, text)
    assert (ours is REFUSED) != (theirs is REFUSED)
    assert stated(annotation, text) == (LEFT if ours is REFUSED else TAKEN)


@pytest.mark.parametrize("annotation", ALL, ids=str)
def test_the_schema_is_the_one_of_pydantic(annotation):
    """But for Decimal and bytes, whose text Pydantic leaves open."""
    schema = shape_of(annotation, None).schema
    Draft202012Validator.check_schema(schema)
    theirs = adapter(annotation).json_schema()
    if annotation is Decimal:
        # Pydantic: anyOf number and string; here the text only.
        assert schema.pop("pattern")
        theirs = {"type": "string"}
    if annotation is bytes:
        # Pydantic has the bytes as UTF-8 text, which not all bytes are.
        assert schema.pop("contentEncoding") == "base64"
        theirs = {"type": "string"}
    assert schema == theirs


@pytest.mark.parametrize("annotation", PLAIN, ids=str)
def test_what_is_right_as_it_is_needs_no_reader(annotation):
    assert shape_of(annotation, None).read is None


@pytest.mark.parametrize(
    "annotation",
    [
        list,
        list[int],
        List[int],  # noqa: UP006 - the old spelling
        Union[int, str],  # noqa: UP007 - the old spelling
        int | None,
        complex,
        bytearray,
        "int",
        5,
        {},
        WindowsPath if type(Path()) is PosixPath else PosixPath,
    ],
    ids=str,
)
def test_other_annotations_belong_to_others(annotation):
    """Unhashable ones, and paths of another system, too."""
    assert shape_of(annotation, None) is None


def test_each_shape_has_a_schema_of_its_own():
    first, second = shape_of(date, None), shape_of(date, None)
    first.schema["description"] = "x"
    assert "description" not in second.schema


ZONES = st.none() | st.integers(-1439, 1439).map(
    lambda minutes: timezone(timedelta(minutes=minutes))
)
VALUES = {
    str: st.text(),
    bool: st.booleans(),
    int: st.integers(),
    float: st.floats(allow_nan=False, allow_infinity=False),
    date: st.dates(),
    datetime: st.datetimes(timezones=ZONES),
    time: st.times(timezones=ZONES),
    timedelta: st.timedeltas(),
    UUID: st.uuids(),
    Decimal: st.decimals(allow_nan=False, allow_infinity=False),
    bytes: st.binary(),
    PurePosixPath: st.text("ab./ ", max_size=9).map(PurePosixPath),
    # Python's own text of an odd one ("//://") leads elsewhere.
    PureWindowsPath: st.text("ab.\\/: ", max_size=9)
    .map(PureWindowsPath)
    .filter(lambda path: PureWindowsPath(str(path)) == path),
}


@pytest.mark.parametrize("annotation", VALUES, ids=str)
def test_values_come_back_from_json(annotation):
    """What `jsonable` writes fits the schema and is read as the value."""
    shape = shape_of(annotation, None)
    validator = Draft202012Validator(shape.schema)

    @given(VALUES[annotation])
    def comes_back(value):
        wire = jsonable(value)
        assert validator.is_valid(wire)
        assert same(shape.read(wire) if shape.read else wire, value)

    comes_back()


def test_the_edges_of_a_type_come_back():
    for value in (
        *(kind.min for kind in (date, datetime, time, timedelta)),
        *(kind.max for kind in (date, datetime, time, timedelta)),
        datetime.min.replace(tzinfo=timezone(timedelta(hours=23, minutes=59))),
        Decimal("-0"),
        Decimal(f"1E+{MAX_DECIMAL_EXPONENT}"),
        Decimal(f"1E-{MAX_DECIMAL_EXPONENT}"),
        b"\xff\x00",
    ):
        read = shape_of(type(value), None).read
        assert same(read(jsonable(value)), value)
    assert str(shape_of(Decimal, None).read("-0")) == "-0"


def refuses(annotation, value):
    with pytest.raises(Misfit) as caught:
        shape_of(annotation, None).read(value)
    return told(caught.value)


@pytest.mark.parametrize(
    ("annotation", "value", "expected"),
    [
        (date, "2030-02-30", "a date such as 2030-01-31"),
        (date, "20300131", "a date such as 2030-01-31"),
        (date, "2030-01-31\n", "a date such as 2030-01-31"),
        (date, "٢٠٣٠-01-31", "a date such as 2030-01-31"),
        (datetime, "2030-01-31", "a date and time such as 2030-01-31T09:30:"),
        (datetime, "2030-02-30T09:30:00Z", "a date and time such as"),
        (datetime, "2030-01-31T09:30:00+24:00", "a date and time such as"),
        (datetime, "2030-01-31T09:30:00+01:60", "a date and time such as"),
        (datetime, "2016-12-31T23:59:60Z", "a date and time such as"),
        (time, "24:00:00", "a time such as 09:30:00"),
        (time, "nine", "a time such as 09:30:00"),
        (timedelta, "P", "a duration in weeks, days, hours,"),
        (timedelta, "P1.5DT1H", "such as P1DT2H30M"),
        (timedelta, "P99999999999D", "such as P1DT2H30M"),
        (timedelta, "PT" + "9" * 5000 + "S", "such as P1DT2H30M"),
        (UUID, "123e4567-e89b-12d3-a456-42661417400g", "a UUID such as"),
        (Decimal, f"1E+{MAX_DECIMAL_EXPONENT + 1}", "an exponent of at most"),
        (Decimal, f"1E-{MAX_DECIMAL_EXPONENT + 1}", "an exponent of at most"),
        (Decimal, "1E+" + "9" * 30, "an exponent of at most 6144"),
        (Decimal, "1" * 4301, "at most 4300 characters"),
        (bytes, "aGVsbG8", "bytes in base64, such as aGVsbG8="),
        (bytes, "aGVsbG9=", "bytes in base64"),
        (bytes, "aGVs bG8=", "bytes in base64"),
        (bytes, "aGVsbG8=\n", "bytes in base64"),
        (bytes, "_-8=", "bytes in base64"),
        (bytes, "é", "bytes in base64"),
        (Path, "a\0b", "a path without NUL characters"),
        (float, 10**400, "a number that a double can hold"),
    ],
)
def test_what_only_the_type_knows_is_a_misfit(annotation, value, expected):
    assert expected in refuses(annotation, value)


@pytest.mark.parametrize("annotation", [*TEXTS, *PATHS], ids=str)
def test_a_misfit_never_repeats_the_value(annotation):
    """What is expected is the same, whatever came."""
    texts = ["\0", "se\0cret", "7.5\0"]
    assert len({refuses(annotation, text) for text in texts}) == 1


def test_an_infinite_decimal_is_refused_whatever_the_context_says():
    """A context that lets errors pass makes NaN of an odd text."""
    with localcontext(Context(traps=[])):
        refuses(Decimal, "1E+" + "9" * 30)


def test_a_decimal_is_read_to_the_last_digit_whatever_the_context_says():
    with localcontext(Context(prec=3)):
        value = shape_of(Decimal, None).read("1.23456789")
    assert str(value) == "1.23456789"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("P1W2D", timedelta(days=9)),
        ("-PT0.5H", -timedelta(minutes=30)),
        ("PT1.1234567S", timedelta(seconds=1, microseconds=123457)),
        ("P0.5D", timedelta(hours=12)),
        ("+PT90M", timedelta(minutes=90)),
    ],
)
def test_durations_by_iso_8601(text, value):
    assert shape_of(timedelta, None).read(text) == value


@given(st.timedeltas(min_value=timedelta(0)))
@example(timedelta(hours=1, seconds=5))
@example(timedelta(0))
def test_whole_durations_are_written_as_rfc_3339_has_them(value):
    """Appendix A: no unit between two others is left out."""
    assert is_duration(jsonable(timedelta(value.days, value.seconds)))


def test_an_integer_is_read_as_one_and_a_number_as_a_float():
    read = shape_of(int, None).read
    assert [type(read(value)) for value in (50, 50.0)] == [int, int]
    assert read(50.0) == 50
    assert read(1e300) == int(1e300)
    assert type(shape_of(float, None).read(5)) is float


@pytest.mark.parametrize("annotation", TEXTS, ids=str)
def test_samples_are_of_the_type(annotation):
    """Found by schema, where it is nullable or described, too."""
    schema = shape_of(annotation, None).schema
    schema["description"] = "x"
    if "type" in schema:
        schema["type"] = [schema["type"], "null"]
    samples = samples_of(schema)
    assert samples
    assert all(isinstance(sample, annotation) for sample in samples)


def test_there_are_no_samples_of_what_is_not_text():
    assert samples_of({"type": "string"}) == ()
    assert samples_of({"type": "string", "format": "email"}) == ()
