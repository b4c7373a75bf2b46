"""Text is read as JSON where the schema refuses it and takes what it holds."""

from __future__ import annotations

import copy

import pytest

from toolgate.schema.cache import ValidatorCache
from toolgate.wire.calls import Repair
from toolgate.wire.repairs import read_json_strings

ACTION = "read the text as the JSON that it holds"


def repaired(arguments, schema):
    return read_json_strings(arguments, ValidatorCache().get(schema))


def props(**properties):
    return {"type": "object", "properties": properties}


NUMBERS = {"type": "array", "items": {"type": "integer"}}


@pytest.mark.requirement("repairs-asked-for")
@pytest.mark.parametrize(
    ("text", "schema", "value"),
    [
        ("[1, 2]", NUMBERS, [1, 2]),
        ('{"a": 1}', props(a={"type": "integer"}), {"a": 1}),
        ("3", {"type": "integer"}, 3),
        ("true", {"type": "boolean"}, True),
        ("null", {"type": "null"}, None),
    ],
)
def test_a_text_becomes_the_value_that_it_holds(text, schema, value):
    arguments = {"a/b": text, "c": "1"}
    before = copy.deepcopy(arguments)
    found, repairs = repaired(arguments, props(**{"a/b": schema}))
    assert found == {"a/b": value, "c": "1"}
    assert repairs == (Repair("/a~1b", ACTION),)
    assert arguments == before


@pytest.mark.parametrize(
    ("text", "schema"),
    [
        ("[1", NUMBERS),  # no JSON
        ('"[1]"', NUMBERS),  # JSON of another text
        ('["a"]', NUMBERS),  # what it holds is refused as well
        ('1, "b": 2', {"type": "integer"}),  # more than one value
        (1, NUMBERS),  # no text
        ("[1]", {"type": "string"}),  # not refused
    ],
)
def test_anything_else_stays(text, schema):
    arguments = {"a": text}
    found, repairs = repaired(arguments, props(a=schema))
    assert found is arguments
    assert repairs == ()


def test_the_arguments_themselves_may_be_a_text():
    found, repairs = repaired('{"n": 1}', props(n={"type": "integer"}))
    assert found == {"n": 1}
    assert repairs == (Repair("", ACTION),)


def test_texts_inside_one_another_and_in_lists_are_read():
    schema = props(a={"type": "array", "items": NUMBERS}, b=NUMBERS)
    found, repairs = repaired({"a": [[1], "[2]"], "b": "[3]"}, schema)
    assert found == {"a": [[1], [2]], "b": [3]}
    assert {each.pointer for each in repairs} == {"/a/1", "/b"}


def test_a_text_that_cannot_be_mended_keeps_no_other_from_it():
    schema = props(a=NUMBERS, b=NUMBERS)
    found, repairs = repaired({"a": "x", "b": "[3]"}, schema)
    assert found == {"a": "x", "b": [3]}
    assert [each.pointer for each in repairs] == ["/b"]


def test_eight_texts_are_read_and_no_more():
    found, repairs = repaired(["1"] * 9, NUMBERS)
    assert (found.count(1), found.count("1")) == (8, 1)
    assert len(repairs) == 8
