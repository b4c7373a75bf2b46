"""From checked arguments to a Python call: readers, positions, the host."""

from __future__ import annotations

import asyncio
import functools

import pytest

from toolgate import Tool, ToolRegistry
from toolgate.context import ToolContext
from toolgate.expected import Expected
from toolgate.function.binding import Binder, Parameter
from toolgate.function.shape import Misfit, Shape

PLAIN = Shape({})


def refuse(value):
    raise Misfit(Expected("own_check"))


def test_values_are_read_and_arguments_left_alone():
    binder = Binder(
        [
            Parameter("n", required=True, shape=Shape({}, read=int)),
            Parameter("text", required=True, shape=PLAIN),
            Parameter("absent", required=False, shape=Shape({}, read=refuse)),
        ]
    )
    arguments = {"n": 2.0, "text": "a"}
    assert binder.bind(arguments, None) == ((), {"n": 2, "text": "a"})
    assert type(arguments["n"]) is float
    assert (binder.hidden, binder.needs) == (frozenset(), ())
    assert not binder.wants_context


def test_a_misfit_tells_the_whole_way():
    def read(items):
        try:
            refuse(items)
        except Misfit as misfit:
            misfit.steps.append(3)
            raise

    binder = Binder([Parameter("ids", required=True, shape=Shape({}, read))])
    with pytest.raises(Misfit) as caught:
        binder.bind({"ids": [1]}, None)
    assert caught.value.path == ("ids", 3)


def test_positional_only_parameters_keep_their_places():
    binder = Binder(
        [
            Parameter("a", False, 1, positional_only=True, shape=PLAIN),
            Parameter("b", False, 2, positional_only=True, shape=PLAIN),
            Parameter("c", False, 3, shape=PLAIN),
        ]
    )
    assert binder.bind({"b": 9, "c": 8}, None) == ((1, 9), {"c": 8})


def test_what_the_host_supplies():
    binder = Binder(
        [
            Parameter("ctx", required=True),
            Parameter("tenant", required=True, injected="tenant_id"),
            Parameter("limit", required=False, default=5, injected="limit"),
            Parameter("text", required=True, shape=PLAIN),
        ]
    )
    assert binder.hidden == {"ctx", "tenant", "limit"}
    assert binder.needs == ("tenant_id",)
    assert binder.wants_context
    context = ToolContext(values={"tenant_id": "acme", "text": "theirs"})
    assert binder.bind({"text": "mine"}, context) == (
        (),
        {"ctx": context, "tenant": "acme", "text": "mine"},
    )


def test_a_positional_only_value_of_the_host():
    binder = Binder(
        [
            Parameter("who", True, positional_only=True, injected="user"),
            Parameter("n", True, positional_only=True, shape=PLAIN),
        ]
    )
    context = ToolContext(values={"user": "ann"})
    assert binder.bind({"n": 1}, context) == (("ann", 1), {})


def test_what_is_right_as_it_is_is_not_copied():
    binder = Binder([Parameter("n", True, shape=Shape({}, read=int))])
    arguments = {"n": 2, "text": "a"}
    assert binder.by_name
    assert binder.read(arguments) is arguments


def test_what_is_supplied_or_goes_by_position_is_not_by_name_alone():
    plain = Parameter("n", True, shape=PLAIN)
    assert Binder([plain]).by_name
    assert Binder([plain], bound=["m"]).by_name
    for other in (
        Parameter("m", True, positional_only=True, shape=PLAIN),
        Parameter("context", True),
        Parameter("who", True, injected="user"),
    ):
        assert not Binder([plain, other]).by_name


def two(a: int, b: str) -> str:
    return f"{b}{a}"


def swapped(b: str, a: int) -> str:
    return two(a, b)


async def awaited(a: int, b: str) -> str:
    return two(a, b)


@functools.wraps(two)
def wrapped(*args, **kwargs):
    assert not args
    return two(**kwargs)


@functools.wraps(two)
def renamed(b: str, a: int) -> str:
    return two(a, b)


def defaulted(a: int, b: str = "b") -> str:
    return two(a, b)


def named_only(a: int, *, b: str) -> str:
    return two(a, b)


def positional_only(a: int, b: str, /) -> str:
    return two(a, b)


def hosted(a: int, b: str, context: ToolContext) -> str:
    return two(a, b)


class Owner:
    def method(self, a: int, b: str) -> str:
        return two(a, b)

    def __call__(self, a: int, b: str) -> str:
        return two(a, b)


@pytest.mark.parametrize(
    ("function", "takes"),
    [
        (two, True),
        (swapped, True),
        (awaited, True),
        (renamed, True),
        (wrapped, False),
        (defaulted, False),
        (named_only, False),
        (positional_only, False),
        (hosted, False),
        (Owner().method, False),
        (Owner(), False),
        (functools.partial(two), False),
        (functools.partial(two, b="b"), False),
    ],
)
@pytest.mark.parametrize(
    "text", ['{"a": 1, "b": "b"}', '{"b": "b", "a": 1.0}']
)
def test_functions_get_each_argument_in_its_place(function, takes, text):
    """By position where that is the same, which only plain functions say."""
    tool = Tool.from_function(function, name="t")
    assert (tool.binder.take is not None) is takes
    registry = ToolRegistry()
    registry.register(tool)
    if isinstance(function, functools.partial) and function.keywords:
        text = '{"a": 1}'
    result = asyncio.run(registry.gate.adispatch("c", "t", text))
    assert result.text == "b1"


def test_one_argument_goes_by_name():
    def one(a: int) -> int:
        return a

    assert Tool.from_function(one).binder.take is None
