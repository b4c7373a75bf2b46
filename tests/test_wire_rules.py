"""
The checker of what providers take, checked by hand.

Each bad schema is one that some converter really sends; each good one is
from a provider's page or an answer that its API took.
"""

from __future__ import annotations

import copy

import pytest

from wire_rules import (
    AZURE,
    CHAT,
    GEMINI,
    RESPONSES,
    RULES,
    STRICT_TARGETS,
    TARGETS,
    faults,
    optional_and_unions,
    request_faults,
    schema_faults,
    schema_of,
)
from wire_schemas import cycles, lowered, nodes, oracle, resolved

OPENAI = sorted(CHAT | RESPONSES)
OPENAI_STRICT = sorted((CHAT | RESPONSES) - {"openai-compatible"})
CLAUDE = ("anthropic", "bedrock-converse")
TEXT = {"type": "string"}


def closed(**properties):
    """A closed object that requires what it has."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def tool_for(target, schema, *, strict=False, name="t", **fields):
    """A tool as the target's page writes one."""
    if target in CHAT:
        inner = {"name": name, "parameters": schema, "strict": strict}
        return {"type": "function", "function": inner | fields}
    if target in RESPONSES:
        return {
            "type": "function",
            "name": name,
            "parameters": schema,
            "strict": strict,
            **fields,
        }
    if target == "anthropic":
        said = {"strict": True} if strict else {}
        return {"name": name, "input_schema": schema, **said, **fields}
    if target == "bedrock-converse":
        said = {"strict": True} if strict else {}
        inner = {"name": name, "inputSchema": {"json": schema}}
        return {"toolSpec": inner | said | fields}
    key = "parametersJsonSchema" if target == "gemini" else "parameters"
    return {"name": name, key: schema, **fields}


@pytest.mark.parametrize("target", TARGETS)
def test_a_small_closed_tool_is_taken_everywhere(target):
    tool = tool_for(target, closed(q=TEXT), description="Find.")
    assert faults(target, tool, strict=False) == []
    assert request_faults(target, [tool]) == []
    assert schema_of(target, tool) == closed(q=TEXT)


@pytest.mark.parametrize("target", STRICT_TARGETS)
def test_a_small_closed_tool_is_taken_strict(target):
    tool = tool_for(target, closed(q=TEXT), strict=True)
    assert faults(target, tool, strict=True) == []
    assert faults(target, tool, strict=False) != []
    plain = tool_for(target, closed(q=TEXT))
    assert faults(target, plain, strict=True) != []


@pytest.mark.parametrize("target", [*sorted(GEMINI), "openai-compatible"])
def test_who_knows_no_strict(target):
    tool = tool_for(target, closed(q=TEXT))
    assert faults(target, tool, strict=True) != []


GOOD_STRICT_OPENAI = [
    closed(),
    closed(limit={"type": ["integer", "null"]}),
    closed(limit={"anyOf": [{"type": "integer"}, {"type": "null"}]}),
    closed(u={"type": ["string", "null"], "enum": ["C", "F", None]}),
    closed(s={"const": "ok"}, t={"type": "string", "const": "a"}),
    closed(at={"type": "string", "format": "date-time"}),
    closed(c={"type": "string", "pattern": "^[(?=)]+\\(?=$"}),
    closed(n={"type": "number", "minimum": 0, "multipleOf": 0.5}),
    closed(a={"type": "array", "items": TEXT, "minItems": 1, "maxItems": 9}),
    closed(p={"anyOf": [closed(t={"const": "a"}), closed(t={"const": "b"})]}),
    # Names of properties are no keywords.
    closed(
        **{
            "oneOf": TEXT,
            "default": TEXT,
            "$ref": TEXT,
            "allOf": TEXT,
            "not": TEXT,
            "properties": TEXT,
            "$defs": TEXT,
            "a b/c": TEXT,
        }
    ),
    {**closed(c={"$ref": "#/$defs/C"}), "$defs": {"C": closed(n=TEXT)}},
    {
        **closed(c={"$ref": "#/definitions/C"}),
        "definitions": {"C": closed(n=TEXT)},
    },
    {**closed(c={"$ref": "#/$defs/a~1b"}), "$defs": {"a/b": TEXT}},
    # Recursion, by the root and by a definition.
    closed(kids={"type": "array", "items": {"$ref": "#"}}),
    {
        **closed(next={"$ref": "#/$defs/N"}),
        "$defs": {
            "N": closed(
                next={"anyOf": [{"$ref": "#/$defs/N"}, {"type": "null"}]}
            )
        },
    },
    closed(o={**closed(q=TEXT), "type": ["object", "null"]}),
    closed(e={"enum": [1, 2]}),
    {**closed(q=TEXT), "title": "T", "description": "D"},
]


