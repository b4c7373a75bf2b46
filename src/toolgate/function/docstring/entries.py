"""The entries of a docstring's sections: which name has which text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from toolgate.function.docstring.prose import (
    closing,
    colon,
    dedent,
    hanging,
    indent_of,
    is_type,
    prose,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from toolgate.function.docstring.headings import Section

_NAME = r"[`'\"*\\]*[^\W\d](?:[\w\\]|\.(?=\w))*[`'\"*]*"
_names = re.compile(
    rf"(?:[-*+•] +)?{_NAME}"
    rf"(?:(?: *[,/&] *| +(?:and|or) +)(?:{_NAME}|\.\.\.))*"
).match
_word = re.compile(r"[^\W\d][\w.]*").findall
_separates = re.compile(
    r"\s*(?:::?(?!:)|--?(?=\s)|[\u2013\u2014](?=\s))"
).match
_separates_any = re.compile(r"\s*:(?=\s|$)").match

_TYPE_LINES: Final = 5


class _Head(NamedTuple):
    """How an entry begins: its parameters, its lines, text behind them."""

    owners: tuple[str, ...]
    height: int
    text: str


class _Entry(NamedTuple):
    """An entry with the lines below its head."""

    head: _Head
    lines: list[str]


def parameters_of(
    section: Section, names: Collection[str]
) -> Iterator[tuple[str, str]]:
    """
    Give the parameters that a section documents, each with its text.

    Entries of other names are passed over, those without a text too.
    """
    if section.style == "field":
        text = hanging(section.lines[0], section.lines[1:])
        owners, told = _field_owners(section.argument, names)
        pairs = [(owners, f"{told} {text}".strip())]
    elif section.style == "numpy":
        pairs = [
            (entry.head.owners, _numpy_text(entry))
            for entry in _entries(section, names, numpy=True)
        ]
    else:
        pairs = [
            (entry.head.owners, _google_text(entry))
            for entry in _entries(section, names, numpy=False)
        ]
    for owners, text in pairs:
        if text:
            for owner in owners:
                yield owner, text


def returned(section: Section) -> str:
    """Write what a section says about the value that comes back."""
    if section.style == "field":
        return hanging(section.lines[0], section.lines[1:])
    lines = dedent(section.lines)
    if section.style == "numpy":
        return _numpy_returned(lines)
    at = next((at for at, line in enumerate(lines) if line), None)
    first = "" if at is None else lines[at]
    end = colon(first)
    if at is not None and end > 0 and is_type(first[:end].strip()):
        return hanging(first[end + 1 :], lines[at + 1 :])
    return prose(lines)


def _entries(
    section: Section, names: Collection[str], *, numpy: bool
) -> Iterator[_Entry]:
    """Part the lines of a section at the heads of its entries."""
    lines, level = section.lines, section.level or 0
    entry = _Entry(_Head((), 0, ""), [])
    at = 0
    while at < len(lines):
        line = lines[at]
        depth = indent_of(line)
        head = None
        if line and depth <= level + (not numpy):
            head = (_numpy_head if numpy else _google_head)(lines, at, names)
        if head and (head.owners if depth > level else True):
            yield entry
            entry = _Entry(head, [])
            level = depth if head.owners else level
            at += head.height
            continue
        if (
            line
            and depth <= level
            and at
            and (
                not lines[at - 1]
                or (numpy and entry.lines and indent_of(lines[at - 1]) > level)
            )
        ):
            yield entry
            entry = _Entry(_Head((), 0, ""), [])
        entry.lines.append(line)
        at += 1
    yield entry


def _owners(text: str, names: Collection[str]) -> tuple[str, ...]:
    """Pick the parameters of the function out of a list of names."""
    plain = text.replace("\\", "")
    return tuple(word for word in _word(plain) if word in names)


def _google_head(
    lines: Sequence[str], at: int, names: Collection[str]
) -> _Head | None:
    """Read `x (int): text` and its many relatives."""
    text = lines[at].strip()
    match = _names(text)
    if match is None:
        return None
    owners = _owners(match.group(), names)
    end, height = match.end(), 1
    start = end + (text[end : end + 1] == " ")
    if text[start : start + 1] in {"(", "[", "{"}:
        if owners:
            text, height = _whole_type(lines, at, start)
        end = closing(text, start)
        if end < 0:
            end = text.find("):", start) + 1
    rest = text[end:]
    found = (_separates if owners else _separates_any)(rest)
    if found is not None:
        return _Head(owners, height, rest[found.end() :].strip())
    if owners and not rest.strip() and _deeper(lines, at + height, lines[at]):
        return _Head(owners, height, "")
    return None


def _whole_type(lines: Sequence[str], at: int, start: int) -> tuple[str, int]:
    """Join the few lines that a type in brackets may go on for."""
    first = text = lines[at].strip()
    for height in range(1, _TYPE_LINES + 1):
        if closing(text, start) > 0:
            return text, height
        if not _deeper(lines, at + height, lines[at]):
            break
        text += " " + lines[at + height].strip()
    return first, 1


def _deeper(lines: Sequence[str], at: int, above: str) -> bool:
    """Tell whether a line stands deeper than one above it."""
    return at < len(lines) and indent_of(lines[at]) > indent_of(above)


def _google_text(entry: _Entry) -> str:
    """Write an entry's text, without a NumPy type in front of it."""
    first, below = entry.head.text, entry.lines
    if below and below[0].lstrip()[:1].isupper() and is_type(first):
        first = ""
    return hanging(first, below)


