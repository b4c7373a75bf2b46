"""
Which branch of a union to tell about.

Where no branch of `anyOf` or `oneOf` fits, the one that the value was meant
for is told, as far as it can be made out from what fails in each.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolgate.schema.failures import FrozenObject, violation
from toolgate.violation import Violation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolgate.typing import JSONValue, Path

_TYPE: Final = ("type",)
_VALUES: Final = ("const", "enum")


class Branch(NamedTuple):
    """
    One branch of a union and what the value breaks in it.

    `tags` are the names of the properties for which the branch asks for
    certain values (`const` or `enum`): they tell branches apart.
    """

    failures: Sequence[Violation]
    tags: frozenset[str]


class Union(NamedTuple):
    """A union that no branch of fits, the place and the value it is about."""

    keyword: str
    at: Path
    via: Path
    value: JSONValue


def chosen(union: Union, branches: Sequence[Branch]) -> Sequence[Violation]:
    """
    Choose what to tell about a value that fits no branch of a union.

    In this order: the branch whose `const` or `enum` property the value
    matches; the only branch that takes values of its type; the types, if it
    is of none of them; the values, if each branch in question asks for
    others at one place; a name that each branch in question asks for, if it
    tells them apart; else that the union itself fails.
    """
    if not branches or not all(branch.failures for branch in branches):
        return (_itself(union),)
    fitting = [
        branch for branch in branches if not _failing(branch, union.at, _TYPE)
    ]
    if not fitting:
        return (_merged(union, "type", _failings(branches, union.at, _TYPE)),)
    meant = [branch for branch in fitting if _matches(branch, union)]
    if len(meant) == 1:
        return meant[0].failures
    if len(fitting) == 1:
        return fitting[0].failures
    return (_shared(union, meant or fitting),)


def _itself(union: Union) -> Violation:
    return violation(union.keyword, union.at, union.via, union.value)


def _failing(
    branch: Branch, at: Path, keywords: tuple[str, ...]
) -> Violation | None:
    for failure in branch.failures:
        if failure.instance_path == at and failure.keyword in keywords:
            return failure
    return None


def _failings(
    branches: Sequence[Branch], at: Path, keywords: tuple[str, ...]
) -> list[Violation]:
    found = (_failing(branch, at, keywords) for branch in branches)
    return [failure for failure in found if failure is not None]


def _matches(branch: Branch, union: Union) -> bool:
    """Whether the value has a property that marks it as this branch's."""
    if type(union.value) is not dict:
        return False
    return any(
        tag in union.value
        and _failing(branch, (*union.at, tag), (*_VALUES, *_TYPE)) is None
        for tag in branch.tags
    )


def _shared(union: Union, branches: Sequence[Branch]) -> Violation:
    """Tell the one thing that all the branches miss, if there is one."""
    places = [union.at]
    if type(union.value) is dict:
        tags = frozenset.intersection(*(branch.tags for branch in branches))
        for tag in sorted(tags):
            if tag in union.value:
                places.append((*union.at, tag))
            elif all(_misses(branch, union.at, tag) for branch in branches):
                return violation(
                    "required", union.at, union.via, union.value, None, (tag,)
                )
    for place in places:
        failures = _failings(branches, place, _VALUES)
        if len(failures) == len(branches):
            return _merged(union, "enum", failures)
    return _itself(union)


def _misses(branch: Branch, at: Path, name: str) -> bool:
    return any(
        failure.keyword == "required"
        and failure.instance_path == at
        and name in failure.names
        for failure in branch.failures
    )


def _merged(
    union: Union, keyword: str, failures: Sequence[Violation]
) -> Violation:
    """Make one `type` or `enum` of what branches ask for at one place."""
    merged: dict[object, object] = {}
    for failure in failures:
        asked: Any = failure.expected
        listed = failure.keyword != "const" and isinstance(asked, tuple)
        for value in asked if listed else (asked,):
            merged.setdefault(_told_apart(value), value)
    return Violation(
        keyword=keyword,
        instance_path=failures[0].instance_path,
        schema_path=union.via,
        expected=tuple(merged.values()),
        received=failures[0].received,
    )


def _told_apart(value: Any) -> object:
    """Make a key: True, 1 and 1.0 are equal in Python, and three values."""
    kind = type(value)
    if kind is tuple:
        return kind, tuple(map(_told_apart, value))
    if kind is FrozenObject:
        return kind, frozenset(
            (name, _told_apart(member)) for name, member in value.items()
        )
    return kind, value
