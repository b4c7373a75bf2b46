"""
Cursors into a list of tools: where the last page ended, by name.

A list may change between two pages. Tools that stay keep their order, and
new ones come last, so what follows a tool that was sent has not been sent.
"""

from __future__ import annotations

import base64
import json
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from toolgate.exceptions import ProtocolError

if TYPE_CHECKING:
    from collections.abc import Sequence

# A page's last tools: one of them that is still there marks the place.
_REMEMBERED: Final = 8
# That many names of 128 characters, none of them ASCII, are shorter.
_LONGEST: Final = 8_192
_PARTS: Final = 2


def cursor_after(names: Sequence[str], end: int) -> str:
    """
    Return the cursor of the page that begins at index `end`.

    >>> place_of(cursor_after(("a", "b", "c"), 2), ("a", "b", "c"))
    2
    """
    sent = names[max(0, end - _REMEMBERED) : end]
    text = json.dumps(
        [end, list(sent)], ensure_ascii=False, separators=(",", ":")
    )
    return base64.urlsafe_b64encode(text.encode()).decode()


def place_of(cursor: object, names: Sequence[str]) -> int:
    """
    Return the index at which the page of a cursor begins.

    Raises `ProtocolError` (-32602) for what is no cursor of ours, and where
    none of the tools that it remembers is left.

    >>> place_of(cursor_after(("a", "b", "c"), 2), ("b", "c", "d"))
    1
    >>> place_of("", ())
    Traceback (most recent call last):
    toolgate.exceptions.ProtocolError: invalid cursor: list again from the \
start, without a cursor
    """
    end, sent = _read(cursor)
    found = {name: index for index, name in enumerate(names)}
    left = [
        (found[name], was)
        for was, name in zip(count(end - 1, -1), reversed(sent), strict=False)
        if name in found
    ]
    if not left:
        raise _invalid()
    # A tool never moves down; one that did went, and came again.
    stayed = [now for now, was in left if now <= was]
    return (stayed or [now for now, _ in left])[0] + 1


def _read(cursor: Any) -> tuple[int, list[str]]:
    if not issubclass(type(cursor), str):
        raise _invalid()
    told = str.__str__(cursor)
    if len(told) > _LONGEST:
        raise _invalid()
    try:
        text = base64.b64decode(told.encode("ascii"), b"-_", validate=True)
        given: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise _invalid() from None
    if (
        type(given) is not list
        or len(given) != _PARTS
        or type(given[0]) is not int
        or type(given[1]) is not list
        or not len(given[1]) <= min(given[0], _REMEMBERED)
        or not all(type(name) is str for name in given[1])
    ):
        raise _invalid()
    return given[0], given[1]


def _invalid() -> ProtocolError:
    return ProtocolError(
        "invalid cursor: list again from the start, without a cursor"
    )
