"""
Which defaults a schema shows, and which are mistakes.

What a model would be refused for is judged by Pydantic in strict JSON mode. A
written difference: Pydantic shows every default that JSON has a form for, and
never judges one.
"""

# ruff: noqa: UP007, UP045 - both spellings must work

from __future__ import annotations

import json
from collections import Counter, OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum, IntEnum
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NewType,
    Optional,
    Union,
)

import pytest
from annotated_types import Ge, Le, MinLen, Predicate
from pydantic import (
    BaseModel,
    Field,
    TypeAdapter,
    ValidationError,
    computed_field,
)
from typing_extensions import TypeAliasType, TypedDict

from deriving import deriver
from toolgate import Schema, Tool, ToolRegistry
from toolgate.exceptions import InvalidToolError
from toolgate.function.defaults import shown_default
from toolgate.function.jsonable import jsonable
from toolgate.function.shape import Refused
from toolgate.unset import UNSET


class Color(Enum):
    RED = "red"


@dataclass
class Size:
    cm: int
    next: Size | None = None


class Odd(BaseModel):
    cm: int = 3

    @computed_field
    def mm(self) -> int:
        return self.cm * 10


class Shade(str, Enum):
    DARK = "dark"


class Level(IntEnum):
    LOW = 1


class Keys(TypedDict):
    color: Color


def shown(annotation, default):
    one = deriver()
    return shown_default(
        default, one.shape(annotation), one.definitions, annotation
    )


PLAIN = [
    (int, 3),
    (int, 3.0),
    (int, "a"),
    (int, True),
    (int, 2.5),
    (float, 3),
    (float, "3"),
    (bool, 0),
    (bool, False),
    (str, 5),
    (str, ""),
    (str, "a"),
    (Any, [1, {"a": None}]),
    (Optional[int], None),
    (Optional[int], "a"),
    (Union[int, str], 2.5),
    (Union[int, str], "a"),
    (Union[list[int], str], ["a"]),
    (Union[list[int], str], [1]),
    (Literal["a", 1], "b"),
    (Literal["a", 1], 1),
    (Color, Color.RED),
    (Color, "blue"),
    (list[int], ()),
    (list[int], [1, "a"]),
    (dict[str, int], {"a": 1}),
    (dict[str, int], {"a": "b"}),
    (set[int], frozenset({1})),
    (tuple[int, str], (1, "a")),
    (tuple[int, str], (1,)),
    (deque[int], deque([1])),
    (date, date(2030, 1, 31)),
    (date, "tomorrow"),
    (date, 5),
    (timedelta, timedelta(days=1)),
    (Path, Path("a")),
    (Path, 5),
    (Annotated[int, Le(10)], 50),
    (Annotated[int, Le(10)], 10),
    (Annotated[str, MinLen(2)], "a"),
    (Annotated[date, Ge(date(2030, 1, 1))], date(2029, 1, 1)),
    (Annotated[date, Ge(date(2030, 1, 1))], date(2031, 1, 1)),
    (Annotated[str, Predicate(str.islower)], "A"),
    (Annotated[str, Predicate(str.islower)], "a"),
]


@pytest.mark.parametrize(("annotation", "default"), PLAIN)
def test_what_a_model_may_send_is_shown_and_else_refused(annotation, default):
    sent = jsonable(default)
    try:
        TypeAdapter(annotation).validate_json(json.dumps(sent), strict=True)
    except ValidationError:
        # JSON Schema calls 3.0 an integer; the function would get a float.
        if annotation is int and type(sent) is float and sent == 3.0:
            return
        fits = False
    else:
        fits = True
    if fits:
        assert shown(annotation, default) == sent
    else:
        with pytest.raises(Refused, match="which its own type refuses"):
            shown(annotation, default)


