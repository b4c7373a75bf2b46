"""Escapes: ECMA-262, 22.2.1, CharacterEscape and CharacterClassEscape."""

from __future__ import annotations

import pytest

from toolgate.exceptions import UnsupportedPatternError
from toolgate.schema.patterns.classes import DIGIT, SPACE, WORD, negated
from toolgate.schema.patterns.escapes import read_escape
from toolgate.schema.patterns.syntax import Assertion

EVERYWHERE = [
    (r"\t", 0x09),
    (r"\n", 0x0A),
    (r"\v", 0x0B),
    (r"\f", 0x0C),
    (r"\r", 0x0D),
    (r"\0", 0x00),
    (r"\cA", 0x01),
    (r"\ca", 0x01),
    (r"\cZ", 0x1A),
    (r"\x41", 0x41),
    (r"\xfF", 0xFF),
    (r"\u0041", 0x41),
    (r"\u{41}", 0x41),
    (r"\u{000041}", 0x41),
    (r"\u{10FFFF}", 0x10FFFF),
    (r"\ud83d\udc32", 0x1F432),
    (r"\d", DIGIT),
    (r"\D", negated(DIGIT)),
    (r"\s", SPACE),
    (r"\S", negated(SPACE)),
    (r"\w", WORD),
    (r"\W", negated(WORD)),
    (r"\p{ASCII}", ((0, 0x7F),)),
    (r"\P{ASCII}", ((0x80, 0x10FFFF),)),
    *((f"\\{char}", ord(char)) for char in "^$\\.*+?()[]{}|/"),
    # annex B.1.2: an escaped character without a meaning is itself
    *((f"\\{char}", ord(char)) for char in "-_@'\"#%&,:;<=>!~` \n"),
]


@pytest.mark.parametrize("in_class", [False, True])
@pytest.mark.parametrize(("source", "expected"), EVERYWHERE)
def test_escapes_that_mean_the_same_everywhere(source, expected, in_class):
    found = read_escape(f"xx{source}yy", 2, in_class=in_class)
    assert found == (expected, 2 + len(source))


def test_b_is_a_boundary_outside_and_a_backspace_inside():
    assert read_escape(r"\b", 0, in_class=False) == (Assertion.WORD, 2)
    assert read_escape(r"\B", 0, in_class=False) == (Assertion.NOT_WORD, 2)
    assert read_escape(r"\b", 0, in_class=True) == (0x08, 2)


@pytest.mark.parametrize("rest", [r"\u0041", r"\udx", r"\u", "a", ""])
def test_a_surrogate_without_its_half_stands_alone(rest):
    found = read_escape(rf"\ud83d{rest}", 0, in_class=False)
    assert found == (0xD83D, 6)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("\\", "backslash stands at the end"),
        (r"\A", r"\A is not ECMA-262; write ^"),
        (r"\Z", r"\Z is not ECMA-262; write $"),
        (r"\z", r"\z is not ECMA-262; write $"),
        (r"\h", "is not ECMA-262; write"),
        (r"\R", "is not ECMA-262; write"),
        (r"\a", r"write \x07"),
        (r"\e", r"write \x1b"),
        (r"\Q", "escape each character"),
        (r"\G", r"\G is not an ECMA-262 escape"),
        (r"\é", "is not an ECMA-262 escape"),
        (r"\00", "octal"),
        (r"\c", "takes a letter"),
        (r"\c1", "takes a letter"),
        (r"\cé", "takes a letter"),
        (r"\x4", "two hexadecimal"),
        (r"\x4g", "two hexadecimal"),
        (r"\u004", "four hexadecimal"),
        (r"\u{}", "up to 10FFFF"),
        (r"\u{110000}", "up to 10FFFF"),
        (r"\u{41", "up to 10FFFF"),
        (r"\u{4_1}", "up to 10FFFF"),
        (r"\p", "property in braces"),
        (r"\pL", "property in braces"),
        (r"\P{L", r"\P takes a property in braces"),
        (r"\p{Script=Greek}", "'Script=Greek' is not supported"),
    ],
)
def test_what_is_no_escape_is_refused_by_name(source, reason):
    with pytest.raises(UnsupportedPatternError) as caught:
        read_escape(f"ab{source}", 2, in_class=False)
    assert reason in caught.value.reason
    assert caught.value.reason.endswith(", at offset 2")


@pytest.mark.parametrize("source", [r"\B", r"\1", r"\k"])
def test_escapes_without_meaning_in_a_class(source):
    with pytest.raises(UnsupportedPatternError):
        read_escape(source, 0, in_class=True)
