"""Calls as data."""

from __future__ import annotations

import pytest

from toolgate import Tool, ToolCall, ToolRegistry


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (None, "no arguments"),
        ('{"pin": 1234}', "a str of 13"),
        (b"{}", "a bytes of 2"),
        ({"pin": 1234}, "a dict of 1"),
        ([1234], "a list of 1"),
        (1234, "int"),
    ],
)
def test_the_repr_of_a_call_shows_no_arguments(arguments, told):
    call = ToolCall(tool_call_id="c", name="pay", arguments=arguments)
    assert repr(call) == f"<ToolCall 'c': 'pay' with {told}>"


def test_a_checked_call_is_read_and_not_changed():
    registry = ToolRegistry()
    registry.register(Tool(name="t", input_schema={"type": "object"}))
    checked = registry.gate.check("call_1", "t", '{"pin": 1234}')
    assert (checked.tool_call_id, checked.context) == ("call_1", None)
    assert checked.arguments == {"pin": 1234}
    assert checked.entry.tool is checked.tool is registry["t"]
    assert repr(checked) == "<CheckedCall 'call_1': t with 1 arguments>"
    with pytest.raises(AttributeError):
        checked.arguments = {}


def test_calls_with_decoded_arguments_can_be_hashed():
    call = ToolCall(tool_call_id="c", name="t", arguments={"a": [1]})
    same = ToolCall(tool_call_id="c", name="t", arguments={"a": [1]})
    assert {call: 1}[same] == 1
    assert call != ToolCall(
        tool_call_id="c", name="t", arguments={"a": [True]}
    )
