"""
Bounds on time, judged so that only the program itself can break them.

What is measured runs in a process of its own, without coverage, and by the
time of its own thread or process. That time still grows where others are at
work on the same machine, since caches and cores are shared; what only takes
long because of them does not take long every time. So what is over its bound
is tried again, up to `TRIES` times in all, and the shortest time counts.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import toolgate

SRC = Path(toolgate.__file__).parents[1]
TESTS = Path(__file__).parent
TRIES = 3

# What coverage.py and pytest-cov tell a process to trace it by.
UNTRACED = {
    name: value
    for name, value in os.environ.items()
    if not name.startswith("COV")
}


def environment(*paths):
    """The environment of a process that is timed."""
    return {
        **UNTRACED,
        "PYTHONPATH": os.pathsep.join(map(str, (SRC, *paths))),
        "PYTHONIOENCODING": "utf-8",
    }


def told_by(script):
    """The JSON that a script prints which may import what tests share."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(TESTS),
        capture_output=True,
        check=True,
        timeout=120,
    )
    return json.loads(done.stdout)


def over(bound, measure, names=None):
    """
    Return what is over a bound in seconds in each of the tries.

    `measure(names)` gives the seconds by name; names that were within the
    bound need not be measured again.
    """
    slow = dict.fromkeys(names) if names is not None else None
    for _ in range(TRIES):
        seconds = measure(None if slow is None else list(slow))
        slow = {
            name: seconds[name]
            for name in (seconds if slow is None else slow)
            if seconds[name] > bound
        }
        if not slow:
            break
    return slow
