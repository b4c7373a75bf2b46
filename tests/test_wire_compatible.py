"""Servers that speak Chat Completions, more or less."""

from __future__ import annotations

import pytest

from toolgate import ToolResult
from toolgate.exceptions import WireError
from toolgate.wire.compatible import CompatibleSurface
from wiring import answered, draft, wired

SURFACE = CompatibleSurface()


def item(**fields):
    return {"function": {"name": "ping", "arguments": {"a": 1}}, **fields}


def test_tool_says_that_it_is_not_strict():
    """An unknown server is not left to guess."""
    assert SURFACE.tool(draft())["function"]["strict"] is False


def test_arguments_are_text_or_an_object():
    assert SURFACE.call(item(id="c1", index=7)) == (
        "c1",
        "ping",
        {"a": 1},
        {"index": 0},
    )


@pytest.mark.parametrize(
    "told", [{}, {"id": None}, {"id": ""}, {"id": "null"}]
)
def test_a_call_without_an_id(told):
    """It gets a stable one, and the answer carries none."""
    message = {"role": "assistant", "tool_calls": [item(**told)] * 2}
    raws = SURFACE.calls(message)
    assert [raw.tool_call_id for raw in raws] == ["call_1_ping", "call_2_ping"]
    assert (
        SURFACE.results([(wired(raw), ToolResult("pong")) for raw in raws])
        == [{"role": "tool", "name": "ping", "content": "pong"}] * 2
    )


def test_result():
    answer = answered(SURFACE, item(id="c1"), ToolResult.error("no"))
    assert answer == {
        "role": "tool",
        "tool_call_id": "c1",
        "content": "Error: no",
    }


def test_errors_name_the_target():
    with pytest.raises(WireError, match="^openai-compatible: "):
        SURFACE.call({"function": {"arguments": "{}"}})
