"""
What is wrong with a JSON text, and where.

A second, strict reader of RFC 8259 that keeps track of positions and paths.
It runs only on texts that were refused, so its messages are the same on
every version of Python, and cost nothing where there is nothing to say.
"""

from __future__ import annotations

import re
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import TYPE_CHECKING

from toolgate.json_copy import MAX_INTEGER_DIGITS, is_unicode
from toolgate.json_reasons import invalid, position_of

if TYPE_CHECKING:
    from toolgate.exceptions import InvalidJSONError

BLANK = " \t\n\r"
"""The white space of JSON (RFC 8259, section 2)."""

_BLANKS = frozenset(BLANK)
_INFINITY = float("inf")

_skip = re.compile(r"[ \t\n\r]*").match
_number = re.compile(
    r"-?(?:0|[1-9][0-9]*)(?P<real>(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)"
).match
_numeral = re.compile(r"[-+.]?[0-9][0-9A-Za-z_.+-]*").match
# Most of a text is of these forms; one match does for them.
_plain_key = re.compile(r'"([ !#-\[\]-~]*)"[ \t\n\r]*:[ \t\n\r]*').match
_plain_value = re.compile(
    r'"[ !#-\[\]-~]*"'
    r"|(?:-?(?:0|[1-9][0-9]{0,17})|true|false|null)(?=[ \t\n\r,\]}])"
).match
# These are compiled when they are first needed: each for the last steps.
_WORD = r"-?[A-Za-z_$][A-Za-z0-9_$]*"
# A stretch of a string; bounded, since each turn takes memory.
_SOUND = r'(?:[^"\\\x00-\x1f]+|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){0,1000}'
# An escape that the end of the text cut short.
_HALF_ESCAPE = r"\\(?:u[0-9a-fA-F]{0,3})?\Z"

_LITERALS = {"true", "false", "null"}
_NOT_FINITE = {"NaN", "-NaN", "Infinity", "-Infinity"}
_PYTHON = {"True", "False", "None"}
# What begins a value, or has a reason of its own.
_BEGINNINGS = ("{", "[", '"', "'", "//", "/*")


def check_text(text: str) -> None:
    """
    Raise what keeps a text from being one JSON value; return if nothing does.

    Takes a second for some million characters; bound the text first. Of
    several faults, the first in the text is raised. Nothing is recursive.

    >>> check_text('{"a": 1,}')
    Traceback (most recent call last):
    toolgate.exceptions.InvalidJSONError: a comma before a closing bracket \
at line 1 column 9
    """
    if text.startswith("\ufeff"):
        raise invalid("byte_order_mark", position=(1, 1))
    start = _skip(text).end()  # type: ignore[union-attr]
    if text.startswith("```", start):
        raise invalid("code_fence", position=position_of(text, start))
    if text.find("{", start) > start and _is_prose(text, start):
        raise invalid("leading_text", position=position_of(text, start))
    _Reader(text).run(start)


def _is_prose(text: str, start: int) -> bool:
    """Tell whether what begins here is no value, nor meant to be one."""
    word = re.compile(_WORD).match(text, start)
    if word:
        return word.group() not in _LITERALS | _NOT_FINITE | _PYTHON
    return not (text.startswith(_BEGINNINGS, start) or _numeral(text, start))


