"""One document out of a schema and the definitions that it refers to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.schema.dialects import DRAFT_2020_12
from toolgate.schema.walk import subschemas

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolgate.typing import JSONObject

PREFIX: Final = "#/$defs/"
"""What a reference to a definition begins with."""

ANNOTATIONS: Final = frozenset(
    {
        "default",
        "deprecated",
        "description",
        "examples",
        "readOnly",
        "title",
        "writeOnly",
    }
)
"""Keywords of which one beside a reference may replace the target's."""

_ROOT: Final = ""


def copied(value: Any) -> Any:
    """
    Return a JSON value as a copy; several times as fast as `deepcopy`.

    >>> copied({"items": [1]})
    {'items': [1]}
    """
    if type(value) is dict:
        return {key: copied(inner) for key, inner in value.items()}
    if type(value) is list:
        return [copied(inner) for inner in value]
    return value


def referring(schema: JSONObject) -> Iterator[JSONObject]:
    """
    Yield the subschemas that refer to a definition.

    >>> list(referring({"items": {"$ref": "#/$defs/A"}, "default": {}}))
    [{'$ref': '#/$defs/A'}]
    """
    for found in subschemas(schema, DRAFT_2020_12):
        inner: Any = found.schema
        if isinstance(inner, dict) and str(inner.get("$ref")).startswith(
            PREFIX
        ):
            yield inner


def gathered(
    schema: JSONObject, definitions: Mapping[str, JSONObject]
) -> JSONObject:
    """
    Return a schema with the definitions that it needs, as a copy.

    A definition that is used once and is not recursive takes the place of
    its reference, all others go to `$defs`. A reference at the root itself
    is followed, so that the root says its type.

    >>> gathered(
    ...     {"items": {"$ref": "#/$defs/A"}},
    ...     {"A": {"type": "null"}, "B": True},
    ... )
    {'items': {'type': 'null'}}
    """
    parts: dict[str, JSONObject] = {_ROOT: copied(schema)}
    holders: dict[str, list[JSONObject]] = {}
    uses: dict[str, int] = {}
    waiting = [_ROOT]
    for part in waiting:  # grows while definitions are met
        holders[part] = list(referring(parts[part]))
        for holder in holders[part]:
            name = _name(holder)
            uses[name] = uses.get(name, 0) + 1
            if name not in parts:
                parts[name] = copied(definitions[name])
                waiting.append(name)
    if not uses:
        return parts[_ROOT]
    looping = _looping(holders)
    kept = {
        name for name, count in uses.items() if count > 1 or name in looping
    }
    # What is referred to comes first, so that it is complete when copied.
    for part in _inner_first(holders, kept):
        for holder in holders[part]:
            name = _name(holder)
            if name not in kept and not _merge(holder, parts[name]):
                kept.add(name)
    root = parts[_ROOT]
    if "$ref" in root and str(root["$ref"]).startswith(PREFIX):
        _merge(root, copied(parts[_name(root)]))
        _drop_unused(root, parts, kept)
    stored = {name: parts[name] for name in waiting if name in kept}
    if stored:
        root["$defs"] = {**stored, **root.get("$defs", {})}
    return root


def _name(holder: JSONObject) -> str:
    return str(holder["$ref"]).removeprefix(PREFIX)


def _merge(holder: JSONObject, target: JSONObject) -> bool:
    """Put a target in the place of its reference, if nothing gets lost."""
    beside = {key: holder[key] for key in holder if key != "$ref"}
    if not ANNOTATIONS.issuperset(beside.keys() & target.keys()):
        return False
    holder.clear()
    holder.update(target)
    holder.update(beside)
    return True


def _looping(holders: Mapping[str, list[JSONObject]]) -> set[str]:
    """Return the definitions that lead back to themselves."""
    leads = {
        part: {_name(holder) for holder in inner}
        for part, inner in holders.items()
    }
    found = set()
    for start, ends in leads.items():
        seen: set[str] = set()
        waiting = list(ends)
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += leads[name]
        if start in seen:
            found.add(start)
    return found


def _inner_first(
    holders: Mapping[str, list[JSONObject]], kept: set[str]
) -> list[str]:
    """Return the parts so that what is to be inlined precedes its user."""
    order: list[str] = []
    waiting = [_ROOT, *sorted(kept)]
    while waiting:
        part = waiting.pop()
        order.append(part)
        waiting += [
            _name(holder)
            for holder in holders[part]
            if _name(holder) not in kept
        ]
    order.reverse()
    return order


def _drop_unused(
    root: JSONObject, parts: Mapping[str, JSONObject], kept: set[str]
) -> None:
    """Forget definitions that only the reference at the root led to."""
    used: set[str] = set()
    waiting = [root]
    while waiting:
        for holder in referring(waiting.pop()):
            name = _name(holder)
            if name not in used:
                used.add(name)
                waiting.append(parts[name])
    kept &= used