UNREAD = [
    (Color, "red", "Color.RED"),
    (Shade, "dark", "Shade.DARK"),
    (Level, 1, "Level.LOW"),
    (Optional[Color], "red", "Color.RED"),
    (list[Color], ["red"], "[Color.RED]"),
    (list[Color], [Color.RED, "red"], "[Color.RED, Color.RED]"),
    (list[Color], ("red",), "[Color.RED]"),
    (tuple[Color, ...], ("red",), "(Color.RED,)"),
    (tuple[Color, int], ("red", 1), "(Color.RED, 1)"),
    (set[Color], {"red"}, "{Color.RED}"),
    (frozenset[Level], {1}, "frozenset({Level.LOW})"),
    (dict[str, Color], {"a": "red"}, "{'a': Color.RED}"),
    (dict[Color, int], {"red": 1}, "{Color.RED: 1}"),
    (dict[int, str], {"1": "a"}, "{1: 'a'}"),
    (Keys, {"color": "red"}, "{'color': Color.RED}"),
    (date, "2030-01-31", "datetime.date(2030, 1, 31)"),
    (Annotated[date, "When."], "2030-01-31", "datetime.date(2030, 1, 31)"),
    (Union[int, date], "2030-01-31", "datetime.date(2030, 1, 31)"),
    (Decimal, "1.5", "Decimal('1.5')"),
    (bytes, "YQ==", "b'a'"),
    (timedelta, "P1D", "datetime.timedelta(days=1)"),
    (set[int], [1], "{1}"),
    (set[int], [], "set()"),
    (tuple[int, ...], [1], "(1,)"),
    (tuple[int, str], [1, "a"], "(1, 'a')"),
    (deque[int], [1], "deque([1])"),
    (Counter[str], {"a": 1}, "Counter({'a': 1})"),
    (OrderedDict[str, int], {}, "OrderedDict()"),
    (Size, {"cm": 3}, None),
    (list[Size], [{"cm": 3}], None),
    (Odd, {"cm": 3}, None),
    (int, 5.0, "5"),
    (Optional[int], 5.0, "5"),
    (list[int], [1, 2.0], "[1, 2]"),
    (Union[list[int], date], [1.0], "[1]"),
]


@pytest.mark.parametrize(("annotation", "default", "written"), UNREAD)
def test_defaults_in_the_form_of_json_are_refused(
    annotation, default, written
):
    """What Pydantic reads the same JSON as is another value, or a number."""
    sent = json.dumps(jsonable(default))
    try:
        meant = TypeAdapter(annotation).validate_json(sent, strict=True)
    except ValidationError:  # 5.0 for an int
        meant = TypeAdapter(annotation).validate_json(sent)
    if written is None:
        written = repr(meant)
    with pytest.raises(Refused) as caught:
        shown(annotation, default)
    assert caught.value.reason == (
        f"has the default {sent}, which the function would get as it is, "
        f"and not as its type says; write {written[:60]}"
    )


Day = TypeAliasType("Day", Union[date, str])
Text = NewType("Text", str)


@pytest.mark.parametrize(
    ("annotation", "default"),
    [
        (float, 5),
        (list[float], [1, 2.5]),
        (set[float], {1}),
        (dict[int, float], {1: 1}),
        (Union[int, float], 5.0),
        (Sequence[int], ()),
        (list[int], (1, 2)),
        (Any, {"a": [1]}),
        (dict, {}),
        (Optional[set[int]], None),
        (set[int], frozenset({1})),
        (set[Color], frozenset({Color.RED})),
        (dict[Color, date], {Color.RED: date(2030, 1, 31)}),
        (tuple[Color, int], (Color.RED, 1)),
        (Union[date, str], "2030-01-31"),
        (Union[date, Annotated[str, "Or so."]], "2030-01-31"),
        (Optional[Union[Color, str]], "red"),
        (Union[Color, Literal["red"]], "red"),
        (list[Union[Color, str]], ["red"]),
        (set[Union[Color, str]], {"red"}),
        (Day, "2030-01-31"),
        (Union[date, Text], "2030-01-31"),
        (Union[deque[int], Sequence[int]], [1]),
        (Size, Size(3)),
        (list[Size], [Size(3)]),
    ],
)
def test_defaults_that_are_what_the_type_says_are_shown(annotation, default):
    assert shown(annotation, default) == jsonable(default)


