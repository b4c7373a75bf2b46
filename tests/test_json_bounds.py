"""Limits on texts: exact for JSON, and settled in linear time."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from json_values import depth, limits, nodes, values
from toolgate.exceptions import InvalidJSONError
from toolgate.json_bounds import check_bounds


def refused(text, **changed) -> str:
    with pytest.raises(InvalidJSONError) as caught:
        check_bounds(text, limits(**changed))
    assert caught.value.found in changed.values()
    return caught.value.code


@given(values, st.sampled_from([None, 0, 2]), st.booleans())
def test_nodes_and_depth_are_exact(value, indent, ensure_ascii):
    """A text passes at its own measure, and not with one less."""
    text = json.dumps(value, indent=indent, ensure_ascii=ensure_ascii)
    size, deep = nodes(value), depth(value)
    check_bounds(text, limits(max_nodes=size, max_depth=deep))
    assert refused(text, max_nodes=size - 1) == "too_many_values"
    if deep:
        assert refused(text, max_depth=deep - 1) == "too_deep"


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_bytes_are_those_of_utf8(text):
    size = len(text.encode())
    check_bounds(text, limits(max_bytes=size, max_nodes=50, max_depth=50))
    if size:
        assert refused(text, max_bytes=size - 1) == "too_large"


@pytest.mark.parametrize(
    "text",
    [
        '"[[[[{{{{"',
        r'"\"[[[[\\"',
        r'"\\\"[[[[\\\\"',
        '["{,,,,","]]]]"]',
        '{"[[[[,,,,": "}{}{"}',
    ],
)
def test_brackets_and_commas_in_strings_do_not_count(text):
    value = json.loads(text)
    check_bounds(text, limits(max_nodes=nodes(value), max_depth=depth(value)))


@pytest.mark.parametrize(
    "text",
    [
        "[" * 65,
        '{"":' * 65,
        r'["\"",' + "[" * 64,
        r'["\\",' + "[" * 64,
        "[" * 65 + "\\" + "]" * 65,
        "[1, 2][" + "[" * 64,
    ],
)
def test_depth_is_found_before_a_decoder_could_get_there(text):
    assert refused(text, max_depth=64) == "too_deep"


def test_surrogates_have_no_size():
    with pytest.raises(InvalidJSONError) as caught:
        check_bounds('{"a":\n "\u00e9\ud800"}', limits())
    error = caught.value
    assert (error.code, error.line, error.column) == ("lone_surrogate", 2, 4)


def test_far_too_large_a_text_is_not_even_measured():
    """No copy is made of a text that is too long in characters already."""
    assert refused("\u00e9" * 1_000 + "\ud800", max_bytes=1_000) == "too_large"
