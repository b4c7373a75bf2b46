"""Google's own types take what goes out, and give what comes in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toolgate import TextContent, ToolResult
from toolgate.content import BlobResource, EmbeddedResource, ImageContent
from toolgate.exceptions import WireError
from toolgate.wire.surfaces import SURFACES
from wiring import draft, wired

pytest.importorskip("google.genai")

from google.genai import types

SURFACE = SURFACES["gemini"]
OPENAPI = SURFACES["gemini-parameters"]
SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
}
RESPONSE = {
    "candidates": [
        {
            "content": {
                "role": "model",
                "parts": [
                    {"text": "Let me look."},
                    {
                        "functionCall": {
                            "name": "f",
                            "args": {"a": None, "n": 3.0},
                        },
                        "thoughtSignature": "AP8=",
                    },
                    {"functionCall": {"id": "fc_2", "name": "g"}},
                ],
            },
            "finishReason": "STOP",
        }
    ],
    "usageMetadata": {"totalTokenCount": 1},
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


@pytest.mark.parametrize("surface", [SURFACE, OPENAPI])
def test_tools(surface):
    given = [draft(description="Ping.", schema=SCHEMA), draft(name="g")]
    (entry,) = surface.tool_list([surface.tool(each) for each in given])
    tool = types.Tool.model_validate(entry)
    first, second = tool.function_declarations
    assert (first.name, first.description) == ("ping", "Ping.")
    assert second.name == "g"
    if surface is SURFACE:
        assert first.parameters_json_schema == SCHEMA
    else:
        assert first.parameters.properties["city"].type == types.Type.STRING
        assert second.parameters is None


def test_options():
    options = {"behavior": "BLOCKING", "responseJsonSchema": {"type": "null"}}
    made = SURFACE.tool(draft(options=options))
    declared = types.FunctionDeclaration.model_validate(made)
    assert declared.behavior == types.Behavior.BLOCKING
    options = {"response": {"type": "STRING"}}
    made = SURFACE.tool(draft(options=options))
    types.FunctionDeclaration.model_validate(made)


def test_responses():
    """From JSON, from Python, and as plain dicts of either naming."""
    whole = types.GenerateContentResponse.model_validate(RESPONSE)
    for given, signature in (
        (RESPONSE, "AP8="),
        (whole, b"\x00\xff"),
        (whole.candidates[0].content, b"\x00\xff"),
        (whole.candidates[0].content.parts, b"\x00\xff"),
        (whole.model_dump(exclude_none=True), b"\x00\xff"),
        (whole.model_dump(by_alias=True), b"\x00\xff"),
    ):
        first, second = SURFACE.calls(given)
        assert first[:2] == ("call_1_f", "f")
        assert first.carried == {
            "thoughtSignature": signature,
            "index": 0,
            "generated_id": True,
        }
        assert second == ("fc_2", "g", None, {"index": 1})


def test_null_and_integral_floats_are_kept():
    """Types leave numbers alone; the SDK's own function calling does not."""
    whole = types.GenerateContentResponse.model_validate(RESPONSE)
    arguments = SURFACE.calls(whole)[0].arguments
    assert type(arguments["n"]) is float
    assert whole.function_calls[0].name == "f"
    assert SURFACE.call(whole.function_calls[0]).arguments["n"] == 3.0
    # With nulls left out by the dump, an argument that is null goes, too.
    assert arguments["a"] is None


def test_unset_fields_of_an_object_do_not_count():
    part = types.Part.model_construct(
        function_call=types.FunctionCall.model_construct(name="f", args={})
    )
    assert SURFACE.call(part)[:3] == ("call_1_f", "f", {})


def test_malformed_calls_are_told():
    given = types.GenerateContentResponse.model_validate(
        {"candidates": [{"finishReason": "MALFORMED_FUNCTION_CALL"}]}
    )
    with pytest.raises(WireError, match="MALFORMED_FUNCTION_CALL"):
        SURFACE.calls(given)


@pytest.mark.parametrize("result", RESULTS)
def test_results(result):
    calls = [wired(raw) for raw in SURFACE.calls(RESPONSE)]
    (content,) = SURFACE.results([(call, result) for call in calls])
    checked = types.Content.model_validate(content)
    first, second = (part.function_response for part in checked.parts)
    assert (first.id, second.id) == (None, "fc_2")
    assert (first.name, second.name) == ("f", "g")
    if first.parts:
        image, pdf = (part.inline_data for part in first.parts)
        assert image.data == b"\x89PNG"
        assert pdf.mime_type == "application/pdf"


def conversation(name):
    folder = Path(__file__).parent / "conversations"
    return json.loads((folder / f"{name}.json").read_text("utf-8"))


def test_conversation_is_of_these_types():
    given = conversation("gemini")
    whole = types.GenerateContentResponse.model_validate(given["response"])
    first, _ = SURFACE.calls(whole)
    assert first.carried["thoughtSignature"] == b"\x00\xff\x01\x02"
    for content in (*given["request"]["contents"], *given["answers"]):
        types.Content.model_validate(content)
