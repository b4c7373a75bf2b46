r"""
The proof that `re` takes linear time for a pattern.

`re` backtracks: it follows one way through the pattern (a run), and on a
failure goes back to the last choice. Its work on a text is at most the number
of runs that are alive at one character, times the length of the text, times
the size of the pattern. So it is linear where the number of runs has a bound
that does not depend on the text. The bound is worked out over the tree, with
sets of the code points that can come next (the end of the text is one more
such symbol; behind the end of the pattern there is no symbol, since a run
that gets there has won):

- A choice whose options start with disjoint sets lets one option past the
  next character: the most runs of any option. Otherwise: the sum.
- A repetition whose body starts with what cannot follow the repetition
  decides by the next character whether it goes on. Otherwise it may stop at
  each count from `low` to `high`: that many runs, or without `high`, no bound.
- The runs of a repeated body multiply, round by round: no bound without
  `high`, unless the body has one run. A body that may be empty: no bound.
- What follows a part is what its successors start with, and for a repeated
  body also what it starts with itself: this finds ambiguity between adjacent
  and nested loops.
- The runs of a sequence multiply.

An unanchored search starts anew at each character. There the longest match
must be short, too: runs times its length bound the work at each start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolgate.schema.patterns.extent import is_anchored
from toolgate.schema.patterns.syntax import (
    Assertion,
    Chars,
    Choice,
    Node,
    Repeat,
    Sequence,
)

if TYPE_CHECKING:
    from toolgate.schema.patterns.extent import Extent
    from toolgate.schema.patterns.syntax import Ranges

MAX_STEPS = 256
"""Steps of `re` for one character of a text: runs times nodes."""

MAX_START_STEPS = 32
"""Steps of `re` from one start of an unanchored search."""

MAX_SHORT_STEPS = 4_096
"""Steps of `re` for a whole text, where matches have a longest length."""

MAX_RANGES = 32
"""Ranges in one class: beyond, `re` is slow to compile it and to look."""

_NO_BOUND = 1 << 20


def is_linear(node: Node, extent: Extent) -> bool:
    """
    Whether `re` takes linear time for a search, by the rule above.

    >>> from toolgate.schema.patterns.extent import extent_of
    >>> from toolgate.schema.patterns.parser import parse
    >>> [is_linear(tree, extent_of(tree)) for tree in map(parse, (
    ...     "^[a-z]+-[0-9]+$", "^(?:a|ab)*$", "^[a-z]+[0-9a-z]+$", "[a-z]+$",
    ... ))]
    [True, False, False, False]
    """
    if extent.nodes > MAX_STEPS:
        return False
    sets = _sets_of(node)
    if any(len(ranges) > MAX_RANGES for ranges in sets):
        return False
    runs = _Proof(sets).runs(node)
    longest = extent.longest
    if not is_anchored(node):
        return longest is not None and runs * longest <= MAX_START_STEPS
    if longest is not None and runs * longest <= MAX_SHORT_STEPS:
        return True
    return runs * extent.nodes <= MAX_STEPS


class _Proof:
    # Sets of next symbols are integers: one bit for each interval of code
    # points that the pattern tells apart, one for the end of the text.

    def __init__(self, sets: set[Ranges]) -> None:
        edges = sorted(
            {low for ranges in sets for low, _ in ranges}
            | {high + 1 for ranges in sets for _, high in ranges}
        )
        bits = {edge: 1 << n for n, edge in enumerate(edges)}
        self.bits = {
            ranges: sum(bits[high + 1] - bits[low] for low, high in ranges)
            for ranges in sets
        }
        self.end = 1 << len(edges)
        self.starts: dict[int, tuple[int, bool]] = {}

    def runs(self, node: Node) -> int:
        return self.visit(node, 0)[1]

    def visit(self, node: Node, follow: int) -> tuple[int, int]:
        """Return what can come next before the node, and its runs."""
        if isinstance(node, Chars):
            return self.bits[node.ranges], 1
        if isinstance(node, Assertion):
            return (self.end if node is Assertion.END else follow), 1
        if isinstance(node, Sequence):
            runs = 1
            for part in reversed(node.parts):
                follow, more = self.visit(part, follow)
                runs = min(runs * more, _NO_BOUND)
            return follow, runs
        if isinstance(node, Choice):
            return self.choice(node, follow)
        return self.repeat(node, follow)

    def choice(self, node: Choice, follow: int) -> tuple[int, int]:
        starts = most = total = 0
        disjoint = True
        for option in node.options:
            start, runs = self.visit(option, follow)
            disjoint = disjoint and not starts & start
            starts |= start
            most = max(most, runs)
            total += runs
        return starts, most if disjoint else min(total, _NO_BOUND)

    def repeat(self, node: Repeat, follow: int) -> tuple[int, int]:
        start, nullable = self.start(node.body)
        if nullable:
            return start | follow, _NO_BOUND
        high = node.high
        again = start if high != 1 else 0
        _, runs = self.visit(node.body, again | follow)
        if runs > 1:
            runs = _power(runs, high)
        if node.low != high and start & follow:
            exits = _NO_BOUND if high is None else high - node.low + 1
            runs = min(runs * exits, _NO_BOUND)
        return (start if node.low else start | follow), runs

    def start(self, node: Node) -> tuple[int, bool]:
        """Return what a node starts with, and whether it may be empty."""
        known = self.starts.get(id(node))
        if known is None:
            known = self.starts[id(node)] = self.new_start(node)
        return known

    def new_start(self, node: Node) -> tuple[int, bool]:
        if isinstance(node, Chars):
            return self.bits[node.ranges], False
        if isinstance(node, Sequence):
            bits = 0
            for part in node.parts:
                more, nullable = self.start(part)
                bits |= more
                if not nullable:
                    return bits, False
            return bits, True
        if isinstance(node, Choice):
            starts = [self.start(option) for option in node.options]
            bits = 0
            for more, _ in starts:
                bits |= more
            return bits, any(nullable for _, nullable in starts)
        if isinstance(node, Repeat):
            bits, nullable = self.start(node.body)
            return bits, nullable or node.low == 0
        # an assertion may let the text end, and takes nothing
        return (self.end if node is Assertion.END else 0), True


def _power(runs: int, high: int | None) -> int:
    total = 1
    for _ in range(_NO_BOUND if high is None else high):
        total *= runs
        if total >= _NO_BOUND:
            return _NO_BOUND
    return total


def _sets_of(node: Node) -> set[Ranges]:
    found = set()
    pending = [node]
    while pending:
        node = pending.pop()
        if isinstance(node, Chars):
            found.add(node.ranges)
        elif isinstance(node, Sequence):
            pending.extend(node.parts)
        elif isinstance(node, Choice):
            pending.extend(node.options)
        elif isinstance(node, Repeat):
            pending.append(node.body)
    return found
