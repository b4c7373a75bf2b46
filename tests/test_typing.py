"""
What type checkers know of the public names: mypy reads this file, too.

What is given is written as users write it; `assert_type` says what comes out,
and an ignored error that is none is an error itself.
"""

from __future__ import annotations

from typing import Any

from typing_extensions import assert_type

from toolgate import (
    UNSET,
    CheckedCall,
    Decision,
    Tool,
    ToolCall,
    ToolContext,
    ToolRegistry,
    ToolResult,
    dispatch_tool_call,
)
from toolgate.entry import Entry
from toolgate.result import Failure
from toolgate.unset import Unset


def policy(call: CheckedCall) -> Decision:
    assert_type(call.tool_call_id, str)
    assert_type(call.entry, Entry)
    assert_type(call.tool, Tool)
    assert_type(call.arguments, dict[str, Any])
    assert_type(call.context, ToolContext | None)
    return Decision.allow()


def add(arguments: dict[str, Any]) -> int:
    return int(arguments["a"]) + 1


def test_types_of_a_call_and_its_result() -> None:
    registry = ToolRegistry(policies=[policy])
    assert_type(
        registry.register(
            Tool(name="add", input_schema={"type": "object"}, handler=add)
        ),
        Tool,
    )
    result = dispatch_tool_call(registry, "call_1", "add", {"a": 1})
    assert_type(result, ToolResult)
    assert_type(result.is_error, bool)
    assert_type(result.text, str)
    assert_type(result.structured_content, Any | Unset)
    assert_type(result.failure, Failure | None)
    assert_type(result.meta, dict[str, Any] | None)
    assert (result.structured_content, result.failure) == (2, None)
    checked = registry.gate.check("call_2", "add", {"a": 1})
    assert_type(checked, CheckedCall | ToolResult)
    assert isinstance(checked, CheckedCall)
    assert registry.gate.finish(checked, "done").structured_content is UNSET
    call = ToolCall(tool_call_id="call_3", name="add")
    assert_type(call.arguments, object)


def test_types_of_the_fields_of_a_tool() -> None:
    tool = Tool(
        name="t",
        input_schema=None,
        output_schema={"type": "object"},
        meta={"a": [1]},
        tags=("one", "two"),
        aliases="former",
        side_effect="read",
        examples=[{"a": 1}],
    )
    assert_type(tool.input_schema, dict[str, Any])
    assert_type(tool.output_schema, dict[str, Any] | None)
    assert_type(tool.meta, dict[str, Any] | None)
    assert_type(tool.tags, frozenset[str])
    assert_type(tool.aliases, tuple[str, ...])
    assert_type(tool.examples, list[Any])
    assert tool.side_effect == {"read"}
    both = Tool(name="t", side_effect={"read", "network"})
    assert both.side_effect == {"network", "read"}


def wrong() -> None:
    """What checkers refuse, as the library does when it runs."""
    Tool(name="t", input_schema="{}")  # type: ignore[arg-type]
    Tool(name="t", side_effect="delete")  # type: ignore[arg-type]
    Tool(name="t", tags=7)  # type: ignore[arg-type]
    dispatch_tool_call("call_1", "t", "{}")  # type: ignore[arg-type]
