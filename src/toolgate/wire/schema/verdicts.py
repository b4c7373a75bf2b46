"""
What can be told of a subschema without a value at hand.

Whether null obeys it, whether two have no value in common, whether it leads
back to itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolgate.json_value import equality_key
from toolgate.schema.dialects import children
from toolgate.wire.schema.assertions import (
    TYPES,
    both_types,
    is_of,
    kinds_of,
    merged_types,
    merged_values,
)
from toolgate.wire.schema.cycles import looping

if TYPE_CHECKING:
    from collections.abc import (
        Callable,
        Collection,
        Hashable,
        Iterable,
        Sequence,
    )

    from toolgate.schema.outline import Outline, Spot

_FEW: Final = 32
_NO: Final = frozenset[str]()
_OBJECT: Final = frozenset({"object"})
_LOOKS: Final = 64
"""Subschemas that are looked at to find out what one amounts to."""


def takes_null(outline: Outline, spot: Spot) -> bool:  # noqa: PLR0911 - one verdict a keyword
    """
    Tell whether a subschema accepts null.

    Only what applies to the value itself matters for that, and references
    never lead back in place.
    """
    schema: Any = spot.schema
    if isinstance(schema, bool):
        return schema
    target = outline.target(spot)
    if target is not None and not takes_null(outline, target):
        return False
    if outline.is_alone(spot):
        return True
    types = schema.get("type", "null")
    if "null" not in ([types] if isinstance(types, str) else types):
        return False
    if "const" in schema and schema["const"] is not None:
        return False
    if "enum" in schema and None not in schema["enum"]:
        return False
    return _in_place(outline, spot)


def _in_place(outline: Outline, spot: Spot) -> bool:
    schema: Any = spot.schema

    def verdict(child: Spot) -> bool:
        return takes_null(outline, child)

    if not all(map(verdict, spot.branches("allOf"))):
        return False
    if "anyOf" in schema and not any(map(verdict, spot.branches("anyOf"))):
        return False
    if "oneOf" in schema and sum(map(verdict, spot.branches("oneOf"))) != 1:
        return False
    if "not" in schema and verdict(spot.at("not")):
        return False
    if "if" in schema:
        chosen = "then" if verdict(spot.at("if")) else "else"
        return chosen not in schema or verdict(spot.at(chosen))
    return True


class Outlook(NamedTuple):
    """What is known of all values of a subschema."""

    types: frozenset[str] | None
    values: frozenset[Hashable] | None
    tags: dict[str, frozenset[Hashable]]


def are_disjoint(
    outline: Outline, branches: Sequence[Spot], *, by: Collection[str] = TYPES
) -> bool:
    """
    Tell whether no value obeys two of some subschemas, for certain.

    By their types, by their values, or by a property that each requires;
    values count where all are of the types `by`.
    """
    looks = [outlook(outline, branch, by) for branch in branches]
    if len(looks) <= _FEW:
        return _each_apart(looks)
    # One pass each must do for many: what it does not see counts as shared.
    listed = [one for one in looks if one.values is not None]
    objects = [
        one for one in looks if one.values is None and one.types == _OBJECT
    ]
    rest = [
        one for one in looks if one.values is None and one.types != _OBJECT
    ]
    groups = [Outlook(_any_of(part), None, {}) for part in (listed, objects)]
    return (
        len(rest) <= _FEW
        and _each_apart([*rest, *(one for one in groups if one.types != _NO)])
        and _are_told(one.values for one in listed)
        and (not objects or _are_tagged(objects))
    )


def _each_apart(looks: Sequence[Outlook]) -> bool:
    return all(
        _apart(one, other)
        for index, one in enumerate(looks)
        for other in looks[:index]
    )


def _any_of(looks: Sequence[Outlook]) -> frozenset[str]:
    """Return the types of which one of some outlooks may be; all are known."""
    return frozenset().union(*(one.types or () for one in looks))


def _are_told(values: Iterable[frozenset[Hashable] | None]) -> bool:
    """Tell whether no value is in two of some sets."""
    sets = [held for held in values if held is not None]
    return sum(map(len, sets)) == len(frozenset().union(*sets))


def _are_tagged(objects: Sequence[Outlook]) -> bool:
    """Tell whether one property has another value in each of some objects."""
    shared = set(objects[0].tags).intersection(*(one.tags for one in objects))
    return any(_are_told(one.tags[tag] for one in objects) for tag in shared)


def outlook(
    outline: Outline, spot: Spot, by: Collection[str] = TYPES
) -> Outlook:
    """Return what is known of the values of a subschema."""
    spots = _conjoined(outline, spot)
    types, values = merged_types(spots), merged_values(spots)
    if values is not None:
        types = both_types(types, _loosely(kinds_of(values)))
    tags: dict[str, frozenset[Hashable]] = {}
    required = {
        name
        for each in spots
        for name in each.schema.get("required", ())  # type: ignore[union-attr]
    }
    for each in spots:
        for name, child in each.members("properties"):
            if name in required and isinstance(child.schema, dict):
                found = merged_values(_conjoined(outline, child))
                if found is not None and all(is_of(v, by) for v in found):
                    tags.setdefault(name, frozenset(map(equality_key, found)))
    keys = None
    if values is not None and all(is_of(value, by) for value in values):
        keys = frozenset(map(equality_key, values))
    return Outlook(types, keys, tags)


def _loosely(kinds: frozenset[str]) -> frozenset[str]:
    return kinds | {"integer"} if "number" in kinds else kinds


def _conjoined(outline: Outline, spot: Spot) -> list[Spot]:
    """Return the subschemas that hold with one: by `allOf` and by `$ref`."""
    found: list[Spot] = []
    stack = [spot]
    while stack and len(found) < _LOOKS:
        here = stack.pop()
        if isinstance(here.schema, bool):
            continue
        target = outline.target(here)
        if target is not None:
            stack.append(target)
        if not outline.is_alone(here):
            found.append(here)
            stack += here.branches("allOf")
    return found


def _apart(one: Outlook, other: Outlook) -> bool:
    types = both_types(one.types, other.types)
    if types == frozenset():
        return True
    if one.values is not None and other.values is not None:
        return not one.values & other.values
    return types == _OBJECT and any(
        name in other.tags and not values & other.tags[name]
        for name, values in one.tags.items()
    )


def recursive(outline: Outline) -> frozenset[int]:
    """
    Return the identities of the schemas that references lead back to.

    From inside of them: one that holds a reference to what is around it
    counts, and so does one that takes a detour.
    """
    targets = {id(spot.schema): spot for spot in outline.targets()}
    graph: dict[int, set[int]] = {key: set() for key in targets}
    for key, start in targets.items():
        for found in _below(outline, start):
            if found is not start and id(found.schema) in targets:
                graph[key].add(id(found.schema))
            target = outline.target(found)
            if target is not None and not isinstance(target.schema, bool):
                graph[key].add(id(target.schema))
    return frozenset(looping(graph))


def _below(outline: Outline, spot: Spot) -> Iterable[Spot]:
    """Yield a subschema and those in it that are no definitions."""
    dialect = outline.dialect(spot)
    stack = [spot]
    while stack:
        here = stack.pop()
        if isinstance(here.schema, bool):
            continue
        yield here
        for steps, child in children(here.schema, dialect.subschemas):
            if steps[0] not in dialect.stored:
                stack.append(
                    here._replace(schema=child, path=here.path + steps)
                )


def carries(
    outline: Outline, spot: Spot, fits: Callable[[Spot], bool]
) -> bool:
    """Tell whether a subschema, and all that it leads to, fits a target."""
    known: set[int] = set()
    stack = [spot]
    while stack:
        for found in _below(outline, stack.pop()):
            if not fits(found):
                return False
            target = outline.target(found)
            if target is not None and id(target.schema) not in known:
                known.add(id(target.schema))
                stack.append(target)
    return True
