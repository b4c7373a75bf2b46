"""
What the subschemas that see one value ask of each part of it.

An entry is a subschema that a value is handed to. Everything that it applies
in place is folded into it, so that two subschemas that look at one property
are counted together, and two that look at different ones are not.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, TypeAlias

from toolgate.schema.expansion import LEAF, ROOT, Applications, Node

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Group: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs of a count and a node: what is evaluated on one part."""

_Seen: TypeAlias = tuple[int, int, Node]
"""How often it is evaluated; the same, with how often it is asked; which."""

_BUDGET: Final = 20_000
_CHARS: Final = 16


class Entry:
    """
    One node with all it applies in place.

    `here` counts the subschemas on the value itself, `on` are entries that
    the value is handed on to, of `choices` one is. `kinds` holds, for objects
    and for arrays, what single parts are handed to, of which the worst one
    counts: alone, in groups, and what is added to any of them. `keys` see
    property names.
    """

    __slots__ = ("choices", "here", "keys", "kinds", "on")

    def __init__(self, here: int) -> None:
        self.here = here
        self.on: Group = ()
        self.choices: list[int] = []
        self.kinds: list[tuple[list[int], list[Group], Group]] = []
        self.keys: Group = ()

    def nexts(self) -> Iterable[int]:
        """Yield every entry that this one leads to."""
        yield from self.choices
        for alone, groups, always in self.kinds:
            yield from alone
            for group in (*groups, always):
                for _, child in group:
                    yield child
        for _, child in (*self.on, *self.keys):
            yield child


class _TooManyError(Exception):
    """The exact way takes too long."""


def enter(
    graph: Applications, hits: Callable[[str, str], bool]
) -> dict[int, Entry]:
    """
    Return the entries that a value may get to from the schema itself.

    They are in an order in which those that an entry chooses from come
    before it. Where folding takes too long, each node is an entry of its
    own: the bound stays one, but is less tight.
    """
    try:
        return _entries(graph, _Folding(graph, hits))
    except _TooManyError:
        return _entries(graph, _Coarse(graph))


def _entries(graph: Applications, way: _Folding | _Coarse) -> dict[int, Entry]:
    found: dict[int, Entry] = {}
    pending = [ROOT]
    while pending:
        number = pending.pop()
        if number == LEAF or number in found:
            continue
        choices = graph.nodes[number].choices
        if choices:
            entry = Entry(here=0)
            entry.choices = choices
        else:
            entry = way.entry(number)
        found[number] = entry
        pending += entry.nexts()
    place = {number: index for index, number in enumerate(graph.order)}
    ordered = sorted(found, key=place.__getitem__)
    return {number: found[number] for number in ordered}


def _group(counts: Counter[int]) -> Group:
    return tuple((count, child) for child, count in sorted(counts.items()))


