"""Words from identifiers and prose."""

from __future__ import annotations

import re

_RUN = re.compile(r"[0-9]+|[^\W\d_]+")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SHORT = 3


def words(text: str) -> list[str]:
    """
    Split text into lower-case words, identifiers included.

    A plural `s` is dropped, so that `orders` finds `order`.

    >>> words("getHTTPResponse_v2 for orders")
    ['get', 'http', 'response', 'v', '2', 'for', 'order']
    """
    return [
        _stem(word.casefold())
        for run in _RUN.findall(text)
        for word in _HUMP.split(run)
    ]


def _stem(word: str) -> str:
    if len(word) > _SHORT and word.endswith("s") and word[-2] not in "su":
        return word[:-1]
    return word
