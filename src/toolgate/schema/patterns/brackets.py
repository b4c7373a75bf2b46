"""Character classes: what stands between square brackets."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from toolgate.schema.patterns.classes import merged, negated
from toolgate.schema.patterns.escapes import read_escape
from toolgate.schema.patterns.syntax import MAX_RANGES, Ranges, refuse

if TYPE_CHECKING:
    _Atom = int | Ranges

_HYPHEN = (0x2D, 0x2D)


def read_class(source: str, at: int) -> tuple[Ranges, int]:
    r"""
    Read the class whose bracket stands at `at`.

    Return its code points and the offset behind it. Raise
    `UnsupportedPatternError` where it is not closed, or not ECMA-262.

    >>> read_class(r"[\w-.]", 0)[1]
    6
    """
    start = at
    at += 1
    inverted = source.startswith("^", at)
    at += inverted
    found: list[tuple[int, int]] = []
    while not source.startswith("]", at):
        if len(found) > MAX_RANGES:
            refuse(f"a class holds more than {MAX_RANGES} ranges", start)
        left, at = _atom(source, at, start)
        if not source.startswith("-", at) or source[at + 1 : at + 2] == "]":
            found.extend(_ranges(left))
            continue
        right, at = _atom(source, at + 1, start)
        found.extend(_between(left, right, source, at))
    ranges = merged(found)
    return (negated(ranges) if inverted else ranges), at + 1


def _atom(source: str, at: int, start: int) -> tuple[_Atom, int]:
    char = source[at : at + 1]
    if not char:
        refuse("a class is not closed", start)
    if char != "\\":
        return ord(char), at + 1
    # no assertion stands in a class
    return cast("tuple[_Atom, int]", read_escape(source, at, in_class=True))


def _ranges(atom: _Atom) -> Ranges:
    return ((atom, atom),) if isinstance(atom, int) else atom


def _between(left: _Atom, right: _Atom, source: str, at: int) -> Ranges:
    if isinstance(left, int) and isinstance(right, int):
        if left > right:
            refuse("the ends of a range are out of order", at)
        return ((left, right),)
    # Annex B reads [\w-.] as three members. In [\w-a-z] it takes the second
    # hyphen for a member too, which is not what the author meant.
    if source.startswith("-", at) and not source.startswith("-]", at):
        refuse(r"a hyphen after a class escape has two readings; write \-", at)
    return (*_ranges(left), _HYPHEN, *_ranges(right))
