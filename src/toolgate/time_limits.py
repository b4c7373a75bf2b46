"""How long a call may take."""

from __future__ import annotations

from typing import Final

MAX_SECONDS: Final = 4_294_967
"""The longest time limit, about 49 days: what every platform can wait."""


def is_time_limit(seconds: object) -> bool:
    """
    Tell whether a value is a number of seconds that can be waited.

    Positive, and at most `MAX_SECONDS`: longer waits overflow somewhere.

    >>> is_time_limit(0.5), is_time_limit(0), is_time_limit(10**400)
    (True, False, False)
    """
    return (
        type(seconds) is int or type(seconds) is float
    ) and 0 < seconds <= MAX_SECONDS
