"""Chat Completions: OpenAI's OpenAPI document, and what servers send."""

from __future__ import annotations

import types

import pytest

from toolgate import ToolResult
from toolgate.content import ImageContent
from toolgate.exceptions import WireError
from toolgate.wire.openai import ChatSurface
from wiring import answered, draft, wired

SURFACE = ChatSurface()


def item(call_id="call_a", name="get_weather", arguments='{"city": "Ulm"}'):
    return {
        "id": call_id,
        "type": "function",
        "function": {"name": name, "arguments": arguments},
    }


def completion(*items, finish_reason="tool_calls"):
    message = {"role": "assistant", "content": None, "tool_calls": list(items)}
    choice = {"index": 0, "message": message, "finish_reason": finish_reason}
    return {"object": "chat.completion", "choices": [choice]}


CUSTOM = {
    "id": "call_x",
    "type": "custom",
    "custom": {"name": "sql", "input": "SELECT 1"},
}


def refusal(read, *given):
    with pytest.raises(WireError) as caught:
        read(*given)
    assert caught.value.target == "openai-chat"
    return caught.value.reason


def test_tool():
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    made = SURFACE.tool(draft(description="Ping.", schema=schema, strict=True))
    assert made == {
        "type": "function",
        "function": {
            "name": "ping",
            "description": "Ping.",
            "parameters": schema,
            "strict": True,
        },
    }
    assert SURFACE.tool_list([made]) == [made]


@pytest.mark.parametrize("description", [None, ""])
def test_tool_without_arguments_and_description(description):
    assert SURFACE.tool(draft(description=description)) == {
        "type": "function",
        "function": {
            "name": "ping",
            "parameters": {
                "type": "object",
                "properties": {},
                "additionalProperties": False,
            },
            "strict": False,
        },
    }


def test_tool_takes_no_options():
    text = refusal(SURFACE.tool, draft(options={"defer_loading": True}))
    assert text == (
        "tool ping has no option 'defer_loading' here. "
        "The options of openai-chat: none"
    )
    assert SURFACE.strict_conflict({}) is None


@pytest.mark.parametrize(
    "arguments", ['{"city": "Ulm"}', "", "not json", None, {"city": "Ulm"}]
)
def test_arguments_are_kept_as_they_came(arguments):
    raw = SURFACE.call(item(arguments=arguments))
    assert raw == ("call_a", "get_weather", arguments, {"index": 0})


@pytest.mark.requirement("wire-carried")
def test_what_nobody_reads_is_carried():
    """Such as the signature of Gemini's compatible endpoint."""
    extra = {"google": {"thought_signature": "c2ln"}}
    raw = SURFACE.call({**item(), "extra_content": extra}, 2)
    assert raw.carried == {"extra_content": extra, "index": 2}


def test_type_may_be_missing():
    given = item()
    del given["type"]
    assert SURFACE.call(given).name == "get_weather"
    assert len(SURFACE.calls([given])) == 1


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (
            CUSTOM,
            (
                "this is the call of a custom tool, whose input is free text: "
                "whoever defined that tool answers it"
            ),
        ),
        (
            {"role": "assistant"},
            "this is no function's call: pass one item of tool_calls",
        ),
        (item(call_id=None), "the tool call has no id"),
        (item(call_id=""), "the tool call has no id"),
        (item(name=None), "the tool call has no name"),
        (
            {**item(), "function": "get_weather"},
            (
                "the function of the call must be a dict or an SDK object, "
                "not str"
            ),
        ),
        ("x", "the tool call must be a dict or an SDK object, not str"),
    ],
)
def test_what_is_no_call(given, text):
    assert refusal(SURFACE.call, given) == text


def test_all_calls_of_a_response():
    """Those of custom tools are somebody else's."""
    items = [item("a"), CUSTOM, item("b", arguments="{")]
    for response in (
        completion(*items),
        completion(*items)["choices"][0]["message"],
        {"tool_calls": items},
        items,
        tuple(items),
    ):
        calls = SURFACE.calls(response)
        assert [(c.tool_call_id, c.carried["index"]) for c in calls] == [
            ("a", 0),
            ("b", 1),
        ]


