"""
The keywords that judge an array or an object as a whole.

JSON Schema validation, sections 6.4 and 6.5, and those of core, section
10.3, that are `false`: they end an array or close an object.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final

from toolgate.json_value import equality_key
from toolgate.schema.failures import frozen
from toolgate.schema.keywords import Asked, Assertion, Maker, size

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolgate.typing import JSONValue

_PAIR: Final = 2
_EXACT: Final = 2**53


def _unique_items(asked: Asked) -> Assertion | None:
    if not asked.value:
        return None

    def test(items: JSONValue) -> bool:
        if type(items) is not list or len(items) < _PAIR:
            return True
        kinds = set(map(type, items))
        if kinds == {str} or (
            # Longer ones share hashes that somebody may have chosen.
            kinds == {int} and min(items) > -_EXACT and max(items) < _EXACT
        ):
            return len(set(items)) == len(items)
        return len(set(map(equality_key, items))) == len(items)

    return Assertion(keyword="uniqueItems", test=test, expected=True)


def _required(asked: Asked) -> Assertion:
    names_in_order = tuple(asked.value)
    needed = frozenset(names_in_order)

    def test(members: JSONValue) -> bool:
        return type(members) is not dict or members.keys() >= needed

    def names(members: JSONValue) -> Iterator[str]:
        return (name for name in names_in_order if name not in members)

    return Assertion(
        keyword="required",
        test=test,
        expected=frozen(asked.value),
        names=names,
    )


def _dependents(keyword: str) -> Maker:
    def make(asked: Asked) -> Assertion | None:
        # In draft-07 and earlier a dependency may be a schema as well.
        needs = {
            name: tuple(each)
            for name, each in asked.value.items()
            if isinstance(each, list)
        }
        if not needs:
            return None

        def names(members: JSONValue) -> Iterator[str]:
            few = members if len(members) < len(needs) else needs
            missing = (
                needed
                for name in few
                if name in members and name in needs
                for needed in needs[name]
                if needed not in members
            )
            told: set[str] = set()
            for name in missing:
                if name not in told:
                    told.add(name)
                    yield name

        def test(members: JSONValue) -> bool:
            return (
                type(members) is not dict or next(names(members), None) is None
            )

        return Assertion(keyword=keyword, test=test, names=names)

    return make


def _additional_properties(asked: Asked) -> Assertion | None:
    if asked.value is not False:
        return None
    declared = tuple(asked.schema.get("properties", ()))
    allowed = frozenset(declared)
    searches = tuple(
        asked.setting.patterns[pattern].search
        for pattern in asked.schema.get("patternProperties", ())
    )

    def names(members: JSONValue) -> Iterator[str]:
        for name in members:
            if name not in allowed and not any(
                search(name) for search in searches
            ):
                yield name

    def test(members: JSONValue) -> bool:
        if type(members) is not dict or members.keys() <= allowed:
            return True
        return bool(searches) and next(names(members), None) is None

    return Assertion(
        keyword="additionalProperties",
        test=test,
        # Where patterns allow some, no list of names says which.
        expected=None if searches and not declared else declared,
        names=names,
        closes=True,
    )


def _items(asked: Asked) -> Assertion | None:
    if asked.value is not False:
        return None
    if not asked.setting.prefix_items:
        return _at_most("items", 0)
    return _at_most("items", len(asked.schema.get("prefixItems", ())))


def _additional_items(asked: Asked) -> Assertion | None:
    before = asked.schema.get("items")
    # It says nothing where `items` is absent or one schema for all.
    if asked.value is not False or not isinstance(before, list):
        return None
    return _at_most("additionalItems", len(before))


def _at_most(keyword: str, most: int) -> Assertion:
    return Assertion(
        keyword=keyword,
        test=lambda items: type(items) is not list or len(items) <= most,
        expected=False,
    )


CONTAINER_KEYWORDS: Final[Mapping[str, Maker]] = {
    "minItems": size("minItems", list, operator.ge),
    "maxItems": size("maxItems", list, operator.le),
    "uniqueItems": _unique_items,
    "items": _items,
    "additionalItems": _additional_items,
    "minProperties": size("minProperties", dict, operator.ge),
    "maxProperties": size("maxProperties", dict, operator.le),
    "required": _required,
    "dependentRequired": _dependents("dependentRequired"),
    "dependencies": _dependents("dependencies"),
    "additionalProperties": _additional_properties,
}
"""How to make an assertion of each of these keywords."""
