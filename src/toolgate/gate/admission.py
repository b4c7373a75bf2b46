"""The verdict before a handler runs: pure, and the same for every driver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolgate.calls import CheckedCall
from toolgate.context import ToolContext
from toolgate.exceptions import (
    ApprovalRequired,
    InvalidJSONError,
    MissingContextValue,
    NotAnObjectError,
)
from toolgate.gate.overlays import Overlays
from toolgate.gate.policies import rule
from toolgate.json_door import JSONDoor
from toolgate.json_reasons import invalid
from toolgate.messages.render import cut
from toolgate.result import Failure, ToolResult, failed, spoken

if TYPE_CHECKING:
    from toolgate.entry import Entry
    from toolgate.gate.floor import Floor
    from toolgate.messages.render import Messages
    from toolgate.typing import JSONObject


class Admission:
    """Takes a call through door, input schema, overlays and policies."""

    __slots__ = (
        "_desk",
        "_exhausted",
        "_free",
        "_limits",
        "_messages",
        "_overlaid",
        "_policies",
        "_read",
    )

    def __init__(self, floor: Floor, messages: Messages) -> None:
        self._limits = floor.limits
        self._read = JSONDoor(floor.limits.arguments).read
        self._messages = messages
        overlays = Overlays(
            floor.overlays, floor.limits.max_violations, messages
        )
        self._overlaid = overlays.refusal if floor.overlays else None
        self._free = overlays.free
        # Made beforehand: there is no stack to make it on when it is needed.
        self._exhausted = self._unreadable(invalid("stack_exhausted"))
        self._policies = floor.policies
        self._desk = floor.desk

    def check(  # noqa: PLR0917 - on the hot path, where keywords cost
        self,
        entry: Entry,
        tool_call_id: str,
        arguments: object,
        context: ToolContext | None,
        approval: str | None,
    ) -> CheckedCall | ToolResult:
        """
        Take steps 2 to 4.

        Raises `ApprovalRequired` where a policy asks a person,
        `MissingContextValue` where the host did not supply what a function
        needs, and `TypeError` for a context of the wrong type.
        """
        if context is not None and type(context) is not ToolContext:
            raise TypeError(
                f"context must be a ToolContext, not {type(context).__name__}"
            )
        try:
            try:
                value = self._read(arguments)
                if not entry.accepts(value):
                    return self._refused(entry, value, arguments)
            except InvalidJSONError as error:
                return self._unreadable(error)
        except RecursionError:
            return self._exhausted
        refusal = None
        if entry.is_guarded or (
            self._overlaid is not None and entry.mark not in self._free
        ):
            refusal = self._forbidden(entry, value, context)
        call = CheckedCall(tool_call_id, entry, value, context)
        if refusal is None and (self._policies or approval is not None):
            refusal = self._judged(call, approval)
        return call if refusal is None else refusal

    def _unreadable(self, error: InvalidJSONError) -> ToolResult:
        if isinstance(error, NotAnObjectError):
            said = self._messages.not_an_object(error)
            return failed(said, "invalid_arguments", "parse")
        said = self._messages.invalid_json(error)
        return failed(said, "invalid_json", "parse")

    def _refused(
        self, entry: Entry, value: JSONObject, arguments: object
    ) -> ToolResult:
        schema = entry.input
        if entry.derived is not None and schema.check(value):
            schema = entry.derived
        violations, count, exact = schema.explain(
            value,
            self._limits.max_violations,
            size=len(arguments) if type(arguments) is str else None,
        )
        text = self._messages.invalid_arguments(
            entry.tool.name, violations, count - len(violations), exact
        )
        return spoken(text, Failure("invalid_arguments", "input", violations))

    def _forbidden(
        self, entry: Entry, value: JSONObject, context: ToolContext | None
    ) -> ToolResult | None:
        """Return what answers a call that fits the tool and may not be."""
        binder = entry.binder
        # What the host supplies, the schema that was derived lets nobody
        # send: it is closed, and always among those that a call must fit.
        if binder is not None and binder.hidden:
            _hold_supplied(entry.tool.name, binder.needs, context)
        if self._overlaid is None:
            return None
        return self._overlaid(entry, value)

    def _judged(
        self, call: CheckedCall, approval: str | None
    ) -> ToolResult | None:
        """Return None where the policies let the call through."""
        ruling = rule(self._policies, call, self._limits.arguments)
        decision = ruling.decision
        if decision.verdict == "deny":
            reason = cut(decision.reason, self._limits.max_text)
            return failed(
                self._messages.denied(reason or None),
                "denied",
                "policy",
                ruling.exception,
            )
        if approval is not None:
            asked = decision.reason if decision.verdict == "ask" else None
            if self._desk.redeem(approval, call, asked):
                return None
            return failed(
                self._messages.approval_refused(call.tool.name),
                "denied",
                "policy",
            )
        if decision.verdict == "ask":
            raise ApprovalRequired(
                decision.reason,
                token=self._desk.issue(call, decision.reason),
                tool=call.tool.name,
                tool_call_id=call.tool_call_id,
                arguments=call.arguments,
            )
        return None


def _hold_supplied(
    tool: str, needs: tuple[str, ...], context: ToolContext | None
) -> None:
    """Raise `MissingContextValue` where the host did not supply a value."""
    held = () if context is None else context.values
    try:
        missing = tuple(key for key in needs if key not in held)
    except Exception as error:
        # A mapping of the host's own may raise anything.
        raise MissingContextValue(tool, needs) from error
    if missing:
        raise MissingContextValue(tool, missing)
