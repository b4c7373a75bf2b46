"""
Derived types and Pydantic's strict JSON mode agree, but for a written list.

Verdict and value are compared for a universe of annotations and of JSON
values that nearly fit them. Whatever differs must be in DIFFERENCES.
"""

# ruff: noqa: UP007 - both spellings must work

from __future__ import annotations

import collections
import dataclasses
import json
import re
from datetime import time as clock
from datetime import timedelta
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple, Union
from uuid import UUID

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter, ValidationError

from annotation_strategies import (
    STRICT,
    Box,
    Color,
    Level,
    Names,
    Node,
    Point,
    every_type,
    instances,
)
from deriving import Refusal, derive
from toolgate.function.jsonable import jsonable

SOME = UUID("123e4567-e89b-12d3-a456-426614174000")
THEIRS = Refusal(None, "by Pydantic")


class Case(NamedTuple):
    """One value, what came of it here, and what in Pydantic."""

    annotation: Any
    schema: Any
    value: Any
    ours: Any
    theirs: Any
    validate: Any

    def parts(self):
        """Return the value and all that is in it, keys included."""
        found = [self.value]
        for each in found:
            if isinstance(each, dict):
                found += [*each, *each.values()]
            elif isinstance(each, list):
                found += each
        return found

    def says(self, text):
        """Return whether the schema says something somewhere."""
        return text in json.dumps(self.schema)


