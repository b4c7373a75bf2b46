"""Questions to a person, each good for exactly one call."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, TypeAlias

from toolgate.json_value import canonical

if TYPE_CHECKING:
    from toolgate.calls import CheckedCall

_Bound: TypeAlias = tuple[str, str, str, str]


class ApprovalDesk:
    """
    Hands out tokens and takes each back once.

    A token is bound to tool, schema, arguments and call id. At most
    `max_pending` are waiting; the oldest is forgotten, which refuses it.
    Tokens do not outlive the process.
    """

    def __init__(self, max_pending: int = 10_000) -> None:
        self._max_pending = max_pending
        self._pending: OrderedDict[str, _Bound] = OrderedDict()
        self._lock = threading.Lock()

    def issue(self, call: CheckedCall) -> str:
        """Return a token with which this very call may run once."""
        token = os.urandom(24).hex()
        with self._lock:
            self._pending[token] = _bound(call)
            if len(self._pending) > self._max_pending:
                self._pending.popitem(last=False)
        return token

    def redeem(self, token: str, call: CheckedCall) -> bool:
        """
        Take a token back, and tell whether it was for this call.

        A token for another call stays good for that one.
        """
        bound = _bound(call)
        with self._lock:
            if self._pending.get(token) != bound:
                return False
            del self._pending[token]
        return True


def _bound(call: CheckedCall) -> _Bound:
    return (
        call.entry.tool_id,
        call.entry.validator_id,
        canonical(call.arguments),
        call.tool_call_id,
    )
