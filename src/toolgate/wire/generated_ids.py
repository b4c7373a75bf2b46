"""Ids for calls that came without one."""

from __future__ import annotations

from typing import Any, Final

_MAX_NAME: Final = 64


def generated_id(name: str, carried: dict[str, Any]) -> str:
    """
    Return an id made of a call's place in its response and its name.

    The same response gives the same ids; those of two responses may be
    equal. That there was none is noted in `carried`.

    >>> carried = {"index": 1}
    >>> generated_id("get_weather", carried), carried
    ('call_2_get_weather', {'index': 1, 'generated_id': True})
    """
    carried["generated_id"] = True
    return f"call_{carried['index'] + 1}_{name[:_MAX_NAME]}"
