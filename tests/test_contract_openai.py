"""OpenAI's own types take what goes out, and give what comes in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toolgate import TextContent, ToolResult
from toolgate.content import BlobResource, EmbeddedResource, ImageContent
from toolgate.exceptions import WireError
from toolgate.wire.surfaces import SURFACES
from wiring import draft, wired

pytest.importorskip("openai")

from openai.types.chat import (
    ChatCompletion,
    ChatCompletionChunk,
    ChatCompletionMessageParam,
    ChatCompletionToolUnionParam,
)
from openai.types.chat.chat_completion_message_function_tool_call import (
    ChatCompletionMessageFunctionToolCall,
    Function,
)
from openai.types.responses import (
    FunctionToolParam,
    Response,
    ResponseFunctionToolCall,
    ResponseInputItemParam,
)
from pydantic import ConfigDict, TypeAdapter, with_config

CHAT = SURFACES["openai-chat"]
RESPONSES = SURFACES["openai-responses"]
SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}
RESULTS = [
    ToolResult("12 degrees"),
    ToolResult(),
    ToolResult.from_value({"celsius": [12, None]}),
    ToolResult.error("No such city"),
    ToolResult(
        [
            TextContent("see"),
            ImageContent.from_bytes(b"\x89PNG", "image/png"),
            EmbeddedResource(
                resource=BlobResource(
                    uri="r", blob="JVBERg==", mime_type="application/pdf"
                )
            ),
        ]
    ),
]
COMPLETION = {
    "id": "chatcmpl_1",
    "object": "chat.completion",
    "created": 1,
    "model": "gpt",
    "choices": [
        {
            "index": 0,
            "finish_reason": "tool_calls",
            "message": {
                "role": "assistant",
                "content": None,
                "refusal": None,
                "tool_calls": [
                    {
                        "id": "call_a",
                        "type": "function",
                        "function": {"name": "f", "arguments": '{"a": null}'},
                    },
                    {
                        "id": "call_x",
                        "type": "custom",
                        "custom": {"name": "sql", "input": "SELECT 1"},
                    },
                    {
                        "id": "call_b",
                        "type": "function",
                        "function": {"name": "g", "arguments": ""},
                    },
                ],
            },
        }
    ],
}
RESPONSE = {
    "id": "resp_1",
    "object": "response",
    "created_at": 1,
    "status": "completed",
    "model": "gpt",
    "parallel_tool_calls": True,
    "tool_choice": "auto",
    "tools": [],
    "output": [
        {"type": "reasoning", "id": "rs_1", "summary": []},
        {
            "type": "function_call",
            "id": "fc_1",
            "call_id": "call_a",
            "name": "f",
            "arguments": "{}",
            "status": "completed",
            "caller": {"type": "program", "caller_id": "prog_1"},
            "async": True,
        },
        {
            "type": "custom_tool_call",
            "id": "ctc_1",
            "call_id": "call_x",
            "name": "sql",
            "input": "SELECT 1",
        },
        {
            "type": "function_call",
            "call_id": "call_b",
            "name": "g",
            "arguments": "",
            "namespace": "crm",
        },
    ],
}


def accepted(kind, value, *, forbid=True):
    """A value passes a TypedDict's own type, with no key of its own."""
    strict = with_config(ConfigDict(extra="forbid"))(kind) if forbid else kind
    return TypeAdapter(strict).validate_python(value)


@pytest.mark.parametrize("strict", [True, False])
def test_tools(strict):
    given = draft(description="Ping.", schema=SCHEMA, strict=strict)
    bare = draft(strict=strict)
    for each in (given, bare):
        TypeAdapter(ChatCompletionToolUnionParam).validate_python(
            CHAT.tool(each)
        )
        accepted(FunctionToolParam, RESPONSES.tool(each))


def test_options():
    options = {
        "defer_loading": True,
        "allowed_callers": ["direct", "programmatic"],
        "output_schema": {"type": "object"},
        "async": True,
    }
    tool = RESPONSES.tool(draft(options=options))
    assert accepted(FunctionToolParam, tool) == tool


@pytest.mark.parametrize("response", [COMPLETION])
def test_completions(response):
    """Validated, constructed without validation, and as plain dicts alike."""
    whole = ChatCompletion.model_validate(response)
    for given in (
        response,
        whole,
        ChatCompletion.construct(**response),
        whole.choices[0].message,
        whole.choices[0].message.tool_calls,
        whole.model_dump(),
    ):
        assert CHAT.calls(given) == [
            ("call_a", "f", '{"a": null}', {"index": 0}),
            ("call_b", "g", "", {"index": 1}),
        ]
    custom = whole.choices[0].message.tool_calls[1]
    with pytest.raises(WireError, match="custom tool"):
        CHAT.call(custom)


def test_a_call_made_by_hand():
    call = ChatCompletionMessageFunctionToolCall(
        id="a", type="function", function=Function(name="f", arguments="{}")
    )
    assert CHAT.call(call).name == "f"


def test_chunks_are_refused():
    chunk = ChatCompletionChunk.model_validate(
        {
            "id": "c",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "m",
            "choices": [{"index": 0, "delta": {"role": "assistant"}}],
        }
    )
    with pytest.raises(WireError, match="part of a stream"):
        CHAT.calls(chunk)


def test_responses():
    whole = Response.model_validate(RESPONSE)
    for given in (RESPONSE, whole, Response.construct(**RESPONSE)):
        first, second = RESPONSES.calls(given)
        assert first == (
            "call_a",
            "f",
            "{}",
            {
                "id": "fc_1",
                "status": "completed",
                "caller": {"type": "program", "caller_id": "prog_1"},
                "async": True,
                "index": 0,
            },
        )
        assert second == (
            "call_b",
            "g",
            "",
            {"namespace": "crm", "index": 1},
        )
    bare = ResponseFunctionToolCall(
        type="function_call", call_id="a", name="f", arguments="{}"
    )
    assert RESPONSES.call(bare) == ("a", "f", "{}", {"index": 0})


@pytest.mark.parametrize("result", RESULTS)
def test_results(result):
    for raw in CHAT.calls(COMPLETION):
        message = CHAT.result(wired(raw), result)
        TypeAdapter(ChatCompletionMessageParam).validate_python(message)
    for raw in RESPONSES.calls(RESPONSE):
        item = RESPONSES.result(wired(raw), result)
        TypeAdapter(ResponseInputItemParam).validate_python(item)


def conversation(name):
    folder = Path(__file__).parent / "conversations"
    return json.loads((folder / f"{name}.json").read_text("utf-8"))


def test_conversations_are_of_these_types():
    given = conversation("openai-chat")
    whole = ChatCompletion.model_validate(given["response"])
    assert CHAT.calls(whole) == CHAT.calls(given["response"])
    for message in given["answers"]:
        TypeAdapter(ChatCompletionMessageParam).validate_python(message)
    given = conversation("openai-responses")
    whole = Response.model_validate(given["response"])
    assert RESPONSES.calls(whole) == RESPONSES.calls(given["response"])
    for item in given["answers"]:
        TypeAdapter(ResponseInputItemParam).validate_python(item)
