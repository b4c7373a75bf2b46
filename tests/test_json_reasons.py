"""One sentence for each code, and positions."""

from __future__ import annotations

import re
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate.json_reasons import REASONS, invalid, position_of


@pytest.mark.parametrize("code", REASONS)
def test_reason_is_one_short_line_with_at_most_one_place(code):
    reason = REASONS[code]
    places = [name for _, name, _, _ in Formatter().parse(reason) if name]
    assert places in ([], ["found"])
    assert re.fullmatch(r"[a-z][a-z0-9_]*", code)
    assert "\n" not in reason
    assert len(reason) < 120


def test_error_carries_its_fields():
    error = invalid("too_deep", found=64, path=("a", 0))
    assert (error.code, error.found, error.path) == ("too_deep", 64, ("a", 0))
    assert (error.line, error.column) == (None, None)
    assert error.reason == "nested deeper than 64 levels"


def test_text_of_an_error_says_where():
    assert str(invalid("comment", position=(2, 7))).endswith(
        " at line 2 column 7"
    )
    assert str(invalid("duplicate_key", path=("a/b", 0))).endswith(
        " at '/a~1b/0'"
    )
    assert str(invalid("comment")) == REASONS["comment"]


def test_keys_in_the_text_of_an_error_are_cut_and_escaped():
    text = str(
        invalid("duplicate_key", path=("\n\u202e\ud800" + "x" * 10**6,))
    )
    assert text.isascii()
    assert text.isprintable()
    assert len(text) < 300


@pytest.mark.parametrize(
    ("text", "index", "position"),
    [
        ("", 0, (1, 1)),
        ("abc", 2, (1, 3)),
        ("abc", 3, (1, 4)),
        ("a\nbc", 1, (1, 2)),
        ("a\nbc", 2, (2, 1)),
        ("a\r\n\nbc", 5, (3, 2)),
        ("\u4e16\U0001f600x", 2, (1, 3)),
    ],
)
def test_position(text, index, position):
    assert position_of(text, index) == position


@given(st.text(st.sampled_from("ab\n"), max_size=20), st.data())
def test_position_leads_back(text, data):
    """Splitting at line feeds and counting gives the index again."""
    index = data.draw(st.integers(0, len(text)))
    line, column = position_of(text, index)
    lines = text.split("\n")
    assert sum(len(one) + 1 for one in lines[: line - 1]) + column - 1 == index
    assert column - 1 <= len(lines[line - 1])
