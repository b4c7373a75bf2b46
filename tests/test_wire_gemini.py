"""Gemini's generateContent: google-genai's types, and the REST API."""

from __future__ import annotations

import pytest

from toolgate import TextContent, ToolResult
from toolgate.content import AudioContent, ImageContent
from toolgate.exceptions import WireError
from toolgate.wire.gemini import GeminiSurface
from wiring import answered, draft, wired

SURFACE = GeminiSurface()
OPENAPI = GeminiSurface("gemini-parameters", "parameters")
PNG = ImageContent.from_bytes(b"\x89PNG", "image/png")


def part(signature=None, **fields):
    call = {"name": "get_weather", "args": {"city": "Ulm"}, **fields}
    return {"functionCall": call, **(signature or {})}


def response(*parts, finish_reason="STOP"):
    content = {"role": "model", "parts": list(parts)}
    return {
        "candidates": [{"content": content, "finishReason": finish_reason}]
    }


def refusal(read, *given):
    with pytest.raises(WireError) as caught:
        read(*given)
    assert caught.value.target == "gemini"
    return caught.value.reason


def test_declaration():
    schema = {"type": "object", "properties": {"a": {"type": "string"}}}
    given = draft(description="Ping.", schema=schema, strict=True)
    made = SURFACE.tool(given)
    assert made == {
        "name": "ping",
        "description": "Ping.",
        "parametersJsonSchema": schema,
    }
    assert OPENAPI.tool(given) == {
        "name": "ping",
        "description": "Ping.",
        "parameters": schema,
    }
    assert OPENAPI.tool(given)["parameters"] is not schema


def test_declaration_without_parameters():
    """FunctionDeclaration: "this can be left unset"."""
    assert SURFACE.tool(draft(description="")) == {
        "name": "ping",
        "parametersJsonSchema": {
            "type": "object",
            "properties": {},
            "additionalProperties": False,
        },
    }
    for schema in (
        {"type": "object"},
        {"type": "OBJECT", "properties": {}, "required": []},
    ):
        assert OPENAPI.tool(draft(schema=schema)) == {"name": "ping"}
    for schema in (
        {"type": "object", "additionalProperties": {"type": "string"}},
        {"type": "object", "minProperties": 1},
    ):
        made = OPENAPI.tool(draft(schema=schema))
        assert made == {"name": "ping", "parameters": schema}


def test_all_declarations_are_one_entry():
    tools = [SURFACE.tool(draft(name=name)) for name in ("a", "b")]
    assert SURFACE.tool_list(tools) == [{"functionDeclarations": tools}]
    assert SURFACE.tool_list([]) == []


def test_options():
    options = {"behavior": "NON_BLOCKING", "responseJsonSchema": {"a": 1}}
    made = SURFACE.tool(draft(options=options))
    assert {name: made[name] for name in options} == options
    assert refusal(
        SURFACE.tool, draft(options={"response": {}, "responseJsonSchema": {}})
    ) == ("tool ping: response and responseJsonSchema exclude each other")
    assert refusal(SURFACE.tool, draft(options={"strict": True})) == (
        "tool ping has no option 'strict' here. The options of gemini: "
        "behavior, response, responseJsonSchema"
    )
    assert SURFACE.strict_conflict(options) is None


@pytest.mark.parametrize(
    "signature",
    [{"thoughtSignature": "c2ln"}, {"thought_signature": b"\x00\xff"}],
)
def test_call(signature):
    (held,) = signature.values()
    assert SURFACE.call(part(signature, id="fc_1"), 1) == (
        "fc_1",
        "get_weather",
        {"city": "Ulm"},
        {"thoughtSignature": held, "index": 1},
    )


def test_call_by_python_names_or_alone():
    assert SURFACE.call({"function_call": {"id": "a", "name": "f"}}) == (
        "a",
        "f",
        None,
        {"index": 0},
    )
    assert SURFACE.call({"id": "a", "name": "f", "args": {}}).arguments == {}


@pytest.mark.requirement("integral-floats")
def test_integral_floats_are_left_to_the_schema():
    raw = SURFACE.call(part(args={"n": 3.0, "ratio": 2.0}))
    assert type(raw.arguments["n"]) is float


def test_a_call_without_an_id():
    """A stable id by place and name; the answer carries none."""
    for _ in range(2):
        raws = SURFACE.calls([part(), part(id=""), part(id="fc_9")])
        assert [raw.tool_call_id for raw in raws] == [
            "call_1_get_weather",
            "call_2_get_weather",
            "fc_9",
        ]
    named = answered(SURFACE, part(id="fc_9"), ToolResult("a"))
    bare = answered(SURFACE, part(), ToolResult("a"))
    assert named["functionResponse"]["id"] == "fc_9"
    assert "id" not in bare["functionResponse"]


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"text": "a"}, "this is no part with functionCall"),
        (
            {"name": "f", "response": {}},
            "this is no part with functionCall",
        ),
        (
            part(partialArgs=[{"jsonPath": "$.city"}]),
            "this is a part of a stream: collect the whole response first",
        ),
        (
            part(will_continue=True),
            "this is a part of a stream: collect the whole response first",
        ),
        (part(name=None), "the function call has no name"),
        (
            {"functionCall": "f"},
            "the function call must be a dict or an SDK object, not str",
        ),
    ],
)
def test_what_is_no_call(given, text):
    assert refusal(SURFACE.call, given) == text


