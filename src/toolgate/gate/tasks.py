"""
Running a handler from an event loop.

Loaded at the first async call: `asyncio` takes half as long to import as all
the rest of toolgate, and whoever awaits has it loaded by then.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncGenerator, Awaitable
from typing import TYPE_CHECKING

from toolgate.gate.running import Crash, TimedOut, caught, released

if TYPE_CHECKING:
    from toolgate.calls import CheckedCall
    from toolgate.gate.workers import Workers

CANCEL_GRACE = 1.0
"""Seconds that a cancelled handler gets to clean up."""


async def run_off_loop(
    call: CheckedCall, max_items: int, workers: Workers
) -> object:
    """Run a sync handler on a worker thread, and await its outcome."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[object] = loop.create_future()

    def hand_over(outcome: object) -> None:
        if not done.done():
            done.set_result(outcome)

    def job() -> None:
        outcome = caught(call, max_items)
        try:
            loop.call_soon_threadsafe(hand_over, outcome)
        except RuntimeError:
            return  # the loop closed meanwhile: nobody waits any more

    try:
        workers.start(job)
    except RuntimeError as error:
        return Crash(error)
    return released(await done)


async def settle(value: object, max_items: int) -> object:
    """Await what a handler returned, or collect it, if it is async."""
    try:
        if isinstance(value, AsyncGenerator):
            return await _collected(value, max_items)
        if inspect.isawaitable(value):
            return await value
    except Exception as error:  # noqa: BLE001 - the handler is host code
        return Crash(error)
    return value


async def _collected(
    items: AsyncGenerator[object, None], max_items: int
) -> list[object]:
    collected: list[object] = []
    try:
        async for item in items:
            collected.append(item)
            if len(collected) > max_items:
                break
    finally:
        await items.aclose()
    return collected


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
