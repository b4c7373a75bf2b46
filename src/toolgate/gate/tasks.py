"""
Running a handler from an event loop.

Loaded at the first async call: `asyncio` takes half as long to import as all
the rest of toolgate, and whoever awaits has it loaded by then.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from toolgate.gate.collecting import (
    Collected,
    collected,
    is_async_generator,
    is_awaitable,
    is_generator,
)
from toolgate.gate.running import (
    PLAIN,
    Crash,
    NoThread,
    TimedOut,
    caught,
    released,
)

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable

    from toolgate.calls import CheckedCall
    from toolgate.gate.collecting import Unwritten, Write
    from toolgate.gate.workers import Workers
    from toolgate.limits import ValueLimits

PATIENCE = 1.0
"""Seconds between two looks at whether a thread may still become free."""

CANCEL_GRACE = 1.0
"""Seconds that a cancelled handler gets to clean up."""


async def run_off_loop(
    call: CheckedCall, limits: ValueLimits, workers: Workers
) -> object:
    """Run a sync handler on a worker thread, and await its outcome."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[object] = loop.create_future()

    def hand_over(outcome: object) -> None:
        if not done.done():
            done.set_result(outcome)

    def job() -> None:
        outcome = caught(call, limits)
        try:
            loop.call_soon_threadsafe(hand_over, outcome)
        except RuntimeError:
            return  # the loop closed meanwhile: nobody waits any more

    try:
        ticket = workers.start(job, call.entry.tool_id)
    except RuntimeError as error:
        return NoThread(error)
    try:
        while ticket.queued and ticket.waits:
            await asyncio.wait({done}, timeout=PATIENCE)
            if workers.is_stuck() and workers.give_up(ticket):
                return NoThread(RuntimeError("calls hang on all threads"))
        outcome = await done
    except BaseException:
        call._began = not workers.give_up(ticket)  # noqa: SLF001 - gates make these
        raise
    return released(outcome)


async def settle(
    value: object, limits: ValueLimits, write: Write | None = None
) -> object:
    """
    Await what a handler returned, or collect it, if it is async.

    `write` makes JSON of items that only it can write.
    """
    before = _cancellations()
    try:
        if is_async_generator(value):
            value = await _collected(value, limits, write)
        elif is_awaitable(value):
            value = await value
        if id(type(value)) not in PLAIN and is_generator(value):
            value = collected(value, limits, write)
    except Exception as error:
        if _cancellations() > before:
            # A handler that raises while it is cancelled does not undo that.
            raise asyncio.CancelledError from error
        return Crash(error)
    if _cancellations() > before:
        raise asyncio.CancelledError  # nor does one that returns
    return value


def _cancellations() -> int:
    """Count how often this task was cancelled, and went on."""
    task = asyncio.current_task()
    cancelling = getattr(task, "cancelling", None)  # since Python 3.11
    return cancelling() if cancelling is not None else 0


async def _collected(
    items: AsyncGenerator[object, None],
    limits: ValueLimits,
    write: Write | None,
) -> list[object] | Unwritten:
    found = Collected(limits, write)
    try:
        async for item in items:
            if found.add(item):
                break
    finally:
        await items.aclose()
    return found.outcome()


async def within(work: Awaitable[object], seconds: float) -> object:
    """
    Await some work for at most so long; cancel it then.

    Cancelling the wait cancels the work. Work that fights its cancellation
    is left behind after `CANCEL_GRACE` seconds.
    """
    task = asyncio.ensure_future(work)
    try:
        finished, _ = await asyncio.wait({task}, timeout=seconds)
    except asyncio.CancelledError:
        await _cancel(task)
        raise
    if finished:
        return task.result()
    await _cancel(task)
    return TimedOut(seconds)


async def _cancel(task: asyncio.Future[object]) -> None:
    task.cancel()
    finished, _ = await asyncio.wait({task}, timeout=CANCEL_GRACE)
    if finished and not task.cancelled():
        task.exception()  # looked at, so that asyncio does not warn of it