def _numpy_head(
    lines: Sequence[str], at: int, names: Collection[str]
) -> _Head | None:
    """Read `x, y : int, optional`; the type may take several lines."""
    text = lines[at].strip()
    end = colon(text)
    listed = text[:end] if end >= 0 else text
    match = _names(listed)
    if match is None:
        return None
    owners = _owners(match.group(), names)
    rest = listed[match.end() :].strip()
    if (
        rest
        and rest[0] not in "([{"
        and not (owners and _deeper(lines, at + 1, lines[at]))
    ):
        return None
    start = min(
        (spot for mark in "[({" if (spot := text.find(mark)) >= 0), default=-1
    )
    height = 1
    if owners and start >= 0:
        text, height = _whole_type(lines, at, start)
    return _Head(owners, height, text[end + 1 :].strip() if end >= 0 else "")


def _numpy_text(entry: _Entry) -> str:
    """Write an entry's text, which may stand where a type belongs."""
    text = hanging("", entry.lines)
    if not text and entry.head.text.endswith("."):
        return entry.head.text
    return text


def _numpy_returned(lines: Sequence[str]) -> str:
    """Write `name : type` entries, or the prose that stands for them."""
    if not any(line.startswith(" ") for line in lines):
        return prose(lines)
    told: list[tuple[str, str]] = []
    below: list[str] = []
    name = ""
    for line in [*lines, "end"]:
        if not line or line.startswith(" "):
            below.append(line)
            continue
        text = hanging("", below)
        if text:
            told.append((name, text))
        name, _, kind = (part.strip() for part in line.partition(":"))
        name = name if kind else ""
        below = []
    if len(told) == 1:
        return told[0][1]
    return "\n".join(
        f"{name}: {text}" if name else text for name, text in told
    )


def _field_owners(
    argument: str, names: Collection[str]
) -> tuple[tuple[str, ...], str]:
    """
    Read what stands between a field's name and its colon.

    `int x`, `x, y`, or with the colon forgotten `x the text`.
    """
    words = argument.replace(",", " , ").split()
    plain = [word.strip("*\\`'\"") for word in words]
    if "," in words and all(word in names or word == "," for word in plain):
        return tuple(word for word in plain if word != ","), ""
    if plain and plain[-1] in names:
        return (plain[-1],), ""
    if plain and plain[0] in names:
        told = " ".join(argument.split()[1:])
        return (plain[0],), "" if is_type(told) else told
    return (), ""
