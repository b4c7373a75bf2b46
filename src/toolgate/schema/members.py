"""
Keywords that need verdicts on items, members and names.

JSON Schema 2020-12 core, sections 10.3.1.3, 10.3.2.4 and 11. Each knows
three things: its verdict, how it is explained, and what it evaluates.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolgate.schema.descent import Descent, Silent, Spot, Task
from toolgate.schema.failures import (
    MAX_IN_BRANCH,
    MAX_NAMES,
    Collector,
    renamed,
    violation,
)
from toolgate.schema.nodes import Node, Scope, declared

if TYPE_CHECKING:
    from toolgate.typing import JSONValue


class Contains:
    """As many items hold as `minContains` and `maxContains` say."""

    keyword = "contains"

    def __init__(
        self, node: Node, least: float, most: float | None, *, marks: bool
    ) -> None:
        self.node, self.least, self.most = node, least, most
        self.marks = marks

    def _holding(
        self, value: JSONValue, scope: Scope, walk: Descent, *, enough: bool
    ) -> Task:
        found: list[int] = []
        for index, item in enumerate(value):
            if (yield walk.valid(self.node, item, scope)):
                found.append(index)
                settled = len(found) >= self.least and self.most is None
                if enough and (
                    settled
                    or (self.most is not None and len(found) > self.most)
                ):
                    break
        return found

    def verdict(self, value: JSONValue, scope: Scope, walk: Descent) -> Task:
        """Count items until the verdict is sure."""
        if type(value) is not list:
            return True
        found = yield self._holding(value, scope, walk, enough=True)
        return len(found) >= self.least and (
            self.most is None or len(found) <= self.most
        )

    def explain(self, value: JSONValue, spot: Spot, walk: Descent) -> Task:
        """Name `contains` where nothing fits, else the number that is off."""
        if (yield self.verdict(value, spot.scope, walk)):
            return
        found = yield self._holding(value, spot.scope, walk, enough=True)
        keyword, expected = "maxContains", self.most
        if len(found) < self.least:
            keyword, expected = "minContains", self.least
            if not found:
                keyword, expected = "contains", None
        spot.out.add(
            violation(keyword, spot.at, (*spot.via, keyword), value, expected)
        )

    def seen(self, value: JSONValue, scope: Scope, walk: Descent) -> Task:
        """Return the items that hold; so since 2020-12."""
        if type(value) is not list or not self.marks:
            return set()
        found = yield self._holding(value, scope, walk, enough=False)
        return set(found)


class PropertyNames(Silent):
    """Every name holds."""

    keyword = "propertyNames"

    def __init__(self, node: Node) -> None:
        self.node = node

    def verdict(self, value: JSONValue, scope: Scope, walk: Descent) -> Task:
        """Try each name."""
        if type(value) is dict:
            for name in value:
                if not (yield walk.valid(self.node, name, scope)):
                    return False
        return True

    def explain(self, value: JSONValue, spot: Spot, walk: Descent) -> Task:
        """Explain each name, at the object, with the name beside it."""
        if type(value) is not dict:
            return
        via = (*spot.via, self.keyword)
        for name in value:
            found = Collector(MAX_IN_BRANCH)
            inner = Spot(spot.at, via, spot.scope, found, self.keyword)
            yield walk.explain(self.node, name, inner)
            for failure in found.found:
                spot.out.add(renamed(failure, name))
            if walk.spent or spot.out.full:
                return


class Unevaluated(Silent):
    """The subschema holds for what no other keyword has evaluated."""

    def __init__(
        self, keyword: str, kind: Any, around: Node, node: Node | None
    ) -> None:
        self.keyword, self.kind = keyword, kind
        self.around, self.node = around, node
        self._allowed: tuple[str, ...] | None = None

    def _left(self, value: JSONValue, scope: Scope, walk: Descent) -> Task:
        if type(value) is not self.kind:
            return []
        seen = yield walk.seen(self.around, value, scope, own=True)
        if seen is True:
            return []
        keys = value if self.kind is dict else range(len(value))
        return [key for key in keys if key not in seen]

    def verdict(self, value: JSONValue, scope: Scope, walk: Descent) -> Task:
        """Try each part that is left."""
        left = yield self._left(value, scope, walk)
        if self.node is None:
            return not left
        for key in left:
            if not (yield walk.valid(self.node, value[key], scope)):
                return False
        return True

    def explain(self, value: JSONValue, spot: Spot, walk: Descent) -> Task:
        """Name what is left over, or explain each part of it."""
        left = yield self._left(value, spot.scope, walk)
        via = (*spot.via, self.keyword)
        if self.node is not None:
            for key in left:
                at = (*spot.at, key)
                inner = Spot(at, via, spot.scope, spot.out, self.keyword)
                yield walk.explain(self.node, value[key], inner)
                if walk.spent or spot.out.full:
                    return
        elif left and self.kind is dict:
            if self._allowed is None:
                self._allowed = declared(self.around)
            allowed = self._allowed
            names = tuple(left[:MAX_NAMES])
            spot.out.add(
                violation(self.keyword, spot.at, via, value, allowed, names)
            )
        elif left:
            spot.out.add(
                violation(self.keyword, spot.at, via, value, expected=False)
            )