@pytest.mark.parametrize(
    "response",
    [
        completion(finish_reason="stop"),
        {"choices": []},
        {"role": "assistant", "content": "Hello"},
        {"role": "assistant", "tool_calls": None},
        [],
    ],
)
def test_no_calls(response):
    assert SURFACE.calls(response) == []


def test_responses_that_cannot_be_read():
    two = {"choices": completion()["choices"] * 2}
    former = {
        "role": "assistant",
        "function_call": {"name": "f", "arguments": "{}"},
    }
    chunk = {"choices": [{"delta": {"tool_calls": []}}]}
    for response, text in [
        (
            two,
            (
                "the response has 2 choices: pass the message of the one that "
                "you go on with"
            ),
        ),
        (
            chunk,
            "this is a part of a stream: collect the whole response first",
        ),
        (
            former,
            (
                "function_call is the former way of calling: send tools in "
                "the request, and not functions"
            ),
        ),
        (
            {"error": {"message": "rate"}},
            "this is neither a chat completion nor a message",
        ),
        ({"tool_calls": {}}, "tool_calls must be a list, not dict"),
        (None, "the response must be a dict or an SDK object, not None"),
        (
            {"choices": [None]},
            ("the choice must be a dict or an SDK object, not None"),
        ),
    ]:
        assert refusal(SURFACE.calls, response) == text


@pytest.mark.requirement("cut-off")
@pytest.mark.parametrize("reason", ["length", "content_filter"])
def test_a_call_that_was_cut_off_is_none(reason):
    """Where nothing came, `""` would mean no arguments."""
    cut = completion(item("a"), item("b", arguments=""), finish_reason=reason)
    assert refusal(SURFACE.calls, cut) == (
        f"the response was cut off (finish_reason {reason}) within its last "
        "call, whose arguments may be incomplete: ask again with a higher "
        "limit"
    )


def test_a_text_that_was_cut_off_is_the_gates_to_answer():
    for arguments in ('{"city": "U', "{}", {}):
        cut = completion(item(arguments=arguments), finish_reason="length")
        assert SURFACE.calls(cut)[0].arguments == arguments
    whole = completion(item(arguments=""), finish_reason="tool_calls")
    assert SURFACE.calls(whole)[0].arguments == ""


@pytest.mark.parametrize(
    ("result", "content"),
    [
        (ToolResult("Zürich \u2603"), "Zürich \u2603"),
        (ToolResult(), ""),
        (ToolResult.from_value({"celsius": 12}), '{"celsius": 12}'),
        (ToolResult(structured_content=[1]), "[1]"),
        (ToolResult.error("No such city"), "Error: No such city"),
        (
            ToolResult(ImageContent.from_bytes(b"GIF", "image/gif")),
            "[image left out, it cannot be sent here: image/gif, 3 bytes]",
        ),
    ],
)
def test_result(result, content):
    assert answered(SURFACE, item(), result) == {
        "role": "tool",
        "tool_call_id": "call_a",
        "content": content,
    }


@pytest.mark.requirement("wire-answers")
def test_results_are_one_message_each():
    calls = [wired(raw) for raw in SURFACE.calls([item("a"), item("b")])]
    pairs = [(call, ToolResult(call.tool_call_id)) for call in calls]
    assert SURFACE.results(iter(pairs)) == [
        {"role": "tool", "tool_call_id": "a", "content": "a"},
        {"role": "tool", "tool_call_id": "b", "content": "b"},
    ]
    assert SURFACE.results([]) == []


def test_azure_has_a_name_of_its_own():
    azure = ChatSurface("azure-openai-chat")
    assert repr(azure) == "<ChatSurface azure-openai-chat>"
    with pytest.raises(WireError, match="^azure-openai-chat: "):
        azure.call(types.SimpleNamespace())
