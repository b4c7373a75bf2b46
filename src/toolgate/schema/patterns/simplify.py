r"""
Smaller trees for the same search.

A search asks whether some part of a text matches, so what may be empty at an
open end of the pattern can go: `\s+$` finds what `\s$` finds, and `.*a` what
`a` finds. That takes the quadratic sting out of many patterns.
"""

from __future__ import annotations

from toolgate.schema.patterns.syntax import (
    EMPTY,
    Choice,
    Node,
    Repeat,
    Sequence,
    repeat,
    sequence,
)


def simplify(node: Node) -> Node:
    r"""
    Return a tree that a search cannot tell from this one.

    >>> from toolgate.schema.patterns.parser import parse
    >>> simplify(parse(r"x*ab+")) == parse("ab")
    True
    """
    settled, _ = _settled(node)
    return _trimmed(_trimmed(settled, 1), -1)


def _settled(node: Node) -> tuple[Node, bool]:
    """
    Unfold repetitions of what may be empty; tell whether the node may.

    A body that may be empty meets every lower bound with nothing, so the
    bound is 0, and an optional one needs no repetition at all.
    """
    if isinstance(node, Sequence):
        done = [_settled(part) for part in node.parts]
        nullable = all(empty for _, empty in done)
        return Sequence(tuple(part for part, _ in done)), nullable
    if isinstance(node, Choice):
        done = [_settled(option) for option in node.options]
        nullable = any(empty for _, empty in done)
        return Choice(tuple(option for option, _ in done)), nullable
    if isinstance(node, Repeat):
        body, nullable = _settled(node.body)
        low = 0 if nullable else node.low
        if nullable and node.high == 1:
            return body, True
        return repeat(body, low, node.high), low == 0
    return node, False


def _trimmed(node: Node, step: int) -> Node:
    """Trim the end where a match starts (step 1) or stops (step -1)."""
    if isinstance(node, Repeat):
        return repeat(node.body, node.low, node.low)
    if isinstance(node, Choice):
        options = [_trimmed(option, step) for option in node.options]
        if any(option is EMPTY for option in options):
            return EMPTY
        return Choice(tuple(options))
    if isinstance(node, Sequence):
        parts = list(node.parts[::step])
        while parts:
            parts[0] = _trimmed(parts[0], step)
            if parts[0] is not EMPTY:
                break
            del parts[0]
        return sequence(parts[::step])
    return node
