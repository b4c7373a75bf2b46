r"""
The position automaton of a pattern (Glushkov), as integers.

Its states are the characters of the pattern with repetitions written out:
bit `p` of a set says that the text so far can end with character `p`. What
holds at a gap between two characters of the text (its edges for `^` and `$`,
words for `\b`) decides which assertions are empty there, so there is one
automaton for each kind of gap, and none of them has assertions.

Edges with one distance are one masked shift, whichever positions they start
from: the copies of a repeated body cost no more than one copy. Other edges
jump: from any of these positions to all of those.
"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from toolgate.schema.patterns.syntax import (
    Assertion,
    Chars,
    Choice,
    Node,
    Ranges,
    Repeat,
    Sequence,
)

EDGE, OTHER, WORD = "edge", "other", "word"
"""What stands on one side of a gap: nothing, a character, a word's one."""


class Gap(NamedTuple):
    """
    What can happen at one kind of gap.

    `empty`: the pattern matches the empty string here. `first`: positions
    that can take the next character when a match starts here. `last`:
    positions after which a match can end here. `shifts`: (positions, distance)
    and `jumps`: (any of these positions, all of those) lead from the
    positions before the gap to those behind it.
    """

    empty: bool
    first: int
    last: int
    ahead: tuple[tuple[int, int], ...]
    back: tuple[tuple[int, int], ...]
    jumps: tuple[tuple[int, int], ...]

    def follow(self, positions: int) -> int:
        """All positions that take the next character, if it fits them."""
        reached = self.first
        for mask, distance in self.ahead:
            reached |= (positions & mask) << distance
        for mask, distance in self.back:
            reached |= (positions & mask) >> distance
        for last, first in self.jumps:
            if positions & last:
                reached |= first
        return reached


class _Part:
    """The automaton of a part of the pattern, from its own position 0."""

    __slots__ = ("empty", "first", "jumps", "last", "shifts", "size")

    def __init__(self) -> None:
        self.empty = True
        self.first = 0
        self.last = 0
        self.size = 0
        self.shifts: dict[int, int] = {}
        self.jumps: list[tuple[int, int]] = []

    def link(self, last: int, first: int) -> None:
        if not last or not first:
            return
        if last & (last - 1) or first & (first - 1):
            self.jumps.append((last, first))
        else:
            self.shift(last, first.bit_length() - last.bit_length())

    def shift(self, positions: int, distance: int) -> None:
        self.shifts[distance] = self.shifts.get(distance, 0) | positions

    def share(self) -> None:
        """Spell small jumps as shifts, where enough of them share one."""
        for few in (16, 4):
            small = [j for j in self.jumps if _edge_count(*j) <= few]
            needed = {
                target - source
                for last, first in small
                for source in _bits(last)
                for target in _bits(first)
            }
            if len(needed - self.shifts.keys()) < len(small):
                self.jumps = [j for j in self.jumps if _edge_count(*j) > few]
                for last, first in small:
                    self.shift_all(last, first)

    def shift_all(self, last: int, first: int, copies: int = 1) -> None:
        for source in _bits(last):
            for target in _bits(first):
                self.shift(copies << source, target - source)

    def add(self, part: _Part) -> int:
        """Take over a part's positions and edges; return its offset."""
        offset = self.size
        for distance, positions in part.shifts.items():
            self.shift(positions << offset, distance)
        for last, first in part.jumps:
            self.jumps.append((last << offset, first << offset))
        self.size += part.size
        return offset


def gap_of(node: Node, before: str, behind: str) -> Gap:
    """
    Build the automaton for the gaps between `before` and `behind`.

    >>> from toolgate.schema.patterns.parser import parse
    >>> gap = gap_of(parse("ab*"), OTHER, OTHER)
    >>> gap.first, gap.last, gap.ahead, gap.back
    (1, 3, ((1, 1),), ((2, 0),))
    """
    holds = {
        Assertion.START: before == EDGE,
        Assertion.END: behind == EDGE,
        Assertion.WORD: (before == WORD) != (behind == WORD),
        Assertion.NOT_WORD: (before == WORD) == (behind == WORD),
    }
    part = _build(node, holds)
    part.share()
    return Gap(
        part.empty,
        part.first,
        part.last,
        tuple((mask, d) for d, mask in part.shifts.items() if d > 0),
        tuple((mask, -d) for d, mask in part.shifts.items() if d <= 0),
        tuple(part.jumps),
    )


