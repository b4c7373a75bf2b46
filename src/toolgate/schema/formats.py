"""
The formats that can be asserted, each one function for every engine.

Only those are here that the standard library can decide by the letter of
their specification. Each takes time linear in the text and looks at it once.
"""

from __future__ import annotations

import ipaddress
import re
from datetime import date, timedelta
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_MINUTES_A_DAY: Final = 24 * 60
_MAX_HOST: Final = 253
_MAX_LOCAL_PART: Final = 64
_MAX_IPV6: Final = 45

# Compiled when they are first used, which for most is never.
_date = partial(re.fullmatch, r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_time = partial(
    re.fullmatch,
    r"([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9]|60)(?:\.[0-9]+)?"
    r"(?:[Zz]|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))",
)
_duration = partial(
    re.fullmatch,
    r"P(?!\Z)(?:[0-9]+W|"
    r"(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)?"
    r"(?:T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S))?)",
)
_label = partial(
    re.fullmatch, r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
)
_octet = partial(re.fullmatch, r"0|[1-9][0-9]{0,2}")
_uuid = partial(
    re.fullmatch, r"[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}"
)
_atom = partial(re.fullmatch, r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+")
_quoted = partial(re.fullmatch, r'"(?:[ !#-\[\]-~]|\\[ -~])*"')
_pointer = partial(re.fullmatch, r"(?:/(?:[^~/]|~[01])*)*")
_relative = partial(
    re.fullmatch, r"(?:0|[1-9][0-9]*)(#|(?:/.*)?)", flags=re.DOTALL
)
# RFC 3986, appendix B: takes any text apart, and never backtracks.
_parts = partial(
    re.fullmatch,
    r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?",
    flags=re.DOTALL,
)
_scheme = partial(re.fullmatch, r"[A-Za-z][A-Za-z0-9+.-]*")
_UNIT = r"[A-Za-z0-9._~!$&'()*+,;=%s-]|%%[0-9A-Fa-f]{2}"
_path = partial(re.fullmatch, f"(?:{_UNIT % ':@/'})*")
_query = partial(re.fullmatch, f"(?:{_UNIT % ':@/?'})*")
_user = partial(re.fullmatch, f"(?:{_UNIT % ':'})*")
_name = partial(re.fullmatch, f"(?:{_UNIT % ''})*")
_port = partial(re.fullmatch, r"[0-9]*")
_future = partial(
    re.fullmatch, r"[Vv][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+"
)


def _month_and_day(text: str) -> tuple[int, int, int] | None:
    found = _date(text)
    if found is None:
        return None
    year, month, day = (int(part) for part in found.groups())
    if not 1 <= month <= 12 or day < 1:  # noqa: PLR2004 - months
        return None
    # The Gregorian calendar repeats after 400 years, and has no year 0 here.
    start = date(year % 400 + 400, month, 1)
    last = (start.replace(day=28) + timedelta(days=4)).replace(day=1)
    last -= timedelta(days=1)
    return (month, day, last.day) if day <= last.day else None


def _leap_second(text: str) -> tuple[bool, int] | None:
    """
    Return whether a time is a leap second, and on which UTC day.

    The day counts from the local one: -1, 0 or 1. None where it is no time.
    """
    found = _time(text)
    if found is None:
        return None
    hour, minute, second, sign, hours, minutes = found.groups()
    if second != "60":
        return (False, 0)
    at = int(hour) * 60 + int(minute)
    if sign:
        offset = int(hours) * 60 + int(minutes)
        at += offset if sign == "-" else -offset
    day, at = divmod(at, _MINUTES_A_DAY)
    # RFC 3339, section 5.7: at 23:59:60 UTC, at the end of a month.
    return (True, day) if at == _MINUTES_A_DAY - 1 else None


def is_date(text: str) -> bool:
    """Whether a text is a `full-date` of RFC 3339, section 5.6."""
    return _month_and_day(text) is not None


def is_time(text: str) -> bool:
    """Whether a text is a `full-time` of RFC 3339, section 5.6."""
    return _leap_second(text) is not None


def is_date_time(text: str) -> bool:
    """
    Whether a text is a `date-time` of RFC 3339, section 5.6.

    >>> is_date_time("2016-12-31T23:59:60Z")
    True
    >>> is_date_time("2016-12-30T23:59:60Z")
    False
    """
    day = _month_and_day(text[:10])
    time = _leap_second(text[11:])
    if day is None or time is None or text[10] not in "Tt":
        return False
    leap, shift = time
    _, number, last = day
    return not leap or number + shift in (0, last)


def is_duration(text: str) -> bool:
    """Whether a text is a `duration` of RFC 3339, appendix A."""
    return _duration(text) is not None


def is_hostname(text: str) -> bool:
    """
    Whether a text is a host name of RFC 1123, section 2.1.

    Labels that begin with `xn--` are judged by their letters alone.
    """
    return len(text) <= _MAX_HOST and all(map(_label, text.split(".")))


def is_ipv4(text: str) -> bool:
    """Whether a text is a dotted quad of RFC 2673, section 3.2."""
    octets = text.split(".", 4)
    return len(octets) == 4 and all(  # noqa: PLR2004 - a quad
        _octet(octet) and int(octet) <= 255  # noqa: PLR2004 - an octet
        for octet in octets
    )


def is_ipv6(text: str) -> bool:
    """Whether a text is an address of RFC 4291, section 2.2, without zone."""
    if len(text) > _MAX_IPV6 or "%" in text or "/" in text:
        return False
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True


def is_email(text: str) -> bool:
    """
    Whether a text is a `Mailbox` of RFC 5321, section 4.1.2.

    >>> is_email('"joe bloggs"@example.com'), is_email("joe..b@example.com")
    (True, False)
    """
    local, at, domain = text.rpartition("@")
    if not at or len(local) > _MAX_LOCAL_PART:
        return False
    if not _quoted(local) and not all(map(_atom, local.split("."))):
        return False
    if domain.startswith("[") and domain.endswith("]"):
        literal = domain[1:-1]
        if literal[:5].lower() == "ipv6:":
            return is_ipv6(literal[5:])
        return is_ipv4(literal)
    return is_hostname(domain)


def is_uuid(text: str) -> bool:
    """Whether a text is a UUID of RFC 4122, section 3."""
    return _uuid(text) is not None


def _is_authority(text: str) -> bool:
    user, _, place = text.rpartition("@")
    if _user(user) is None:
        return False
    if place.startswith("["):
        host, closing, port = place[1:].partition("]")
        if not closing or not (is_ipv6(host) or _future(host)):
            return False
        return not port or (port[0] == ":" and _port(port[1:]) is not None)
    host, _, port = place.partition(":")
    return _name(host) is not None and _port(port) is not None


def is_uri_reference(text: str) -> bool:
    """Whether a text is a `URI-reference` of RFC 3986, section 4.1."""
    found = _parts(text)
    if found is None:  # pragma: no cover - the expression takes any text
        return False
    scheme, authority, path, query, fragment = found.groups()
    return (
        (scheme is None or _scheme(scheme) is not None)
        and (authority is None or _is_authority(authority))
        # What looks like a scheme and is empty: RFC 3986, section 4.2.
        and (scheme is not None or ":" not in path.partition("/")[0])
        and _path(path) is not None
        and _query(query or "") is not None
        and _query(fragment or "") is not None
    )


def is_uri(text: str) -> bool:
    """
    Whether a text is a `URI` of RFC 3986, section 3.

    >>> is_uri("urn:isbn:0451450523"), is_uri("//example.com/a")
    (True, False)
    """
    scheme, colon, _ = text.partition(":")
    return bool(
        colon and _scheme(scheme) is not None and is_uri_reference(text)
    )


def is_json_pointer(text: str) -> bool:
    """Whether a text is a JSON Pointer of RFC 6901, section 3."""
    return _pointer(text) is not None


def is_relative_json_pointer(text: str) -> bool:
    """
    Whether a text is a Relative JSON Pointer.

    draft-handrews-relative-json-pointer-01, which has no index manipulation.
    """
    found = _relative(text)
    if found is None:
        return False
    rest = found[1]
    return rest == "#" or is_json_pointer(rest)


FORMATS: Final[Mapping[str, Callable[[str], bool]]] = MappingProxyType(
    {
        "date": is_date,
        "time": is_time,
        "date-time": is_date_time,
        "duration": is_duration,
        "email": is_email,
        "hostname": is_hostname,
        "ipv4": is_ipv4,
        "ipv6": is_ipv6,
        "uuid": is_uuid,
        "uri": is_uri,
        "uri-reference": is_uri_reference,
        "json-pointer": is_json_pointer,
        "relative-json-pointer": is_relative_json_pointer,
    }
)
"""The formats that `assert_formats` asserts; strings only, as ever."""
