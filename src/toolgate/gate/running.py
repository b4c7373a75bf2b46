"""Running a handler: guarded, on this thread or another, in its time."""

from __future__ import annotations

import inspect
import queue
from collections.abc import AsyncGenerator, Generator
from itertools import islice
from typing import TYPE_CHECKING, Final

from toolgate.context import ToolContext
from toolgate.exceptions import AsyncToolError

if TYPE_CHECKING:
    from toolgate.calls import CheckedCall
    from toolgate.entry import Entry
    from toolgate.gate.workers import Workers
    from toolgate.tool import Handler

PLAIN: Final = frozenset(
    {dict, str, list, int, float, bool, tuple, type(None)}
)
"""Types of a value that is certainly nothing to wait for."""


class Crash:
    """The handler raised."""

    __slots__ = ("exception",)

    def __init__(self, exception: BaseException) -> None:
        self.exception = exception


class TimedOut:
    """The handler ran over its time limit."""

    __slots__ = ("seconds",)

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds


class _Escape:
    """What must not be caught, on its way from a worker to the caller."""

    __slots__ = ("exception",)

    def __init__(self, exception: BaseException) -> None:
        self.exception = exception


def run(call: CheckedCall, max_items: int) -> object:
    """
    Call a handler and return what it returned, or a `Crash`.

    The items of a generator are collected: at most one more than
    `max_items`, which the output limits then refuse.
    """
    entry: Entry = call._entry  # noqa: SLF001 - the hot path
    handler: Handler = entry.handler  # type: ignore[assignment]
    try:
        if entry.wants_context:
            value = handler(call.arguments, _context(call))
        else:
            value = handler(call._arguments)  # noqa: SLF001 - the hot path
        if type(value) not in PLAIN and isinstance(value, Generator):
            return list(islice(value, max_items + 1))
    except Exception as error:  # noqa: BLE001 - the handler is host code
        return Crash(error)
    return value


def _context(call: CheckedCall) -> ToolContext:
    context = call.context or ToolContext()
    return context.for_call(call.tool_call_id, call.tool.name)


def refuse_waiting(call: CheckedCall, value: object) -> None:
    """
    Raise `AsyncToolError` for a value that only an event loop can await.

    A handler that did not look async has been called by then, but a
    coroutine has not begun to run.
    """
    if isinstance(value, AsyncGenerator) or inspect.isawaitable(value):
        if inspect.iscoroutine(value):
            value.close()
        raise AsyncToolError(call.tool.name)


def run_within(
    call: CheckedCall, max_items: int, seconds: float, workers: Workers
) -> object:
    """Run a handler on a worker thread, and stop waiting in time."""
    done: queue.SimpleQueue[object] = queue.SimpleQueue()
    try:
        workers.start(lambda: done.put(caught(call, max_items)))
    except RuntimeError as error:
        return Crash(error)
    try:
        return released(done.get(timeout=seconds))
    except queue.Empty:
        return TimedOut(seconds)


def caught(call: CheckedCall, max_items: int) -> object:
    """Run a handler on a worker thread, which nothing must end."""
    try:
        return run(call, max_items)
    except BaseException as error:  # noqa: BLE001 - raised in the caller
        return _Escape(error)


def released(outcome: object) -> object:
    """Return what a worker handed over, or raise what must not be caught."""
    if type(outcome) is _Escape:
        raise outcome.exception
    return outcome
