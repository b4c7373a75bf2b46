"""Questions to a person, each good for exactly one call."""

from __future__ import annotations

import hashlib
import os
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from toolgate.json_value import canonical

if TYPE_CHECKING:
    from toolgate.calls import CheckedCall
    from toolgate.entry import Entry


class Question(NamedTuple):
    """What a token was issued for."""

    entry: Entry
    tool_call_id: str
    arguments: bytes
    values: dict[str, object]
    reason: str


class ApprovalDesk:
    """
    Hands out tokens and takes each back once.

    A token is bound to the very tool as it was registered, to the call's
    id, arguments and trusted values, and to the question that was asked. At
    most `max_pending` are waiting; the oldest is forgotten, which refuses
    it. Tokens do not outlive the process.
    """

    def __init__(self, max_pending: int = 10_000) -> None:
        self._max_pending = max_pending
        self._pending: OrderedDict[str, Question] = OrderedDict()
        self._lock = threading.Lock()

    def issue(self, call: CheckedCall, reason: str) -> str:
        """Return a token with which this very call may run once."""
        token = os.urandom(24).hex()
        with self._lock:
            self._pending[token] = _question(call, reason)
            if len(self._pending) > self._max_pending:
                self._pending.popitem(last=False)
        return token

    def redeem(
        self, token: object, call: CheckedCall, reason: str | None
    ) -> bool:
        """
        Take a token back, and tell whether it was for this call.

        `reason` is the question that is open now, None where none is. A
        token for another call stays good for that one.
        """
        if type(token) is not str:
            return False
        with self._lock:
            asked = self._pending.get(token)
            if asked is None:
                return False
            now = _question(call, asked.reason if reason is None else reason)
            if not _same(asked, now):
                return False
            del self._pending[token]
        return True


def _question(call: CheckedCall, reason: str) -> Question:
    text = canonical(call.arguments)
    return Question(
        entry=call.entry,
        tool_call_id=call.tool_call_id,
        arguments=hashlib.sha256(text.encode()).digest(),
        values=dict(call.context.values) if call.context else {},
        reason=reason,
    )


def _same(asked: Question, now: Question) -> bool:
    if asked.entry is not now.entry:
        return False
    try:
        return bool(asked[1:] == now[1:])
    except Exception:  # noqa: BLE001 - comparing values runs host code
        return False
