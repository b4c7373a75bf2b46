"""
The descent into a value along a graph of nodes.

It keeps its own stack. `jsonschema` descends by nesting generators, which
takes C stack for each level: CPython 3.10 and 3.11 die of it in a small
thread stack, later ones stop at the recursion limit. Here whatever waits for
a verdict is a task on a list.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias

from toolgate.schema.nodes import Node, Part, Scope
from toolgate.typing import JSONValue, Path

if TYPE_CHECKING:
    from toolgate.schema.failures import Collector

Seen: TypeAlias = set[Any] | Literal[True]
"""The names or indexes that were evaluated; True for all of them."""
Task: TypeAlias = Generator["Task", Any, Any]
"""A task yields the task that it waits for, and is sent the result."""
Todo: TypeAlias = tuple[Node, JSONValue, Scope]

Pending: TypeAlias = tuple[Iterator[Part], Path, Path, Scope, str]
"""Parts, the paths to them, the scope, and the keyword that they are under."""

MAX_STEPS: Final = 50_000
"""Nodes that may be visited to explain one refusal in full."""

_MAX_PATH: Final = 256
"""Where schema paths are cut: each of many waiting steps holds one."""

_CONTAINERS: Final = frozenset((list, dict))


class Spot:
    """
    Where an explanation stands, and where it puts what it finds.

    `holder` is the keyword under which the schema hangs that is explained.
    A plain class: many are made.
    """

    __slots__ = ("at", "holder", "out", "scope", "via")

    def __init__(  # noqa: PLR0917 - its fields, on the hot path
        self, at: Path, via: Path, scope: Scope, out: Collector, holder: str
    ) -> None:
        self.at, self.via, self.scope = at, via[:_MAX_PATH], scope
        self.out, self.holder = out, holder


class Fork(Protocol):
    """A keyword that needs the verdicts of subschemas before its own."""

    keyword: str

    def verdict(self, value: JSONValue, scope: Scope, walk: Descent) -> Task:
        """Return whether the value passes."""

    def explain(self, value: JSONValue, spot: Spot, walk: Descent) -> Task:
        """Collect why it does not."""

    def seen(self, value: JSONValue, scope: Scope, walk: Descent) -> Task:
        """Return the parts of the value that it evaluates."""


class Silent:
    """A keyword that evaluates nothing of the value, whatever it says."""

    def seen(self, _value: JSONValue, _scope: Scope, _walk: Descent) -> Task:
        """Return the empty set."""
        yield from ()
        return set()


def settle(todo: list[Todo]) -> bool | Todo:  # noqa: C901 - one hot loop
    """
    Try nodes and all below them, up to the first that has forks.

    Return the verdict, or that node with its value and scope: its forks are
    still to be tried, and what is left in `todo`.
    """
    while todo:
        node, value, scope = todo.pop()
        for test in node.tests:
            if not test(value):
                return False
        if node.leaf:
            continue
        if scope is not None and node.base not in scope:
            scope = (*scope, node.base)
        for one in node.conjunctions:
            for child, part, _, _ in one.parts(value, scope):
                if child.leaf:
                    for test in child.tests:
                        if not test(part):
                            return False
                else:
                    todo.append((child, part, scope))
        if node.forks:
            return node, value, scope
    return True


def run(task: Task) -> Any:
    """Run a task and all that it waits for."""
    stack = [task]
    result = None
    while stack:
        try:
            waited = stack[-1].send(result)
        except StopIteration as stop:
            stack.pop()
            result = stop.value
        else:
            stack.append(waited)
            result = None
    return result


class Descent:
    """
    One descent into one value.

    With `memory`, verdicts are remembered, since nodes may be asked more
    than once about the same value (`unevaluated…`). A `quick` one looks into
    no union, so that it ends as soon as a verdict would.
    """

    __slots__ = ("_memory", "_seen", "quick", "spent", "steps")

    def __init__(self, *, memory: bool = False, quick: bool = False) -> None:
        self._memory: dict[Any, bool] | None = {} if memory else None
        self._seen: dict[Any, Seen] = {}
        self.quick = quick
        self.steps = 0
        self.spent = False

    def valid(self, node: Node, value: JSONValue, scope: Scope) -> Task:
        """Return whether a value passes a node."""
        if self._memory is None or type(value) not in _CONTAINERS:
            todo = [(node, value, scope)]
            return self.decide(todo, settle(todo))
        return self._remembered(node, value, scope)

    def _remembered(self, node: Node, value: JSONValue, scope: Scope) -> Task:
        memory: Any = self._memory
        key = (id(node), id(value), scope)
        if key not in memory:
            todo = [(node, value, scope)]
            memory[key] = yield self.decide(todo, settle(todo))
        return memory[key]

    def decide(self, todo: list[Todo], met: bool | Todo) -> Task:  # noqa: FBT001 - what `settle` returned
        """Return the verdict on what is left, from the first forks on."""
        while not isinstance(met, bool):
            self.steps += 1
            node, value, scope = met
            for fork in node.forks:
                if not (yield fork.verdict(value, scope, self)):
                    return False
            met = settle(todo)
        return met

    def explain(self, node: Node, value: JSONValue, spot: Spot) -> Task:
        """Collect what a value breaks in a node, in full or to the limit."""
        pending = first(node, value, spot)
        return self.explain_on(pending, self.collect(pending, spot.out))

    def explain_on(
        self, pending: list[Pending], met: tuple[Node, JSONValue, Spot] | None
    ) -> Task:
        """Go on from the first forks that `collect` met."""
        while met is not None:
            node, value, spot = met
            for fork in node.forks:
                yield fork.explain(value, spot, self)
                if self.spent or spot.out.full:
                    return
            met = self.collect(pending, spot.out)

    def spend(self, steps: int) -> None:
        """Count work that is done beside the visits of nodes."""
        self.steps += steps
        if self.steps > MAX_STEPS and not self.quick:
            self.spent = True

    def collect(  # noqa: C901, PLR0912 - one hot loop
        self, pending: list[Pending], out: Collector
    ) -> tuple[Node, JSONValue, Spot] | None:
        """
        Collect from what is pending, up to the first node that has forks.

        Return that node with its value and place; its forks are still to be
        explained. None where nothing is left, or no more may be done.
        """
        while pending:
            parts, at, via, scope, holder = pending[-1]
            for node, value, step, key in parts:
                for test in node.tests:
                    if not test(value):
                        passes = False
                        break
                else:
                    if node.leaf:
                        continue
                    passes = True
                here = at if step is None else (*at, step)
                how = via[:_MAX_PATH] + (() if key is None else (key,))
                if not passes:
                    node.report(value, (here, how), holder, out)
                    if len(out.found) >= out.room:
                        return None
                    if node.leaf:
                        continue
                self.steps += 1
                if self.steps > MAX_STEPS and not self.quick:
                    self.spent = True
                    return None
                if scope is not None and node.base not in scope:
                    scope = (*scope, node.base)
                pending += [
                    (
                        iter(one.parts(value, scope)),
                        here,
                        (*how, one.keyword),
                        scope,
                        one.keyword,
                    )
                    for one in reversed(node.conjunctions)
                ]
                if node.forks:
                    return node, value, Spot(here, how, scope, out, holder)
                break
            else:
                pending.pop()
        return None

    def seen(
        self, node: Node, value: JSONValue, scope: Scope, *, own: bool = False
    ) -> Task:
        """
        Return what a node that a value passes evaluates of that value.

        JSON Schema 2020-12 core, section 11. With `own`, its `unevaluated…`
        themselves are left out.
        """
        if type(value) in (node.covers if own else node.covers_rest):
            return True
        key = (id(node), id(value), scope)
        if not own and key in self._seen:
            return self._seen[key]
        if scope is not None and node.base not in scope:
            scope = (*scope, node.base)
        found: Seen = yield self._gathered(node, value, scope)
        if not own:
            self._seen[key] = found
        return found

    def _gathered(self, node: Node, value: JSONValue, scope: Scope) -> Task:
        found: set[Any] = set()
        same: list[Node] = []
        for one in node.conjunctions:
            for child, _, step, _ in one.parts(value, scope):
                if step is None:
                    same.append(child)
                else:
                    found.add(step)
        waited = [fork.seen(value, scope, self) for fork in node.forks]
        for task in (self.seen_by(same, value, scope), *waited):
            more = yield task
            if more is True:
                return True
            found |= more
        return found

    def seen_by(
        self, nodes: list[Node], value: JSONValue, scope: Scope
    ) -> Task:
        """Return what several nodes, all of which pass, evaluate."""
        found: set[Any] = set()
        for node in nodes:
            more = yield self.seen(node, value, scope)
            if more is True:
                return True
            found |= more
        return found


def first(node: Node, value: JSONValue, spot: Spot) -> list[Pending]:
    """Make the list of what is pending when an explanation begins."""
    parts: list[Part] = [(node, value, None, None)]
    return [(iter(parts), spot.at, spot.via, spot.scope, spot.holder)]
