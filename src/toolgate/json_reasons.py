"""Why something is not JSON, one sentence for each code."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from toolgate.exceptions import InvalidJSONError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolgate.typing import Path

REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # limits
        "too_large": "larger than {found} bytes",
        "too_deep": "nested deeper than {found} levels",
        "stack_exhausted": "nested too deeply for the stack that is left",
        "too_many_values": "more than {found} values",
        "integer_too_long": "an integer of more than {found} digits",
        # values that a text can hold as well as a decoded object
        "not_finite": "{found} is not a JSON number",
        "number_overflow": "a number too large for a double",
        "lone_surrogate": "half of a surrogate pair, which is no character",
        "duplicate_key": "this key occurs twice in one object",
        # texts
        "invalid_utf8": "bytes that are not UTF-8",
        "byte_order_mark": "a byte order mark before the JSON text",
        "code_fence": "a Markdown code fence, where the bare object belongs",
        "leading_text": "text before the JSON object; send only the object",
        "cut_off": "the text ends before the JSON does; it was cut off",
        "trailing_text": "more text after the end of the JSON value",
        "trailing_comma": "a comma before a closing bracket",
        "single_quotes": "single quotes, where JSON takes double quotes",
        "python_literal": (
            "{found} is Python, JSON writes true, false and null"
        ),
        "comment": "a comment, which JSON does not have",
        "unquoted_key": "a key without double quotes",
        "invalid_number": "a number that is not written as JSON writes it",
        "invalid_escape": "an invalid escape in a string",
        "control_character": (
            "a raw control character in a string; write it as an escape"
        ),
        "syntax": "expected {found}",
        # decoded objects
        "not_json": "a Python {found} is not a JSON value",
        "key_not_string": "a key that is a Python {found}, not a string",
        "unreadable": "a Python {found} that fails when it is read",
        # JSON, but not what a call needs
        "not_an_object": "expected one JSON object, got {found}",
        "double_encoded": (
            "expected one JSON object, got a string that holds JSON text; "
            "send the object itself, encoded once"
        ),
    }
)
"""The reason for each `InvalidJSONError.code`; `{found}` as in the error."""


def invalid(
    code: str,
    *,
    found: str | int | None = None,
    path: Path = (),
    position: tuple[int, int] | None = None,
) -> InvalidJSONError:
    """
    Return the error of a code; `position` is line and column, from 1.

    >>> str(invalid("syntax", found="a value", position=(1, 8)))
    'expected a value at line 1 column 8'
    """
    line, column = position or (None, None)
    return InvalidJSONError(
        REASONS[code].format(found=found),
        code=code,
        found=found,
        path=path,
        line=line,
        column=column,
    )


def position_of(text: str, index: int) -> tuple[int, int]:
    r"""
    Give line and column of a character, both from 1; lines end in `\n`.

    >>> position_of("{\n 1", 3)
    (2, 2)
    """
    line = text.count("\n", 0, index) + 1
    return line, index - text.rfind("\n", 0, index)
