"""The text that JSON has for values of scalar types."""

from __future__ import annotations

from base64 import b64encode
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from toolgate.json_reasons import invalid

if TYPE_CHECKING:
    from collections.abc import Callable

_MICROSECOND: Final = timedelta(microseconds=1)
_MINUTE: Final = timedelta(minutes=1)


def _date_time(value: datetime) -> str:
    text = datetime.isoformat(value)
    offset = datetime.utcoffset(value)
    if offset is None:
        return text
    if offset % _MINUTE:
        # RFC 3339 has no seconds in an offset: the same instant, elsewhere.
        whole = timezone(round(offset / _MINUTE) * _MINUTE)
        text = datetime.fromisoformat(text).astimezone(whole).isoformat()
    return _short(text)


def _time(value: time) -> str:
    offset = time.utcoffset(value)
    if offset is not None and offset % _MINUTE:
        raise ValueError
    return _short(time.isoformat(value))


def _short(text: str) -> str:
    return f"{text[:-6]}Z" if text.endswith("+00:00") else text


def _duration(value: timedelta) -> str:
    """Write what the grammar of RFC 3339, appendix A, has room for."""
    left: int = timedelta.__floordiv__(value, _MICROSECOND)
    sign = "-" if left < 0 else ""
    seconds, micros = divmod(abs(left), 1_000_000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    fraction = f".{micros:06}".rstrip("0") if micros else ""
    units = [(hours, "H", ""), (minutes, "M", ""), (seconds, "S", fraction)]
    # Between two units none may be left out.
    told = [at for at, (n, _, part) in enumerate(units) if n or part]
    clock = (
        "".join(
            f"{n}{part}{unit}"
            for n, unit, part in units[told[0] : told[-1] + 1]
        )
        if told
        else ""
    )
    if not clock and not days:
        return "PT0S"
    return sign + "P" + (f"{days}D" if days else "") + (clock and f"T{clock}")


def _decimal(value: Decimal) -> str:
    text = Decimal.__str__(value)
    if Decimal.is_finite(value):
        return text
    raise invalid("not_finite", found=text if "NaN" not in text else "NaN")


# A datetime is a date, too.
_WRITERS: Final[tuple[tuple[type, Callable[[Any], str]], ...]] = (
    (datetime, _date_time),
    (date, date.isoformat),
    (time, _time),
    (timedelta, _duration),
    (UUID, UUID.__str__),
    (Decimal, _decimal),
    (bytes, lambda value: b64encode(value).decode("ascii")),
    (PurePath, PurePath.__str__),
)


def writer_of(kind: type) -> Callable[[Any], str] | None:
    """
    Give what writes the values of a scalar type as text, or None.

    >>> writer_of(Decimal)(Decimal("1.50"))
    '1.50'
    """
    for base, write in _WRITERS:
        if issubclass(kind, base):
            return write
    return None
