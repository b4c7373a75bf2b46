"""Annotations are read as their author meant them."""

# ruff: noqa: UP006, UP007, UP045 - both spellings must work

from __future__ import annotations

import sys
import types
import typing
from dataclasses import dataclass
from datetime import date
from typing import (
    Annotated,
    Any,
    ForwardRef,
    Generic,
    Literal,
    Optional,
    TypeVar,
    Union,
)

import pytest
import typing_extensions
from typing_extensions import NotRequired, ReadOnly, Required, TypedDict

from toolgate.function.annotations import (
    Scope,
    alias_value,
    class_scope,
    class_scopes,
    module_scope,
    own_annotations,
    resolved,
    unqualified,
)
from toolgate.function.shape import Refused

T = TypeVar("T")
U = TypeVar("U")
Bound = TypeVar("Bound", bound="date")
Choice = TypeVar("Choice", int, str)
Defaulted = typing_extensions.TypeVar("Defaulted", default=bool)
HERE = Scope(globals())
Loop = "Loop"
Ring = Union[int, "list[Ring]"]


class Plain(Generic[T]):
    date: date | None = None
    item: T


class Middle(Plain[list[U]], Generic[U]):
    """Passes its variable on inside a list."""


class Leaf(Middle[int]):
    """Fills it in."""


@pytest.mark.parametrize(
    ("annotation", "meant"),
    [
        (int, int),
        ("int", int),
        ("'int'", int),
        (ForwardRef("date"), date),
        (list["date"], list[date]),
        (typing.List["date"], typing.List[date]),
        (dict[str, "list[date]"], dict[str, list[date]]),
        (Union["date", int], Union[date, int]),
        ("date | int", Union[date, int]),
        (Optional["date"], Optional[date]),
        (Annotated["date", "day"], Annotated[date, "day"]),
        (Annotated[date, "day"], Annotated[date, "day"]),
        (Literal["date"], Literal["date"]),
        (Required["date"], Required[date]),
        (Plain["date"], Plain[date]),
        (typing.Callable[[int], int], typing.Callable[[int], int]),
        (T, Any),
        (Bound, date),
        (Choice, Union[int, str]),
        (Defaulted, bool),
        (list[T], list[Any]),
    ],
)
def test_postponed_parts_are_looked_up(annotation, meant):
    assert resolved(annotation, HERE) == meant


def test_type_variables_are_filled_in_at_any_depth():
    scope = HERE._replace(arguments={T: int})
    assert resolved(dict[str, "list[T]"], scope) == dict[str, list[int]]
    assert resolved(Annotated[T, 1], scope) == Annotated[int, 1]


@pytest.mark.parametrize("annotation", ["Missing", "1 +", "date.nothing"])
def test_a_name_that_leads_nowhere_is_refused(annotation):
    with pytest.raises(Refused, match="cannot be resolved") as refused:
        resolved(list[annotation], HERE)
    assert annotation in refused.value.reason


@pytest.mark.parametrize("annotation", ["Loop", "Ring", Ring])
def test_an_alias_in_a_circle_is_refused(annotation):
    with pytest.raises(Refused, match="TypeAliasType"):
        resolved(annotation, HERE)


def test_forward_references_know_their_module():
    other = types.ModuleType("another_module")
    other.Thing = bytes
    sys.modules["another_module"] = other
    try:
        for module in (other, "another_module"):
            ref = ForwardRef("Thing")
            ref.__forward_module__ = module
            assert resolved(ref, Scope()) is bytes
    finally:
        del sys.modules["another_module"]


def test_scopes_of_modules():
    assert module_scope(__name__).names["Leaf"] is Leaf
    assert module_scope("no.such.module") == Scope()
    assert module_scope(None) == Scope()


def test_names_of_the_module_win_over_those_of_the_class():
    """A field's default is not its type, even where both are called date."""
    scope = class_scope(Plain)
    assert resolved("date | None", scope) == Optional[date]


def test_a_class_knows_itself_and_its_own_names():
    @dataclass
    class Local:
        class Inner: ...

        other: Local
        inner: Inner

    scope = class_scope(Local)
    assert resolved("Local", scope) is Local
    assert resolved("Inner", scope) is Local.Inner


def test_variables_of_a_class_are_known_by_name():
    class Newer:
        """As the syntax of Python 3.12 makes it."""

        __type_params__ = (U,)

    scope = class_scope(Newer, {U: int})._replace(more={})
    assert resolved("U", scope) is int


class Alias:
    """As the statement of Python 3.12 makes it: evaluated when asked."""

    __type_params__ = (T,)

    def __init__(self, value):
        self.__name__ = "Alias"
        self.value = value

    @property
    def __value__(self):
        return self.value()


def test_values_of_aliases():
    assert alias_value(Alias(lambda: list[T]), (int,)) == list[int]
    assert alias_value(Alias(lambda: "list[date]"), ()) == list[date]
    with pytest.raises(Refused, match=r"Alias cannot be resolved \(NameError"):
        alias_value(Alias(lambda: missing), ())  # noqa: F821 - on purpose


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax of 3.12")
def test_variables_of_the_new_syntax_are_known_by_name():
    space: dict[str, Any] = {}
    exec("class Box[V]:\n    item: 'V'\n", space)
    box = space["Box"]
    (variable,) = box.__type_params__
    scope = class_scope(box, {variable: int})
    assert resolved(own_annotations(box)["item"], scope) is int


def test_scopes_of_bases_follow_the_arguments():
    scopes = class_scopes(Leaf, ())
    assert resolved("T", scopes[Plain]) == list[int]
    assert resolved("U", scopes[Middle]) is int
    assert resolved("T", class_scopes(Middle, (str,))[Plain]) == list[str]
    assert resolved("T", class_scopes(Middle, ())[Plain]) == list[Any]


def test_bases_that_two_bases_share_are_met_once():
    class Left(Plain[int]): ...

    class Right(Plain[int]): ...

    class Both(Left, Right): ...

    assert set(class_scopes(Both, ())) == {Both, Left, Right, Plain}


def test_scopes_of_typed_dicts_leave_special_forms_out():
    class Row(TypedDict, Generic[T]):
        item: T

    assert set(class_scopes(Row, (int,))) <= {Row, dict}


@pytest.mark.parametrize(
    ("annotation", "meant", "names"),
    [
        (int, int, set()),
        (NotRequired[int], int, {"NotRequired"}),
        (ReadOnly[Required[int]], int, {"ReadOnly", "Required"}),
        (typing.Final[int], int, {"Final"}),
        (
            Annotated[NotRequired[Annotated[int, 1]], 2],
            Annotated[int, 1, 2],
            {"NotRequired"},
        ),
    ],
)
def test_qualifiers_are_taken_off(annotation, meant, names):
    assert unqualified(annotation) == (meant, names)


def test_own_annotations_are_not_those_of_bases():
    assert set(own_annotations(Plain)) == {"date", "item"}
    assert own_annotations(Leaf) == {}
