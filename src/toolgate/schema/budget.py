"""How much work a schema may ask for on one value, settled beforehand."""

from __future__ import annotations

import marshal
import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from toolgate.schema.checks import CheckedSchema
    from toolgate.schema.cost import Cost
    from toolgate.typing import JSONValue

# Keywords that look at the whole of a value, however large it is.
_HEAVY: Final = re.compile('"uniqueItems":true|"pattern(?:Properties)?":')
_BYTES_A_STEP: Final = 16
# An automaton of so few positions has few enough states to keep them all;
# a larger one may have to be stepped position by position.
_KEPT_WHOLE: Final = 12
_MOVES_A_STEP: Final = 20


class Budget(NamedTuple):
    """
    What has to be reckoned before a schema may look at a value.

    `cost` bounds the subschemas that are tried; `heavy` says that some of
    them look at the whole of a value. `stride` is the number of positions of
    the largest pattern that is not proven linear in `re`.
    """

    cost: Cost
    heavy: bool
    stride: int
    max_work: int

    def affords(self, value: JSONValue) -> bool:
        """Whether judging a value stays within `max_work`."""
        size = len(marshal.dumps(value, 2))
        if size * self.stride > self.max_work * _MOVES_A_STEP:
            return False
        if not self.cost.needs_check:
            return True
        work = self.cost.work_of(census(value))
        if self.heavy:
            work += self.cost.expansion * (size // _BYTES_A_STEP)
        return work <= self.max_work


def budget_of(checked: CheckedSchema, max_work: int) -> Budget | None:
    """Return a schema's budget, or None where no value can exceed it."""
    stride = max(
        (
            pattern.positions
            for pattern in checked.patterns.values()
            if not pattern.linear and pattern.positions > _KEPT_WHOLE
        ),
        default=0,
    )
    if not stride and not checked.cost.needs_check:
        return None
    return Budget(
        cost=checked.cost,
        heavy=bool(checked.resources or _HEAVY.search(checked.canonical)),
        stride=stride,
        max_work=max_work,
    )


def census(value: JSONValue) -> list[int]:
    """
    Count the values of a value at each depth, itself at depth 0.

    >>> census({"a": [1, 2], "b": None})
    [1, 2, 2]
    """
    counts: list[int] = []
    level = [value]
    while level:
        counts.append(len(level))
        below: list[JSONValue] = []
        for here in level:
            if type(here) is dict:
                below.extend(here.values())
            elif type(here) is list:
                below.extend(here)
        level = below
    return counts