def test_all_calls_of_a_response():
    parts = [{"text": "Let me look."}, part(id="a"), part(id="b")]
    whole = response(*parts)
    for given in (whole, whole["candidates"][0]["content"], parts):
        calls = SURFACE.calls(given)
        assert [(c.tool_call_id, c.carried["index"]) for c in calls] == [
            ("a", 0),
            ("b", 1),
        ]


@pytest.mark.parametrize(
    "given",
    [
        response({"text": "Hello"}),
        response(),
        {"candidates": None},
        {"candidates": [], "promptFeedback": {"blockReason": "SAFETY"}},
        {"usage_metadata": {}},
        {"candidates": [{"finish_reason": "SAFETY"}]},
        {"candidates": [{"content": {"role": "model"}}]},
        {"parts": None},
    ],
)
def test_no_calls(given):
    assert SURFACE.calls(given) == []


def test_responses_that_cannot_be_read():
    two = {"candidates": response(part())["candidates"] * 2}
    assert refusal(SURFACE.calls, two) == (
        "the response has 2 candidates: pass the content of the one that you "
        "go on with"
    )
    assert refusal(SURFACE.calls, {"error": {"code": 400}}) == (
        "this is neither a Gemini response nor a content"
    )
    for reason in (
        "MALFORMED_FUNCTION_CALL",
        "UNEXPECTED_TOOL_CALL",
        "TOO_MANY_TOOL_CALLS",
        "MALFORMED_RESPONSE",
    ):
        for given in (
            response(finish_reason=reason),
            {"candidates": [{"finish_reason": reason}]},
        ):
            assert refusal(SURFACE.calls, given) == (
                "the model's call could not be read by the provider "
                f"(finishReason {reason}): ask again"
            )


def test_a_call_that_was_cut_off_is_none():
    cut = response(part(), finish_reason="MAX_TOKENS")
    assert refusal(SURFACE.calls, cut) == (
        "the response was cut off (finishReason MAX_TOKENS) within its last "
        "call, whose arguments may be incomplete: ask again with a higher "
        "limit"
    )
    later = response(part(), {"text": "a"}, finish_reason="MAX_TOKENS")
    assert len(SURFACE.calls(later)) == 1


@pytest.mark.parametrize(
    ("result", "fields"),
    [
        (ToolResult("Zürich"), {"response": {"output": "Zürich"}}),
        (ToolResult(), {"response": {"output": ""}}),
        (
            ToolResult.from_value({"celsius": 12}),
            {"response": {"output": {"celsius": 12}}},
        ),
        (ToolResult.from_value([2**53]), {"response": {"output": [2**53]}}),
        # Numbers of a response are doubles.
        (
            ToolResult.from_value({"a": [2**53 + 1]}),
            {"response": {"output": '{"a": [9007199254740993]}'}},
        ),
        # What looks like a reference would be read as one.
        (
            ToolResult.from_value({"a": [{"$ref": "#/b"}]}),
            {"response": {"output": '{"a": [{"$ref": "#/b"}]}'}},
        ),
        (
            ToolResult("12 degrees", structured_content={"celsius": 12}),
            {"response": {"output": "12 degrees"}},
        ),
        (
            ToolResult.error("No such city"),
            {"response": {"error": "No such city"}},
        ),
        (
            ToolResult((), is_error=True),
            {"response": {"error": "the tool gave no details"}},
        ),
        (
            ToolResult(
                [
                    TextContent("see"),
                    PNG,
                    AudioContent.from_bytes(b"RIFF", "audio/wav"),
                ]
            ),
            {
                "response": {
                    "output": "see\n[audio left out, it cannot be sent here: "
                    "audio/wav, 4 bytes]"
                },
                "parts": [
                    {
                        "inlineData": {
                            "mimeType": "image/png",
                            "data": "iVBORw==",
                        }
                    }
                ],
            },
        ),
    ],
)
def test_result(result, fields):
    assert answered(SURFACE, part(id="fc_1"), result) == {
        "functionResponse": {"name": "get_weather", "id": "fc_1", **fields}
    }


@pytest.mark.requirement("wire-answers")
def test_results_are_one_content_in_the_order_of_the_calls():
    raws = SURFACE.calls([part(name=name) for name in "abc"])
    pairs = [(wired(raw), ToolResult(raw.name)) for raw in raws]
    (content,) = SURFACE.results(reversed(pairs))
    assert content["role"] == "user"
    assert [each["functionResponse"]["name"] for each in content["parts"]] == [
        "a",
        "b",
        "c",
    ]
    assert SURFACE.results([]) == []
