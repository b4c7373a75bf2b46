"""How much work a schema may ask for on one value, settled beforehand."""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING, Final, NamedTuple

from toolgate.schema.cost import FLAT, SATURATED
from toolgate.schema.weights import is_light

if TYPE_CHECKING:
    from toolgate.schema.checks import CheckedSchema
    from toolgate.schema.cost import Cost
    from toolgate.schema.weights import Weights
    from toolgate.typing import JSONValue

_MOVES_A_STEP: Final = 20


class Budget(NamedTuple):
    """
    What has to be reckoned before a schema may look at a value.

    `cost` bounds the subschemas that are tried, `weights` what their
    keywords do, in moves; `max_work` subschemas may be tried, and twenty
    times as many moves be made.
    """

    cost: Cost
    weights: Weights
    max_work: int

    def affords(self, value: JSONValue) -> bool:
        """Whether judging a value stays within `max_work`."""
        counts = census(value)
        if self.cost.needs_check and self.cost.work_of(counts) > self.max_work:
            return False
        depth = len(counts)
        work_at = self.cost.work_at
        times = max(work_at[:depth]) if depth <= len(work_at) else SATURATED
        scans, parts, values, nested = self.weights
        looks = times * (depth if nested is None else nested)
        moves = sum(counts) * values.shared(times)
        if scans.most:
            size = len(marshal.dumps(value, 2))
            moves += size * scans.shared(looks)
        if parts.most:
            moves += _containers(value) * parts.shared(times)
        return moves <= self.max_work * _MOVES_A_STEP


def budget_of(checked: CheckedSchema, max_work: int) -> Budget | None:
    """Return a schema's budget, or None where no value can exceed it."""
    cost, weights = checked.cost, checked.weights
    most = max(cost.work_at)
    if most <= FLAT and is_light(weights, most):
        return None
    return Budget(cost=cost, weights=weights, max_work=max_work)


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


def _containers(value: JSONValue) -> int:
    """Count the arrays and objects of a value."""
    count = 0
    todo = [value]
    while todo:
        here = todo.pop()
        if type(here) is dict:
            count += 1
            todo += here.values()
        elif type(here) is list:
            count += 1
            todo += here
    return count
