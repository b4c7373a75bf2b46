"""Values that Pydantic would take long to read, found before it reads."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING, Any, Final

from toolgate.expected import Expected
from toolgate.function.members import guarded
from toolgate.function.model_graphs import (
    ANY_ITEM,
    ANY_NAME,
    IN_TEXT,
    graph_of,
    labels_of,
)
from toolgate.function.model_work import MAX_LOOKS, looks_at, looks_by_level
from toolgate.function.shape import Misfit, Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from toolgate.function.model_graphs import Label, Node

MAX_MEMBERS: Final = 500
"""Members of a set or keys of a dict of whose hashes nothing is known."""

# What is compared if all share a hash, in two sets of that many.
_MAX_PAIRS: Final = 2 * MAX_MEMBERS**2
_OPENING: Final = frozenset(' \t\r\n[{"')


class _Spent(threading.local):
    """What the models in one argument have asked for so far."""

    is_counted = False
    looks = 0
    pairs = 0


_SPENT: Final = _Spent()


def metered(shape: Shape) -> Shape:
    """
    Return a shape that bounds what the models in a value ask for together.

    Others bound what each of them asks for.
    """
    read = shape.read
    if read is None:
        return shape

    def read_all(value: Any) -> Any:
        # What checks a value may well call another tool.
        before = _SPENT.is_counted, _SPENT.looks, _SPENT.pairs
        _SPENT.is_counted, _SPENT.looks, _SPENT.pairs = True, 0, 0
        try:
            return read(value)
        finally:
            _SPENT.is_counted, _SPENT.looks, _SPENT.pairs = before

    return shape._replace(read=read_all)


def bounds_of(core: Mapping[str, Any]) -> Callable[[Any], None] | None:
    """
    Return what refuses values that would take Pydantic long to read.

    `core` is the core schema of a type. None where no value can: neither do
    its unions lead back to themselves by several choices, nor does it have
    sets or dicts whose members others may choose the hashes of.

    What is returned raises `Misfit`.

    >>> bounds_of({"type": "set", "items_schema": {"type": "str"}})
    """
    graph = graph_of(core)
    by_level = looks_by_level(graph)
    paths = _Paths(graph)
    if by_level is None and not paths.leading:
        return None
    has_texts = any(IN_TEXT in node.below for node in graph)

    def refuse(value: Any) -> None:
        if by_level is not None:
            counts = _census(value, has_texts=has_texts)
            looks = _SPENT.looks + looks_at(counts, by_level)
            if looks > MAX_LOOKS:
                raise Misfit(Expected("less_work"))
            if _SPENT.is_counted:
                _SPENT.looks = looks
        if paths.leading:
            paths.refuse_many(value)

    return refuse


class _Paths:
    """Finds the guarded sets and dicts of a value, whatever leads there."""

    def __init__(self, graph: Sequence[Node]) -> None:
        self.graph = graph
        self.guarded = guarded(graph)
        self.leading = self._leading()
        labels = {label for node in graph for label in node.below}
        self.names = {label for label in labels if type(label) is str}
        self.fixed = sum(type(label) is int for label in labels)
        self.steps: dict[tuple[frozenset[int], Label], frozenset[int]] = {}

    def refuse_many(self, value: Any) -> None:
        waiting = [(self._closed([0]), value)]
        pairs = _SPENT.pairs
        while waiting:
            state, here = waiting.pop()
            kind = type(here)
            if kind is str:
                below = self._step(state, IN_TEXT)
                if below:
                    waiting.append((below, _read(here)))
            elif kind is list or kind is dict:
                times = len(state & self.guarded)
                size = len(here)
                pairs += size * size * times
                if times and (size > MAX_MEMBERS or pairs > _MAX_PAIRS):
                    raise Misfit(Expected("max_members", (MAX_MEMBERS,)))
                waiting += self._below(state, here)
        if _SPENT.is_counted:
            _SPENT.pairs = pairs

    def _below(
        self, state: frozenset[int], here: Any
    ) -> Iterable[tuple[frozenset[int], Any]]:
        if type(here) is dict:
            # Also of what is read out of the names.
            parts = [
                (name if name in self.names else ANY_NAME, part)
                for pair in here.items()
                for name, part in (pair, (pair[0], pair[0]))
            ]
        else:
            parts = [
                (index if index < self.fixed else ANY_ITEM, part)
                for index, part in enumerate(here)
            ]
        for label, part in parts:
            below = self._step(state, label)
            if below:
                yield below, part

    def _step(self, state: frozenset[int], label: Label) -> frozenset[int]:
        below = self.steps.get((state, label))
        if below is None:
            below = self.steps[state, label] = self._closed(
                to
                for number in state
                for to in labels_of(self.graph[number], label)
            )
        return below

    def _closed(self, starts: Iterable[int]) -> frozenset[int]:
        """Return these and those in place, as far as they lead anywhere."""
        waiting = list(starts)
        closed = set()
        while waiting:
            number = waiting.pop()
            if number in self.leading and number not in closed:
                closed.add(number)
                waiting += self.graph[number].in_place
        return frozenset(closed)

    def _leading(self) -> frozenset[int]:
        """Return what is guarded and all that leads there."""
        above: dict[int, list[int]] = {}
        for number, node in enumerate(self.graph):
            for targets in (node.in_place, *node.below.values()):
                for to in targets:
                    above.setdefault(to, []).append(number)
        waiting = [*self.guarded]
        leading = set()
        while waiting:
            number = waiting.pop()
            if number not in leading:
                leading.add(number)
                waiting += above.get(number, ())
        return frozenset(leading)


def _census(value: Any, *, has_texts: bool) -> list[int]:
    """Count the values at each depth, those that texts hold included."""
    counts: list[int] = []
    level = [value]
    while level:
        counts.append(len(level))
        below: list[Any] = []
        for here in level:
            kind = type(here)
            if kind is dict:
                below += here.values()
                if has_texts:
                    below += here
            elif kind is list:
                below += here
            elif has_texts and kind is str and here[:1] in _OPENING:
                below.append(_read(here))
        level = below
    return counts


class _TwiceError(Exception):
    """A name stands twice in an object, and Pydantic may read both."""


def _read(text: str) -> Any:
    """Return what a text holds, its numbers aside."""
    try:
        return json.loads(
            text,
            parse_int=len,
            parse_float=len,
            object_pairs_hook=_once,
            strict=False,
        )
    except (RecursionError, _TwiceError):
        raise Misfit(Expected("less_work")) from None
    except ValueError:
        return None  # no JSON to Pydantic either, which is stricter


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _TwiceError
    return made
