"""Running a handler: guarded, on this thread or another, in its time."""

from __future__ import annotations

import inspect
import queue
from typing import TYPE_CHECKING, Final

from toolgate.calls import CheckedCall
from toolgate.context import ToolContext
from toolgate.exceptions import AsyncToolError, NoHandlerError
from toolgate.function.shape import Misfit
from toolgate.gate.collecting import (
    collected,
    is_async_generator,
    is_awaitable,
    is_generator,
)
from toolgate.json_copy import type_name
from toolgate.result import ToolResult
from toolgate.time_limits import MAX_SECONDS, is_time_limit

if TYPE_CHECKING:
    from toolgate.entry import Entry
    from toolgate.gate.collecting import Write
    from toolgate.gate.workers import Workers
    from toolgate.limits import ValueLimits
    from toolgate.tool import Handler

PLAIN: Final = frozenset(
    map(id, (dict, str, list, int, float, bool, tuple, type(None)))
)
"""
Ids of the types of a value that is certainly nothing to wait for.

A type itself may run code of its metaclass when it is looked up.
"""


class Crash:
    """The handler raised."""

    __slots__ = ("exception",)

    def __init__(self, exception: BaseException) -> None:
        self.exception = exception


# For where there is no stack to make one on.
_SPENT: Final = Crash(RecursionError("there was no stack left"))


class NotRead(Crash):
    """The arguments could not be read, so the handler did not run."""

    __slots__ = ()


class TimedOut:
    """The handler ran over its time limit."""

    __slots__ = ("seconds",)

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds


class NoThread:
    """The handler did not run, for want of a thread."""

    __slots__ = ("exception",)

    def __init__(self, exception: BaseException) -> None:
        self.exception = exception


class Unfit:
    """The function's types refuse what the schema accepts."""

    __slots__ = ("misfit",)

    def __init__(self, misfit: Misfit) -> None:
        self.misfit = misfit


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
    Call a handler and return what it returned, or what kept it from that.

    The items of a generator are collected: at most a little more than
    `limits`, which the checks of the output then refuse.
    """
    entry: Entry = call._entry  # noqa: SLF001 - the hot path
    handler: Handler = entry.handler  # type: ignore[assignment]
    try:
        if (binder := entry.binder) is not None:
            positional: tuple[object, ...] = ()
            named = call._arguments  # noqa: SLF001 - the hot path
            try:
                if not binder.by_name:
                    context = _context(call) if binder.wants_context else None
                    positional, named = binder.bind(named, context)
                elif binder.read is not None:
                    named = binder.read(named)
            except Misfit as misfit:
                return Unfit(misfit)
            except Exception as error:  # noqa: BLE001 - classes run host code
                return NotRead(error)
            value = (
                handler(*positional, **named)
                if binder.take is None
                else handler(*binder.take(named))
            )
        elif entry.wants_context:
            value = handler(call.arguments, _context(call))
        else:
            value = handler(call._arguments)  # noqa: SLF001 - the hot path
        if id(type(value)) not in PLAIN and is_generator(value):
            return collected(value, limits, writer(entry))
    except Exception as error:  # noqa: BLE001 - the handler is host code
        try:
            return Crash(error)
        except RecursionError:
            return _SPENT
    return value


def finished(call: object, value: object, limits: ValueLimits) -> object:
    """
    Take what a host's own run gave as what a handler did.

    Raises `TypeError` for what is no checked call and for what is still to
    be awaited, `ValueError` for a call that was finished before.
    """
    if type(call) is not CheckedCall:
        hint = (
            "check returned an answer here: send it"
            if type(call) is ToolResult
            else f"not {type_name(type(call))}"
        )
        raise TypeError(
            f"finish takes the CheckedCall that check returned; {hint}"
        )
    if is_async_generator(value) or is_awaitable(value):
        if inspect.iscoroutine(value):
            value.close()
        raise TypeError(
            "finish takes what came of the run: await it first, as in "
            "finish(checked, await value)"
        )
    try:
        # Of two threads, one gets here first.
        del call._open  # noqa: SLF001 - gates make these
    except AttributeError:
        raise ValueError("a checked call is finished once") from None
    kind = type(value)
    if issubclass(kind, BaseException):
        ended = Crash if issubclass(kind, Exception) else _Escape
        return ended(value)  # type: ignore[arg-type]
    if is_generator(value):
        try:
            return collected(value, limits, writer(call.entry))
        except Exception as error:  # noqa: BLE001 - the generator is host code
            return Crash(error)
        except BaseException as error:  # noqa: BLE001 - raised by the gate
            return _Escape(error)
    return value


def writer(entry: Entry) -> Write | None:
    """Return what writes the items of a generator that are no JSON."""
    return None if entry.binder is None else entry.binder.written


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
        waiting = is_async_generator(value) or is_awaitable(value)
    except RecursionError:  # the stack that is left is too short to tell
        return
    if waiting:
        if inspect.iscoroutine(value):
            value.close()
        raise AsyncToolError(call.tool.name, called=True)


def run_within(
    call: CheckedCall, limits: ValueLimits, seconds: float, workers: Workers
) -> object:
    """
    Run a handler on a worker thread, and stop waiting in time.

    One that has not begun by then never will.
    """
    done: queue.SimpleQueue[object] = queue.SimpleQueue()
    try:
        ticket = workers.start(
            lambda: done.put(caught(call, limits)), call.entry.tool_id
        )
    except RuntimeError as error:
        return NoThread(error)
    try:
        outcome = done.get(timeout=seconds)
    except queue.Empty:
        call._began = not workers.give_up(ticket)  # noqa: SLF001 - gates make these
        outcome = TimedOut(seconds)
    except BaseException:
        workers.give_up(ticket)
        raise
    return released(outcome)


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
