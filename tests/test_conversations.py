"""One turn with each provider: request, two parallel calls, answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from toolgate import Tool, ToolRegistry, wire
from toolgate.wire.surfaces import SURFACES
from wiring import draft, wired

FOLDER = Path(__file__).parent / "conversations"
CONVERSATIONS = {path.stem: path for path in sorted(FOLDER.glob("*.json"))}


@pytest.fixture(params=CONVERSATIONS)
def conversation(request):
    return json.loads(CONVERSATIONS[request.param].read_text("utf-8"))


def tools_of(request):
    """The tools of a request, wherever the provider has them."""
    return request.get("toolConfig", request)["tools"]


def filled(value, refusal):
    """The answers with the text of the refusal in its place."""
    if isinstance(value, dict):
        return {name: filled(item, refusal) for name, item in value.items()}
    if isinstance(value, list):
        return [filled(item, refusal) for item in value]
    if isinstance(value, str):
        return value.replace("{refusal}", refusal)
    return value


def test_every_surface_has_a_conversation():
    """Of those that differ in shape; Azure speaks OpenAI's."""
    assert set(CONVERSATIONS) == {
        target
        for target in SURFACES
        if "azure" not in target and target != "gemini-parameters"
    }


def test_request_has_the_tools(conversation):
    surface = SURFACES[conversation["target"]]
    tools = [
        surface.tool(
            draft(
                name=tool["name"],
                description=tool["description"],
                schema=tool["input_schema"],
            )
        )
        for tool in conversation["tools"]
    ]
    assert surface.tool_list(tools) == tools_of(conversation["request"])


def test_turn(conversation):
    """Decoded, run through a gate and answered, in one go."""
    surface = SURFACES[conversation["target"]]
    registry = ToolRegistry()
    for tool in conversation["tools"]:
        returned = tool.pop("returns")
        registry.register(Tool(**tool, handler=lambda _: returned))
    calls = [wired(raw) for raw in surface.calls(conversation["response"])]
    assert [
        {
            "tool_call_id": call.tool_call_id,
            "name": call.name,
            "arguments": call.arguments,
        }
        for call in calls
    ] == conversation["calls"]
    results = [registry.gate.dispatch_call(call) for call in calls]
    assert [result.is_error for result in results] == [False, True]
    assert results[1].failure.kind == "invalid_arguments"
    answers = surface.results(list(zip(calls, results, strict=True)))
    assert answers == filled(conversation["answers"], results[1].text)


def test_the_second_call_is_the_invalid_one(conversation):
    """By another judge than the gate."""
    (tool,) = conversation["tools"]
    judge = Draft202012Validator(tool["input_schema"])
    arguments = [
        json.loads(call["arguments"])
        if isinstance(call["arguments"], str)
        else call["arguments"]
        for call in conversation["calls"]
    ]
    assert [judge.is_valid(each) for each in arguments] == [True, False]


@pytest.mark.requirement("wire-answers", "invalid-arguments")
def test_end_to_end(conversation):
    """Tools out by `wire.export`, calls through codec and gate, answers in."""
    registry = ToolRegistry()
    for tool in conversation["tools"]:
        registry.register(
            Tool(
                name=tool["name"],
                description=tool["description"],
                input_schema=tool["input_schema"],
                handler=lambda _, value=tool["returns"]: value,
            )
        )
    exported = wire.export(registry, to=conversation["target"], strict=False)
    if conversation["target"] != "gemini":  # it has no `minLength`
        assert exported.tools == tools_of(conversation["request"])
    answered = [
        (call, registry.gate.dispatch_call(call))
        for call in exported.decode_all(conversation["response"])
    ]
    assert [result.is_error for _, result in answered] == [False, True]
    refusal = answered[1][1].text
    answers = filled(conversation["answers"], refusal)
    assert exported.encode_results(answered) == answers
