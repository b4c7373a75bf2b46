r"""
What follows a backslash, in a class and outside of one.

ECMA-262, 22.2.1 Patterns, with the unicode flag; of annex B.1.2 the escapes
of punctuation that means nothing special (`\-`, `\_`, `\@`), since schemas
are full of them and every dialect reads them alike.
"""

from __future__ import annotations

from toolgate.schema.patterns.classes import (
    DIGIT,
    SPACE,
    WORD,
    negated,
    unicode_property,
)
from toolgate.schema.patterns.syntax import (
    LAST_CODE_POINT,
    Assertion,
    Ranges,
    refuse,
)

_CLASSES: dict[str, Ranges] = {
    "d": DIGIT,
    "D": negated(DIGIT),
    "s": SPACE,
    "S": negated(SPACE),
    "w": WORD,
    "W": negated(WORD),
}
_CONTROLS = {"t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D}
_ASSERTIONS = {"b": Assertion.WORD, "B": Assertion.NOT_WORD}
_LEADING = range(0xD800, 0xDC00)
_TRAILING = range(0xDC00, 0xE000)
_HEX = frozenset("0123456789abcdefABCDEF")
_FOREIGN = {
    "A": r"\A is not ECMA-262; write ^",
    "Z": r"\Z is not ECMA-262; write $",
    "z": r"\z is not ECMA-262; write $",
    "h": r"\h is not ECMA-262; write [ \t]",
    "R": r"\R is not ECMA-262; write (?:\r\n|\n|\r)",
    "a": r"\a is not ECMA-262; write \x07",
    "e": r"\e is not ECMA-262; write \x1b",
    "Q": r"\Q is not ECMA-262; escape each character",
}

Escape = int | Ranges | Assertion
"""A code point, a class, or an assertion."""


def read_escape(source: str, at: int, *, in_class: bool) -> tuple[Escape, int]:
    r"""
    Read the escape whose backslash stands at `at`.

    Return what it means and the offset behind it. Raise
    `UnsupportedPatternError` for an escape that is not ECMA-262.

    >>> read_escape(r"\u{1F432}", 0, in_class=False)
    (128050, 9)
    """
    kind = source[at + 1 : at + 2]
    if kind in _CLASSES:
        return _CLASSES[kind], at + 2
    if not kind.isalnum():
        if not kind:
            refuse("a backslash stands at the end", at)
        return ord(kind), at + 2
    if kind in _CONTROLS:
        return _CONTROLS[kind], at + 2
    if kind in _ASSERTIONS:
        if not in_class:
            return _ASSERTIONS[kind], at + 2
        if kind == "b":
            return 0x08, at + 2
    reader = _READERS.get(kind)
    if reader is None:
        refuse(_FOREIGN.get(kind, f"\\{kind} is not an ECMA-262 escape"), at)
    return reader(source, at)


def _control(source: str, at: int) -> tuple[Escape, int]:
    letter = source[at + 2 : at + 3]
    if not (letter.isascii() and letter.isalpha()):
        refuse(r"\c takes a letter", at)
    return ord(letter) % 32, at + 3


def _nul(source: str, at: int) -> tuple[Escape, int]:
    if source[at + 2 : at + 3] in DIGITS:
        refuse(r"an octal escape is not ECMA-262; write \xHH", at)
    return 0, at + 2


def _digits(source: str, at: int, count: int) -> int | None:
    text = source[at : at + count]
    if text and len(text) == count and _HEX.issuperset(text):
        return int(text, 16)
    return None


def _hex(source: str, at: int) -> tuple[Escape, int]:
    code = _digits(source, at + 2, 2)
    if code is None:
        refuse(r"\x takes two hexadecimal digits", at)
    return code, at + 4


def _unicode(source: str, at: int) -> tuple[Escape, int]:
    if source[at + 2 : at + 3] == "{":
        stop = source.find("}", at, at + 16)
        code = _digits(source, at + 3, stop - at - 3)
        if code is None or code > LAST_CODE_POINT:
            refuse(r"\u{...} takes a code point up to 10FFFF", at)
        return code, stop + 1
    code = _digits(source, at + 2, 4)
    if code is None:
        refuse(r"\u takes four hexadecimal digits, or braces", at)
    if code in _LEADING and source[at + 6 : at + 8] == r"\u":
        trail = _digits(source, at + 8, 4) or 0
        if trail in _TRAILING:
            pair = code.to_bytes(2, "big") + trail.to_bytes(2, "big")
            return ord(pair.decode("utf-16-be")), at + 12
    return code, at + 6


def _property(source: str, at: int) -> tuple[Escape, int]:
    stop = source.find("}", at, at + 80)
    if source[at + 2 : at + 3] != "{" or stop < 0:
        refuse(rf"\{source[at + 1]} takes a property in braces", at)
    name = source[at + 3 : stop]
    ranges = unicode_property(name)
    if ranges is None:
        refuse(f"the Unicode property {name!r} is not supported", at)
    if source[at + 1] == "P":
        ranges = negated(ranges)
    return ranges, stop + 1


DIGITS = frozenset("0123456789")
_READERS = {
    "0": _nul,
    "c": _control,
    "p": _property,
    "P": _property,
    "u": _unicode,
    "x": _hex,
}
