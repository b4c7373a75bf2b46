"""Anthropic's Messages: the Python SDK 2.14 and the platform's pages."""

from __future__ import annotations

import pytest

from toolgate import TextContent, ToolResult
from toolgate.content import (
    BlobResource,
    EmbeddedResource,
    ImageContent,
)
from toolgate.exceptions import WireError
from toolgate.wire.anthropic import AnthropicSurface
from wiring import answered, draft, wired

SURFACE = AnthropicSurface()
PNG = ImageContent.from_bytes(b"\x89PNG", "image/png")
NOTE = "[image left out, it cannot be sent here: image/png, 4 bytes]"
PDF = EmbeddedResource(
    resource=BlobResource(
        uri="file:///r.pdf", blob="JVBERg==", mime_type="application/pdf"
    )
)
EMPTY = {"type": "object", "properties": {}, "additionalProperties": False}


def block(**fields):
    return {
        "type": "tool_use",
        "id": "toolu_a",
        "name": "get_weather",
        "input": {"city": "Ulm"},
        **fields,
    }


def message(*content, stop_reason="tool_use"):
    return {
        "type": "message",
        "role": "assistant",
        "content": list(content),
        "stop_reason": stop_reason,
    }


def refusal(read, *given):
    with pytest.raises(WireError) as caught:
        read(*given)
    assert caught.value.target == "anthropic"
    return caught.value.reason


def test_tool():
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    made = SURFACE.tool(
        draft(
            description="Ping.",
            schema=schema,
            strict=True,
            examples=[{"a": "b"}, "no arguments"],
        )
    )
    assert made == {
        "name": "ping",
        "description": "Ping.",
        "input_schema": schema,
        "strict": True,
        "input_examples": [{"a": "b"}],
    }
    assert SURFACE.tool_list([made]) == [made]
    assert SURFACE.tool(draft(description="")) == {
        "name": "ping",
        "input_schema": EMPTY,
    }


def test_options_are_passed_through():
    options = {
        "input_examples": [{"a": "wire"}],
        "cache_control": {"type": "ephemeral", "ttl": "1h"},
        "allowed_callers": ["direct", "code_execution_20260120"],
        "eager_input_streaming": True,
        "defer_loading": False,
    }
    made = SURFACE.tool(draft(options=options, examples=[{"a": "b"}]))
    assert made == {"name": "ping", "input_schema": EMPTY, **options}


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        (
            {
                "options": {
                    "defer_loading": True,
                    "cache_control": {"type": "ephemeral"},
                }
            },
            "tool ping: defer_loading and cache_control exclude each other",
        ),
        (
            {
                "strict": True,
                "options": {"allowed_callers": ["code_execution_20260521"]},
            },
            "tool ping: a strict tool takes no allowed_callers but direct",
        ),
        (
            {"options": {"cache_controls": {}}},
            (
                "tool ping has no option 'cache_controls' here. Did you mean "
                "'cache_control'? The options of anthropic: input_examples, "
                "defer_loading, cache_control, allowed_callers, "
                "eager_input_streaming"
            ),
        ),
        (
            {"options": {"allowed_callers": ["code"]}},
            (
                "option 'allowed_callers' of tool ping must be a list of "
                "direct, code_execution_20250825, code_execution_20260120, "
                "code_execution_20260521"
            ),
        ),
    ],
)
def test_options_that_are_refused(fields, text):
    assert refusal(SURFACE.tool, draft(**fields)) == text


def test_strict_conflict_is_told_beforehand():
    assert SURFACE.strict_conflict({}) is None
    assert SURFACE.strict_conflict({"allowed_callers": ["direct"]}) is None
    assert SURFACE.strict_conflict({"allowed_callers": "direct"}) is None
    assert SURFACE.strict_conflict(
        {"allowed_callers": ("direct", "code_execution_20260120")}
    )
    strict = draft(strict=True, options={"allowed_callers": ["direct"]})
    assert SURFACE.tool(strict)["strict"] is True