@pytest.mark.parametrize("target", OPENAI_STRICT)
@pytest.mark.parametrize("schema", GOOD_STRICT_OPENAI)
def test_good_strict_openai(target, schema):
    assert schema_faults(target, schema, strict=True) == []
    assert schema_faults(target, schema, strict=False) == []


BAD_STRICT_OPENAI = {
    # What openai's own converter sends (facts 1.4).
    "open object": closed(o={"type": "object"}),
    "map": closed(o={"type": "object", "additionalProperties": TEXT}),
    "any additional": closed(o={"type": "object", "additionalProperties": {}}),
    "true additional": {**closed(q=TEXT), "additionalProperties": True},
    "no additional": {
        "type": "object",
        "properties": {"q": TEXT},
        "required": ["q"],
    },
    "any": closed(o={}),
    "description only": closed(o={"description": "any JSON"}),
    "true": closed(o=True),
    "false": closed(o=False),
    "oneOf": closed(o={"oneOf": [TEXT, {"type": "integer"}]}),
    "allOf": closed(o={"allOf": [TEXT]}),
    "ref and description": {
        **closed(c={"$ref": "#/$defs/C", "description": "d"}),
        "$defs": {"C": TEXT},
    },
    "ref and maxLength": {
        **closed(c={"$ref": "#/$defs/C", "maxLength": 3}),
        "$defs": {"C": TEXT},
    },
    "dangling": closed(c={"$ref": "#/$defs/C"}),
    "deep pointer": closed(a=TEXT, b={"$ref": "#/properties/a"}),
    "deeper pointer": {
        **closed(b={"$ref": "#/$defs/C/properties/n"}),
        "$defs": {"C": closed(n=TEXT)},
    },
    "outer": closed(c={"$ref": "https://example.org/c.json"}),
    "anchor": {
        **closed(c={"$ref": "#c"}),
        "$defs": {"C": {"$anchor": "c", "type": "string"}},
    },
    "root anyOf": {"anyOf": [closed(a=TEXT), closed(b=TEXT)]},
    "root anyOf with type": {**closed(a=TEXT), "anyOf": [closed(a=TEXT)]},
    "root enum": {**closed(a=TEXT), "enum": [{"a": "b"}]},
    "root not": {**closed(a=TEXT), "not": {"type": "null"}},
    "root const": {**closed(), "const": {}},
    "root ref": {"$ref": "#/$defs/C", "$defs": {"C": closed(a=TEXT)}},
    "root ref with type": {
        **closed(a=TEXT),
        "$ref": "#/$defs/C",
        "$defs": {"C": closed(a=TEXT)},
    },
    "root nullable": {**closed(a=TEXT), "type": ["object", "null"]},
    "root untyped": {
        key: value for key, value in closed(a=TEXT).items() if key != "type"
    },
    "optional": {
        **closed(q=TEXT, limit={"type": "integer"}),
        "required": ["q"],
    },
    "required missing": {
        "type": "object",
        "properties": {"q": TEXT},
        "additionalProperties": False,
    },
    "undeclared": {**closed(a=TEXT), "required": ["a", "b"]},
    "nested optional": closed(o={**closed(q=TEXT), "required": []}),
    "optional in a union": closed(
        o={"anyOf": [{**closed(q=TEXT), "required": []}, {"type": "null"}]}
    ),
    "open in items": closed(a={"type": "array", "items": {"type": "object"}}),
    "open in a definition": {
        **closed(a={"$ref": "#/$defs/C"}),
        "$defs": {"C": {"type": "object"}},
    },
    "open nullable": closed(o={"type": ["object", "null"]}),
    "object without type": closed(o={"properties": {"a": TEXT}}),
    "bare array": closed(a={"type": "array"}),
    "any items": closed(a={"type": "array", "items": {}}),
    "true items": closed(a={"type": "array", "items": True}),
    "nullable bare array": closed(a={"type": ["array", "null"]}),
    "tuple": closed(a={"type": "array", "prefixItems": [TEXT], "items": TEXT}),
    "uri": closed(a={"type": "string", "format": "uri"}),
    "lookahead": closed(a={"type": "string", "pattern": "^(?=.*x)"}),
    "lookbehind": closed(a={"type": "string", "pattern": "(?<!x)a"}),
    "uniqueItems": closed(
        a={"type": "array", "items": TEXT, "uniqueItems": True}
    ),
    "default": closed(a={"type": "integer", "default": 10}),
    "nullable": closed(a={"type": "string", "nullable": True}),
    "patternProperties": closed(
        o={**closed(), "patternProperties": {"^x": TEXT}}
    ),
    "minProperties": closed(o={**closed(q=TEXT), "minProperties": 1}),
    "propertyNames": closed(o={**closed(q=TEXT), "propertyNames": TEXT}),
    "unevaluated": closed(
        o={**closed(q=TEXT), "unevaluatedProperties": False}
    ),
    "not": closed(a={"type": "string", "not": {"const": "x"}}),
    "if": closed(a={"type": "string", "if": {"const": "x"}}),
    "dependentRequired": closed(
        o={**closed(q=TEXT), "dependentRequired": {"q": ["q"]}}
    ),
    "contains": closed(
        a={"type": "array", "items": TEXT, "contains": {"const": "x"}}
    ),
    "unknown type": closed(a={"type": "any"}),
    "no schema": closed(a={"type": "string", "minLength": -1}),
}


