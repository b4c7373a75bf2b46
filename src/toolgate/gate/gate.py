"""The gate itself: what hosts call, and observers see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from toolgate.calls import asked_by
from toolgate.gate import budget
from toolgate.gate.admission import Admission
from toolgate.gate.awaiting import arun, prepare, tasks
from toolgate.gate.conclusion import Conclusion
from toolgate.gate.floor import floor_of
from toolgate.gate.lookup import Unknown, plain_name
from toolgate.gate.running import (
    PLAIN,
    finished,
    refuse_waiting,
    released,
    run,
    run_within,
    seconds_for,
)
from toolgate.gate.trace import Trace
from toolgate.messages.render import messages_for
from toolgate.result import ToolResult

if TYPE_CHECKING:
    from collections.abc import Iterable

    from typing_extensions import Unpack

    from toolgate.calls import CheckedCall, ToolCall
    from toolgate.context import ToolContext
    from toolgate.gate.call_options import CallOptions
    from toolgate.gate.lookup import Catalog
    from toolgate.gate.observers import Observer
    from toolgate.gate.overlays import Overlay
    from toolgate.gate.policies import Policy
    from toolgate.limits import CallLimits


class ToolGate:
    """
    The one way from a model's call to a handler, and back.

    `catalog` is a `ToolRegistry` or a `ToolSet`. `overlays`, `policies` and
    `observers` come on top of its own, of two `limits` the stricter hold.
    `unknown_tool="result"` answers a call of an unknown tool with an error,
    as some providers demand, instead of raising `UnknownToolError`.

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
        overlays: Iterable[Overlay] = (),
        policies: Iterable[Policy] = (),
        observers: Iterable[Observer] = (),
        limits: CallLimits | None = None,
        language: str | None = None,
        unknown_tool: Literal["raise", "result"] = "raise",
    ) -> None:
        if unknown_tool not in ("raise", "result"):
            raise ValueError("unknown_tool is 'raise' or 'result'")
        floor = floor_of(catalog).raised(
            overlays=overlays,
            policies=policies,
            observers=observers,
            limits=limits,
            language=language,
        )
        messages = messages_for(floor.language)
        self._catalog = catalog
        self._floor = floor
        self._observers = floor.observers
        self._outputs = floor.limits.outputs
        self._workers = floor.workers
        self._entry = catalog.entry
        self._check = Admission(floor, messages).check
        self._conclude = Conclusion(floor.limits, messages).conclude
        self._unknown = Unknown(
            catalog.names, messages, answers=unknown_tool == "result"
        ).answer
        prepare()

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
        # A name is untrusted: a subclass of str could lie about its hash.
        entry = self._entry(name if type(name) is str else plain_name(name))
        trace = (
            Trace(self._observers, tool_call_id, entry)
            if self._observers
            else None
        )
        try:
            if entry is None:
                result = self._unknown(name)
            else:
                seconds = None
                if timeout is not None or not entry.is_direct:
                    seconds = seconds_for(entry, timeout, awaiting=False)
                call = self._check(
                    entry, tool_call_id, arguments, context, approval
                )
                if type(call) is not ToolResult:
                    call = self._answered(call, seconds)
                result = call
        except BaseException as error:
            if trace is not None:
                trace.raised(error)
            raise
        return result if trace is None else trace.answer(result)

    def _answered(
        self, call: CheckedCall, seconds: float | None
    ) -> ToolResult:
        """Run a call that may run, on this thread where nothing waits."""
        outcome = (
            run(call, self._outputs)
            if seconds is None
            else run_within(call, self._outputs, seconds, self._workers)
        )
        if id(type(outcome)) not in PLAIN:
            refuse_waiting(call, outcome)
        return self._conclude(call, outcome)

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
        entry = self._entry(name if type(name) is str else plain_name(name))
        trace = (
            Trace(self._observers, tool_call_id, entry)
            if self._observers
            else None
        )
        try:
            if entry is None:
                result = self._unknown(name)
            else:
                seconds = seconds_for(entry, timeout, awaiting=True)
                checked = self._check(
                    entry, tool_call_id, arguments, context, approval
                )
                if type(checked) is ToolResult:
                    result = checked
                else:
                    work = arun(checked, self._outputs, self._workers)
                    if seconds is not None:
                        work = tasks().within(work, seconds)
                    result = self._conclude(checked, await work)
        except BaseException as error:
            if trace is not None:
                trace.raised(error)
            raise
        return result if trace is None else trace.answer(result)

    def dispatch_call(
        self, call: ToolCall, **options: Unpack[CallOptions]
    ) -> ToolResult:
        """Run a `ToolCall`; see `dispatch`."""
        return self.dispatch(*asked_by(call), **options)

    async def adispatch_call(
        self, call: ToolCall, **options: Unpack[CallOptions]
    ) -> ToolResult:
        """Run a `ToolCall` from an event loop; see `adispatch`."""
        return await self.adispatch(*asked_by(call), **options)

    run = budget.run  # begins a run of counted calls

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
        entry = self._entry(name if type(name) is str else plain_name(name))
        trace = (
            Trace(self._observers, tool_call_id, entry)
            if self._observers
            else None
        )
        try:
            checked = (
                self._unknown(name)
                if entry is None
                else self._check(
                    entry, tool_call_id, arguments, context, approval
                )
            )
        except BaseException as error:
            if trace is not None:
                trace.raised(error)
            raise
        if trace is None:
            return checked
        if type(checked) is ToolResult:
            return trace.answer(checked)
        checked._trace = trace  # noqa: SLF001 - gates make these
        return checked

    def finish(self, checked: CheckedCall, value: object) -> ToolResult:
        """
        Turn what the host's own run gave into the answer to a checked call.

        `value` is what a handler would return, or the exception that it
        would raise. Raises `ValueError` for a call that is finished, and
        `TypeError` for what is no checked call or must be awaited first.
        """
        outcome = finished(checked, value, self._outputs)
        trace = checked._trace  # noqa: SLF001 - gates make these
        try:
            result = self._conclude(checked, released(outcome))
        except BaseException as error:
            if trace is not None:
                trace.raised(error)
            raise
        return result if trace is None else trace.answer(result)

    def __repr__(self) -> str:
        return (
            f"<ToolGate: {self._catalog!r}, "
            f"{len(self._floor.policies)} policies, "
            f"{len(self._observers)} observers>"
        )
