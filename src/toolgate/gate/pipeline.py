"""The verdicts before and after a handler: pure, and the same everywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from toolgate.content import BLOCK_TYPES, payloads
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
    is_content,
    spoken,
    structured,
)
from toolgate.unset import UNSET

if TYPE_CHECKING:
    from toolgate.calls import CheckedCall
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
        ruling = rule(self.policies, call)
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
            if self.desk.redeem(approval, call):
                return None
            return _failed(
                self.messages.approval_refused(call.tool.name),
                "denied",
                "policy",
            )
        if decision.verdict == "ask":
            raise ApprovalRequired(
                decision.reason,
                token=self.desk.issue(call),
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
            elif isinstance(outcome, Crash):
                return self._crashed(call, outcome.exception)
            elif isinstance(outcome, TimedOut):
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
        text = self.messages.timed_out(
            call.tool.name,
            call.tool_call_id,
            seconds,
            not call.tool.side_effect <= {"read"},
        )
        return _failed(text, "timed_out", "handler")

    def _crashed(
        self, call: CheckedCall, exception: BaseException
    ) -> ToolResult:
        if isinstance(exception, ToolError):
            said = exception.args[0] if exception.args else ""
            if isinstance(said, str):
                return _failed(
                    cut(said, self.limits.max_text),
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
        if isinstance(value, ToolResult):
            return self._bounded(value)
        if isinstance(value, BLOCK_TYPES) or is_content(value):
            return self._bounded(ToolResult(value))  # type: ignore[arg-type]
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
        texts = [text for block in result.content for text in payloads(block)]
        encode(own(texts, limits), limits)
        for block in result.content:
            own(block.meta, limits)
        own(result.meta, limits)
        value = result.structured_content
        if value is UNSET:
            return result
        owned = own(value, limits)
        text = encode(owned, limits)
        return ToolResult(
            result.content or text,
            structured_content=owned,
            is_error=result.is_error,
            meta=result.meta,
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
