"""What a schema may ask for: an upper bound, known before any value is."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final, NamedTuple

from toolgate.exceptions import SchemaLimitError
from toolgate.schema.entries import Entry, Group, enter
from toolgate.schema.expansion import LEAF, ROOT, Applications

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

SATURATED: Final = 2**40
"""Where counting stops: more than any limit, less than any trouble."""

FLAT: Final = 32
"""Up to that many subschemas a value, no instance needs to be weighed."""

_MAX_LEVELS: Final = 1_025


class Cost(NamedTuple):
    """
    How much work a schema may ask for.

    `expansion` is the largest number of subschemas that apply to one and the
    same value. `work_at[k]` bounds from above how many subschemas are
    evaluated on one value that lies k levels below the root, whatever its
    siblings are. `height` is how many steps lead, on one value, from a
    subschema to the last that it hands the value on to.

    >>> cost = Cost(expansion=2, work_at=(1, 2, 4))
    >>> cost.work_of([1, 10, 100])
    421
    """

    expansion: int
    work_at: tuple[int, ...]
    height: int = 0

    @property
    def flat(self) -> bool:
        """Whether the work is linear in the instance, with a small factor."""
        return max(self.work_at) <= FLAT

    @property
    def needs_check(self) -> bool:
        """Whether instances have to be weighed with `work_of`."""
        return not self.flat

    def work_of(self, nodes_per_depth: Sequence[int]) -> int:
        """
        Bound the subschemas evaluated on an instance.

        `nodes_per_depth[k]` is how many values it has k levels below its
        root, so `nodes_per_depth[0]` is 1. Deeper than `work_at` goes, any
        value costs `SATURATED`.
        """
        known = len(self.work_at)
        work = sum(
            count * self.work_at[depth] if depth < known else SATURATED
            for depth, count in enumerate(nodes_per_depth)
        )
        return min(work, SATURATED)


@functools.lru_cache(maxsize=32)
@functools.lru_cache(maxsize=32)
def simple_cost(depth: int) -> Cost:
    """
    Return the cost of a schema in which no two subschemas share a value.

    `depth` is how deep instances may be.
    """
    return Cost(expansion=1, work_at=(1,) * _levels(depth))


def expansion_of(graph: Applications, limit: int) -> int:
    """
    Return the largest number of subschemas that apply to one value.

    Raises `SchemaLimitError` where it is more than `limit`.
    """
    # What one evaluation costs, and what one question costs: an engine that
    # asks a subschema what it has seen validates those below once more.
    sizes = [1] * len(graph.nodes)
    asked = [0] * len(graph.nodes)
    for number in graph.order:
        node = graph.nodes[number]
        size = sum(sizes[target] for target in node.in_place + node.refs)
        question = sum(
            sizes[target] + asked[target] for target in node.in_place
        ) + sum(asked[target] for target in node.refs)
        size += sum(sizes[target] for target in node.chosen)
        question += sum(asked[target] for target in node.chosen)
        if node.choices:
            size = max(sizes[target] for target in node.choices) - 1
            question = max(asked[target] for target in node.choices)
        asked[number] = question
        sizes[number] = size = 1 + size + (question if node.asks else 0)
        if size > limit:
            raise node.part.locate(
                SchemaLimitError(
                    f"more than {limit} subschemas apply to one value",
                    path=node.found.path,
                )
            )
    return max(sizes)


def cost_of(
    graph: Applications,
    *,
    expansion: int,
    depth: int,
    hits: Callable[[str, str], bool],
) -> Cost:
    """
    Return the cost of a schema, from its graph and its expansion.

    `depth` is how deep instances may be; `hits` says whether a pattern, the
    first, is found in a name.
    """
    return Cost(
        expansion=expansion,
        work_at=_work_at(enter(graph, hits), _levels(depth)),
        height=max(node.height for node in graph.nodes),
    )


def _levels(depth: int) -> int:
    return max(65, min(depth + 1, _MAX_LEVELS))


def _work_at(entries: dict[int, Entry], levels: int) -> tuple[int, ...]:
    """
    Follow the worst value down, level by level.

    The entries are in an order in which those that one hands its value on to
    come before it.
    """
    above: dict[int, int] = {}
    work: list[int] = []
    for level in range(levels):
        now = {LEAF: 0 if level else 1}
        for number, entry in entries.items():
            total = _handed_on(entry, now)
            if level:
                total += _worst_part(entry, above)
                if level == 1:
                    total += _sum(entry.keys, above)
            else:
                total += entry.here
            now[number] = min(total, SATURATED)
        work.append(now[ROOT])
        if level > 1 and now == above:
            work += [work[-1]] * (levels - len(work))
            break
        above = now
    return tuple(work)


def _handed_on(entry: Entry, now: Mapping[int, int]) -> int:
    if entry.choices:
        return max(now[number] for number in entry.choices)
    return _sum(entry.on, now)


def _worst_part(entry: Entry, above: Mapping[int, int]) -> int:
    worst = 0
    for alone, groups, always in entry.kinds:
        part = max(map(above.__getitem__, alone), default=0)
        for group in groups:
            part = max(part, _sum(group, above))
        worst = max(worst, part + _sum(always, above))
    return worst


def _sum(group: Group, work: Mapping[int, int]) -> int:
    total = 0
    for count, number in group:
        total += count * work[number]
    return total
