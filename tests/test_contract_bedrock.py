"""boto3's own validation takes what goes out; no network, no credentials."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toolgate import TextContent, ToolResult
from toolgate.content import BlobResource, EmbeddedResource, ImageContent
from toolgate.wire.surfaces import SURFACES
from wiring import draft, wired

pytest.importorskip("botocore")

from botocore.loaders import Loader
from botocore.model import ServiceModel
from botocore.parsers import RestJSONParser
from botocore.validate import ParamValidator

SURFACE = SURFACES["bedrock-converse"]
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
    ToolResult.from_value([1]),
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
BODY = b"""{"output": {"message": {"role": "assistant", "content": [
    {"text": "Let me look."},
    {"toolUse": {"toolUseId": "tooluse_a", "name": "f",
                 "input": {"a": null, "n": 3.0}}},
    {"toolUse": {"toolUseId": "tooluse_b", "name": "g", "input": {}}}]}},
    "stopReason": "tool_use",
    "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
    "metrics": {"latencyMs": 1}}"""


@pytest.fixture(scope="module")
def converse():
    model = Loader().load_service_model("bedrock-runtime", "service-2")
    return ServiceModel(model).operation_model("Converse")


@pytest.fixture
def accept(converse):
    def check(**parameters):
        given = {"modelId": "model", **parameters}
        report = ParamValidator().validate(given, converse.input_shape)
        assert not report.has_errors(), report.generate_report()

    return check


@pytest.fixture
def response(converse):
    """What the SDK makes of a response of the service."""
    return RestJSONParser().parse(
        {"status_code": 200, "headers": {}, "body": BODY},
        converse.output_shape,
    )


@pytest.mark.parametrize("strict", [True, False])
def test_tools(accept, strict):
    drafts = [
        draft(description="Ping.", schema=SCHEMA, strict=strict),
        draft(name="g", description="", strict=strict),
    ]
    tools = SURFACE.tool_list([SURFACE.tool(each) for each in drafts])
    accept(toolConfig={"tools": tools})


def test_responses(response):
    assert SURFACE.calls(response) == [
        ("tooluse_a", "f", {"a": None, "n": 3.0}, {"index": 0}),
        ("tooluse_b", "g", {}, {"index": 1}),
    ]


@pytest.mark.parametrize("result", RESULTS)
def test_results(accept, response, result):
    calls = [wired(raw) for raw in SURFACE.calls(response)]
    answers = SURFACE.results([(call, result) for call in calls])
    accept(messages=[response["output"]["message"], *answers])


def conversation(name):
    folder = Path(__file__).parent / "conversations"
    return json.loads((folder / f"{name}.json").read_text("utf-8"))


def test_conversation_is_of_these_types(accept):
    given = conversation("bedrock-converse")
    said = given["response"]["output"]["message"]
    accept(
        toolConfig=given["request"]["toolConfig"],
        messages=[*given["request"]["messages"], said, *given["answers"]],
    )
