"""
What to tell about a value that a schema refuses, whatever engine refused it.

A violation names the keyword at the place where the value fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolgate.value_object import ValueObject
from toolgate.violation import Violation

if TYPE_CHECKING:
    from toolgate.typing import JSONValue, Path

MAX_COLLECTED: Final = 100
"""Violations that are collected at most, before they are sorted and cut."""
MAX_IN_BRANCH: Final = 20
"""Violations that are looked at in one branch of a union."""
MAX_NAMES: Final = 20
"""Surplus names that one violation lists."""
WHOLE: Final = "false"
"""The keyword that is told where the schema as a whole refuses a value."""

_JSON_TYPES: Final[dict[type, str]] = {
    type(None): "null",
    bool: "boolean",
    int: "integer",
    str: "string",
    list: "array",
    dict: "object",
}


class Explanation(NamedTuple):
    """
    Why a value was refused.

    `violations` are sorted by instance path, then schema path, and cut to
    the number asked for. `found` counts those found before the cut; unless
    `exact`, there may be more.

    >>> Explanation(violations=(), found=0, exact=True).found
    0
    """

    violations: tuple[Violation, ...]
    found: int
    exact: bool


class Collector:
    """
    Gathers violations until they are as many as wanted, or a few more.

    `add` takes one.
    """

    __slots__ = ("add", "found", "room")

    def __init__(self, room: int) -> None:
        self.room = room
        self.found: list[Violation] = []
        self.add = self.found.append

    @property
    def full(self) -> bool:
        """Whether looking for more is pointless."""
        return len(self.found) >= self.room


class FrozenObject(Mapping[str, Any]):
    """A JSON object that nobody can change, hashable like the rest."""

    __slots__ = ("_members",)

    def __init__(self, members: dict[str, Any]) -> None:
        self._members = members

    def __getitem__(self, name: str) -> Any:
        return self._members[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __hash__(self) -> int:
        return hash(frozenset(self._members.items()))

    def __repr__(self) -> str:
        return f"FrozenObject({self._members!r})"


def frozen(value: JSONValue) -> Any:
    """
    Copy a keyword's value so that it can stand in a violation.

    >>> frozen(["a", [1]])
    ('a', (1,))
    """
    if type(value) is list:
        return tuple(map(frozen, value))
    if type(value) is dict:
        return FrozenObject(
            {name: frozen(member) for name, member in value.items()}
        )
    return value


_new = object.__new__
_new_tuple = tuple.__new__
_put_fields = vars(ValueObject)["__dict__"].__set__


def violation(  # noqa: PLR0917 - the fields of one, on the hot path
    keyword: str,
    at: Path,
    via: Path,
    value: JSONValue,
    expected: object = None,
    names: tuple[str, ...] = (),
) -> Violation:
    """
    Make a violation, 2.5 times as fast as its class does.

    >>> violation("type", ("n",), ("properties", "n", "type"), 1.5).received
    'number'
    """
    made: Violation = _new(Violation)
    fields = {
        "keyword": keyword,
        "instance_path": at,
        "schema_path": via,
        "expected": expected,
        "received": _JSON_TYPES.get(type(value))
        or ("integer" if value.is_integer() else "number"),
        "names": names,
    }
    _put_fields(made, fields)
    return made


def renamed(one: Violation, name: str) -> Violation:
    """Say of a violation that it is about a property's name."""
    return replace(one, names=(name,))


def _steps(path: Path) -> tuple[tuple[bool, int, str], ...]:
    return tuple(
        (True, 0, step) if isinstance(step, str) else (False, step, "")
        for step in path
    )


def explanation(
    found: Sequence[Violation], limit: int, *, exact: bool
) -> Explanation:
    """
    Sort violations and cut them to `limit`.

    What is asked for twice at one place, by two schemas, is told once.
    """
    if len(found) > 1:
        ordered = sorted(
            found,
            key=lambda one: (
                _steps(one.instance_path),
                _steps(one.schema_path),
            ),
        )
        distinct: dict[tuple[object, ...], Violation] = {}
        for one in ordered:
            asked = one.instance_path, one.keyword, one.expected, one.names
            distinct.setdefault(asked, one)
        found = tuple(distinct.values())
    # As its class makes one, in half of the time.
    return _new_tuple(Explanation, (tuple(found[:limit]), len(found), exact))
