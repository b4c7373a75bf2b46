"""Writing arrays: their items, by place and by rest."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from toolgate.unset import UNSET
from toolgate.wire.schema.bounds import takes
from toolgate.wire.schema.draft import (
    ANY_SCALAR,
    Written,
    any_written,
    drop,
    said,
)
from toolgate.wire.schema.forms import Form
from toolgate.wire.schema.unions import any_of

if TYPE_CHECKING:
    from toolgate.schema.outline import Spot
    from toolgate.typing import JSONValue
    from toolgate.wire.schema.draft import Draft, Node


def write_array(node: Node, draft: Draft) -> None:
    """Write the array keywords of subschemas."""
    parts = [(spot, *_parts(node, spot)) for spot in draft.spots]
    placed = [(spot, prefix, rest) for spot, prefix, rest in parts if prefix]
    if placed:
        _write_places(node, draft, placed[0])
        for spot, prefix, rest in parts:
            if spot is not placed[0][0]:
                _drop(node, draft, spot, [*prefix, rest])
        return
    items = [rest for _, _, rest in parts if rest is not None]
    telling = [rest for rest in items if rest.schema is not True]
    if telling:
        written = node.node(telling)
        if written.schema is False:
            holders = [spot for spot, _, rest in parts if rest in telling]
            _write_empty(node, draft, holders)
        else:
            draft.schema["items"] = said(node.run, written.schema)
            draft.form.items = written.form
    elif items or draft.types is not None:
        _write_any(node, draft, items)


def _parts(node: Node, spot: Spot) -> tuple[list[Spot], Spot | None]:
    """Return the subschemas of the first items, and that of the others."""
    schema: Any = spot.schema
    if not node.run.outline.dialect(spot).ref_stands_alone:
        rest = spot.at("items") if "items" in schema else None
        return spot.branches("prefixItems"), rest
    if not isinstance(schema.get("items"), list):
        return [], spot.at("items") if "items" in schema else None
    rest = spot.at("additionalItems") if "additionalItems" in schema else None
    return spot.branches("items"), rest


def _write_any(node: Node, draft: Draft, items: list[Spot]) -> None:
    """Write the items of an array that may hold anything."""
    run, out = node.run, draft.schema
    if run.profile.typed:
        out["items"], draft.form.items = any_written(run.profile)
        if items:
            node.node(items[:1])
        else:
            run.change(
                draft.home,
                "items",
                {"type": [*ANY_SCALAR]},
                "narrowed",
                "any-value",
            )
    elif run.profile.typed_parts:
        out["items"] = {"$ref": f"#/$defs/{run.any_value()}"}
    elif run.profile.items_due:
        out["items"] = {}
    elif items:
        out["items"] = items[0].schema


def _write_empty(node: Node, draft: Draft, holders: list[Spot]) -> None:
    """Write that an array has no items."""
    run, out = node.run, draft.schema
    out["items"] = {"type": "string"}
    if takes(run.profile, "maxItems", 0):
        out["maxItems"] = 0
    else:
        for spot in holders:
            text: JSONValue = {"type": "string"}
            run.change(spot, "items", text, "widened", "unsupported")


def _drop(
    node: Node, draft: Draft, spot: Spot, held: list[Spot | None]
) -> None:
    if any(held):
        for keyword in ("prefixItems", "items", "additionalItems"):
            if keyword in spot.schema:  # type: ignore[operator]
                drop(node.run, draft, spot, keyword)


def _write_places(
    node: Node, draft: Draft, parts: tuple[Spot, list[Spot], Spot | None]
) -> None:
    """Write items that depend on their places."""
    spot, prefix, rest = parts
    run, out = node.run, draft.schema
    written = list(
        itertools.takewhile(
            lambda each: each.schema is not False,
            (node.node([each]) for each in prefix),
        )
    )
    # Where nothing can stand, nothing can stand after it.
    after = (
        None
        if rest is None or len(written) < len(prefix)
        else node.node([rest])
    )
    ends = len(written) < len(prefix) or (
        after is not None and after.schema is False
    )
    if ends:
        after = None
        most = min(out.get("maxItems", len(written)), len(written))
        if takes(run.profile, "maxItems", most):
            out["maxItems"] = most
    if not written:
        out["items"] = {"type": "string"}
        if "maxItems" not in out:
            _lose(node, spot)
        return
    if "prefixItems" in run.profile.keywords:
        _keep_places(node, draft, written, after, ends=ends)
    else:
        after = _lose_places(node, draft, (spot, written, after), ends=ends)
    form = Form()
    form.choose(
        *(each.form for each in ([*written, after] if after else written))
    )
    draft.form.items = form


def _keep_places(
    node: Node,
    draft: Draft,
    written: list[Written],
    after: Written | None,
    *,
    ends: bool,
) -> None:
    """Write placed items as such."""
    run, out = node.run, draft.schema
    out["prefixItems"] = [said(run, each.schema) for each in written]
    if after is not None:
        out["items"] = said(run, after.schema)
    elif ends and not (run.profile.typed_parts or run.profile.items_due):
        out["items"] = False
    else:
        _write_any(node, draft, [])


def _lose_places(
    node: Node,
    draft: Draft,
    parts: tuple[Spot, list[Written], Written | None],
    *,
    ends: bool,
) -> Written | None:
    """Write placed items as items of any place; return those after them."""
    spot, written, after = parts
    if after is None and not ends:
        after = _after(node, draft, len(written))
    found = written if after is None else [*written, after]
    draft.schema["items"] = any_of({}, found).schema
    _lose(node, spot)
    return after


def _lose(node: Node, spot: Spot) -> None:
    for keyword in ("prefixItems", "items", "additionalItems"):
        if keyword in spot.schema:  # type: ignore[operator]
            node.run.change(spot, keyword, UNSET, "widened", "unsupported")


def _after(node: Node, draft: Draft, count: int) -> Written | None:
    """Return what items after the placed ones are written as."""
    if draft.schema.get("maxItems", count + 1) <= count:
        return None
    node.run.change(
        draft.home,
        "items",
        {"type": [*ANY_SCALAR]},
        "narrowed",
        "any-value",
    )
    return any_written(node.run.profile)
