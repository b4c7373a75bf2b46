"""
Which subschemas apply to one value, and which to parts of it.

A graph of a schema and of all that it reaches. Edges «in place» lead to what
sees the same value, all others to what sees a part of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from toolgate.exceptions import CyclicReferenceError
from toolgate.schema.dialects import Dialect, children

if TYPE_CHECKING:
    from toolgate.schema.references import Links, Part
    from toolgate.schema.walk import Subschema
    from toolgate.typing import JSONSchema

_T = TypeVar("_T")

LEAF: Final = 0
"""The number that all subschemas without any subschema of their own share."""

ROOT: Final = 1
"""The number of the schema itself."""

_NONE: Final[list[Any]] = []
_NONE_NAMED: Final[dict[str, int]] = {}


class Node:
    """
    One subschema, with the numbers of those it applies.

    `in_place` see the same value, and so do `refs`, which a reference leads
    to; `chosen` are nodes that only choose: one of their `choices` sees the
    value, as a dynamic reference decides. The rest see parts: `names` by
    property, `patterns` by pattern, `rest` the other properties, `prefix` by
    index, `items` the other items, `each` any property or item, `keys` the
    names themselves.

    `asks` says that an `unevaluated…` asks all that see the same value what
    they have seen; `height` is how long a chain of those there is.
    """

    def __init__(self, part: Part, found: Subschema) -> None:
        self.part = part
        self.found = found
        # Most nodes have no more than one target: what they lack is shared.
        self.in_place: list[int] = _NONE
        self.refs: list[int] = _NONE
        self.chosen: list[int] = _NONE
        self.choices: list[int] = _NONE
        self.names: dict[str, int] = _NONE_NAMED
        self.patterns: list[tuple[str, int]] = _NONE
        self.rest: int | None = None
        self.prefix: list[int] = _NONE
        self.items: int | None = None
        self.each: list[int] = _NONE
        self.keys: list[int] = _NONE
        self.asks = False
        self.height = 0

    def targets(self) -> list[int]:
        """Return all that may see the same value."""
        return self.in_place + self.refs + self.chosen + self.choices

    def renumber(self, numbers: list[int]) -> None:
        """Put other numbers in the place of those that this node holds."""
        fields = self.in_place, self.refs, self.prefix, self.each, self.keys
        for held in fields:
            if held:
                held[:] = [numbers[old] for old in held]
        for name, old in self.names.items():
            self.names[name] = numbers[old]
        if self.patterns:
            self.patterns = [(key, numbers[old]) for key, old in self.patterns]
        self.rest = None if self.rest is None else numbers[self.rest]
        self.items = None if self.items is None else numbers[self.items]

    def key(self) -> tuple[object, ...]:
        """Return a key that two nodes share which apply the same."""
        return (
            tuple(self.in_place),
            tuple(self.refs),
            tuple(self.chosen),
            frozenset(self.names.items()),
            tuple(self.patterns),
            self.rest,
            tuple(self.prefix),
            self.items,
            tuple(self.each),
            tuple(self.keys),
            self.asks,
        )


def _with(held: list[_T], one: _T) -> list[_T]:
    """Return a field of a node with one more in it."""
    if not held:
        return [one]
    held.append(one)
    return held


class Applications(NamedTuple):
    """
    All subschemas that apply others, by number.

    `nodes[LEAF]` stands for all that apply none; nodes that apply the same
    are one. `order` lists the numbers so that whatever a node applies in
    place comes before it.
    """

    nodes: list[Node]
    order: list[int]


def draw(links: Links) -> Applications:
    """
    Draw the graph of a schema whose references are resolved; no boolean.

    Raises `CyclicReferenceError` where a subschema applies itself to the
    same value: validating would never end.
    """
    root = links.parts[0]
    nodes = [Node(root, root.survey.found[0])]
    numbers, marks = _number(links, nodes)
    drawn = set(numbers.values()) - {LEAF}
    for number in drawn:
        _connect(nodes[number], links, numbers, marks)
    _merge(nodes, sorted(drawn, reverse=True))
    order = _ordered(nodes)
    for number in order:
        node = nodes[number]
        below = [nodes[target].height for target in node.targets()]
        node.height = max(below, default=-1) + 1
    return Applications(nodes=nodes, order=order)


def _number(
    links: Links, nodes: list[Node]
) -> tuple[dict[int, int], dict[tuple[str, Any], int]]:
    """
    Make a node of each subschema that applies any, and of each choice.

    Returns the numbers by the identity of a subschema, and by what marks the
    targets of a dynamic reference.
    """
    numbers: dict[int, int] = {}
    marks: dict[tuple[str, Any], int] = {}
    for part in links.parts:
        dialect = part.survey.dialect
        applying = dialect.holders | {"$ref"} | dialect.dynamic.keys()
        for found in part.survey.found:
            schema = found.schema
            if isinstance(schema, bool) or id(schema) in numbers:
                continue
            number = LEAF
            if len(nodes) == ROOT or not applying.isdisjoint(schema):
                number = len(nodes)
                nodes.append(Node(part, found))
            numbers[id(schema)] = number
            for marker in dialect.dynamic.values() & schema.keys():
                mark = (marker, schema[marker])
                if mark not in marks:
                    marks[mark] = len(nodes)
                    nodes.append(Node(part, found))
                chooser = nodes[marks[mark]]
                chooser.choices = _with(chooser.choices, number)
    return numbers, marks


def _merge(nodes: list[Node], numbers: list[int]) -> None:
    """Let nodes that apply the same be one; `numbers` has the inner first."""
    kept = list(range(len(nodes)))
    held: dict[tuple[object, ...], int] = {}
    for number in numbers:
        node = nodes[number]
        node.renumber(kept)
        if number != ROOT:
            kept[number] = held.setdefault(node.key(), number)
    if len(held) + 1 < len(numbers):
        for number in numbers:
            if kept[number] == number:
                nodes[number].renumber(kept)
            else:
                nodes[number] = nodes[LEAF]


def _connect(
    node: Node,
    links: Links,
    numbers: dict[int, int],
    marks: dict[tuple[str, Any], int],
) -> None:
    schema = node.found.schema
    dialect = node.part.survey.dialect
    refs = {
        keyword: links.targets[id(schema), keyword]
        for keyword in ("$ref", *dialect.dynamic)
        if (id(schema), keyword) in links.targets
    }
    for keyword, target in refs.items():
        mark = _mark(target, schema, keyword, dialect)
        if mark in marks:
            node.chosen = _with(node.chosen, marks[mark])
        else:
            node.refs = _with(node.refs, numbers.get(id(target), LEAF))
    if dialect.ref_stands_alone and "$ref" in refs:
        return
    for steps, child in children(schema, dialect.subschemas):
        keyword = str(steps[0])
        if keyword not in dialect.stored:
            number = numbers.get(id(child), LEAF)
            if keyword in dialect.in_place:
                node.in_place = _with(node.in_place, number)
            else:
                _hang(node, keyword, steps[-1], number)


def _mark(
    target: JSONSchema, schema: Any, keyword: str, dialect: Dialect
) -> tuple[str, Any]:
    """
    Return what marks all the targets that a reference may have.

    A `$dynamicRef` is dynamic only where its first target carries the
    `$dynamicAnchor` that it names (2020-12 core, section 8.2.3.2), a
    `$recursiveRef` where that carries `"$recursiveAnchor": true`.
    """
    marker = dialect.dynamic.get(keyword, "")
    if not marker or isinstance(target, bool):
        return ("", "")
    value = target.get(marker)
    fragment = schema[keyword].partition("#")[2] or True
    return (marker, value) if value == fragment else ("", "")


def _hang(node: Node, keyword: str, step: str | int, number: int) -> None:
    """Note a subschema that sees a part of the value."""
    if keyword == "properties":
        node.names = node.names or {}
        node.names[str(step)] = number
    elif keyword == "patternProperties":
        node.patterns = _with(node.patterns, (str(step), number))
    elif keyword == "additionalProperties":
        node.rest = number
    elif isinstance(step, int):  # prefixItems, and draft-07's items
        node.prefix = _with(node.prefix, number)
    elif keyword in ("items", "additionalItems"):
        node.items = number
    elif keyword == "propertyNames":
        node.keys = _with(node.keys, number)
    else:  # contains, unevaluatedItems, unevaluatedProperties
        node.each = _with(node.each, number)
        node.asks = node.asks or keyword != "contains"


def _ordered(nodes: list[Node]) -> list[int]:
    """Return the numbers of the nodes, in-place targets first."""
    order: list[int] = []
    state = [0] * len(nodes)
    for start, first in enumerate(nodes):
        stack = [] if state[start] else [(start, iter(first.targets()))]
        while stack:
            number, targets = stack[-1]
            state[number] = 1
            for target in targets:
                if state[target] == 1:
                    raise _cycle(nodes, [entry for entry, _ in stack], target)
                if state[target] == 0:
                    stack.append((target, iter(nodes[target].targets())))
                    break
            else:
                state[number] = 2
                order.append(number)
                stack.pop()
    return order


def _cycle(nodes: list[Node], stack: list[int], target: int) -> Exception:
    """Return the error for a cycle, at the first of its references."""
    ring = [nodes[n] for n in sorted(stack[stack.index(target) :])]
    node, keyword = next(
        (node, keyword)
        for node in ring
        if not node.choices
        for keyword in ("$ref", *node.part.survey.dialect.dynamic)
        if keyword in node.found.schema  # type: ignore[operator]
    )
    return node.part.locate(
        CyclicReferenceError(
            f"`{keyword}` leads back to itself without consuming any of the "
            "value",
            path=(*node.found.path, keyword),
        )
    )
