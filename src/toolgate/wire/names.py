"""Names of tools that a target takes, and what they stand for."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_ODD: Final = re.compile(r"[^A-Za-z0-9_-]+", re.ASCII)
_KEPT: Final = 48
_DIGITS: Final = 8


def wire_names(names: Iterable[str], pattern: str) -> dict[str, str]:
    """
    Return a name for each tool that matches a target's pattern.

    A name that matches stays as it is. Another gets one made of it and of a
    digest of it, so that it depends on nothing but the name, and no two
    become one.

    >>> wire_names(["mail_send", "mail.send"], "[a-z_0-9]{1,64}")
    {'mail_send': 'mail_send', 'mail.send': 'mail_send_b72927ae'}
    """
    asked = list(dict.fromkeys(names))
    matches = re.compile(pattern, re.ASCII).fullmatch
    found = {name: name for name in asked if matches(name)}
    taken = set(found)
    for name in sorted(set(asked) - taken):
        found[name] = _made(name, taken)
        taken.add(found[name])
    return {name: found[name] for name in asked}


def _made(name: str, taken: set[str]) -> str:
    digest = hashlib.sha256(name.encode()).hexdigest()
    clean = _ODD.sub("_", name).strip("_")[:_KEPT] or "tool"
    if not clean[0].isalpha():
        clean = f"t_{clean}"
    digits = _DIGITS
    while f"{clean}_{digest[:digits]}" in taken:
        digits += 1
    return f"{clean}_{digest[:digits]}"
