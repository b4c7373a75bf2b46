"""The value that says "nothing was given", where None is a value."""

from __future__ import annotations

import enum
from typing import Final, Literal


class Unset(enum.Enum):
    """
    The type of `UNSET`.

    >>> UNSET
    UNSET
    >>> bool(UNSET)
    False
    """

    UNSET = "UNSET"

    def __repr__(self) -> str:
        return "UNSET"

    __str__ = __repr__

    def __bool__(self) -> Literal[False]:
        return False


UNSET: Final = Unset.UNSET
"""Absent, as opposed to None, which is JSON's null."""