def test_fields_have_no_defaults_in_the_form_of_json_either():
    @dataclass
    class Plan:
        day: date = "2030-01-31"  # type: ignore[assignment]

    class Row(NamedTuple):
        color: Color = "red"  # type: ignore[assignment]

    def planned(plan: Plan): ...
    def rowed(row: Row): ...

    for function, field_name, written in (
        (planned, "day", "datetime.date(2030, 1, 31)"),
        (rowed, "color", "Color.RED"),
    ):
        with pytest.raises(InvalidToolError) as caught:
            Tool.from_function(function)
        assert f"has a field {field_name!r} that has the " in str(caught.value)
        assert str(caught.value).endswith(f"; write {written}")


def test_a_function_gets_its_own_default_or_what_is_sent():
    def paint(color: Color = Color.RED) -> bool:
        return isinstance(color, Color)

    registry = ToolRegistry()
    registry.register(Tool.from_function(paint))
    for arguments in ({}, {"color": "red"}):
        assert registry.call("paint", arguments).structured_content is True


@pytest.mark.parametrize(
    "annotation", [int, str, list[int], Color, Annotated[int, Le(3)], Size]
)
def test_none_that_is_no_null_is_a_mark_of_absence(annotation):
    assert shown(annotation, None) is UNSET


@pytest.mark.parametrize(
    "default", [object(), ..., float("nan"), "\ud800", Decimal("NaN")]
)
def test_what_json_has_no_form_for(default):
    assert shown(int, default) is UNSET


class Renamed(BaseModel):
    cm: int = Field(3, serialization_alias="mm")


@pytest.mark.parametrize(
    ("annotation", "default"),
    [
        (Renamed, Renamed()),
        (list[Renamed], [Renamed()]),
        (dict[str, Renamed], {"a": Renamed()}),
        (Size, Size("a")),
    ],
)
def test_objects_that_are_written_in_another_form(annotation, default):
    assert shown(annotation, default) is UNSET


def test_objects_that_are_read_as_they_are_written():
    assert shown(Size, Size(3)) == {"cm": 3, "next": None}
    # What is computed of a result is no part of an argument.
    assert shown(list[Odd], [Odd()]) == [{"cm": 3}]


def test_defaults_inside_of_the_type_that_is_being_derived():
    @dataclass
    class Chain:
        rest: Chain | None = None
        more: list[Chain | None] = field(default_factory=list)

    class Loop(NamedTuple):
        name: str
        rest: dict[str, Loop] = {}  # noqa: RUF012 - as hosts write it

    def run(chain: Chain, loop: Loop): ...

    defs = Tool.from_function(run).input_schema["$defs"]
    assert defs["Chain"]["properties"]["rest"]["default"] is None
    assert defs["Loop"]["prefixItems"][1]["default"] == {}


def test_defaults_beside_types_with_names():
    @dataclass
    class Pair:
        one: Size
        two: dict[str, Size] = field(default_factory=dict)

    assert shown(dict[str, Pair], {}) == {}
    with pytest.raises(Refused):
        shown(dict[str, Pair], {"a": {"one": {"cm": "b"}}})
    with pytest.raises(Refused):
        shown(dict[str, Size], [])


def test_a_mistake_is_told_with_its_place():
    def limited(limit: Annotated[int, Le(10)] = 50): ...

    @dataclass
    class Page:
        size: int = "many"  # type: ignore[assignment]

    def paged(page: Page): ...

    for function, said in [
        (
            limited,
            (
                "limited: parameter 'limit': has the default 50, which its "
                "own type refuses; change one of them"
            ),
        ),
        (
            paged,
            (
                "paged: parameter 'page': has a field 'size' that has the "
                'default "many", which its own type refuses; change one of '
                "them"
            ),
        ),
    ]:
        with pytest.raises(InvalidToolError) as caught:
            Tool.from_function(function)
        assert caught.value.reason == said


def test_a_default_of_the_schema_goes_before():
    def run(x: Annotated[int, Schema({"default": 4})] = 3): ...

    assert Tool.from_function(run).input_schema["properties"]["x"] == {
        "type": "integer",
        "default": 4,
    }


def test_none_for_a_field_without_null_is_not_shown():
    @dataclass
    class Page:
        size: int = None  # type: ignore[assignment]

    def paged(page: Page): ...

    page = Tool.from_function(paged).input_schema["properties"]["page"]
    assert page["properties"] == {"size": {"type": "integer"}}
    assert "required" not in page
