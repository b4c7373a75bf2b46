"""
A search that takes linear time whatever the pattern and the text.

The sets of positions that a text can reach are the states of a deterministic
automaton, made when a text first needs them. Its table is bounded: a text
that fills it goes on with the sets themselves, a few operations on integers
a character, and the next search starts with an empty table. A table may be
shared by threads: each entry is written once, whole, and two threads that
make the same one write equal ones.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, chain
from operator import xor
from typing import TYPE_CHECKING

from toolgate.schema.patterns.classes import WORD as WORD_RANGES
from toolgate.schema.patterns.extent import is_anchored
from toolgate.schema.patterns.positions import (
    EDGE,
    OTHER,
    WORD,
    Gap,
    gap_of,
    places,
)
from toolgate.schema.patterns.syntax import (
    Assertion,
    Choice,
    Node,
    Repeat,
    Sequence,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_MOVES = 2_048
"""Moves from state to state in one table."""

MAX_ENTRIES = 4_096
"""Characters whose moves one table remembers: with the moves, about half a
MiB at most."""

_WORD_CHARS = frozenset(
    chr(code) for low, high in WORD_RANGES for code in range(low, high + 1)
)


_WORD_ASSERTIONS = (Assertion.WORD, Assertion.NOT_WORD)


class _Matched(Exception):  # noqa: N818 - ends a loop, reports no error
    """The text read so far settles it: the pattern matches."""


class _Failed(Exception):  # noqa: N818 - ends a loop, reports no error
    """The text read so far settles it: the pattern cannot match."""


class _Full(Exception):  # noqa: N818 - ends a loop, reports no error
    """The table has no room for the next state."""


class _Table:
    """The states made so far, and how much more there may be."""

    __slots__ = ("entries", "moves", "states")

    def __init__(self) -> None:
        self.moves = MAX_MOVES
        self.entries = MAX_ENTRIES
        self.states: dict[tuple[int, str], _State] = {}


class _State(dict[str, "_State"]):
    """
    A set of positions; maps the next character to the next state.

    `moves` maps the intervals of code points that the pattern tells apart.
    """

    __slots__ = ("automaton", "before", "moves", "positions", "table")

    def __init__(
        self, automaton: Automaton, table: _Table, positions: int, before: str
    ) -> None:
        self.automaton = automaton
        self.table = table
        self.positions = positions
        self.before = before
        self.moves: dict[int, _State] = {}

    def __missing__(self, char: str) -> _State:
        interval = self.automaton.interval(char)
        state = self.moves.get(interval)
        if state is None:
            state = self._move(interval)
        if self.table.entries > 0:
            self.table.entries -= 1
            self[char] = state
        return state

    def _move(self, interval: int) -> _State:
        table = self.table
        if table.moves <= 0:
            raise _Full
        found = self.automaton.step(self.positions, self.before, interval)
        state = table.states.get(found)
        if state is None:
            state = _State(self.automaton, table, *found)
            state = table.states.setdefault(found, state)
        table.moves -= 1
        self.moves[interval] = state
        return state


class Automaton:
    """
    Decides whether a pattern matches somewhere in a text.

    >>> from toolgate.schema.patterns.parser import parse
    >>> automaton = Automaton(parse("^(?:a|ab)+$"))
    >>> automaton.search("abaab"), automaton.search("abba")
    (True, False)
    """

    __slots__ = (
        "_anchored",
        "_before",
        "_behind",
        "_edges",
        "_gaps",
        "_node",
        "_start",
        "_takes",
        "_words",
    )

    def __init__(self, node: Node) -> None:
        assertions = _assertions_of(node)
        self._node = node
        self._anchored = is_anchored(node)
        self._words = not assertions.isdisjoint(_WORD_ASSERTIONS)
        # without ^ or $, the edges of the text are nothing special
        self._before = EDGE if Assertion.START in assertions else OTHER
        self._behind = EDGE if Assertion.END in assertions else OTHER
        self._gaps: dict[tuple[str, str], Gap] = {}
        # Each position takes one set of code points, whose ranges are
        # disjoint: going up the code points, it is switched on and off.
        switched: dict[int, int] = {}
        if self._words:
            for low, high in WORD_RANGES:
                switched[low] = switched[high + 1] = 0
        for ranges, positions in places(node).items():
            for low, high in ranges:
                switched[low] = switched.get(low, 0) ^ positions
                switched[high + 1] = switched.get(high + 1, 0) ^ positions
        self._edges = sorted(switched)
        taken = accumulate((switched[edge] for edge in self._edges), xor)
        self._takes = [0, *taken]
        self._start = self._new_start()

    @property
    def operations(self) -> int:
        """Operations on sets of positions at a gap, the most there are."""
        kinds = (OTHER, WORD) if self._words else (OTHER,)
        gaps = [self.gap(one, two) for one in kinds for two in kinds]
        return max(
            len(gap.ahead) + len(gap.back) + len(gap.jumps) for gap in gaps
        )

    def search(self, text: str) -> bool:
        """Tell whether some part of the text matches."""
        state = self._start
        rest = iter(text)
        char = ""
        try:
            for char in rest:
                state = state[char]
        except _Matched:
            return True
        except _Failed:
            return False
        except _Full:
            self._start = self._new_start()
            return self._go_on(state, chain(char, rest))
        return self._matches_at_end(state.positions, state.before)

    def interval(self, char: str) -> int:
        """Return the number of the interval that holds a character."""
        return bisect_right(self._edges, ord(char))

    def step(
        self, positions: int, before: str, interval: int
    ) -> tuple[int, str]:
        """
        Read a character: return the positions that take it, and its kind.

        Raise `_Matched` or `_Failed` where the text before it settles all.
        """
        taken, behind = self._read(interval)
        gap = self._gaps.get((before, behind)) or self.gap(before, behind)
        if gap.empty or positions & gap.last:
            raise _Matched
        reached = gap.follow(positions) & taken
        if not reached and self._anchored:
            raise _Failed
        return reached, behind

    def gap(self, before: str, behind: str) -> Gap:
        """Look up the edges at one kind of gap."""
        gap = self._gaps.get((before, behind))
        if gap is None:
            gap = gap_of(self._node, before, behind)
            self._gaps[before, behind] = gap
        return gap

    def _new_start(self) -> _State:
        return _State(self, _Table(), 0, self._before)

    def _read(self, interval: int) -> tuple[int, str]:
        """Return the positions that take a character, and its kind."""
        kind = OTHER
        if self._words and chr(self._edges[interval - 1]) in _WORD_CHARS:
            kind = WORD
        return self._takes[interval], kind

    def _go_on(self, state: _State, rest: Iterator[str]) -> bool:
        """Read the rest of a text without a table: `step`, in a loop."""
        positions, before = state.positions, state.before
        known: dict[str, tuple[int, str]] = {}
        gaps = self._gaps
        for char in rest:
            found = known.get(char)
            if found is None:
                found = known[char] = self._read(self.interval(char))
            taken, behind = found
            gap = gaps.get((before, behind)) or self.gap(before, behind)
            if gap.empty or positions & gap.last:
                return True
            before = behind
            positions = gap.follow(positions) & taken
            if not positions and self._anchored:
                return False
        return self._matches_at_end(positions, before)

    def _matches_at_end(self, positions: int, before: str) -> bool:
        gap = self.gap(before, self._behind)
        return gap.empty or positions & gap.last != 0


def _assertions_of(node: Node) -> set[Assertion]:
    found = set()
    pending = [node]
    while pending:
        node = pending.pop()
        if isinstance(node, Assertion):
            found.add(node)
        elif isinstance(node, Sequence):
            pending.extend(node.parts)
        elif isinstance(node, Choice):
            pending.extend(node.options)
        elif isinstance(node, Repeat):
            pending.append(node.body)
    return found
