"""Writing the assertions that hold no subschema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from toolgate.unset import UNSET
from toolgate.wire.schema.assertions import ASSERTIONS
from toolgate.wire.schema.draft import drop

if TYPE_CHECKING:
    from toolgate.schema.outline import Spot
    from toolgate.wire.schema.draft import Draft
    from toolgate.wire.schema.profile import Profile
    from toolgate.wire.schema.rewriting import Rewriting

_LOOKAROUND: Final = re.compile(r"\(\?(?:[=!]|<[=!])")
_BEYOND_SIMPLE: Final = re.compile(
    r"\(\?|\\[bBkpPuxc0-9]|\{\d{3,}|\{\d*,\d{3,}"
)
# Of several that hold together, one amounts to all of them.
_TRIVIAL: Final = frozenset({"minLength", "minItems"})
_EXACT: Final = frozenset(
    {
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minProperties",
        "maxProperties",
    }
)


def takes(profile: Profile, keyword: str, value: Any) -> bool:
    """Tell whether a target takes a keyword with a value."""
    if keyword not in profile.keywords:
        return False
    if keyword == "format":
        return profile.formats is None or value in profile.formats
    if keyword == "pattern":
        if profile.patterns == "simple":
            return _BEYOND_SIMPLE.search(value) is None
        return profile.patterns == "any" or _LOOKAROUND.search(value) is None
    return True


def write_bounds(run: Rewriting, draft: Draft) -> None:
    """
    Write the bounds, patterns and formats of subschemas.

    Those on the number of keys are kept in `draft.sizes`.
    """
    held: dict[str, list[tuple[Spot, Any]]] = {}
    for spot in draft.spots:
        schema: Any = spot.schema
        for keyword, value in schema.items():
            assertion = ASSERTIONS.get(keyword)
            if (
                assertion is not None
                and value is not False
                and (not run.profile.typed or draft.holds(assertion.kind))
            ):
                held.setdefault(keyword, []).append((spot, value))
    for keyword, pairs in held.items():
        value = ASSERTIONS[keyword].pick([each for _, each in pairs])
        if keyword in ("minProperties", "maxProperties"):
            draft.sizes[keyword] = value
        elif value == 0 and keyword in _TRIVIAL:
            continue
        elif takes(run.profile, keyword, value):
            _write(run, draft, keyword, pairs)
        else:
            for spot, _ in pairs:
                _drop(run, draft, spot, keyword)


def _write(
    run: Rewriting,
    draft: Draft,
    keyword: str,
    pairs: list[tuple[Spot, Any]],
) -> None:
    value = ASSERTIONS[keyword].pick([each for _, each in pairs])
    most = run.profile.max_min_items
    if keyword == "minItems" and most is not None and value > most:
        draft.notes.append((keyword, value))
        for spot, each in pairs:
            if each > most:
                run.change(spot, keyword, most, "widened", "unsupported")
        value = most
    draft.schema[keyword] = value
    if keyword not in _EXACT:
        for spot, each in pairs:
            if each != value and not _implied(keyword, each, value):
                _drop(run, draft, spot, keyword)


def _implied(keyword: str, each: Any, value: Any) -> bool:
    return keyword == "multipleOf" and value % each == 0


def _drop(run: Rewriting, draft: Draft, spot: Spot, keyword: str) -> None:
    if keyword not in ("format", "contentEncoding", "contentMediaType"):
        drop(run, draft, spot, keyword)
        return
    schema: Any = spot.schema
    is_told = keyword == "format"
    if is_told:
        draft.notes.append((keyword, schema[keyword]))
    run.change(
        spot,
        keyword,
        UNSET,
        "annotation",
        "unsupported",
        enforced_by="description" if is_told else "nobody",
    )
