"""The tree and the words of a refusal."""

from __future__ import annotations

import pytest

from toolgate.exceptions import UnsupportedPatternError
from toolgate.schema.patterns.syntax import (
    EMPTY,
    Assertion,
    Chars,
    Repeat,
    refuse,
    repeat,
    sequence,
)

A = Chars(((97, 97),))
B = Chars(((98, 98),))


def test_sequence_of_nothing_is_the_one_empty_node():
    assert sequence([]) is EMPTY


def test_sequence_of_one_is_that_one():
    assert sequence([A]) is A
    assert sequence([A, B]).parts == (A, B)


@pytest.mark.parametrize(
    ("inner", "outer", "folded"),
    [
        ((0, None), (0, None), (0, None)),
        ((1, None), (1, None), (1, None)),
        ((1, None), (0, 1), (0, None)),
        ((0, 1), (0, None), (0, None)),
        ((0, 1), (3, 5), (0, 5)),
        ((1, 3), (2, 4), (2, 12)),
        ((0, 2), (2, 2), (0, 4)),
    ],
)
def test_repetitions_without_gaps_fold(inner, outer, folded):
    """(a{i,j}){k,l} reaches every count from i*k to j*l if i is 0 or 1."""
    assert repeat(repeat(A, *inner), *outer) == Repeat(A, *folded)


def test_a_repetition_with_gaps_stays():
    """(aa){2} again: 2 or 4 letters, never 3."""
    pairs = Repeat(A, 2, 2)
    assert repeat(pairs, 1, 2) == Repeat(pairs, 1, 2)


@pytest.mark.parametrize("body", [A, EMPTY, Assertion.START])
def test_no_repetition_is_empty(body):
    assert repeat(body, 0, 0) is EMPTY


def test_once_is_the_body_and_nothing_stays_nothing():
    assert repeat(A, 1, 1) is A
    assert repeat(EMPTY, 2, None) is EMPTY


def test_a_refusal_says_why_and_where():
    with pytest.raises(UnsupportedPatternError) as caught:
        refuse("no good", 7)
    assert caught.value.reason == "no good, at offset 7"
    with pytest.raises(UnsupportedPatternError) as caught:
        refuse("no good")
    assert caught.value.reason == "no good"
