"""
An author's schema as the entries of an export say that it was changed.

Written from what the entries mean, not from what makes them.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from toolgate.unset import UNSET

if TYPE_CHECKING:
    from collections.abc import Iterable


def same_json(left: Any, right: Any) -> bool:
    """Compare as JSON does: 1 is 1.0, and true is no number."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(
            same_json(left[key], right[key]) for key in left
        )
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(
            same_json(one, other)
            for one, other in zip(left, right, strict=True)
        )
    return left == right


def relaxed(schema: Any, changes: Iterable[Any]) -> Any:
    """Return the author's schema with exactly the widenings made."""
    return _edited(schema, changes, "widened")


def restricted(schema: Any, changes: Iterable[Any]) -> Any:
    """Return the author's schema with exactly the narrowings made."""
    return _edited(schema, changes, "narrowed")


def _edited(schema: Any, changes: Iterable[Any], kind: str) -> Any:
    """
    Apply the entries of one kind, the innermost places first.

    What moves from one keyword to another as it stands, moves with what was
    changed in it.
    """
    places: dict[str, list[Any]] = {}
    for change in changes:
        if change.kind == kind:
            places.setdefault(change.pointer, []).append(change)
    document = {"": copy.deepcopy(schema)}
    for pointer in sorted(places, key=lambda one: -one.count("/")):
        holder, key = _holder(document, pointer)
        edited = holder[key]
        if isinstance(edited, bool):
            edited = {} if edited else {"not": {}}
        before = dict(edited)
        original = at(schema, pointer)
        for change in places[pointer]:
            if change.new is UNSET:
                edited.pop(change.keyword, None)
            else:
                edited[change.keyword] = _moved(change, original, before)
        holder[key] = edited
    return document[""]


def _moved(change: Any, original: Any, before: dict) -> Any:
    if isinstance(original, dict) and isinstance(change.new, (dict, list)):
        for keyword, value in original.items():
            if value == change.new and keyword in before:
                return copy.deepcopy(before[keyword])
    return copy.deepcopy(change.new)


def _holder(document: dict, pointer: str) -> tuple[Any, Any]:
    """Return what holds a place, and under which key."""
    holder: Any = document
    key: Any = ""
    for token in pointer.split("/")[1:]:
        holder = holder[key]
        key = token.replace("~1", "/").replace("~0", "~")
        if isinstance(holder, list):
            key = int(key)
    return holder, key


def at(schema: Any, pointer: str) -> Any:
    """Return what stands at a place of the author's schema."""
    holder, key = _holder({"": schema}, pointer)
    return holder[key]
