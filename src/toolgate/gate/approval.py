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
    values: object
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
        question = _question(call, reason)
        with self._lock:
            self._pending[token] = question
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
        # Comparing runs host code, which may well come back to this desk.
        if not _same(asked, now):
            return False
        with self._lock:
            return self._pending.pop(token, None) is not None


def _question(call: CheckedCall, reason: str) -> Question:
    text = canonical(call.arguments)
    return Question(
        entry=call.entry,
        tool_call_id=call.tool_call_id,
        arguments=hashlib.sha256(text.encode()).digest(),
        values=_trusted(call),
        reason=reason,
    )


def _trusted(call: CheckedCall) -> object:
    """Return the trusted values of a call as they are at this moment."""
    try:
        return _fixed(dict(call.context.values) if call.context else {})
    except Exception:  # noqa: BLE001 - reading values may run host code
        return object()  # like no other: what cannot be read is not approved


def _fixed(value: object) -> object:
    """
    Return what stays as it is when somebody changes plain containers.

    Everything else is kept, and compared by identity and equality.
    """
    kind = type(value)
    if kind is dict:
        return kind, {key: _fixed(held) for key, held in value.items()}  # type: ignore[attr-defined]
    if kind is list or kind is tuple:
        return kind, [_fixed(held) for held in value]  # type: ignore[attr-defined]
    if kind is set:
        return kind, frozenset(value)  # type: ignore[call-overload]
    if kind is bytearray:
        return kind, bytes(value)  # type: ignore[call-overload]
    return kind, value


def _same(asked: Question, now: Question) -> bool:
    if asked.entry is not now.entry:
        return False
    try:
        return bool(asked[1:] == now[1:])
    except Exception:  # noqa: BLE001 - comparing values runs host code
        return False
