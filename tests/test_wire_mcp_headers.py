"""Parameters that travel in headers: which, how, and whether they agree."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate import ProtocolError, Tool, ToolError
from toolgate.exceptions import InvalidSchemaError, UnsupportedDialectError
from toolgate.wire.mcp_headers import (
    check_param_headers,
    header_params,
    param_headers,
)

DRAFT_07 = {"$schema": "http://json-schema.org/draft-07/schema#"}
MARKED = {"type": "string", "x-mcp-header": "Region"}


def of(**properties):
    return {"type": "object", "properties": properties}


def marked(kind="string", header="Region", **more):
    return {"type": kind, "x-mcp-header": header, **more}


SCHEMA = of(
    region=marked(),
    count=marked("integer", "Count"),
    dry=marked("boolean", "Dry-Run"),
    where=of(zone=marked(header="Zone")),
    plain={"type": "string"},
)


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        (of(), {}),
        ({"type": "object"}, {}),
        (of(a=MARKED), {("a",): "Mcp-Param-Region"}),
        (
            SCHEMA,
            {
                ("region",): "Mcp-Param-Region",
                ("count",): "Mcp-Param-Count",
                ("dry",): "Mcp-Param-Dry-Run",
                ("where", "zone"): "Mcp-Param-Zone",
            },
        ),
        (
            of(a=marked(header="!#$%&'*+-.^_`|~09azAZ")),
            {("a",): "Mcp-Param-!#$%&'*+-.^_`|~09azAZ"},
        ),
        # A property of that name, and data, are none.
        (of(**{"x-mcp-header": {"type": "string"}}), {}),
        (of(a={"default": MARKED, "enum": [MARKED]}), {}),
        (
            of(properties=of(properties=MARKED)),
            {("properties", "properties"): "Mcp-Param-Region"},
        ),
    ],
)
def test_the_headers_of_a_schema(schema, found):
    assert header_params(schema) == found
    assert header_params(Tool(name="a", input_schema=schema)) == found


@pytest.mark.parametrize(
    "header",
    ["", " ", "a b", "a:b", "ä", "a\n", "a\r\nb", "a(b)", None, 5, ["a"], {}],
)
def test_a_header_is_a_token(header):
    with pytest.raises(InvalidSchemaError, match="RFC 9110 token"):
        header_params(of(a=marked(header=header)))


@pytest.mark.parametrize(
    "kind", ["number", "object", "array", "null", ["string"], None, 5]
)
def test_only_three_types_have_a_header(kind):
    with pytest.raises(InvalidSchemaError, match="needs a property whose"):
        header_params(of(a=marked(kind)))
    with pytest.raises(InvalidSchemaError, match="needs a property whose"):
        header_params(of(a={"x-mcp-header": "Region"}))


@pytest.mark.parametrize(
    "schema",
    [
        of(a=marked(header="Region"), b=marked(header="Region")),
        of(a=marked(header="Region"), b=of(c=marked(header="rEGION"))),
    ],
)
def test_each_header_comes_once(schema):
    with pytest.raises(InvalidSchemaError, match="of another property, too"):
        header_params(schema)


@pytest.mark.requirement("mcp-header-definitions")
@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "x-mcp-header": "Region"},
        of(a={"type": "array", "items": MARKED}),
        of(a={"type": "array", "prefixItems": [MARKED]}),
        of(a={"type": "array", "contains": MARKED}),
        of(a={"type": "array", "unevaluatedItems": MARKED}),
        of(a={"anyOf": [MARKED]}),
        of(a={"oneOf": [MARKED]}),
        of(a={"allOf": [MARKED]}),
        of(a={"not": MARKED}),
        of(a={"if": MARKED}),
        of(a={"then": MARKED}),
        of(a={"else": MARKED}),
        of(a={"propertyNames": MARKED}),
        of(a={"contentSchema": MARKED}),
        of(a={"unevaluatedProperties": MARKED}),
        {"type": "object", "additionalProperties": MARKED},
        {"type": "object", "patternProperties": {"a": MARKED}},
        {"type": "object", "dependentSchemas": {"a": of(b=MARKED)}},
        {"type": "object", "allOf": [of(a=MARKED)]},
        {**of(a={"$ref": "#/$defs/a"}), "$defs": {"a": MARKED}},
        {"type": "object", "$defs": {"a": of(b=MARKED)}},
        {"type": "object", "definitions": {"a": MARKED}},
        {**of(a={"$ref": "#/x-parts/a"}), "x-parts": {"a": MARKED}},
        {**DRAFT_07, **of(a={"type": "array", "items": [MARKED]})},
        {**DRAFT_07, **of(a={"type": "array", "additionalItems": MARKED})},
        {**DRAFT_07, "type": "object", "dependencies": {"a": of(b=MARKED)}},
    ],
)
def test_nothing_but_properties_leads_to_it(schema):
    with pytest.raises(InvalidSchemaError, match="nothing but `properties`"):
        header_params(schema)


def test_the_error_names_tool_and_place():
    tool = Tool(name="a", input_schema=of(b=of(c=marked("number"))))
    for ask in (header_params, lambda given: param_headers(given, {})):
        with pytest.raises(InvalidSchemaError) as caught:
            ask(tool)
        assert str(caught.value) == (
            "tool a: input_schema at /properties/b/properties/c/x-mcp-header:"
            ' `x-mcp-header` needs a property whose `type` is "string", '
            '"integer" or "boolean"'
        )


def test_other_things_are_no_tool():
    for given_ in (None, [], "a"):
        with pytest.raises(TypeError, match="a Tool or an input schema, not"):
            header_params(given_)
    with pytest.raises(UnsupportedDialectError):
        header_params({"$schema": "https://dialect.example/2031"})


@pytest.mark.parametrize(
    ("arguments", "headers"),
    [
        ({}, {}),
        ({"region": None, "where": None}, {}),
        ({"where": {}, "plain": "x", "other": 1}, {}),
        ({"where": "text"}, {}),
        ({"region": ""}, {"Mcp-Param-Region": ""}),
        ({"region": "eu"}, {"Mcp-Param-Region": "eu"}),
        ({"region": " ü"}, {"Mcp-Param-Region": "=?base64?IMO8?="}),
        ({"count": 0}, {"Mcp-Param-Count": "0"}),
        ({"count": -7}, {"Mcp-Param-Count": "-7"}),
        ({"count": 42.0}, {"Mcp-Param-Count": "42"}),
        ({"count": 2**53 - 1}, {"Mcp-Param-Count": "9007199254740991"}),
        ({"count": 1 - 2**53}, {"Mcp-Param-Count": "-9007199254740991"}),
        ({"dry": True}, {"Mcp-Param-Dry-Run": "true"}),
        ({"dry": False}, {"Mcp-Param-Dry-Run": "false"}),
        ({"where": {"zone": "b"}}, {"Mcp-Param-Zone": "b"}),
    ],
)
def test_headers_of_a_call(arguments, headers):
    assert param_headers(SCHEMA, arguments) == headers
    check_param_headers(SCHEMA, arguments, headers)


@pytest.mark.parametrize(
    "value", [2**53, -(2**53), 1e16, 1e300, 10**4_000, 0.5, [1], {"a": 1}]
)
def test_what_no_header_says_is_told_to_the_model(value):
    with pytest.raises(ToolError, match=r"^/count cannot be sent: it must be"):
        param_headers(SCHEMA, {"count": value})


argument_values = st.fixed_dictionaries(
    {},
    optional={
        "region": st.none()
        | st.text(st.characters(exclude_categories=["Cs"])),
        "count": st.integers(1 - 2**53, 2**53 - 1)
        | st.integers(-(10**6), 10**6).map(float),
        "dry": st.booleans(),
        "where": st.none()
        | st.fixed_dictionaries({"zone": st.text("ab é", max_size=3)}),
    },
)


@pytest.mark.requirement("mcp-headers")
@given(argument_values, argument_values)
def test_headers_agree_with_their_own_call_alone(one, two):
    headers = param_headers(SCHEMA, one)
    check_param_headers(SCHEMA, one, headers)
    if param_headers(SCHEMA, two) != headers:
        mismatched(two, headers)


def mismatched(arguments, headers, reason="Header mismatch: ", schema=SCHEMA):
    with pytest.raises(ProtocolError) as caught:
        check_param_headers(schema, arguments, headers)
    assert caught.value.code == -32020
    assert reason in str(caught.value)
    assert caught.value.message == str(caught.value)


@pytest.mark.requirement("mcp-headers")
@pytest.mark.parametrize(
    ("arguments", "headers", "reason"),
    [
        (
            {"region": "eu"},
            {},
            "Mcp-Param-Region is missing, and the argument /region not",
        ),
        (
            {},
            {"Mcp-Param-Region": "eu"},
            "Mcp-Param-Region is there, and the argument /region not",
        ),
        (None, {"Mcp-Param-Region": ""}, "is there, and the argument"),
        ({"region": None}, {"Mcp-Param-Region": ""}, "is there, and"),
        (
            {"region": "eu"},
            {"Mcp-Param-Region": "us"},
            "Mcp-Param-Region is not what the argument /region is",
        ),
        ({"region": "eu"}, {"Mcp-Param-Region": "EU"}, "is not what"),
        ({"region": "eu"}, {"Mcp-Param-Region": "eu "}, "is not what"),
        (
            {"region": "ü"},
            {"Mcp-Param-Region": "ü"},
            "Mcp-Param-Region holds a character",
        ),
        (
            {"region": "ü"},
            {"Mcp-Param-Region": "=?base64?w7w?="},
            "Mcp-Param-Region is not the base64 that it claims to be",
        ),
        (
            {"region": "eu"},
            [("Mcp-Param-Region", "eu"), ("mcp-param-region", "eu")],
            "Mcp-Param-Region is there more than once",
        ),
        ({"count": 42}, {"Mcp-Param-Count": "43"}, "is not what"),
        ({"count": 42}, {"Mcp-Param-Count": "42.5"}, "is not what"),
        ({"count": 42}, {"Mcp-Param-Count": "4.2e1"}, "is not what"),
        ({"count": 42}, {"Mcp-Param-Count": "+42"}, "is not what"),
        ({"count": 42}, {"Mcp-Param-Count": "42."}, "is not what"),
        ({"count": 42}, {"Mcp-Param-Count": "42 "}, "is not what"),
        ({"count": 42}, {"Mcp-Param-Count": "0" * 5_000 + "42"}, "is not"),
        ({"count": 2**53}, {"Mcp-Param-Count": str(2**53)}, "is not what"),
        ({"count": 2**53}, {}, "is missing"),
        ({"count": 0.5}, {"Mcp-Param-Count": "0.5"}, "is not what"),
        ({"count": [1]}, {"Mcp-Param-Count": "1"}, "is not what"),
        ({"dry": True}, {"Mcp-Param-Dry-Run": "True"}, "is not what"),
        ({"dry": True}, {"Mcp-Param-Dry-Run": "1"}, "is not what"),
        (
            {"where": {"zone": "b"}},
            {},
            "Mcp-Param-Zone is missing, and the argument /where/zone not",
        ),
    ],
)
def test_headers_that_do_not_agree(arguments, headers, reason):
    mismatched(arguments, headers, reason)


@pytest.mark.parametrize(
    ("arguments", "headers"),
    [
        ({"count": 42}, {"Mcp-Param-Count": "42.0"}),
        ({"count": 42.0}, {"Mcp-Param-Count": "42"}),
        ({"count": 42}, {"Mcp-Param-Count": "=?base64?NDI=?="}),
        ({"count": 0}, {"Mcp-Param-Count": "-0"}),
        ({"region": "eu"}, {"MCP-PARAM-REGION": "eu"}),
        ({"region": "eu"}, {"Mcp-Param-Region": "=?base64?ZXU=?="}),
        ({"region": "eu"}, [(b"mcp-param-region", b"eu"), (b"host", b"\xe9")]),
        ({}, [("Mcp-Param-Other", "a"), ("Mcp-Param-Other", "b")]),
        # No header could say it; that it is no value here, the gate says.
        ({"count": [1]}, {}),
        (None, {}),
    ],
)
def test_headers_that_agree(arguments, headers):
    check_param_headers(SCHEMA, arguments, headers)


def test_a_tool_with_broken_headers_is_not_waved_through():
    tool = Tool(name="a", input_schema=of(b=marked("number")))
    with pytest.raises(InvalidSchemaError):
        check_param_headers(tool, {"b": 1}, {"Mcp-Param-Region": "2"})
