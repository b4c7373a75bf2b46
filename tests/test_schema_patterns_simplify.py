"""Smaller trees, held against `re` on the pattern as it was."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from pattern_strategies import expressions, texts
from toolgate.schema.patterns.automaton import Automaton
from toolgate.schema.patterns.parser import parse
from toolgate.schema.patterns.simplify import simplify
from toolgate.schema.patterns.syntax import EMPTY


@pytest.mark.parametrize(
    ("source", "same"),
    [
        (r"\s+$", r"\s$"),
        (r"[a-z]+\d", r"[a-z]\d"),
        (".*a.*", "a"),
        ("a{3,}", "a{3}"),
        ("x*(?:a+|bcd*)y?", "a|bc"),
        ("x*(?:a*|b)c", "c"),
        ("(?:x*y*)c", "c"),
        ("^a*b", "^a*b"),
        (r"\ba*b", r"\ba*b"),
        ("^(?:a*)?$", "^a*$"),
        ("^(?:a*|b)?$", "^(?:a*|b)$"),
        ("^(?:a*b*){3}$", "^(?:a*b*){0,3}$"),
        ("^(?:a?){30}a{30}$", "^a{0,30}a{30}$"),
        ("^(?:a|b*){2,}$", "^(?:a|b*)*$"),
        ("^(?:^a|b){2}$", "^(?:^a|b){2}$"),
    ],
)
def test_smaller_trees(source, same):
    assert simplify(parse(source)) == parse(same)


@pytest.mark.parametrize("source", [".*", "a?b*", "(?:a|b?)", "(?:a*b?)*"])
def test_what_always_matches_is_empty(source):
    assert simplify(parse(source)) is EMPTY


@settings(deadline=None)
@given(expressions, texts)
def test_a_search_cannot_tell(expression, text):
    tree = simplify(parse(expression.ecma))
    assert Automaton(tree).search(text) is expression.matches(text)