@pytest.mark.parametrize("target", OPENAI_STRICT)
@pytest.mark.parametrize("kind", BAD_STRICT_OPENAI)
def test_bad_strict_openai(target, kind):
    schema = BAD_STRICT_OPENAI[kind]
    before = copy.deepcopy(schema)
    assert schema_faults(target, schema, strict=True) != []
    assert schema == before


@pytest.mark.parametrize("target", OPENAI)
@pytest.mark.parametrize(
    "kind",
    [
        "oneOf",
        "root anyOf",
        "root anyOf with type",
        "root enum",
        "root not",
        "root const",
        "root nullable",
        "root untyped",
        "dangling",
        "outer",
        "unknown type",
        "no schema",
    ],
)
def test_bad_openai_even_when_not_strict(target, kind):
    schema = BAD_STRICT_OPENAI[kind]
    assert schema_faults(target, schema, strict=False) != []


@pytest.mark.parametrize("target", OPENAI_STRICT)
def test_a_property_without_type_kills_the_catalogue(target):
    """Facts row 12, when not strict too."""
    for kind in ("any", "description only", "any items"):
        schema = BAD_STRICT_OPENAI[kind]
        assert schema_faults(target, schema, strict=False) != []


@pytest.mark.parametrize("target", OPENAI_STRICT)
@pytest.mark.parametrize(
    "kind",
    [
        "open object",
        "map",
        "allOf",
        "optional",
        "uri",
        "patternProperties",
        "not",
        "default",
        "uniqueItems",
        "anchor",
    ],
)
def test_good_openai_when_not_strict(target, kind):
    schema = BAD_STRICT_OPENAI[kind]
    assert schema_faults(target, schema, strict=False) == []


def nested(levels):
    schema = closed(q=TEXT)
    for _ in range(levels - 1):
        schema = closed(o=schema)
    return schema


def wide(count):
    return closed(**{f"p{number}": TEXT for number in range(count)})


def values(count, length):
    return closed(
        e={
            "type": "string",
            "enum": [f"{number:0{length}}" for number in range(count)],
        }
    )


SIZES = [
    (nested, (10,), (11,), (5,), (6,)),
    (wide, (5000,), (5001,), (100,), (101,)),
    (values, (1000, 3), (1001, 4), (1000, 3), (1001, 4)),
    (values, (251, 59), (251, 60), (251, 59), (251, 60)),
    (values, (250, 60), (250, 480), (250, 60), (250, 480)),
]


@pytest.mark.parametrize("target", ["openai-chat", "azure-openai-chat"])
@pytest.mark.parametrize("row", SIZES)
def test_sizes(target, row):
    make, fits, too_large, fits_azure, too_large_azure = row
    azure = target in AZURE
    good = make(*(fits_azure if azure else fits))
    bad = make(*(too_large_azure if azure else too_large))
    assert schema_faults(target, good, strict=True) == []
    assert schema_faults(target, bad, strict=True) != []
    assert schema_faults(target, bad, strict=False) == []


def test_depth_counts_objects_and_no_references():
    """Arrays and unions are no levels; a definition counts by itself."""
    schema = nested(9)
    deep = {
        **closed(
            a={"type": "array", "items": {"anyOf": [schema, {"type": "null"}]}}
        ),
        "$defs": {"D": nested(10)},
    }
    deep["properties"]["d"] = {"$ref": "#/$defs/D"}
    deep["required"].append("d")
    assert schema_faults("openai-chat", deep, strict=True) == []
    deep["$defs"]["D"] = nested(11)
    assert schema_faults("openai-chat", deep, strict=True) != []


def test_characters_of_names():
    names = {f"{number:05}" + "x" * 40: TEXT for number in range(2_600)}
    assert schema_faults("openai-chat", closed(**names), strict=True) == []
    names |= {f"{number:05}" + "y" * 95: TEXT for number in range(40)}
    assert schema_faults("openai-chat", closed(**names), strict=True) != []


@pytest.mark.parametrize("keyword", ["minLength", "maxLength"])
def test_azure_is_stricter_about_lengths(keyword):
    schema = closed(a={"type": "string", keyword: 3})
    assert schema_faults("openai-chat", schema, strict=True) == []
    assert schema_faults("azure-openai-chat", schema, strict=True) != []


