"""Types whose values are one JSON scalar: a schema and a reader for each."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal, InvalidOperation
from functools import partial
from pathlib import (
    Path,
    PurePath,
    PurePosixPath,
    PureWindowsPath,
)
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from uuid import UUID

import typing_extensions

from toolgate.expected import Expected
from toolgate.function.shape import Misfit, Shape
from toolgate.json_copy import MAX_INTEGER_DIGITS

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.function.shape import Derives

MAX_DECIMAL_EXPONENT: Final = 6_144
"""Largest exponent of a Decimal from outside, that of IEEE 754 decimal128."""

_HOURS: Final = 24
_MINUTES: Final = 60

# Compiled when they are first used, which for most is never.
_DATE = r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
_TIME = (
    r"([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,6})[0-9]*)?)?"
    r"(?:([Zz])|([+-])([0-9]{2}):([0-9]{2}))?"
)
_NUMBER = r"([0-9]{1,14}(?:\.[0-9]{1,18})?)"
_date = partial(re.fullmatch, _DATE)
_time = partial(re.fullmatch, _TIME)
_date_time = partial(re.fullmatch, f"{_DATE}[Tt ]{_TIME}")
_duration = partial(
    re.fullmatch,
    rf"([+-]?)P(?!\Z)(?:{_NUMBER}W)?(?:{_NUMBER}D)?"
    rf"(?:T(?!\Z)(?:{_NUMBER}H)?(?:{_NUMBER}M)?(?:{_NUMBER}S)?)?",
)
_uuid = partial(
    re.fullmatch, r"[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}"
)
_MICROSECONDS: Final = (
    604_800_000_000,  # a week
    86_400_000_000,
    3_600_000_000,
    60_000_000,
    1_000_000,
)


def _read_int(value: Any) -> int:
    return value if type(value) is int else int(value)


def _read_float(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        raise Misfit(Expected("double")) from None


def _read_date(text: str) -> date:
    found = _date(text)
    try:
        if found:
            return date(*map(int, found.groups()))
    except ValueError:
        pass
    raise Misfit(Expected("date"))


def _read_date_time(text: str) -> datetime:
    found = _date_time(text)
    try:
        if found:
            year, month, day, *clock = found.groups()
            return datetime.combine(
                date(int(year), int(month), int(day)), _clock(*clock)
            )
    except ValueError:
        pass
    raise Misfit(Expected("date_time"))


def _read_time(text: str) -> time:
    found = _time(text)
    try:
        if found:
            return _clock(*found.groups())
    except ValueError:
        pass
    raise Misfit(Expected("time"))


def _clock(*parts: str | None) -> time:
    """Return the time of the groups of `_TIME`, or raise ValueError."""
    hour, minute, second, part, utc, sign, hours, minutes = parts
    zone = timezone.utc if utc else None
    if sign:
        if int(hours or 0) >= _HOURS or int(minutes or 0) >= _MINUTES:
            raise ValueError
        offset = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
        zone = timezone(-offset if sign == "-" else offset)
    return time(
        int(hour or 0),
        int(minute or 0),
        int(second or 0),
        int((part or "").ljust(6, "0")),
        zone,
    )


def _read_duration(text: str) -> timedelta:
    found = _duration(text)
    try:
        if found:
            sign, *counts = found.groups()
            total = _microseconds(counts)
            return timedelta(microseconds=-total if sign == "-" else total)
    except (ValueError, OverflowError):
        pass
    # A year and a month are of no fixed length, which a timedelta is.
    raise Misfit(Expected("duration"))


def _microseconds(counts: list[str | None]) -> int:
    total = 0
    told = [
        (count, unit)
        for count, unit in zip(counts, _MICROSECONDS, strict=True)
        if count
    ]
    for place, (count, unit) in enumerate(told, 1):
        whole, _, part = count.partition(".")
        if part and place < len(told):
            raise ValueError
        scale = 10 ** len(part)
        total += (int(whole + part) * unit * 2 + scale) // (scale * 2)
    return total


def _read_uuid(text: str) -> UUID:
    if _uuid(text):
        return UUID(text)
    raise Misfit(Expected("uuid"))


def _read_decimal(text: str) -> Decimal:
    try:
        value = Decimal(text)
    except InvalidOperation:
        # An exponent of more digits than there is a number for.
        pass
    else:
        exponent = value.as_tuple().exponent
        if (
            isinstance(exponent, int)
            and -MAX_DECIMAL_EXPONENT <= exponent <= MAX_DECIMAL_EXPONENT
            and len(text) <= MAX_INTEGER_DIGITS
        ):
            return value
    # Elsewhere a short text could stand for a number that fills the memory.
    raise Misfit(
        Expected("decimal", (MAX_DECIMAL_EXPONENT, MAX_INTEGER_DIGITS))
    )


def _read_bytes(text: str) -> bytes:
    try:
        value = b64decode(text, validate=True)
    except ValueError:
        pass
    else:
        # RFC 4648, section 3.5: the bits that pad are zero.
        if b64encode(value).decode("ascii") == text:
            return value
    raise Misfit(Expected("base64"))


def _path_reader(kind: type[PurePath]) -> Callable[[str], PurePath]:
    def read(text: str) -> PurePath:
        if "\0" in text:
            raise Misfit(Expected("path"))
        return kind(text)

    return read


class _Row(NamedTuple):
    schema: dict[str, Any]
    read: Callable[[Any], Any] | None = None
    samples: tuple[Any, ...] = ()


def _text(read: Callable[[str], Any], *samples: Any, **schema: str) -> _Row:
    return _Row({"type": "string", **schema}, read, samples)


_PATHS: Final = {
    kind: _text(_path_reader(kind), kind("a"), format="path")
    for kind in (Path, PurePath, PurePosixPath, PureWindowsPath, type(Path()))
}
_ROWS: Final[dict[Any, _Row]] = {
    str: _Row({"type": "string"}),
    bool: _Row({"type": "boolean"}),
    int: _Row({"type": "integer"}, _read_int),
    float: _Row({"type": "number"}, _read_float),
    None: _Row({"type": "null"}),
    type(None): _Row({"type": "null"}),
    object: _Row({}),
    Any: _Row({}),
    typing_extensions.Any: _Row({}),
    date: _text(_read_date, date(2030, 1, 31), format="date"),
    datetime: _text(
        _read_date_time,
        datetime(2030, 1, 31),  # noqa: DTZ001 - one without a zone, too
        datetime(2030, 1, 31, tzinfo=timezone.utc),
        format="date-time",
    ),
    time: _text(
        _read_time, time(9), time(9, tzinfo=timezone.utc), format="time"
    ),
    timedelta: _text(_read_duration, timedelta(1), format="duration"),
    UUID: _text(_read_uuid, UUID(int=1), format="uuid"),
    Decimal: _text(
        _read_decimal,
        Decimal(1),
        pattern=r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$",
    ),
    bytes: _text(_read_bytes, b"a", contentEncoding="base64"),
    **_PATHS,
}


EXACT_ROWS: Final = "exact_rows"
"""The attribute of an object's reader whose properties are all so."""
_EXACT: Final[dict[object, type]] = {_read_int: int, _read_float: float}


