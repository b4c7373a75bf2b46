"""Conditions on a value: as keywords where JSON Schema has them."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from toolgate.function.raw_keywords import both, tighten
from toolgate.function.scalars import samples_of
from toolgate.function.shape import Refused
from toolgate.function.value_checks import (
    applies,
    check_of,
    predicate,
    shown,
    unfit,
)
from toolgate.json_value import json_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolgate.function.value_checks import Check, Condition
    from toolgate.typing import JSONObject

_NUMBERS: Final = ("integer", "number")
_KEYWORDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "gt": dict.fromkeys(_NUMBERS, "exclusiveMinimum"),
        "ge": dict.fromkeys(_NUMBERS, "minimum"),
        "lt": dict.fromkeys(_NUMBERS, "exclusiveMaximum"),
        "le": dict.fromkeys(_NUMBERS, "maximum"),
        "multiple_of": dict.fromkeys(_NUMBERS, "multipleOf"),
        "min_length": {
            "string": "minLength",
            "array": "minItems",
            "object": "minProperties",
        },
        "max_length": {
            "string": "maxLength",
            "array": "maxItems",
            "object": "maxProperties",
        },
        "pattern": {"string": "pattern"},
    }
)
NAMES: Final = (*_KEYWORDS, "tz", "max_digits", "decimal_places")
"""The conditions that can be told by an attribute of their name."""


def place(
    schema: JSONObject, conditions: list[Condition], *, reads: bool
) -> list[Check]:
    """
    Add conditions to a schema, in place; return what it cannot say.

    `reads` tells that values are read into something else, whose text JSON
    Schema cannot compare: those conditions come back as checks. Where null
    is one of several types, a condition is for the others.

    Raises `Refused` for a condition that does not fit the type, or that
    contradicts another.

    >>> from toolgate.function.value_checks import Condition
    >>> schema = {"type": ["array", "null"]}
    >>> place(schema, [Condition("min_length", 2)], reads=False)
    []
    >>> schema
    {'type': ['array', 'null'], 'minItems': 2}
    """
    _check_bounds(conditions)
    checks = []
    for condition in conditions:
        if condition.name == "predicate":
            checks.append(predicate(condition.value))
            continue
        check = _spread(schema, condition, reads=reads)
        if check:
            checks.append(check)
    return checks


def _spread(
    schema: JSONObject, condition: Condition, *, reads: bool
) -> Check | None:
    """Put a condition to every branch; return what some cannot say."""
    check = None
    branches = list(_branches(schema))
    if not branches:
        raise unfit(condition, "null")
    for branch in branches:
        samples = samples_of(branch) if reads else ()
        if not samples:
            _add(branch, condition)
            continue
        check = check or check_of(condition)
        if not any(applies(check, sample) for sample in samples):
            raise unfit(condition, type(samples[0]).__name__)
    return check


def _branches(schema: JSONObject) -> Iterator[JSONObject]:
    """Yield the alternatives of a schema but null."""
    if "anyOf" not in schema or "type" in schema:
        yield schema
        return
    for branch in schema["anyOf"]:
        if branch.get("type") != "null":
            yield from _branches(branch)


def _add(branch: JSONObject, condition: Condition) -> None:
    kinds = _kinds(branch) - {"null"}
    keywords = {_KEYWORDS.get(condition.name, {}).get(kind) for kind in kinds}
    if not keywords or None in keywords:
        raise unfit(condition, " or ".join(sorted(kinds)) or "several types")
    for keyword in keywords:
        _set(branch, str(keyword), condition)


def _kinds(branch: JSONObject) -> set[str]:
    kind = branch.get("type")
    if type(kind) is str:
        return {kind}
    if kind is not None:
        return set(kind)
    return {json_type(value) for value in branch.get("enum", ())}


def _set(branch: JSONObject, keyword: str, condition: Condition) -> None:
    name, value = condition
    if name == "pattern":
        fits = type(value) is str
    elif name.endswith("_length"):
        fits = type(value) is int and value >= 0
    else:
        fits = type(value) in {int, float} and math.isfinite(value)
        fits = fits and (name != "multiple_of" or value > 0)
    if not fits:
        raise unfit(condition, " or ".join(sorted(_kinds(branch))))
    if name not in {"pattern", "multiple_of"}:
        tighten(branch, keyword, value)
    elif branch.get(keyword, value) == value:
        branch[keyword] = value
    else:
        both(branch, {keyword: value})


def _check_bounds(conditions: list[Condition]) -> None:
    """Refuse bounds that leave nothing between them."""
    for low in conditions:
        for high in conditions:
            if low.name not in {"gt", "ge"} or high.name not in {"lt", "le"}:
                continue
            try:
                empty = low.value > high.value or (
                    low.value == high.value
                    and (low.name, high.name) != ("ge", "le")
                )
            except (TypeError, ArithmeticError):
                # They fit no one type; which of them is found later.
                continue
            if empty:
                raise Refused(
                    f"has {low.name}={shown(low.value)} and "
                    f"{high.name}={shown(high.value)}, and no value is both"
                )
