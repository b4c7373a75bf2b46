"""From one call to the one record that observers get."""

from __future__ import annotations

from contextlib import suppress
from time import perf_counter
from typing import TYPE_CHECKING

from toolgate.calls import CallRecord
from toolgate.exceptions import (
    ApprovalRequired,
    AsyncToolError,
    CallBudgetExceeded,
    InvalidCallBudgetExceeded,
    NoHandlerError,
    UnknownToolError,
)
from toolgate.gate.observers import notify
from toolgate.json_copy import type_name

if TYPE_CHECKING:
    from typing import Literal

    from toolgate.calls import Outcome
    from toolgate.entry import Entry
    from toolgate.gate.observers import Observer
    from toolgate.result import Failure, Stage, ToolResult

_STAGES: tuple[tuple[type[BaseException], Stage], ...] = (
    (UnknownToolError, "lookup"),
    (AsyncToolError, "lookup"),
    (NoHandlerError, "lookup"),
    (ApprovalRequired, "policy"),
    (CallBudgetExceeded, "lookup"),
    (InvalidCallBudgetExceeded, "lookup"),
    # A context of the wrong type, and a time limit that cannot be kept; what
    # a handler raises of these is an answer.
    (TypeError, "lookup"),
    (ValueError, "lookup"),
)
_BY_SCHEMA: dict[str, Literal["input", "overlay", "output"]] = {
    "input": "input",
    "overlay": "overlay",
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
        with suppress(RecursionError):  # that one must not hide the other
            notify(self._observers, self._raised(error))

    def answer(self, result: ToolResult) -> ToolResult:
        """Tell the observers of an answer, and return it."""
        try:
            notify(self._observers, self._answered(result))
        except RecursionError:
            # The handler left no stack to tell of it, but it has run.
            return result
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
            _stage(error),
            "raised",
            kind=type_name(type(error)),
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
        keywords = _keywords(failure)
        return CallRecord(
            tool_call_id=self._tool_call_id,
            tool=entry.tool.name if entry else "unknown",
            tool_id=entry.tool_id if entry else None,
            origin=entry.tool.origin if entry else None,
            stage=stage,
            outcome=outcome,
            kind=kind,
            validation_stage=_BY_SCHEMA.get(stage) if keywords else None,
            keywords=keywords,
            input_fingerprint=entry.validator_id if entry else None,
            output_fingerprint=entry.output_id if entry else None,
            seconds=perf_counter() - self._started,
            exception=exception,
            overlays=failure.overlays if failure else (),
        )


def _stage(error: BaseException) -> Stage:
    if type(error) is AsyncToolError and error.called:
        return "handler"
    # One by one: looking a type up may run code of its metaclass.
    for kind, stage in _STAGES:
        if type(error) is kind:
            return stage
    return "handler"


def _keywords(failure: Failure | None) -> tuple[str, ...]:
    if failure is None:
        return ()
    try:
        return tuple([violation.keyword for violation in failure.violations])
    except AttributeError:  # a handler made them, without any fields
        return ()
