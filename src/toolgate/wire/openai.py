"""
OpenAI's Chat Completions; Azure OpenAI has the same.

Shapes as in OpenAI's OpenAPI document of 2026-08-21.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.wire.answers import check_answer, check_answers, text_of_result
from toolgate.wire.calls import RawCall
from toolgate.wire.endings import STREAMED, cut_off, is_blank
from toolgate.wire.provider import Provider
from toolgate.wire.sdk_objects import is_list, text_of
from toolgate.wire.tool_fields import parameters, read_options

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolgate.result import ToolResult
    from toolgate.wire.calls import ToolDraft, WireCall

_CUT_OFF: Final = frozenset({"length", "content_filter"})
_ANSWERED: Final = ("id", "type", "function", "parsed_arguments")


class ChatSurface(Provider):
    """
    Chat Completions.

    >>> from toolgate.wire.calls import ToolDraft
    >>> ChatSurface().tool(ToolDraft("ping", None, {"type": "object"}))
    {'type': 'function', 'function': {'name': 'ping', 'parameters': \
{'type': 'object', 'properties': {}}, 'strict': False}}
    """

    __slots__ = ()

    def __init__(self, target: str = "openai-chat") -> None:
        super().__init__(target)

    def tool(self, draft: ToolDraft) -> dict[str, Any]:
        """Return a tool as the request has it; it takes no options."""
        read_options(self._read, draft, {})
        function: dict[str, Any] = {"name": draft.name}
        if draft.description:
            function["description"] = draft.description
        function["parameters"] = parameters(draft.schema)
        function["strict"] = draft.strict
        return {"type": "function", "function": function}

    def call(self, item: object, position: int = 0) -> RawCall:
        """
        Read one item of `tool_calls`.

        Raises `WireError` for what is no function's call.
        """
        read, what = self._read, "the tool call"
        given = read.members(item, what)
        kind = text_of(given.get("type"))
        if given.get("function") is None:
            raise read.error(_no_function(kind))
        function = read.members(given["function"], "the function of the call")
        name = read.text(function.get("name"), what, "name")
        carried = read.rest(given, _ANSWERED, what)
        carried["index"] = position
        tool_call_id = self._call_id(given, name, carried)
        return RawCall(tool_call_id, name, function.get("arguments"), carried)

    def calls(self, response: object) -> list[RawCall]:
        """
        Read all calls of a completion, a message, or its `tool_calls`.

        Calls of custom tools are not among them. Raises `WireError` for a
        completion with several choices, and for what is none of these.
        """
        items, ended = self._items(response)
        ours = [item for item in items if self._is_ours(item)]
        calls = [self.call(item, place) for place, item in enumerate(ours)]
        if calls and ended in _CUT_OFF and is_blank(calls[-1].arguments):
            raise self._read.error(cut_off("finish_reason", ended))
        return calls

    def result(self, call: WireCall, result: ToolResult) -> dict[str, Any]:
        """Return the tool message; it holds text alone."""
        check_answer(call, result)
        return {
            "role": "tool",
            "tool_call_id": call.tool_call_id,
            "content": text_of_result(self._read, result),
        }

    def results(
        self, answered: Sequence[tuple[WireCall, ToolResult]]
    ) -> list[dict[str, Any]]:
        """Return one message for each call, in the order given."""
        pairs = check_answers(self._read, answered)
        return [self.result(call, result) for call, result in pairs]

    def _call_id(
        self,
        given: Mapping[str, Any],
        name: str,  # noqa: ARG002 - for those who make an id of it
        carried: dict[str, Any],  # noqa: ARG002 - as above
    ) -> str:
        return self._read.text(given.get("id"), "the tool call", "id")

    def _is_ours(self, item: object) -> bool:
        given = self._read.members(item, "the tool call")
        return text_of(given.get("type")) in {None, "function"}

    def _items(self, response: object) -> tuple[list[Any], str | None]:
        """Return the tool calls, and why the model stopped."""
        read, ended = self._read, None
        if is_list(response):
            return read.items(response, "the list"), None
        given = read.members(response, "the response")
        if "choices" in given:
            choices = read.items(given["choices"], "choices")
            if not choices:
                return [], None
            if len(choices) > 1:
                raise read.error(
                    f"the response has {len(choices)} choices: pass the "
                    "message of the one that you go on with"
                )
            choice = read.members(choices[0], "the choice")
            if choice.get("message") is None:
                raise read.error(STREAMED)
            ended = text_of(choice.get("finish_reason"))
            given = read.members(choice["message"], "the message")
        elif "role" not in given and "tool_calls" not in given:
            raise read.error("this is neither a chat completion nor a message")
        if given.get("function_call") is not None:
            raise read.error(
                "function_call is the former way of calling: send tools in "
                "the request, and not functions"
            )
        return read.items(given.get("tool_calls"), "tool_calls"), ended


def _no_function(kind: str | None) -> str:
    if kind == "custom":
        return (
            "this is the call of a custom tool, whose input is free text: "
            "whoever defined that tool answers it"
        )
    return "this is no function's call: pass one item of tool_calls"
