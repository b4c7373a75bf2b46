"""The keywords that judge an array or an object as a whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from json_values import values
from judging import ALL_DIALECTS, DRAFT_07, DRAFT_2019_09, plain, told
from toolgate.json_value import equality_key


@given(st.lists(values, max_size=6))
def test_unique_items_are_those_with_different_keys(items):
    keys = [equality_key(item) for item in items]
    expected = len(set(keys)) == len(keys)
    assert plain({"uniqueItems": True}).is_valid(items) is expected
    assert plain({"uniqueItems": False}).is_valid(items)


@pytest.mark.parametrize(
    ("items", "unique"),
    [
        ([1, 2, 3], True),
        ([1, 2, 1], False),
        (["a", "b"], True),
        (["a", "a"], False),
        ([2**61 - 1, 0, 2 * (2**61 - 1)], True),
        ([2**70, 2**70], False),
        ([-(2**70), 2**70], True),
        ([1, True], True),
        ([1, 1.0], False),
    ],
)
def test_unique_items_of_one_kind(validators, items, unique):
    assert validators.get({"uniqueItems": True}).is_valid(items) is unique


def test_each_missing_name_is_told():
    schema = {"required": ["a", "b", "c"]}
    found = plain(schema).violations({"b": 1})
    assert [one.names for one in found] == [("a",), ("c",)]
    assert found[0].expected == ("a", "b", "c")
    assert told(schema, {"b": 1}) == [("required", ()), ("required", ())]
    assert told(schema, []) == []


@pytest.mark.parametrize(
    ("keyword", "dialect"),
    [("dependentRequired", None), ("dependencies", DRAFT_07)],
)
def test_each_missing_dependent_is_told_once(keyword, dialect):
    schema = {keyword: {"a": ["x", "y"], "b": ["y", "z"], "c": ["w"]}}
    if dialect:
        schema["$schema"] = dialect
    found = plain(schema).violations({"a": 1, "b": 2, "z": 3})
    assert [(one.keyword, one.names) for one in found] == [
        (keyword, ("x",)),
        (keyword, ("y",)),
    ]
    assert told(schema, {"c": 1, "w": 1}) == []
    assert told(schema, "c") == []


@pytest.mark.parametrize(
    "schema",
    [
        {"uniqueItems": False},
        {"dependentRequired": {}},
        {"$schema": DRAFT_07, "dependencies": {"a": {}}},
    ],
)
@pytest.mark.parametrize("value", [[1, 1], {"a": 1}])
def test_what_asks_for_nothing_is_never_told(schema, value):
    assert told(schema, value) == []


def test_surplus_names_are_told_with_the_allowed_ones():
    schema = {
        "properties": {"city": {}, "days": {}},
        "patternProperties": {"^x-": {}},
        "additionalProperties": False,
    }
    (found,) = plain(schema).violations({"town": 1, "x-a": 1, "day": 2})
    assert found.keyword == "additionalProperties"
    assert found.names == ("town", "day")
    assert found.expected == ("city", "days")
    assert found.instance_path == ()
    assert told(schema, {"x-a": 1, "city": 2}) == []
    assert told(schema, {"x": 1}) == [("additionalProperties", ())]


def test_no_list_of_allowed_names_where_patterns_alone_allow_some(validators):
    schema = validators.get(
        {"patternProperties": {"^x-": {}}, "additionalProperties": False}
    )
    (found,) = schema.violations({"town": 1, "x-a": 1})
    assert (found.names, found.expected) == (("town",), None)


def test_the_names_that_are_told_are_few(validators):
    schema = validators.get({"additionalProperties": False})
    (found,) = schema.violations({str(n): n for n in range(1000)})
    assert found.names == tuple(str(n) for n in range(20))
    assert found.expected == ()


def test_an_array_that_ends():
    assert told({"items": False}, [1]) == [("items", ())]
    assert told({"prefixItems": [{}], "items": False}, [1, 2]) == [
        ("items", ())
    ]
    assert told({"prefixItems": [{}], "items": False}, [1]) == []
    tuple_07 = {"$schema": DRAFT_07, "items": [{}], "additionalItems": False}
    assert told(tuple_07, [1, 2]) == [("additionalItems", ())]
    assert told(tuple_07, [1]) == []
    assert told({"$schema": DRAFT_07, "items": False}, [1]) == [("items", ())]
    # What no array of `items` comes before says nothing.
    for items in ({}, {"items": {}}):
        schema = {"$schema": DRAFT_07, "additionalItems": False, **items}
        assert told(schema, [1, 2]) == []
    # prefixItems is no keyword before 2020-12.
    schema = {"$schema": DRAFT_2019_09, "prefixItems": [{}], "items": False}
    assert told(schema, [1], dialects=ALL_DIALECTS) == [("items", ())]


@pytest.mark.parametrize(
    ("keyword", "bound", "value"),
    [
        ("minItems", 1, []),
        ("maxItems", 1, [1, 2]),
        ("minProperties", 1, {}),
        ("maxProperties", 1, {"a": 1, "b": 2}),
        ("uniqueItems", True, [1, 1.0]),
    ],
)
def test_sizes(validators, keyword, bound, value):
    schema = validators.get({keyword: bound})
    (found,) = schema.violations(value)
    assert (found.keyword, found.expected) == (keyword, bound)
    assert schema.is_valid("x" * 9)
