"""
The engine that is always there.

Dialects, keyword tables and metaschemas are those of `jsonschema`,
references are resolved by `referencing`; every keyword and the descent are
toolgate's own, since the stock ones run Python's `re`, quote the value in
messages, compare all pairs of items, compute `multipleOf` in floats and
need C stack for each level. It also explains what the fast engine refuses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolgate.schema.descent import Descent, Spot, first, run, settle
from toolgate.schema.failures import (
    MAX_COLLECTED,
    MAX_IN_BRANCH,
    WHOLE,
    Collector,
    Explanation,
    explanation,
)
from toolgate.schema.graph import Graph

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolgate.schema.dialects import Dialect
    from toolgate.schema.patterns.pattern import Pattern
    from toolgate.schema.reach import Reach
    from toolgate.typing import JSONSchema, JSONValue


def plain_engine(
    document: JSONSchema,
    dialect: Dialect,
    *,
    leads: Reach,
    patterns: Mapping[str, Pattern],
    formats: Mapping[str, Callable[[str], bool]],
) -> PlainEngine:
    """Compile a checked schema; `formats` are those that are asserted."""
    return PlainEngine(
        Graph(
            document, dialect, leads=leads, patterns=patterns, formats=formats
        )
    )


class PlainEngine:
    """
    A schema as the plain engine enforces it.

    Values must be JSON made of exact built-in types, as `own` makes them.
    Any number of threads may use it at once.
    """

    __slots__ = ("_graph",)

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def check(self, value: JSONValue) -> bool:
        """Return whether the schema accepts a value."""
        graph = self._graph
        todo = [(graph.root, value, graph.scope)]
        met = settle(todo)
        if not isinstance(met, bool):
            met = run(Descent(memory=graph.memory).decide(todo, met))
        return met

    def explain(
        self,
        value: JSONValue,
        limit: int,
        *,
        size: int | None = None,  # noqa: ARG002 - it looks no further than it must
    ) -> Explanation:
        """
        Say why the schema refuses a value; nothing where it accepts it.

        Where that takes more than a fixed number of steps, unions are not
        looked into, and the answer is not `exact`.
        """
        walk, out = self._explained(value, MAX_COLLECTED, quick=False)
        exact = not walk.spent and not out.full
        if walk.spent and not out.found:
            _, out = self._explained(value, MAX_IN_BRANCH, quick=True)
        return explanation(out.found, limit, exact=exact)

    def _explained(
        self, value: JSONValue, room: int, *, quick: bool
    ) -> tuple[Descent, Collector]:
        graph = self._graph
        out = Collector(room)
        walk = Descent(memory=graph.memory, quick=quick)
        spot = Spot((), (), graph.scope, out, WHOLE)
        pending = first(graph.root, value, spot)
        met = walk.collect(pending, out)
        if met is not None:
            run(walk.explain_on(pending, met))
        return walk, out
