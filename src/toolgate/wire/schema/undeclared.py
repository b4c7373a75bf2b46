"""What is asked of the members of an object, beside its `properties`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolgate.schema.patterns.pattern import compile_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable, Sized

    from toolgate.schema.outline import Spot
    from toolgate.wire.schema.rewriting import Rewriting


class Others:
    """What a subschema asks of members, beside its `properties`."""

    def __init__(self, spot: Spot) -> None:
        schema = _held(spot)
        self.declared: Any = schema.get("properties", ())
        self.patterns = [
            (compile_pattern(pattern), child)
            for pattern, child in spot.members("patternProperties")
        ]
        self.rest: Spot | None = None
        if "additionalProperties" in schema:
            self.rest = spot.at("additionalProperties")

    def beside(self, name: str) -> list[Spot]:
        """Return the subschemas that hold for a member of some name."""
        found = [
            child for pattern, child in self.patterns if pattern.search(name)
        ]
        if not found and self.rest and name not in self.declared:
            found.append(self.rest)
        return [child for child in found if child.schema is not True]


def asking_of(spots: Iterable[Spot]) -> list[Others]:
    """Return what is asked by those subschemas that ask anything."""
    return [
        Others(spot)
        for spot in spots
        if _held(spot).get("patternProperties")
        or _held(spot).get("additionalProperties", True) is not True
    ]


def hold_against(
    run: Rewriting, home: Spot, names: Sized, asking: list[Others]
) -> None:
    """Count names that meet the rules for others; refuse too many."""
    rules = sum(1 + len(each.patterns) for each in asking)
    run.hold_against(len(names), rules, home)


def _held(spot: Spot) -> Any:
    return {} if isinstance(spot.schema, bool) else spot.schema
