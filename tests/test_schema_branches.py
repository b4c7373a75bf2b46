"""Which branch of a union is told: the one that the value was meant for."""

from __future__ import annotations

import json

import pytest

from judging import both, plain, told
from toolgate.schema.branches import Branch, Union, chosen
from toolgate.schema.failures import violation

FILE = {
    "type": "object",
    "properties": {"kind": {"const": "file"}, "path": {"type": "string"}},
    "required": ["kind", "path"],
}
URL = {
    "type": "object",
    "properties": {"kind": {"const": "url"}, "href": {"type": "string"}},
    "required": ["kind", "href"],
}
TAGGED = {"oneOf": [FILE, URL]}


def only(schema, value):
    """The one violation that both engines tell."""
    plain, fast = both(schema)
    (violation,) = plain.violations(value)
    assert fast.violations(value) == (violation,)
    return violation


@pytest.mark.parametrize("union", ["anyOf", "oneOf"])
def test_the_branch_whose_constant_matches_is_told(union):
    schema = {union: [FILE, URL]}
    assert told(schema, {"kind": "file", "path": 7}) == [("type", ("path",))]
    assert told(schema, {"kind": "url"}) == [("required", ())]


def test_the_mark_may_be_an_enum_behind_a_reference_or_in_all_of():
    schema = {
        "anyOf": [{"$ref": "#/$defs/file"}, {"allOf": [URL, {}]}],
        "$defs": {
            "file": {
                "properties": {
                    "kind": {"$ref": "#/$defs/kind"},
                    "path": {"type": "string"},
                }
            },
            "kind": {"enum": ["file", "folder"]},
        },
    }
    assert told(schema, {"kind": "folder", "path": 7}) == [("type", ("path",))]
    assert told(schema, {"kind": "url", "href": 7}) == [("type", ("href",))]


def test_an_unknown_mark_is_told_with_all_that_are_known():
    found = only(TAGGED, {"kind": "ftp", "path": "x"})
    assert found.keyword == "enum"
    assert found.instance_path == ("kind",)
    assert found.expected == ("file", "url")
    assert found.schema_path == ("oneOf",)
    assert found.received == "string"


def test_a_mark_of_another_type_is_no_match():
    assert only(TAGGED, {"kind": 5, "path": "x"}).expected == ("file", "url")


def test_a_missing_mark_is_told():
    found = only(TAGGED, {"path": "x"})
    assert (found.keyword, found.names) == ("required", ("kind",))
    assert found.instance_path == ()


def test_the_only_branch_of_the_right_type_is_told():
    schema = {"anyOf": [{"type": "null"}, {"type": "array", "minItems": 2}]}
    assert told(schema, [1]) == [("minItems", ())]
    # So is a null beside an object, the commonest union of all.
    optional = {"anyOf": [FILE, {"type": "null"}]}
    assert told(optional, {"kind": "file"}) == [("required", ())]


def test_types_are_merged_where_none_fits():
    schema = {
        "anyOf": [
            {"type": "string", "enum": ["a"]},
            {"type": ["integer", "null"]},
            {"anyOf": [{"type": "integer"}, {"type": "boolean"}]},
        ]
    }
    found = only(schema, [])
    assert found.keyword == "type"
    assert found.expected == ("string", "integer", "null", "boolean")
    assert found.received == "array"


def test_values_are_merged_where_each_branch_has_its_own():
    """The idiom for an enum whose values have titles."""
    schema = {
        "oneOf": [
            {"const": "a", "title": "A"},
            {"enum": ["b", 1, True]},
            {"const": [2]},
        ]
    }
    found = only(schema, "c")
    assert found.keyword == "enum"
    assert found.expected == ("a", "b", 1, True, (2,))


def test_else_the_union_itself_is_told():
    schema = {"anyOf": [{"minimum": 5}, {"multipleOf": 2}]}
    found = only(schema, 3)
    assert (found.keyword, found.expected) == ("anyOf", None)
    # Only one of the branches needs its mark.
    loose = {k: v for k, v in URL.items() if k != "required"}
    strict = {"anyOf": [FILE, {**loose, "required": ["href"]}]}
    assert told(strict, {}) == [("anyOf", ())]
    # Two branches carry the same mark, and differ elsewhere.
    twins = {"oneOf": [FILE, {**FILE, "required": ["owner"]}]}
    assert told(twins, {"kind": "file", "path": 7}) == [("oneOf", ())]


def test_a_shared_mark_beside_one_that_tells_apart():
    """Of the two tags, the one that no branch matches is told."""
    cats = {"properties": {"k": {"const": 1}, "v": {"const": 1}}}
    dogs = {"properties": {"k": {"const": 1}, "v": {"const": 2}}}
    found = only({"anyOf": [cats, dogs]}, {"k": 1, "v": 3})
    assert (found.keyword, found.instance_path) == ("enum", ("v",))
    assert found.expected == (1, 2)


def test_several_branches_of_one_of_fit():
    found = only({"oneOf": [{}, {"type": "integer"}, {"minimum": 0}]}, 3)
    assert (found.keyword, found.expected) == ("oneOf", 1)


def test_a_branch_that_nobody_looked_into_decides_nothing():
    union = Union(keyword="anyOf", at=(), via=("anyOf",), value=1)
    seen = Branch(failures=[violation("type", (), (), 1)], tags=frozenset())
    unseen = Branch(failures=[], tags=frozenset())
    (found,) = chosen(union, [seen, unseen])
    assert found.keyword == "anyOf"
    (found,) = chosen(union, [])
    assert found.keyword == "anyOf"


def test_the_field_case(cases, validators):
    """python-jsonschema/jsonschema#1002: say where, on the meant branch."""
    lines = (cases / "field-cases.jsonl").read_text("utf-8").splitlines()
    (case,) = (
        case
        for case in map(json.loads, lines)
        if case["id"] == "python-jsonschema/jsonschema#1002"
    )
    schema = validators.get(case["input"]["tool"]["inputSchema"])
    first, second, third = (
        json.loads(call["arguments_json"])
        if "arguments_json" in call
        else eval(call["arguments_python"])
        for call in case["input"]["calls"]
    )
    (found,) = schema.violations(first)
    assert found.instance_path == ("target", "path")
    assert (found.keyword, found.expected) == ("type", "string")
    (found,) = schema.violations(second)
    assert (found.keyword, found.instance_path) == ("type", ("blob",))
    answer = schema.explain(third, 5)
    assert [one.instance_path for one in answer.violations] == [
        ("n", index) for index in range(5)
    ]
    assert answer.found == 100
    assert not answer.exact


def test_long_and_nested_values_that_branches_ask_for_are_told_apart():
    """Equal in Python is not equal in JSON; the order of names is nothing."""
    first = {"a": 1, "b": [True]}
    asked = [first, {"b": [True], "a": 1}, {"a": 1, "b": [1]}, [1], [1.0], 1]
    schema = {"anyOf": [{"const": value} for value in asked]}
    (found,) = plain(schema).violations("no")
    assert found.keyword == "enum"
    assert len(found.expected) == 5
