"""
The keywords whose subschemas must all hold, each for a part of the value.

JSON Schema 2020-12 core, section 10; draft-07 validation, section 6. Each
maker returns a function that pairs subschemas with what they apply to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from toolgate.schema.nodes import Node, Part, Parts, Scope

if TYPE_CHECKING:
    from toolgate.schema.keywords import Setting
    from toolgate.typing import JSONSchema, JSONValue


class Build(Protocol):
    """
    What a maker needs while the node of a schema is built.

    `value` is that of the keyword in question, in `schema`.
    """

    node: Node
    setting: Setting
    schema: Mapping[str, Any]
    value: Any

    def child(self, schema: JSONSchema) -> Node:
        """Return the node of a direct subschema."""

    def target(self, keyword: str) -> Node:
        """Return the node that a reference leads to."""

    def dynamic_target(self, keyword: str, reference: str) -> Parts | None:
        """Return the parts of a dynamic reference; None if it is plain."""


Maker: TypeAlias = Callable[[Build], Parts | None]


def _nothing(_value: JSONValue, _scope: Scope) -> Iterable[Part]:
    return ()


def _properties(build: Build) -> Parts:
    children = {name: build.child(each) for name, each in build.value.items()}
    build.node.properties = children
    pairs = tuple(children.items())

    def parts(members: JSONValue, _: Scope) -> Iterable[Part]:
        if type(members) is not dict:
            return ()
        if len(members) < len(pairs):
            return [
                (children[name], member, name, name)
                for name, member in members.items()
                if name in children
            ]
        return [
            (child, members[name], name, name)
            for name, child in pairs
            if name in members
        ]

    return parts


def _pattern_properties(build: Build) -> Parts:
    patterns = tuple(
        (pattern, build.setting.patterns[pattern].search, build.child(each))
        for pattern, each in build.value.items()
    )

    def parts(members: JSONValue, _: Scope) -> Iterator[Part]:
        if type(members) is not dict:
            return
        for name, member in members.items():
            for pattern, search, child in patterns:
                if search(name):
                    yield child, member, name, pattern

    return parts


def _additional_properties(build: Build) -> Parts:
    build.node.covers |= {dict}
    if build.value is False:  # an assertion: it names all that is too many
        return _nothing
    child = build.child(build.value)
    declared = frozenset(build.schema.get("properties", ()))
    searches = tuple(
        build.setting.patterns[pattern].search
        for pattern in build.schema.get("patternProperties", ())
    )

    def parts(members: JSONValue, _: Scope) -> Iterator[Part]:
        if type(members) is not dict:
            return
        for name, member in members.items():
            if name not in declared and not any(
                search(name) for search in searches
            ):
                yield child, member, name, None

    return parts


def _prefix(nodes: list[Node]) -> Parts:
    def parts(items: JSONValue, _: Scope) -> Iterator[Part]:
        if type(items) is list:
            for index, (child, item) in enumerate(
                zip(nodes, items, strict=False)
            ):
                yield child, item, index, index

    return parts


def _rest(child: Node, first: int) -> Parts:
    def parts(items: JSONValue, _: Scope) -> Iterator[Part]:
        if type(items) is list:
            for index in range(first, len(items)):
                yield child, items[index], index, None

    return parts


def _prefix_items(build: Build) -> Parts:
    return _prefix([build.child(each) for each in build.value])


def _items(build: Build) -> Parts:
    if isinstance(build.value, list):
        return _prefix([build.child(each) for each in build.value])
    build.node.covers |= {list}
    if build.value is False:  # an assertion
        return _nothing
    child = build.child(build.value)
    if not build.setting.prefix_items:
        return _rest(child, 0)
    return _rest(child, len(build.schema.get("prefixItems", ())))


def _additional_items(build: Build) -> Parts | None:
    before = build.schema.get("items")
    if not isinstance(before, list):
        return None
    build.node.covers |= {list}
    if build.value is False:  # an assertion
        return _nothing
    return _rest(build.child(build.value), len(before))


def _all_of(build: Build) -> Parts:
    nodes = [build.child(each) for each in build.value]
    build.node.same += nodes

    def parts(same: JSONValue, _: Scope) -> Iterator[Part]:
        for index, child in enumerate(nodes):
            yield child, same, None, index

    return parts


def _dependents(build: Build) -> Parts | None:
    nodes = {
        name: build.child(each)
        for name, each in build.value.items()
        if not isinstance(each, list)  # an assertion
    }
    if not nodes:
        return None
    build.node.maybe += nodes.values()

    def parts(members: JSONValue, _: Scope) -> Iterator[Part]:
        if type(members) is dict:
            for name, child in nodes.items():
                if name in members:
                    yield child, members, None, name

    return parts


def _reference(keyword: str) -> Maker:
    def make(build: Build) -> Parts:
        child = build.target(keyword)
        build.node.same.append(child)
        if keyword != "$ref":
            dynamic = build.dynamic_target(keyword, build.value)
            if dynamic is not None:
                return dynamic

        def parts(same: JSONValue, _: Scope) -> Iterable[Part]:
            return ((child, same, None, None),)

        return parts

    return make


APPLICATORS: Final[Mapping[str, Maker]] = {
    "$ref": _reference("$ref"),
    "$dynamicRef": _reference("$dynamicRef"),
    "$recursiveRef": _reference("$recursiveRef"),
    "properties": _properties,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional_properties,
    "prefixItems": _prefix_items,
    "items": _items,
    "additionalItems": _additional_items,
    "allOf": _all_of,
    "dependentSchemas": _dependents,
    "dependencies": _dependents,
}
"""How to make the parts of a keyword; None where it has none."""
