"""What the keywords of a schema cost, beyond that a subschema is tried."""

from __future__ import annotations

import marshal
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolgate.exceptions import SchemaError, SchemaLimitError
from toolgate.schema.cost import SATURATED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import ModuleType

    from toolgate.schema.patterns.pattern import Pattern
    from toolgate.schema.references import Links
    from toolgate.schema.walk import Survey
    from toolgate.typing import Path

# Moves for each byte of a value; a move takes some tens of nanoseconds.
_UNIQUE: Final = 6
_LINEAR: Final = 2
_STEPPED: Final = 4
# An automaton of so few positions has few enough states to keep them all;
# a larger one may have to be stepped position by position.
_KEPT_WHOLE: Final = 12

# Twice what one pattern may have; an engine compiles so many in some 0.3 s.
MAX_PATTERNS: Final = 400_000
"""Estimated UTF-8 states of all the patterns of a schema."""

FREE: Final = 16
"""Up to that many moves a byte, values need not be weighed."""

_BYTES_A_PART: Final = 5
_DEPENDENTS: Final = ("dependentRequired", "dependencies")
_WEIGHTY: Final = frozenset(
    ("uniqueItems", "pattern", "patternProperties", "enum", "const")
).union(_DEPENDENTS)
_UNEVALUATED: Final = frozenset(("unevaluatedItems", "unevaluatedProperties"))
_TELLING: Final = _WEIGHTY | _UNEVALUATED


class Load(NamedTuple):
    """Moves that one subschema asks for at most, and all together."""

    most: int = 0
    total: int = 0

    def add(self, moves: int) -> Load:
        """Count one subschema more."""
        return Load(max(self.most, moves), self.total + moves)

    def shared(self, times: int) -> int:
        """Bound the moves where so many subschemas see one value."""
        return min(self.total, self.most * times)


class Weights(NamedTuple):
    """
    What the keywords of a schema cost, in moves.

    `scans` is for each byte of a value: patterns and `uniqueItems`. `parts`
    is for each array and object: `enum`s that hold some, and lists of
    dependencies. `values` is for each value: `enum`s of many kinds. `nested`
    is how often `uniqueItems` may look at one byte on its way down, None: as
    often as the value is deep.

    >>> Weights(scans=Load(4, 10)).scans.shared(2)
    8
    """

    scans: Load = Load()
    parts: Load = Load()
    values: Load = Load()
    nested: int | None = 1


@cache
def _patterns() -> ModuleType:
    from toolgate.schema.patterns import pattern  # noqa: PLC0415 - for few

    return pattern


def patterns_of(links: Links) -> dict[str, Pattern]:
    """
    Compile all the patterns of a schema and of what it reaches.

    Raises `UnsupportedPatternError` for one that cannot be used, and
    `SchemaLimitError` at the one that makes them more than `MAX_PATTERNS`.
    """
    found: dict[str, Pattern] = {}
    weight = 0
    for part in links.parts:
        for path, pattern in part.survey.patterns:
            if pattern in found:
                continue
            try:
                made = found[pattern] = _patterns().compile_pattern(pattern)
            except SchemaError as error:
                error.path = path
                raise part.locate(error) from None
            weight += made.weight
            if weight > MAX_PATTERNS:
                raise part.locate(
                    SchemaLimitError(
                        "the patterns together have more than "
                        f"{MAX_PATTERNS} UTF-8 states",
                        path=path,
                    )
                )
    return found


def weigh(
    surveys: Iterable[Survey], patterns: Mapping[str, Pattern]
) -> Weights:
    """Weigh the keywords of a schema and of all that it reaches."""
    scans = parts = values = Load()
    unique: set[Path] = set()
    again = refs = False
    for notes in surveys:
        refs = refs or bool(notes.refs)
        for path, schema, _ in notes.found:
            if isinstance(schema, bool):
                continue
            if _TELLING.isdisjoint(schema):
                continue
            again = again or not _UNEVALUATED.isdisjoint(schema)
            scans = scans.add(_scans(schema, patterns))
            part, value = _tables(schema)
            parts, values = parts.add(part), values.add(value)
            if schema.get("uniqueItems"):
                unique.add(path)
    if refs or again:
        # One subschema may see one value more than once.
        scans, parts, values = (
            Load(load.most, SATURATED if load.most else 0)
            for load in (scans, parts, values)
        )
    nested = None if refs and unique else _nested(unique)
    return Weights(scans, parts, values, nested)


def _nested(paths: set[Path]) -> int:
    return max(
        (
            sum(path[:end] in paths for end in range(len(path) + 1))
            for path in paths
        ),
        default=1,
    )


def _scans(schema: Mapping[str, Any], patterns: Mapping[str, Pattern]) -> int:
    moves = _UNIQUE if schema.get("uniqueItems") else 0
    if "pattern" in schema:
        moves += _searching(patterns[schema["pattern"]])
    for pattern in schema.get("patternProperties", ()):
        moves += _searching(patterns[pattern])
    return moves


def _searching(pattern: Pattern) -> int:
    if pattern.linear:
        return _LINEAR
    if pattern.positions <= _KEPT_WHOLE:
        return _STEPPED
    return max(pattern.positions, FREE + 1)


def _tables(schema: Mapping[str, Any]) -> tuple[int, int]:
    """Return the moves for an array or object, and those for any value."""
    parts = values = 0
    for keyword in _DEPENDENTS:
        for names in schema.get(keyword, {}).values():
            parts += 1 + (len(names) if isinstance(names, list) else 0)
    members = list(schema.get("enum", ()))
    if "const" in schema:
        members.append(schema["const"])
    kinds = set(map(type, members))
    if kinds & {list, dict}:
        parts += len(marshal.dumps(members, 2)) // _BYTES_A_PART
    if kinds - {list, dict} and kinds not in ({str}, {int}):
        # Those of one kind are looked up, others are tried in turn.
        values = len(members)
    return parts, values


def is_light(weights: Weights, times: int) -> bool:
    """Whether no value can cost much that `times` subschemas see."""
    nested = 64 if weights.nested is None else weights.nested
    return (
        weights.scans.shared(times * nested) <= FREE
        and weights.parts.shared(times) <= FREE * 4
        and weights.values.shared(times) <= FREE * 4
    )
