"""Responses: OpenAI's OpenAPI document of 2026-08-21."""

from __future__ import annotations

import pytest

from toolgate import ToolResult
from toolgate.content import (
    AudioContent,
    BlobResource,
    EmbeddedResource,
    ImageContent,
    TextContent,
)
from toolgate.exceptions import WireError
from toolgate.wire.openai_responses import MAX_OUTPUT, ResponsesSurface
from wiring import answered, draft, wired

SURFACE = ResponsesSurface()
PNG = ImageContent.from_bytes(b"\x89PNG", "image/png")
PDF = EmbeddedResource(
    resource=BlobResource(
        uri="file:///r.pdf", blob="JVBERg==", mime_type="application/pdf"
    )
)


def item(**fields):
    return {
        "type": "function_call",
        "id": "fc_1",
        "call_id": "call_a",
        "name": "get_weather",
        "arguments": '{"city": "Ulm"}',
        "status": "completed",
        **fields,
    }


def refusal(read, *given):
    with pytest.raises(WireError) as caught:
        read(*given)
    assert caught.value.target == "openai-responses"
    return caught.value.reason


@pytest.mark.requirement("strict-said")
def test_tool_always_says_whether_it_is_strict():
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    for strict in (True, False):
        made = SURFACE.tool(
            draft(description="Ping.", schema=schema, strict=strict)
        )
        assert made == {
            "type": "function",
            "name": "ping",
            "description": "Ping.",
            "parameters": schema,
            "strict": strict,
        }


def test_options_are_passed_through():
    options = {
        "async": True,
        "output_schema": {"type": "object"},
        "allowed_callers": ["direct", "programmatic"],
        "defer_loading": True,
    }
    made = SURFACE.tool(draft(options=options))
    assert made == {
        "type": "function",
        "name": "ping",
        "parameters": {
            "type": "object",
            "properties": {},
            "additionalProperties": False,
        },
        "strict": False,
        **options,
    }
    assert SURFACE.strict_conflict(options) is None
    assert refusal(SURFACE.tool, draft(options={"cache_control": {}})) == (
        "tool ping has no option 'cache_control' here. The options of "
        "openai-responses: defer_loading, allowed_callers, output_schema, "
        "async"
    )


@pytest.mark.requirement("wire-carried")
def test_call_id_is_the_id():
    caller = {"type": "program", "caller_id": "prog_1"}
    raw = SURFACE.call(item(caller=caller, namespace="crm", parsed=None), 1)
    assert raw == (
        "call_a",
        "get_weather",
        '{"city": "Ulm"}',
        {
            "id": "fc_1",
            "status": "completed",
            "caller": caller,
            "namespace": "crm",
            "index": 1,
        },
    )


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (
            {"type": "custom_tool_call", "input": "x", "call_id": "c"},
            (
                "this is the call of a custom tool, whose input is free text: "
                "whoever defined that tool answers it"
            ),
        ),
        (
            {"type": "response.output_item.done", "item": item()},
            "this is a part of a stream: collect the whole response first",
        ),
        (
            {"type": "reasoning"},
            "this is an item of type 'reasoning', and no function_call",
        ),
        ({}, "this is an item without a type, and no function_call"),
        (item(call_id=None), "the function call has no call_id"),
        (item(name=None), "the function call has no name"),
        (
            item(status="in_progress", arguments=""),
            (
                "the response was cut off (status in_progress) within its "
                "last call, whose arguments may be incomplete: ask again "
                "with a higher limit"
            ),
        ),
        (
            item(status="incomplete", arguments=""),
            (
                "the response was cut off (status incomplete) within its last "
                "call, whose arguments may be incomplete: ask again with a "
                "higher limit"
            ),
        ),
    ],
)
def test_what_is_no_call(given, text):
    assert refusal(SURFACE.call, given) == text


def test_a_text_that_was_cut_off_is_the_gates_to_answer():
    raw = SURFACE.call(item(status="incomplete", arguments='{"ci'))
    assert raw.arguments == '{"ci'
    assert SURFACE.call(item(arguments="")).arguments == ""


