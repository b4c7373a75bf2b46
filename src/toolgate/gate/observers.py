"""Those who learn of every call, and change none."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from toolgate.calls import CallRecord

if TYPE_CHECKING:
    from logging import Logger

    from toolgate.typing import JSONValue

Observer: TypeAlias = Callable[[CallRecord], object]
"""Called once a call with its record; one that raises is logged."""

_INFO, _WARNING, _ERROR = 20, 30, 40  # as `logging` has them
# What comes with an exception that is the host's to look into.
_HOSTS = frozenset({"crashed", "denied"})


@cache
def _log() -> Logger:
    """Load `logging` when somebody logs: it is slow to import."""
    import logging  # noqa: PLC0415 - as said

    return logging.getLogger("toolgate")


def notify(observers: Iterable[Observer], record: CallRecord) -> None:
    """Hand a record to every observer."""
    for observer in observers:
        try:
            observer(record)
        except Exception:  # noqa: BLE001 - the observer is host code
            with suppress(Exception):  # a filter of the host's may raise
                _log().exception(
                    "an observer raised; the call is not affected"
                )


class LoggingObserver:
    """
    Writes one line a call to a standard logger, never an argument.

    Successes go out at `level`, errors at WARNING; handlers that crashed
    and policies that broke with their traceback at ERROR.

    >>> import logging
    >>> observer = LoggingObserver(logging.getLogger("my.tools"))
    >>> observer
    LoggingObserver('my.tools')
    """

    def __init__(
        self,
        logger: Logger | None = None,
        *,
        level: int = _INFO,
    ) -> None:
        self._logger = logger or _log()
        self._level = level

    def __call__(self, record: CallRecord) -> None:
        """Write the line."""
        broke = record.exception if record.kind in _HOSTS else None
        if record.outcome == "ok":
            level = self._level
        else:
            level = _WARNING if broke is None else _ERROR
        self._logger.log(
            level,
            "tool call %s: %s %s%s in %.1f ms",
            _safe(record.tool_call_id),
            record.tool,
            record.outcome,
            f" ({self._detail(record)})" if record.kind else "",
            record.seconds * 1000,
            exc_info=broke,
        )

    @staticmethod
    def _detail(record: CallRecord) -> str:
        told = [str(record.kind)]
        if record.overlays:
            told.append(
                f" by overlay {', '.join(map(ascii, record.overlays))}"
            )
        if record.keywords:
            told.append(f": {', '.join(record.keywords)}")
        return "".join(told)

    def __repr__(self) -> str:
        return f"LoggingObserver({self._logger.name!r})"


class CallCounter:
    """
    Counts calls and broken keywords, for whatever metrics a host has.

    Labels stay few: names of registered tools, `unknown`, and JSON Schema
    keywords.

    >>> counter = CallCounter()
    >>> dict(counter.tool_calls_total)
    {}
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._calls: Counter[tuple[str, str]] = Counter()
        self._failed: Counter[tuple[str, str]] = Counter()

    def __call__(self, record: CallRecord) -> None:
        """Count one call."""
        with self._lock:
            self._calls[record.tool, record.kind or record.outcome] += 1
            for keyword in set(record.keywords):
                self._failed[record.tool, keyword] += 1

    @property
    def tool_calls_total(self) -> Mapping[tuple[str, str], int]:
        """Calls by (tool, `ok` or the kind of failure), at this moment."""
        return self._copied(self._calls)

    @property
    def tool_validation_failed_total(self) -> Mapping[tuple[str, str], int]:
        """Failed validations by (tool, keyword), at this moment."""
        return self._copied(self._failed)

    def _copied(
        self, counts: Counter[tuple[str, str]]
    ) -> Mapping[tuple[str, str], int]:
        with self._lock:
            return MappingProxyType(dict(counts))

    def __repr__(self) -> str:
        return f"<CallCounter: {sum(self.tool_calls_total.values())} calls>"


def _safe(tool_call_id: JSONValue) -> str:
    return ascii(tool_call_id)[:80]