def exact_of(read: Callable[[Any], Any]) -> type | None:
    """
    Return the type whose values a reader gives back as they came, if any.

    Whoever reads many can leave those alone without a call.

    >>> exact_of(_read_int), exact_of(len)
    (<class 'int'>, None)
    """
    return _EXACT.get(read)


def shape_of(annotation: object, deriver: Derives) -> Shape | None:  # noqa: ARG001 - every family takes the same
    """
    Return the shape of a scalar type, or None for any other annotation.

    >>> shape_of(date, None).schema
    {'type': 'string', 'format': 'date'}
    >>> shape_of(date, None).read("2030-01-31")
    datetime.date(2030, 1, 31)
    >>> shape_of(list, None)
    """
    try:
        row = _ROWS.get(annotation)
    except TypeError:
        return None
    return None if row is None else Shape(dict(row.schema), row.read)


def samples_of(schema: dict[str, Any]) -> tuple[Any, ...]:
    """
    Give values of the type whose text a schema describes, to try things on.

    Empty where the schema is of no type that is written as text.

    >>> samples_of({"type": ["string", "null"], "format": "date"})
    (datetime.date(2030, 1, 31),)
    """
    for row in _ROWS.values():
        if row.samples and all(
            schema.get(keyword) == value
            for keyword, value in row.schema.items()
            if keyword != "type"
        ):
            return row.samples
    return ()
