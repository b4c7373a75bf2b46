"""Mistral's own types take what goes out, and give what comes in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toolgate import ToolResult
from toolgate.wire.surfaces import SURFACES
from wiring import draft, wired

pytest.importorskip("mistralai")

from mistralai.client.models import (
    AssistantMessage,
    ChatCompletionResponse,
    Tool,
    ToolMessage,
)

SURFACE = SURFACES["openai-compatible"]


def completion(*tool_calls):
    return {
        "id": "c",
        "object": "chat.completion",
        "model": "m",
        "created": 1,
        "usage": {
            "prompt_tokens": 1,
            "completion_tokens": 1,
            "total_tokens": 2,
        },
        "choices": [
            {
                "index": 0,
                "finish_reason": "tool_calls",
                "message": {
                    "role": "assistant",
                    "content": "",
                    "tool_calls": list(tool_calls),
                },
            }
        ],
    }


def test_tools():
    made = SURFACE.tool(draft(description="Ping."))
    assert Tool.model_validate(made).function.strict is False


def test_responses():
    """Arguments are a text or an object; the SDK's "null" is no id."""
    given = completion(
        {"id": "abcdefghi", "function": {"name": "f", "arguments": "{}"}},
        {"function": {"name": "g", "arguments": {"a": None}}},
    )
    whole = ChatCompletionResponse.model_validate(given)
    first, second = SURFACE.calls(whole)
    assert first[:3] == ("abcdefghi", "f", "{}")
    assert second[:3] == ("call_2_g", "g", {"a": None})
    for raw in (first, second):
        message = SURFACE.result(wired(raw), ToolResult("pong"))
        ToolMessage.model_validate(message)


def test_a_message_without_calls():
    """What nobody set is marked with an object of the SDK's own."""
    assert SURFACE.calls(AssistantMessage(content="Hello")) == []


def conversation(name):
    folder = Path(__file__).parent / "conversations"
    return json.loads((folder / f"{name}.json").read_text("utf-8"))


def test_conversation_is_of_these_types():
    given = conversation("openai-compatible")
    whole = ChatCompletionResponse.model_validate(given["response"])
    assert SURFACE.calls(whole) == SURFACE.calls(given["response"])
    for message in given["answers"]:
        ToolMessage.model_validate(message)
