"""What there is to say of a call that names no tool."""

from __future__ import annotations

import difflib
from heapq import nlargest
from itertools import islice
from typing import TYPE_CHECKING, Protocol

from toolgate.exceptions import UnknownToolError
from toolgate.json_copy import type_name
from toolgate.messages.quoting import tool_name
from toolgate.result import failed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from toolgate.entry import Entry
    from toolgate.gate.floor import Floor
    from toolgate.messages.render import Messages
    from toolgate.result import ToolResult

_MAX_NAMES = 1_000
_MAX_NAME = 128
_MAX_NEAR = 8


class Catalog(Protocol):
    """What a gate needs of the place where tools are kept."""

    @property
    def floor(self) -> Floor:
        """What every call is held to."""

    def entry(self, name: str) -> Entry | None:
        """Return the entry of that name or alias."""

    def names(self) -> Iterable[str]:
        """Return the listed names."""


def plain_name(name: object) -> str:
    """
    Return the name that a str of any class holds; its methods never run.

    What is no str has the empty name, which no tool has.
    """
    return str.__str__(name) if issubclass(type(name), str) else ""


class Unknown:
    """
    Answers the calls of unknown tools.

    With a result where `answers`, with `UnknownToolError` otherwise.
    """

    __slots__ = ("_answers", "_messages", "_names")

    def __init__(
        self,
        names: Callable[[], Iterable[str]],
        messages: Messages,
        *,
        answers: bool,
    ) -> None:
        self._names = names
        self._messages = messages
        self._answers = answers

    def answer(self, name: object) -> ToolResult:
        """Answer a call of a name that is anybody's."""
        # Not isinstance: it asks the name, which is anybody's.
        if issubclass(type(name), str):
            text = str.__str__(name)
            try:
                closest = self._closest(text)
            except RecursionError:  # a hint, for which no stack is left
                closest = None
        else:
            text, closest = type_name(type(name)), None
        if not self._answers:
            raise UnknownToolError(
                tool_name(text),
                closest=closest and tool_name(closest),
                # What else would have an object for a name?
                is_misplaced=type(name) is not str or text.startswith("{"),
            )
        return failed(
            self._messages.unknown_tool(text, closest),
            "unknown_tool",
            "lookup",
        )

    def _closest(self, name: str) -> str | None:
        # Bounded, since difflib is slow and the name is anybody's: only the
        # few names that share the most pairs of letters are looked at.
        if len(name) > _MAX_NAME:
            return None
        asked = name.casefold()
        pairs = _pairs(asked)
        known = {
            other.casefold(): other
            for other in islice(self._names(), _MAX_NAMES)
        }
        near = nlargest(
            _MAX_NEAR, known, key=lambda other: len(pairs & _pairs(other))
        )
        found = difflib.get_close_matches(asked, near, 1)
        return known[found[0]] if found else None


def _pairs(name: str) -> set[str]:
    return {name[at : at + 2] for at in range(len(name))}
