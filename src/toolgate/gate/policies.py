"""The host's own rules about a call whose arguments are valid."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from toolgate.calls import CheckedCall, Decision

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


def rule(policies: Sequence[Policy], call: CheckedCall) -> Ruling:
    """
    Ask every policy until one denies.

    A denial beats a question, and the first question is the one asked.
    """
    ruling = _ALLOWED
    for policy in policies:
        said = _ask(policy, call)
        if said.decision.verdict == "deny":
            return said
        if said.decision.verdict == "ask" and ruling is _ALLOWED:
            ruling = said
    return ruling


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
