"""Writing maps for targets that have none: as lists of pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.schema.patterns.pattern import compile_pattern
from toolgate.unset import UNSET
from toolgate.wire.schema.assertions import types_of
from toolgate.wire.schema.bounds import takes
from toolgate.wire.schema.draft import (
    ANY_SCALAR,
    View,
    Written,
    any_written,
    drop,
)
from toolgate.wire.schema.enums import wire_kinds
from toolgate.wire.schema.openness import is_closed_by_rest
from toolgate.wire.schema.rewriting import CannotSayError

if TYPE_CHECKING:
    from toolgate.schema.outline import Spot
    from toolgate.typing import JSONValue
    from toolgate.wire.schema.draft import Draft, Node

_CLOSED: Final[JSONValue] = False
_ABOUT_OBJECTS: Final = (
    "unevaluatedProperties",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
)
_ABOUT_ARRAYS: Final = (
    "items",
    "prefixItems",
    "additionalItems",
    "unevaluatedItems",
    "contains",
    "minContains",
    "maxContains",
    "minItems",
    "maxItems",
    "uniqueItems",
)


def is_map(draft: Draft) -> bool:
    """
    Tell whether an object without declared members may have any.

    The root of a tool that says nothing of them takes no arguments.
    """
    held = [_held(spot) for spot in draft.spots]
    if any(
        schema.get("additionalProperties") is False
        and not schema.get("patternProperties")
        for schema in held
    ):
        return False
    is_said = any(
        "additionalProperties" in schema or schema.get("patternProperties")
        for schema in held
    )
    return is_said or not (
        draft.view.top or is_closed_by_rest(draft.spots, draft.spots)
    )


def write_map(node: Node, draft: Draft) -> bool:
    """
    Write a map as a list of objects, each with a `key` and a `value`.

    False for one that is always empty.

    Raises `CannotSayError` where the values depend on the keys.
    """
    run, out = node.run, draft.schema
    key, value = _parts(node, draft)
    if key is False or value.schema is False:
        return False
    out["items"] = {
        "type": "object",
        "properties": {"key": key, "value": value.schema},
        "required": ["key", "value"],
        "additionalProperties": False,
    }
    types = (draft.types or frozenset({"object"})) - {"object"} | {"array"}
    draft.types = types
    draft.say_type()
    draft.form.kinds = wire_kinds(types)
    draft.form.pairs = value.form
    run.change(draft.home, "type", "array", "encoded", "map-as-pairs")
    for spot in draft.spots:
        _lose(node, draft, spot)
    for keyword, wanted in (
        ("minProperties", "minItems"),
        ("maxProperties", "maxItems"),
    ):
        size = draft.sizes.get(keyword)
        most = run.profile.max_min_items
        if size is None or (size == 0 and wanted == "minItems"):
            continue
        if takes(run.profile, wanted, size) and (most is None or size <= most):
            out[wanted] = size
        else:
            for spot in draft.spots:
                if keyword in _held(spot):
                    drop(run, draft, spot, keyword)
    return True


def _lose(node: Node, draft: Draft, spot: Spot) -> None:
    """Note what a list of pairs does not keep of an object."""
    held, run = _held(spot), node.run
    for keyword in _ABOUT_OBJECTS:
        if keyword in held:
            drop(run, draft, spot, keyword)
    # A list may have a key twice, which no object has.
    said = types_of(held)
    if said is not None and "array" not in said:
        types = [*sorted(said), "array"]
        run.change(spot, "type", types, "widened", "key-twice")
    for keyword in _ABOUT_ARRAYS:
        if keyword in held:
            run.change(spot, keyword, UNSET, "widened", "key-twice")


def _held(spot: Spot) -> Any:
    return spot.schema


def _parts(node: Node, draft: Draft) -> tuple[Any, Written]:
    """Return the schema of the keys, and what the values are written as."""
    run = node.run
    patterns = [
        (spot, pattern, child)
        for spot in draft.spots
        for pattern, child in spot.members("patternProperties")
    ]
    names = [
        spot.at("propertyNames")
        for spot in draft.spots
        if "propertyNames" in _held(spot)
    ]
    key: Any = {"type": "string"}
    if names:
        key = node.node(names, None, View(only=frozenset({"string"}))).schema
    values = [
        spot.at("additionalProperties")
        for spot in draft.spots
        if _held(spot).get("additionalProperties", True) not in (True, {})
    ]
    if patterns:
        key = _matching(node, draft, patterns, key)
        values = [patterns[0][2]]
    if not values:
        run.change(
            draft.home,
            "additionalProperties",
            {"type": [*ANY_SCALAR]},
            "narrowed",
            "any-value",
        )
        return key, any_written(run.profile)
    return key, node.node(values)


def _matching(
    node: Node,
    draft: Draft,
    patterns: list[tuple[Spot, str, Spot]],
    key: Any,
) -> Any:
    """Return the schema of keys that match a pattern."""
    run = node.run
    spot, pattern, child = patterns[0]
    if len(patterns) > 1 or len(draft.spots) > 1 or "pattern" in key:
        raise CannotSayError(
            "a map whose values depend on patterns of its keys", spot.pointer
        )
    if _held(spot).get("additionalProperties") is not False:
        run.change(
            spot, "additionalProperties", _CLOSED, "narrowed", "extra-keys"
        )
    listed = key.get("enum", [key["const"]] if "const" in key else None)
    if listed is not None:
        search = compile_pattern(pattern).search
        kept = [name for name in listed if search(name)]
        return {"type": "string", "enum": kept} if kept else False
    if takes(run.profile, "pattern", pattern):
        return {**key, "pattern": pattern}
    run.copies[spot.pointer, "additionalProperties"] = child.pointer
    run.change(
        spot, "additionalProperties", child.schema, "widened", "unsupported"
    )
    return key
