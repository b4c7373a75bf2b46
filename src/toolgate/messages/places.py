"""Which violations have room in a message, and which places it names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolgate.typing import Path
    from toolgate.violation import Violation

MESSAGE_LIMIT: Final = 2_000
"""Characters of a whole message."""

# What "and 5 more" and the code at the front take, and some to spare.
_RESERVE = 100
_SEPARATOR = 3


def fitting(pieces: Iterable[str], frame: str) -> list[str]:
    """
    Take the first pieces that have room in a message beside its frame.

    >>> fitting(["one", "x" * 2_000, "two"], "several problems:")
    ['one']
    """
    room = MESSAGE_LIMIT - _RESERVE - len(frame)
    shown: list[str] = []
    for piece in pieces:
        room -= len(piece) + _SEPARATOR
        if room < 0:
            break
        shown.append(piece)
    return shown


def declared(violation: Violation) -> Path:
    """Replace the steps that the schema does not name."""
    named = violation.schema_path
    return tuple(
        step if isinstance(step, int) or step in named else "*"
        for step in violation.instance_path
    )
