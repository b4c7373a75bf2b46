"""
Keywords that apply subschemas to the same value and need their verdicts.

JSON Schema 2020-12 core, sections 10.2.1 and 10.2.2.1. Each knows three
things: its verdict, how it is explained, and what it evaluates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolgate.schema.branches import Branch, Union, chosen
from toolgate.schema.descent import (
    Descent,
    Silent,
    Spot,
    Task,
)
from toolgate.schema.failures import MAX_IN_BRANCH, Collector, violation
from toolgate.schema.nodes import tags

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolgate.schema.nodes import Node, Scope
    from toolgate.typing import JSONValue
    from toolgate.violation import Violation

_NONE: Final[frozenset[str]] = frozenset()
_SHARE: Final = 4
"""Names or values that take as long as one step."""


class AnyOf:
    """At least one subschema holds."""

    keyword = "anyOf"
    most = 1

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = nodes

    def verdict(self, value: JSONValue, scope: Scope, walk: Descent) -> Task:
        """Return whether one holds; for `oneOf`, whether exactly one does."""
        holding = 0
        for node in self.nodes:
            if node.leaf:
                holding += node.passes(value)
            else:
                holding += yield walk.valid(node, value, scope)
            if holding == self.most:
                return self.most == 1
        return holding == 1

    def explain(self, value: JSONValue, spot: Spot, walk: Descent) -> Task:
        """Explain the branch that the value was meant for."""
        via = (*spot.via, self.keyword)
        branches: list[Branch] = []
        holding = 0
        for index, node in enumerate(self.nodes):
            found = Collector(MAX_IN_BRANCH)
            if walk.quick:
                held = yield walk.valid(node, value, spot.scope)
            else:
                inner = Spot(
                    spot.at, (*via, index), spot.scope, found, self.keyword
                )
                yield walk.explain(node, value, inner)
                held = not found.found
            if walk.spent:
                return
            holding += held
            if holding == self.most:
                break
            names = _NONE if walk.quick else tags(node)
            walk.spend(len(names) // _SHARE)
            branches.append(Branch(failures=found.found, tags=names))
        if holding == 0:
            union = Union(
                keyword=self.keyword, at=spot.at, via=via, value=value
            )
            told = chosen(union, branches)
            walk.spend(sum(map(_size, told)) // _SHARE)
            spot.out.found.extend(told)
        elif holding > 1:
            spot.out.add(violation(self.keyword, spot.at, via, value, 1))

    def seen(self, value: JSONValue, scope: Scope, walk: Descent) -> Task:
        """Join what the subschemas evaluate that hold."""
        holding: list[Node] = []
        for node in self.nodes:
            if (yield walk.valid(node, value, scope)):
                holding.append(node)  # noqa: PERF401 - it waits
        return (yield walk.seen_by(holding, value, scope))


def _size(told: Violation) -> int:
    asked = told.expected
    return len(asked) if isinstance(asked, tuple) else 0


class OneOf(AnyOf):
    """Exactly one subschema holds."""

    keyword = "oneOf"
    most = 2


class Not(Silent):
    """The subschema does not hold."""

    keyword = "not"

    def __init__(self, node: Node) -> None:
        self.node = node

    def verdict(self, value: JSONValue, scope: Scope, walk: Descent) -> Task:
        """Turn the verdict around."""
        return not (yield walk.valid(self.node, value, scope))

    def explain(self, value: JSONValue, spot: Spot, walk: Descent) -> Task:
        """Name the keyword: what holds cannot be explained further."""
        if (yield walk.valid(self.node, value, spot.scope)):
            via = (*spot.via, self.keyword)
            spot.out.add(violation(self.keyword, spot.at, via, value))


class If:
    """`then` where the subschema holds, else `else`."""

    keyword = "if"

    def __init__(
        self, node: Node, then: Node | None, otherwise: Node | None
    ) -> None:
        self.node = node
        self.branches = {True: ("then", then), False: ("else", otherwise)}

    def verdict(self, value: JSONValue, scope: Scope, walk: Descent) -> Task:
        """Return the verdict of the branch."""
        held = yield walk.valid(self.node, value, scope)
        branch = self.branches[held][1]
        return branch is None or (yield walk.valid(branch, value, scope))

    def explain(self, value: JSONValue, spot: Spot, walk: Descent) -> Task:
        """Explain the branch."""
        held = yield walk.valid(self.node, value, spot.scope)
        keyword, branch = self.branches[held]
        if branch is not None:
            via = (*spot.via, keyword)
            inner = Spot(spot.at, via, spot.scope, spot.out, keyword)
            yield walk.explain(branch, value, inner)

    def seen(self, value: JSONValue, scope: Scope, walk: Descent) -> Task:
        """Join the condition, where it holds, and the branch."""
        held = yield walk.valid(self.node, value, scope)
        nodes = (self.node if held else None, self.branches[held][1])
        there = [node for node in nodes if node is not None]
        return (yield walk.seen_by(there, value, scope))
