"""Fields become properties, described by the docstring of their class."""

# ruff: noqa: UP045 - both spellings must work

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Optional

import pytest

from deriving import deriver
from toolgate.expected import Expected
from toolgate.function.containers import items_reader
from toolgate.function.docstrings import Documented
from toolgate.function.fields import (
    Field,
    describe,
    object_of,
    properties_reader,
)
from toolgate.function.shape import Misfit, Shape
from toolgate.unset import UNSET


class Told:
    """
    What it is.

    Attributes:
        a: The first.
        b: The second.
    """


class Silent: ...


def test_an_object_of_fields():
    fields = [
        Field("b", int, required=True),
        Field("a", Annotated[str, "mine"], required=True),
        Field("c", Optional[date], required=False, default=None),
    ]
    schema, readers = object_of(Told, fields, deriver())
    assert schema == {
        "type": "object",
        "description": "What it is.",
        "properties": {
            "b": {"type": "integer", "description": "The second."},
            "a": {"type": "string", "description": "mine"},
            "c": {
                "type": ["string", "null"],
                "format": "date",
                "default": None,
            },
        },
        "required": ["b", "a"],
        "additionalProperties": False,
    }
    assert [name for name, _ in readers] == ["b", "c"]
    assert [*schema["properties"]] == ["b", "a", "c"]


def test_an_object_without_fields():
    schema, readers = object_of(Silent, [], deriver())
    assert schema == {
        "type": "object",
        "properties": {},
        "additionalProperties": False,
    }
    assert readers == ()


NOTHING = Documented("", {}, None)


@pytest.mark.parametrize(
    ("default", "json"),
    [
        (3, 3),
        (None, None),
        (date(2030, 1, 31), "2030-01-31"),
        ((1, 2), [1, 2]),
        (object(), UNSET),
        (float("inf"), UNSET),
        (UNSET, UNSET),
        ("\ud800", UNSET),
    ],
)
def test_defaults_are_shown_where_they_are_json(default, json):
    schema: dict[str, Any] = {}
    field = Field("a", Any, required=False, default=default)
    describe(Shape(schema), field, NOTHING, deriver())
    assert schema.get("default", UNSET) == json


def test_a_default_of_another_place_is_not_shown():
    schema = {"default": 1}
    field = Field("a", Any, required=False, default=object())
    describe(Shape(schema), field, NOTHING, deriver())
    assert schema == {}


def test_a_default_is_a_copy():
    default = [1]
    schema: dict[str, Any] = {}
    field = Field("a", Any, required=False, default=default)
    describe(Shape(schema), field, NOTHING, deriver())
    default.append(2)
    assert schema == {"default": [1]}


@pytest.mark.parametrize(
    ("annotation", "before", "after"),
    [
        (int, {}, "told"),
        (int, {"description": "of the type"}, "told"),
        (Annotated[int, 1], {}, "told"),
        (Annotated[int, "x"], {"description": "x"}, "x"),
    ],
)
def test_the_nearest_description_holds(annotation, before, after):
    told = Documented("", {"a": "told"}, None)
    field = Field("a", annotation, required=True)
    describe(Shape(before), field, told, deriver())
    assert before == {"description": after}


def test_properties_are_read_where_they_are():
    value = {"b": 1.0, "a": 2.0}
    read = properties_reader((("a", int), ("c", int)))
    found = read(value)
    assert found == {"b": 1.0, "a": 2}
    assert [*found] == ["b", "a"]
    assert value == {"b": 1.0, "a": 2.0}


def test_a_misfit_names_the_property():
    def refuse(value):
        raise Misfit(Expected("own_check"))

    with pytest.raises(Misfit) as misfit:
        properties_reader((("a", refuse),))({"a": 1})
    assert misfit.value.path == ("a",)


def test_rows_of_numbers_are_read_only_where_they_must_be():
    read_integer = deriver().shape(int).read
    read = items_reader(Shape({}, properties_reader((("n", read_integer),))))
    plain = [{"n": 1}, {"n": 2, "m": 2.0}]
    assert read(plain) is plain
    assert read([{"n": 1}, {"m": 2.0}, {}]) == [{"n": 1}, {"m": 2.0}, {}]
    mixed = [{"n": 1}, {"n": 2.0, "m": "a"}]
    assert read(mixed) == [{"n": 1}, {"n": 2, "m": "a"}]
    assert [type(row["n"]) for row in read(mixed)] == [int, int]
    assert mixed[1]["n"] == 2.0
    assert type(mixed[1]["n"]) is float
