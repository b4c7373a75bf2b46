"""The lazy automaton, with a table of every size, against `re`."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pattern_strategies import expressions, texts
from toolgate.schema.patterns import automaton as room
from toolgate.schema.patterns.automaton import Automaton
from toolgate.schema.patterns.parser import parse


@settings(deadline=None)
@given(expressions, st.lists(texts, min_size=1, max_size=4))
def test_searches_like_re(expression, some):
    automaton = Automaton(parse(expression.ecma))
    for text in some + some:
        assert automaton.search(text) is expression.matches(text)


@settings(deadline=None)
@given(expressions, st.lists(texts, min_size=1, max_size=4), st.integers(0, 3))
def test_a_full_table_changes_no_verdict(expression, some, entries):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(room, "MAX_MOVES", entries)
        patch.setattr(room, "MAX_ENTRIES", entries)
        automaton = Automaton(parse(expression.ecma))
        for text in some + some:
            assert automaton.search(text) is expression.matches(text)


@pytest.mark.parametrize("moves", [0, 2, 4096])
@pytest.mark.parametrize("entries", [0, 2, 4096])
@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("^ab$", "ab", True),
        ("^ab$", "abb", False),
        ("^ab$", "zzzzzz", False),
        ("ab", "xxxabxxx", True),
        ("^$", "", True),
        ("$", "xyz", True),
        ("", "xyz", True),
        (r"\bfoo\b", "a foo b", True),
        (r"\bfoo\b", "a food b", False),
        (r"\B", "", True),
        (r"(?:\b|x){3}y", "xy", True),
        ("^[^]$", "🐲", True),
        ("^(?:a|ab)+$", "abaab" * 50, True),
        ("^(?:a|ab)+$", "abaab" * 50 + "b", False),
    ],
)
def test_verdicts(source, text, expected, moves, entries, monkeypatch):
    monkeypatch.setattr(room, "MAX_MOVES", moves)
    monkeypatch.setattr(room, "MAX_ENTRIES", entries)
    automaton = Automaton(parse(source))
    assert [automaton.search(text) for _ in range(3)] == [expected] * 3


def sizes_of(automaton):
    """Moves and remembered characters of an automaton's table."""
    table = automaton._start.table
    states = [automaton._start, *table.states.values()]
    return sum(len(state.moves) for state in states), sum(map(len, states))


def test_a_table_of_too_many_states_is_dropped():
    """On such a text, every character leads to a new set of positions."""
    automaton = Automaton(parse("[ab]*a[ab]{30}c"))
    text = "".join(f"{n:b}" for n in range(1, 3000))
    text = text.replace("1", "a").replace("0", "b")
    assert not automaton.search(text[:500])
    moves, entries = sizes_of(automaton)
    assert 100 < moves <= entries <= room.MAX_MOVES
    assert not automaton.search(text)
    assert sizes_of(automaton) == (0, 0)
    assert automaton.search(text + "a" * 40 + "c")


def test_many_characters_need_few_moves():
    letters = "".join(map(chr, range(0x4E00, 0x4E00 + 6000)))
    automaton = Automaton(parse(r"^\p{L}+!$"))
    for _ in range(2):
        assert not automaton.search(letters)
        assert automaton.search(letters + "!")
        assert sizes_of(automaton) == (3, room.MAX_ENTRIES)


def test_operations_count_the_widest_gap():
    assert Automaton(parse("abc")).operations == 1
    assert Automaton(parse("^(?:abc)*$")).operations == 2
    assert Automaton(parse(r"\ba|b")).operations == 0


def test_threads_share_an_automaton(monkeypatch):
    """Eight threads on one small table: no verdict changes."""
    monkeypatch.setattr(room, "MAX_MOVES", 20)
    monkeypatch.setattr(room, "MAX_ENTRIES", 20)
    automaton = Automaton(parse("^(?:a|ab|ba?){1,40}c$"))
    some = {"ab" * n + end: end == "c" for n in range(1, 15) for end in "ac"}
    wrong = []
    gate = threading.Barrier(8)

    def run():
        gate.wait()
        for _ in range(40):
            wrong.extend(
                text
                for text, expected in some.items()
                if automaton.search(text) is not expected
            )

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
