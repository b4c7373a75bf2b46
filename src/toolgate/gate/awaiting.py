"""What the async driver needs before it is known to need `asyncio`."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING

from toolgate.gate.running import PLAIN, run, writer

if TYPE_CHECKING:
    from types import ModuleType

    from toolgate.calls import CheckedCall
    from toolgate.gate.workers import Workers
    from toolgate.limits import ValueLimits


async def arun(
    call: CheckedCall, limits: ValueLimits, workers: Workers
) -> object:
    """Run a handler of any kind, and return what came of it."""
    entry = call.entry
    if entry.is_async or entry.inline:
        outcome = run(call, limits)
    else:
        outcome = await tasks().run_off_loop(call, limits, workers)
    if id(type(outcome)) in PLAIN:
        return outcome
    return await tasks().settle(outcome, limits, writer(entry))


def prepare() -> None:
    """
    Load what needs `asyncio`, where the host has loaded that.

    At a call, loading could fail for want of files, or stand in the way of a
    fork.
    """
    if "asyncio" in sys.modules:
        tasks()


@cache
def tasks() -> ModuleType:
    """Load the room that needs `asyncio`, when it is first needed."""
    from toolgate.gate import tasks as room  # noqa: PLC0415 - see the room

    return room
