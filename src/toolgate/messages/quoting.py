"""
Strings from outside, made short and harmless to show.

Three kinds of text meet in a message: the library's own sentences, what a
tool's author wrote into a schema, and names that the model chose. The last
two pass through here, so that a message is one bounded, visible text
whatever they hold.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolgate.typing import Path

NAME_LIMIT: Final = 60
"""Characters of a quoted name that are shown."""
STEP_LIMIT: Final = 40
"""Characters of one step of a path that are shown."""
POINTER_LIMIT: Final = 120
"""Characters of a whole path that are shown, about."""
LIST_LIMIT: Final = 10
"""Entries of a list that are shown."""
LIST_TEXT_LIMIT: Final = 200
"""Characters of a list that are shown, about."""

ELLIPSIS: Final = "…"

_HEAD, _TAIL = 3, 4
_DEPTH, _FEW = 3, 5
_BITS = 2_048  # no setting of Python refuses to write so many

# What is rarely needed is compiled when it is.

# Letters, marks and symbols that render as nothing, so that `isprintable`
# lets them through (Unicode, Default_Ignorable_Code_Point, and a blank).
_INVISIBLE = (
    "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164"
    "\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
)
_invisible = partial(re.search, f"[{_INVISIBLE}]")

# What cannot be meant as text: controls (a line break and a tab can),
# overrides of the writing direction, tags, and halves of surrogate pairs.
_replace_controls = partial(
    re.sub,
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e"
    "\u2066-\u2069\ud800-\udfff\U000e0000-\U000e007f]|\r(?!\n)",
)
_escapes = partial(
    re.finditer,
    r"\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|\\u[0-9a-f]{4}",
)
_plain = partial(re.fullmatch, r"[\w.$@:*/~-]+")
# What most names are made of: ASCII, without quotes and backslashes.
_simple = re.compile(r"[ !#-\[\]-~]*").fullmatch
_tool_name = re.compile(r"[A-Za-z0-9_.-]{1,128}").fullmatch


def _escape(char: str) -> str:
    """Give the JSON escape of one character (RFC 8259, section 7)."""
    units = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(
        f"\\u{units[start : start + 4]}" for start in range(0, len(units), 4)
    )


def cut(text: str, limit: int) -> str:
    r"""
    Bound a text at `limit` characters, the ellipsis included.

    For sentences that a host wrote for the model. Line breaks and tabs stay;
    other control characters, overrides of the writing direction and lone
    surrogates are written as JSON escapes, never split.

    >>> cut("No order 17", 60)
    'No order 17'
    >>> cut("No order 17", 6)
    'No or…'
    >>> cut("a\x00b", 60)
    'a\\u0000b'
    """
    if len(text) <= limit and text.isprintable():
        return text
    if limit < 1:
        return ""
    shown = _replace_controls(
        lambda found: _escape(found.group()), text[: limit + 1]
    )
    if len(text) <= limit and len(shown) <= limit:
        return shown
    end = limit - 1
    # An escape is at most 12 characters long: do not end inside of one.
    for found in _escapes(shown):
        if found.start() < end < found.end():
            end = found.start()
            break
    # Half of a line break would be a control character.
    return shown[:end].removesuffix("\r") + ELLIPSIS


def quoted(name: str, limit: int = NAME_LIMIT) -> str:
    r"""
    Quote a name that came from outside, as a JSON string.

    Everything that is not plainly visible is escaped: control characters,
    line breaks, bidirectional overrides, zero-width and blank characters,
    spaces other than U+0020, surrogates, unassigned and private code points.
    What is longer than `limit` is cut, the ellipsis stands outside.

    >>> print(quoted("city"))
    "city"
    >>> print(quoted('a"b\n\u202ec'))
    "a\"b\u000a\u202ec"
    >>> print(quoted("x" * 100, 5))
    "xxxxx"…
    """
    if len(name) <= limit and _simple(name):
        return f'"{name}"'
    shown, whole = _escaped(name, limit, '"\\')
    return f'"{shown}"' if whole else f'"{shown}"{ELLIPSIS}'


def inline(text: str, limit: int) -> str:
    r"""
    Show a short text on one line: escaped and cut like `quoted`, unquoted.

    For what a tool's author wrote. Backslashes stay single, so that a
    pattern reads as a pattern.

    >>> print(inline(r"^\d+$", 20), inline("a\nb", 20))
    ^\d+$ a\u000ab
    """
    shown, whole = _escaped(text, limit, "")
    return shown if whole else shown + ELLIPSIS


def _escaped(text: str, limit: int, marked: str) -> tuple[str, bool]:
    """Escape a text; put a backslash before `marked`; say if it is whole."""
    if (
        len(text) <= limit
        and _visible(text)
        and not any(char in text for char in marked)
    ):
        return text, True
    shown: list[str] = []
    room = limit
    for char in text[: limit + 1]:
        piece = char
        if char in marked:
            piece = "\\" + char
        elif not _visible(char):
            piece = _escape(char)
        room -= len(piece)
        if room < 0:
            return "".join(shown), False
        shown.append(piece)
    return "".join(shown), True


def _visible(text: str) -> bool:
    return text.isprintable() and (text.isascii() or not _invisible(text))


def name_text(name: str) -> str:
    """
    Show a name that an author wrote: as it is where plain, quoted where not.

    >>> name_text("max_results"), name_text("max results")
    ('max_results', '"max results"')
    """
    if len(name) <= STEP_LIMIT:
        if name.isascii() and name.isidentifier():
            return name
        if _plain(name) and _visible(name):
            return name
    return quoted(name, STEP_LIMIT)


def tool_name(name: str) -> str:
    """
    Give a tool's name: as it is where it is plain, quoted where not.

    >>> tool_name("get_weather"), tool_name("run it")
    ('get_weather', '"run it"')
    """
    return name if _tool_name(name) else quoted(name, 128)


def pointer_text(path: Path) -> str:
    """
    Show a path as a JSON Pointer (RFC 6901), `/` for the root.

    Steps that are not plain names are quoted, long ones cut, and a long
    path is shortened in its middle: it is for reading, not for resolving.

    >>> pointer_text(()), pointer_text(("rows", 0, "a/b"))
    ('/', '/rows/0/a~1b')
    >>> pointer_text(("say hello",))
    '/"say hello"'
    """
    if len(path) > _HEAD + _TAIL:
        return _shortened(path)
    if not path:
        return "/"
    shown = ""
    for step in path:
        # What most steps are, told apart without a call.
        if (
            type(step) is str
            and len(step) <= STEP_LIMIT
            and step.isascii()
            and step.isidentifier()
        ):
            shown += "/" + step
        else:
            shown += "/" + _step(step)
    return shown if len(shown) <= POINTER_LIMIT else _shortened(path)


def _shortened(path: Path) -> str:
    """Keep both ends of a path, dropping steps from the middle."""
    shown = [_step(step) for step in path[:_HEAD]]
    tail = [_step(step) for step in path[_HEAD:][-_TAIL:]]
    whole = len(path) == len(shown) + len(tail)
    while sum(map(len, shown + tail)) > POINTER_LIMIT:
        whole = False
        longer = shown if len(shown) >= len(tail) else tail
        del longer[-1 if longer is shown else 0]
    return "/" + "/".join(shown + ([] if whole else [ELLIPSIS]) + tail)


def _step(step: str | int) -> str:
    if type(step) is int:
        return str(step) if step.bit_length() < _BITS else ELLIPSIS
    text = str(step)
    if len(text) <= STEP_LIMIT and _plain(text) and _visible(text):
        return text.replace("~", "~0").replace("/", "~1")
    # Escaping makes a text longer, so that cutting it first loses nothing.
    start = text[: STEP_LIMIT + 1]
    return quoted(start.replace("~", "~0").replace("/", "~1"), STEP_LIMIT)


def value_text(value: object, depth: int = _DEPTH) -> str:
    """
    Show a value from a schema as JSON, bounded in length and depth.

    >>> value_text(("a", None, 1.5)), value_text({"k": True})
    ('["a", null, 1.5]', '{"k": true}')
    """
    if isinstance(value, (list, tuple)) and depth:
        items = [value_text(item, depth - 1) for item in value[:_FEW]]
        return "[" + listing(items, more=len(value) > _FEW) + "]"
    if isinstance(value, Mapping) and depth:
        pairs = [
            f"{quoted(str(key), STEP_LIMIT)}: "
            f"{value_text(value[key], depth - 1)}"
            for key in islice(value, _FEW)
        ]
        return "{" + listing(pairs, more=len(value) > _FEW) + "}"
    return _scalar(value)


def _scalar(value: object) -> str:
    if isinstance(value, str):
        return quoted(value, STEP_LIMIT)
    if value is None or isinstance(value, bool):
        return "null" if value is None else "true" if value else "false"
    # Printing a huge integer costs time and is refused past a size.
    if isinstance(value, int) and value.bit_length() < _BITS:
        return cut(str(value), STEP_LIMIT)
    return repr(value) if isinstance(value, float) else ELLIPSIS


def listing(items: Iterable[str], *, more: bool = False) -> str:
    """
    Join the first items with commas, as many as have room.

    >>> listing(["a", "b"]), listing(["a", "b"], more=True)
    ('a, b', 'a, b, …')
    """
    shown: list[str] = []
    room = LIST_TEXT_LIMIT
    for item in items:
        room -= len(item) + 2
        if shown and (room < 0 or len(shown) == LIST_LIMIT):
            more = True
            break
        shown.append(item)
    if more:
        shown.append(ELLIPSIS)
    return ", ".join(shown)