def places(node: Node) -> dict[Ranges, int]:
    """
    Say which positions take a set of code points, for every such set.

    >>> from toolgate.schema.patterns.parser import parse
    >>> places(parse("ab{3}"))
    {((97, 97),): 1, ((98, 98),): 14}
    """
    found: dict[Ranges, int] = {}
    _place(node, 0, found)
    return found


def _build(node: Node, holds: dict[Assertion, bool]) -> _Part:
    if isinstance(node, Chars):
        return _line(1)
    part = _Part()
    if isinstance(node, Assertion):
        part.empty = holds[node]
    elif isinstance(node, Sequence):
        for is_chars, items in groupby(node.parts, _is_chars):
            if is_chars:
                _append(part, _line(sum(1 for _ in items)))
            else:
                for item in items:
                    _append(part, _build(item, holds))
    elif isinstance(node, Choice):
        part.empty = False
        for option in node.options:
            other = _build(option, holds)
            offset = part.add(other)
            part.empty = part.empty or other.empty
            part.first |= other.first << offset
            part.last |= other.last << offset
    else:
        _repeat(part, node, _build(node.body, holds))
    return part


def _is_chars(node: Node) -> bool:
    return isinstance(node, Chars)


def _line(count: int) -> _Part:
    """Build `count` characters, one after the other."""
    part = _Part()
    part.empty = False
    part.first = 1
    part.last = 1 << (count - 1)
    part.size = count
    if count > 1:
        part.shifts[1] = part.last - 1
    return part


def _append(part: _Part, item: _Part) -> None:
    offset = part.add(item)
    first = item.first << offset
    last = item.last << offset
    part.link(part.last, first)
    if part.empty:
        part.first |= first
    part.last = last | part.last if item.empty else last
    part.empty = part.empty and item.empty


def _repeat(part: _Part, node: Repeat, body: _Part) -> None:
    size = body.size
    copies = max(node.low, 1) if node.high is None else node.high
    all_copies = _copies(size, copies)
    part.size = size * copies
    for distance, positions in body.shifts.items():
        part.shift(positions * all_copies, distance)
    for last, first in body.jumps:
        _spread(part, (last, first), copies, size)
    if copies > 1:
        _spread(part, (body.last, body.first << size), copies - 1, size)
    begin = size * (copies - 1)
    if node.high is None:
        part.link(body.last << begin, body.first << begin)
    # With a lower bound of 0, leaving out a copy is the same as leaving out
    # the last one, so that no edge has to skip copies.
    skips = body.empty and node.low > 0
    part.empty = body.empty or node.low == 0
    part.first = body.first * (all_copies if skips else 1)
    ends = 0 if skips else max(node.low, 1) - 1
    part.last = (body.last * _copies(size, copies - ends)) << (size * ends)
    if skips and size:
        before = body.last
        for copy in range(2, copies):
            part.link(before, body.first << (size * copy))
            before |= body.last << (size * (copy - 1))


def _spread(
    part: _Part, jump: tuple[int, int], copies: int, size: int
) -> None:
    """Link positions in every copy of a body, the cheaper way."""
    last, first = jump
    if _edge_count(last, first) > copies:
        for copy in range(copies):
            offset = size * copy
            part.link(last << offset, first << offset)
        return
    part.shift_all(last, first, _copies(size, copies))


def _copies(size: int, count: int) -> int:
    """One bit at the start of each copy of a body."""
    if size == 0:
        return 1
    return ((1 << (size * count)) - 1) // ((1 << size) - 1)


def _edge_count(last: int, first: int) -> int:
    return last.bit_count() * first.bit_count()


def _bits(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _place(node: Node, offset: int, found: dict[Ranges, int]) -> int:
    """Enter a node at an offset; return the offset behind it."""
    if isinstance(node, Chars):
        found[node.ranges] = found.get(node.ranges, 0) | 1 << offset
        return offset + 1
    if isinstance(node, Assertion):
        return offset
    if isinstance(node, Repeat):
        inner: dict[Ranges, int] = {}
        size = _place(node.body, 0, inner)
        count = max(node.low, 1) if node.high is None else node.high
        for ranges, mask in inner.items():
            here = mask * _copies(size, count) << offset
            found[ranges] = found.get(ranges, 0) | here
        return offset + size * count
    parts = node.parts if isinstance(node, Sequence) else node.options
    for part in parts:
        offset = _place(part, offset, found)
    return offset
