"""Bedrock's Converse: the service model of botocore 1.44."""

from __future__ import annotations

import pytest

from toolgate import TextContent, ToolResult
from toolgate.content import (
    BlobResource,
    EmbeddedResource,
    ImageContent,
)
from toolgate.exceptions import WireError
from toolgate.wire.bedrock import BedrockSurface
from wiring import answered, draft, wired

SURFACE = BedrockSurface()
JPEG = ImageContent.from_bytes(b"\xff\xd8", "image/jpeg")
PDF = EmbeddedResource(
    resource=BlobResource(
        uri="file:///r.pdf", blob="JVBERg==", mime_type="application/pdf"
    )
)
EMPTY = {"type": "object", "properties": {}, "additionalProperties": False}


def block(**fields):
    return {
        "toolUse": {
            "toolUseId": "tooluse_a",
            "name": "get_weather",
            "input": {"city": "Ulm"},
            **fields,
        }
    }


def response(*content, stop_reason="tool_use"):
    message = {"role": "assistant", "content": list(content)}
    return {"output": {"message": message}, "stopReason": stop_reason}


def refusal(read, *given):
    with pytest.raises(WireError) as caught:
        read(*given)
    assert caught.value.target == "bedrock-converse"
    return caught.value.reason


def test_tool():
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    made = SURFACE.tool(draft(description="Ping.", schema=schema, strict=True))
    assert made == {
        "toolSpec": {
            "name": "ping",
            "description": "Ping.",
            "inputSchema": {"json": schema},
            "strict": True,
        }
    }
    assert SURFACE.tool_list([made]) == [made]


@pytest.mark.parametrize("description", [None, ""])
def test_an_empty_description_is_left_out(description):
    """`NonEmptyString`; and older clients do not know `strict`."""
    assert SURFACE.tool(draft(description=description)) == {
        "toolSpec": {"name": "ping", "inputSchema": {"json": EMPTY}}
    }


def test_tool_takes_no_options():
    assert refusal(SURFACE.tool, draft(options={"cachePoint": {}})) == (
        "tool ping has no option 'cachePoint' here. The options of "
        "bedrock-converse: none"
    )
    assert SURFACE.strict_conflict({}) is None


def test_call():
    for given in (block(more="x"), block(more="x")["toolUse"]):
        assert SURFACE.call(given, 1) == (
            "tooluse_a",
            "get_weather",
            {"city": "Ulm"},
            {"more": "x", "index": 1},
        )


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (
            block(type="server_tool_use"),
            "server_tool_use is answered by Bedrock, and not by you",
        ),
        (
            {"contentBlockStart": {"start": block()}},
            "this is a part of a stream: collect the whole response first",
        ),
        ({"text": "a"}, "this is no content block with toolUse"),
        (block(toolUseId=None), "the toolUse block has no toolUseId"),
        (block(name=""), "the toolUse block has no name"),
    ],
)
def test_what_is_no_call(given, text):
    assert refusal(SURFACE.call, given) == text


def test_all_calls_of_a_response():
    content = [
        {"text": "Let me look."},
        block(toolUseId="a"),
        block(toolUseId="s", type="server_tool_use"),
        block(toolUseId="b"),
    ]
    whole = response(*content)
    for given in (whole, whole["output"]["message"], content):
        calls = SURFACE.calls(given)
        assert [(c.tool_call_id, c.carried["index"]) for c in calls] == [
            ("a", 0),
            ("b", 1),
        ]
    assert SURFACE.calls(response({"text": "Hello"})) == []
    assert SURFACE.calls({"output": {}}) == []


def test_responses_that_cannot_be_read():
    assert refusal(SURFACE.calls, {"stream": object()}) == (
        "this is a part of a stream: collect the whole response first"
    )
    assert refusal(SURFACE.calls, {"Error": {}}) == (
        "this is neither a Converse response nor a message"
    )
    for reason in ("malformed_tool_use", "malformed_model_output"):
        assert refusal(SURFACE.calls, response(stop_reason=reason)) == (
            "the model's call could not be read by the provider (stopReason "
            f"{reason}): ask again"
        )


@pytest.mark.parametrize(
    "reason",
    [
        "max_tokens",
        "model_context_window_exceeded",
        "guardrail_intervened",
        "content_filtered",
    ],
)
def test_a_call_that_was_cut_off_is_none(reason):
    cut = response(block(), stop_reason=reason)
    assert refusal(SURFACE.calls, cut) == (
        f"the response was cut off (stopReason {reason}) within its last "
        "call, whose arguments may be incomplete: ask again with a higher "
        "limit"
    )
    later = response(block(), {"text": "a"}, stop_reason=reason)
    assert len(SURFACE.calls(later)) == 1


@pytest.mark.parametrize(
    ("result", "content", "status"),
    [
        (ToolResult("Zürich"), [{"text": "Zürich"}], "success"),
        (ToolResult(), [{"text": "(no content)"}], "success"),
        (ToolResult(" "), [{"text": "(no content)"}], "success"),
        (
            ToolResult.from_value({"celsius": 12}),
            [{"json": {"celsius": 12}}],
            "success",
        ),
        # `json` is an object on the service's side, whatever the model says.
        (ToolResult.from_value([1, 2]), [{"text": "[1, 2]"}], "success"),
        (
            ToolResult("12 degrees", structured_content={"celsius": 12}),
            [{"text": "12 degrees"}],
            "success",
        ),
        (ToolResult.error("No city"), [{"text": "No city"}], "error"),
        (
            ToolResult('{"a": 1}', structured_content={"a": 1}, is_error=True),
            [{"text": '{"a": 1}'}],
            "error",
        ),
        (
            ToolResult([TextContent("see"), JPEG, PDF]),
            [
                {"text": "see"},
                {
                    "image": {
                        "format": "jpeg",
                        "source": {"bytes": b"\xff\xd8"},
                    }
                },
                {
                    "document": {
                        "format": "pdf",
                        "name": "resource",
                        "source": {"bytes": b"%PDF"},
                    }
                },
            ],
            "success",
        ),
    ],
)
def test_result(result, content, status):
    assert answered(SURFACE, block(), result) == {
        "toolResult": {
            "toolUseId": "tooluse_a",
            "content": content,
            "status": status,
        }
    }


@pytest.mark.requirement("wire-answers")
def test_results_are_one_user_message():
    content = [block(toolUseId="a"), block(toolUseId="b")]
    calls = [wired(raw) for raw in SURFACE.calls(content)]
    pairs = [(call, ToolResult(call.tool_call_id)) for call in calls]
    (message,) = SURFACE.results(pairs)
    assert message["role"] == "user"
    assert [
        each["toolResult"]["toolUseId"] for each in message["content"]
    ] == ["a", "b"]
    assert SURFACE.results([]) == []