GOOD_PLAIN_ANTHROPIC = [
    {"type": "object"},
    closed(p={"oneOf": [TEXT, {"type": "null"}]}),
    closed(p={"allOf": [TEXT, {"minLength": 2}]}),
    closed(a={}, b=True),
    {"type": "object", "additionalProperties": TEXT},
    {
        "type": "object",
        "properties": {"n": {"$ref": "#/$defs/N"}},
        "$defs": {"N": {"properties": {"n": {"$ref": "#/$defs/N"}}}},
    },
    closed(o=closed(**{"a b": TEXT})),
    closed(a={"prefixItems": [TEXT], "items": False}),
]


@pytest.mark.parametrize("schema", GOOD_PLAIN_ANTHROPIC)
def test_good_plain_anthropic(schema):
    assert schema_faults("anthropic", schema, strict=False) == []
    assert schema_faults("bedrock-converse", schema, strict=False) == []


BAD_PLAIN_ANTHROPIC = [
    {"anyOf": [closed(a=TEXT)]},
    {"type": "object", "anyOf": [closed(a=TEXT)]},
    {"type": "object", "oneOf": [closed(a=TEXT)]},
    {"type": "object", "allOf": [closed(a=TEXT)]},
    {"type": "array"},
    {"type": ["object", "null"]},
    {},
    closed(**{"a b": TEXT}),
    closed(**{"a/b": TEXT}),
    closed(**{"": TEXT}),
    closed(é=TEXT),
    closed(**{"x" * 65: TEXT}),
    closed(**{"$ref": TEXT}),
    closed(a={"$ref": "#/$defs/A"}),
    closed(a={"items": [TEXT]}),
    {"$schema": "http://json-schema.org/draft-07/schema#", **closed(a=TEXT)},
]


@pytest.mark.parametrize("schema", BAD_PLAIN_ANTHROPIC)
def test_bad_anthropic_even_when_not_strict(schema):
    assert schema_faults("anthropic", schema, strict=False) != []
    assert schema_faults("anthropic", schema, strict=True) != []


def opened(schema, *optional):
    """A closed object of which some keys need not be there."""
    required = [key for key in schema["required"] if key not in optional]
    return {**schema, "required": required}


GOOD_STRICT_CLAUDE = [
    closed(),
    opened(closed(q=TEXT, limit={"type": "integer"}), "limit"),
    closed(u={"type": "string", "format": "uri"}),
    closed(s={"const": "ok"}, e={"enum": [1, "a", True, None]}),
    closed(d={"type": "integer", "default": 3}),
    closed(a={"type": "array", "items": TEXT, "minItems": 1}),
    closed(a={"type": "array", "items": TEXT, "minItems": 0}),
    closed(p={"type": "string", "pattern": "^\\d{3}-(\\w+|\\s)[a-z\\\\b]*$"}),
    closed(o={"anyOf": [TEXT, closed(a=TEXT)]}),
    closed(o={"allOf": [{"type": "string"}, {"type": "string"}]}),
    {**closed(c={"$ref": "#/$defs/C"}), "$defs": {"C": closed(n=TEXT)}},
]


@pytest.mark.parametrize("target", CLAUDE)
@pytest.mark.parametrize("schema", GOOD_STRICT_CLAUDE)
def test_good_strict_claude(target, schema):
    assert schema_faults(target, schema, strict=True) == []


BAD_STRICT_CLAUDE = {
    "self": closed(kids={"type": "array", "items": {"$ref": "#"}}),
    "recursion": {
        **closed(n={"$ref": "#/$defs/N"}),
        "$defs": {"N": opened(closed(n={"$ref": "#/$defs/N"}), "n")},
    },
    "mutual": {
        **closed(n={"$ref": "#/$defs/A"}),
        "$defs": {
            "A": opened(closed(n={"$ref": "#/$defs/B"}), "n"),
            "B": {
                "anyOf": [
                    TEXT,
                    {"type": "array", "items": {"$ref": "#/$defs/A"}},
                ]
            },
        },
    },
    "outer": closed(c={"$ref": "https://example.org/c.json"}),
    "object in enum": closed(e={"enum": [{"a": 1}]}),
    "array in enum": closed(e={"enum": [[1]]}),
    "minimum": closed(n={"type": "integer", "minimum": 1}),
    "exclusiveMaximum": closed(n={"type": "integer", "exclusiveMaximum": 1}),
    "multipleOf": closed(n={"type": "integer", "multipleOf": 2}),
    "minLength": closed(n={"type": "string", "minLength": 1}),
    "maxItems": closed(a={"type": "array", "items": TEXT, "maxItems": 3}),
    "minItems": closed(a={"type": "array", "items": TEXT, "minItems": 2}),
    "open": closed(o={"type": "object"}),
    "map": closed(o={"type": "object", "additionalProperties": TEXT}),
    "lookahead": closed(p={"type": "string", "pattern": "(?!a)b"}),
    "lookbehind": closed(p={"type": "string", "pattern": "(?<=a)b"}),
    "backreference": closed(p={"type": "string", "pattern": "(a)\\1"}),
    "boundary": closed(p={"type": "string", "pattern": "\\ba"}),
    "huge repeat": closed(p={"type": "string", "pattern": "a{1,99999}"}),
    "property class": closed(p={"type": "string", "pattern": "\\p{L}"}),
    "oneOf": closed(p={"oneOf": [TEXT]}),
    "allOf with ref": {
        **closed(c={"allOf": [{"$ref": "#/$defs/C"}]}),
        "$defs": {"C": closed(n=TEXT)},
    },
    "any": closed(a={}),
    "true": closed(a=True),
    "not": closed(a={"type": "string", "not": {"const": "x"}}),
    "if": closed(a={"type": "string", "if": {"const": "x"}}),
    "contains": closed(a={"type": "array", "items": TEXT, "contains": TEXT}),
    "format": closed(a={"type": "string", "format": "iri"}),
    "odd key": closed(**{"a b": TEXT}),
}


