"""What null means for the members of an object, which may be absent."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from toolgate.unset import UNSET
from toolgate.wire.schema.draft import Written
from toolgate.wire.schema.enums import listed
from toolgate.wire.schema.forms import Member

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from toolgate.schema.outline import Spot
    from toolgate.wire.schema.forms import Form, Null
    from toolgate.wire.schema.rewriting import Rewriting

_OWN: Final[Mapping[str, str]] = MappingProxyType({})
_new: Final = tuple.__new__  # what a NamedTuple calls, without the detour


def write_optional(
    run: Rewriting,
    home: Spot,
    written: dict[str, Written],
    *,
    required: AbstractSet[str],
    nulls: Mapping[str, Sequence[Spot]],
) -> set[str]:
    """
    Write optional members as nullable ones, where all must be there.

    `nulls` are the members that take null by themselves, with what holds
    for them. Returns those for which null means that they are absent.
    """
    if not run.profile.required_all:
        return set()
    absent = [
        name for name in written if name not in required and name not in nulls
    ]
    for name in absent:
        schema, form = written[name]
        written[name] = Written(nullable(schema), form)
    before: list[Any] = _held(home).get("required", [])
    if absent:
        names = [*before, *absent]
        run.change(home, "required", names, "encoded", "optional-as-null")
    kept = [name for name in nulls if name not in required]
    if kept:
        is_default = all(_is_null_by_default(nulls[name]) for name in kept)
        rule = "null-default" if is_default else "absent"
        run.change(home, "required", [*before, *kept], "narrowed", rule)
    return set(absent)


def _held(spot: Spot) -> Any:
    return {} if isinstance(spot.schema, bool) else spot.schema


def _is_null_by_default(spots: Sequence[Spot]) -> bool:
    return any(_held(spot).get("default", UNSET) is None for spot in spots)


def declare(
    form: Form,
    written: Mapping[str, Written],
    *,
    required: AbstractSet[str],
    nulls: AbstractSet[str] | Mapping[str, Any],
    absent: AbstractSet[str],
    keys: Mapping[str, str] = _OWN,
) -> dict[str, Any]:
    """
    Tell a form its members, by their `keys` on the wire.

    Returns the `properties` of its schema.
    """
    properties = {}
    for name, (schema, inner) in written.items():
        key = keys.get(name, name)
        null: Null = "forgiven"
        if name in absent:
            null = "absent"
        elif name in nulls:
            null = "value"
        elif name in required:
            null = "required"
        form.members[key] = _new(Member, (name, null, inner))
        properties[key] = schema
        if name in required:
            values = listed(schema)
            if values is not None:
                form.tags[key] = values
    return properties


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
    elif "enum" in found and None not in found["enum"]:
        found["enum"] = [*found["enum"], None]
    kinds = found.get("type")
    if kinds is not None:
        said = [kinds] if isinstance(kinds, str) else kinds
        if "null" not in said:
            found["type"] = [*said, "null"]
    return found
