"""
One turn of tool use with each provider, from the request to the answers.

The model is a script, so nothing is sent anywhere: `FORMS` writes its calls
down as each provider's API hands them over. What a host does is in `turn`:
export the tools, decode the calls, ask the gate, encode the answers.

Name a target to see one turn; without a name, all are shown.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Annotated, Any

from toolgate import Schema, ToolGate, ToolRegistry, wire

if TYPE_CHECKING:
    from collections.abc import Callable

JSON = dict[str, Any]
registry = ToolRegistry()


@registry.tool(name="shop.search", side_effect="read")
def search(
    text: str,
    labels: dict[str, str],
    limit: Annotated[int, Schema({"minimum": 1})] = 10,
) -> list[str]:
    """Search the shop."""
    found = [f"{origin} {text}" for origin in (*labels.values(), "green")]
    return found[:limit]


# What the model wants, two calls at once. The second breaks `minimum`: some
# targets have no such keyword, and none promises anything for calls at once.
WANTED: list[JSON] = [
    {"text": "tea", "labels": {"origin": "Assam"}},
    {"text": "tea", "labels": {}, "limit": 0},
]


# A call, and a response around calls, as each provider has them.


def tool_call(call_id: str, name: str, arguments: JSON) -> JSON:
    """Chat Completions: arguments are JSON text."""
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"id": call_id, "type": "function", "function": function}


def completion(calls: list[JSON]) -> JSON:
    """Chat Completions: calls stand in a message."""
    message = {"role": "assistant", "tool_calls": calls}
    return {"choices": [{"finish_reason": "tool_calls", "message": message}]}


def function_call(call_id: str, name: str, arguments: JSON) -> JSON:
    """Responses: likewise, and flat."""
    return {
        "type": "function_call",
        "call_id": call_id,
        "name": name,
        "arguments": json.dumps(arguments),
    }


def response(calls: list[JSON]) -> JSON:
    """Responses: calls stand among other items."""
    return {"output": [{"type": "reasoning", "summary": []}, *calls]}


def tool_use(call_id: str, name: str, arguments: JSON) -> JSON:
    """Messages: arguments are an object."""
    return {
        "type": "tool_use",
        "id": call_id,
        "name": name,
        "input": arguments,
    }


def message(calls: list[JSON]) -> JSON:
    """Messages: calls stand among other blocks."""
    text = {"type": "text", "text": "Let me look."}
    return {"role": "assistant", "content": [text, *calls]}


def function_part(_: str, name: str, arguments: JSON) -> JSON:
    """Gemini: no ids, and every number is a float."""
    args = {
        key: float(value) if type(value) is int else value
        for key, value in arguments.items()
    }
    return {"functionCall": {"name": name, "args": args}}


def candidate(calls: list[JSON]) -> JSON:
    """Gemini: calls stand among other parts."""
    return {"candidates": [{"content": {"role": "model", "parts": calls}}]}


def tool_use_block(call_id: str, name: str, arguments: JSON) -> JSON:
    """Bedrock: blocks have one key."""
    block = {"toolUseId": call_id, "name": name, "input": arguments}
    return {"toolUse": block}


def converse(calls: list[JSON]) -> JSON:
    """Bedrock: the message is wrapped once more."""
    output = {"message": {"role": "assistant", "content": calls}}
    return {"output": output, "stopReason": "tool_use"}


FORMS: dict[
    str,
    tuple[Callable[[str, str, JSON], JSON], Callable[[list[JSON]], JSON]],
] = {
    "openai-chat": (tool_call, completion),
    "openai-responses": (function_call, response),
    "azure-openai-chat": (tool_call, completion),
    "azure-openai-responses": (function_call, response),
    "anthropic": (tool_use, message),
    "gemini": (function_part, candidate),
    "gemini-parameters": (function_part, candidate),
    "bedrock-converse": (tool_use_block, converse),
    "openai-compatible": (tool_call, completion),
}


def answer_of_the_model(target: str, exported: wire.Exported) -> JSON:
    """Return a response with the calls that the model wants."""
    sent = exported["shop.search"]
    assert sent.codec is not None  # noqa: S101 - a tool that is sent has one
    call_of, response_of = FORMS[target]
    calls = [
        # The model sees the wire schema, and writes arguments as it says.
        call_of(f"call_{number}", sent.wire_name, sent.codec.encode(wanted))
        for number, wanted in enumerate(WANTED, 1)
    ]
    show("model", *calls)
    return response_of(calls)


def turn(target: str) -> None:
    """Go through one turn, and show each step."""
    exported = wire.export(registry, to=target)
    print(exported.report)
    received = answer_of_the_model(target, exported)

    # Providers want an answer to each call, also to one of no tool at all.
    gate = ToolGate(registry, unknown_tool="result")
    answered = []
    for call in exported.decode_all(received):
        show("decoded", call.arguments)
        result = gate.dispatch_call(call)
        show("refused" if result.is_error else "answered", result.text)
        answered.append((call, result))
    show("back", *exported.encode_results(answered))


def show(step: str, *documents: object) -> None:
    """Print documents as JSON, and texts as they are."""
    for document in documents:
        text = document if type(document) is str else json.dumps(document)
        print(f"{step:9} {text}")


def main() -> None:
    """Show the turns of the targets that are named, or of all."""
    for number, target in enumerate(sys.argv[1:] or FORMS):
        if number:
            print()
        turn(target)


if __name__ == "__main__":
    main()