def test_call():
    caller = {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}
    given = block(caller=caller, toolset_name="browser", cache_control=None)
    assert SURFACE.call(given, 1) == (
        "toolu_a",
        "get_weather",
        {"city": "Ulm"},
        {"caller": caller, "toolset_name": "browser", "index": 1},
    )


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (
            block(type="server_tool_use"),
            "server_tool_use is answered by Anthropic, and not by you",
        ),
        (
            {"type": "content_block_start", "content_block": block()},
            "this is a part of a stream: collect the whole response first",
        ),
        (
            {"type": "text", "text": "a"},
            "this is a block of type 'text', and no tool_use",
        ),
        ({}, "this is a block without a type, and no tool_use"),
        (block(id=None), "the tool_use block has no id"),
        (block(name=""), "the tool_use block has no name"),
    ],
)
def test_what_is_no_call(given, text):
    assert refusal(SURFACE.call, given) == text


def test_all_calls_of_a_message():
    content = [
        {"type": "text", "text": "Let me look."},
        block(id="a"),
        block(type="server_tool_use", id="s", name="web_search"),
        block(id="b", input={}),
    ]
    for given in (message(*content), content):
        calls = SURFACE.calls(given)
        assert [(c.tool_call_id, c.carried["index"]) for c in calls] == [
            ("a", 0),
            ("b", 1),
        ]
    assert SURFACE.calls({"role": "assistant", "content": "Hello"}) == []
    assert SURFACE.calls(message()) == []


def test_messages_that_cannot_be_read():
    assert refusal(SURFACE.calls, {"type": "message_start"}) == (
        "this is a part of a stream: collect the whole response first"
    )
    assert refusal(SURFACE.calls, {"type": "error"}) == (
        "this is no message: it has no content"
    )
    assert refusal(SURFACE.calls, {"content": {}}) == (
        "content must be a list, not dict"
    )


@pytest.mark.parametrize(
    "reason", ["max_tokens", "model_context_window_exceeded", "refusal"]
)
def test_a_call_that_was_cut_off_is_none(reason):
    """A part of an object looks like an object."""
    cut = message(block(), stop_reason=reason)
    assert refusal(SURFACE.calls, cut) == (
        f"the response was cut off (stop_reason {reason}) within its last "
        "call, whose arguments may be incomplete: ask again with a higher "
        "limit"
    )
    later = message(block(), {"type": "text", "text": "a"}, stop_reason=reason)
    assert len(SURFACE.calls(later)) == 1


@pytest.mark.parametrize(
    ("result", "fields"),
    [
        (ToolResult("Zürich \u2603"), {"content": "Zürich \u2603"}),
        (ToolResult(), {}),
        (ToolResult(" \n"), {}),
        (ToolResult.from_value([1, 2]), {"content": "[1, 2]"}),
        (
            ToolResult.error("No such city"),
            {"content": "No such city", "is_error": True},
        ),
        (ToolResult((), is_error=True), {"is_error": True}),
        (
            ToolResult([TextContent("a"), TextContent(""), TextContent("b")]),
            {
                "content": [
                    {"type": "text", "text": "a"},
                    {"type": "text", "text": "b"},
                ]
            },
        ),
        (
            ToolResult([PNG, PDF]),
            {
                "content": [
                    {
                        "type": "image",
                        "source": {
                            "type": "base64",
                            "media_type": "image/png",
                            "data": "iVBORw==",
                        },
                    },
                    {
                        "type": "document",
                        "source": {
                            "type": "base64",
                            "media_type": "application/pdf",
                            "data": "JVBERg==",
                        },
                    },
                ]
            },
        ),
        # An error takes text alone.
        (
            ToolResult(PNG, is_error=True),
            {"content": NOTE, "is_error": True},
        ),
    ],
)
def test_result(result, fields):
    assert answered(SURFACE, block(), result) == {
        "type": "tool_result",
        "tool_use_id": "toolu_a",
        **fields,
    }


@pytest.mark.requirement("wire-carried")
def test_toolset_goes_back_and_the_caller_does_not():
    given = block(toolset_name="browser", caller={"type": "direct"})
    answer = answered(SURFACE, given, ToolResult("a"))
    assert answer["toolset_name"] == "browser"
    assert "caller" not in answer


@pytest.mark.requirement("wire-answers")
def test_results_are_one_user_message():
    content = [block(id="a"), block(id="b")]
    calls = [wired(raw) for raw in SURFACE.calls(content)]
    pairs = [(call, ToolResult(call.tool_call_id)) for call in calls]
    assert SURFACE.results(pairs) == [
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "a", "content": "a"},
                {"type": "tool_result", "tool_use_id": "b", "content": "b"},
            ],
        }
    ]
    assert SURFACE.results([]) == []
