"""What is written for MCP, held against the official SDK's own types."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from json_values import objects, texts, values
from mcp_documents import OLD, PROTOCOLS, outcome, results, tools
from toolgate import ProtocolError, ToolRegistry
from toolgate.exceptions import InvalidSchemaError
from toolgate.wire import mcp

mcp_types = pytest.importorskip("mcp_types")
jsonrpc = pytest.importorskip("mcp_types.jsonrpc")
methods = pytest.importorskip("mcp_types.methods")
inbound = pytest.importorskip("mcp.shared.inbound")


def full(value):
    """A value without what the SDK loses on its way: nulls at the top."""
    return {name: each for name, each in value.items() if each is not None}


@pytest.mark.parametrize("protocol", PROTOCOLS)
@settings(max_examples=20)
@given(
    listed=st.lists(tools, max_size=3, unique_by=lambda each: each.name),
    page_size=st.none() | st.just(1),
)
def test_the_sdk_reads_each_list(protocol, listed, page_size):
    page = mcp.list_tools(listed, protocol=protocol, page_size=page_size)
    read = methods.parse_server_result("tools/list", protocol, page)
    assert isinstance(read, mcp_types.ListToolsResult)
    assert read.next_cursor == page.get("nextCursor")
    for one, each in zip(read.tools, page["tools"], strict=True):
        assert one.name == each["name"]
        assert one.title == each.get("title")
        assert one.input_schema == each["inputSchema"]
        assert one.output_schema == each.get("outputSchema")
        assert one.meta == each.get("_meta")
        assert len(one.icons or ()) == len(each.get("icons", ()))
    sent = methods.serialize_server_result("tools/list", protocol, page)
    assert sent.keys() == page.keys()
    for one, each in zip(sent["tools"], page["tools"], strict=True):
        assert one.keys() == each.keys()


@pytest.mark.parametrize("protocol", PROTOCOLS)
@settings(max_examples=50)
@given(result=results, wraps=st.booleans())
def test_the_sdk_reads_each_result(protocol, result, wraps):
    schema = {"not": {}} if wraps else None
    document = mcp.call_result(result, protocol=protocol, output_schema=schema)
    read = methods.parse_server_result("tools/call", protocol, document)
    assert isinstance(read, mcp_types.CallToolResult)
    assert read.is_error is result.is_error
    assert read.structured_content == document.get("structuredContent")
    assert ("structured_content" in read.model_fields_set) is (
        "structuredContent" in document
    )
    assert len(read.content) == len(document["content"])
    sent = methods.serialize_server_result("tools/call", protocol, document)
    # The SDK drops a null: from 2026-07-28 on, null results do not arrive.
    assert sent.keys() == full(document).keys()


@pytest.mark.parametrize("protocol", OLD)
def test_null_results_arrive_where_they_are_wrapped(protocol):
    registry = ToolRegistry()

    @registry.tool
    def find() -> int | None:
        return None

    result = registry.call("find")
    document = mcp.call_result(
        result, protocol=protocol, tool=registry["find"]
    )
    sent = methods.serialize_server_result("tools/call", protocol, document)
    assert sent["structuredContent"] == {"result": None}


@given(name=texts, arguments=st.none() | objects)
def test_the_sdks_requests_are_read(name, arguments):
    params = mcp_types.CallToolRequestParams(name=name, arguments=arguments)
    call = mcp.call_params(params)
    assert (call.name, call.arguments) == (name, arguments)


@given(values)
def test_the_sdk_reads_each_error(value):
    for raised in (ProtocolError("a", data=value), KeyError("a")):
        answer = mcp.error(raised)
        read = mcp_types.ErrorData.model_validate(answer)
        assert read.code == answer["code"]
        assert read.message == answer["message"]


def test_codes_are_the_sdks():
    assert mcp.INTERNAL_ERROR == jsonrpc.INTERNAL_ERROR
    assert mcp.HEADER_MISMATCH == jsonrpc.HEADER_MISMATCH
    assert mcp.error(ProtocolError("a"))["code"] == jsonrpc.INVALID_PARAMS


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_header_values_are_the_sdks(text):
    value = inbound.encode_header_value(text)
    assert mcp.encode_header_value(text) == value
    assert mcp.decode_header_value(value) == text


@given(
    st.text(st.characters(min_codepoint=32, max_codepoint=126))
    | st.binary().map(lambda data: f"=?base64?{data.hex()}?=")
    | st.text("YWQ=", max_size=8).map("=?base64?{}?=".format)
)
def test_header_values_are_read_as_the_sdk_reads_them(value):
    expected = inbound.decode_header_value(value)
    try:
        assert mcp.decode_header_value(value) == expected
    except ProtocolError:
        assert expected is None


def test_raw_characters_are_refused_where_the_sdk_takes_them():
    """A deviation: what no header may hold is malformed (fails closed)."""
    assert inbound.decode_header_value("é\t") == "é\t"
    with pytest.raises(ProtocolError):
        mcp.decode_header_value("é\t")


names = st.sampled_from(("a", "b", "properties", "items"))
headers = st.sampled_from(("A", "a", "B", "C-d", "", "a b", 5))
kinds = st.sampled_from(
    ("string", "integer", "boolean", "number", "null", ["string"])
)
leaves = st.fixed_dictionaries(
    {"type": kinds}, optional={"x-mcp-header": headers}
)


def _around(inner):
    members = st.dictionaries(names, inner, max_size=2)
    return st.one_of(
        st.fixed_dictionaries({"properties": members}),
        st.fixed_dictionaries({"properties": members}),
        st.fixed_dictionaries({"items": inner}),
        st.fixed_dictionaries({"anyOf": st.lists(inner, min_size=1)}),
        st.fixed_dictionaries({"$defs": members}),
        st.fixed_dictionaries({"default": inner}),
    )


marked = st.dictionaries(
    names, st.recursive(leaves, _around, max_leaves=4), max_size=3
).map(lambda members: {"type": "object", "properties": members})


@given(marked)
def test_the_same_definitions_are_taken(schema):
    reason = inbound.find_invalid_x_mcp_header(schema)
    try:
        found = mcp.header_params(schema)
    except InvalidSchemaError:
        assert reason is not None
    else:
        assert reason is None
        assert found == {
            path: f"Mcp-Param-{header}"
            for path, header in inbound.x_mcp_header_map(schema).items()
        }


@pytest.mark.parametrize(
    "schema",
    [
        # The SDK knows the keywords of 2020-12 alone.
        {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "properties": {
                "a": {"items": [{"type": "string", "x-mcp-header": "A"}]}
            },
        },
        # And no schema that only a reference shows.
        {
            "properties": {"a": {"$ref": "#/x/a"}},
            "x": {"a": {"type": "string", "x-mcp-header": "A"}},
        },
    ],
)
def test_definitions_that_the_sdk_does_not_see(schema):
    """A deviation: more definitions are refused (fails closed)."""
    schema = {"type": "object", **schema}
    assert inbound.find_invalid_x_mcp_header(schema) is None
    with pytest.raises(InvalidSchemaError):
        mcp.header_params(schema)


SCHEMA = {
    "type": "object",
    "properties": {
        "s": {"type": "string", "x-mcp-header": "S"},
        "i": {"type": "integer", "x-mcp-header": "I"},
        "b": {"type": "boolean", "x-mcp-header": "B"},
        "o": {
            "type": "object",
            "properties": {"s": {"type": "string", "x-mcp-header": "O-S"}},
        },
    },
}
SAFE = st.integers(1 - 2**53, 2**53 - 1)
arguments = st.fixed_dictionaries(
    {},
    optional={
        "s": st.none() | texts,
        "i": SAFE,
        "b": st.booleans(),
        "o": st.fixed_dictionaries({}, optional={"s": texts}),
    },
)


@given(arguments)
def test_the_same_headers_are_sent(given_):
    expected = inbound.mcp_param_headers(
        inbound.x_mcp_header_map(SCHEMA), given_
    )
    assert mcp.param_headers(SCHEMA, given_) == expected


plain = st.text(st.characters(min_codepoint=32, max_codepoint=126))


@given(
    given_=arguments | st.fixed_dictionaries({"i": SAFE, "s": plain}),
    other=arguments,
    changed=st.dictionaries(
        st.sampled_from(
            ("Mcp-Param-S", "mcp-param-i", "Mcp-Param-B", "Mcp-Param-X")
        ),
        plain | st.sampled_from(("1", "1.0", "01", "true", "=?base64??=")),
        max_size=2,
    ),
)
def test_the_same_headers_agree(given_, other, changed):
    sent = {**mcp.param_headers(SCHEMA, other), **changed}
    for headers_ in (sent, mcp.param_headers(SCHEMA, given_)):
        refusal = inbound.validate_mcp_param_headers(SCHEMA, given_, headers_)
        _, error = outcome(mcp.check_param_headers, SCHEMA, given_, headers_)
        assert (error is None) is (refusal is None)
        assert error is None or error.code == refusal.code


def test_whole_floats_are_written_as_integers():
    """A deviation: the SDK writes 42.0, which not every server reads."""
    assert inbound.mcp_param_headers({("i",): "I"}, {"i": 42.0}) == {
        "Mcp-Param-I": "42.0"
    }
    assert mcp.param_headers(SCHEMA, {"i": 42.0}) == {"Mcp-Param-I": "42"}


def test_where_the_sdk_fails_open():
    """Deviations: unsafe integers, and tools whose definition is broken."""
    huge, told = {"i": 2**53}, {"Mcp-Param-I": str(2**53)}
    assert inbound.validate_mcp_param_headers(SCHEMA, huge, told) is None
    with pytest.raises(ProtocolError):
        mcp.check_param_headers(SCHEMA, huge, told)
    broken = {
        "type": "object",
        "properties": {"a": {"type": "number", "x-mcp-header": "A"}},
    }
    wrong = {"Mcp-Param-A": "2"}
    assert inbound.validate_mcp_param_headers(broken, {"a": 1}, wrong) is None
    with pytest.raises(InvalidSchemaError):
        mcp.check_param_headers(broken, {"a": 1}, wrong)


HOW_TO = Path(__file__).parents[1] / "docs/how-to/serve-over-mcp.md"


def served(registry):
    """The server of the how-to, as its page shows it."""
    page = HOW_TO.read_text(encoding="utf-8")
    code = page.partition("```text\n")[2].partition("```")[0]
    namespace = {"registry": registry}
    exec(code, namespace)
    return namespace["server"]


def trains():
    registry = ToolRegistry()

    @registry.tool(side_effect="read")
    def find_trains(start: str, to: str) -> list[str]:
        return [f"{start}-{to}"]

    @registry.tool
    def crash() -> str:
        raise KeyError("hunter2")

    @registry.tool
    def find() -> dict[str, int] | None:
        return {"a": 1}

    return registry


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_the_sdks_client_is_served(mode):
    """In memory, as an old client and as a new one."""
    client_of = pytest.importorskip("mcp").Client
    error_of = pytest.importorskip("mcp.shared.exceptions").MCPError
    wraps = mode == "legacy"

    async def story():
        async with client_of(served(trains()), mode=mode) as client:
            listed = await client.list_tools()
            schemas = {each.name: each for each in listed.tools}
            assert list(schemas) == ["find_trains", "crash", "find"]
            assert schemas["find_trains"].annotations.read_only_hint is True
            output = schemas["find_trains"].output_schema
            assert output["type"] == ("object" if wraps else "array")
            good = {"start": "Ulm", "to": "Bonn"}
            # The client holds each output to the schema that was listed.
            result = await client.call_tool("find_trains", good)
            value = ["Ulm-Bonn"]
            assert result.structured_content == (
                {"result": value} if wraps else value
            )
            assert result.content[0].text == '["Ulm-Bonn"]'
            result = await client.call_tool("find", {})
            assert result.structured_content == (
                {"result": {"a": 1}} if wraps else {"a": 1}
            )
            result = await client.call_tool("find_trains", {"start": 1})
            assert result.is_error is True
            assert "/start: expected string" in result.content[0].text
            result = await client.call_tool("crash", {})
            assert result.is_error is True
            assert "hunter2" not in result.content[0].text
            with pytest.raises(error_of) as caught:
                await client.call_tool("find_train", {})
            assert caught.value.code == -32602
            assert "Did you mean find_trains?" in caught.value.message
            with pytest.raises(error_of) as caught:
                await client.list_tools(cursor="")
            assert caught.value.code == -32602

    asyncio.run(story())
