"""Quantifiers: ECMA-262, 22.2.1, Quantifier, and annex B.1.2."""

from __future__ import annotations

import pytest

from toolgate.exceptions import UnsupportedPatternError
from toolgate.schema.patterns.quantifiers import (
    check_literal_brace,
    read_quantifier,
)


@pytest.mark.parametrize("lazy", ["", "?"])
@pytest.mark.parametrize(
    ("source", "low", "high"),
    [
        ("*", 0, None),
        ("+", 1, None),
        ("?", 0, 1),
        ("{3}", 3, 3),
        ("{003}", 3, 3),
        ("{0}", 0, 0),
        ("{2,}", 2, None),
        ("{2,4}", 2, 4),
        ("{0,65536}", 0, 65536),
    ],
)
def test_bounds(source, low, high, lazy):
    """A lazy quantifier has the bounds of the greedy one."""
    text = f"a{source}{lazy}b"
    assert read_quantifier(text, 1) == (low, high, len(text) - 1)


@pytest.mark.parametrize(
    "source", ["", "a", "{", "{}", "{a}", "{1", "{1,", "{,1}", "{ 1}"]
)
def test_what_is_no_quantifier(source):
    assert read_quantifier(source, 0) is None


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("{2,1}", "out of order"),
        ("{65537}", "counts past 65536"),
        ("{1,65537}", "counts past 65536"),
        ("{" + "9" * 5000 + "}", "counts past 65536"),
        ("{65537,}", "counts past 65536"),
    ],
)
def test_bounds_that_are_refused(source, reason):
    with pytest.raises(UnsupportedPatternError) as caught:
        read_quantifier(f"a{source}", 1)
    assert reason in caught.value.reason
    assert caught.value.reason.endswith(", at offset 1")


@pytest.mark.parametrize("source", ["{", "{}", "{a}", "{1", "{1,", "{,", "{{"])
def test_braces_that_stand_for_themselves(source):
    check_literal_brace(source, 0)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("{1}", "nothing to repeat"),
        ("{1,}", "nothing to repeat"),
        ("{,5}", "repeat in other dialects"),
        ("{ 1, 2 }", "repeat in other dialects"),
    ],
)
def test_braces_that_do_not(source, reason):
    with pytest.raises(UnsupportedPatternError) as caught:
        check_literal_brace(source, 0)
    assert reason in caught.value.reason
