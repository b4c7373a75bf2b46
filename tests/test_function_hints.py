"""What annotations mean where they stand."""

from __future__ import annotations

from typing import Annotated, Optional, Union

import pytest

from toolgate import ToolContext
from toolgate.context import Injected
from toolgate.function.hints import (
    Names,
    bare,
    injected_key,
    is_context,
    members,
)
from toolgate.function.shape import Refused


def plain(key: str) -> str: ...


def inner():
    class Local: ...

    def uses(x: Local) -> Local:
        return Local

    def does_not(x: Local): ...

    return Local, uses, does_not


def test_names_of_enclosing_functions():
    """Those that the function uses are kept by Python, others are not."""
    local, uses, does_not = inner()
    assert Names(uses).resolve("list[Local]") == list[local]
    with pytest.raises(Refused, match="'Local' cannot be resolved"):
        Names(does_not).resolve("Local")


def test_a_name_that_is_not_assigned_yet():
    def early(x: Later):
        return Later

    with pytest.raises(Refused, match="cannot be resolved"):
        Names(early).resolve("Later")
    Later = int  # noqa: N806 - stands for a class
    assert Names(early).resolve("Later") is int


@pytest.mark.parametrize(
    ("annotation", "said"),
    [
        ("Invoice", "'Invoice' cannot be resolved: name 'Invoice' is not"),
        ("list[", "'list[' is no type: SyntaxError"),
        ("pytest.nothing", "is no type: AttributeError"),
        (list["Invoice"], "cannot be resolved"),  # noqa: F821 - on purpose
    ],
)
def test_what_cannot_be_resolved(annotation, said):
    with pytest.raises(Refused) as caught:
        Names(plain).resolve(annotation)
    assert said in caught.value.reason


class Bill:
    pass


@pytest.mark.parametrize(
    ("annotation", "meant"),
    [
        (list["Bill"], list[Bill]),
        (Optional[list["Bill"]], Optional[list[Bill]]),  # noqa: UP045 - as written
        (dict[str, list["Bill"]], dict[str, list[Bill]]),
        (tuple["int", ...], tuple[int, ...]),
        (Optional[tuple["Bill", list[int]]], Optional[tuple[Bill, list[int]]]),  # noqa: UP045 - as written
    ],
)
def test_text_inside_of_builtin_generics(annotation, meant):
    assert Names(plain).resolve(annotation) == meant


def test_a_context_that_only_type_checkers_see():
    names = Names(len)
    for text in ("ToolContext", "toolgate.ToolContext | None"):
        assert names.resolve(text) is ToolContext


def test_metadata_and_unions():
    assert bare(Annotated[Annotated[int, "a"], "b"]) is int
    nested = Union[int, Annotated[str | None, "x"]]  # noqa: UP007 - as written
    assert members(nested) == (int, str, type(None))
    assert members(int | str) == (int, str)
    assert members(list[int]) == (list[int],)


@pytest.mark.parametrize(
    "annotation",
    [
        ToolContext,
        Optional[ToolContext],  # noqa: UP045 - as written
        ToolContext | None,
        Annotated[ToolContext, "the host's"],
        ToolContext[dict[str, int]],
        ToolContext["nowhere.there"],
        Annotated[ToolContext[int] | None, "the host's"],
    ],
)
def test_contexts(annotation):
    assert is_context(annotation)


@pytest.mark.parametrize(
    "annotation", [int, list[ToolContext], list[ToolContext[int]], None]
)
def test_no_contexts(annotation):
    assert not is_context(annotation)


def test_a_context_or_something_else():
    with pytest.raises(Refused, match="ToolContext alone"):
        is_context(Union[ToolContext, str])  # noqa: UP007 - as written
    with pytest.raises(Refused, match="ToolContext alone"):
        is_context(ToolContext[int] | str)


@pytest.mark.parametrize(
    ("annotation", "key"),
    [
        (Annotated[str, Injected("tenant")], "tenant"),
        (Annotated[str, "text", Injected()], "x"),
        (Annotated[str, Injected], "x"),
        (Annotated[str, Injected("")], ""),
        (Annotated[str, "text"], None),
        (str, None),
    ],
)
def test_injected(annotation, key):
    assert injected_key("x", annotation) == key
