"""Quantifiers, and braces that are none."""

from __future__ import annotations

import re

from toolgate.schema.patterns.escapes import DIGITS
from toolgate.schema.patterns.syntax import MAX_COUNT, refuse

_COUNTS = re.compile(r"\{([0-9]+)(?:(,)([0-9]*))?\}")
_COUNTS_ELSEWHERE = re.compile(r"\{[ ,0-9]*\}")


def read_quantifier(
    source: str, at: int
) -> tuple[int, int | None, int] | None:
    """
    Read the quantifier at `at`, if one stands there.

    Return the bounds (None: no upper one) and the offset behind it. Raise
    `UnsupportedPatternError` for bounds out of order, or past `MAX_COUNT`.

    >>> read_quantifier("a{2,}?", 1)
    (2, None, 6)
    """
    char = source[at : at + 1]
    low, high = 0, None
    stop = at + 1
    if char == "?":
        high = 1
    elif char == "+":
        low = 1
    elif char == "{":
        found = _COUNTS.match(source, at)
        if not found:
            return None
        low, high = _counts(found)
        stop = found.end()
    elif char != "*":
        return None
    # being lazy changes which match is found, not whether there is one
    return low, high, stop + source.startswith("?", stop)


def _counts(found: re.Match[str]) -> tuple[int, int | None]:
    least, comma, most = found.groups()
    low = _count(least, found.start())
    high = None if comma and not most else _count(most or least, found.start())
    if high is not None and low > high:
        refuse("the numbers of a repetition are out of order", found.start())
    return low, high


def _count(digits: str, at: int) -> int:
    digits = digits.lstrip("0") or "0"
    if len(digits) > len(str(MAX_COUNT)) or int(digits) > MAX_COUNT:
        refuse(f"a repetition counts past {MAX_COUNT}", at)
    return int(digits)


def check_literal_brace(source: str, at: int) -> None:
    """
    Raise `UnsupportedPatternError` where a brace does not stand for itself.

    Annex B takes a brace that begins no quantifier for a literal, and so does
    every dialect that allows it. Not so `{,5}`, which repeats elsewhere.
    """
    if _COUNTS.match(source, at):
        refuse("there is nothing to repeat", at)
    found = _COUNTS_ELSEWHERE.match(source, at)
    if found and not DIGITS.isdisjoint(found[0]):
        refuse(
            "these braces repeat in other dialects and are text in ECMA-262; "
            r"write {0,n} or \{",
            at,
        )
