"""The verdict after a handler ran: from what it did to the one answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolgate.blocks import blocks_of, check_blocks
from toolgate.exceptions import InvalidJSONError, ToolError
from toolgate.gate.collecting import PYTHON, Unwritten
from toolgate.gate.running import Crash, NoThread, NotRead, TimedOut, Unfit
from toolgate.json_reasons import invalid
from toolgate.json_value import encode, own
from toolgate.messages.render import cut
from toolgate.result import Failure, ToolResult, failed, spoken, structured
from toolgate.schema.failures import violation
from toolgate.unset import UNSET

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from toolgate.calls import CheckedCall
    from toolgate.content import ContentBlock
    from toolgate.entry import Entry
    from toolgate.function.binding import Binder
    from toolgate.limits import CallLimits
    from toolgate.messages.render import Messages
    from toolgate.tool import Tool


class Conclusion:
    """Takes what a handler did through the output's limits and schema."""

    __slots__ = (
        "_ends",
        "_exhausted",
        "_limits",
        "_max_text",
        "_max_violations",
        "_messages",
    )

    def __init__(self, limits: CallLimits, messages: Messages) -> None:
        self._limits = limits.outputs
        self._max_text = limits.max_text
        self._max_violations = limits.max_violations
        self._messages = messages
        # By id: a type may run code of its metaclass when it is looked up.
        self._ends: dict[int, Callable[[CheckedCall, Any], ToolResult]] = {
            id(Crash): self._crashed,
            id(NotRead): self._not_read,
            id(TimedOut): self._timed_out,
            id(NoThread): self._timed_out,
            id(Unfit): self._unfit,
            id(Unwritten): self._unwritten,
        }
        # Made beforehand: there is no stack to make it on when it is needed.
        self._exhausted = failed(
            messages.no_stack(), "invalid_output", "output"
        )

    def conclude(self, call: CheckedCall, outcome: object) -> ToolResult:
        """Take step 6."""
        entry: Entry = call._entry  # noqa: SLF001 - the hot path
        try:
            try:
                if type(outcome) is dict:
                    value = own(outcome, self._limits)
                    result = structured(value, self._limits)
                elif (end := self._ends.get(id(type(outcome)))) is not None:
                    return end(call, outcome)
                else:
                    result = self._result(entry, outcome)
                    value = result.structured_content
            except InvalidJSONError as error:
                if entry.binder is not None and error.code in PYTHON:
                    return self._written(call, entry.binder, outcome)
                return self._not_json(call, error)
            accepts = entry.accepts_output
            if (
                accepts is None
                or result._is_error  # noqa: SLF001 - as above
                or (value is not UNSET and accepts(value))
            ):
                return result
            return self._broken_output(entry, value)
        except RecursionError:
            # The handler ran, whatever is left of the stack: one answer.
            return self._exhausted

    def _written(
        self, call: CheckedCall, binder: Binder, outcome: object
    ) -> ToolResult:
        """Conclude with the JSON form of what a function returned."""
        try:
            value = binder.written(outcome)
        except InvalidJSONError as error:
            return self._not_json(call, error)
        return self.conclude(call, value)

    def _not_json(
        self, call: CheckedCall, error: InvalidJSONError
    ) -> ToolResult:
        text = self._messages.output_not_json(
            call.tool.name, error, harmless=_harmless(call.tool)
        )
        return failed(text, "invalid_output", "output", error)

    def _unwritten(self, call: CheckedCall, outcome: Unwritten) -> ToolResult:
        return self._not_json(call, outcome.error)

    def _unfit(self, call: CheckedCall, outcome: Unfit) -> ToolResult:
        misfit = outcome.misfit
        here: Any = call.arguments
        for step in misfit.path:
            here = here[step]
        told = misfit.expected
        expected = told[0] if len(told) == 1 else told
        broken = violation("type", misfit.path, (), here, expected)
        text = self._messages.invalid_arguments(
            call.tool.name, (broken,), 0, exact=True
        )
        return spoken(text, Failure("invalid_arguments", "input", (broken,)))

    def _timed_out(
        self, call: CheckedCall, outcome: TimedOut | NoThread
    ) -> ToolResult:
        name = call.tool.name
        if type(outcome) is NoThread:
            text = self._messages.no_thread(name)
            return failed(text, "timed_out", "handler", outcome.exception)
        if not call._began:  # noqa: SLF001 - gates make these
            text = self._messages.no_thread(name)
            return failed(text, "timed_out", "handler")
        call_id = call.tool_call_id
        text = self._messages.timed_out(
            name,
            call_id if type(call_id) is str else "",
            outcome.seconds,  # type: ignore[union-attr]
            not _harmless(call.tool),
        )
        return failed(text, "timed_out", "handler")

    def _crashed(self, call: CheckedCall, outcome: Crash) -> ToolResult:
        crashed = self._messages.crashed(
            call.tool.name, harmless=_harmless(call.tool)
        )
        return self._failed(outcome.exception, crashed)

    def _not_read(self, call: CheckedCall, outcome: NotRead) -> ToolResult:
        crashed = self._messages.not_read(call.tool.name)
        return self._failed(outcome.exception, crashed)

    def _failed(self, exception: BaseException, crashed: str) -> ToolResult:
        said = _said(exception)
        if said is None:
            return failed(crashed, "crashed", "handler", exception)
        text = cut(said, self._max_text) or crashed
        return failed(text, "tool_error", "handler", exception)

    def _result(self, entry: Entry, value: object) -> ToolResult:
        # Not isinstance: it asks the value, and a mock says yes.
        if type(value) is ToolResult:
            try:
                return self._bounded(value)
            except InvalidJSONError:
                raise
            except Exception as error:
                # Made, or changed, past the checks of its constructor.
                raise invalid("unreadable", found="ToolResult") from error
        blocks = blocks_of(value)
        if blocks is not None:
            return self._bounded(ToolResult(blocks))
        owned = own(value, self._limits)
        if entry.accepts_output is None:
            if owned is None:
                return ToolResult()
            if type(owned) is str:
                encode(owned, self._limits)
                return spoken(owned)
        return structured(owned, self._limits)

    def _bounded(self, result: ToolResult) -> ToolResult:
        """Return a handler's own result, once it is known to be JSON."""
        check_blocks(result.content, self._limits)
        meta = own(result.meta, self._limits)
        value = result.structured_content
        content: Sequence[ContentBlock] | str = result.content
        if value is not UNSET:
            value = own(value, self._limits)
            text = encode(value, self._limits)
            content = content or text
        return ToolResult(
            content,
            structured_content=value,
            is_error=result.is_error,
            meta=meta,
            failure=result.failure,
        )

    def _broken_output(self, entry: Entry, value: object) -> ToolResult:
        harmless = _harmless(entry.tool)
        if value is UNSET:
            return failed(
                self._messages.output_missing(
                    entry.tool.name, harmless=harmless
                ),
                "invalid_output",
                "output",
            )
        found = entry.output.explain(  # type: ignore[union-attr]
            value, self._max_violations
        )
        violations = found.violations
        text = self._messages.invalid_output(
            entry.tool.name,
            violations,
            found.found - len(violations),
            found.exact,
            harmless=harmless,
        )
        return spoken(text, Failure("invalid_output", "output", violations))


def _harmless(tool: Tool) -> bool:
    """Tell whether a tool reads and nothing else."""
    return tool.side_effect == {"read"}


def _said(exception: BaseException) -> str | None:
    """Return what a `ToolError` says to the model, if it is one."""
    if not issubclass(type(exception), ToolError):
        return None
    try:
        said = exception.args[0] if exception.args else ""
        # A subclass of str is taken for what it holds; its methods never run.
        return str.__str__(said)
    except Exception:  # noqa: BLE001 - subclasses may do anything
        return None
