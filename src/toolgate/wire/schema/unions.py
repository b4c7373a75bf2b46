"""Writing unions: `anyOf` and `oneOf`, and types that need one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolgate.json_value import canonical
from toolgate.unset import UNSET
from toolgate.wire.schema.assertions import (
    TYPES,
    both_types,
    implied_type,
    kinds_of,
    merged_types,
    merged_values,
)
from toolgate.wire.schema.draft import (
    ANY_SCALAR,
    View,
    Written,
    any_written,
)
from toolgate.wire.schema.forms import Form
from toolgate.wire.schema.notes import ANNOTATIONS, noted
from toolgate.wire.schema.verdicts import are_disjoint

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolgate.schema.outline import Spot
    from toolgate.wire.schema.draft import Node
    from toolgate.wire.schema.rewriting import Rewriting

_UNIONS: Final = ("anyOf", "oneOf")
_MAX_BRANCHES: Final = 64
_SILENT: Final = frozenset({"$defs", "definitions", "$schema", "$id"})
# Texts may stand for these, where the target does not take them.
_ALIASED: Final = frozenset({"string", "number", "integer", "boolean", "null"})
_NULL: Final = frozenset({"null"})
_STRUCTURED: Final = frozenset({"object", "array"})


class _Union(NamedTuple):
    spot: Spot
    keyword: str
    branches: list[Spot]


def unions_of(spots: Iterable[Spot], view: View) -> list[_Union]:
    """Return the unions in some subschemas that say something."""
    found = []
    for spot in spots:
        for keyword in _UNIONS:
            schema: Any = spot.schema
            if keyword in schema and (
                (id(schema), keyword) not in view.without
            ):
                branches = spot.branches(keyword)
                if keyword == "oneOf" or not _is_any(branches):
                    found.append(_Union(spot, keyword, branches))
    return found


class UnionWriter:
    """
    Writes the unions of subschemas.

    Where a target wants nothing beside `anyOf`, what stands beside a union
    is written into each of its branches.
    """

    def __init__(self, node: Node) -> None:
        self._node = node

    def write(
        self, spots: list[Spot], home: Spot, view: View
    ) -> Written | None:
        """Write what is a union for the target; None for what is none."""
        unions = unions_of(spots, view)
        if unions and self._is_inner(spots, unions, view):
            return self._distributed(spots, home, view, unions)
        if not unions:
            return self._by_type(spots, home, view)
        return None

    def _is_inner(
        self, spots: list[Spot], unions: list[_Union], view: View
    ) -> bool:
        """Tell whether a union must take in all that stands beside it."""
        profile = self._node.run.profile
        if not profile.merges:
            return False
        first: Any = spots[0].schema
        return (
            profile.plain_unions
            or (view.top and "anyOf" in profile.root)
            or len(unions) > 1
            or (
                len(spots) == 1
                and ANNOTATIONS.issuperset(first.keys() - set(_UNIONS))
            )
        )

    def _distributed(
        self,
        spots: list[Spot],
        home: Spot,
        view: View,
        unions: list[_Union],
    ) -> Written:
        union = min(unions, key=lambda each: len(each.branches))
        exclusive(self._node.run, *union)
        held = {(id(union.spot.schema), union.keyword)}
        branches = 1
        for other in unions:
            branches *= len(other.branches)
            if other is not union and branches > _MAX_BRANCHES:
                self._node.run.change(
                    other.spot, other.keyword, UNSET, "widened", "too-many"
                )
                held.add((id(other.spot.schema), other.keyword))
        inner = View(
            only=view.only,
            without=view.without | held,
            silent=view.silent | {id(spot.schema) for spot in spots},
            top=view.top,
        )
        bare = self._says_nothing_else(spots, inner)
        if _is_any(union.branches):
            rest = View(view.only, inner.without, view.silent, view.top)
            return self._node.node(spots, home, rest)
        written = [
            self._node.node([branch])
            if bare
            else self._node.node([*spots, branch], branch, inner)
            for branch in union.branches
        ]
        return any_of(noted(self._node.run, spots, view), written)

    def _says_nothing_else(self, spots: list[Spot], view: View) -> bool:
        if view.only is not None:
            return False
        return all(
            keyword in ANNOTATIONS
            or keyword in _SILENT
            or (id(spot.schema), keyword) in view.without
            for spot in spots
            for keyword in spot.schema  # type: ignore[union-attr]
        )

    def _by_type(
        self, spots: list[Spot], home: Spot, view: View
    ) -> Written | None:
        """Write one branch for each type, where they cannot share one."""
        profile = self._node.run.profile
        types = both_types(merged_types(spots), view.only)
        values = merged_values(spots)
        if values is not None:
            types = both_types(types, kinds_of(values))
            if (
                types is not None
                and not types & _STRUCTURED
                and (profile.aliases or not profile.one_type)
            ):
                if not self._splits_null(types):
                    return None  # one enum holds them all
                return self._split(
                    spots, home, view, [types - {"null"}, _NULL]
                )
        if types is None and profile.one_type and not implied_type(spots):
            types = frozenset(ANY_SCALAR)
            self._node.run.change(
                home, "type", [*ANY_SCALAR], "narrowed", "any-value"
            )
            if not spots:
                return any_written(profile)
        if types is None:
            return None
        real = types - {"null"}
        if len(real) < 2 or not (  # noqa: PLR2004 - one and another
            profile.one_type or (profile.typed and real & _STRUCTURED)
        ):
            return None
        kinds = [frozenset[str]({kind}) for kind in TYPES if kind in types]
        return self._split(spots, home, view, kinds)

    def _splits_null(self, types: frozenset[str]) -> bool:
        profile = self._node.run.profile
        return not (
            profile.one_type
            or "null" in profile.values
            or "null" not in types
            or types == _NULL
        )

    def _split(
        self,
        spots: list[Spot],
        home: Spot,
        view: View,
        kinds: list[frozenset[str]],
    ) -> Written:
        """Write one branch for each of some sets of types."""
        silent = view.silent | {id(spot.schema) for spot in spots}
        written = [
            self._node.node(
                spots,
                home,
                View(only=each, without=view.without, silent=silent),
            )
            for each in kinds
        ]
        return any_of(noted(self._node.run, spots, view), written)


def exclusive(
    run: Rewriting, spot: Spot, keyword: str, branches: list[Spot]
) -> None:
    """Note what is lost where a `oneOf` is written as an `anyOf`."""
    kept = run.profile.values | (_ALIASED if run.profile.aliases else _NULL)
    if keyword != "oneOf" or are_disjoint(run.outline, branches, by=kept):
        return
    schema: Any = spot.schema
    run.change(spot, "oneOf", UNSET, "widened", "overlapping-union")
    if "anyOf" not in schema:
        run.copies[spot.pointer, "anyOf"] = f"{spot.pointer}/oneOf"
        run.change(
            spot, "anyOf", schema["oneOf"], "widened", "overlapping-union"
        )


def _is_any(branches: list[Spot]) -> bool:
    """Tell whether one of some subschemas takes all values."""
    return any(branch.schema in (True, {}) for branch in branches)


def any_of(notes: dict[str, Any], written: Iterable[Written]) -> Written:
    """Return the union of what some branches were written as."""
    kept = [each for each in written if each.schema is not False]
    schemas = {canonical(each.schema): each.schema for each in reversed(kept)}
    found = [*reversed(schemas.values())]
    if not found:
        return Written(False, Form(frozenset()))  # noqa: FBT003
    form = Form()
    form.choose(*(each.form for each in kept))
    if {} in found:
        return Written(notes, form)
    if len(found) == 1:
        only = found[0]
        if isinstance(only, dict) and "$ref" not in only:
            return Written({**notes, **only}, form)
    return Written({**notes, "anyOf": found}, form)
