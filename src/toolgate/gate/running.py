"""Running a handler: guarded, on this thread or another, in its time."""

from __future__ import annotations

import inspect
import queue
from collections.abc import AsyncGenerator, Generator, Iterable
from typing import TYPE_CHECKING, Final

from toolgate.context import ToolContext
from toolgate.exceptions import AsyncToolError, NoHandlerError
from toolgate.tool import MAX_SECONDS, is_time_limit

if TYPE_CHECKING:
    from toolgate.calls import CheckedCall
    from toolgate.entry import Entry
    from toolgate.gate.workers import Ticket, Workers
    from toolgate.limits import ValueLimits
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


def seconds_for(
    entry: Entry, timeout: float | None, *, awaiting: bool
) -> float | None:
    """
    Return how long a handler may take at most, None for as long as it will.

    Raises `NoHandlerError`, `AsyncToolError` where nobody is `awaiting`, and
    `ValueError` for a time limit that cannot be kept.
    """
    if entry.handler is None:
        raise NoHandlerError(entry.tool.name)
    if entry.is_async and not awaiting:
        raise AsyncToolError(entry.tool.name)
    if timeout is None:
        return entry.timeout
    if not is_time_limit(timeout):
        raise ValueError(
            "timeout must be a positive number of seconds, at most "
            f"{MAX_SECONDS}"
        )
    if entry.inline and not entry.is_async:
        raise ValueError(
            f"tool {entry.tool.name} runs inline: no time limit can be kept"
        )
    return timeout if entry.timeout is None else min(timeout, entry.timeout)


def run(call: CheckedCall, limits: ValueLimits) -> object:
    """
    Call a handler and return what it returned, or a `Crash`.

    The items of a generator are collected: at most a little more than
    `limits`, which the checks of the output then refuse.
    """
    entry: Entry = call._entry  # noqa: SLF001 - the hot path
    handler: Handler = entry.handler  # type: ignore[assignment]
    try:
        if entry.wants_context:
            value = handler(call.arguments, _context(call))
        else:
            value = handler(call._arguments)  # noqa: SLF001 - the hot path
        if type(value) not in PLAIN and isinstance(value, Generator):
            return collected(value, limits)
    except Exception as error:  # noqa: BLE001 - the handler is host code
        return Crash(error)
    return value


def collected(items: Iterable[object], limits: ValueLimits) -> list[object]:
    """Take items until they are over a limit for sure."""
    found: list[object] = []
    size = 0
    for item in items:
        found.append(item)
        size += weight(item)
        if len(found) > limits.max_nodes or size > limits.max_bytes:
            break
    return found


def weight(item: object) -> int:
    """Return the least number of bytes that an item comes to in JSON."""
    return len(item) if type(item) is str else 1


def finished(value: object, limits: ValueLimits) -> object:
    """Take what a host's own run gave as what a handler did."""
    if issubclass(type(value), Exception):
        return Crash(value)  # type: ignore[arg-type]
    if issubclass(type(value), Generator):
        try:
            return collected(value, limits)  # type: ignore[arg-type]
        except Exception as error:  # noqa: BLE001 - the generator is host code
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
    try:
        waiting = isinstance(value, AsyncGenerator) or inspect.isawaitable(
            value
        )
    except Exception:  # noqa: BLE001 - isinstance may run code of the value
        waiting = False
    if waiting:
        if inspect.iscoroutine(value):
            value.close()
        raise AsyncToolError(call.tool.name)


def run_within(
    call: CheckedCall, limits: ValueLimits, seconds: float, workers: Workers
) -> object:
    """
    Run a handler on a worker thread, and stop waiting in time.

    One that has not begun by then never will.
    """
    done: queue.SimpleQueue[object] = queue.SimpleQueue()
    try:
        ticket = workers.start(lambda: done.put(caught(call, limits)))
    except RuntimeError as error:
        return Crash(error)
    try:
        outcome = done.get(timeout=seconds)
    except queue.Empty:
        outcome = TimedOut(seconds)
    finally:
        give_up(call, ticket)
    return released(outcome)


def give_up(call: CheckedCall, ticket: Ticket) -> None:
    """Keep a handler that has not begun from ever running, and note it."""
    if ticket.cancel():
        call._began = False  # noqa: SLF001 - gates make these


def caught(call: CheckedCall, limits: ValueLimits) -> object:
    """Run a handler on a worker thread, which nothing must end."""
    try:
        return run(call, limits)
    except BaseException as error:  # noqa: BLE001 - raised in the caller
        return _Escape(error)


def released(outcome: object) -> object:
    """Return what a worker handed over, or raise what must not be caught."""
    if type(outcome) is _Escape:
        raise outcome.exception
    return outcome
