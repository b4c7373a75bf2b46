"""How the keywords that need verdicts of subschemas are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from toolgate.schema.applicators import Build
from toolgate.schema.descent import Fork
from toolgate.schema.members import Contains, PropertyNames, Unevaluated
from toolgate.schema.unions import AnyOf, If, Not, OneOf

Maker: TypeAlias = Callable[[Build], Fork]


def _union(kind: type[AnyOf]) -> Maker:
    def make(build: Build) -> Fork:
        nodes = [build.child(each) for each in build.value]
        build.node.maybe += nodes
        return kind(nodes)

    return make


def _not(build: Build) -> Fork:
    return Not(build.child(build.value))


def _if(build: Build) -> Fork:
    then, otherwise = (
        build.child(build.schema[keyword]) if keyword in build.schema else None
        for keyword in ("then", "else")
    )
    node = build.child(build.value)
    build.node.maybe += [
        one for one in (node, then, otherwise) if one is not None
    ]
    return If(node, then, otherwise)


def _contains(build: Build) -> Fork:
    counted = build.setting.counted_contains
    return Contains(
        build.child(build.value),
        build.schema.get("minContains", 1) if counted else 1,
        build.schema.get("maxContains") if counted else None,
        marks=build.setting.prefix_items,
    )


def _property_names(build: Build) -> Fork:
    return PropertyNames(build.child(build.value))


def _unevaluated(keyword: str, kind: type) -> Maker:
    def make(build: Build) -> Fork:
        build.node.covers_rest |= {kind}
        node = None if build.value is False else build.child(build.value)
        return Unevaluated(keyword, kind, build.node, node)

    return make


FORKS: Final[Mapping[str, Maker]] = {
    "anyOf": _union(AnyOf),
    "oneOf": _union(OneOf),
    "not": _not,
    "if": _if,
    "contains": _contains,
    "propertyNames": _property_names,
    "unevaluatedItems": _unevaluated("unevaluatedItems", list),
    "unevaluatedProperties": _unevaluated("unevaluatedProperties", dict),
}
"""How to make a fork of each of these keywords."""
