"""From one call to the one record that observers get."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from toolgate.calls import CallRecord
from toolgate.exceptions import (
    ApprovalRequired,
    AsyncToolError,
    NoHandlerError,
    UnknownToolError,
)
from toolgate.gate.observers import notify

if TYPE_CHECKING:
    from typing import Literal

    from toolgate.calls import Outcome
    from toolgate.entry import Entry
    from toolgate.gate.observers import Observer
    from toolgate.result import Failure, Stage, ToolResult

_STAGES: dict[type[BaseException], Stage] = {
    UnknownToolError: "lookup",
    AsyncToolError: "lookup",
    NoHandlerError: "lookup",
    ApprovalRequired: "policy",
}
_BY_SCHEMA: dict[str, Literal["input", "output"]] = {
    "input": "input",
    "output": "output",
}


class Trace:
    """One call under observation; made only where somebody observes."""

    __slots__ = (
        "_entry",
        "_observers",
        "_started",
        "_tool_call_id",
    )

    def __init__(
        self,
        observers: tuple[Observer, ...],
        tool_call_id: str,
        entry: Entry | None,
    ) -> None:
        self._observers = observers
        self._tool_call_id = tool_call_id
        self._entry = entry
        self._started = perf_counter()

    def raised(self, error: BaseException) -> None:
        """Tell the observers of an exception that leaves the gate."""
        notify(self._observers, self._raised(error))

    def answer(self, result: ToolResult) -> ToolResult:
        """Tell the observers of an answer, and return it."""
        notify(self._observers, self._answered(result))
        return result

    def _answered(self, result: ToolResult) -> CallRecord:
        if not result.is_error:
            return self._record("output", "ok")
        failure: Failure | None = result.failure
        if failure is None:
            return self._record("handler", "error", kind="tool_error")
        return self._record(
            failure.stage,
            "error",
            kind=failure.kind,
            failure=failure,
            exception=failure.exception,
        )

    def _raised(self, error: BaseException) -> CallRecord:
        return self._record(
            _STAGES.get(type(error), "handler"),
            "raised",
            kind=type(error).__name__,
            exception=error,
        )

    def _record(
        self,
        stage: Stage,
        outcome: Outcome,
        *,
        kind: str | None = None,
        failure: Failure | None = None,
        exception: BaseException | None = None,
    ) -> CallRecord:
        entry = self._entry
        violations = failure.violations if failure else ()
        return CallRecord(
            tool_call_id=self._tool_call_id,
            tool=entry.tool.name if entry else "unknown",
            tool_id=entry.tool_id if entry else None,
            origin=entry.tool.origin if entry else None,
            stage=stage,
            outcome=outcome,
            kind=kind,
            validation_stage=_BY_SCHEMA.get(stage) if violations else None,
            keywords=tuple(violation.keyword for violation in violations),
            input_fingerprint=entry.validator_id if entry else None,
            output_fingerprint=entry.output_id if entry else None,
            seconds=perf_counter() - self._started,
            exception=exception,
        )
