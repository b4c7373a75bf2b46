"""
Running a handler from an event loop.

Loaded at the first async call: `asyncio` takes half as long to import as all
the rest of toolgate, and whoever awaits has it loaded by then.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncGenerator, Awaitable, Generator
from typing import TYPE_CHECKING

from toolgate.gate.running import (
    PLAIN,
    Crash,
    TimedOut,
    caught,
    collected,
    give_up,
    released,
    weight,
)

if TYPE_CHECKING:
    from toolgate.calls import CheckedCall
    from toolgate.gate.workers import Workers
    from toolgate.limits import ValueLimits

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
        ticket = workers.start(job)
    except RuntimeError as error:
        return Crash(error)
    try:
        outcome = await done
    finally:
        give_up(call, ticket)
    return released(outcome)


async def settle(value: object, limits: ValueLimits) -> object:
    """Await what a handler returned, or collect it, if it is async."""
    try:
        if isinstance(value, AsyncGenerator):
            return await _collected(value, limits)
        if inspect.isawaitable(value):
            value = await value
        if type(value) not in PLAIN and isinstance(value, Generator):
            value = collected(value, limits)
    except Exception as error:
        if _is_cancelled():
            # A handler that raises while it is cancelled does not undo that.
            raise asyncio.CancelledError from error
        return Crash(error)
    return value


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    cancelling = getattr(task, "cancelling", None)  # since Python 3.11
    return cancelling is not None and cancelling() > 0


async def _collected(
    items: AsyncGenerator[object, None], limits: ValueLimits
) -> list[object]:
    found: list[object] = []
    size = 0
    try:
        async for item in items:
            found.append(item)
            size += weight(item)
            if len(found) > limits.max_nodes or size > limits.max_bytes:
                break
    finally:
        await items.aclose()
    return found


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
