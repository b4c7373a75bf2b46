"""Anthropic's own types take what goes out, and give what comes in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toolgate import TextContent, Tool, ToolRegistry, ToolResult
from toolgate.content import BlobResource, EmbeddedResource, ImageContent
from toolgate.exceptions import WireError
from toolgate.wire.surfaces import SURFACES
from wiring import draft, wired

pytest.importorskip("anthropic")

from anthropic.types import (
    Message,
    MessageParam,
    RawContentBlockStartEvent,
    ToolParam,
    ToolUseBlock,
)
from anthropic.types.beta import BetaMessage
from pydantic import ConfigDict, TypeAdapter, with_config

SURFACE = SURFACES["anthropic"]
SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}
MESSAGE = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude",
    "stop_reason": "tool_use",
    "stop_sequence": None,
    "usage": {"input_tokens": 1, "output_tokens": 1},
    "content": [
        {"type": "text", "text": "Let me look.", "citations": None},
        {
            "type": "tool_use",
            "id": "toolu_a",
            "name": "f",
            "input": {"a": None, "n": 3.0},
        },
        {
            "type": "server_tool_use",
            "id": "srvtoolu_1",
            "name": "web_search",
            "input": {},
        },
        {
            "type": "tool_use",
            "id": "toolu_b",
            "name": "g",
            "input": {},
            "caller": {
                "type": "code_execution_20260120",
                "tool_id": "srvtoolu_1",
            },
        },
    ],
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


def accepted(tool):
    strict = with_config(ConfigDict(extra="forbid"))(ToolParam)
    return TypeAdapter(strict).validate_python(tool)


@pytest.mark.parametrize("strict", [True, False])
def test_tools(strict):
    accepted(
        SURFACE.tool(
            draft(
                description="Ping.",
                schema=SCHEMA,
                strict=strict,
                examples=[{"city": "Ulm"}],
            )
        )
    )
    accepted(SURFACE.tool(draft(strict=strict)))


def test_options():
    for options in (
        {"defer_loading": True, "allowed_callers": ["direct"]},
        {"cache_control": {"type": "ephemeral", "ttl": "5m"}},
        {"eager_input_streaming": True, "input_examples": [{}]},
    ):
        accepted(SURFACE.tool(draft(options=options)))


@pytest.mark.parametrize("kind", [Message, BetaMessage])
def test_messages(kind):
    """Validated, constructed without validation, and as plain dicts alike."""
    whole = kind.model_validate(MESSAGE)
    for given in (
        MESSAGE,
        whole,
        kind.construct(**MESSAGE),
        whole.content,
        whole.model_dump(),
    ):
        first, second = SURFACE.calls(given)
        assert first == ("toolu_a", "f", {"a": None, "n": 3.0}, {"index": 0})
        assert second == (
            "toolu_b",
            "g",
            {},
            {
                "caller": {
                    "type": "code_execution_20260120",
                    "tool_id": "srvtoolu_1",
                },
                "index": 1,
            },
        )
    with pytest.raises(WireError, match="answered by Anthropic"):
        SURFACE.call(whole.content[2])


def test_an_input_of_any_depth_is_the_gates_to_answer():
    registry = ToolRegistry()
    registry.register(Tool(name="f", handler=lambda arguments: "a"))
    deep: dict = {}
    for _ in range(500):
        deep = {"a": deep}
    block = ToolUseBlock(type="tool_use", id="t", name="f", input=deep)
    result = registry.gate.dispatch_call(wired(SURFACE.call(block)))
    assert result.is_error
    assert result.failure.kind == "invalid_json"


def test_events_of_a_stream_are_refused():
    event = RawContentBlockStartEvent.model_validate(
        {
            "type": "content_block_start",
            "index": 0,
            "content_block": MESSAGE["content"][1],
        }
    )
    for read in (SURFACE.call, SURFACE.calls):
        with pytest.raises(WireError, match="part of a stream"):
            read(event)


@pytest.mark.parametrize("result", RESULTS)
def test_results(result):
    calls = [wired(raw) for raw in SURFACE.calls(MESSAGE)]
    (message,) = SURFACE.results([(call, result) for call in calls])
    checked = TypeAdapter(MessageParam).validate_python(message)
    assert checked["role"] == "user"


def conversation(name):
    folder = Path(__file__).parent / "conversations"
    return json.loads((folder / f"{name}.json").read_text("utf-8"))


def test_conversation_is_of_these_types():
    given = conversation("anthropic")
    whole = Message.model_validate(given["response"])
    assert SURFACE.calls(whole) == SURFACE.calls(given["response"])
    for message in (*given["request"]["messages"], *given["answers"]):
        TypeAdapter(MessageParam).validate_python(message)
