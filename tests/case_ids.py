"""Names of cases, for what says in its `repr` where in memory it lies."""

from __future__ import annotations

import re

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+|(?<= id=)'\d+'")


def steady(value):
    """The same name in each process, as those that share the tests need."""
    return ADDRESS.sub("", repr(value))
