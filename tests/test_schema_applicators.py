"""Which subschemas apply to which part of a value, and the paths to them."""

from __future__ import annotations

from judging import ALL_DIALECTS, DRAFT_07, DRAFT_2019_09, plain, told


def paths(schema, value, **options):
    return [
        (one.keyword, one.instance_path, one.schema_path)
        for one in plain(schema, **options).violations(value)
    ]


NUMBER = {"type": "number"}


def test_members_and_items_are_told_where_they_stand():
    schema = {
        "properties": {"a": {"items": NUMBER}},
        "patternProperties": {"^p": NUMBER},
        "additionalProperties": {"prefixItems": [NUMBER]},
    }
    value = {"a": [1, "x"], "p1": "x", "z": ["x", "y"]}
    assert paths(schema, value) == [
        ("type", ("a", 1), ("properties", "a", "items", "type")),
        ("type", ("p1",), ("patternProperties", "^p", "type")),
        (
            "type",
            ("z", 0),
            ("additionalProperties", "prefixItems", 0, "type"),
        ),
    ]


def test_items_after_a_prefix():
    schema = {"prefixItems": [True, NUMBER], "items": {"type": "null"}}
    assert paths(schema, ["x", "y", 1]) == [
        ("type", (1,), ("prefixItems", 1, "type")),
        ("type", (2,), ("items", "type")),
    ]


def test_items_of_draft_07():
    schema = {
        "$schema": DRAFT_07,
        "items": [NUMBER],
        "additionalItems": {"type": "null"},
    }
    assert paths(schema, ["x", 1]) == [
        ("type", (0,), ("items", 0, "type")),
        ("type", (1,), ("additionalItems", "type")),
    ]
    alone = {"$schema": DRAFT_07, "additionalItems": NUMBER}
    assert paths(alone, ["x"]) == []


def test_what_applies_in_place():
    schema = {
        "allOf": [{"minimum": 5}, {"$ref": "#/$defs/even"}],
        "dependentSchemas": {"a": {"required": ["b"]}},
        "$defs": {"even": {"multipleOf": 2}},
    }
    assert paths(schema, 3) == [
        ("minimum", (), ("allOf", 0, "minimum")),
        ("multipleOf", (), ("allOf", 1, "$ref", "multipleOf")),
    ]
    assert paths(schema, {"a": 1}) == [
        ("required", (), ("dependentSchemas", "a", "required"))
    ]


def test_dependencies_of_draft_07_are_names_or_schemas():
    schema = {
        "$schema": DRAFT_07,
        "dependencies": {"a": ["b"], "c": {"maxProperties": 1}, "d": False},
    }
    assert paths(schema, {"a": 1, "c": 2}) == [
        ("dependencies", (), ("dependencies",)),
        ("maxProperties", (), ("dependencies", "c", "maxProperties")),
    ]
    assert told(schema, {"d": 1}) == [("dependencies", ())]
    assert told(schema, ["a"]) == []


def test_a_reference_of_draft_07_stands_alone():
    schema = {
        "$schema": DRAFT_07,
        "properties": {"a": {"$ref": "#/definitions/n", "minimum": 5}},
        "definitions": {"n": NUMBER},
    }
    assert told(schema, {"a": 1}) == []
    assert told(
        {**schema, "$schema": DRAFT_2019_09}, {"a": 1}, dialects=ALL_DIALECTS
    ) == [("minimum", ("a",))]


def test_false_is_told_as_the_keyword_that_holds_it():
    cases = [
        ({"properties": {"a": False}}, {"a": 1}, "properties", ("a",)),
        (
            {"patternProperties": {"^a": False}},
            {"a": 1},
            "patternProperties",
            ("a",),
        ),
        ({"prefixItems": [False]}, [1], "prefixItems", (0,)),
        ({"allOf": [False]}, 1, "allOf", ()),
        ({"if": True, "then": False}, 1, "then", ()),
        ({"if": False, "else": False}, 1, "else", ()),
        ({"dependentSchemas": {"a": False}}, {"a": 1}, "dependentSchemas", ()),
        ({"$ref": "#/$defs/no", "$defs": {"no": False}}, 1, "$ref", ()),
        ({"propertyNames": False}, {"a": 1}, "propertyNames", ()),
        ({"anyOf": [False]}, 1, "anyOf", ()),
        (False, 1, "false", ()),
    ]
    for schema, value, keyword, path in cases:
        assert told(schema, value) == [(keyword, path)]


