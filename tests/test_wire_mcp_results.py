"""Results as MCP writes them."""

from __future__ import annotations

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from json_values import same
from mcp_documents import NEW, OLD, PROTOCOLS, check, results, schemas
from toolgate import TextContent, Tool, ToolRegistry, ToolResult
from toolgate.content import ImageContent
from toolgate.exceptions import InvalidJSONError
from toolgate.unset import UNSET
from toolgate.wire.mcp_results import call_result
from toolgate.wire.mcp_schemas import is_wrapped

IMAGE = ImageContent.from_bytes(b"GIF89a", "image/gif")


@pytest.mark.requirement("mcp-documents")
@pytest.mark.parametrize("protocol", PROTOCOLS)
@settings(max_examples=50)
@given(
    result=results,
    schema=st.none() | schemas() | schemas(draft7=True),
)
def test_each_result_is_one_of_the_revisions(data, protocol, result, schema):
    document = call_result(result, protocol=protocol, output_schema=schema)
    check(data, protocol, "CallToolResult", document)
    value = result.structured_content
    assert document["isError"] is result.is_error
    assert document.get("_meta") == result.meta
    assert document.get("resultType") == (
        "complete" if protocol == NEW else None
    )
    if value is UNSET:
        assert "structuredContent" not in document
        return
    wraps = protocol != NEW and (
        type(value) is not dict or (schema is not None and is_wrapped(schema))
    )
    told = document["structuredContent"]
    assert same(told["result"] if wraps else told, value)
    # One who reads text alone has the value, or a text of the handler's.
    read = [
        block["text"]
        for block in document["content"]
        if block["type"] == "text"
    ]
    own = [block for block in result.content if type(block) is TextContent]
    if type(value) is not dict or not own:
        assert any(
            text and same(json.loads(text), value)
            for text in read[len(own) :] or read
            if is_json(text)
        )


def is_json(text):
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


VALUES = (None, True, 0, 2.5, "a", [1, {"b": None}], {"a": 1}, {})


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_is_no_object_is_wrapped_where_only_objects_are(value, protocol):
    result = ToolResult(structured_content=value)
    told = call_result(result, protocol=protocol)["structuredContent"]
    wraps = protocol != NEW and type(value) is not dict
    assert told == ({"result": value} if wraps else value)


@pytest.mark.requirement("mcp-older")
@pytest.mark.parametrize("value", [{"a": 1}, [1], None])
@pytest.mark.parametrize("how", ["tool", "schema"])
def test_a_value_is_wrapped_as_its_schema_is_listed(value, how):
    schema = {"anyOf": [{"type": "object"}, {"type": ["array", "null"]}]}
    told = (
        {"tool": Tool(name="a", output_schema=schema)}
        if how == "tool"
        else {"output_schema": schema}
    )
    result = ToolResult(structured_content=value)
    for protocol in OLD:
        document = call_result(result, protocol=protocol, **told)
        assert document["structuredContent"] == {"result": value}
    assert call_result(result, **told)["structuredContent"] == value


def test_an_object_stays_where_its_schema_says_object():
    tool = Tool(name="a", output_schema={"type": "object"})
    result = ToolResult(structured_content={"result": 1})
    for protocol in PROTOCOLS:
        document = call_result(result, protocol=protocol, tool=tool)
        assert document["structuredContent"] == {"result": 1}
    plain = Tool(name="b")
    document = call_result(result, protocol=OLD[0], tool=plain)
    assert document["structuredContent"] == {"result": 1}


@pytest.mark.requirement("mcp-text")
@pytest.mark.parametrize(
    ("content", "value", "texts"),
    [
        ((), {"a": "é"}, ['{"a": "é"}']),
        ("said", {"a": 1}, ["said"]),
        ("", {"a": 1}, [""]),
        ([IMAGE], {"a": 1}, ['{"a": 1}']),
        ("said", [1], ["said", "[1]"]),
        ("[1]", [1], ["[1]"]),
        (["[1]", "said"], [1], ["[1]", "said"]),
        ((), None, ["null"]),
        ("null", None, ["null"]),
        ("text", "text", ["text", '"text"']),
        ("text", UNSET, ["text"]),
        ((), UNSET, []),
        ([IMAGE], UNSET, []),
    ],
)
def test_structured_content_has_a_text_for_those_who_read_no_other(
    content, value, texts
):
    if type(content) is list:
        content = [
            TextContent(block) if type(block) is str else block
            for block in content
        ]
    result = ToolResult(content, structured_content=value)
    for protocol in PROTOCOLS:
        document = call_result(result, protocol=protocol)
        assert texts == [
            block["text"]
            for block in document["content"]
            if block["type"] == "text"
        ]


def test_errors_are_told_as_such():
    result = ToolResult.error("No order 17", meta={"example.com/try": 2})
    assert call_result(result) == {
        "resultType": "complete",
        "content": [{"type": "text", "text": "No order 17"}],
        "isError": True,
        "_meta": {"example.com/try": 2},
    }
    assert call_result(result, protocol=OLD[0]) == {
        "content": [{"type": "text", "text": "No order 17"}],
        "isError": True,
        "_meta": {"example.com/try": 2},
    }


@pytest.mark.requirement("exceptions-stay")
def test_a_failure_is_never_written():
    registry = ToolRegistry()

    @registry.tool
    def crash() -> int:
        raise KeyError("hunter2")

    result = registry.call("crash")
    assert result.failure.exception is not None
    document = call_result(result, tool=registry["crash"])
    assert document["isError"] is True
    assert document.keys() == {"resultType", "content", "isError"}
    assert "hunter2" not in json.dumps(document)


def test_the_document_is_the_callers_own():
    result = ToolResult(structured_content={"a": [1]}, meta={"b": [2]})
    before = copy.deepcopy(call_result(result))
    document = call_result(result)
    document["structuredContent"]["a"].append(2)
    document["_meta"]["b"].append(3)
    document["content"].clear()
    assert call_result(result) == before


@pytest.mark.parametrize("value", ["text", None, {"content": []}, ToolResult])
def test_what_is_no_result_is_refused(value):
    with pytest.raises(TypeError, match="result must be a ToolResult, not"):
        call_result(value)


@pytest.mark.parametrize(
    "result",
    [
        ToolResult(structured_content={"at": object()}),
        ToolResult("\ud800"),
        ToolResult(meta={"at": {1, 2}}),
        ToolResult("a", structured_content=float("nan")),
    ],
)
def test_what_is_no_json_is_refused(result):
    with pytest.raises(InvalidJSONError):
        call_result(result)


def test_unknown_protocols_are_refused():
    with pytest.raises(ValueError, match="protocol must be one of"):
        call_result(ToolResult("a"), protocol="2024-11-05")
