"""A compiled schema as a graph of nodes, and what can be read off them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from toolgate.schema.failures import MAX_NAMES, Collector, violation
from toolgate.typing import JSONValue, Path

if TYPE_CHECKING:
    from toolgate.schema.keywords import Assertion, Test

Scope: TypeAlias = tuple[str, ...] | None
"""The resources entered so far, outermost first; None where none matters."""
Part: TypeAlias = tuple["Node", JSONValue, str | int | None, str | int | None]
"""A node, the value for it, and the steps to that value and to that node."""
Parts: TypeAlias = Callable[[JSONValue, Scope], Iterable[Part]]
"""
What the subschemas of a keyword apply to.

A part without a step to its value is the same value.
"""

_MAX_RELATED: Final = 200
_TELLING: Final = frozenset(("const", "enum"))
_MAX_KEPT: Final = 64


class Conjunction(NamedTuple):
    """A keyword whose subschemas must all hold, each for its part."""

    keyword: str
    parts: Parts


class Node:
    """
    One subschema, compiled.

    `tests` are those of `assertions`. `forks` are the keywords that depend
    on verdicts; a leaf has neither those nor conjunctions. `covers` are the
    types of which it evaluates every member or item, `covers_rest` the same
    with its own `unevaluated…`. `properties`, `same` and `maybe` are nodes
    for members, for the same value, and for the same value in a branch.
    `marks` and `tagged` are what `tags` has found out so far.
    """

    __slots__ = (
        "assertions",
        "base",
        "conjunctions",
        "covers",
        "covers_rest",
        "forks",
        "leaf",
        "marks",
        "maybe",
        "properties",
        "same",
        "tagged",
        "tests",
    )

    def __init__(
        self, base: str, assertions: Sequence[Assertion] = ()
    ) -> None:
        self.base = base
        self.assertions = assertions
        self.tests: Sequence[Test] = tuple(one.test for one in assertions)
        self.conjunctions: Sequence[Conjunction] = ()
        self.forks: Sequence[Any] = ()
        self.leaf = True
        self.covers: frozenset[type] = frozenset()
        self.covers_rest: frozenset[type] = frozenset()
        self.properties: dict[str, Node] = {}
        self.same: list[Node] = []
        self.maybe: list[Node] = []
        self.marks: frozenset[str] | None = None
        self.tagged: frozenset[str] | None = None

    def passes(self, value: JSONValue) -> bool:
        """Whether a value passes the assertions: all that a leaf has."""
        for test in self.tests:  # noqa: SIM110 - all() takes twice as long
            if not test(value):
                return False
        return True

    def report(
        self,
        value: JSONValue,
        paths: tuple[Path, Path],
        holder: str,
        out: Collector,
    ) -> None:
        """
        Collect the assertions that fail.

        `paths` lead to the value and to this schema. `holder` is the keyword
        under which the schema hangs: where it is `false`, that is told.
        """
        at, via = paths
        for one in self.assertions:
            if one.test(value):
                continue
            keyword, names = one.keyword, one.names
            if names is None:
                out.add(
                    violation(
                        keyword or holder,
                        at,
                        (*via, keyword) if keyword else via,
                        value,
                        one.expected,
                    )
                )
                continue
            where = (*via, keyword)
            if one.closes:
                missing = [tuple(islice(names(value), MAX_NAMES))]
            else:
                missing = [(name,) for name in islice(names(value), out.room)]
            for name in missing:
                out.add(
                    violation(keyword, at, where, value, one.expected, name)
                )


def related(node: Node, *, branches: bool) -> list[Node]:
    """Return a node and those for the same value, up to a number."""
    found = [node]
    known = {id(node)}
    for here in found:
        if len(found) > _MAX_RELATED:
            break
        for other in (*here.same, *(here.maybe if branches else ())):
            if id(other) not in known:
                known.add(id(other))
                found.append(other)
    return found


def tags(node: Node) -> frozenset[str]:
    """
    Return the properties for which a node asks for certain values.

    Found out once for each node, unless many nodes would have to keep many.
    """
    if node.tagged is not None:
        return node.tagged
    marks = [
        found
        for each in related(node, branches=False)
        if (found := _own(each))
    ]
    found = marks[0] if len(marks) == 1 else frozenset().union(*marks)
    if len(marks) == 1 or len(found) <= _MAX_KEPT:
        node.tagged = found
    return found


def _own(node: Node) -> frozenset[str]:
    """Return those of the tags that are a node's own properties."""
    if node.marks is None:
        node.marks = frozenset(
            name
            for name, child in node.properties.items()
            if any(
                one.keyword in _TELLING
                for holder in related(child, branches=False)
                for one in holder.assertions
            )
        )
    return node.marks


def declared(node: Node) -> tuple[str, ...]:
    """Return the property names that a node and its branches know of."""
    names = (
        name
        for each in related(node, branches=True)
        for name in each.properties
    )
    return tuple(dict.fromkeys(names))
