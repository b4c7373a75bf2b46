"""Writing which members an object may have beside the declared ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.unset import UNSET
from toolgate.wire.schema.draft import drop, said, sayable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolgate.schema.outline import Spot
    from toolgate.typing import JSONValue
    from toolgate.wire.schema.draft import Draft, Node

_CLOSED: Final[JSONValue] = False
_EVALUATING: Final = frozenset(
    {"if", "then", "else", "dependentSchemas", "$dynamicRef"}
)


def _held(spot: Spot) -> Any:
    return spot.schema


def is_closed_by_rest(holders: Iterable[Spot], spots: Iterable[Spot]) -> bool:
    """
    Tell whether some subschemas take no members but those declared.

    By `unevaluatedProperties`, which counts what others of `spots` evaluate,
    and what depends on the value.
    """
    return any(
        _held(spot).get("unevaluatedProperties") is False for spot in holders
    ) and not any(
        _held(spot).get("additionalProperties", _CLOSED) is not _CLOSED
        or not _EVALUATING.isdisjoint(_held(spot))
        for spot in spots
    )


def close(node: Node, draft: Draft, names: list[str]) -> None:
    """Close an object, and say so where its author had not."""
    run = node.run
    draft.schema["additionalProperties"] = False
    for spot in draft.spots:
        if "propertyNames" in _held(spot):
            drop(run, draft, spot, "propertyNames")
    by_rest = is_closed_by_rest(draft.spots[:1], draft.spots)
    for spot in draft.spots[1:] if by_rest else draft.spots:
        if "unevaluatedProperties" in _held(spot):
            drop(run, draft, spot, "unevaluatedProperties")
    patterned = any(
        _held(spot).get("patternProperties") for spot in draft.spots
    )
    if any(
        _held(spot).get("additionalProperties") is False
        and not _held(spot).get("patternProperties")
        for spot in draft.spots
    ) or (by_rest and not patterned):
        return
    is_said = patterned or any(
        "additionalProperties" in _held(spot)
        or "unevaluatedProperties" in _held(spot)
        for spot in draft.spots
    )
    rule = "extra-keys" if is_said else "closed"
    home = draft.home
    if len(draft.spots) == 1 and draft.spots[0] is home and not patterned:
        run.change(home, "additionalProperties", _CLOSED, "narrowed", rule)
    else:
        allowed: Any = {"enum": names}
        run.change(home, "propertyNames", allowed, "narrowed", rule)


def write_openness(node: Node, draft: Draft, *, is_renamed: bool) -> None:
    """Write what undeclared members may be, where a target can say that."""
    run, out = node.run, draft.schema
    keywords = run.profile.keywords
    patterned = [
        spot for spot in draft.spots if _held(spot).get("patternProperties")
    ]
    is_single = len(draft.spots) == 1 and not is_renamed
    for spot in patterned:
        if is_single and "patternProperties" in keywords:
            out["patternProperties"] = {
                pattern: said(run, node.node([child]).schema)
                for pattern, child in spot.members("patternProperties")
            }
        else:
            drop(run, draft, spot, "patternProperties")
    for spot in draft.spots:
        if "propertyNames" not in _held(spot):
            continue
        if is_single and "propertyNames" in keywords:
            names = node.node([spot.at("propertyNames")])
            out["propertyNames"] = sayable(names.schema)
        else:
            drop(run, draft, spot, "propertyNames")
    _write_rest(
        node, draft, lost=bool(patterned) and "patternProperties" not in out
    )


def _write_rest(node: Node, draft: Draft, *, lost: bool) -> None:
    """Write `additionalProperties`, unless it would close too much."""
    run, out = node.run, draft.schema
    held = [
        spot
        for spot in draft.spots
        if _held(spot).get("additionalProperties", UNSET) is not UNSET
    ]
    rest = [spot.at("additionalProperties") for spot in held]
    if not rest:
        return
    closes = any(child.schema is False for child in rest)
    if lost or not (closes or run.profile.maps):
        for spot in held:
            if _held(spot)["additionalProperties"] not in (True, {}):
                drop(run, draft, spot, "additionalProperties")
        return
    if closes:
        out["additionalProperties"] = False
    elif all(child.schema in (True, {}) for child in rest):
        out["additionalProperties"] = True
    else:
        schema, form = node.node(rest)
        if "patternProperties" not in out:
            draft.form.rest = form
        wanted = schema and said(run, schema)
        out["additionalProperties"] = True if wanted == {} else wanted
