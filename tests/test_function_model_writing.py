"""What writes values of Pydantic's types, with Pydantic as the oracle."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import pydantic
import pytest
from pydantic import AnyUrl, BaseModel, Field, SecretStr, TypeAdapter
from pydantic_core import core_schema

from toolgate.exceptions import InvalidJSONError
from toolgate.function.jsonable import jsonable
from toolgate.function.model_writing import dumper_of

T = TypeVar("T")


class Model(BaseModel):
    a: int = Field(serialization_alias="A")

    @pydantic.computed_field
    @property
    def twice(self) -> int:
        return self.a * 2


@pydantic.dataclasses.dataclass
class Row:
    a: int = Field(serialization_alias="A")

    @pydantic.computed_field
    @property
    def twice(self) -> int:
        return self.a * 2


@dataclass
class Longer(Row):
    """One that Pydantic has not seen, and whose base it knows."""

    b: int = 3


@pydantic.dataclasses.dataclass
class Box(Generic[T]):
    item: T = Field(serialization_alias="it")


class Text:
    def __init__(self, text):
        self.text = text

    @classmethod
    def __get_pydantic_core_schema__(cls, source, handler):
        return core_schema.no_info_after_validator_function(
            cls,
            core_schema.str_schema(),
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda value: value.text
            ),
        )


class Mute:
    """One that says how it is read, and not how it is written."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source, handler):
        return core_schema.no_info_after_validator_function(
            cls, core_schema.int_schema()
        )


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Model(a=1), {"A": 1, "twice": 2}),
        (Row(a=1), {"A": 1, "twice": 2}),
        (Longer(a=1), {"A": 1, "b": 3, "twice": 2}),
        (Box[int](item=1), {"it": 1}),
        (Text("x"), "x"),
        (AnyUrl("https://a.example/b"), "https://a.example/b"),
        (SecretStr("x"), "**********"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_are_written_as_pydantic_writes_them(value, written):
    kind = type(value)
    theirs = TypeAdapter(kind).dump_python(value, mode="json", by_alias=True)
    assert dumper_of(kind)(value) == theirs == written
    assert jsonable({"in": [value]}) == {"in": [written]}


@pytest.mark.parametrize("value", [Model(a=1), Row(a=1)])
def test_an_argument_has_no_computed_fields(value):
    assert jsonable(value, as_argument=True) == {"A": 1}


def test_what_has_no_form_is_a_failure_like_any_other():
    with pytest.raises(InvalidJSONError) as caught:
        jsonable([Mute()])
    assert (caught.value.code, caught.value.path) == ("unreadable", (0,))


def test_without_pydantic_there_is_nothing_that_writes(monkeypatch):
    class Other(Text):
        pass

    monkeypatch.delitem(sys.modules, "pydantic")
    assert dumper_of(Other) is None


@pytest.mark.parametrize("kind", [int, dict, object, type, Path])
def test_other_types_are_written_by_others(kind):
    assert dumper_of(kind) is None
