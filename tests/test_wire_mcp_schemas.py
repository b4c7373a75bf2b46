"""Schemas as older revisions take them: another form, the same meaning."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from strategies import schemas, values
from toolgate import SchemaError, ValidatorCache
from toolgate.exceptions import InvalidSchemaError, UnsupportedDialectError
from toolgate.schema.dialects import DIALECTS
from toolgate.wire.mcp_revisions import REVISIONS
from toolgate.wire.mcp_schemas import input_for, is_wrapped, output_for

OLD, NEW = REVISIONS["2025-06-18"], REVISIONS["2026-07-28"]
EVERY = ValidatorCache(dialects=[dialect.name for dialect in DIALECTS])


def accepting(schema):
    try:
        return EVERY.get(schema).is_valid
    except SchemaError:
        assume(False)


@pytest.mark.requirement("mcp-older")
@given(schemas() | schemas(draft7=True), st.lists(values, max_size=4))
def test_a_wrapped_schema_takes_what_the_schema_takes(schema, samples):
    accepts = accepting(deepcopy(schema))
    wraps = is_wrapped(schema)
    listed = output_for(deepcopy(schema), OLD)
    assert listed["type"] == "object"
    assert listed.get("$schema") == schema.get("$schema")
    still = EVERY.get(listed).is_valid
    for value in samples:
        if wraps:
            assert still({"result": value}) is accepts(value)
            assert not still(value) or "result" in value
        else:
            assert still(value) is accepts(value)
    if wraps:
        assert not still({})
        assert is_wrapped(listed) is False
    assert output_for(deepcopy(listed), OLD) == listed


@given(schemas() | schemas(draft7=True), st.lists(values, max_size=4))
def test_an_input_schema_takes_what_it_took(schema, samples):
    schema = {**schema, "type": "object"}
    accepts = accepting(deepcopy(schema))
    listed = input_for(deepcopy(schema), OLD)
    assert all(
        isinstance(member, dict)
        for member in listed.get("properties", {}).values()
    )
    assert listed.keys() == schema.keys()
    still = EVERY.get(listed).is_valid
    assert [still(value) for value in samples] == [
        accepts(value) for value in samples
    ]


TREE = {"left": {"$ref": "#"}, "n": {"type": "integer"}}
NESTED = ({"n": 1}, {"left": {"n": 1}}, {"n": "1"}, {"left": {"n": "1"}}, 5)
REFERRING = {
    "root": {"properties": {**TREE}, "type": ["object"]},
    "empty": {"properties": {**TREE, "left": {"$ref": ""}}},
    "empty id": {"$id": "", "properties": {**TREE}},
    "fragment id": {"$id": "#", "properties": {**TREE}},
    "id": {"$id": "https://example.com/t", "properties": {**TREE}},
    "own id": {
        "$id": "https://example.com/t",
        "properties": {**TREE, "left": {"$ref": "https://example.com/t"}},
    },
    "relative id": {"$id": "t.json", "properties": {**TREE}},
    "defs": {
        "$ref": "#/$defs/a%20b",
        "$defs": {
            "a b": {"properties": {**TREE, "left": {"$ref": "#/$defs/a%20b"}}}
        },
    },
    "escaped": {
        "$ref": "#/$defs/a~1b",
        "$defs": {
            "a/b": {"properties": {**TREE, "left": {"$ref": "#/$defs/a%7E1b"}}}
        },
    },
    "anchor": {
        "$anchor": "top",
        "properties": {**TREE, "left": {"$ref": "#top"}},
    },
    "dynamic": {
        "$dynamicAnchor": "top",
        "properties": {**TREE, "left": {"$dynamicRef": "#top"}},
    },
    "dynamic pointer": {
        "$ref": "#/$defs/t",
        "$defs": {
            "t": {"properties": {**TREE, "left": {"$dynamicRef": "#/$defs/t"}}}
        },
    },
    "embedded": {
        "$ref": "urn:t",
        "$defs": {"t": {"$id": "urn:t", "properties": {**TREE}}},
    },
    "unknown place": {
        "$ref": "#/x-parts/0",
        "x-parts": [{"properties": {**TREE, "left": {"$ref": "#/x-parts/0"}}}],
    },
    "draft-07 definitions": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$ref": "#/definitions/t",
        "definitions": {
            "t": {"properties": {**TREE, "left": {"$ref": "#/definitions/t"}}}
        },
    },
    "draft-07 id beside a reference": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "https://example.com/t",
        "$ref": "#/definitions/t",
        "type": "object",
        "definitions": {
            "t": {"properties": {**TREE, "left": {"$ref": "#/definitions/t"}}}
        },
    },
    "draft-07 anchor": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$ref": "#t",
        "definitions": {
            "t": {
                "$id": "#t",
                "properties": {**TREE, "left": {"$ref": "#t"}},
            }
        },
    },
    "draft-07 id": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "https://example.com/t",
        "properties": {**TREE},
    },
    "2019-09": {
        "$schema": "https://json-schema.org/draft/2019-09/schema",
        "$recursiveAnchor": True,
        "properties": {**TREE, "left": {"$recursiveRef": "#"}},
    },
    "2019-09 id": {
        "$schema": "https://json-schema.org/draft/2019-09/schema",
        "$id": "https://example.com/t",
        "$recursiveAnchor": True,
        "properties": {**TREE, "left": {"$recursiveRef": "#"}},
    },
    "data": {
        "properties": {**TREE},
        "not": {"const": {"$ref": "#"}},
        "default": {"$ref": "#/nowhere"},
    },
}


@pytest.mark.requirement("mcp-older")
@pytest.mark.parametrize("name", REFERRING)
def test_references_lead_where_they_led(name):
    schema = REFERRING[name]
    engine = ValidatorCache(
        engine="jsonschema", dialects=[dialect.name for dialect in DIALECTS]
    )
    # The expected verdicts need no engine: left and n are checked at depth.
    expected = [True, True, False, False, "type" not in schema]
    if name == "draft-07 id beside a reference":
        expected[-1] = True  # `type` says nothing beside the reference
    before = engine.get(deepcopy(schema)).is_valid
    listed = output_for(deepcopy(schema), OLD)
    after = engine.get(listed).is_valid
    assert [before(value) for value in NESTED] == expected
    assert [after({"result": value}) for value in NESTED] == expected
    assert list(listed)[-3:] == ["type", "properties", "required"]
    assert listed["required"] == ["result"]
    assert "$schema" not in listed["properties"]["result"]


def test_a_pointer_may_begin_with_an_encoded_slash():
    """No registry takes it, but what lists tools does not ask one."""
    listed = output_for({"$ref": "#%2F$defs/a", "$defs": {"a": {}}}, OLD)
    inner = listed["properties"]["result"]
    assert inner["$ref"] == "#/properties/result%2F$defs/a"


def test_data_that_looks_like_a_reference_stays():
    listed = output_for(deepcopy(REFERRING["data"]), OLD)
    inner = listed["properties"]["result"]
    assert inner["not"] == {"const": {"$ref": "#"}}
    assert inner["default"] == {"$ref": "#/nowhere"}
    assert inner["properties"]["left"] == {"$ref": "#/properties/result"}


@pytest.mark.parametrize(
    ("schema", "wraps"),
    [
        ({"type": "object"}, False),
        ({"type": "object", "$ref": "#/$defs/a"}, False),
        ({"type": ["object"]}, True),
        ({"type": ["object", "null"]}, True),
        ({"type": "array"}, True),
        ({}, True),
        ({"$ref": "#/$defs/a"}, True),
        ({"anyOf": [{"type": "object"}]}, True),
        (
            {
                "$schema": "http://json-schema.org/draft-07/schema#",
                "type": "object",
            },
            False,
        ),
        (
            {
                "$schema": "http://json-schema.org/draft-07/schema#",
                "type": "object",
                "$ref": "#/definitions/list",
            },
            True,
        ),
    ],
)
def test_what_is_wrapped(schema, wraps):
    assert is_wrapped(schema) is wraps


@given(schemas() | schemas(draft7=True))
def test_the_newest_revision_takes_schemas_as_they_are(schema):
    assert output_for(deepcopy(schema), NEW) == schema
    rooted = {**schema, "type": "object"}
    assert input_for(deepcopy(rooted), NEW) == rooted


def test_booleans_become_objects_at_the_root_alone():
    inner = {"properties": {"c": True}}
    schema = {
        "type": "object",
        "properties": {"a": True, "b": False, "d": inner},
        "additionalProperties": False,
    }
    assert input_for(deepcopy(schema), OLD)["properties"] == {
        "a": {},
        "b": {"not": {}},
        "d": inner,
    }
    assert output_for(deepcopy(schema), OLD)["properties"] == {
        "a": {},
        "b": {"not": {}},
        "d": inner,
    }


@pytest.mark.parametrize("kind", [None, "array", ["object"], 5])
@pytest.mark.parametrize("revision", [OLD, NEW])
def test_an_input_schema_says_that_it_is_an_object(kind, revision):
    with pytest.raises(InvalidSchemaError, match='must say "type": "object"'):
        input_for({"type": kind}, revision)


@pytest.mark.parametrize(
    "broken",
    [
        {"properties": []},
        {"properties": {"a": 1}},
        {"required": "a"},
        {"required": [1]},
    ],
)
def test_schemas_that_no_registry_takes_are_refused(broken):
    with pytest.raises(InvalidSchemaError):
        input_for({"type": "object", **broken}, OLD)


@pytest.mark.parametrize("name", [5, "https://dialect.example/2031"])
def test_unknown_dialects_are_refused(name):
    schema = {"$schema": name, "type": "object"}
    for revision in (OLD, NEW):
        with pytest.raises(UnsupportedDialectError):
            input_for(dict(schema), revision)
        with pytest.raises(UnsupportedDialectError):
            output_for(dict(schema), revision)
