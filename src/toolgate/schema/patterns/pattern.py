"""
Patterns: ECMA-262 regular expressions that cannot hang.

JSON Schema 2020-12 (Core, 6.4; Validation, 6.3.3) and draft-07 take a
`pattern` for an ECMA-262 regular expression that matches anywhere in a text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NoReturn

from toolgate.schema.patterns.automaton import Automaton
from toolgate.schema.patterns.emit import to_re, to_rust
from toolgate.schema.patterns.extent import extent_of
from toolgate.schema.patterns.linear import is_linear
from toolgate.schema.patterns.parser import parse
from toolgate.schema.patterns.simplify import simplify
from toolgate.schema.patterns.syntax import refuse

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.schema.patterns.extent import Extent
    from toolgate.schema.patterns.syntax import Node

MAX_WEIGHT = 200_000
"""Estimated states of an automaton over UTF-8 (`Extent.weight`). The Rust
engine compiles so many in about 60 ms, and well under its size limit."""

MAX_POSITIONS = 2_500
"""Characters of a pattern that needs the automaton, its repetitions written
out. A set of them is an integer of so many bits; real patterns reach 2,142.
Only characters that the author wrote one by one may be more."""

MAX_OPERATIONS = 48
"""Operations on such integers for one character of a text that outgrew the
table, scaled by their length. Real patterns reach 44."""


@dataclass(frozen=True)
class Pattern:
    r"""
    A regular expression that takes linear time.

    `source` is the ECMA-262 expression, `rust` the same for the linear engine
    of jsonschema-rs (`pattern_options=RegexOptions()`); both forms come from
    one tree. `linear`: Python's `re` was proven to take linear time for it,
    and does the work; otherwise an automaton does. `positions` counts the
    characters of the pattern, its repetitions written out: for a pattern that
    is not `linear`, a linear engine may need that many steps for a character
    of a hostile text. `weight` estimates its states over UTF-8. Two patterns
    are equal if their sources are.

    >>> pattern = compile_pattern(r"^\d{4}-\d{2}$")
    >>> pattern.rust
    '^[0-9]{4}-[0-9]{2}$'
    >>> pattern.linear
    True
    """

    source: str
    rust: str = field(compare=False, repr=False)
    linear: bool = field(compare=False)
    positions: int = field(compare=False, repr=False)
    weight: int = field(compare=False, repr=False)
    _engine: Automaton | _Backtracking = field(compare=False, repr=False)

    def search(self, text: str) -> bool:
        r"""
        Tell whether some part of the text matches.

        The time grows linearly with the text, whatever the pattern.

        >>> compile_pattern("^[a-z]+$").search("abc\n")
        False
        """
        return bool(self._engine.search(text))


class _Backtracking:
    """A pattern for `re`, compiled when it is first needed."""

    # `re` takes longer to compile than all the rest, and where the fast
    # engine validates, nobody searches.
    __slots__ = ("_node", "search")

    def __init__(self, node: Node) -> None:
        self._node = node
        self.search: Callable[[str], object] = self._first_search

    def _first_search(self, text: str) -> object:
        compiled = re.compile(to_re(self._node), re.ASCII)
        self.search = compiled.search
        return compiled.search(text)


@lru_cache(maxsize=1024)
def compile_pattern(source: str) -> Pattern:
    r"""
    Compile an ECMA-262 regular expression.

    Raise `UnsupportedPatternError` where it is none, needs more than an
    automaton can do (lookaround, most backreferences), or is too large:
    `MAX_SOURCE`, `MAX_DEPTH`, `MAX_COUNT` and `MAX_RANGES` of
    `toolgate.schema.patterns.syntax`, and the bounds of this module.

    >>> compile_pattern(r"^[^@\s]+@[^@\s]+\.[^@\s]+$").search("a@b.co")
    True
    >>> compile_pattern("^(?=a)")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    toolgate.exceptions.UnsupportedPatternError: ...lookahead is not ...
    """
    node = simplify(parse(source))
    extent = extent_of(node)
    if extent.weight > MAX_WEIGHT:
        _refuse_size("UTF-8 states", extent.weight, MAX_WEIGHT)
    if is_linear(node, extent):
        engine: Automaton | _Backtracking = _Backtracking(node)
    else:
        engine = _automaton(node, extent)
    return Pattern(
        source=source,
        rust=to_rust(node),
        linear=isinstance(engine, _Backtracking),
        positions=extent.positions,
        weight=extent.weight,
        _engine=engine,
    )


def _automaton(node: Node, extent: Extent) -> Automaton:
    if extent.positions > max(MAX_POSITIONS, extent.nodes):
        _refuse_size("characters", extent.positions, MAX_POSITIONS)
    automaton = Automaton(node)
    operations = automaton.operations * (1 + extent.positions // 1000)
    if operations > MAX_OPERATIONS:
        _refuse_size("operations a step", operations, MAX_OPERATIONS)
    return automaton


def _refuse_size(what: str, found: int, limit: int) -> NoReturn:
    refuse(
        f"written out, it has {found} {what}, and {limit} are the limit; "
        "bound the length with maxLength, or simplify the pattern"
    )
