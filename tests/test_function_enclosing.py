"""Names of running functions: found by the code that holds a definition."""

from __future__ import annotations

import functools
import threading
from dataclasses import dataclass
from typing import NamedTuple

import pytest
from typing_extensions import TypedDict

from toolgate import Tool, ToolRegistry
from toolgate.exceptions import InvalidToolError
from toolgate.function.enclosing import around_class, around_function

COLOR = {"type": "object", "properties": {"red": {"type": "integer"}}}


class Color(TypedDict):
    """Not the one that is meant below, where there is one."""

    other: str


def properties(tool):
    return list(tool.input_schema["properties"]["x"]["properties"])


def test_the_decorator_with_and_without_options():
    registry = ToolRegistry()

    class Color(TypedDict):
        red: int

    @registry.tool
    def one(x: Color): ...

    @registry.tool(name="two")
    def other(x: list[Color] | Color | None): ...

    assert properties(registry["one"]) == ["red"]
    assert registry["two"].input_schema["$defs"]["Color"]["required"] == [
        "red"
    ]


def test_register_all_and_partials():
    class Color(TypedDict):
        red: int

    def paint(wall: str, x: Color): ...

    def dye(x: Color) -> Color: ...

    registry = ToolRegistry()
    bound = functools.partial(paint, "north")
    registry.register_all(map(Tool.from_function, [bound, dye]))
    assert properties(registry["paint"]) == ["red"]
    assert list(registry["dye"].output_schema["properties"]) == ["red"]


def test_a_host_with_a_decorator_of_its_own():
    registry = ToolRegistry()

    def own(function):
        Color = int  # noqa: F841, N806 - of this function, which is not meant

        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return function(*args, **kwargs)

        return registry.tool(wrapper)

    class Color(TypedDict):
        red: int

    @own
    def one(x: Color): ...

    assert properties(registry["one"]) == ["red"]


def test_methods_of_a_local_class():
    class Color(TypedDict):
        red: int

    class Box:
        def put(self, x: Color): ...

        @staticmethod
        def free(x: Color): ...

    for function in (Box().put, Box.free):
        assert properties(Tool.from_function(function)) == ["red"]


def test_a_function_in_the_body_of_a_class():
    registry = ToolRegistry()

    class Box:
        class Size(TypedDict):
            cm: int

        @staticmethod
        @registry.tool
        def put(x: Size): ...

    assert properties(registry["put"]) == ["cm"]


def test_the_innermost_of_the_scopes():
    """So does Python: not the module's, and of a recursion the last one."""
    seen = []

    def outer(depth):
        class Color(TypedDict):
            red: int

        if depth:
            Color.__annotations__.clear()
            return outer(depth - 1)

        def inner(x: Color): ...

        return seen.append(Tool.from_function(inner))

    outer(3)
    assert properties(seen[0]) == ["red"]


def test_scopes_in_between():
    def middle():
        size = int

        def inner(x: Color, y: size): ...

        return Tool.from_function(inner)

    class Color(TypedDict):
        red: int

    tool = middle()
    assert properties(tool) == ["red"]
    assert tool.input_schema["properties"]["y"] == {"type": "integer"}


def later():
    class Shade(TypedDict):
        red: int

    def inner(x: Shade): ...

    return inner


def test_functions_that_have_returned():
    function = later()
    assert around_function(function) == {}
    with pytest.raises(InvalidToolError) as caught:
        Tool.from_function(function)
    assert caught.value.reason == (
        "later.<locals>.inner: parameter 'x': 'Shade' cannot be resolved: "
        "name 'Shade' is not defined. Import it where the function's module "
        "is loaded, not only under TYPE_CHECKING, and define it at module "
        "level, or in a function that is still running when the tool is made"
    ).replace("later.<locals>.", "")


def test_another_thread_runs_something_else():
    class Shade(TypedDict):
        red: int

    def inner(x: Shade): ...

    found = []
    thread = threading.Thread(
        target=lambda: found.append(Elsewhere.names(inner))
    )
    thread.start()
    thread.join()
    # The thread's own function was made here, and yet does not run in here.
    assert found == [{}]
    assert "Shade" in around_function(inner)


class Elsewhere:
    names = staticmethod(around_function)


def test_code_that_was_replaced_is_not_known():
    def inner(x: int): ...

    inner.__code__ = inner.__code__.replace(co_name="other")
    assert around_function(inner) == {}


@pytest.mark.parametrize("function", [len, print, Elsewhere, 5, later])
def test_what_stands_in_no_function(function):
    assert around_function(function) == {}


def test_fields_of_local_classes():
    class Part(TypedDict):
        cm: int

    @dataclass
    class Made:
        part: Part

    class Pair(NamedTuple):
        part: Part

    class Held(TypedDict):
        part: Part

    for owner in (Made, Pair, Held):
        assert around_class(owner)["Part"] is Part

    def inner(made: Made, pair: Pair, held: Held): ...

    schema = Tool.from_function(inner).input_schema
    part = {"$ref": "#/$defs/Part"}
    made, pair, held = schema["properties"].values()
    assert made["properties"]["part"] == part
    assert pair["prefixItems"][0]["$ref"] == part["$ref"]
    assert held["properties"]["part"] == part


def test_classes_without_a_place():
    gone = type("Gone", (), {})
    gone.__qualname__ = "f.<locals>.Gone"
    gone.__module__ = "no.such.module"
    assert around_class(gone) == {}
    gone.__module__ = __name__
    assert around_class(gone) == {}
    assert around_class(Color) == {}
