"""The gate itself: what hosts call, and observers see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from toolgate.calls import CheckedCall
from toolgate.gate.driver import Driver
from toolgate.gate.trace import Trace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolgate.calls import ToolCall
    from toolgate.context import ToolContext
    from toolgate.gate.driver import Catalog
    from toolgate.gate.observers import Observer
    from toolgate.gate.policies import Policy
    from toolgate.limits import CallLimits
    from toolgate.result import ToolResult


class ToolGate:
    """
    The one way from a model's call to a handler, and back.

    `catalog` is a `ToolRegistry` or a `ToolSet`. `policies` and `observers`
    come on top of the registry's own, of two `limits` the stricter hold.
    `unknown_tool="result"` answers a call of an unknown tool with an error
    result instead of raising `UnknownToolError`, for providers that demand
    an answer to each call.

    >>> from toolgate import Tool, ToolRegistry
    >>> registry = ToolRegistry()
    >>> registry.register(Tool(name="ping", handler=lambda arguments: "pong"))
    Tool('ping')
    >>> ToolGate(registry).dispatch("call_1", "ping", "{}")
    ToolResult('pong')
    """

    def __init__(
        self,
        catalog: Catalog,
        *,
        policies: Iterable[Policy] = (),
        observers: Iterable[Observer] = (),
        limits: CallLimits | None = None,
        language: str | None = None,
        unknown_tool: Literal["raise", "result"] = "raise",
    ) -> None:
        if unknown_tool not in ("raise", "result"):
            raise ValueError("unknown_tool is 'raise' or 'result'")
        floor = catalog.floor.raised(
            policies=policies,
            observers=observers,
            limits=limits,
            language=language,
        )
        self._catalog = catalog
        self._observers = floor.observers
        self._policies = floor.policies
        self._driver = Driver(
            catalog, floor, answers_unknown=unknown_tool == "result"
        )

    def dispatch(
        self,
        tool_call_id: str,
        name: str,
        arguments: object = None,
        *,
        context: ToolContext | None = None,
        timeout: float | None = None,
        approval: str | None = None,
    ) -> ToolResult:
        """
        Run one call, and return its answer.

        `arguments` is the model's JSON text (str or UTF-8 bytes), or an
        object that was decoded already. `timeout` is in seconds; of it and
        the tool's own the shorter holds. A handler past its time goes on in
        its thread, which cannot be stopped; only the waiting ends.
        `approval` is the token of an `ApprovalRequired`.

        Raises `UnknownToolError`, `ApprovalRequired`, `AsyncToolError`,
        `NoHandlerError`, and `ValueError` for a timeout that cannot be
        kept. All else, the handler's own exceptions included, is answered
        with a result whose `is_error` is true.
        """
        asked = (tool_call_id, name, arguments, context, timeout, approval)
        entry = self._driver.find(name)
        if not self._observers:
            return self._driver.dispatch(entry, asked)
        with Trace(self._observers, tool_call_id, entry) as trace:
            return trace.answer(self._driver.dispatch(entry, asked))

    async def adispatch(
        self,
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

        An async handler is awaited in the caller's task. A sync one runs on
        a worker thread with the caller's context variables, unless its tool
        says `inline=True`. Cancelling the caller cancels an async handler;
        a thread cannot be stopped and is no longer waited for.

        Arguments and errors are those of `dispatch`, save `AsyncToolError`.
        """
        asked = (tool_call_id, name, arguments, context, timeout, approval)
        entry = self._driver.find(name)
        if not self._observers:
            return await self._driver.adispatch(entry, asked)
        with Trace(self._observers, tool_call_id, entry) as trace:
            return trace.answer(await self._driver.adispatch(entry, asked))

    def dispatch_call(
        self,
        call: ToolCall,
        *,
        context: ToolContext | None = None,
        timeout: float | None = None,
        approval: str | None = None,
    ) -> ToolResult:
        """Run a `ToolCall`; see `dispatch`."""
        return self.dispatch(
            call.tool_call_id,
            call.name,
            call.arguments,
            context=context,
            timeout=timeout,
            approval=approval,
        )

    async def adispatch_call(
        self,
        call: ToolCall,
        *,
        context: ToolContext | None = None,
        timeout: float | None = None,
        approval: str | None = None,
    ) -> ToolResult:
        """Run a `ToolCall` from an event loop; see `adispatch`."""
        return await self.adispatch(
            call.tool_call_id,
            call.name,
            call.arguments,
            context=context,
            timeout=timeout,
            approval=approval,
        )

    def check(
        self,
        tool_call_id: str,
        name: str,
        arguments: object = None,
        *,
        context: ToolContext | None = None,
        approval: str | None = None,
    ) -> CheckedCall | ToolResult:
        """
        Judge a call without running it.

        Returns the `CheckedCall` to run, and to hand to `finish`, or the
        error result that answers a refused one. Raises `UnknownToolError`
        and `ApprovalRequired`.

        >>> from toolgate import CheckedCall, Tool, ToolRegistry
        >>> registry = ToolRegistry()
        >>> registry.register(Tool(name="remote"))
        Tool('remote')
        >>> gate = ToolGate(registry)
        >>> checked = gate.check("call_1", "remote", "{}")
        >>> if isinstance(checked, CheckedCall):
        ...     gate.finish(checked, {"done": True})
        ToolResult('{"done": true}', structured_content={'done': True})
        """
        asked = (tool_call_id, name, arguments, context, None, approval)
        entry = self._driver.find(name)
        if not self._observers:
            return self._driver.check(entry, asked)
        with Trace(self._observers, tool_call_id, entry) as trace:
            checked = self._driver.check(entry, asked)
            if isinstance(checked, CheckedCall):
                checked._trace = trace  # noqa: SLF001 - gates make these
                return checked
            return trace.answer(checked)

    def finish(self, checked: CheckedCall, value: object) -> ToolResult:
        """
        Turn what the host's own run gave into the answer to a checked call.

        `value` is what a handler would return, or the exception that a
        handler would raise.
        """
        outcome = self._driver.finished(value)
        trace = checked._trace  # noqa: SLF001 - gates make these
        if not isinstance(trace, Trace):
            return self._driver.pipeline.conclude(checked, outcome)
        with trace:
            return trace.answer(
                self._driver.pipeline.conclude(checked, outcome)
            )

    def __repr__(self) -> str:
        return (
            f"<ToolGate: {self._catalog!r}, "
            f"{len(self._policies)} policies, "
            f"{len(self._observers)} observers>"
        )
