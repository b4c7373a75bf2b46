"""What a target makes of one tool, whatever else is sent with it."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final, NamedTuple

from toolgate.wire.budgets import NO_COST, Cost, cost_of
from toolgate.wire.changes import Change
from toolgate.wire.schema.conversion import Conversion, convert
from toolgate.wire.schema.rewriting import HARMLESS, CannotSayError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolgate.schema.checks import SchemaRules
    from toolgate.tool import Tool
    from toolgate.wire.targets import Target

_CUT: Final = "(description)"
_JOINER: Final = "\N{ZERO WIDTH JOINER}"
# Emoji modifiers, tags, and the second half of a syllable of Hangul.
_is_joined: Final = re.compile(
    "[\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f"
    "\u1160-\u11ff\ud7b0-\ud7fb\uff9e\uff9f]"
).match
_LETTERS: Final = re.compile("[\U0001f1e6-\U0001f1ff]+")


class Prepared(NamedTuple):
    """
    A tool in the words of a target.

    `cost` is what it takes of a request's budget, `lost` the first narrowing
    that its author had asked against.
    """

    conversion: Conversion
    description: str | None
    cost: Cost
    lost: Change | None


def prepare(
    tool: Tool, target: Target, rules: SchemaRules, *, strict: bool
) -> Prepared:
    """
    Write what is sent of a tool, whose schema passed the checks of `rules`.

    Raises `CannotSayError`.
    """
    profile = target.strict if strict else target.plain
    if profile is None:
        raise CannotSayError(f"{target.id} has no strict mode")
    done = convert(tool.input_schema, profile, rules)
    description, cut = _described(tool, target)
    return Prepared(
        done._replace(changes=(*done.changes, *cut)) if cut else done,
        description,
        cost_of(done.checkable) if target.budget.is_bound else NO_COST,
        next(filter(_costs, done.changes), None),
    )


def is_exact(changes: Iterable[Change]) -> bool:
    """Tell whether a wire schema takes just what the author's takes."""
    return not any(
        change.kind in ("widened", "narrowed") for change in changes
    )


def _costs(change: Change) -> bool:
    return change.kind == "narrowed" and change.rule not in HARMLESS


def _end(text: str, most: int) -> int:
    """
    Return where to cut a text: not inside of what is read as one character.

    The rules of Unicode's UAX #29 (grapheme clusters) that people meet.
    """
    end = most
    while end and _is_inside(text, end):
        end -= 1
    return end or most


def _flags(text: str) -> str:
    found = _LETTERS.match(text)
    return found[0] if found else ""


def _is_inside(text: str, end: int) -> bool:
    after = text[end]
    if unicodedata.category(after).startswith("M") or _is_joined(after):
        return True
    if _JOINER in text[end - 1 : end + 1] or text[end - 1 : end + 1] == "\r\n":
        return True
    # Flags are pairs of letters of their own.
    before = text[:end][::-1]
    return bool(_flags(after)) and len(_flags(before)) % 2 == 1


def _described(
    tool: Tool, target: Target
) -> tuple[str | None, tuple[Change, ...]]:
    """Return a tool's description, cut where the target wants that."""
    text, most = tool.description, target.max_description
    if text is None or most is None or len(text) <= most:
        return text, ()
    cut = text[: _end(text, most - 1)] + "…"
    change = Change("", _CUT, text, cut, "annotation", "nobody", "too-long")
    return cut, (change,)