def test_what_is_no_object_or_array_has_no_parts():
    for schema in (
        {"properties": {"a": False}},
        {"patternProperties": {"a": False}},
        {"additionalProperties": NUMBER},
        {"propertyNames": False},
        {"dependentSchemas": {"a": False}},
        {"prefixItems": [False]},
        {"items": NUMBER},
        {"contains": False},
        {"unevaluatedItems": NUMBER},
        {"unevaluatedProperties": NUMBER},
    ):
        assert told(schema, "a") == []
        # What fails beside them is told alone.
        assert told({**schema, "minLength": 5}, "a") == [("minLength", ())]


def test_many_properties_and_few_members():
    schema = {"properties": {f"n{i}": NUMBER for i in range(50)}}
    assert told(schema, {"n7": "x", "other": 1}) == [("type", ("n7",))]
    assert told(schema, []) == []


DYNAMIC = {
    "$id": "https://example.com/strict",
    "$dynamicAnchor": "node",
    "$ref": "tree",
    "unevaluatedProperties": False,
    "$defs": {
        "tree": {
            "$id": "tree",
            "$dynamicAnchor": "node",
            "type": "object",
            "properties": {
                "data": True,
                "children": {"items": {"$dynamicRef": "#node"}},
            },
        }
    },
}


def test_a_dynamic_reference_looks_at_what_was_entered_first():
    """JSON Schema 2020-12 core, section 8.2.3.2: the strict tree."""
    good = {"children": [{"data": 1, "children": []}]}
    bad = {"children": [{"daat": 1}]}
    assert told(DYNAMIC, good) == []
    assert told(DYNAMIC, bad) == [("unevaluatedProperties", ("children", 0))]
    assert paths(DYNAMIC, {"children": [1]}) == [
        (
            "type",
            ("children", 0),
            (
                "$ref",
                "properties",
                "children",
                "items",
                "$dynamicRef",
                "$ref",
                "type",
            ),
        )
    ]


def test_a_dynamic_reference_into_what_was_not_entered():
    """Where nothing entered has the anchor, the target itself is meant."""
    resources = {
        "https://example.com/b": {
            "$dynamicAnchor": "n",
            "type": "null",
        }
    }
    schema = {"items": {"$dynamicRef": "https://example.com/b#n"}}
    assert told(schema, [None], resources=resources) == []
    assert told(schema, [1], resources=resources) == [("type", (0,))]


def test_a_dynamic_reference_without_a_dynamic_anchor_is_a_plain_one():
    schema = {
        "properties": {
            "a": {"$dynamicRef": "#/$defs/n"},
            "b": {"$dynamicRef": "#plain"},
            "c": {"$dynamicRef": "#/$defs/t"},
        },
        "$defs": {
            "n": NUMBER,
            "m": {"$anchor": "plain", "type": "null"},
            "t": False,
        },
    }
    assert told(schema, {"a": "x", "b": 1, "c": 1}) == [
        ("type", ("a",)),
        ("type", ("b",)),
        ("$dynamicRef", ("c",)),
    ]


def test_a_recursive_reference_of_2019_09():
    """JSON Schema 2019-09 core, section 8.2.4.2: the same strict tree."""
    schema = {
        "$schema": DRAFT_2019_09,
        "$id": "https://example.com/strict",
        "$recursiveAnchor": True,
        "$ref": "tree",
        "unevaluatedProperties": False,
        "$defs": {
            "tree": {
                "$id": "tree",
                "$recursiveAnchor": True,
                "type": "object",
                "properties": {
                    "children": {"items": {"$recursiveRef": "#"}},
                },
            }
        },
    }
    options = {"dialects": ALL_DIALECTS}
    assert told(schema, {"children": [{}]}, **options) == []
    assert told(schema, {"children": [{"daat": 1}]}, **options) == [
        ("unevaluatedProperties", ("children", 0))
    ]
    schema["$recursiveAnchor"] = False
    assert told(schema, {"children": [{"daat": 1}]}, **options) == []
    schema["$defs"]["tree"]["$recursiveAnchor"] = False
    assert told(schema, {"children": [1]}, **options) == [
        ("type", ("children", 0))
    ]
