"""The host's own rules about a call whose arguments are valid."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from toolgate.calls import CheckedCall, Decision
from toolgate.json_value import own

if TYPE_CHECKING:
    from toolgate.limits import ValueLimits

Policy: TypeAlias = Callable[[CheckedCall], Decision]
"""
A rule: it sees the checked call and answers with a `Decision`.

One that raises, or answers with anything else, denies.
"""


class Ruling(NamedTuple):
    """What the policies say together."""

    decision: Decision
    exception: BaseException | None = None


_ALLOWED = Ruling(Decision.allow())


def rule(
    policies: Sequence[Policy], call: CheckedCall, limits: ValueLimits
) -> Ruling:
    """
    Ask every policy until one denies.

    A denial beats all questions; of several questions, one decision asks
    them all, each once and on its own line.
    """
    # Each sees a copy of its own: what runs is what was found valid, and
    # none can hide anything from the next.
    asked: dict[str, None] = {}
    for policy in policies:
        seen = CheckedCall(
            call.tool_call_id,
            call.entry,
            own(call.arguments, limits),
            call.context,
        )
        said = _ask(policy, seen)
        verdict, reason = said.decision
        if verdict == "deny":
            return said
        if verdict == "ask":
            asked[reason] = None
    if not asked:
        return _ALLOWED
    return Ruling(Decision.ask("\n".join(filter(None, asked))))


def _ask(policy: Policy, call: CheckedCall) -> Ruling:
    try:
        decision: object = policy(call)
        if type(decision) is Decision:
            verdict, reason = decision
            if type(reason) is str and verdict in ("allow", "deny", "ask"):
                return Ruling(decision)
    except Exception as error:  # noqa: BLE001 - the policy is host code
        return Ruling(Decision("deny"), error)
    hint = ""
    if inspect.iscoroutine(decision):
        decision.close()
        hint = ", since policies are called and never awaited"
    return Ruling(
        Decision("deny"),
        TypeError(
            "a policy must answer with Decision.allow(), "
            "Decision.deny('...') or Decision.ask('...'), not "
            f"{type(decision).__name__}{hint}"
        ),
    )