@pytest.mark.parametrize("target", CLAUDE)
@pytest.mark.parametrize("kind", BAD_STRICT_CLAUDE)
def test_bad_strict_claude(target, kind):
    assert schema_faults(target, BAD_STRICT_CLAUDE[kind], strict=True) != []


GOOD_GEMINI_JSON = [
    closed(),
    closed(limit={"type": ["integer", "null"]}),
    closed(e={"type": "string", "enum": ["a"]}, n={"enum": [1, 2.5]}),
    closed(t={"type": "array", "prefixItems": [TEXT], "items": TEXT}),
    {"type": "object", "additionalProperties": TEXT},
    closed(p={"oneOf": [TEXT, {"type": "integer"}]}),
    {
        "type": "object",
        "properties": {"n": {"$ref": "#/$defs/N"}},
        "$defs": {
            "N": {
                "type": "object",
                "properties": {
                    "kids": {"type": "array", "items": {"$ref": "#/$defs/N"}}
                },
            }
        },
    },
    closed(const=TEXT, allOf=TEXT, default=TEXT),
]


@pytest.mark.parametrize("schema", GOOD_GEMINI_JSON)
def test_good_gemini_json_schema(schema):
    assert schema_faults("gemini", schema, strict=False) == []


BAD_GEMINI_JSON = {
    "const": closed(s={"const": "ok"}),
    "allOf": closed(s={"allOf": [TEXT]}),
    "not": closed(s={"not": TEXT}),
    "exclusive": closed(n={"type": "integer", "exclusiveMinimum": 0}),
    "multipleOf": closed(n={"type": "integer", "multipleOf": 2}),
    "pattern": closed(s={"type": "string", "pattern": "a"}),
    "minLength": closed(s={"type": "string", "minLength": 1}),
    "uniqueItems": closed(
        a={"type": "array", "items": TEXT, "uniqueItems": True}
    ),
    "default": closed(s={"type": "string", "default": "a"}),
    "null in enum": closed(
        e={"type": ["string", "null"], "enum": ["a", None]}
    ),
    "boolean in enum": closed(e={"enum": [True]}),
    "empty text": closed(e={"type": "string", "enum": ["", "a"]}),
    "bare array": closed(a={"type": "array"}),
    "root array": {"type": "array", "items": TEXT},
    "no root type": {"properties": {"a": TEXT}},
    "dangling": closed(a={"$ref": "#/$defs/A"}),
    "sibling": {
        **closed(a={"$ref": "#/$defs/A", "description": "d"}),
        "$defs": {"A": TEXT},
    },
    "cycle through required": {
        **closed(a={"$ref": "#/$defs/A"}),
        "$defs": {
            "A": closed(kids={"type": "array", "items": {"$ref": "#/$defs/A"}})
        },
    },
    "true": closed(a=True),
    "undeclared": {"type": "object", "required": ["a"]},
}


@pytest.mark.parametrize("kind", BAD_GEMINI_JSON)
def test_bad_gemini_json_schema(kind):
    assert schema_faults("gemini", BAD_GEMINI_JSON[kind], strict=False) != []


GOOD_GEMINI_SCHEMA = [
    {"type": "object", "properties": {"q": TEXT}, "required": ["q"]},
    {"type": "OBJECT", "properties": {"q": {"type": "STRING"}}},
    {"type": "object", "properties": {"q": {**TEXT, "nullable": True}}},
    {
        "type": "object",
        "properties": {
            "e": {"type": "string", "format": "enum", "enum": ["a"]}
        },
    },
    {
        "type": "object",
        "properties": {"u": {"anyOf": [TEXT, {"type": "integer"}]}},
    },
    {
        "type": "object",
        "properties": {"n": {"type": "integer", "format": "int64"}},
    },
]


