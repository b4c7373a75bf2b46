"""What a violation says, and in which order they come."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from json_values import values
from judging import told
from toolgate.json_value import json_type
from toolgate.schema.failures import (
    Collector,
    FrozenObject,
    explanation,
    frozen,
    renamed,
    violation,
)
from toolgate.violation import Violation


@given(values)
def test_the_received_type_is_that_of_json_schema(value):
    assert violation("const", (), ("const",), value).received == json_type(
        value
    )


def test_a_violation_made_fast_is_one_like_any_other():
    fields = {
        "keyword": "required",
        "instance_path": ("a", 0),
        "schema_path": ("items", "required"),
        "expected": ("b",),
        "received": "object",
        "names": ("b",),
    }
    made = violation(
        "required", ("a", 0), ("items", "required"), {}, ("b",), ("b",)
    )
    assert made == Violation(**fields)
    assert hash(made) == hash(Violation(**fields))
    assert dataclasses.asdict(made) == fields
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.keyword = "x"


@given(values)
def test_what_a_keyword_asks_for_is_frozen(value):
    copy = frozen(value)
    hash(copy)
    assert thawed(copy) == value


def thawed(value):
    if isinstance(value, tuple):
        return [thawed(each) for each in value]
    if isinstance(value, FrozenObject):
        return {name: thawed(value[name]) for name in value}
    return value


def test_a_frozen_object_is_a_mapping_that_cannot_change():
    made = frozen({"a": {"b": [1]}})
    assert made == {"a": {"b": (1,)}}
    assert len(made) == 1
    assert hash(made) == hash(frozen({"a": {"b": [1]}}))
    assert repr(made) == "FrozenObject({'a': FrozenObject({'b': (1,)})})"
    with pytest.raises(TypeError):
        made["a"] = 1


def test_changing_what_was_told_changes_no_schema():
    """`expected` shares nothing with what is enforced."""
    schema = {"const": {"a": [1]}}
    assert told(schema, 0) == [("const", ())]
    assert told(schema, {"a": [1]}) == []


def one(keyword, at, via, expected=None):
    return violation(keyword, at, via, 0, expected)


def test_violations_are_sorted_by_instance_path_then_schema_path():
    found = [
        one("type", ("b", 10), ("z",)),
        one("type", ("b", 9), ("z",)),
        one("enum", (), ("properties", "a")),
        one("const", (), ("allOf", 1)),
        one("const", (), ("allOf", 0), 1),
        one("type", ("a",), ()),
    ]
    answer = explanation(found, 3, exact=True)
    assert [(v.keyword, v.instance_path) for v in answer.violations] == [
        ("const", ()),
        ("const", ()),
        ("enum", ()),
    ]
    assert answer.violations[0].schema_path == ("allOf", 0)
    assert (answer.found, answer.exact) == (6, True)
    everything = explanation(found, 10, exact=False)
    assert [v.instance_path for v in everything.violations[3:]] == [
        ("a",),
        ("b", 9),
        ("b", 10),
    ]
    assert not everything.exact


def test_what_is_asked_for_twice_at_one_place_is_told_once():
    schema = {
        "allOf": [{"type": "string"}, {"type": "string"}, {"minimum": 3}]
    }
    assert told(schema, 1) == [("type", ()), ("minimum", ())]


@given(st.integers(1, 5))
def test_a_collector_is_full_when_it_has_what_was_wanted(room):
    out = Collector(room)
    for _ in range(room):
        assert not out.full
        out.add(one("type", (), ()))
    assert out.full


def test_a_violation_about_a_name():
    assert renamed(one("maxLength", (), ()), "abc").names == ("abc",)