class _Folding:
    """The exact way."""

    def __init__(
        self, graph: Applications, hits: Callable[[str, str], bool]
    ) -> None:
        self.graph = graph
        self.hits = hits
        self.place = {number: at for at, number in enumerate(graph.order)}
        self.left = _BUDGET

    def spend(self, amount: int) -> None:
        self.left -= amount
        if self.left < 0:
            raise _TooManyError

    def entry(self, number: int) -> Entry:
        nodes = self.graph.nodes
        evaluated, asked = self.closure(number)
        entry = Entry(here=sum(evaluated.values()))
        seen: list[_Seen] = [
            (times, times + asked[at], nodes[at])
            for at, times in evaluated.items()
            if at != LEAF
        ]
        always: Counter[int] = Counter()
        keys: Counter[int] = Counter()
        on: Counter[int] = Counter()
        for times, more, node in seen:
            for child in node.chosen:
                on[child] += times + (more - times) * node.height
            for child in node.each:
                always[child] += more
            for child in node.keys:
                keys[child] += times
        entry.keys, entry.on = _group(keys), _group(on)
        common = _group(always)
        for parts in (self.properties(seen), self.indexes(seen)):
            alone, groups = self.distinct(parts)
            entry.kinds.append((alone, groups, common))
        return entry

    def closure(self, number: int) -> tuple[dict[int, int], dict[int, int]]:
        """
        Count how often each node sees the value, and how often it is asked.

        Whoever asks a node what it has seen validates what hangs in place
        below it once more, and asks on; a reference is only asked through.
        """
        nodes = self.graph.nodes
        reached, pending = {number}, [number]
        while pending:
            node = nodes[pending.pop()]
            for target in node.in_place + node.refs:
                if target not in reached:
                    reached.add(target)
                    pending.append(target)
        self.spend(len(reached))
        evaluated = dict.fromkeys(reached, 0)
        asked = dict.fromkeys(reached, 0)
        evaluated[number] = 1
        for at in sorted(reached, key=self.place.__getitem__, reverse=True):
            node = nodes[at]
            if node.asks:
                asked[at] += evaluated[at]
            for target in node.in_place:
                evaluated[target] += evaluated[at] + asked[at]
                asked[target] += asked[at]
            for target in node.refs:
                evaluated[target] += evaluated[at]
                asked[target] += asked[at]
        return evaluated, asked

    def distinct(
        self, parts: Iterable[Counter[int]]
    ) -> tuple[list[int], list[Group]]:
        alone, groups = set(), set()
        for counts in parts:
            self.spend(1 + len(counts))
            group = _group(counts)
            if len(group) == 1 and group[0][0] == 1:
                alone.add(group[0][1])
            elif group:
                groups.add(group)
        return sorted(alone), sorted(groups)

    def properties(self, seen: list[_Seen]) -> Iterable[Counter[int]]:
        by_name: dict[str, Counter[int]] = {}
        for times, _, node in seen:
            for name, child in node.names.items():
                by_name.setdefault(name, Counter())[child] += times
        wild = [
            entry
            for entry in seen
            if entry[2].patterns or entry[2].rest is not None
        ]
        for name, group in by_name.items():
            for times, more, node in wild:
                for child in self.patterned(node, name):
                    group[child] += times
                if node.rest is not None and self.is_rest(node, name):
                    group[node.rest] += more
            yield group
        other: Counter[int] = Counter()
        for times, more, node in wild:
            for _, child in node.patterns:
                other[child] += times
            if node.rest is not None:
                other[node.rest] += more
        yield other

    def patterned(self, node: Node, name: str) -> list[int]:
        # A search takes longer in a long name.
        self.spend(1 + len(node.patterns) * (1 + len(name) // _CHARS))
        return [
            child
            for pattern, child in node.patterns
            if self.hits(pattern, name)
        ]

    def is_rest(self, node: Node, name: str) -> bool:
        return name not in node.names and not self.patterned(node, name)

    def indexes(self, seen: list[_Seen]) -> Iterable[Counter[int]]:
        longest = max(len(node.prefix) for _, _, node in seen)
        for index in range(longest + 1):
            group: Counter[int] = Counter()
            self.spend(len(seen))
            for times, _, node in seen:
                if index < len(node.prefix):
                    group[node.prefix[index]] += times
                elif node.items is not None:
                    group[node.items] += times
            yield group


class _Coarse:
    """Each node an entry of its own: what it applies in place is summed."""

    def __init__(self, graph: Applications) -> None:
        self.nodes = graph.nodes

    def entry(self, number: int) -> Entry:
        node = self.nodes[number]
        again = 1 + (node.height if node.asks else 0)
        on = Counter(node.in_place + node.refs + node.chosen)
        each = Counter(dict.fromkeys(node.each, 2))
        wild = each + Counter(child for _, child in node.patterns)
        if node.rest is not None:
            wild[node.rest] += 2
        names = set(node.names.values())
        items = {*node.prefix}
        if node.items is not None:
            items.add(node.items)
        entry = Entry(here=1)
        entry.on = tuple((count * again, child) for child, count in on.items())
        entry.kinds = [
            (sorted(names), [], _group(wild)),
            (sorted(items), [], _group(each)),
        ]
        entry.keys = _group(Counter(node.keys))
        return entry
