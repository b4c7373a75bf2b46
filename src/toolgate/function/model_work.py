"""How often Pydantic looks at one value, settled before it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolgate.function.model_graphs import ANY_ITEM, ANY_NAME, Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolgate.function.model_graphs import Node

MAX_LOOKS: Final = 60_000
"""How many looks at values and their parts a read may take."""

FLAT: Final = 32
"""Up to that many looks more at a part, no value needs to be weighed."""

_MOST: Final = 2**40
_LEVELS: Final = 65


def looks_by_level(graph: Sequence[Node]) -> tuple[int, ...] | None:
    """
    Bound how often one part of a value is looked at, by its level.

    Each choice of a union looks at the value anew, and so do the unions in
    it: where two choices lead back to the union, every level doubles what
    is looked at. Choices that lead on by different names do not.

    None where no part can be looked at often, whatever the value is.
    """
    order = _order(graph)
    looks = _here(graph, order)
    found = [looks[0]]
    seen = set()
    while len(found) < _LEVELS and tuple(looks) not in seen:
        seen.add(tuple(looks))
        looks = _deeper(graph, order, looks)
        found.append(max(found[-1], looks[0]))
    if found[-1] <= max(FLAT, 2 * found[0]):
        return None
    return tuple(found)


def looks_at(counts: Sequence[int], by_level: Sequence[int]) -> int:
    """
    Bound the looks at a value of which `counts[k]` parts are k levels deep.

    >>> looks_at([1, 2, 2], (1, 3))
    13
    """
    last = len(by_level) - 1
    return sum(
        count * by_level[min(level, last)]
        for level, count in enumerate(counts)
    )


def _order(graph: Sequence[Node]) -> list[int]:
    """Put the nodes in an order in which those in place come first."""
    order: list[int] = []
    entered = set()
    for start in range(len(graph)):
        waiting = [(start, False)]
        while waiting:
            number, is_left = waiting.pop()
            if is_left:
                order.append(number)
            elif number not in entered:
                entered.add(number)
                waiting.append((number, True))
                waiting += ((to, False) for to in graph[number].in_place)
    return order


def _here(graph: Sequence[Node], order: Sequence[int]) -> list[int]:
    looks = [0] * len(graph)
    for number in order:
        node = graph[number]
        inner = [looks[to] for to in node.in_place]
        total = max(inner, default=0) if node.chooses else sum(inner)
        looks[number] = min(1 + total, _MOST)
    return looks


def _deeper(
    graph: Sequence[Node], order: Sequence[int], above: Sequence[int]
) -> list[int]:
    """Go one level down, with what its parts cost one level above."""
    looks = [0] * len(graph)
    by_label: list[dict[Label, int]] = [{}] * len(graph)
    for number in order:
        node = graph[number]
        own = {
            label: min(sum(above[to] for to in targets), _MOST)
            for label, targets in node.below.items()
        }
        inner = [by_label[to] for to in node.in_place]
        if inner:
            parts = [*inner, own] if own else inner
            own = _together(parts, chooses=node.chooses)
        by_label[number] = own
        looks[number] = max(own.values(), default=0)
    return looks


def _together(
    parts: Sequence[dict[Label, int]], *, chooses: bool
) -> dict[Label, int]:
    if len(parts) == 1:
        return parts[0]
    together: dict[Label, int] = {}
    for label in {label for part in parts for label in part}:
        every = ANY_NAME if isinstance(label, str) else ANY_ITEM
        if label is not None and not isinstance(label, str) and label < 0:
            every = label
        found = [part.get(label, part.get(every, 0)) for part in parts]
        together[label] = min(max(found) if chooses else sum(found), _MOST)
    return together
