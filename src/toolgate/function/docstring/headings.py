"""The headings of a docstring's sections, in all styles."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from toolgate.function.docstring.prose import colon, indent_of, is_underline

if TYPE_CHECKING:
    from collections.abc import Sequence

Kind = Literal["parameters", "attributes", "returns", "other"]
Style = Literal["google", "numpy", "field", "loose"]

_NOUNS = ("arg", "argument", "param", "parameter")
_TITLES: Final[dict[str, Kind]] = dict.fromkeys(
    (
        *("attention", "caution", "danger", "deprecated", "error"),
        *("example", "examples", "except", "exceptions", "hint"),
        *("important", "methods", "note", "notes", "raise", "raises"),
        *("receive", "receives", "reference", "references", "see also"),
        *("side effects", "tip", "todo", "usage", "warn", "warning"),
        *("warnings", "warns", "yield", "yields"),
    ),
    "other",
)
_TITLES.update(
    {
        f"{prefix}{noun}{plural}": "parameters"
        for prefix in ("", "keyword ", "other ")
        for noun in _NOUNS
        for plural in ("", "s")
    }
)
_TITLES.update(attribute="attributes", attributes="attributes")
_TITLES.update({"return": "returns", "returns": "returns"})
_UNDERLINED: Final[dict[str, Kind]] = {**_TITLES, "options": "parameters"}

_FIELDS: Final[dict[str, Kind]] = dict.fromkeys(
    (
        *("deprecated", "except", "exception", "meta", "raise", "raises"),
        *("rtype", "type", "vartype", "yield", "yields", "ytype"),
    ),
    "other",
)
_FIELDS.update(dict.fromkeys(_NOUNS, "parameters"))
_FIELDS.update(
    dict.fromkeys(("key", "keyword", "kwarg", "kwparam"), "parameters")
)
_FIELDS.update(
    dict.fromkeys(("attribute", "ivar", "cvar", "var"), "attributes")
)
_FIELDS.update({"return": "returns", "returns": "returns"})
_field = re.compile(r"[:@]([A-Za-z]+)(?=[:\s])").match


@dataclass(slots=True)
class Section:
    """
    A part of a docstring below one heading.

    `argument` is what a field says between its name and its colon; the first
    of a field's `lines` is what stands behind that colon. `level` is the
    indent of the first line that is not blank, of a heading's below it. A
    Google heading in the first line has the indent -1 where all else has
    lost the same margin, so that the lines below are deeper in any case.
    """

    kind: Kind
    style: Style
    indent: int
    argument: str = ""
    lines: list[str] = field(default_factory=list)
    level: int | None = None

    def add(self, line: str) -> None:
        """Take one more line in."""
        if line and self.level is None:
            self.level = indent_of(line)
            self.indent = max(self.indent, min(self.level - 1, 0))
        self.lines.append(line)


class Heading(NamedTuple):
    """A heading, the lines that it takes, and its title as written."""

    section: Section
    height: int
    title: str
    known: bool


def heading_at(lines: Sequence[str], at: int) -> Heading | None:
    """
    Read the heading that a line with text is, if it looks like one.

    Whether it is meant as one depends on where it stands.

    >>> heading_at(["Returns:"], 0).section.kind
    'returns'
    """
    text = lines[at].strip()
    if text[0] in ":@":
        return _field_heading(text, indent_of(lines[at]))
    if at + 1 < len(lines) and is_underline(lines[at + 1]):
        title = text.rstrip(": ")
        kind = _UNDERLINED.get(title.lower())
        section = Section(kind or "other", "numpy", indent_of(lines[at]))
        return Heading(section, 2, title, known=kind is not None)
    if text[-1] == ":":
        title = text.rstrip(": ")
        kind = _TITLES.get(title.lower())
        if kind is not None:
            indent = indent_of(lines[at]) if at else -1
            return Heading(
                Section(kind, "google", indent), 1, title, known=True
            )
    return None


def _field_heading(text: str, indent: int) -> Heading | None:
    """Read `:param int x: text` or `@param x: text`."""
    match = _field(text)
    if match is None:
        return None
    name = match.group(1)
    kind = _FIELDS.get(name.lower())
    body = text[match.end() :]
    end = colon(body)
    argument, told = body[:end].strip(), body[end + 1 :].strip()
    if end < 0:  # the colon was forgotten
        body = body.strip()
        if kind is None or not body:
            return None
        argument, _, told = body.partition(" ")
        if kind == "returns":
            argument, told = "", body
    elif kind is None and argument:
        return None  # prose
    elif kind != "returns" and body.startswith(":`"):
        return None  # a role, such as :class:`int`
    section = Section(
        kind or "other", "field", indent, argument, [told], indent
    )
    return Heading(section, 1, name, known=kind is not None)
