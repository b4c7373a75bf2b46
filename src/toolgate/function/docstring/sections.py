"""
The sections of a docstring, whatever its style.

Google headings (`Args:` above indented entries), NumPy headings (underlined)
and fields (`:param x:`, `@param x:`) are found in one pass, because real
docstrings mix them. Nothing here looks at a line more than a fixed number of
times.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from toolgate.function.docstring.headings import Section, heading_at
from toolgate.function.docstring.prose import UNDERLINES, indent_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from toolgate.function.docstring.headings import Heading

_entry = re.compile(r"[-*+ `\\]*(\w+)`?\**\s*[:(\[{-]").match


def split(
    lines: Sequence[str], names: Collection[str]
) -> tuple[list[str], list[Section]]:
    """
    Part a cleaned docstring into its description and its sections.

    >>> text, sections = split(["Adds.", "", "Args:", "    x: it"], {"x"})
    >>> text, sections[0].kind, sections[0].lines
    (['Adds.', ''], 'parameters', ['    x: it'])
    """
    reader = _Reader(lines, names)
    reader.read()
    return reader.description, reader.sections


class _Reader:
    """One pass over the lines of a docstring."""

    def __init__(self, lines: Sequence[str], names: Collection[str]) -> None:
        self.description: list[str] = []
        self.sections: list[Section] = []
        self._lines = lines
        self._names = names
        self._fence = ""
        self._literal: int | None = None  # below lines deeper than this
        self._doctest = False

    def read(self) -> None:
        at = 0
        # Most lines can be told at a glance to be no heading.
        bare = [line.strip() for line in self._lines]
        while at < len(bare):
            line, text = self._lines[at], bare[at]
            heading = (
                heading_at(self._lines, at)
                if text
                and (
                    text[0] in ":@"
                    or text[-1] == ":"
                    or "".join(bare[at + 1 : at + 2])[:3] in UNDERLINES
                )
                else None
            )
            if heading is not None and self._counts(heading, at):
                self.sections.append(heading.section)
                at += heading.height
                continue
            if not self.sections:
                self._describe(line)
            elif self._belongs(self.sections[-1], at):
                self.sections[-1].add(line)
            else:
                loose = Section("other", "loose", 0)
                self.sections.append(loose)
            at += 1

    def _describe(self, line: str) -> None:
        """Take a line of the description, and see whether it opens code."""
        self.description.append(line)
        text = line.lstrip()
        if self._fence:
            if text.startswith(self._fence):
                self._fence = ""
        elif text.startswith(("```", "~~~")):
            self._fence = text[:3]
        elif not text:
            self._doctest = False
        elif text.startswith(">>>"):
            self._doctest = True
        elif self._literal is None or indent_of(line) <= self._literal:
            self._literal = indent_of(line) if text.endswith("::") else None

    def _counts(self, heading: Heading, at: int) -> bool:
        """Tell whether a heading is meant as one where it stands."""
        if not self.sections:
            return self._opens(heading, at)
        new, now = heading.section, self.sections[-1]
        if now.style == "loose" or new.indent <= now.indent:
            return (
                new.style != "google"
                or now.style != "numpy"
                or self._titles(heading, at)
            )
        if now.level is not None and new.indent < now.level:
            return True
        if now.kind == "other" or not heading.known:
            return False
        if new.style == "field":
            return self._names_known(heading)
        return new.indent == now.level and self._titles(heading, at)

    def _opens(self, heading: Heading, at: int) -> bool:
        """Tell whether a heading ends the description."""
        new = heading.section
        if (
            self._fence
            or self._doctest
            or (self._literal is not None and new.indent > self._literal)
        ):
            return False
        if new.style == "google":
            return self._has_body(heading, at)
        return heading.known or (new.style == "field" and new.indent == 0)

    def _names_known(self, heading: Heading) -> bool:
        """Tell whether a field out of place is about a parameter."""
        words = heading.section.argument.split()
        return not words or words[-1].strip("*\\") in self._names

    def _titles(self, heading: Heading, at: int) -> bool:
        """Tell a heading among entries from an entry without a text."""
        return (
            heading.title[0].isupper()
            and heading.title not in self._names
            and (heading.height > 1 or self._has_body(heading, at))
        )

    def _has_body(self, heading: Heading, at: int) -> bool:
        """Tell whether what follows a title makes it a heading."""
        below = self._below(at + 1)
        if below is None:
            return True
        line = self._lines[below]
        indent = heading.section.indent
        if indent_of(line) > indent:
            return True
        if indent_of(line) == indent and self._is_entry(line):
            return heading.section.kind in {"parameters", "attributes"}
        return heading_at(self._lines, below) is not None

    def _below(self, at: int) -> int | None:
        """Find the next line that is not blank; two may be."""
        for below in range(at, min(at + 3, len(self._lines))):
            if self._lines[below]:
                return below
        return None

    def _is_entry(self, line: str) -> bool:
        """Tell whether a line documents a parameter of the function."""
        word = _entry(line)
        return word is not None and word.group(1) in self._names

    def _belongs(self, section: Section, at: int) -> bool:
        """Tell whether a line is still a part of a section."""
        line = self._lines[at]
        if not line or section.style in {"numpy", "loose"}:
            return True
        if indent_of(line) > section.indent:
            return True
        if section.style == "google" and section.level is None:
            return True
        below_blank = not self._lines[at - 1]
        if section.style == "field":
            return not below_blank
        # entries that stand no deeper than their heading
        return section.level == section.indent and (
            not below_blank or self._is_entry(line)
        )