@pytest.mark.parametrize("schema", GOOD_GEMINI_SCHEMA)
def test_good_gemini_parameters(schema):
    assert schema_faults("gemini-parameters", schema, strict=False) == []


def of(schema):
    return {"type": "object", "properties": {"a": schema}}


BAD_GEMINI_SCHEMA = {
    "type list": of({"type": ["string", "null"]}),
    "ref": {**of({"$ref": "#/$defs/A"}), "$defs": {"A": TEXT}},
    "defs": {**of(TEXT), "$defs": {"A": TEXT}},
    "const": of({"type": "string", "const": "a"}),
    "oneOf": of({"oneOf": [TEXT]}),
    "allOf": of({"allOf": [TEXT]}),
    "not": of({"type": "string", "not": {}}),
    "integer enum": of({"type": "integer", "enum": [1, 2]}),
    "null in enum": of({"type": "string", "enum": ["a", None]}),
    "text enum of integers": of({"type": "integer", "enum": ["1"]}),
    "empty text": of({"type": "string", "enum": ["a", ""]}),
    "bare array": of({"type": "array"}),
    "bare ARRAY": of({"type": "ARRAY"}),
    "prefixItems": of({"type": "array", "items": TEXT, "prefixItems": [TEXT]}),
    "exclusive": of({"type": "integer", "exclusiveMaximum": 3}),
    "uri": of({"type": "string", "format": "uri"}),
    "URI of a STRING": of({"type": "STRING", "format": "uri"}),
    "any": of({}),
    "true": of(True),
    "map": of({"type": "object", "additionalProperties": TEXT}),
    "open": of({"type": "object", "additionalProperties": True}),
    "beside anyOf": of({"type": "string", "anyOf": [TEXT]}),
    "odd key": {"type": "object", "properties": {"a-b": TEXT}},
    "digit key": {"type": "object", "properties": {"1": TEXT}},
    "root": {"type": "array", "items": TEXT},
    "undeclared": {"type": "object", "required": ["a"]},
}


@pytest.mark.parametrize("kind", BAD_GEMINI_SCHEMA)
def test_bad_gemini_parameters(kind):
    schema = BAD_GEMINI_SCHEMA[kind]
    assert schema_faults("gemini-parameters", schema, strict=False) != []


def test_the_portable_core_inlines_what_is_not_recursive():
    plain = {**closed(c={"$ref": "#/$defs/C"}), "$defs": {"C": TEXT}}
    assert schema_faults("openai-compatible", plain, strict=False) != []
    tree = {
        **closed(c={"$ref": "#/$defs/C"}),
        "$defs": {"C": {"properties": {"c": {"$ref": "#/$defs/C"}}}},
    }
    assert schema_faults("openai-compatible", tree, strict=False) == []
    itself = closed(kids={"type": "array", "items": {"$ref": "#"}})
    assert schema_faults("openai-compatible", itself, strict=False) == []


BAD_NAMES = {
    **dict.fromkeys(TARGETS, ("a.b", "a b", "", "é", "x" * 129, None, "a\n")),
    "openai-compatible": ["9a", "_a", "-a", "x" * 65],
    "gemini": ["9a", "-a", "a b", "a/b", "x" * 129],
    "gemini-parameters": ["9a", "-a"],
}


@pytest.mark.parametrize("target", TARGETS)
def test_bad_names(target):
    for name in BAD_NAMES[target]:
        tool = tool_for(target, closed(), name=name)
        assert faults(target, tool, strict=False) != [], name


GOOD_NAMES = {
    **dict.fromkeys(TARGETS, ("a", "a_b-C9", "x" * 64)),
    "anthropic": ["9a", "_a", "-a"],
    "gemini": ["_a", "a.b:c", "x" * 128],
}


@pytest.mark.parametrize("target", TARGETS)
def test_good_names(target):
    for name in GOOD_NAMES[target]:
        tool = tool_for(target, closed(), name=name)
        assert faults(target, tool, strict=False) == [], name


