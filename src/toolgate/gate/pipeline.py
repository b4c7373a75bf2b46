"""The verdicts before and after a handler: pure, and the same everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from toolgate.blocks import blocks_of, check_blocks
from toolgate.calls import CheckedCall
from toolgate.exceptions import (
    ApprovalRequired,
    InvalidJSONError,
    NotAnObjectError,
    ToolError,
)
from toolgate.gate.policies import rule
from toolgate.gate.running import Crash, TimedOut
from toolgate.json_value import encode, own
from toolgate.messages.render import cut
from toolgate.result import (
    Failure,
    ToolResult,
    spoken,
    structured,
)
from toolgate.unset import UNSET

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolgate.content import ContentBlock
    from toolgate.entry import Entry
    from toolgate.gate.approval import ApprovalDesk
    from toolgate.gate.policies import Policy
    from toolgate.json_door import JSONDoor
    from toolgate.limits import CallLimits
    from toolgate.messages.render import Messages
    from toolgate.result import FailureKind, Stage
    from toolgate.typing import JSONObject


_SMALL_TEXT = 2_048


class Pipeline(NamedTuple):
    """What a gate does to every call, before and after the handler."""

    limits: CallLimits
    door: JSONDoor
    messages: Messages
    policies: tuple[Policy, ...]
    desk: ApprovalDesk

    def read(self, entry: Entry, arguments: object) -> JSONObject | ToolResult:
        """Take steps 2 and 3: one JSON object that obeys the input schema."""
        try:
            value = self.door.read(arguments)
        except NotAnObjectError as error:
            return _failed(
                self.messages.not_an_object(error),
                "invalid_arguments",
                "parse",
            )
        except InvalidJSONError as error:
            return _failed(
                self.messages.invalid_json(error), "invalid_json", "parse"
            )
        if entry.accepts(value):
            return value
        found = entry.input.explain(
            value,
            self.limits.max_violations,
            small=type(arguments) is str and len(arguments) < _SMALL_TEXT,
        )
        text = self.messages.invalid_arguments(
            entry.tool.name,
            found.violations,
            found.found - len(found.violations),
            found.exact,
        )
        return spoken(
            text,
            is_error=True,
            failure=Failure("invalid_arguments", "input", found.violations),
        )

    def judge(
        self, call: CheckedCall, approval: str | None
    ) -> ToolResult | None:
        """
        Take step 4: None where the policies let the call through.

        Raises `ApprovalRequired` where one of them asks.
        """
        # Policies see a copy: what runs is what was found valid.
        seen = CheckedCall(
            call.tool_call_id,
            call.entry,
            own(call.arguments, self.limits.arguments),
            call.context,
        )
        ruling = rule(self.policies, seen)
        decision = ruling.decision
        if decision.verdict == "deny":
            reason = cut(decision.reason, self.limits.max_text)
            return _failed(
                self.messages.denied(reason or None),
                "denied",
                "policy",
                ruling.exception,
            )
        if approval is not None:
            asked = decision.reason if decision.verdict == "ask" else None
            if self.desk.redeem(approval, call, asked):
                return None
            return _failed(
                self.messages.approval_refused(call.tool.name),
                "denied",
                "policy",
            )
        if decision.verdict == "ask":
            raise ApprovalRequired(
                decision.reason,
                token=self.desk.issue(call, decision.reason),
                tool=call.tool.name,
                tool_call_id=call.tool_call_id,
                arguments=call.arguments,
            )
        return None

    def conclude(self, call: CheckedCall, outcome: object) -> ToolResult:
        """Take step 6: from what the handler did to the one answer."""
        entry: Entry = call._entry  # noqa: SLF001 - the hot path
        try:
            if type(outcome) is dict:
                limits = self.limits.outputs
                value = own(outcome, limits)
                result = structured(value, limits)
            elif type(outcome) is Crash:
                return self._crashed(call, outcome.exception)
            elif type(outcome) is TimedOut:
                return self._timed_out(call, outcome.seconds)
            else:
                result = self._result(entry, outcome)
                value = result.structured_content
        except InvalidJSONError as error:
            return _failed(
                self.messages.output_not_json(call.tool.name, error),
                "invalid_output",
                "output",
                error,
            )
        accepts = entry.accepts_output
        if (
            accepts is None
            or result._is_error  # noqa: SLF001 - as above
            or (value is not UNSET and accepts(value))
        ):
            return result
        return self._broken_output(entry, value)

    def _timed_out(self, call: CheckedCall, seconds: float) -> ToolResult:
        call_id = call.tool_call_id
        text = self.messages.timed_out(
            call.tool.name,
            call_id if type(call_id) is str else "",
            seconds,
            # One that never got a thread had no effect.
            call._began  # noqa: SLF001 - gates make these
            and not call.tool.side_effect <= {"read"},
        )
        return _failed(text, "timed_out", "handler")

    def _crashed(
        self, call: CheckedCall, exception: BaseException
    ) -> ToolResult:
        said = _said(exception)
        if said is not None:
            return _failed(
                cut(said, self.limits.max_text)
                or self.messages.crashed(call.tool.name),
                "tool_error",
                "handler",
                exception,
            )
        return _failed(
            self.messages.crashed(call.tool.name),
            "crashed",
            "handler",
            exception,
        )

    def _result(self, entry: Entry, value: object) -> ToolResult:
        limits = self.limits.outputs
        # Not isinstance: it asks the value, and a mock says yes.
        if type(value) is ToolResult:
            return self._bounded(value)
        blocks = blocks_of(value)
        if blocks is not None:
            return self._bounded(ToolResult(blocks))
        owned = own(value, limits)
        if entry.accepts_output is None:
            if owned is None:
                return ToolResult()
            if type(owned) is str:
                encode(owned, limits)
                return spoken(owned)
        return structured(owned, limits)

    def _bounded(self, result: ToolResult) -> ToolResult:
        """Return a handler's own result, once it is known to be JSON."""
        limits = self.limits.outputs
        check_blocks(result.content, limits)
        meta = own(result.meta, limits)
        value = result.structured_content
        content: Sequence[ContentBlock] | str = result.content
        if value is not UNSET:
            value = own(value, limits)
            text = encode(value, limits)
            content = content or text
        return ToolResult(
            content,
            structured_content=value,
            is_error=result.is_error,
            meta=meta,
            failure=result.failure,
        )

    def _broken_output(self, entry: Entry, value: object) -> ToolResult:
        if value is UNSET:
            return _failed(
                self.messages.output_missing(entry.tool.name),
                "invalid_output",
                "output",
            )
        found = entry.output.explain(  # type: ignore[union-attr]
            value, self.limits.max_violations
        )
        text = self.messages.invalid_output(
            entry.tool.name,
            found.violations,
            found.found - len(found.violations),
            found.exact,
        )
        return spoken(
            text,
            is_error=True,
            failure=Failure(
                kind="invalid_output",
                stage="output",
                violations=found.violations,
            ),
        )


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


def _failed(
    text: str,
    kind: FailureKind,
    stage: Stage,
    exception: BaseException | None = None,
) -> ToolResult:
    return spoken(
        text,
        is_error=True,
        failure=Failure(kind=kind, stage=stage, exception=exception),
    )
