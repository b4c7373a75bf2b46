"""What the surfaces of most providers have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolgate.wire.sdk_objects import Reader

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Provider:
    """
    A surface's name and its reader.

    >>> Provider("openai-chat")
    <Provider openai-chat>
    """

    __slots__ = ("_read", "id")

    def __init__(self, target: str) -> None:
        self.id = target
        self._read = Reader(target)

    def tool_list(
        self, tools: Sequence[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """Return the value of the request's `tools`."""
        return list(tools)

    def strict_conflict(self, options: Mapping[str, object]) -> str | None:  # noqa: ARG002 - most have none
        """Say why a tool with these options cannot be strict, or None."""
        return None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}>"
