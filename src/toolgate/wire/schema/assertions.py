"""What several subschemas that hold at once say about types and values."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from toolgate.json_value import equality_key, json_type
from toolgate.schema.patterns.pattern import compile_pattern
from toolgate.unset import UNSET

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolgate.schema.outline import Spot
    from toolgate.typing import JSONValue

TYPES: Final = (
    "string",
    "number",
    "integer",
    "boolean",
    "object",
    "array",
    "null",
)
"""All types, in the order in which they are written."""

Pick: TypeAlias = Callable[[Sequence[Any]], Any]


class Assertion(NamedTuple):
    """A keyword, the type it constrains, and how two of it make one."""

    kind: str
    pick: Pick


def _first(values: Sequence[Any]) -> Any:
    return values[0]


def _multiple(values: Sequence[Any]) -> Any:
    if all(float(value).is_integer() for value in values):
        return math.lcm(*map(int, values))
    return values[0]


ASSERTIONS: Final[Mapping[str, Assertion]] = {
    "minimum": Assertion("number", max),
    "exclusiveMinimum": Assertion("number", max),
    "maximum": Assertion("number", min),
    "exclusiveMaximum": Assertion("number", min),
    "multipleOf": Assertion("number", _multiple),
    "minLength": Assertion("string", max),
    "maxLength": Assertion("string", min),
    "pattern": Assertion("string", _first),
    "format": Assertion("string", _first),
    "contentEncoding": Assertion("string", _first),
    "contentMediaType": Assertion("string", _first),
    "minItems": Assertion("array", max),
    "maxItems": Assertion("array", min),
    "uniqueItems": Assertion("array", max),
    "minProperties": Assertion("object", max),
    "maxProperties": Assertion("object", min),
}
"""The assertions that hold no subschema, and are not about all types."""

STRUCTURE: Final[Mapping[str, str]] = {
    "properties": "object",
    "required": "object",
    "additionalProperties": "object",
    "patternProperties": "object",
    "propertyNames": "object",
    "items": "array",
    "prefixItems": "array",
    "contains": "array",
}


def types_of(schema: Mapping[str, Any]) -> frozenset[str] | None:
    """
    Return the types that a subschema's `type` admits; None for all.

    >>> sorted(types_of({"type": ["string", "null"]}))
    ['null', 'string']
    """
    said = schema.get("type", UNSET)
    if said is UNSET:
        return None
    return frozenset({said} if isinstance(said, str) else said)


def both_types(
    one: frozenset[str] | None, other: frozenset[str] | None
) -> frozenset[str] | None:
    """
    Return the types that two sets of types admit together; None for all.

    >>> both_types(frozenset({"number"}), frozenset({"integer", "null"}))
    frozenset({'integer'})
    """
    if one is None or other is None:
        return other if one is None else one
    found = one & other
    for left, right in ((one, other), (other, one)):
        if "number" in left and "integer" in right:
            found |= {"integer"}
    return found - {"integer"} if "number" in found else found


def merged_types(spots: Iterable[Spot]) -> frozenset[str] | None:
    """Return the types that all of some subschemas admit; None for all."""
    found: frozenset[str] | None = None
    for spot in spots:
        found = both_types(found, types_of(spot.schema))  # type: ignore[arg-type]
    if found is not None and "number" in found:
        found -= {"integer"}
    return found


def merged_values(spots: Iterable[Spot]) -> list[JSONValue] | None:
    """Return the values that all `enum` and `const` admit; None for all."""
    found: list[JSONValue] | None = None
    for spot in spots:
        schema: Any = spot.schema
        sets = [schema["enum"]] if "enum" in schema else []
        if "const" in schema:
            sets.append([schema["const"]])
        for values in sets:
            if found is None:
                found = list(
                    {equality_key(v): v for v in reversed(values)}.values()
                )[::-1]
            else:
                keys = set(map(equality_key, values))
                found = [v for v in found if equality_key(v) in keys]
    return found


def is_of(value: JSONValue, types: Iterable[str] | None) -> bool:
    """
    Tell whether a value is of one of some types; None stands for all.

    >>> is_of(3.0, ["integer"]), is_of(True, ["integer"])
    (True, False)
    """
    if types is None:
        return True
    kind = json_type(value)
    return kind in types or (kind == "integer" and "number" in types)


def kinds_of(values: Iterable[JSONValue]) -> frozenset[str]:
    """Return the types of values; integers beside numbers are numbers."""
    found = frozenset(map(json_type, values))
    return found - {"integer"} if "number" in found else found


def implied_type(spots: Iterable[Spot]) -> str | None:
    """Return the one type that all keywords are about, if there is one."""
    found = set()
    for spot in spots:
        for keyword in spot.schema:  # type: ignore[union-attr]
            if keyword in ASSERTIONS:
                found.add(ASSERTIONS[keyword].kind)
            elif keyword in STRUCTURE:
                found.add(STRUCTURE[keyword])
    return found.pop() if len(found) == 1 else None


_NUMBERS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "minimum": operator.ge,
    "maximum": operator.le,
    "exclusiveMinimum": operator.gt,
    "exclusiveMaximum": operator.lt,
    "multipleOf": lambda value, step: (
        Fraction(str(value)) % Fraction(str(step)) == 0
    ),
}
_TEXTS: Final[Mapping[str, Callable[[str, Any], bool]]] = {
    "minLength": lambda text, least: len(text) >= least,
    "maxLength": lambda text, most: len(text) <= most,
    "pattern": lambda text, pattern: compile_pattern(pattern).search(text),
}


def obeys(value: JSONValue, schema: Any) -> bool:
    """
    Tell whether a text or number obeys the assertions about such values.

    >>> obeys("abc", {"maxLength": 2}), obeys(3, {"maxLength": 2})
    (False, True)
    """
    if isinstance(value, str):
        rules: Mapping[str, Callable[[Any, Any], bool]] = _TEXTS
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        rules = _NUMBERS
    else:
        return True
    return all(
        rule(value, schema[keyword])
        for keyword, rule in rules.items()
        if keyword in schema
    )
