"""From a checked schema to its graph of nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from toolgate.schema.applicators import APPLICATORS
from toolgate.schema.containers import CONTAINER_KEYWORDS
from toolgate.schema.forks import FORKS
from toolgate.schema.keywords import (
    NEVER,
    VALUE_KEYWORDS,
    Asked,
    Assertion,
    Setting,
)
from toolgate.schema.nodes import Conjunction, Node, Part, Parts, Scope

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from toolgate.schema.descent import Fork
    from toolgate.schema.dialects import Dialect
    from toolgate.schema.patterns.pattern import Pattern
    from toolgate.schema.reach import Reach
    from toolgate.typing import JSONSchema, JSONValue

ASSERTIONS: Final = {**VALUE_KEYWORDS, **CONTAINER_KEYWORDS}
_REMEMBERING: Final = frozenset(("unevaluatedItems", "unevaluatedProperties"))


class Graph:
    """
    The nodes of a schema.

    `root` is where a walk begins, with `scope`. `memory` says whether walks
    have to remember verdicts.
    """

    def __init__(
        self,
        document: JSONSchema,
        dialect: Dialect,
        *,
        leads: Reach,
        patterns: Mapping[str, Pattern],
        formats: Mapping[str, Callable[[str], bool]],
    ) -> None:
        self.leads = leads
        self._patterns = patterns
        self._formats = formats
        self._settings: dict[str, Setting] = {}
        self._nodes: dict[int, Node] = {}
        self._todo: list[tuple[Node, dict[str, Any], Dialect]] = []
        self.memory = False
        self._dynamic = False
        self._anchored: dict[str, dict[str, Node]] = {}
        self.root = self.node(document, "", dialect)
        while self._todo:
            self._fill(*self._todo.pop())
        self.scope: Scope = () if self._dynamic else None

    def node(self, schema: JSONSchema, base: str, dialect: Dialect) -> Node:
        """Return the node of a schema, to be filled later if it is new."""
        if isinstance(schema, bool):
            return _ALWAYS if schema else _NEVER
        known = self._nodes.get(id(schema))
        if known is None:
            base, dialect = self.leads.places.get(id(schema), (base, dialect))
            known = self._nodes[id(schema)] = Node(base)
            self._todo.append((known, schema, dialect))  # type: ignore[arg-type]
        return known

    def dynamic(self, name: str, fallback: Node) -> Parts:
        """Return the part of a reference that looks at what was entered."""
        self._dynamic = True
        if name not in self._anchored:
            # One table for all the references to that name.
            self._anchored[name] = {
                base: self.node(schema, base, self.leads.places[id(schema)][1])
                for (base, anchor), schema in self.leads.dynamic.items()
                if anchor == name
            }
        targets = self._anchored[name]

        def parts(value: JSONValue, scope: Scope) -> Iterable[Part]:
            for base in scope or ():
                if base in targets:
                    return ((targets[base], value, None, None),)
            return ((fallback, value, None, None),)

        return parts

    def _fill(
        self, node: Node, schema: dict[str, Any], dialect: Dialect
    ) -> None:
        build = _Building(self, node, schema, dialect)
        assertions: list[Assertion] = []
        conjunctions: list[Conjunction] = []
        forks: list[Fork] = []
        keywords = dialect.validator_class.VALIDATORS
        if dialect.ref_stands_alone and "$ref" in schema:
            keywords = ("$ref",)
        for keyword, value in schema.items():
            if keyword not in keywords:
                continue
            build.value = value
            if keyword in ASSERTIONS:
                one = ASSERTIONS[keyword](Asked(value, schema, build.setting))
                if one is not None:
                    assertions.append(one)
            if keyword in APPLICATORS:
                parts = APPLICATORS[keyword](build)
                if parts is not None:
                    conjunctions.append(Conjunction(keyword, parts))
            elif keyword in FORKS:
                forks.append(FORKS[keyword](build))
                self.memory = self.memory or keyword in _REMEMBERING
        # As tuples: all that are empty are one, and most are.
        node.assertions = tuple(assertions)
        node.tests = tuple(one.test for one in assertions)
        node.conjunctions, node.forks = tuple(conjunctions), tuple(forks)
        node.leaf = not conjunctions and not forks
        node.covers_rest |= node.covers

    def setting(self, dialect: Dialect) -> Setting:
        """Return what the keywords of one dialect need."""
        setting = self._settings.get(dialect.name)
        if setting is None:
            keywords = dialect.validator_class.VALIDATORS
            setting = self._settings[dialect.name] = Setting(
                patterns=self._patterns,
                formats=self._formats,
                prefix_items="prefixItems" in keywords,
                counted_contains="dependentSchemas" in keywords,
            )
        return setting


class _Building:
    """The node of one schema, while it is filled."""

    __slots__ = ("_dialect", "_graph", "node", "schema", "setting", "value")

    def __init__(
        self,
        graph: Graph,
        node: Node,
        schema: dict[str, Any],
        dialect: Dialect,
    ) -> None:
        self._graph, self._dialect = graph, dialect
        self.schema: Mapping[str, Any] = schema
        self.value: Any = None
        self.node = node
        self.setting = graph.setting(dialect)

    def child(self, schema: JSONSchema) -> Node:
        """Return the node of a direct subschema."""
        return self._graph.node(schema, self.node.base, self._dialect)

    def target(self, keyword: str) -> Node:
        """Return the node that a reference leads to."""
        return self.child(self._graph.leads.targets[id(self.schema), keyword])

    def dynamic_target(self, keyword: str, reference: str) -> Parts | None:
        """Return the parts of a dynamic reference; None if it is plain."""
        target = self._graph.leads.targets[id(self.schema), keyword]
        anchor = self._dialect.dynamic[keyword]
        if isinstance(target, bool):
            return None
        name: object = unquote(reference.partition("#")[2])
        if anchor == "$recursiveAnchor":
            name = True
        if target.get(anchor) != name or name == "":
            return None
        return self._graph.dynamic(
            "" if name is True else str(name), self.child(target)
        )


_ALWAYS: Final = Node("")
_NEVER: Final = Node("", (NEVER,))
