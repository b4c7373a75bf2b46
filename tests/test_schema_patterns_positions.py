"""The position automaton, against automata worked out by hand and laws."""

from __future__ import annotations

import pytest

from toolgate.schema.patterns.parser import parse
from toolgate.schema.patterns.positions import (
    EDGE,
    OTHER,
    WORD,
    gap_of,
    places,
)


def edges(gap, size):
    """Every edge of the automaton, whatever it is spelled as."""
    bare = gap._replace(first=0)
    return {
        (source, target)
        for source in range(size)
        for target in range(size)
        if bare.follow(1 << source) >> target & 1
    }


@pytest.mark.parametrize(
    ("source", "first", "last", "expected"),
    [
        ("abc", {0}, {2}, {(0, 1), (1, 2)}),
        ("a|bc", {0, 1}, {0, 2}, {(1, 2)}),
        ("a*b", {0, 1}, {1}, {(0, 0), (0, 1)}),
        ("ab*", {0}, {0, 1}, {(0, 1), (1, 1)}),
        ("(?:ab)+", {0}, {1}, {(0, 1), (1, 0)}),
        ("a{2,4}", {0}, {1, 2, 3}, {(0, 1), (1, 2), (2, 3)}),
        ("a{2,}", {0}, {1}, {(0, 1), (1, 1)}),
        ("(?:a|bc){2}", {0, 1}, {3, 5}, {(1, 2), (4, 5)} | {
            (0, 3), (0, 4), (2, 3), (2, 4),
        }),
        ("a?b?c", {0, 1, 2}, {2}, {(0, 1), (0, 2), (1, 2)}),
        ("", set(), set(), set()),
    ],
)  # fmt: skip
def test_automata(source, first, last, expected):
    """Glushkov's sets: first, last and follow."""
    gap = gap_of(parse(source), OTHER, OTHER)
    assert gap.first == sum(1 << p for p in first)
    assert gap.last == sum(1 << p for p in last)
    assert edges(gap, 8) == expected


COPIES = ["ab", "a|bc", "ab?", "a(?:bc|d)*", "a(?:b|c){2}d?", "a[bc]{1,3}"]
COPIES += ["(?:a|b|c|d)(?:e|f|g|h|i)", "(?:ab|cd|ef|gh)", r"a\bb|c"]


@pytest.mark.parametrize("before", [OTHER, WORD])
@pytest.mark.parametrize("body", COPIES)
@pytest.mark.parametrize("count", [2, 3, 9])
def test_copies_are_what_is_written_out(body, count, before):
    short = gap_of(parse(f"(?:{body}){{{count}}}"), before, WORD)
    long = gap_of(parse(f"(?:{body})" * count), before, WORD)
    assert short[:3] == long[:3]
    assert edges(short, 150) == edges(long, 150)


@pytest.mark.parametrize("body", COPIES)
def test_optional_copies_are_what_is_written_out(body):
    body = f"(?:{body})"
    short = gap_of(parse(f"{body}{{1,3}}"), OTHER, OTHER)
    long = gap_of(parse(f"{body}(?:{body}{body}?)?"), OTHER, OTHER)
    assert short[:3] == long[:3]
    assert edges(short, 60) == edges(long, 60)


def test_many_copies_cost_no_more_than_few():
    few = gap_of(parse("(?:ab?|cd){30}"), OTHER, OTHER)
    many = gap_of(parse("(?:ab?|cd){300}"), OTHER, OTHER)
    # from a, b, d to the next copy's a, c; and from a to b, from c to d
    assert len(many.ahead) == len(few.ahead) == 5
    assert not many.jumps


def test_small_jumps_share_shifts():
    """Twenty groups of the same shape: the distances 1, 2 and 3."""
    gap = gap_of(
        parse("".join(f"[0-{n % 9}]{{1,3}}:" for n in range(20))), "", ""
    )
    assert {distance for _, distance in gap.ahead} == {1, 2, 3}
    assert not gap.jumps


@pytest.mark.parametrize(
    ("source", "before", "behind", "empty", "first", "last"),
    [
        ("^a", EDGE, OTHER, False, 1, 1),
        ("^a", OTHER, OTHER, False, 0, 1),
        ("a$", OTHER, EDGE, False, 1, 1),
        ("a$", OTHER, OTHER, False, 1, 0),
        ("^$", EDGE, EDGE, True, 0, 0),
        ("^$", EDGE, OTHER, False, 0, 0),
        (r"\ba", EDGE, WORD, False, 1, 1),
        (r"\ba", OTHER, WORD, False, 1, 1),
        (r"\ba", WORD, WORD, False, 0, 1),
        (r"\B", WORD, WORD, True, 0, 0),
        (r"\B", EDGE, EDGE, True, 0, 0),
        (r"\B", OTHER, WORD, False, 0, 0),
        # at a gap where a body may be empty, its copies can be left out
        (r"(?:\b|a){3}", OTHER, WORD, True, 7, 7),
        (r"(?:\b|a){3}", WORD, WORD, False, 1, 4),
        (r"(?:\b){3}", OTHER, WORD, True, 0, 0),
    ],
)
def test_assertions_hold_at_their_gaps(
    source, before, behind, empty, first, last
):
    gap = gap_of(parse(source), before, behind)
    assert (gap.empty, gap.first, gap.last) == (empty, first, last)


def test_copies_that_may_be_empty_are_skipped_only_there():
    body = parse(r"(?:\b|a){3}")
    assert edges(gap_of(body, OTHER, WORD), 3) == {(0, 1), (0, 2), (1, 2)}
    assert edges(gap_of(body, WORD, WORD), 3) == {(0, 1), (1, 2)}


def test_places():
    a, b = ((97, 97),), ((98, 98),)
    assert places(parse("a|(?:ba){2}^b")) == {a: 0b10101, b: 0b101010}
    assert places(parse(r"(?:^){3}")) == {}
