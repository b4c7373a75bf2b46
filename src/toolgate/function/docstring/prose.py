"""
The text of docstrings: margins, paragraphs, brackets.

A model reads running text, so that the line breaks of paragraphs go; what
is laid out on purpose (lists, code, tables) stays as it was written, and
doctests go: they show how Python code calls the function, which no model
does.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_LAID_OUT: Final = (
    r"(?:[-*+•]|\(?(?:\d{1,3}|[A-Za-z]|[ivx]+)[.)]|\.\.|\|)(?:\s|$)"
    r"|```|~~~|\|\S|\+[-=]|[-=]{3,}"
)
_laid_out = re.compile(_LAID_OUT).match
# A line that is no part of a paragraph of words. That it begins with a line
# break makes the search several times as fast.
_is_parted = re.compile(
    rf"\n[^\S\n]*(?:{_LAID_OUT}|>>>|$)", re.MULTILINE
).search
_introduces = re.compile(
    r"(?:(?:for|a|an|some|simple|basic|here|is|are) ){0,4}"
    r"(?:examples?|usage|instance|e\.g\.)(?: usage)?\s{0,4}:*",
    re.IGNORECASE,
).fullmatch
_brackets = re.compile(r"[][(){}]").finditer
_marks = re.compile(r"[][(){}:]").finditer
_types = re.compile(
    r"[\w.`~\"'*-]+(?:(?: ?\| ?| or |, (?=optional))[\w.`~\"'*-]+)*"
).fullmatch

UNDERLINES: Final = frozenset({"---", "===", "~~~"})
"""What a line begins with that underlines a heading."""

_TYPE_LIMIT: Final = 200


def indent_of(line: str) -> int:
    """
    Count the white space in front of a line.

    >>> indent_of("    x: int")
    4
    """
    return len(line) - len(line.lstrip())


def is_underline(line: str) -> bool:
    """
    Tell whether a line underlines a heading.

    >>> is_underline("-----"), is_underline("==  =="), is_underline("--")
    (True, False, False)
    """
    text = line.strip()
    return text[:3] in UNDERLINES and not text.strip(text[0])


def clean(text: str) -> list[str]:
    r"""
    Take a docstring's margin away, as `inspect.cleandoc` does.

    Tabs become spaces, line breaks of all three kinds split, white space at
    the end of a line goes too. In linear time, which `inspect.cleandoc` does
    not keep for many blank lines.

    >>> clean("Add.\r\n\r\n    Args:\r\n\tx: it\r\n    ")
    ['Add.', '', 'Args:', '    x: it']
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs()
    first, *others = (line.rstrip() for line in text.split("\n"))
    lines = [first.lstrip(), *dedent(others)]
    full = [at for at, line in enumerate(lines) if line]
    return lines[full[0] : full[-1] + 1] if full else []


def dedent(lines: Sequence[str]) -> list[str]:
    """
    Take the indent away that all lines share; blank ones do not count.

    >>> dedent(["  a", "", "    b"])
    ['a', '', '  b']
    """
    margin = min(
        [len(line) - len(line.lstrip()) for line in lines if line],
        default=0,
    )
    return [line[margin:] for line in lines] if margin else [*lines]


def prose(lines: Sequence[str]) -> str:
    """
    Write lines without a margin as paragraphs with blank lines between.

    >>> print(prose(["Adds", "two.", "", "Modes:", "- fast", ">>> add()"]))
    Adds two.
    <BLANKLINE>
    Modes:
    - fast
    """
    text = "\n".join(lines).strip("\n")
    if text[:1] != " " and ":\n " not in text and not _is_parted(f"\n{text}"):
        return " ".join([line.strip() for line in text.split("\n")])
    written: list[str] = []
    for block in _blocks(lines):
        kept = _without_doctest(block)
        shown = kept is not block
        if shown and len(kept) == 1 and _introduces(kept[0].strip()):
            kept = []
        if kept:
            written.append(_paragraph(kept))
        elif shown and written and _introduces(written[-1]):
            written.pop()
    return "\n\n".join(written)


def hanging(first: str, others: Sequence[str]) -> str:
    r"""
    Write an entry whose first line stands apart from its further ones.

    >>> hanging(" How often", ["        at most.", "", "        Or not."])
    'How often at most.\n\nOr not.'
    """
    return prose([first.strip(), *dedent(others)])


def closing(text: str, start: int) -> int:
    """
    Find the end of the bracket that opens at `start`, -1 for none.

    >>> closing("x (list[int]): it", 2)
    13
    """
    depth = 0
    for match in _brackets(text, start):
        depth += 1 if match.group() in "[({" else -1
        if depth == 0:
            return match.end()
    return -1


def colon(text: str) -> int:
    """
    Find the first colon outside of brackets, or any, or -1.

    >>> colon("a {x: int}: it"), colon("a (b: it"), colon("a")
    (10, 4, -1)
    """
    depth = 0
    for match in _marks(text):
        if match.group() != ":":
            depth += 1 if match.group() in "[({" else -1
        elif depth == 0:
            return match.start()
    return text.find(":")


def is_type(text: str) -> bool:
    """
    Tell whether a text can only be meant as a type.

    >>> is_type("dict[str, int] | None"), is_type("int, optional")
    (True, True)
    >>> is_type("A dict"), is_type("True"), is_type("see below.")
    (False, False, False)
    """
    if len(text) > _TYPE_LIMIT or text.endswith("."):
        return False
    bare: list[str] = []
    depth = 0
    end = 0
    for match in _brackets(text):
        opens = match.group() in "[({"
        if depth <= 0:
            bare.append(text[end : match.start() + (not opens)])
        depth += 1 if opens else -1
        end = match.end()
    if depth <= 0:
        bare.append(text[end:])
    outside = "".join(bare).strip()
    if not outside:
        return depth == 0 and bool(text)
    return (
        depth == 0
        and outside not in {"True", "False"}
        and _types(outside) is not None
    )


def _blocks(lines: Sequence[str]) -> Iterator[list[str]]:
    """Split at blank lines outside of fenced code."""
    block: list[str] = []
    fence = ""
    for line in lines:
        mark = line.lstrip()[:3]
        if fence:
            fence = "" if mark == fence else fence
        elif mark in {"```", "~~~"}:
            fence = mark
        elif not line:
            if block:
                yield block
            block = []
            continue
        block.append(line)
    if block:
        yield block


def _without_doctest(block: list[str]) -> list[str]:
    """Cut a block at its first prompt; code in a fence stays."""
    for at, line in enumerate(block):
        text = line.lstrip()
        if text.startswith(("```", "~~~")):
            break
        if text.startswith(">>>"):
            return block[:at]
    return block


def _paragraph(block: list[str]) -> str:
    """Join the lines of a block up to the first that is laid out."""
    at = 0
    while at < len(block) and not _stands(block, at):
        at += 1
    joined = " ".join(line.strip() for line in block[:at])
    return "\n".join([joined, *block[at:]] if joined else block)


def _stands(block: list[str], at: int) -> bool:
    """Tell whether a line of a block is to stay on a line of its own."""
    line = block[at]
    return (
        _laid_out(line.lstrip()) is not None
        or (at + 1 < len(block) and is_underline(block[at + 1]))
        or (line[0] == " " and (at == 0 or block[at - 1].endswith(":")))
    )
