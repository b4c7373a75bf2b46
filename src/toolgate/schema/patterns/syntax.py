"""
The syntax tree of a pattern, and the bounds on one.

A tree says which strings match and nothing else: capturing, naming and
laziness change no verdict of a search, so groups leave no trace in it.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, NoReturn

from toolgate.exceptions import UnsupportedPatternError

MAX_SOURCE = 3_072
"""Characters in one pattern; the longest of 7,200 real ones has 1,195."""

MAX_DEPTH = 32
"""Groups around the innermost part of a pattern."""

MAX_COUNT = 65_536
"""The largest number in a counted repetition."""

MAX_RANGES = 16_384
"""Code-point ranges in all classes of one pattern together."""

LAST_CODE_POINT = 0x10FFFF

Ranges = tuple[tuple[int, int], ...]
"""Code points as inclusive ranges: sorted, disjoint, never adjacent."""


class Chars(NamedTuple):
    """One code point out of a set; out of an empty set: never matches."""

    ranges: Ranges


class Assertion(Enum):
    """What holds at a gap between two code points, and consumes none."""

    START = "^"
    END = "$"
    WORD = r"\b"
    NOT_WORD = r"\B"


class Sequence(NamedTuple):
    """All parts, one after the other; no parts: the empty string."""

    parts: tuple[Node, ...]


class Choice(NamedTuple):
    """One of the options; there are at least two."""

    options: tuple[Node, ...]


class Repeat(NamedTuple):
    """The body, `low` to `high` times over; None stands for no bound."""

    body: Node
    low: int
    high: int | None


Node = Chars | Assertion | Sequence | Choice | Repeat

EMPTY = Sequence(())
"""The one sequence without parts: compare with `is`, for to Python it
equals `Chars(())`, which never matches."""


def sequence(parts: list[Node]) -> Node:
    """Put parts one after the other; a single one stays as it is."""
    if not parts:
        return EMPTY
    return parts[0] if len(parts) == 1 else Sequence(tuple(parts))


def repeat(body: Node, low: int, high: int | None) -> Node:
    """
    Repeat a body, folding a repetition of a repetition into one.

    Folding is sound where the inner one may stop at 0 or 1: the counts that
    the two reach together then leave no gap.

    >>> a = Chars(((97, 97),))
    >>> repeat(repeat(a, 1, None), 1, None) == repeat(a, 1, None)
    True
    """
    if high == 0 or body is EMPTY:
        return EMPTY
    if low == high == 1:
        return body
    if isinstance(body, Repeat) and body.low <= 1:
        most = None
        if body.high is not None and high is not None:
            most = body.high * high
        return repeat(body.body, body.low * low, most)
    return Repeat(body, low, high)


def refuse(why: str, offset: int | None = None) -> NoReturn:
    """
    Refuse a pattern by name.

    `offset` counts the code points before the place at fault.
    """
    where = "" if offset is None else f", at offset {offset}"
    raise UnsupportedPatternError(f"{why}{where}")
