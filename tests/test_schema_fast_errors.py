"""How the fast engine's paths are held against what they lead into."""

from __future__ import annotations

import pytest

from toolgate.schema.fast_errors import (
    ITEM,
    MEMBER,
    asked_for,
    named,
    reached,
)

SCHEMA = {
    "properties": {
        "0": {"type": "null"},
        "1": {},
        "01": {},
        "items": {"items": {"additionalProperties": {"enum": [1]}}},
        "a/b": {"properties": {"7": {}}, "additionalProperties": False},
    },
    "additionalProperties": {"const": 1},
}


@pytest.mark.parametrize(
    ("reported", "via", "steps", "expected"),
    [
        (["properties", 0, "type"], ("properties", "0", "type"), "0", "null"),
        (
            ["additionalProperties", "const"],
            ("additionalProperties", "const"),
            (MEMBER,),
            1,
        ),
        (
            ["properties", "items", "items", "additionalProperties", "enum"],
            ("properties", "items", "items", "additionalProperties", "enum"),
            ("items", ITEM, MEMBER),
            (1,),
        ),
        (
            ["properties", "a/b", "additionalProperties"],
            ("properties", "a/b", "additionalProperties"),
            ("a/b",),
            ("7",),
        ),
    ],
)
def test_keywords_are_found_where_they_stand(reported, via, steps, expected):
    found = asked_for(SCHEMA, reported)
    assert found.keyword == via[-1]
    assert found.via == via
    assert found.steps == tuple(steps)
    assert found.expected == expected


@pytest.mark.parametrize(
    "reported",
    [
        [],
        ["properties"],
        ["additionalProperties"],
        ["properties", "items", "items"],
        ["properties", 1, "type"],  # "1" or "01"
        ["properties", 2, "type"],
        ["properties", "type"],  # an empty name, left out
        ["properties", 0],
        ["properties", 0, "type", "x"],
        ["const"],
        ["anyOf", 0, "type"],
        [0, "type"],
    ],
)
def test_paths_that_do_not_fit_the_schema_are_refused(reported):
    with pytest.raises((LookupError, TypeError, ValueError)):
        asked_for(SCHEMA, reported)


def test_values_are_reached_step_by_step():
    value = {"0": [{"5": "x"}, {"5": "y", "15": "z"}]}
    at, here = reached(value, (MEMBER, ITEM, MEMBER), [0, 1, 5])
    assert (at, here) == (("0", 1, "5"), "y")
    assert [type(step) for step in at] == [str, int, str]
    # A step that the schema names is that name, however it was reported.
    assert reached({"01": [3]}, ("01", ITEM), [1, 0]) == (("01", 0), 3)


@pytest.mark.parametrize(
    ("value", "steps", "reported"),
    [
        ([1], (MEMBER,), [0]),
        ({"a": 1}, (ITEM,), [0]),
        ([1], (ITEM,), ["0"]),
        ([1], (ITEM,), [1]),
        ("1", (MEMBER,), [1]),
        (5, (MEMBER,), [1]),
        ({"a": 1}, ("b",), ["b"]),
        ({"a": 1}, (MEMBER,), ["b"]),
        ({"01": 1}, (MEMBER,), [1]),
        ({"01": 1, "1": 2}, (MEMBER,), [1]),
        ({"+1": 1, "1": 2}, (MEMBER,), [1]),
        ({"1": 1}, (MEMBER,), []),
    ],
)
def test_paths_that_do_not_fit_the_value_are_refused(value, steps, reported):
    with pytest.raises((LookupError, TypeError, ValueError)):
        reached(value, steps, reported)


def test_a_number_is_one_name():
    assert named(["", "1", "11", "21", "1a"], 1) == "1"
    assert named(["01", "1"], "01") == "01"
    for others in (["1", "01"], ["001", "1"], ["-0", "0"]):
        with pytest.raises(LookupError):
            named(others, int(min(others, key=len)))
