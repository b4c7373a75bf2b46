"""
The JSON door: what a model sent becomes one JSON object, or an error.

RFC 8259, and stricter than it where it leaves a choice: duplicate keys,
numbers beyond a double, lone surrogates and byte order marks are refused.
"""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from toolgate.exceptions import NotAnObjectError
from toolgate.json_bounds import check_bounds, repeats_names
from toolgate.json_copy import MAX_INTEGER_DIGITS, type_name
from toolgate.json_fault import BLANK, check_text
from toolgate.json_reasons import REASONS, invalid, position_of
from toolgate.json_value import encode, json_type, own
from toolgate.json_writer import integer

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.limits import ValueLimits
    from toolgate.typing import JSONObject, JSONValue

    Scan: TypeAlias = Callable[[str, int], tuple[JSONValue, int]]

_INFINITY = float("inf")
_surrogate_escape = re.compile(r"\\u[dD][89a-fA-F]").search
# Absent before Python 3.10.7, which had no limit.
_digit_limit = getattr(sys, "get_int_max_str_digits", lambda: 0)


def _refuse(_: str) -> NoReturn:
    raise ValueError


def _object(pairs: list[tuple[str, JSONValue]]) -> JSONObject:
    value = {}
    for name, item in pairs:
        value[name] = item  # noqa: PERF403 - measured faster before 3.12
    if len(value) != len(pairs):
        raise ValueError
    return value


def _real(text: str) -> float:
    value = float(text)
    if -_INFINITY < value < _INFINITY:
        return value
    raise ValueError


def _integer(text: str) -> int:
    if len(text) > MAX_INTEGER_DIGITS + text.startswith("-"):
        raise ValueError
    return integer(text)


def _scanner(
    parse_int: Callable[[str], int],
    pairs_hook: Callable[[list[tuple[str, JSONValue]]], JSONObject] | None,
) -> Scan:
    """
    Return what reads one value from an index on, and says where it ended.

    `JSONDecoder.decode` and `raw_decode` are frames around it, which on a
    small text take a third of the time.
    """
    decoder = json.JSONDecoder(
        object_pairs_hook=pairs_hook,
        parse_constant=_refuse,
        parse_float=_real,
        parse_int=parse_int,
    )
    scan: Scan = decoder.scan_once  # type: ignore[attr-defined]
    return scan


# Keeps the last of two members of one name: to count names afterwards takes
# half as long as to be called for each object, while there are not many.
_scan = _scanner(int, None)
_scan_long = _scanner(int, _object)
# Where integers may be longer than Python reads at once, or than it should.
_scan_longest = _scanner(_integer, _object)
# What a scanner raises; itself, StopIteration for what starts no value.
_REFUSED = (ValueError, StopIteration)


class JSONDoor:
    """
    Reads the arguments of calls, within `limits`.

    A str is text as RFC 8259 has it; bytes, bytearray and memoryview are
    such text in UTF-8. None, blank text and `null` are `{}`: the schema
    decides whether that is enough. A mapping that is decoded already is
    copied under the same rules, as `own` does it. One door serves any number
    of calls and threads.

    >>> from toolgate.limits import CallLimits
    >>> door = JSONDoor(CallLimits().arguments)
    >>> door.read('{"city": "Paris"}'), door.read(None)
    ({'city': 'Paris'}, {})
    >>> door.read("{'city': 'Paris'}")
    Traceback (most recent call last):
    toolgate.exceptions.InvalidJSONError: single quotes, where JSON takes \
double quotes at line 1 column 2
    """

    __slots__ = ("_easy", "_limits", "_max_depth")

    def __init__(self, limits: ValueLimits) -> None:
        self._limits = limits
        self._max_depth = limits.max_depth
        # ASCII up to this length is within `max_bytes`, and within
        # `max_nodes`: a value takes at least one character and a comma.
        self._easy = min(limits.max_bytes, 2 * limits.max_nodes - 1)

    def read(self, arguments: object) -> JSONObject:  # noqa: C901 - hot path
        """
        Return the one JSON object that the arguments are.

        It is the caller's alone. Raises `NotAnObjectError` for JSON that is
        no object, else `InvalidJSONError`; neither holds any part of the
        arguments but keys, in `path`.
        """
        text = arguments
        try:
            if type(text) is not str:
                return self._other(arguments)
            length = len(text)
            # Of two nested objects, the outer one takes a colon.
            colons = text.count(":")
            if (
                length > self._easy
                or not text.isascii()
                or length > self._max_depth <= colons + text.count("[")
            ):
                check_bounds(text, self._limits)
            start = 0
            if not length or text[0] != "{":
                if text.strip(BLANK) in ("", "null"):
                    return {}
                start = length - len(text.lstrip(BLANK))
            try:
                if length <= MAX_INTEGER_DIGITS:
                    value, end = _scan(text, start)
                    if type(value) is not dict or (
                        len(value) != colons
                        and repeats_names(text, value, colons)
                    ):
                        end = -1
                else:
                    value, end = _long_scanner()(text, start)
            except _REFUSED:
                # Looked into below, where no traceback holds the text.
                value, end = None, -1
            if end != length and (end < 0 or text[end:].strip(BLANK)):
                check_text(text)
                # Nothing is wrong, but for a setting of the host.
                value, end = _scan_longest(text, start)
            if "\\" in text and _surrogate_escape(text):
                own(value, self._limits)
            if type(value) is dict:
                return value
        except (RecursionError, *_REFUSED):
            value, end = None, -1
        raise invalid("stack_exhausted") if end < 0 else _not_an_object(value)

    def _other(self, arguments: object) -> JSONObject:
        """Read what is no plain str."""
        text = self._text(arguments)
        return self._own(arguments) if text is None else self.read(text)

    def _text(self, arguments: object) -> str | None:
        """Return the text that the arguments are, None where they are not."""
        if arguments is None:
            return ""
        kind = type(arguments)
        if issubclass(kind, str):
            return str.__str__(arguments)
        if not issubclass(kind, (bytes, bytearray, memoryview)):
            return None
        limit = self._limits.max_bytes
        try:
            view = memoryview(arguments)  # type: ignore[arg-type]
            data = view.tobytes() if view.nbytes <= limit else None
        except Exception as error:
            raise invalid("unreadable", found=type_name(kind)) from error
        if data is None:
            raise invalid("too_large", found=limit)
        try:
            return data.decode()
        except UnicodeDecodeError as error:
            before = data[: error.start].decode()
        raise invalid(
            "invalid_utf8", position=position_of(before, len(before))
        )

    def _own(self, arguments: object) -> JSONObject:
        value = own(arguments, self._limits)
        if type(value) is not dict:
            raise _not_an_object(value)
        encode(value, self._limits)
        return value


def _long_scanner() -> Scan:
    """Return the quicker one where Python itself refuses longer integers."""
    bounded = 0 < _digit_limit() <= MAX_INTEGER_DIGITS
    return _scan_long if bounded else _scan_longest


def _not_an_object(value: JSONValue) -> NotAnObjectError:
    found = json_type(value)
    if found == "string" and value.lstrip(BLANK).startswith("{"):
        code = "double_encoded"
        return NotAnObjectError(REASONS[code], code=code)
    code = "not_an_object"
    return NotAnObjectError(
        REASONS[code].format(found=found), code=code, found=found
    )
