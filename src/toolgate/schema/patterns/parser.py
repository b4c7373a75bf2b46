r"""
ECMA-262 regular expressions, read into a tree.

The grammar is that of the standard (22.2.1) with the unicode flag, plus the
legacy forms of annex B.1.2 that all dialects which take them read alike:
`[\w-.]`, a lone `{`, `}` or `]`, and `a{1`. The parser keeps its own stack,
so that nesting costs no frames of Python's.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from toolgate.schema.patterns.brackets import read_class
from toolgate.schema.patterns.classes import LINE_END, merged, negated
from toolgate.schema.patterns.escapes import DIGITS, read_escape
from toolgate.schema.patterns.quantifiers import (
    check_literal_brace,
    read_quantifier,
)
from toolgate.schema.patterns.syntax import (
    EMPTY,
    MAX_DEPTH,
    MAX_RANGES,
    MAX_SOURCE,
    Assertion,
    Chars,
    Choice,
    Node,
    Sequence,
    refuse,
    repeat,
    sequence,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.schema.patterns.syntax import Ranges

_DOT = Chars(negated(LINE_END))
_PLAIN = re.compile(r"[^\\^$.|()\[\]{*+?]+")
_REFERENCE = re.compile(r"\\(?:k<([^<>]*)>|([0-9]+))")
_NAME = re.compile(r"\(\?<([^<>()\[\]{}|\\]*)>")
_GROUPS = {
    "(?=": "lookahead",
    "(?!": "negative lookahead",
    "(?<=": "lookbehind",
    "(?<!": "negative lookbehind",
}
_LOOKAROUND = (
    "{} is not supported; say it in the schema with several patterns under "
    '"allOf", or with "not"'
)


@lru_cache(maxsize=1024)
def _literal(char: str) -> Chars:
    code = ord(char)
    return Chars(((code, code),))


class _Group:
    """A group that is still open, or the pattern around all groups."""

    __slots__ = ("matched", "number", "offset", "options", "parts")

    def __init__(self, offset: int, number: int) -> None:
        self.offset = offset
        self.number = number
        self.options: list[Node] = []
        self.parts: list[Node] = []
        self.matched: dict[int, Node] = {}
        """Capturing groups that have surely matched before this point."""


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.groups = [_Group(0, 0)]
        self.captures = 0
        self.names: dict[str, int] = {}
        self.ranges = 0
        self.bracket_in_class = False

    def parse(self) -> Node:
        source = self.source
        while self.at < len(source):
            plain = _PLAIN.match(source, self.at)
            if plain:
                self.literals(plain.end())
            else:
                _SPECIAL[source[self.at]](self)
        if len(self.groups) > 1:
            refuse("a group is not closed", self.groups[-1].offset)
        return self.closed(self.groups[0])

    def literals(self, stop: int) -> None:
        """Read characters that stand for themselves; the last may repeat."""
        parts = self.groups[-1].parts
        parts.extend(map(_literal, self.source[self.at : stop - 1]))
        self.at = stop
        self.atom(_literal(self.source[stop - 1]))

    def closed(self, group: _Group) -> Node:
        group.options.append(sequence(group.parts))
        if len(group.options) == 1:
            return group.options[0]
        group.matched = {}
        singles = [node for node in group.options if isinstance(node, Chars)]
        if len(singles) == len(group.options):
            return Chars(merged(r for node in singles for r in node.ranges))
        return Choice(tuple(group.options))

    def atom(self, node: Node) -> int:
        """Add a node with the quantifier behind it; return its least count."""
        low = 1
        found = read_quantifier(self.source, self.at)
        if found:
            low, high, self.at = found
            node = repeat(node, low, high)
        if node is not EMPTY:
            self.groups[-1].parts.append(node)
        return low

    def assertion(self) -> None:
        node = Assertion(self.source[self.at])
        self.at += 1
        self.zero_width(node)

    def zero_width(self, node: Assertion) -> None:
        if read_quantifier(self.source, self.at):
            self.nothing_to_repeat()
        self.groups[-1].parts.append(node)

    def nothing_to_repeat(self) -> None:
        refuse("there is nothing to repeat", self.at)

    def brace(self) -> None:
        check_literal_brace(self.source, self.at)
        self.at += 1
        self.atom(_literal("{"))

    def lone_bracket(self) -> None:
        if self.bracket_in_class:
            refuse("classes do not nest in ECMA-262", self.at)
        self.at += 1
        self.atom(_literal("]"))

    def dot(self) -> None:
        self.at += 1
        self.atom(_DOT)

    def bar(self) -> None:
        group = self.groups[-1]
        group.options.append(sequence(group.parts))
        group.parts = []
        group.matched = {}
        self.at += 1

    def escape(self) -> None:
        kind = self.source[self.at + 1 : self.at + 2]
        if kind == "k" or (kind in DIGITS and kind != "0"):
            self.backreference()
            return
        found, self.at = read_escape(self.source, self.at, in_class=False)
        if isinstance(found, Assertion):
            self.zero_width(found)
        elif isinstance(found, int):
            self.atom(_literal(chr(found)))
        else:
            self.atom(self.chars(found))

    def chars(self, ranges: Ranges) -> Chars:
        self.ranges += len(ranges)
        if self.ranges > MAX_RANGES:
            refuse(f"the classes hold more than {MAX_RANGES} ranges", self.at)
        return Chars(ranges)

    def backreference(self) -> None:
        """Take a reference to a group that can only have matched one text."""
        found = _REFERENCE.match(self.source, self.at)
        number = None
        if found:
            name, digits = found.groups()
            number = self.names.get(name) if name else int(digits[:9])
        for group in self.groups:
            if found and number in group.matched:
                self.at = found.end()
                self.atom(group.matched[number])
                return
        refuse(
            "a backreference is not supported, unless to a group of plain "
            "characters that must have matched",
            self.at,
        )

    def opened(self) -> None:
        source, at = self.source, self.at
        number = 0
        self.at += 1
        if source.startswith("(?:", at):
            self.at += 2
        else:
            if source.startswith("(?", at):
                self.named(at)
            self.captures += 1
            number = self.captures
        if len(self.groups) > MAX_DEPTH:
            refuse(f"groups are nested more than {MAX_DEPTH} deep", at)
        self.groups.append(_Group(at, number))

    def named(self, at: int) -> None:
        for length in (4, 3):
            kind = _GROUPS.get(self.source[at : at + length])
            if kind:
                refuse(_LOOKAROUND.format(kind), at)
        found = _NAME.match(self.source, at)
        if not found:
            shown = self.source[at : at + 3]
            refuse(f"{shown!r} opens no group of ECMA-262", at)
        name = found[1]
        if not name.replace("$", "_").isidentifier():
            refuse("a group's name is not an identifier", at)
        if name in self.names:
            refuse("two groups have one name", at)
        self.names[name] = self.captures + 1
        self.at = found.end()

    def close(self) -> None:
        if len(self.groups) == 1:
            refuse("a group is closed that was not opened", self.at)
        group = self.groups.pop()
        node = self.closed(group)
        self.at += 1
        low = self.atom(node)
        if low:
            matched = self.groups[-1].matched
            matched.update(group.matched)
            if group.number and _is_text(node):
                matched[group.number] = node

    def bracket(self) -> None:
        ranges, stop = read_class(self.source, self.at)
        if "[" in self.source[self.at + 1 : stop]:
            self.bracket_in_class = True
        self.at = stop
        self.atom(self.chars(ranges))


def _is_text(node: Node) -> bool:
    parts = node.parts if isinstance(node, Sequence) else (node,)
    return all(
        isinstance(part, Chars)
        and len(part.ranges) == 1
        and part.ranges[0][0] == part.ranges[0][1]
        for part in parts
    )


_SPECIAL: dict[str, Callable[[_Parser], None]] = {
    "^": _Parser.assertion,
    "$": _Parser.assertion,
    ".": _Parser.dot,
    "|": _Parser.bar,
    "(": _Parser.opened,
    ")": _Parser.close,
    "[": _Parser.bracket,
    "]": _Parser.lone_bracket,
    "{": _Parser.brace,
    "*": _Parser.nothing_to_repeat,
    "+": _Parser.nothing_to_repeat,
    "?": _Parser.nothing_to_repeat,
    "\\": _Parser.escape,
}


def parse(source: str) -> Node:
    r"""
    Read an ECMA-262 regular expression.

    Raise `UnsupportedPatternError` with the offset where `source` is none,
    or says what no automaton can do: lookaround, most backreferences.

    >>> parse(r"\x61*")
    Repeat(body=Chars(ranges=((97, 97),)), low=0, high=None)
    """
    if len(source) > MAX_SOURCE:
        refuse(f"it is longer than {MAX_SOURCE} characters")
    return _Parser(source).parse()