BAD_TOOLS = [
    ("openai-chat", {"type": "function", "name": "t", "parameters": {}}),
    ("openai-chat", tool_for("openai-chat", closed(), strict=None)),
    ("openai-chat", tool_for("openai-chat", closed(), extra=1)),
    ("openai-chat", tool_for("openai-chat", closed(), description="x" * 1025)),
    ("openai-chat", tool_for("openai-chat", closed(), description=None)),
    (
        "openai-responses",
        {"type": "function", "name": "t", "parameters": closed()},
    ),
    ("openai-responses", tool_for("openai-responses", closed(), strict=None)),
    ("openai-responses", tool_for("openai-chat", closed())),
    ("openai-responses", {"type": "function", "name": "t", "strict": False}),
    ("openai-compatible", tool_for("openai-chat", closed(), strict=True)),
    ("anthropic", {"name": "t"}),
    ("anthropic", {"name": "t", "inputSchema": closed()}),
    ("anthropic", tool_for("anthropic", closed(), type="function")),
    ("anthropic", tool_for("anthropic", closed(a=TEXT), input_examples=[{}])),
    (
        "anthropic",
        tool_for(
            "anthropic",
            closed(),
            defer_loading=True,
            cache_control={"type": "ephemeral"},
        ),
    ),
    ("gemini", tool_for("gemini-parameters", closed())),
    (
        "gemini",
        tool_for("gemini", closed(), parameters={"type": "object"}),
    ),
    ("gemini-parameters", tool_for("gemini", closed())),
    ("gemini", tool_for("gemini", closed(), parameters_json_schema={})),
    ("bedrock-converse", tool_for("anthropic", closed())),
    (
        "bedrock-converse",
        tool_for("bedrock-converse", closed(), description=""),
    ),
    (
        "bedrock-converse",
        {"toolSpec": {"name": "t", "inputSchema": closed()}},
    ),
    ("openai-chat", tool_for("openai-chat", {"a": {1, 2}})),
    (
        "openai-chat",
        tool_for("openai-chat", closed(a={"const": float("inf")})),
    ),
    ("openai-chat", tool_for("openai-chat", True)),
]


@pytest.mark.parametrize(("target", "tool"), BAD_TOOLS)
def test_bad_tools(target, tool):
    assert faults(target, tool, strict=False) != []


def test_programmatic_calling_is_not_for_strict_tools():
    tool = tool_for(
        "anthropic",
        closed(),
        strict=True,
        allowed_callers=["code_execution_20260120"],
    )
    assert faults("anthropic", tool, strict=True) != []
    tool["allowed_callers"] = ["direct"]
    assert faults("anthropic", tool, strict=True) == []


def test_no_arguments_may_be_no_schema():
    """Left out on Chat, null on Responses, left out for Gemini."""
    chat = {"type": "function", "function": {"name": "t"}}
    assert faults("openai-chat", chat, strict=False) == []
    responses = tool_for("openai-responses", None)
    assert faults("openai-responses", responses, strict=False) == []
    assert faults("gemini", {"name": "t"}, strict=False) == []
    strict = tool_for("openai-chat", None, strict=True)
    assert faults("openai-chat", strict, strict=True) != []


def many(target, count, **options):
    return [
        tool_for(target, closed(), name=f"t{number}", **options)
        for number in range(count)
    ]


@pytest.mark.parametrize(
    ("target", "most"),
    [("openai-chat", 128), ("azure-openai-chat", 128), ("gemini", 512)],
)
def test_numbers_of_tools(target, most):
    assert request_faults(target, many(target, most)) == []
    assert request_faults(target, many(target, most + 1)) != []


@pytest.mark.parametrize("target", TARGETS)
def test_one_name_twice(target):
    tool = tool_for(target, closed())
    assert request_faults(target, [tool, tool]) != []


@pytest.mark.parametrize("target", TARGETS)
def test_one_bad_tool_is_named(target):
    bad = tool_for(target, {"type": "array", "items": TEXT}, name="bad")
    found = request_faults(target, [tool_for(target, closed()), bad])
    assert found
    assert all(fault.startswith("bad: ") for fault in found)


@pytest.mark.parametrize("target", CLAUDE)
def test_the_budget_of_strict_tools(target):
    assert request_faults(target, many(target, 20, strict=True)) == []
    assert request_faults(target, many(target, 21, strict=True)) != []
    assert request_faults(target, many(target, 21)) == []


@pytest.mark.parametrize("target", CLAUDE)
def test_the_budget_of_parameters(target):
    def optional(count):
        schema = wide(count) | {"required": []}
        return [tool_for(target, schema, strict=True)]

    def unions(count):
        union = {"type": ["string", "null"]}
        schema = closed(**{f"p{number}": union for number in range(count)})
        return [tool_for(target, schema, strict=True)]

    assert request_faults(target, optional(24)) == []
    assert request_faults(target, optional(25)) != []
    assert request_faults(target, unions(16)) == []
    assert request_faults(target, unions(17)) != []


def test_what_counts_as_optional_and_as_union():
    """Nested ones too, and none behind a reference."""
    schema = opened(
        closed(
            a={"anyOf": [TEXT, closed(b={"type": ["string", "null"]})]},
            c={"type": "array", "items": opened(closed(d=TEXT), "d")},
            e={"$ref": "#/$defs/E"},
        ),
        "e",
    )
    schema["$defs"] = {"E": opened(closed(f=TEXT), "f")}
    assert optional_and_unions(schema) == (2, 2)


