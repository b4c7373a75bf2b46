"""JSON values as text, at the speed of the standard library's encoder."""

from __future__ import annotations

import json
from json import encoder as json_encoder
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from toolgate.typing import JSONValue

    Chunks: TypeAlias = Callable[[JSONValue, int], Iterable[str]]

# No setting of Python refuses to spell an int of this many digits.
_CHUNK: Final = 640
_UNIT = 10**_CHUNK
_PROBE = {"b": [1, 1.5, None, True], "a": "\u00e9\n"}


class Writer:
    """
    Writes JSON values of exact types in one form.

    `write` raises ValueError or TypeError for what is no such value, and
    ValueError for an integer longer than `sys.set_int_max_str_digits`
    allows; `spell` is slower and writes that, too. Both raise RecursionError
    for what is nested too deeply for the interpreter. `chunks(value, 0)`
    are the pieces that `write` joins, for where a call less counts.

    >>> writer = Writer(separators=(", ", ": "))
    >>> writer.write({"at": [1, 2.5]}), writer.spell(10**9)
    ('{"at": [1, 2.5]}', '1000000000')
    """

    __slots__ = ("_encoder", "chunks")

    def __init__(
        self,
        *,
        separators: tuple[str, str],
        sort_keys: bool = False,
        ensure_ascii: bool = False,
    ) -> None:
        self._encoder = json.JSONEncoder(
            allow_nan=False,
            check_circular=False,
            ensure_ascii=ensure_ascii,
            separators=separators,
            sort_keys=sort_keys,
        )
        self.chunks: Chunks = _prebuilt(self._encoder) or (
            lambda value, _: (self._encoder.encode(value),)
        )

    def write(self, value: JSONValue) -> str:
        """Write a value."""
        return "".join(self.chunks(value, 0))

    def spell(self, value: JSONValue) -> str:
        """Write a value, whatever Python's limit on digits."""
        comma = self._encoder.item_separator
        if type(value) is dict:
            names = sorted(value) if self._encoder.sort_keys else list(value)
            colon = self._encoder.key_separator
            members = [
                f"{self.write(name)}{colon}{self.spell(value[name])}"
                for name in names
            ]
            return "{" + comma.join(members) + "}"
        if type(value) is list:
            return "[" + comma.join([self.spell(item) for item in value]) + "]"
        if type(value) is int:
            return digits(value)
        return self.write(value)


def digits(value: int) -> str:
    """
    Write an integer in decimal, whatever Python's limit on digits.

    The time is quadratic in the number of digits, which the caller bounds.

    >>> digits(-120)
    '-120'
    """
    rest = abs(value)
    chunks: list[str] = []
    while rest >= _UNIT:
        rest, low = divmod(rest, _UNIT)
        chunks.append(f"{low:0{_CHUNK}d}")
    chunks.append(f"{'-' if value < 0 else ''}{rest}")
    return "".join(reversed(chunks))


def integer(text: str) -> int:
    """
    Read decimal digits, whatever Python's limit on their number.

    The time is quadratic in their number, which the caller bounds.

    >>> integer("-120")
    -120
    """
    if len(text) <= _CHUNK:
        return int(text)
    if text[0] == "-":
        return -integer(text[1:])
    value = 0
    for start in range(0, len(text), _CHUNK):
        chunk = text[start : start + _CHUNK]
        value = value * 10 ** len(chunk) + int(chunk)
    return value


def _prebuilt(encoder: json.JSONEncoder) -> Chunks | None:
    """
    Build once what `JSONEncoder.encode` builds on every call.

    That is over a third of the time on small values. None where the
    standard library at hand is arranged in another way.
    """
    quote = (
        json_encoder.encode_basestring_ascii
        if encoder.ensure_ascii
        else json_encoder.encode_basestring
    )
    try:
        chunks: Chunks = json_encoder.c_make_encoder(  # type: ignore[attr-defined]
            None,
            encoder.default,
            quote,
            None,
            encoder.key_separator,
            encoder.item_separator,
            encoder.sort_keys,
            encoder.skipkeys,
            encoder.allow_nan,
        )
        if "".join(chunks(_PROBE, 0)) != encoder.encode(_PROBE):
            return None
    except (AttributeError, TypeError):
        return None
    return chunks
