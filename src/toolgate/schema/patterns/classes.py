"""
Sets of code points: the class escapes and Unicode properties of ECMA-262.

Properties are spelled out as ranges from `unicodedata`, once a process, and
both engines get these ranges. So they cannot disagree about a character that
only one of them knows: the Unicode version is that of the running Python.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from toolgate.schema.patterns.syntax import LAST_CODE_POINT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from toolgate.schema.patterns.syntax import Ranges

ANY: Ranges = ((0, LAST_CODE_POINT),)
DIGIT: Ranges = ((0x30, 0x39),)
WORD: Ranges = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
SPACE: Ranges = (
    (0x09, 0x0D),
    (0x20, 0x20),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
    (0xFEFF, 0xFEFF),
)
"""ECMA-262, 12.2 White Space and 12.3 Line Terminators."""

LINE_END: Ranges = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))

_WHITE_SPACE: Ranges = (
    (0x09, 0x0D),
    (0x20, 0x20),
    (0x85, 0x85),
    (0xA0, 0xA0),
    (0x1680, 0x1680),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    (0x202F, 0x202F),
    (0x205F, 0x205F),
    (0x3000, 0x3000),
)
"""Unicode, PropList.txt: White_Space, which is not `\\s`."""

# Planes 4 to 13 and all but the start of plane 14 are unassigned, planes 15
# and 16 are for private use, their last two code points excepted.
_SCANNED = ((0, 0x3FFFF), (0xE0000, 0xE0FFF))
_KNOWN = (
    ("Cn", 0x40000, 0xDFFFF),
    ("Cn", 0xE1000, 0xEFFFF),
    ("Co", 0xF0000, 0xFFFFD),
    ("Cn", 0xFFFFE, 0xFFFFF),
    ("Co", 0x100000, 0x10FFFD),
    ("Cn", 0x10FFFE, 0x10FFFF),
)

_LONG_NAMES = {
    "C": "Other",
    "Cc": "Control cntrl",
    "Cf": "Format",
    "Cn": "Unassigned",
    "Co": "Private_Use",
    "Cs": "Surrogate",
    "L": "Letter",
    "LC": "Cased_Letter",
    "Ll": "Lowercase_Letter",
    "Lm": "Modifier_Letter",
    "Lo": "Other_Letter",
    "Lt": "Titlecase_Letter",
    "Lu": "Uppercase_Letter",
    "M": "Mark Combining_Mark",
    "Mc": "Spacing_Mark",
    "Me": "Enclosing_Mark",
    "Mn": "Nonspacing_Mark",
    "N": "Number",
    "Nd": "Decimal_Number digit",
    "Nl": "Letter_Number",
    "No": "Other_Number",
    "P": "Punctuation punct",
    "Pc": "Connector_Punctuation",
    "Pd": "Dash_Punctuation",
    "Pe": "Close_Punctuation",
    "Pf": "Final_Punctuation",
    "Pi": "Initial_Punctuation",
    "Po": "Other_Punctuation",
    "Ps": "Open_Punctuation",
    "S": "Symbol",
    "Sc": "Currency_Symbol",
    "Sk": "Modifier_Symbol",
    "Sm": "Math_Symbol",
    "So": "Other_Symbol",
    "Z": "Separator",
    "Zl": "Line_Separator",
    "Zp": "Paragraph_Separator",
    "Zs": "Space_Separator",
}
_CATEGORIES = {
    name: short
    for short, names in _LONG_NAMES.items()
    for name in (short, *names.split())
}
"""Unicode, PropertyValueAliases.txt: the names of General_Category."""


def merged(ranges: Iterable[tuple[int, int]]) -> Ranges:
    """
    Sort ranges, and join those that overlap or touch.

    >>> merged([(5, 9), (1, 2), (3, 4)])
    ((1, 9),)
    """
    result: list[tuple[int, int]] = []
    last = -2
    for low, high in sorted(ranges):
        if low > last + 1:
            result.append((low, high))
            last = high
        elif high > last:
            result[-1] = (result[-1][0], high)
            last = high
    return tuple(result)


def negated(ranges: Ranges) -> Ranges:
    """
    Every other code point.

    >>> negated(((0, 9),))
    ((10, 1114111),)
    """
    result = []
    start = 0
    for low, high in ranges:
        if low > start:
            result.append((start, low - 1))
        start = high + 1
    if start <= LAST_CODE_POINT:
        result.append((start, LAST_CODE_POINT))
    return tuple(result)


@lru_cache(maxsize=128)
def unicode_property(name: str) -> Ranges | None:
    r"""
    Look up what stands between the braces of `\p{...}`.

    None where the property is unknown, or known and not supported: scripts,
    for example, are not in the standard library.

    >>> unicode_property("Nd")[0]
    (48, 57)
    >>> unicode_property("Script=Greek") is None
    True
    """
    key, equals, value = name.partition("=")
    if equals and key not in ("General_Category", "gc"):
        return None
    short = _CATEGORIES.get(value if equals else name)
    if short is not None:
        return _category(short)
    binary = None if equals else _BINARY.get(name)
    return binary() if binary else None


def _category(short: str) -> Ranges:
    wanted = ("Lu", "Ll", "Lt") if short == "LC" else short
    return merged(
        run
        for category, runs in _category_runs().items()
        if category.startswith(wanted)
        for run in runs
    )


@lru_cache(maxsize=1)
def _category_runs() -> dict[str, list[tuple[int, int]]]:
    runs: dict[str, list[tuple[int, int]]] = {}
    for first, last in _SCANNED:
        categories = map(
            unicodedata.category, map(chr, range(first, last + 1))
        )
        start = first
        for category, run in groupby(categories):
            stop = start + sum(1 for _ in run)
            runs.setdefault(category, []).append((start, stop - 1))
            start = stop
    for category, low, high in _KNOWN:
        runs.setdefault(category, []).append((low, high))
    return runs


def _where(holds: Callable[[str], bool]) -> Ranges:
    return merged((c, c) for c in range(0x20000) if holds(chr(c)))


# CPython answers islower and isupper from the derived properties Lowercase
# and Uppercase; isalpha is not Alphabetic, so that one is missing.
_BINARY: dict[str, Callable[[], Ranges]] = {
    "Any": lambda: ANY,
    "ASCII": lambda: ((0, 0x7F),),
    "ASCII_Hex_Digit": lambda: ((0x30, 0x39), (0x41, 0x46), (0x61, 0x66)),
    "AHex": lambda: ((0x30, 0x39), (0x41, 0x46), (0x61, 0x66)),
    "Assigned": lambda: negated(_category("Cn")),
    "Lowercase": lambda: _where(str.islower),
    "Lower": lambda: _where(str.islower),
    "Uppercase": lambda: _where(str.isupper),
    "Upper": lambda: _where(str.isupper),
    "White_Space": lambda: _WHITE_SPACE,
    "space": lambda: _WHITE_SPACE,
}