def test_not_every_tool_may_be_deferred():
    tools = many("anthropic", 2, defer_loading=True)
    assert request_faults("anthropic", tools) != []
    del tools[0]["defer_loading"]
    assert request_faults("anthropic", tools) == []


def test_bedrock_wants_a_tool():
    assert request_faults("bedrock-converse", []) != []
    assert request_faults("openai-chat", []) == []


def test_gemini_takes_its_declarations_in_a_wrapper():
    wrapped = [{"functionDeclarations": many("gemini", 2)}]
    assert request_faults("gemini", wrapped) == []
    wrapped[0]["functionDeclarations"][1]["name"] = "t0"
    assert request_faults("gemini", wrapped) != []


BAD = {
    "openai": list(BAD_STRICT_OPENAI.values()),
    "anthropic": BAD_PLAIN_ANTHROPIC + list(BAD_STRICT_CLAUDE.values()),
    "gemini": list(BAD_GEMINI_JSON.values()),
    "gemini-parameters": list(BAD_GEMINI_SCHEMA.values()),
}
BAD["bedrock-converse"] = BAD["anthropic"] + BAD["openai"]
BAD["openai-compatible"] = [
    *BAD["openai"],
    {**closed(c={"$ref": "#/$defs/C"}), "$defs": {"C": TEXT}},
]


@pytest.mark.parametrize(("target", "strict"), RULES)
def test_no_rule_is_idle(target, strict):
    """Each rule refuses something that the tables above call bad."""
    family = target if target in BAD else "openai"
    several = [*BAD[family], closed(a={"type": "any"}), nested(11)]
    for rule in RULES[target, strict]:
        assert any(list(rule(schema)) for schema in several), rule


def test_every_target_has_its_rules():
    assert {target for target, _ in RULES} == set(TARGETS)
    assert {target for target, strict in RULES if strict} == set(
        STRICT_TARGETS
    )


def test_nodes_know_a_name_from_a_keyword():
    schema = {
        "properties": {"items": {"type": "array"}, "not": True},
        "items": [{"const": {"properties": {"x": {}}}}],
        "enum": [{"anyOf": [{}]}],
        "x-extra": {"properties": {"y": {}}},
        "dependencies": {"a": ["b"], "c": {"not": {}}},
    }
    assert [node.place for node in nodes(schema)] == [
        "#",
        "#/properties/items",
        "#/properties/not",
        "#/items/0",
        "#/dependencies/c",
        "#/dependencies/c/not",
    ]


@pytest.mark.parametrize(
    ("reference", "found"),
    [
        ("#", "root"),
        ("#/$defs/a~1b", "a/b"),
        ("#/$defs/c%20d", "c d"),
        ("#/$defs/~0", "~"),
        ("#/allOf/0", "first"),
        ("#here", "anchored"),
        ("#old", "old"),
        ("#/allOf/1", None),
        ("#/allOf/x", None),
        ("#/$defs/missing", None),
        ("#nowhere", None),
        ("#/title/x", None),
        ("other.json", None),
    ],
)
def test_references(reference, found):
    schema = {
        "title": "root",
        "allOf": [{"title": "first"}],
        "$defs": {
            "a/b": {"title": "a/b"},
            "c d": {"title": "c d"},
            "~": {"title": "~"},
            "h": {"title": "anchored", "$anchor": "here"},
            "o": {"title": "old", "$id": "#old"},
        },
    }
    target = resolved(schema, reference)
    assert (target and target["title"]) == found


def test_cycles():
    tree = BAD_STRICT_CLAUDE["recursion"]
    assert cycles(tree)
    assert not cycles(tree, optional_breaks=True)
    twice = {**closed(a={"$ref": "#/$defs/C"}, b={"$ref": "#/$defs/C"})}
    assert not cycles({**twice, "$defs": {"C": TEXT}})


def test_schemas_of_gemini_as_json_schema():
    schema = {
        "type": "OBJECT",
        "properties": {
            "nullable": {"type": "BOOLEAN"},
            "e": {"type": "STRING", "enum": ["a"], "nullable": True},
            "l": {"type": "ARRAY", "items": {"type": "INTEGER"}},
            "u": {"anyOf": [{"type": "STRING"}, {"type": "NUMBER"}]},
        },
    }
    check = oracle(lowered(schema))
    assert check.is_valid({"nullable": True, "e": None, "l": [1], "u": 1.5})
    assert check.is_valid({"e": "a"})
    assert not check.is_valid({"e": "b"})
    assert not check.is_valid({"l": [None]})
    assert not check.is_valid({"u": None})
    assert not check.is_valid({"nullable": 1})
