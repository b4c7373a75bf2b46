"""Sets of code points, against `unicodedata` and laws of sets."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolgate.schema.patterns.classes import (
    ANY,
    DIGIT,
    SPACE,
    WORD,
    merged,
    negated,
    unicode_property,
)

ALL = range(0x110000)
points = st.integers(0, 60) | st.integers(0x10FFF0, 0x10FFFF)
ranges = st.lists(st.tuples(points, points).map(sorted).map(tuple))


def members(found):
    return {code for low, high in found for code in range(low, high + 1)}


@settings(deadline=None)
@given(ranges.filter(lambda found: all(b - a < 100 for a, b in found)))
def test_merging_keeps_members_and_leaves_gaps(found):
    result = merged(found)
    assert members(result) == members(found)
    for (_, high), (low, _) in pairwise(result):
        assert low > high + 1


@settings(deadline=None)
@given(ranges)
def test_a_set_and_its_negation_are_all_there_is(found):
    result = merged(found)
    assert merged(result + negated(result)) == ANY
    assert negated(negated(result)) == result


def test_negating_everything_and_nothing():
    assert negated(ANY) == ()
    assert negated(()) == ANY


def test_digit_and_word_are_ascii():
    """ECMA-262, 22.2.2.9 CharacterClassEscape, WordCharacters."""
    assert members(DIGIT) == set(map(ord, "0123456789"))
    letters = "abcdefghijklmnopqrstuvwxyz"
    assert members(WORD) == set(
        map(ord, letters + letters.upper() + "0123456789_")
    )


def test_space_is_white_space_and_line_ends():
    """ECMA-262, 12.2 and 12.3, table 35: Zs and eight code points."""
    expected = {0x09, 0x0B, 0x0C, 0xFEFF, 0x0A, 0x0D, 0x2028, 0x2029}
    expected |= {c for c in ALL if unicodedata.category(chr(c)) == "Zs"}
    assert members(SPACE) == expected


def test_every_code_point_is_in_the_category_that_unicodedata_names():
    shorts = {unicodedata.category(chr(code)) for code in ALL}
    seen = 0
    for short in shorts:
        for low, high in unicode_property(short):
            seen += high + 1 - low
            assert {
                unicodedata.category(chr(code))
                for code in range(low, high + 1)
            } == {short}
    assert seen == len(ALL)


@pytest.mark.parametrize(
    ("name", "categories"),
    [
        ("L", "Lu Ll Lt Lm Lo"),
        ("Letter", "Lu Ll Lt Lm Lo"),
        ("gc=L", "Lu Ll Lt Lm Lo"),
        ("General_Category=Uppercase_Letter", "Lu"),
        ("LC", "Lu Ll Lt"),
        ("digit", "Nd"),
        ("punct", "Pc Pd Ps Pe Pi Pf Po"),
        ("Combining_Mark", "Mn Mc Me"),
        ("Other", "Cc Cf Cs Co Cn"),
    ],
)
def test_names_of_categories(name, categories):
    """Unicode, PropertyValueAliases.txt, section General_Category."""
    parts = [unicode_property(short) for short in categories.split()]
    assert unicode_property(name) == merged(r for part in parts for r in part)


@pytest.mark.parametrize(
    ("name", "inside", "outside"),
    [
        ("Any", "a\U0010ffff", ""),
        ("ASCII", "\x00\x7f", "\x80é"),
        ("Assigned", "aé", "\u0378"),
        ("ASCII_Hex_Digit", "09afAF", "gG"),
        ("AHex", "09afAF", "gG"),
        ("White_Space", "\x85 \u3000", "\ufeffa"),
        ("space", "\x85 \u3000", "\ufeffa"),
        # U+00AA and U+24D0 are Other_Lowercase, U+2160 is Other_Uppercase
        ("Lowercase", "a\xaa\u24d0", "A\u2160"),
        ("Lower", "a\xaa\u24d0", "A\u2160"),
        ("Uppercase", "A\u2160", "a\xaa\u24d0"),
        ("Upper", "A\u2160", "a\xaa\u24d0"),
    ],
)
def test_binary_properties(name, inside, outside):
    """ECMA-262, table 69; Unicode, PropList, DerivedCoreProperties."""
    found = unicode_property(name)
    for chars, expected in ((inside, True), (outside, False)):
        for char in chars:
            held = any(low <= ord(char) <= high for low, high in found)
            assert held is expected


@pytest.mark.parametrize(
    "name",
    [
        *("", "l", "letter", "Script=Greek", "sc=Grek", "Alphabetic", "gc="),
        *("gc", "ASCII=Yes", "gc=ASCII", "Is_L", "IsAlphabetic", " L"),
    ],
)
def test_what_is_not_supported_is_none(name):
    assert unicode_property(name) is None
