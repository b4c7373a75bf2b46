"""Keywords of one schema that leave no value between them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

from toolgate.function.raw_keywords import TIGHTER
from toolgate.function.shape import Refused
from toolgate.json_value import equality_key, json_type

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolgate.typing import JSONObject

_SIZES: Final = tuple(
    (f"min{of}", f"max{of}") for of in ("Length", "Items", "Properties")
)
_LOWS: Final = ("minimum", "exclusiveMinimum")
_HIGHS: Final = ("maximum", "exclusiveMaximum")


def refuse_contradictions(schema: JSONObject) -> None:
    """
    Raise `Refused` where keywords side by side leave no value.

    Only for what is certain: bounds of numbers and sizes, and values listed
    in `enum` and `const`. Null, where it is one of several types, is not
    counted as a value: nobody asks for nothing else.

    >>> refuse_contradictions({"minimum": 3, "maximum": 3})
    >>> refuse_contradictions({"minimum": 3, "exclusiveMaximum": 3})
    Traceback (most recent call last):
    toolgate.function.shape.Refused: has minimum 3 and exclusiveMaximum 3, \
and no value is both
    """
    alternatives = list(_alternatives(schema, {}))
    for each in alternatives:
        for low, high in _SIZES:
            if each.get(low, -math.inf) > each.get(high, math.inf):
                raise Refused(f"has a {low} above its {high}; swap them")
        _check_numbers(each)
    # A list beside a union may be there to leave one of its types only.
    if alternatives and not any(map(_leaves_listed, alternatives)):
        raise Refused(
            "has a list of values of which its other keywords leave none; "
            "change one of them"
        )


def _alternatives(
    schema: JSONObject, around: JSONObject
) -> Iterator[JSONObject]:
    """Yield the types of a union but null, with what stands around them."""
    whole = {**around}
    for keyword, value in schema.items():
        if keyword in TIGHTER and keyword in whole:
            whole[keyword] = TIGHTER[keyword](whole[keyword], value)
        elif keyword in {"allOf", "const", "enum"}:
            parts = value if keyword == "allOf" else [{keyword: value}]
            whole["allOf"] = [*whole.get("allOf", ()), *parts]
        elif keyword != "anyOf":
            whole[keyword] = value
    if "anyOf" not in schema:
        yield whole
    for branch in schema.get("anyOf", ()):
        if type(branch) is dict and branch.get("type") != "null":
            yield from _alternatives(branch, whole)


def _check_numbers(schema: JSONObject) -> None:
    for low in _LOWS:
        for high in _HIGHS:
            if low not in schema or high not in schema:
                continue
            least, most = schema[low], schema[high]
            if least > most:
                raise Refused(f"has a {low} above its {high}; swap them")
            if _is_gap(schema, low, high):
                raise Refused(
                    f"has {low} {least} and {high} {most}, and no value is "
                    "both"
                )


def _is_gap(schema: JSONObject, low: str, high: str) -> bool:
    least, most = schema[low], schema[high]
    if _kinds(schema) == {"integer"}:
        first, last = math.ceil(least), math.floor(most)
        first += low == "exclusiveMinimum" and first == least
        last -= high == "exclusiveMaximum" and last == most
        return bool(first > last)
    return bool(least == most and (low, high) != ("minimum", "maximum"))


def _kinds(schema: JSONObject) -> set[str]:
    kinds = schema.get("type", ())
    return {kinds} if type(kinds) is str else {*kinds} - {"null"}


def _leaves_listed(schema: JSONObject) -> bool:
    """Tell whether one of the values is left that a schema lists, if any."""
    lists = [
        [each["const"]] if "const" in each else each["enum"]
        for each in schema.get("allOf", ())
        if type(each) is dict
        and ("const" in each or type(each.get("enum")) is list)
    ]
    return not lists or any(
        value is not None
        and _fits(value, schema)
        and all(_is_in(value, each) for each in lists[1:])
        for value in lists[0]
    )


def _is_in(value: object, listed: Iterable[Any]) -> bool:
    return equality_key(value) in map(equality_key, listed)


def _fits(value: Any, schema: JSONObject) -> bool:
    kinds = _kinds(schema)
    kind = json_type(value)
    if "number" in kinds:
        kinds.add("integer")
    if kinds and kind not in kinds:
        return False
    if kind in {"integer", "number"}:
        least = schema.get("minimum", value)
        most = schema.get("maximum", value)
        above = schema.get("exclusiveMinimum", -math.inf)
        below = schema.get("exclusiveMaximum", math.inf)
        return bool(least <= value <= most and above < value < below)
    if kind == "string":
        least, most = schema.get("minLength", 0), schema.get("maxLength")
        return least <= len(value) and (most is None or len(value) <= most)
    return True