class _Reader:
    __slots__ = ("fresh", "names", "path", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        # For each open container the keys so far, None for an array, and
        # the step to the value being read.
        self.names: list[set[str] | None] = []
        self.path: list[str | int] = []
        self.fresh = False

    def run(self, start: int) -> None:
        end = self.value(start, "one JSON object")
        while self.names:
            end = self.next(self.skip(end))
        end = self.skip(end)
        if end != len(self.text):
            raise self.fault("trailing_text", end)

    def skip(self, start: int) -> int:
        if self.text[start : start + 1] in _BLANKS:
            start = _skip(self.text, start).end()  # type: ignore[union-attr]
        return start

    def next(self, start: int) -> int:
        """Read on inside the innermost container, up to its next value."""
        names = self.names[-1]
        closer = "]" if names is None else "}"
        char = self.text[start : start + 1]
        if char == closer:
            self.names.pop()
            self.path.pop()
            self.fresh = False
            return start + 1
        if not self.fresh:
            if char != ",":
                raise self.unexpected(start, f"a comma or {closer}")
            start = self.skip(start + 1)
            if self.text[start : start + 1] in ("]", "}"):
                raise self.fault("trailing_comma", start)
        if names is None:
            self.path[-1] = 0 if self.fresh else int(self.path[-1]) + 1
        else:
            start = self.key(start, names)
        self.fresh = False
        return self.value(start, "a value")

    def key(self, start: int, names: set[str]) -> int:
        plain = _plain_key(self.text, start)
        if plain:
            name, end = plain[1], plain.end()
        else:
            name, end = self.delicate_key(start)
        self.path[-1] = name
        if name in names:
            raise self.misfit("duplicate_key", start)
        names.add(name)
        return end

    def delicate_key(self, start: int) -> tuple[str, int]:
        text = self.text
        if text[start : start + 1] != '"':
            if re.compile(_WORD).match(text, start):
                raise self.fault("unquoted_key", start)
            raise self.unexpected(start, "a key in double quotes")
        # What is wrong with a key is said of its object.
        step = self.path.pop()
        name, end = self.string(start)
        self.path.append(step)
        end = self.skip(end)
        if text[end : end + 1] != ":":
            raise self.unexpected(end, "a colon after the key")
        return name, self.skip(end + 1)

    def value(self, start: int, expected: str) -> int:
        """Read a scalar to its end, or the opening of a container."""
        plain = _plain_value(self.text, start)
        if plain:
            return plain.end()
        char = self.text[start : start + 1]
        if char in ("{", "["):
            self.names.append(set() if char == "{" else None)
            self.path.append(0)
            self.fresh = True
            return start + 1
        if char == '"':
            return self.string(start)[1]
        numeral = _numeral(self.text, start)
        if numeral:
            self.check_number(start, numeral.end())
            return numeral.end()
        word = re.compile(_WORD).match(self.text, start)
        if word and word.group() in _LITERALS:
            return word.end()
        raise self.no_value(start, expected)

    def check_number(self, start: int, end: int) -> None:
        number = _number(self.text, start)
        if number is None or number.end() != end:
            raise self.fault("invalid_number", start, end)
        text = number.group()
        if number["real"]:
            if abs(float(text)) == _INFINITY:
                raise self.misfit("number_overflow", start)
        elif len(text.lstrip("-")) > MAX_INTEGER_DIGITS:
            raise self.misfit("integer_too_long", start, MAX_INTEGER_DIGITS)

    def string(self, start: int) -> tuple[str, int]:
        """Read a string; give its value and its end."""
        try:
            value, end = scanstring(self.text, start + 1)
        except ValueError:
            value, end = "", -1
        if end < 0:
            raise self.broken_string(start + 1)
        if not is_unicode(value):
            raise self.misfit("lone_surrogate", start)
        return value, end

    def broken_string(self, start: int) -> InvalidJSONError:
        """Find what ends a string before its closing quote."""
        sound_at = re.compile(_SOUND).match
        sound = sound_at(self.text, start)
        while sound and sound.end() > start:
            start = sound.end()
            sound = sound_at(self.text, start)
        if self.text[start : start + 1] not in ("", "\\"):
            return self.fault("control_character", start)
        half = re.compile(_HALF_ESCAPE).match(self.text, start)
        return self.fault("invalid_escape", start, half.end() if half else 0)

    def no_value(self, start: int, expected: str) -> InvalidJSONError:
        word = re.compile(_WORD).match(self.text, start)
        if word is None:
            return self.unexpected(start, expected)
        name = word.group()
        if name in _NOT_FINITE:
            return self.misfit("not_finite", start, name)
        if name in _PYTHON:
            return self.fault("python_literal", start, found=name)
        if any(literal.startswith(name) for literal in _LITERALS):
            return self.fault("syntax", start, word.end(), expected)
        return self.unexpected(start, expected)

    def unexpected(self, start: int, expected: str) -> InvalidJSONError:
        if self.text.startswith("'", start):
            return self.fault("single_quotes", start)
        if self.text.startswith(("//", "/*"), start):
            return self.fault("comment", start)
        end = start + self.text.startswith("-", start)
        return self.fault("syntax", start, end, expected)

    def fault(
        self, code: str, start: int, end: int = 0, found: str | None = None
    ) -> InvalidJSONError:
        """Report a fault of form, or, where the text ends, that it does."""
        size = len(self.text)
        if max(start, end) == size:
            return invalid("cut_off", position=position_of(self.text, size))
        return invalid(
            code, found=found, position=position_of(self.text, start)
        )

    def misfit(
        self, code: str, start: int, found: str | int | None = None
    ) -> InvalidJSONError:
        """Report a fault of a value; outside of any container, by place."""
        place = None if self.path else position_of(self.text, start)
        return invalid(
            code, found=found, path=tuple(self.path), position=place
        )
