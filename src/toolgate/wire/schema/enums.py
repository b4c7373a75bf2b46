"""Writing the values that `enum` and `const` list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolgate.json_value import equality_key, json_type
from toolgate.wire.schema.assertions import kinds_of
from toolgate.wire.schema.draft import drop
from toolgate.wire.schema.forms import KINDS

if TYPE_CHECKING:
    from collections.abc import Hashable

    from toolgate.typing import JSONValue
    from toolgate.wire.schema.draft import Draft
    from toolgate.wire.schema.profile import Profile
    from toolgate.wire.schema.rewriting import Rewriting

_EMPTY = "(empty)"


def wire_kinds(types: frozenset[str] | None) -> frozenset[str]:
    """
    Return the kinds of values that types admit; integers are numbers.

    >>> wire_kinds(frozenset({"integer"}))
    frozenset({'number'})
    """
    if types is None:
        return KINDS
    found = types - {"integer"}
    return found | {"number"} if "integer" in types else found


def write_values(
    run: Rewriting, draft: Draft, values: list[JSONValue]
) -> bool:
    """
    Write an enum, in text where the target takes none but text.

    False where it takes none of its values, so that the type must do.
    """
    draft.form.kinds = wire_kinds(frozenset(map(json_type, values)))
    profile = run.profile
    if values == [None] and "null" not in profile.values:
        draft.types = draft.form.kinds
        draft.say_type()
        return True
    if all(_is_taken(profile, value) for value in values):
        is_const = len(values) == 1 and "const" in profile.keywords
        if is_const and not _are_listed(draft):
            draft.schema["const"] = values[0]
        else:
            draft.schema["enum"] = values
        whole = profile.integral and "number" in draft.form.kinds
        draft.form.whole = whole and all(
            json_type(value) != "number" for value in values
        )
        return True
    if not profile.aliases or any(
        isinstance(value, (dict, list)) for value in values
    ):
        _give_up(run, draft)
        draft.types = kinds_of(values)
        draft.say_type()
        return False
    _write_aliases(run, draft, values)
    return True


def _is_taken(profile: Profile, value: JSONValue) -> bool:
    if value is None and profile.one_type:
        return True  # said by the type
    if value == "" and not profile.empty_values:
        return False
    kind = json_type(value)
    return ("number" if kind == "integer" else kind) in profile.values


def _are_listed(draft: Draft) -> bool:
    return any("enum" in _held(spot.schema) for spot in draft.spots)


def _held(schema: Any) -> Any:
    return schema


def _give_up(run: Rewriting, draft: Draft) -> None:
    """Leave out an enum that holds what the target takes in none."""
    for spot in draft.spots:
        held = _held(spot.schema)
        for keyword in ("enum", "const"):
            if keyword not in held:
                continue
            drop(run, draft, spot, keyword)
            listed = held[keyword] if keyword == "enum" else [held[keyword]]
            kinds = kinds_of(listed)
            if "object" in kinds and not run.profile.maps:
                kinds |= {"array"}  # of pairs
            if "type" not in held:
                run.change(spot, "type", sorted(kinds), "widened", "listed")


def _write_aliases(
    run: Rewriting, draft: Draft, values: list[JSONValue]
) -> None:
    """Write each value as a text that stands for it."""
    aliases = draft.form.aliases
    texts = {value for value in values if isinstance(value, str)}
    written: list[JSONValue] = []
    for value in values:
        if value is None and _is_taken(run.profile, value):
            written.append(None)
            continue
        is_text = isinstance(value, str) and value != ""
        text = str(
            value
            if is_text
            else equality_key(value)
            if value != ""
            else _EMPTY
        )
        while text in aliases or (not is_text and text in texts):
            text += "_"
        aliases[text] = value
        written.append(text)
    kinds = {"string", "null"} if None in written else {"string"}
    draft.types = draft.form.kinds = frozenset(kinds)
    draft.schema.pop("type", None)
    draft.say_type()
    draft.schema["enum"] = written
    home = draft.home.schema
    is_const = not isinstance(home, bool) and "const" in home
    keyword = "const" if is_const else "enum"
    run.change(draft.home, keyword, written, "encoded", "enum-as-text")


def listed(schema: Any) -> frozenset[Hashable] | None:
    """
    Return the values that a wire schema lists, as keys; None for no list.

    >>> listed({"const": 1}) == listed({"enum": [1.0]})
    True
    """
    if "const" in schema:
        return frozenset({equality_key(schema["const"])})
    if "enum" in schema:
        return frozenset(map(equality_key, schema["enum"]))
    return None
