"""
Servers that speak Chat Completions, more or less: Mistral, vLLM, Groq, ...

What they have in common, and nothing that only some of them take.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolgate.wire.answers import check_answer
from toolgate.wire.generated_ids import generated_id
from toolgate.wire.openai import ChatSurface
from toolgate.wire.sdk_objects import text_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolgate.result import ToolResult
    from toolgate.wire.calls import WireCall

# What `mistralai` puts where the server gave no id.
_NO_ID = "null"


class CompatibleSurface(ChatSurface):
    """
    Chat Completions, as other servers have it.

    Arguments are text or an object. A call without an id gets one, which
    its answer leaves out and gives the tool's name instead.

    >>> surface = CompatibleSurface()
    >>> item = {"function": {"name": "ping", "arguments": {}}}
    >>> surface.call(item).tool_call_id
    'call_1_ping'
    """

    __slots__ = ()

    def __init__(self, target: str = "openai-compatible") -> None:
        super().__init__(target)

    def result(self, call: WireCall, result: ToolResult) -> dict[str, Any]:
        """Return the tool message; it holds text alone."""
        check_answer(call, result)
        message = super().result(call, result)
        if call.carried.get("generated_id"):
            del message["tool_call_id"]
            message["name"] = call.wire_name
        return message

    def _call_id(
        self, given: Mapping[str, Any], name: str, carried: dict[str, Any]
    ) -> str:
        told = text_of(given.get("id"))
        if told and told != _NO_ID:
            return told
        return generated_id(name, carried)
