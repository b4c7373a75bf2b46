"""Writing members that may be absent, for targets that want them all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolgate.unset import UNSET
from toolgate.wire.schema.draft import Written
from toolgate.wire.schema.verdicts import takes_null

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolgate.schema.outline import Spot
    from toolgate.wire.schema.draft import Draft
    from toolgate.wire.schema.rewriting import Rewriting


def _held(spot: Spot) -> Any:
    return {} if isinstance(spot.schema, bool) else spot.schema


def write_optional(
    run: Rewriting,
    draft: Draft,
    written: dict[str, Written],
    members: Mapping[str, list[Spot]],
) -> set[str]:
    """
    Write optional members as nullable ones, where all must be there.

    Returns those for which null means that they are absent.
    """
    required = {
        name
        for spot in draft.spots
        for name in _held(spot).get("required", ())
    }
    optional = [name for name in written if name not in required]
    if not run.profile.required_all or not optional:
        return set()
    absent = [
        name
        for name in optional
        if not all(takes_null(run.outline, spot) for spot in members[name])
    ]
    for name in absent:
        form = written[name].form
        written[name] = Written(nullable(written[name].schema), form)
    before = _held(draft.home).get("required", [])
    if absent:
        names = [*before, *absent]
        run.change(
            draft.home, "required", names, "encoded", "optional-as-null"
        )
    kept = [name for name in optional if name not in absent]
    if kept:
        is_default = all(map(_is_null_by_default, map(members.get, kept)))
        rule = "null-default" if is_default else "absent"
        run.change(draft.home, "required", [*before, *kept], "narrowed", rule)
    return set(absent)


def _is_null_by_default(spots: list[Spot] | None) -> bool:
    return any(
        _held(spot).get("default", UNSET) is None for spot in spots or ()
    )


def nullable(schema: Any) -> Any:
    """
    Return a wire schema that takes null as well.

    >>> nullable({"type": "string", "enum": ["C", "F"]})
    {'type': ['string', 'null'], 'enum': ['C', 'F', None]}
    """
    if {"type": "null"} in schema.get("anyOf", ()):
        return schema
    if "anyOf" in schema:
        branches = [*schema["anyOf"], {"type": "null"}]
        return {**schema, "anyOf": branches}
    if "$ref" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    found = dict(schema)
    if "const" in found:
        found = {
            ("enum" if key == "const" else key): (
                [value, None] if key == "const" else value
            )
            for key, value in found.items()
        }
    elif "enum" in found:
        found["enum"] = [*found["enum"], None]
    kinds = found.get("type")
    if kinds is not None:
        said = [kinds] if isinstance(kinds, str) else kinds
        if "null" not in said:
            found["type"] = [*said, "null"]
    return found
