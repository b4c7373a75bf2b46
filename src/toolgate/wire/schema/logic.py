"""Writing what depends on verdicts: `not`, `if`, `contains` and their like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.unset import UNSET
from toolgate.wire.schema.draft import drop, said, sayable
from toolgate.wire.schema.notes import ANNOTATIONS, KNOWN
from toolgate.wire.schema.verdicts import carries

if TYPE_CHECKING:
    from toolgate.schema.outline import Spot
    from toolgate.wire.schema.draft import Draft, Node
    from toolgate.wire.schema.rewriting import Rewriting

_PARENT: Final = {
    "then": "if",
    "else": "if",
    "minContains": "contains",
    "maxContains": "contains",
}
_SINGLE: Final = frozenset(
    {
        "not",
        "if",
        "then",
        "else",
        "contains",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
_PARTS: Final = frozenset(
    {"contains", "unevaluatedItems", "unevaluatedProperties"}
)
_KIND: Final = {
    "contains": "array",
    "minContains": "array",
    "maxContains": "array",
    "unevaluatedItems": "array",
    "unevaluatedProperties": "object",
    "dependentRequired": "object",
    "dependentSchemas": "object",
    "dependencies": "object",
}
_ALL: Final = (*_SINGLE, *_PARENT, *_KIND)
_NAMING: Final = frozenset(
    {
        "$schema",
        "$id",
        "$anchor",
        "$dynamicAnchor",
        "$defs",
        "definitions",
        "dependencies",
        "additionalItems",
    }
)


def is_carried(run: Rewriting, spot: Spot) -> bool:
    """
    Tell whether a target takes all that a subschema leads to, as it is.

    Only then may it stand where taking more elsewhere means taking less.
    """
    taken = run.profile.keywords | _NAMING | ANNOTATIONS

    def fits(found: Spot) -> bool:
        schema: Any = found.schema
        return all(
            keyword in taken or keyword not in KNOWN for keyword in schema
        )

    return carries(run.outline, spot, fits)


def write_logic(node: Node, draft: Draft) -> None:
    """Write the keywords that are not simply met by more or fewer values."""
    for spot in draft.spots:
        schema: Any = spot.schema
        held = [keyword for keyword in schema if keyword in _WRITTEN]
        if held:
            held.sort(key=_PARENT.__contains__)  # after what they depend on
            _write(node, draft, spot, held)


_WRITTEN: Final = frozenset(_ALL) | {"$dynamicRef"}


def _write(node: Node, draft: Draft, spot: Spot, held: list[str]) -> None:
    run = node.run
    is_old = run.outline.dialect(spot).ref_stands_alone
    for keyword in held:
        if keyword in _PARENT and _PARENT[keyword] not in draft.schema:
            continue  # alone they say nothing
        if keyword == "dependencies" and not is_old:
            run.change(spot, keyword, UNSET, "annotation", "unknown")
            continue
        kind = _KIND.get(keyword)
        if kind is not None and not draft.holds(kind):
            continue
        if keyword == "unevaluatedProperties" and run.profile.closed:
            continue  # the writer of objects sees to it
        if _is_kept(run, draft, spot, keyword):
            _keep(node, draft, spot, keyword)
        else:
            drop(run, draft, spot, keyword)


def _is_kept(run: Rewriting, draft: Draft, spot: Spot, keyword: str) -> bool:
    wanted = {"dependencies": "dependentSchemas"}.get(keyword, keyword)
    if wanted not in run.profile.keywords or len(draft.spots) > 1:
        return False
    if keyword == "unevaluatedItems" and run.profile.typed_parts:
        return False  # all items are evaluated, by the items that are due
    if draft.view.top and (
        keyword in run.profile.root or draft.form.rewrites()
    ):
        return False
    if keyword.startswith("unevaluated"):
        inner = [spot]
    elif keyword in _SINGLE:
        inner = [spot.at(keyword)]
    elif keyword in ("dependentSchemas", "dependencies"):
        inner = [child for _, child in spot.members(keyword)]
    else:
        inner = []
    return all(is_carried(run, each) for each in inner if not _is_list(each))


def _is_list(spot: Spot) -> bool:
    """Tell names that draft-07's `dependencies` holds from a subschema."""
    held: Any = spot.schema
    return isinstance(held, list)


def _keep(node: Node, draft: Draft, spot: Spot, keyword: str) -> None:
    schema: Any = spot.schema
    out = draft.schema
    if keyword in _SINGLE:
        written = node.node([spot.at(keyword)]).schema
        if keyword.startswith("unevaluated") and written is False:
            out[keyword] = False
        elif keyword in _PARTS:
            out[keyword] = said(node.run, written)
        else:
            out[keyword] = sayable(written)
    elif keyword in ("dependentSchemas", "dependencies"):
        for name, child in spot.members(keyword):
            if _is_list(child):
                out.setdefault("dependentRequired", {})[name] = child.schema
            else:
                written = sayable(node.node([child]).schema)
                out.setdefault("dependentSchemas", {})[name] = written
    else:
        out[keyword] = schema[keyword]