def whole(value):
    """Return a value with 5.0 written as 5."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [whole(each) for each in value]
    if isinstance(value, dict):
        return {name: whole(each) for name, each in value.items()}
    return value


def same(ours, theirs):
    """Return whether two values are equal, and of equal types throughout."""
    if type(ours) is not type(theirs):
        return False
    if isinstance(ours, dict):
        return ours.keys() == theirs.keys() and all(
            same(ours[name], theirs[name]) for name in ours
        )
    if isinstance(ours, (list, tuple, collections.deque)):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(ours, BaseModel):
        return same(vars(ours), vars(theirs))
    if dataclasses.is_dataclass(ours):
        return same(vars(ours), vars(theirs))
    return ours == theirs


def is_decimal(text):
    """Return whether Decimal takes a text, or a number stands for one."""
    if not isinstance(text, (str, int, float)) or isinstance(text, bool):
        return False
    try:
        Decimal(text)
    except InvalidOperation:
        return False
    return True


def takes_whole_numbers(case):
    if not isinstance(case.theirs, Refusal):
        return False
    theirs = case.validate(whole(case.value))
    return case.ours == theirs


def repeats_members(case):
    return case.says("uniqueItems") and any(
        isinstance(each, list)
        and len({json.dumps(whole(one)) for one in each}) < len(each)
        for each in case.parts()
    )


def writes_a_decimal_otherwise(case):
    return case.says("[eE]") and any(
        (
            is_decimal(each)
            and not re.fullmatch(
                r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?", str(each)
            )
        )
        or isinstance(each, (int, float))
        for each in case.parts()
    )


def writes_a_time_otherwise(case):
    return any(
        case.says(f'"{kind}"') for kind in ("date-time", "time", "duration")
    ) and any(
        isinstance(each, (int, float))
        or (isinstance(each, str) and not re.search(r"T|:", each))
        for each in case.parts()
    )


def writes_a_duration_otherwise(case):
    return case.says('"duration"') and any(
        isinstance(each, str)
        and not re.match(r"[+-]?P", each)
        and not isinstance(compared(timedelta, each).theirs, Refusal)
        for each in case.parts()
    )


def writes_an_integer_key_otherwise(case):
    return case.says('"propertyNames": {"pattern"') and any(
        isinstance(each, dict)
        and any(
            re.fullmatch(r"\s*[+-]?0*[0-9]+(\.0*)?\s*", key)
            and key != str(int(float(key)))
            for key in each
        )
        for each in case.parts()
    )


def names_the_items_of_a_tuple(case):
    return case.says("prefixItems") and any(
        isinstance(each, dict) for each in case.parts()
    )


def goes_to_the_first_that_fits(case):
    return "Union" in repr(case.annotation) or case.says("anyOf")


# (the values, who takes them and why)
OURS_ALONE = {
    takes_whole_numbers: (
        "50.0 is an integer in JSON Schema, so it is one here; Pydantic's "
        "strict mode goes by the spelling"
    ),
}
THEIRS_ALONE = {
    repeats_members: (
        "a set is uniqueItems in the schema, and what is listed is what is "
        "enforced; Pydantic says so in its schema as well and drops the rest"
    ),
    writes_a_decimal_otherwise: (
        "a Decimal is text in one spelling, that of a JSON number; Pydantic "
        "takes numbers, which are doubles by then, NaN, +1 and blanks"
    ),
    writes_a_time_otherwise: (
        "times are ISO 8601 text; Pydantic takes seconds since 1970 as text "
        "and number, and dates for times"
    ),
    writes_a_duration_otherwise: (
        "a duration is ISO 8601 text, which begins with P; Pydantic takes a "
        "clock's 24:00:00 and words as well, whatever else might be meant"
    ),
    writes_an_integer_key_otherwise: (
        "an int key has one spelling, so that no two keys are one; Pydantic "
        "takes 01, +1 and 1.0"
    ),
    names_the_items_of_a_tuple: (
        "a named tuple is an array, as the schema of both says; Pydantic "
        "takes an object as well"
    ),
}
BOTH = {
    goes_to_the_first_that_fits: (
        "alternatives are tried in order; Pydantic picks the one that fits "
        "most exactly, as UUID before str"
    ),
}


def explained(case):
    refused = isinstance(case.ours, Refusal), isinstance(case.theirs, Refusal)
    table = {
        (True, True): None,
        (True, False): THEIRS_ALONE,
        (False, True): OURS_ALONE,
        (False, False): BOTH,
    }[refused]
    if table is None or (table is BOTH and same(case.ours, case.theirs)):
        return True
    return any(holds(case) for holds in table)


def compared(annotation, value):
    derived = derive(annotation)
    adapter = TypeAdapter(list[annotation], config=STRICT)

    def validate(value):
        try:
            return adapter.validate_json(json.dumps([value]))[0]
        except ValidationError:
            return THEIRS

    return Case(
        annotation,
        derived.schema,
        value,
        derived.outcome(value),
        validate(value),
        validate,
    )


SLOW = settings(
    max_examples=150,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.filter_too_much,
        HealthCheck.data_too_large,
    ],
)


@SLOW
@given(st.data())
def test_verdict_and_value_are_those_of_pydantic(data):
    annotation = data.draw(every_type)
    schema = derive(annotation).schema
    for value in data.draw(st.lists(instances(schema), min_size=3)):
        case = compared(annotation, value)
        assert explained(case), case


@SLOW
@given(st.data())
def test_what_is_read_can_be_written_and_read_again(data):
    annotation = data.draw(every_type)
    derived = derive(annotation)
    for value in data.draw(st.lists(instances(derived.schema), min_size=3)):
        found = derived.outcome(value)
        if isinstance(found, Refusal):
            continue
        written = jsonable(found)
        assert derived.is_valid(written), (annotation, value, written)
        assert same(derived.outcome(written), found)


@pytest.mark.parametrize(
    ("annotation", "value", "ours", "theirs", "difference"),
    [
        (int, 50.0, 50, THEIRS, takes_whole_numbers),
        (Node, {"value": 1.0}, Node(1), THEIRS, takes_whole_numbers),
        (set[int], [1, 1], Refusal, {1}, repeats_members),
        (Decimal, "+1", Refusal, Decimal(1), writes_a_decimal_otherwise),
        (Decimal, 1, Refusal, Decimal(1), writes_a_decimal_otherwise),
        *(
            (kind, text, Refusal, days, writes_a_duration_otherwise)
            for kind in (
                timedelta,
                Union[clock, timedelta],
                Union[timedelta, clock],
                Union[None, timedelta],
            )
            for text, days in (
                ("24:00:00", timedelta(1)),
                ("30:00", timedelta(hours=30)),
                ("-48:00:00", timedelta(-2)),
                ("1 day, 10:00:00", timedelta(1, hours=10)),
                ("2 days", timedelta(2)),
            )
        ),
        (
            list[Union[clock, timedelta]],
            ["24:00:00"],
            Refusal,
            [timedelta(1)],
            writes_a_duration_otherwise,
        ),
        (
            Union[timedelta, clock],
            "09:30:00",
            clock(9, 30),
            timedelta(hours=9.5),
            goes_to_the_first_that_fits,
        ),
        (
            dict[int, str],
            {"01": "a"},
            Refusal,
            {1: "a"},
            writes_an_integer_key_otherwise,
        ),
        (
            Point,
            {"x": 1.0},
            Refusal,
            Point(1.0),
            names_the_items_of_a_tuple,
        ),
        (
            Union[str, UUID],
            str(SOME),
            str(SOME),
            SOME,
            goes_to_the_first_that_fits,
        ),
    ],
)
def test_the_differences_are_there(
    annotation, value, ours, theirs, difference
):
    """What is listed is no excuse for what Pydantic does not do."""
    case = compared(annotation, value)
    if ours is Refusal:
        assert isinstance(case.ours, Refusal)
    else:
        assert same(case.ours, ours)
    assert same(case.theirs, theirs)
    assert difference(case)


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (dict[Union[int, str], int], {"a": 1}),
        (dict[float, int], {"1.5": 1}),
        (dict[Color, int], {"red": 1}),
        (dict[Level, int], {"1": 1}),
        (Box[Level], {"item": 1}),
        (Names, ["a"]),
    ],
)
def test_types_that_only_one_of_us_takes(annotation, value):
    """Keys of a JSON object that may be two things, or are inexact."""
    adapter = TypeAdapter(annotation)
    assert adapter.validate_json(json.dumps(value)) is not None
    if "Union" in repr(annotation) or "float" in repr(annotation):
        with pytest.raises(Exception, match="cannot be the key"):
            derive(annotation)
    else:
        assert not isinstance(derive(annotation).outcome(value), Refusal)
