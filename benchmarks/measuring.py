"""
One interleaved run: every contender once a round, in random order.

A shared machine changes its speed from one moment to the next. So a ratio is
taken within each round, between two samples some milliseconds apart, and
the median over the rounds is what is reported.
"""

from __future__ import annotations

import asyncio
import gc
import random
import statistics
import sys
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from benchmarks.contenders import Contender

SAMPLE = 0.003
"""Seconds that one sample takes, about: short, so that a round is."""
WARM_UP = 3
"""One part in so many of a sample's calls is made first, and not timed."""
clock = time.process_time
"""CPU time: what others do on the machine in between does not count."""


@dataclass
class Samples:
    """Seconds a call of each contender, a number for each round."""

    seconds: dict[str, list[float]] = field(default_factory=dict)

    def median(self, name: str) -> float:
        return statistics.median(self.seconds[name])

    def ratio(self, name: str, baseline: str) -> float:
        """Give the median of the ratios within rounds."""
        pairs = zip(self.seconds[name], self.seconds[baseline], strict=True)
        return statistics.median(own / other for own, other in pairs)


Sampler = "Callable[[int], Awaitable[float]]"


def sampler(contender: Contender, name: str, text: str) -> Sampler:
    """Make a function that makes so many calls and gives the seconds."""
    call = contender.call

    async def plain(calls: int) -> float:
        start = clock()
        for _ in range(calls):
            call(name, text)
        return clock() - start

    async def awaited(calls: int) -> float:
        start = clock()
        for _ in range(calls):
            await call(name, text)
        return clock() - start

    return awaited if contender.awaited else plain


async def calls_for(sample: Sampler) -> int:
    """Find how many calls take about as long as a sample should."""
    calls, seconds = 1, await sample(1)
    while seconds < SAMPLE / 4:
        calls *= 2
        seconds = await sample(calls)
    return max(1, round(calls * SAMPLE / seconds))


async def interleaved(
    samplers: Mapping[str, Sampler], rounds: int, label: str
) -> Samples:
    """Run every sampler once a round, in an order of its own each round."""
    calls = {name: await calls_for(run) for name, run in samplers.items()}
    samples = Samples({name: [] for name in samplers})
    order = list(samplers)
    # What is loaded by now is not garbage, and not to be looked at again.
    gc.collect()
    gc.freeze()
    for number in range(rounds):
        progress(f"{label}: round {number + 1} of {rounds}", number)
        random.shuffle(order)
        for name in order:
            # The others have pushed this one's code out of the caches.
            if calls[name] >= WARM_UP:
                await samplers[name](calls[name] // WARM_UP)
            gc.collect(0)
            seconds = await samplers[name](calls[name])
            samples.seconds[name].append(seconds / calls[name])
    progress("")
    return samples


def run(samplers: Mapping[str, Sampler], rounds: int, label: str) -> Samples:
    return asyncio.run(interleaved(samplers, rounds, label))


def progress(text: str, number: int = 0) -> None:
    """Tell on stderr how far it is: in place, or every tenth round."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
    elif text and number % 10 == 0:
        print(text, file=sys.stderr, flush=True)
