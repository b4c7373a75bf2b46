"""The metadata of `Annotated`, with Pydantic as the oracle."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import partial
from typing import Annotated, Any, Literal, get_args, get_origin
from unittest.mock import MagicMock
from uuid import UUID

import annotated_types as at
import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, StringConstraints
from typing_extensions import Doc

from case_ids import steady
from deriving import deriver
from pydantic_oracle import (
    REFUSED,
    adapter,
    pydantic_reads,
    same,
    shape_reads,
    without_titles,
)
from toolgate.function import literals, scalars
from toolgate.function.constraints import described
from toolgate.function.raw_keywords import Schema
from toolgate.function.shape import Misfit, Refused, Shape

ASCII_ONLY = re.compile("a", re.ASCII)
INT = {"type": "integer"}
STR = {"type": "string"}


def shape_of(annotation):
    """The shape of a type that has no rooms but these to be derived in."""
    if get_origin(annotation) is Annotated:
        inner, *metadata = get_args(annotation)
        return described(shape_of(inner), metadata)
    for room in (scalars, literals):
        shape = room.shape_of(annotation, deriver())
        if shape is not None:
            return shape
    if annotation == list[int]:
        return Shape({"type": "array", "items": dict(INT)})
    if annotation == dict[str, int]:
        return Shape({"type": "object", "additionalProperties": dict(INT)})
    inner, null = get_args(annotation)
    assert null is type(None)
    schema, read = shape_of(inner)
    schema["type"] = [schema["type"], "null"]
    return Shape(schema, read and (lambda v: v if v is None else read(v)))


INTS = st.integers(-12, 12).map(str)
NUMBERS = INTS | st.integers(-50, 50).map(lambda n: str(n / 4))
TEXTS = st.text("aBb1é ", max_size=5).map(json.dumps)
DATES = st.dates(date(2029, 12, 30), date(2030, 1, 3)).map(
    lambda day: f'"{day}"'
)
DECIMALS = st.decimals(-20, 20, places=2).map(lambda n: f'"{n}"')
TIMES = st.sampled_from(
    ["2030-01-01T00:00:00Z", "2030-01-01T00:00:00", "2029-01-01T00:00:00"]
).map(json.dumps)
HOURS = st.integers(0, 60).map(lambda n: f'"PT{n}M"')
LISTS = st.lists(st.integers(), max_size=4).map(json.dumps)
DICTS = st.dictionaries(st.text(max_size=2), st.integers(), max_size=4).map(
    json.dumps
)
NULLS = st.just("null")

# annotation, JSON texts near it, whether the schemas are the same, too
CASES = [
    (Annotated[int, at.Gt(3)], INTS, True),
    (Annotated[int, at.Ge(3), at.Lt(7)], INTS, True),
    (Annotated[int, at.Interval(gt=-3, le=7)], INTS, True),
    (Annotated[int, at.MultipleOf(3)], INTS, True),
    (Annotated[float, at.Le(1.5), Field(gt=-2)], NUMBERS, True),
    (Annotated[float, Field(multiple_of=0.25)], NUMBERS, True),
    (Annotated[pydantic.PositiveInt, Field(lt=5)], INTS, True),
    (Annotated[str, at.MinLen(2)], TEXTS, True),
    (Annotated[str, at.Len(2, 3)], TEXTS, True),
    (Annotated[str, Field(pattern="^a.b")], TEXTS, True),
    (Annotated[str, StringConstraints(min_length=1, pattern="b$")], TEXTS, 1),
    (Annotated[str, at.Predicate(str.islower)], TEXTS, True),
    (Annotated[list[int], at.MinLen(1), Field(max_length=2)], LISTS, True),
    (Annotated[dict[str, int], Field(min_length=1)], DICTS, True),
    (Annotated[int, at.Gt(3)] | None, INTS | NULLS, None),
    (Annotated[int | None, Field(gt=3)], INTS | NULLS, None),
    (Annotated[str | None, at.MaxLen(2)], TEXTS | NULLS, None),
    (Annotated[date | None, at.Gt(date(2030, 1, 1))], DATES | NULLS, None),
    (Annotated[date, at.Ge(date(2030, 1, 1))], DATES, True),
    (Annotated[datetime, Field(le=datetime(2029, 6, 1))], TIMES, True),  # noqa: DTZ001
    (Annotated[timedelta, Field(gt=timedelta(minutes=9))], HOURS, True),
    (Annotated[Decimal, Field(gt=3, le=Decimal("9.5"))], DECIMALS, None),
    (Annotated[Decimal, Field(multiple_of=Decimal("0.5"))], DECIMALS, None),
    (Annotated[Decimal, Field(max_digits=3)], DECIMALS, None),
    (Annotated[Decimal, Field(decimal_places=1)], DECIMALS, None),
    (Annotated[UUID, at.Gt(UUID(int=5))], NULLS, None),
    (Annotated[int, "a plain str", at.Unit("m"), object()], INTS, None),
    (
        Annotated[
            int,
            Field(
                title="A",
                description="An int.",
                examples=[1, 2],
                json_schema_extra={"x-order": 3},
            ),
        ],
        INTS,
        True,
    ),
]


@pytest.mark.parametrize(
    ("annotation", "texts"), [case[:2] for case in CASES], ids=steady
)
def test_constraints_hold_as_they_do_in_pydantic(annotation, texts):
    """
    The same verdict and the same value for the same text.

    Stated differences: a time with an offset is no Misfit but a comparison
    that fails in Python, which Pydantic makes by UTC (see below).
    """
    shape = shape_of(annotation)

    @given(texts)
    def agrees(text):
        ours = shape_reads(shape, text)
        theirs = pydantic_reads(annotation, text)
        if annotation == CASES[19][0] and text.endswith('Z"'):
            assert ours is REFUSED
        else:
            assert ours is theirs or same(ours, theirs), (ours, theirs)

    agrees()


@pytest.mark.parametrize(
    "annotation", [case[0] for case in CASES if case[2]], ids=str
)
def test_the_schema_is_the_one_of_pydantic(annotation):
    """But for Optional, which has two spellings, and Decimal."""
    theirs = adapter(annotation).json_schema()
    ours = shape_of(annotation).schema
    if "title" not in ours:
        theirs = without_titles(theirs)
    assert ours == theirs


def schema_of(annotation):
    return shape_of(annotation).schema


@pytest.mark.parametrize(
    ("annotation", "schema"),
    [
        (Annotated[int, "How many.\n    More."], "How many.\nMore."),
        (Annotated[int, Doc("How many.")], "How many."),
        (Annotated[int, Field(description="How many.")], "How many."),
        (Annotated[int, "First.", "Last."], "Last."),
        (Annotated[int, "Told.", "  "], "Told."),
    ],
)
def test_a_description_by_any_name(annotation, schema):
    assert schema_of(annotation) == {**INT, "description": schema}


def test_a_description_of_an_optional_stands_outside():
    schema = described(
        Shape({"anyOf": [dict(INT), {"type": "null"}]}), ["x", at.Gt(1)]
    ).schema
    assert schema == {
        "anyOf": [
            {"type": "integer", "exclusiveMinimum": 1},
            {"type": "null"},
        ],
        "description": "x",
    }


def test_raw_keywords_narrow_the_type():
    annotation = Annotated[
        str, at.MinLen(3), Schema({"minLength": 1, "format": "email"})
    ]
    assert schema_of(annotation) == {
        "type": "string",
        "minLength": 3,
        "format": "email",
    }


def test_extra_keywords_of_a_field_hold_as_they_do_in_the_schema():
    """Pydantic only shows them; here the schema is what is checked."""
    annotation = Annotated[int, Field(json_schema_extra={"maximum": 3})]
    assert schema_of(annotation) == {**INT, "maximum": 3}
    assert pydantic_reads(annotation, "5") == 5
    assert shape_reads(shape_of(annotation), "5") is REFUSED


def test_a_field_may_be_deprecated():
    """Pydantic warns that this has no effect; here it stands in the schema."""
    annotation = Annotated[int, Field(deprecated="use the other one")]
    assert schema_of(annotation) == {**INT, "deprecated": True}


def test_bounds_on_a_literal_are_checked():
    """Pydantic writes `gt` into the schema, which is no keyword."""
    assert schema_of(Annotated[Literal[1, 2], at.Gt(1)]) == {
        "type": "integer",
        "enum": [1, 2],
        "exclusiveMinimum": 1,
    }


def test_a_time_without_an_offset_is_not_compared_with_one_that_has_it():
    """Python cannot tell which is the later one."""
    utc = datetime.fromisoformat("2030-01-01T00:00:00+00:00")
    read = shape_of(Annotated[datetime, at.Ge(utc)]).read
    assert read("2030-01-01T01:00:00+01:00") == utc
    with pytest.raises(Misfit, match="at_least.*2030-01-01T00:00:00Z"):
        read("2031-01-01T00:00:00")


@pytest.mark.parametrize(
    ("zone", "good", "bad"),
    [
        (..., "2030-01-01T00:00:00Z", "2030-01-01T00:00:00"),
        (None, "2030-01-01T00:00:00", "2030-01-01T00:00:00Z"),
    ],
)
def test_time_zones(zone, good, bad):
    read = shape_of(Annotated[datetime, at.Timezone(zone)]).read
    assert read(good)
    with pytest.raises(Misfit):
        read(bad)


def test_lengths_of_bytes_are_those_of_the_bytes():
    shape = shape_of(Annotated[bytes, at.Len(2, 3)])
    assert shape.schema == {"type": "string", "contentEncoding": "base64"}
    assert shape.read("YWI=") == b"ab"
    for text in ("YQ==", "YWJjZA=="):
        with pytest.raises(Misfit):
            shape.read(text)


def test_predicates_of_annotated_types():
    read = shape_of(at.IsFinite[float]).read
    assert read(5) == 5.0
    assert shape_of(at.LowerCase[str]).read("a") == "a"
    with pytest.raises(Misfit, match="predicate.*str.islower"):
        shape_of(at.LowerCase[str]).read("A")
    with pytest.raises(Misfit, match="own_check"):
        shape_of(Annotated[float, at.Predicate(at.Not(math.isfinite))]).read(1)


def test_only_ascii():
    shape = shape_of(Annotated[str, StringConstraints(ascii_only=True)])
    assert shape_reads(shape, '"aé"') is REFUSED
    assert shape_reads(shape, '"a~\\u0000"') == "a~\0"


def test_a_compiled_pattern_is_one():
    for metadata in (re.compile("^a"), Field(pattern=re.compile("^a"))):
        schema = schema_of(Annotated[str, metadata])
        assert schema == {**STR, "pattern": "^a"}


@dataclass(frozen=True)
class OurOwnBound:
    """Of no library: known by its attributes."""

    ge: int = 3


class Noise:
    """Answers to every name, and has none."""

    def __getattr__(self, name):
        raise AssertionError


@pytest.mark.parametrize(
    "metadata",
    [
        Noise(),
        MagicMock(),
        partial(int),
        at.Unit("m"),
        at.Gt,
        int,
        5,
        None,
        {"gt": 3},
        slice(1, 3),
        at.Interval(),
        pydantic.Strict(),
        Field(repr=False),
        Field(),
        Field(...),
    ],
    ids=steady,
)
def test_metadata_that_is_not_ours_is_ignored(metadata):
    """`Annotated`: a tool that does not know a piece ignores it."""
    shape = described(Shape(dict(INT)), [metadata])
    assert shape == (INT, None)


def test_bounds_are_known_by_their_attributes():
    assert schema_of(Annotated[int, OurOwnBound()])["minimum"] == 3


def test_no_metadata_leaves_the_shape():
    read = scalars.shape_of(int, None).read
    assert described(Shape(dict(INT), read), ()) == (INT, read)


class Hook:
    @classmethod
    def __get_pydantic_core_schema__(cls, *args: Any) -> Any:
        raise AssertionError


@pytest.mark.parametrize(
    ("annotation", "reason"),
    [
        (Annotated[int, pydantic.AfterValidator(abs)], "has AfterValidator"),
        (Annotated[int, pydantic.BeforeValidator(abs)], "BeforeValidator of"),
        (Annotated[int, Hook], "has Hook of Pydantic"),
        (Annotated[int, pydantic.WithJsonSchema({})], "has WithJsonSchema"),
        (pydantic.UUID4, "has UuidVersion of Pydantic"),
        (Annotated[int, Field(alias="x")], "a Field with alias"),
        (Annotated[int, Field(validation_alias="x")], "with validation_alias"),
        (Annotated[int, Field(serialization_alias="x")], "Field with seriali"),
        (Annotated[int, Field(default=3)], "write the default after '='"),
        (Annotated[int, Field(default_factory=int)], "after '='"),
        (Annotated[int, Field(json_schema_extra=print)], "is a function"),
        (Annotated[int, Field(json_schema_extra={"a": 3j})], "not JSON"),
        (Annotated[int, Field(examples=[3j])], "are not JSON: a Python"),
        (
            Annotated[str, StringConstraints(strip_whitespace=True)],
            "strip_whitespace, which changes the value",
        ),
        (Annotated[str, StringConstraints(to_upper=True)], "has to_upper"),
        (Annotated[str, re.compile("a", re.IGNORECASE)], "with flags"),
        (Annotated[str, Field(pattern=ASCII_ONLY)], "with flags"),
        (Annotated[int, at.Gt(5), at.Lt(3)], "no value is both"),
        (Annotated[int, at.Gt("5")], "gt='5', which does not fit integer"),
        (Annotated[Any, at.Gt(5)], "does not fit several types"),
        (Annotated[datetime, at.Timezone("Europe/Rome")], "one time zone"),
        (Annotated[int, Schema({"$ref": "#"})], "has the keyword '$ref'"),
    ],
    ids=str,
)
def test_what_would_change_the_value_unseen_is_refused(annotation, reason):
    with pytest.raises(Refused) as caught:
        shape_of(annotation)
    assert reason in caught.value.reason