def test_all_calls_of_a_response():
    output = [
        {"type": "reasoning", "id": "rs_1", "summary": []},
        item(call_id="a"),
        {"type": "custom_tool_call", "call_id": "x", "input": "y"},
        item(call_id="b"),
    ]
    response = {"object": "response", "status": "completed", "output": output}
    for given in (response, output):
        calls = SURFACE.calls(given)
        assert [(c.tool_call_id, c.carried["index"]) for c in calls] == [
            ("a", 0),
            ("b", 1),
        ]
    assert SURFACE.calls({"output": []}) == []


def test_responses_that_cannot_be_read():
    assert refusal(SURFACE.calls, {"type": "response.completed"}) == (
        "this is a part of a stream: collect the whole response first"
    )
    assert refusal(SURFACE.calls, {"error": {}}) == (
        "this is no response: it has no output"
    )
    assert refusal(SURFACE.calls, {"output": "text"}) == (
        "output must be a list, not str"
    )


@pytest.mark.parametrize(
    ("result", "output"),
    [
        (ToolResult("Zürich \u2603"), "Zürich \u2603"),
        (ToolResult(), ""),
        (ToolResult.from_value({"celsius": 12}), '{"celsius": 12}'),
        (ToolResult.error("No such city"), "Error: No such city"),
        (
            ToolResult(
                [TextContent("a"), AudioContent.from_bytes(b"", "a/b")]
            ),
            "a\n[audio left out, it cannot be sent here: a/b, 0 bytes]",
        ),
        (
            ToolResult([TextContent("see"), PNG, PDF]),
            [
                {"type": "input_text", "text": "see"},
                {
                    "type": "input_image",
                    "image_url": "data:image/png;base64,iVBORw==",
                },
                {
                    "type": "input_file",
                    "filename": "resource.pdf",
                    "file_data": "data:application/pdf;base64,JVBERg==",
                },
            ],
        ),
        (
            ToolResult([TextContent("broken"), PNG], is_error=True),
            [
                {"type": "input_text", "text": "Error: broken"},
                {
                    "type": "input_image",
                    "image_url": "data:image/png;base64,iVBORw==",
                },
            ],
        ),
        (
            ToolResult(PNG, is_error=True),
            [
                {
                    "type": "input_text",
                    "text": "Error: the tool gave no details",
                },
                {
                    "type": "input_image",
                    "image_url": "data:image/png;base64,iVBORw==",
                },
            ],
        ),
    ],
)
def test_result(result, output):
    assert answered(SURFACE, item(), result) == {
        "type": "function_call_output",
        "call_id": "call_a",
        "output": output,
    }


@pytest.mark.requirement("wire-carried")
def test_caller_goes_back():
    caller = {"type": "program", "caller_id": "prog_1"}
    answer = answered(SURFACE, item(caller=caller), ToolResult("a"))
    assert answer["caller"] == caller


def test_output_has_a_limit_and_says_so():
    """OpenAPI: at most 10,485,760 characters."""
    assert MAX_OUTPUT == 10_485_760
    whole = answered(SURFACE, item(), ToolResult("a" * MAX_OUTPUT))
    assert whole["output"] == "a" * MAX_OUTPUT
    for result in (
        ToolResult("a" * (MAX_OUTPUT + 1)),
        ToolResult([TextContent("a" * (MAX_OUTPUT + 1)), PNG]),
        ToolResult.error("a" * (MAX_OUTPUT - 6)),
    ):
        output = answered(SURFACE, item(), result)["output"]
        text = output if type(output) is str else output[0]["text"]
        assert len(text) == MAX_OUTPUT
        assert text.endswith(
            "[cut here: 10485761 characters are more than 10485760]"
        )


def test_results_are_one_item_each():
    output = [item(call_id="a"), item(call_id="b")]
    calls = [wired(raw) for raw in SURFACE.calls(output)]
    pairs = [(call, ToolResult(call.tool_call_id)) for call in calls]
    answers = SURFACE.results(pairs)
    assert [answer["call_id"] for answer in answers] == ["a", "b"]
