"""Every target has its surface, and all of them keep the same laws."""

from __future__ import annotations

import copy
import json
from unittest.mock import AsyncMock, MagicMock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolgate import ToolResult
from toolgate.exceptions import WireError
from toolgate.wire.surfaces import SURFACES
from wiring import draft, wired

ITEMS = {
    "openai-chat": {
        "id": "a",
        "type": "function",
        "function": {"name": "f", "arguments": "{}"},
    },
    "openai-responses": {
        "type": "function_call",
        "call_id": "a",
        "name": "f",
        "arguments": "{}",
    },
    "anthropic": {"type": "tool_use", "id": "a", "name": "f", "input": {}},
    "gemini": {"functionCall": {"id": "a", "name": "f", "args": {}}},
    "bedrock-converse": {
        "toolUse": {"toolUseId": "a", "name": "f", "input": {}}
    },
}
ITEMS["azure-openai-chat"] = ITEMS["openai-chat"]
ITEMS["openai-compatible"] = ITEMS["openai-chat"]
ITEMS["azure-openai-responses"] = ITEMS["openai-responses"]
ITEMS["gemini-parameters"] = ITEMS["gemini"]

HOSTILE = [
    None,
    5,
    "text",
    b"x",
    object(),
    {},
    {"choices": 5},
    [None],
    {1: 2},
    MagicMock(),
    AsyncMock(),
]


def test_table_has_all_targets():
    assert list(SURFACES) == [
        "openai-chat",
        "openai-responses",
        "azure-openai-chat",
        "azure-openai-responses",
        "anthropic",
        "gemini",
        "gemini-parameters",
        "bedrock-converse",
        "openai-compatible",
    ]
    for target, surface in SURFACES.items():
        assert surface.id == target
        assert target in repr(surface)


@pytest.mark.requirement("wire-pure")
@pytest.mark.parametrize("target", SURFACES)
def test_what_came_is_never_changed(target):
    surface = SURFACES[target]
    item = ITEMS[target]
    before = copy.deepcopy(item)
    raw = surface.call(item)
    assert raw[:2] == ("a", "f")
    raw.carried["x"] = 1
    assert item == before
    assert surface.calls([item]) == [surface.call(item)]


@pytest.mark.parametrize("target", SURFACES)
def test_a_draft_is_never_changed_and_bytes_are_the_same(target):
    surface = SURFACES[target]
    schema = {"type": "object", "required": []}
    ping = draft(schema=schema, description="Ping.")
    first, second = surface.tool(ping), surface.tool(ping)
    assert json.dumps(first) == json.dumps(second)
    assert schema == {"type": "object", "required": []}
    assert surface.tool_list([first]) == surface.tool_list([second])


@pytest.mark.requirement("wire-errors")
@pytest.mark.parametrize("target", SURFACES)
@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_nothing_foreign_is_raised(target, number):
    surface = SURFACES[target]
    with pytest.raises(WireError):
        surface.call(HOSTILE[number])
    with pytest.raises(WireError):
        surface.calls(HOSTILE[number])


NAMES = st.sampled_from(
    [
        "arguments",
        "args",
        "call_id",
        "candidates",
        "choices",
        "content",
        "finishReason",
        "finish_reason",
        "function",
        "functionCall",
        "function_call",
        "id",
        "input",
        "message",
        "name",
        "output",
        "parts",
        "role",
        "status",
        "stopReason",
        "stop_reason",
        "thoughtSignature",
        "toolUse",
        "toolUseId",
        "tool_calls",
        "type",
    ]
)
WORDS = st.sampled_from(
    [
        "function",
        "function_call",
        "tool_use",
        "server_tool_use",
        "custom",
        "max_tokens",
        "MAX_TOKENS",
        "length",
        "incomplete",
        "f",
        "",
        "{}",
    ]
)
SAID = st.recursive(
    st.none() | WORDS | st.integers() | st.binary(max_size=2),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4)
    ),
    max_leaves=10,
)
MORE = st.dictionaries(NAMES, SAID, max_size=2)


@pytest.mark.requirement("wire-errors")
@pytest.mark.parametrize("target", SURFACES)
@settings(max_examples=50)
@given(data=st.data())
def test_whatever_comes_is_calls_or_a_wire_error(target, data):
    """And what is a call has an answer, and all answers together."""
    surface = SURFACES[target]
    items = MORE.map(lambda more: {**ITEMS[target], **more})
    said = data.draw(SAID | st.lists(items, max_size=3))
    before = copy.deepcopy(said)
    try:
        raws = surface.calls(said)
    except WireError:
        raws = []
    for raw in raws:
        assert type(raw.tool_call_id) is str
        assert raw.tool_call_id
        assert type(raw.name) is str
        assert raw.name
    unique = {raw.tool_call_id: wired(raw) for raw in raws}
    answers = surface.results(
        [(call, ToolResult("a")) for call in unique.values()]
    )
    assert bool(answers) is bool(unique)
    assert said == before


@pytest.mark.parametrize("target", SURFACES)
def test_wrong_answers_are_type_errors(target):
    surface = SURFACES[target]
    call = wired(surface.call(ITEMS[target]))
    with pytest.raises(TypeError, match="result must be a ToolResult"):
        surface.result(call, "done")
    with pytest.raises(TypeError, match="call must be a WireCall"):
        surface.results([("a", ToolResult())])


@pytest.mark.requirement("exceptions-stay")
@pytest.mark.parametrize("target", SURFACES)
def test_secrets_of_the_host_never_leave(target):
    surface = SURFACES[target]
    call = wired(surface.call(ITEMS[target]))
    result = ToolResult.error("no", meta={"tenant": "secret"})
    assert "secret" not in repr(surface.results([(call, result)]))
