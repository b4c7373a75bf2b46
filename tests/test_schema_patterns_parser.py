"""The grammar: ECMA-262, 22.2.1 with the unicode flag, and annex B.1.2."""

from __future__ import annotations

import contextlib
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolgate.exceptions import UnsupportedPatternError
from toolgate.schema.patterns.classes import LINE_END, negated
from toolgate.schema.patterns.parser import parse
from toolgate.schema.patterns.syntax import (
    EMPTY,
    MAX_DEPTH,
    MAX_SOURCE,
    Assertion,
    Chars,
    Choice,
    Repeat,
    Sequence,
)


def char(text):
    return Chars(((ord(text), ord(text)),))


A, B, C = map(char, "abc")


@pytest.mark.parametrize(
    ("source", "tree"),
    [
        ("a", A),
        ("abc", Sequence((A, B, C))),
        ("a|b|ab", Choice((A, B, Sequence((A, B))))),
        ("a|b", Chars(((97, 98),))),
        ("ab*", Sequence((A, Repeat(B, 0, None)))),
        ("(?:ab)*", Repeat(Sequence((A, B)), 0, None)),
        ("(ab)", Sequence((A, B))),
        ("(?<name>a)b", Sequence((A, B))),
        ("(?<$_é1>a)", A),
        (".", Chars(negated(LINE_END))),
        ("^a$", Sequence((Assertion.START, A, Assertion.END))),
        (r"\ba\B", Sequence((Assertion.WORD, A, Assertion.NOT_WORD))),
        ("(^)*", Repeat(Assertion.START, 0, None)),
        ("[a-b]+?", Repeat(Chars(((97, 98),)), 1, None)),
        (r"\d", Chars(((48, 57),))),
        ("(a)(b)c", Sequence((A, B, C))),
        ("a(|b)", Sequence((A, Choice((EMPTY, B))))),
        # legacy forms that have one reading
        ("a{1", Sequence((A, char("{"), char("1")))),
        ("{a}", Sequence((char("{"), A, char("}")))),
        ("]", char("]")),
        ("}*", Repeat(char("}"), 0, None)),
        ("{+", Repeat(char("{"), 1, None)),
        # references to one sure text
        (r"(a)\1", Sequence((A, A))),
        (r"(?<n>ab)c\k<n>", Sequence((Sequence((A, B)), C, Sequence((A, B))))),
        (r"((a)b)\2", Sequence((Sequence((A, B)), A))),
        (r"(a){2}\1", Sequence((Repeat(A, 2, 2), A))),
        (r"(a)(?:b|c\1)", Sequence((A, Choice((B, Sequence((C, A))))))),
        (r"(a)\1*", Sequence((A, Repeat(A, 0, None)))),
    ],
)
def test_trees(source, tree):
    assert parse(source) == tree


@pytest.mark.parametrize("source", ["", "()", "(?:)", "a{0}", "()*", r"()\1"])
def test_what_matches_only_the_empty_text(source):
    assert parse(source) is EMPTY


NOTHING = "nothing to repeat"
REFERENCE = "backreference"
NO_GROUP = "opens no group"


@pytest.mark.parametrize(
    ("source", "reason", "offset"),
    [
        ("*a", NOTHING, 0),
        ("a|+", NOTHING, 2),
        ("(?", NO_GROUP, 0),
        ("a**", NOTHING, 2),
        ("a++", NOTHING, 2),
        ("a{2}{3}", NOTHING, 4),
        ("{2}", NOTHING, 0),
        ("^*", NOTHING, 1),
        (r"\b+", NOTHING, 2),
        ("^{2}", NOTHING, 1),
        ("a{,5}", "repeat in other dialects", 1),
        ("(a", "not closed", 0),
        ("a(b(c)", "not closed", 1),
        ("a)", "not opened", 1),
        ("[a", "not closed", 0),
        # other dialects
        ("(?i)a", NO_GROUP, 0),
        ("(?i:a)", NO_GROUP, 0),
        ("(?P<n>a)", NO_GROUP, 0),
        ("(?>a)", NO_GROUP, 0),
        ("(?#a)", NO_GROUP, 0),
        (r"\Aa", r"write ^", 0),
        ("[a-z&&[^b]]", "do not nest", 10),
        ("[[:alpha:]]", "do not nest", 10),
        # what an automaton cannot do
        ("a(?=b)", "lookahead", 1),
        ("a(?!b)", "negative lookahead", 1),
        ("(?<=a)b", "lookbehind", 0),
        ("(?<!a)b", "negative lookbehind", 0),
        (r"(a|b)\1", REFERENCE, 5),
        (r"(a*)\1", REFERENCE, 4),
        (r"(a)?\1", REFERENCE, 4),
        (r"(a)|\1", REFERENCE, 4),
        (r"(?:(a)|b)\1", REFERENCE, 9),
        (r"\1(a)", REFERENCE, 0),
        (r"(a\1)", REFERENCE, 2),
        (r"(a)\2", REFERENCE, 3),
        (r"\k<n>(?<n>a)", REFERENCE, 0),
        (r"(?<n>a)\k<m>", REFERENCE, 7),
        (r"(?<n>a)\k", REFERENCE, 7),
        (r"\k", REFERENCE, 0),
        # names
        ("(?<>a)", "not an identifier", 0),
        ("(?<1>a)", "not an identifier", 0),
        ("(?<n>a)(?<n>b)", "one name", 7),
        # size
        ("(" * 40 + ")" * 40, "nested more than 32", 32),
    ],
)
def test_refusals(source, reason, offset):
    with pytest.raises(UnsupportedPatternError) as caught:
        parse(source)
    assert reason in caught.value.reason
    assert caught.value.reason.endswith(f", at offset {offset}")


@pytest.mark.parametrize("source", [r"\p{L}" * 100, r"[\p{L}a]" * 100])
def test_the_ranges_of_all_classes_are_counted(source):
    with pytest.raises(UnsupportedPatternError, match="than 16384 ranges"):
        parse(source)


def test_lookaround_tells_what_to_write_instead():
    with pytest.raises(UnsupportedPatternError, match='"allOf"'):
        parse("^(?=a)(?!b)")


def test_a_lone_bracket_after_plain_classes_is_text():
    assert parse(r"[a]]") == Sequence((A, char("]")))
    with pytest.raises(UnsupportedPatternError, match="nest"):
        parse("[[]]")


def test_sizes_up_to_the_limits_are_taken():
    parse("(" * MAX_DEPTH + ")" * MAX_DEPTH)
    parse("a" * MAX_SOURCE)
    with pytest.raises(UnsupportedPatternError, match="longer than 3072"):
        parse("a" * (MAX_SOURCE + 1))


def test_deep_nesting_needs_no_stack():
    """1,000 groups in a thread with 256 KiB of stack: a refusal."""
    caught = []

    def run():
        for source in ("(" * 1000 + ")" * 1000, "(a" * 1000):
            try:
                parse(source)
            except UnsupportedPatternError as error:
                caught.append(error.reason)

    size = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(size)
    assert len(caught) == 2
    assert all("nested" in reason for reason in caught)


PIECES = r"a b 1 - [ ] ^ ( ) | * + ? { } , . $ \ (?: (?<n> \k<n> \1 \x \u{ \p{"


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES.split()), max_size=12).map("".join))
def test_any_text_is_read_or_refused(source):
    """No foreign exception escapes the parser."""
    with contextlib.suppress(UnsupportedPatternError):
        parse(source)
