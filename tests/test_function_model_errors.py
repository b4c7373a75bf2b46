"""A model hears Pydantic's words of what it sent, and nobody else's."""

# ruff: noqa: TC003 - Pydantic looks at the names

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Annotated
from uuid import UUID

import pytest
from pydantic import BaseModel, Field, HttpUrl, Json, field_validator
from pydantic_core import (
    PydanticCustomError,
    PydanticKnownError,
    ValidationError,
)

from deriving import Refusal, derive, told
from toolgate.expected import Expected
from toolgate.function.model_errors import misfit_of

GENERIC = "a valid Model"
NO_DATE = (
    "a valid date in the format YYYY-MM-DD, day value is outside expected "
    "range"
)
NO_KEY = (
    "keys that are each a valid integer, unable to parse string as an integer"
)
WORDS = "Input should be host text"


class Model(BaseModel):
    uuid: UUID | None = None
    url: HttpUrl | None = None
    length: timedelta | None = None
    named: dict[int, int] = {}
    texts: dict[str, date] = {}
    coded: dict[Annotated[str, Field(pattern="^a")], date | int] = {}
    numbers: Json[list[int]] = []
    table: Json[dict[str, int]] = {}
    keyed: Json[dict[int, int]] = {}
    amount: Annotated[Decimal, Field(gt=Decimal("0.5"))] = Decimal(1)
    either: date | list[int] = []
    hosts: str = ""

    @field_validator("hosts")
    @classmethod
    def check(cls, text):
        raise {
            "custom": PydanticCustomError("mine", WORDS),
            "taken": PydanticCustomError("int_type", WORDS),
            "needs": PydanticCustomError("greater_than", WORDS),
            "known": PydanticKnownError("greater_than", {"gt": 5}),
            "none": PydanticKnownError("date_past"),
            "value": ValueError(WORDS),
            "like": PydanticCustomError("value_error", WORDS),
        }[text]


@pytest.mark.parametrize(
    ("value", "path", "expected"),
    [
        ({"hosts": "custom"}, ("hosts",), GENERIC),
        ({"hosts": "taken"}, ("hosts",), GENERIC),
        ({"hosts": "needs"}, ("hosts",), GENERIC),
        ({"hosts": "value"}, ("hosts",), GENERIC),
        ({"hosts": "like"}, ("hosts",), GENERIC),
        ({"hosts": "none"}, ("hosts",), GENERIC),
        ({"hosts": "known"}, ("hosts",), "greater than 5"),
        ({"amount": "0.1"}, ("amount",), "greater than 0.5"),
        (
            {"uuid": "123e4567-e89b-12d3-a456-42661417400z"},
            ("uuid",),
            "a valid UUID",
        ),
        ({"url": "x"}, ("url",), "a valid URL"),
        (
            {"length": "PX"},
            ("length",),
            "a valid duration, invalid digit in duration",
        ),
        (
            {"named": {"x": 1}},
            ("named",),
            NO_KEY,
        ),
        (
            {"texts": {"[key]": "2030-02-30"}},
            ("texts", "[key]"),
            NO_DATE,
        ),
        ({"coded": {"x": 1}}, ("coded",), GENERIC),
        ({"numbers": '[1, "a"]'}, ("numbers",), GENERIC),
        ({"table": ' {"a": "b"}'}, ("table",), GENERIC),
        ({"keyed": '{"a": 1}'}, ("keyed",), GENERIC),
        ({"table": "{"}, ("table",), GENERIC),
        ({"either": "2030-02-30"}, ("either",), NO_DATE),
    ],
)
def test_a_misfit_is_told_in_words_of_pydantic(value, path, expected):
    assert derive(Model).outcome(value) == Refusal(path, expected)


def test_steps_lead_to_what_is_there():
    """Indices beyond an array and names of nothing are no steps."""

    told = ValidationError.from_exception_data(
        "Model",
        [
            {
                "type": "int_type",
                "loc": ("a", 7, -1, 0, 0, "b"),
                "input": 5,
            }
        ],
    )
    misfit = misfit_of(told, {"a": [[5]]}, Expected("own_check"))
    assert misfit.path == ("a", 0, 0)
    assert misfit.expected == (Expected("said", ("a valid integer",)),)


def test_errors_of_others_are_not_asked():
    class Theirs(ValueError):
        def errors(self):
            raise AssertionError

    own = Expected("own_check")
    assert misfit_of(Theirs(), {}, own).expected == (own,)


def test_errors_of_json_are_told_of_json():
    class Inner(BaseModel):
        a: int

    class Outer(BaseModel):
        inner: Inner
        many: list[int] = []

    read = derive(Outer).read
    found = []
    for value in ({"inner": 3}, {"inner": {"a": 1}, "many": 3}):
        with pytest.raises(Exception, match="an? ") as caught:
            read(value)
        found.append((caught.value.path, told(caught.value)))
    assert found == [(("inner",), "an object"), (("many",), "a valid array")]
