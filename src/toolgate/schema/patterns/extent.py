"""How large a pattern becomes once its repetitions are written out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from toolgate.schema.patterns.syntax import (
    Assertion,
    Chars,
    Choice,
    Node,
    Sequence,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.schema.patterns.syntax import Ranges


class Extent(NamedTuple):
    """
    The size of a tree, with nothing expanded to find out.

    `positions` counts the characters of the pattern with every repetition
    written out, `weight` estimates the states of an automaton over UTF-8
    bytes, `longest` is the length of the longest match (None: no bound),
    `nodes` the size of the tree itself.
    """

    positions: int
    weight: int
    longest: int | None
    nodes: int


# The last code points that take one to four bytes, and the states that a
# range of such code points costs at most: one a byte for a single sequence,
# plus those for ragged ends.
_UTF8 = ((0x7F, 1), (0x7FF, 4), (0xFFFF, 9), (0x10FFFF, 16))

_SHARED = 256


def extent_of(node: Node) -> Extent:
    """
    Measure a tree.

    >>> from toolgate.schema.patterns.parser import parse
    >>> extent_of(parse("(?:ab?){1000}")).positions
    2000
    """
    if isinstance(node, Chars):
        return Extent(1, _weight(node.ranges), 1, 1)
    if isinstance(node, Assertion):
        return Extent(0, 1, 0, 1)
    if isinstance(node, Sequence):
        return _sum([extent_of(part) for part in node.parts])
    if isinstance(node, Choice):
        options = [extent_of(option) for option in node.options]
        return _sum(options)._replace(longest=_all(max, options))
    body = extent_of(node.body)
    copies = max(node.low, 1) if node.high is None else node.high
    longest = None
    if body.longest is not None and node.high is not None:
        longest = body.longest * node.high
    return Extent(
        body.positions * copies,
        (body.weight + 1) * copies,
        longest,
        body.nodes + 1,
    )


def is_anchored(node: Node) -> bool:
    """Whether a match can only begin where the text begins."""
    if isinstance(node, Sequence):
        return bool(node.parts) and is_anchored(node.parts[0])
    if isinstance(node, Choice):
        return all(is_anchored(option) for option in node.options)
    return node is Assertion.START


def _sum(parts: list[Extent]) -> Extent:
    return Extent(
        sum(part.positions for part in parts),
        sum(part.weight + 1 for part in parts),
        _all(sum, parts),
        sum(part.nodes for part in parts) + 1,
    )


def _all(join: Callable[[list[int]], int], parts: list[Extent]) -> int | None:
    """Join the lengths of all parts, where every one has a bound."""
    lengths = [p.longest for p in parts if p.longest is not None]
    return join(lengths) if len(lengths) == len(parts) else None


def _weight(ranges: Ranges) -> int:
    total = 0
    for low, high in ranges:
        floor = 0
        for top, states in _UTF8:
            if low <= top and high >= floor:
                total += states
            floor = top + 1
    # the more ranges, the more of their states they share
    return total if total <= _SHARED else (total + _SHARED) // 2
