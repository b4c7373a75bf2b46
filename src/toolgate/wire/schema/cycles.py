"""What in a graph leads back to itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterator, Mapping

K = TypeVar("K", bound="Hashable")


def looping(graph: Mapping[K, Collection[K]]) -> set[K]:
    """
    Return the nodes of a graph from which a way leads back to them.

    Tarjan's strongly connected components (1972), in time that grows with
    the edges, and without recursion.

    >>> sorted(looping({"a": "b", "b": "a", "c": "a", "d": "d"}))
    ['a', 'b', 'd']
    """
    walk = _Walk(graph)
    for root in graph:
        if root not in walk.index:
            walk.run(root)
    return walk.found


class _Walk(Generic[K]):
    """A walk over a graph; `open` are the nodes whose part is not known."""

    def __init__(self, graph: Mapping[K, Collection[K]]) -> None:
        self.graph = graph
        self.index: dict[K, int] = {}
        self.lowest: dict[K, int] = {}
        self.open: dict[K, None] = {}
        self.found: set[K] = set()

    def run(self, root: K) -> None:
        """Walk all that one node leads to."""
        work = [(root, self.enter(root))]
        while work:
            node, others = work[-1]
            for other in others:
                if other not in self.index:
                    work.append((other, self.enter(other)))
                    break
                if other in self.open:
                    self.reach(node, self.index[other])
            else:
                work.pop()
                if work:
                    self.reach(work[-1][0], self.lowest[node])
                self.leave(node)

    def enter(self, node: K) -> Iterator[K]:
        """Give a node its number, and return what it leads to."""
        self.index[node] = self.lowest[node] = len(self.index)
        self.open[node] = None
        return iter(self.graph[node])

    def reach(self, node: K, index: int) -> None:
        """Note that a node leads back as far as to some other."""
        self.lowest[node] = min(self.lowest[node], index)

    def leave(self, node: K) -> None:
        """Close the part that a node began."""
        if self.lowest[node] < self.index[node]:
            return
        part = set()
        while node not in part:
            part.add(self.open.popitem()[0])
        if len(part) > 1 or node in self.graph[node]:
            self.found |= part
