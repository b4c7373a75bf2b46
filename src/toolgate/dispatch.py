"""One function for one call: the shortest way through the gate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolgate.gate.floor import no_tools

if TYPE_CHECKING:
    from toolgate.context import ToolContext
    from toolgate.result import ToolResult
    from toolgate.toolset import ToolSet


def dispatch_tool_call(
    registry: ToolSet,
    tool_call_id: str,
    name: str,
    arguments: object = None,
    *,
    context: ToolContext | None = None,
    timeout: float | None = None,
    approval: str | None = None,
) -> ToolResult:
    """
    Run one call that a model asked for, and return its answer.

    The same as `registry.gate.dispatch(...)`: see `ToolGate.dispatch` for
    what is raised and what is answered. Raises `TypeError` for what is no
    registry.

    >>> from toolgate import Tool, ToolRegistry
    >>> registry = ToolRegistry()
    >>> registry.register(Tool(name="ping", handler=lambda arguments: "pong"))
    Tool('ping')
    >>> dispatch_tool_call(registry, "call_1", "ping", "{}").text
    'pong'
    """
    try:
        gate = registry.gate
    except AttributeError:
        raise no_tools("registry", registry) from None
    return gate.dispatch(
        tool_call_id,
        name,
        arguments,
        context=context,
        timeout=timeout,
        approval=approval,
    )


async def adispatch_tool_call(
    registry: ToolSet,
    tool_call_id: str,
    name: str,
    arguments: object = None,
    *,
    context: ToolContext | None = None,
    timeout: float | None = None,
    approval: str | None = None,
) -> ToolResult:
    """
    Run one call from an event loop, and return its answer.

    The same as `registry.gate.adispatch(...)`.
    """
    try:
        gate = registry.gate
    except AttributeError:
        raise no_tools("registry", registry) from None
    return await gate.adispatch(
        tool_call_id,
        name,
        arguments,
        context=context,
        timeout=timeout,
        approval=approval,
    )
