"""What a description tells of what a wire schema does not say."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from toolgate.unset import UNSET
from toolgate.wire.schema.assertions import ASSERTIONS, STRUCTURE

if TYPE_CHECKING:
    from toolgate.schema.outline import Spot
    from toolgate.wire.schema.draft import View
    from toolgate.wire.schema.rewriting import Rewriting

ANNOTATIONS: Final = frozenset(
    {
        "title",
        "description",
        "default",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
        "$comment",
    }
)
"""Keywords that say nothing about values."""

KNOWN: Final = frozenset(
    {
        *ASSERTIONS,
        *STRUCTURE,
        "$schema",
        "$id",
        "$anchor",
        "$dynamicAnchor",
        "$defs",
        "definitions",
        "$ref",
        "$dynamicRef",
        "type",
        "enum",
        "const",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "additionalItems",
        "dependencies",
        "dependentRequired",
        "dependentSchemas",
        "minContains",
        "maxContains",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
"""Keywords that other rooms write, or that only name things."""

_TOLD: Final = 100
_LABELS: Final = {
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "minProperties": "at least {} keys",
    "maxProperties": "at most {} keys",
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "pattern": "matches {}",
    "format": "format {}",
}


def noted(run: Rewriting, spots: list[Spot], view: View) -> dict[str, Any]:
    """
    Return the annotations of subschemas that the target takes.

    Of several that hold together, the first that has one is told; what the
    target does not take is noted.
    """
    found: dict[str, Any] = {}
    notes: list[tuple[str, Any]] = []
    for spot in spots:
        if id(spot.schema) in view.silent:
            continue
        schema: Any = spot.schema
        for keyword, value in schema.items():
            if keyword in ANNOTATIONS:
                if (
                    keyword not in run.profile.keywords
                    or keyword in found
                    or _is_foreign(run, keyword, value)
                ):
                    notes += _dropped(run, spot, keyword, value)
                else:
                    found[keyword] = value
            elif keyword not in KNOWN:
                run.change(spot, keyword, UNSET, "annotation", "unknown")
    return described(found, notes)


def _is_foreign(run: Rewriting, keyword: str, value: Any) -> bool:
    """Tell whether a value may look otherwise on the wire."""
    return (
        keyword in ("default", "examples")
        and run.profile.merges
        and isinstance(value, (dict, list))
    )


def _dropped(
    run: Rewriting, spot: Spot, keyword: str, value: Any
) -> list[tuple[str, Any]]:
    is_told = keyword == "default" and len(_text(value)) <= _TOLD
    run.change(
        spot,
        keyword,
        UNSET,
        "annotation",
        "unsupported",
        enforced_by="description" if is_told else "nobody",
    )
    return [(keyword, value)] if is_told else []


def described(
    schema: dict[str, Any], notes: list[tuple[str, Any]]
) -> dict[str, Any]:
    """
    Return a wire schema whose description tells some keywords, once.

    >>> described({"type": "string"}, [("minLength", 2), ("default", "ab")])
    {'description': 'Constraints: at least 2 characters. Default: "ab".', \
'type': 'string'}
    """
    said = []
    rules = [
        text
        for keyword, value in notes
        if keyword != "default" and (text := _rule(keyword, value))
    ]
    if rules:
        said.append(f"Constraints: {'; '.join(dict.fromkeys(rules))}.")
    for keyword, value in notes:
        if keyword == "default":
            said.append(f"Default: {_text(value)}.")
            break
    if not said:
        return schema
    known = schema.get("description")
    description = " ".join([known, *said] if known else said)
    rest = {key: held for key, held in schema.items() if key != "description"}
    return {"description": description, **rest}


def _rule(keyword: str, value: Any) -> str | None:
    if keyword == "uniqueItems":
        return "no item twice"
    text = value if keyword in ("pattern", "format") else _text(value)
    if len(text) > _TOLD:
        return None
    label = _LABELS.get(keyword)
    if label is not None:
        return label.format(text)
    return f"{keyword} {text}" if keyword in _SHOWN else None


_SHOWN: Final = frozenset({"dependentRequired", "propertyNames"})


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
