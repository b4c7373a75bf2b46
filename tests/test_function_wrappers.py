"""Wrappers keep what their signature says, or are refused."""

from __future__ import annotations

import functools
import inspect
from typing import Any

import pytest

from toolgate import Tool, ToolRegistry
from toolgate.exceptions import InvalidToolError
from toolgate.function.wrappers import refuse_wrappers


def total(a: int, b: int = 1) -> int:
    return a + b


@functools.singledispatch
def single(a: int) -> str:
    return str(a)


class Box:
    @functools.singledispatchmethod
    def put(self, a: int) -> str:
        return str(a)

    def add(self, a: int, b: int = 1) -> int:
        return a + b

    @functools.wraps(add)
    def wrapped(self, *args: Any, **kwargs: Any) -> int:
        return self.add(*args, **kwargs)

    @functools.wraps(add)
    def less(self, a: int) -> int:
        return self.add(a)


def wrapping(wrapper: Any, inner: Any = total) -> Any:
    return functools.wraps(inner)(wrapper)


def through(function: Any) -> Any:
    """Return a wrapper that hands on all that it gets."""
    return wrapping(
        lambda *args, **kwargs: function(*args, **kwargs), function
    )


class Called:
    def __init__(self) -> None:
        functools.update_wrapper(self, total)

    def __call__(self, a: int) -> int:
        return a


@pytest.mark.parametrize(
    "function",
    [
        single,
        Box().put,
        through(single),
        functools.partial(single),
        functools.lru_cache(single),
    ],
)
def test_what_chooses_by_type_is_refused(function: Any) -> None:
    with pytest.raises(InvalidToolError) as caught:
        Tool.from_function(function, name="t", side_effect="read")
    assert "chooses a function by the type of its first argument" in str(
        caught.value
    )
    with pytest.raises((TypeError, IndexError)):
        function(a=1)  # as a gate would


@pytest.mark.parametrize(
    ("function", "named"),
    [
        (wrapping(lambda a: a), {"a": 1, "b": 2}),
        (wrapping(lambda a, b: a), {"a": 1}),
        (wrapping(lambda a, b, c: a), {"a": 1}),
        (wrapping(lambda *args: args), {"a": 1}),
        (wrapping(lambda x, /, b=1: x), {"a": 1}),
        (through(wrapping(lambda a: a)), {"a": 1, "b": 2}),
        (functools.partial(wrapping(lambda a: a)), {"a": 1, "b": 2}),
        (Box().less, {"a": 1, "b": 2}),
        (Called(), {"a": 1, "b": 2}),
    ],
)
def test_a_signature_that_is_not_its_own_is_refused(
    function: Any, named: Any
) -> None:
    with pytest.raises(InvalidToolError) as caught:
        Tool.from_function(function, name="t", side_effect="read")
    assert "has the signature of what it wraps" in str(caught.value)
    with pytest.raises(TypeError):
        function(**named)


def signed() -> Any:
    def function(**kwargs: Any) -> int:
        return total(**kwargs)

    function.__signature__ = inspect.signature(total)  # type: ignore[attr-defined]
    return function


def positional(a: int, /, b: int = 1) -> int:
    return a + b


@pytest.mark.parametrize(
    "function",
    [
        total,
        through(total),
        through(through(total)),
        through(positional),
        wrapping(lambda a, b=5, c=7: a + b),
        wrapping(lambda **kwargs: total(**kwargs)),
        functools.lru_cache(total),
        functools.partial(through(total), b=2),
        Box().add,
        Box().wrapped,
        signed(),
    ],
)
def test_others_are_called_as_they_say(function: Any) -> None:
    registry = ToolRegistry()
    tool = Tool.from_function(function, name="t", side_effect="read")
    registry.register(tool)
    assert registry.call("t", {"a": 1}).failure is None
    if "b" in tool.input_schema["properties"]:
        assert registry.call("t", {"a": 1, "b": 2}).text == "3"


def test_what_wraps_itself_has_an_end() -> None:
    def function() -> None: ...

    function.__wrapped__ = function  # type: ignore[attr-defined]
    refuse_wrappers(function)
