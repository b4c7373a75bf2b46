"""Ranking tools by the words that they share with a query."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from toolgate.search.tokens import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolgate.tool import Tool

_NAME, _TITLE, _TAG, _PARAMETER, _TEXT = 4.0, 3.0, 3.0, 2.0, 1.0
_EXACT = 1_000.0
_MAX_QUERY = 2_000


class SearchHit(NamedTuple):
    """
    A tool that fits a query.

    Scores compare within one search only. `matched` are the words of the
    query that were found.
    """

    tool: Tool
    score: float
    matched: tuple[str, ...]


class SearchIndex:
    """
    The words of some tools, weighted by where they stand.

    A word counts by its rarity (log of the share of tools that have it) and
    by its best place: name, title and tags, parameter names, description.
    Made once, never changed.
    """

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._tools = tuple(tools)
        self._weights = tuple(_weighted(tool) for tool in self._tools)
        self._spread = Counter(
            word for weights in self._weights for word in weights
        )

    def search(self, query: str, top_k: int) -> list[SearchHit]:
        """
        Return at most `top_k` hits, best first; ties go by name.

        An exact name comes first. Only the first 2,000 characters of a
        query count.
        """
        asked = dict.fromkeys(words(query[:_MAX_QUERY]))
        rarity = {
            word: math.log(1 + len(self._tools) / self._spread[word])
            for word in asked
            if word in self._spread
        }
        exact = query.strip()
        hits = []
        for tool, weights in zip(self._tools, self._weights, strict=True):
            matched = tuple(word for word in rarity if word in weights)
            score = sum(rarity[word] * weights[word] for word in matched)
            if tool.name == exact:
                score += _EXACT
            if score:
                hits.append(SearchHit(tool=tool, score=score, matched=matched))
        hits.sort(key=lambda hit: (-hit.score, hit.tool.name))
        return hits[: max(top_k, 0)]


def _weighted(tool: Tool) -> Mapping[str, float]:
    weights: dict[str, float] = {}
    for weight, text in _fields(tool):
        for word in words(text):
            weights[word] = max(weight, weights.get(word, 0.0))
    return weights


def _fields(tool: Tool) -> Iterable[tuple[float, str]]:
    yield _NAME, tool.name
    yield _TITLE, tool.title or ""
    yield _TAG, " ".join(sorted(tool.tags))
    yield _TEXT, tool.description or ""
    properties = tool.input_schema.get("properties")
    if isinstance(properties, dict):
        yield _PARAMETER, " ".join(properties)
