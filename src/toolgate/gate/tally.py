"""How many calls a run made, and what is said when they are used up."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from toolgate.content import TextContent
from toolgate.exceptions import (
    CallBudgetExceeded,
    InvalidCallBudgetExceeded,
    UnknownToolError,
)
from toolgate.gate.lookup import Unknown
from toolgate.gate.trace import Trace
from toolgate.messages.render import messages_for
from toolgate.result import ToolResult, failed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolgate.gate.floor import Floor
    from toolgate.gate.lookup import Catalog
    from toolgate.result import Failure

INVALID: Final = frozenset(
    {"invalid_json", "invalid_arguments", "unknown_tool"}
)
"""The kinds of failure that count: what the model got wrong, and can mend."""


class Tally:
    """
    Counts the calls of one run, exactly, in any number of threads.

    `max_invalid` invalid calls are answered, and `max_calls` calls of any
    kind, where that is not None.
    """

    __slots__ = (
        "_catalog",
        "_lock",
        "_max_calls",
        "_max_invalid",
        "_messages",
        "_observers",
        "_run_id",
        "calls",
        "invalid",
    )

    def __init__(
        self,
        run_id: str,
        max_invalid: int,
        max_calls: int | None,
        *,
        catalog: Catalog,
        floor: Floor,
    ) -> None:
        if type(run_id) is not str:
            raise TypeError(
                f"run_id must be a str, not {type(run_id).__name__}"
            )
        _check_count("max_invalid", max_invalid)
        if max_calls is not None:
            _check_count("max_calls", max_calls)
        self._run_id = run_id
        self._max_invalid = max_invalid
        self._max_calls = max_calls
        self._catalog = catalog
        self._observers = floor.observers
        self._messages = messages_for(floor.language)
        self._lock = threading.Lock()
        self.calls = self.invalid = 0

    @property
    def left(self) -> int:
        """How many further invalid calls are answered."""
        return max(0, self._max_invalid - self.invalid)

    def begin(self, tool_call_id: str, name: object) -> None:
        """
        Count a call, before anything is done about it.

        Raises `CallBudgetExceeded` or `InvalidCallBudgetExceeded` where the
        run is over, and tells the observers of that.
        """
        with self._lock:
            spent = self.invalid > self._max_invalid
            if not spent and self.calls != self._max_calls:
                self.calls += 1
                return
        result = failed(self._messages.run_over(), "denied", "lookup")
        error = (
            self._spent(result)
            if spent
            else CallBudgetExceeded(
                run_id=self._run_id, limit=self.calls, result=result
            )
        )
        if self._observers:
            entry = self._catalog.entry(name) if type(name) is str else None
            Trace(self._observers, tool_call_id, entry).raised(error)
        raise error

    @contextmanager
    def counting(self, tool_call_id: str, name: str) -> Iterator[None]:
        """
        Count the call that is made meanwhile.

        Raises as `begin` and `count_unknown` do.
        """
        self.begin(tool_call_id, name)
        try:
            yield
        except UnknownToolError as error:
            self.count_unknown(name, error)
            raise

    def counted(self, result: ToolResult) -> ToolResult:
        """
        Count an answer if it is invalid, and say in it how many are left.

        Raises `InvalidCallBudgetExceeded` for one too many.
        """
        failure = result.failure
        if failure is None or failure.kind not in INVALID:
            return result
        left = self._one_less()
        answer = self._told(result, failure, left)
        if left < 0:
            raise self._spent(answer)
        return answer

    def count_unknown(self, name: object, error: UnknownToolError) -> None:
        """
        Count a call that the gate raises for, and say in the error the same.

        Raises `InvalidCallBudgetExceeded` for one too many.
        """
        left = self._one_less()
        if left < 0:
            answer = Unknown(
                self._catalog.names, self._messages, answers=True
            ).answer(name)
            failure: Failure = answer.failure  # type: ignore[assignment]
            told = self._told(answer, failure, left)
            raise self._spent(told) from error
        error.message += f"\n{self._messages.invalid_left(left)}"
        error.args = (error.message,)
        error.data = {"invalid_left": left}

    def _one_less(self) -> int:
        """Return how many are left: less than 0 for one too many."""
        with self._lock:
            self.invalid += 1
            return self._max_invalid - self.invalid

    def _told(
        self, result: ToolResult, failure: Failure, left: int
    ) -> ToolResult:
        messages = self._messages
        line = messages.run_ends() if left < 0 else messages.invalid_left(left)
        # A block of its own: what a handler passed on stays as it is.
        return ToolResult(
            (*result.content, TextContent(line)),
            structured_content=result.structured_content,
            is_error=True,
            meta=result.meta,
            failure=failure._replace(invalid_left=max(0, left)),
        )

    def _spent(self, result: ToolResult) -> InvalidCallBudgetExceeded:
        return InvalidCallBudgetExceeded(
            run_id=self._run_id, limit=self._max_invalid, result=result
        )

    def __repr__(self) -> str:
        return (
            f"{self.calls} calls, {self.invalid} invalid of "
            f"{self._max_invalid} allowed"
        )


def _check_count(name: str, count: object) -> None:
    if type(count) is not int:
        raise TypeError(f"{name} must be an int, not {type(count).__name__}")
    if count < 0:
        raise ValueError(f"{name} must be 0 or more")
