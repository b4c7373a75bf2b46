"""
Anthropic's Messages.

Shapes as in the Python SDK 2.14 and the platform's pages of August 2026.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.wire.answers import (
    IMAGES,
    PDF,
    Piece,
    check_answer,
    check_answers,
    pieces_of,
)
from toolgate.wire.calls import RawCall
from toolgate.wire.endings import STREAMED, cut_off
from toolgate.wire.provider import Provider
from toolgate.wire.sdk_objects import is_list, quoted, text_of
from toolgate.wire.tool_fields import (
    examples_of,
    flag,
    json_object,
    objects,
    parameters,
    read_options,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolgate.result import ToolResult
    from toolgate.wire.calls import ToolDraft, WireCall
    from toolgate.wire.tool_fields import Options

_CALLERS: Final = (
    "direct",
    "code_execution_20250825",
    "code_execution_20260120",
    "code_execution_20260521",
)
_OPTIONS: Final[Options] = {
    "input_examples": objects(),
    "defer_loading": flag(),
    "cache_control": json_object(),
    "allowed_callers": words(*_CALLERS),
    "eager_input_streaming": flag(),
}
_MEDIA: Final = IMAGES | PDF
_CUT_OFF: Final = frozenset(
    {"max_tokens", "model_context_window_exceeded", "refusal"}
)
_READ: Final = ("type", "id", "name", "input")
_EVENTS: Final = ("message_", "content_block_")


class AnthropicSurface(Provider):
    """
    Messages: tools, `tool_use` blocks, `tool_result` blocks.

    >>> from toolgate.wire.calls import ToolDraft
    >>> AnthropicSurface().tool(ToolDraft("ping", None, {"type": "object"}))
    {'name': 'ping', 'input_schema': {'type': 'object', 'properties': {}}}
    """

    __slots__ = ()

    def __init__(self, target: str = "anthropic") -> None:
        super().__init__(target)

    def tool(self, draft: ToolDraft) -> dict[str, Any]:
        """
        Return a tool as the request has it.

        Raises `WireError` for options that the API refuses together:
        `defer_loading` with `cache_control`, strict with programmatic
        callers.
        """
        options = read_options(self._read, draft, _OPTIONS)
        if options.get("defer_loading") and "cache_control" in options:
            raise self._refused(
                draft, "defer_loading and cache_control exclude each other"
            )
        conflict = self.strict_conflict(options) if draft.strict else None
        if conflict is not None:
            raise self._refused(draft, conflict)
        tool: dict[str, Any] = {"name": draft.name}
        if draft.description:
            tool["description"] = draft.description
        tool["input_schema"] = parameters(draft.schema)
        if draft.strict:
            tool["strict"] = True
        examples = examples_of(draft)
        if examples:
            tool["input_examples"] = examples
        return {**tool, **options}

    def strict_conflict(self, options: Mapping[str, object]) -> str | None:
        """Say why a tool with these options cannot be strict, or None."""
        callers = options.get("allowed_callers")
        if is_list(callers) and any(
            text_of(caller) != "direct"
            for caller in self._read.items(callers, "allowed_callers")
        ):
            return "a strict tool takes no allowed_callers but direct"
        return None

    def call(self, item: object, position: int = 0) -> RawCall:
        """
        Read one block of type `tool_use`.

        Raises `WireError` for other blocks.
        """
        read, what = self._read, "the tool_use block"
        given = read.members(item, what)
        kind = text_of(given.get("type"))
        if kind != "tool_use":
            raise read.error(_other(kind))
        tool_use_id = read.text(given.get("id"), what, "id")
        name = read.text(given.get("name"), what, "name")
        carried = read.rest(given, _READ, what)
        carried["index"] = position
        return RawCall(tool_use_id, name, given.get("input"), carried)

    def calls(self, response: object) -> list[RawCall]:
        """
        Read all `tool_use` blocks of a message, or of its `content`.

        Other blocks, `server_tool_use` among them, are passed over. Raises
        `WireError` for what is none of these, and for a message that was
        cut off within a call.
        """
        read, ended = self._read, None
        if is_list(response):
            blocks = read.items(response, "the list")
        else:
            given = read.members(response, "the message")
            kind = text_of(given.get("type")) or ""
            if "content" not in given:
                raise read.error(
                    STREAMED
                    if kind.startswith(_EVENTS)
                    else "this is no message: it has no content"
                )
            ended = text_of(given.get("stop_reason"))
            content = given["content"]
            if text_of(content) is not None:
                return []
            blocks = read.items(content, "content")
        ours = [block for block in blocks if self._is_ours(block)]
        if ended in _CUT_OFF and ours and ours[-1] is blocks[-1]:
            raise read.error(cut_off("stop_reason", ended))
        return [self.call(block, place) for place, block in enumerate(ours)]

    def result(self, call: WireCall, result: ToolResult) -> dict[str, Any]:
        """
        Return the block of type `tool_result`, for a user message.

        Images and PDF files stay what they are, unless the result is an
        error, which takes text alone. Blank text is left out.
        """
        check_answer(call, result)
        media = () if result.is_error else _MEDIA
        pieces = [
            piece
            for piece in pieces_of(self._read, result, media)
            if piece.text.strip()
        ]
        block: dict[str, Any] = {
            "type": "tool_result",
            "tool_use_id": call.tool_call_id,
        }
        if len(pieces) == 1 and not pieces[0].is_media:
            block["content"] = pieces[0].text
        elif pieces:
            block["content"] = [_part(piece) for piece in pieces]
        if result.is_error:
            block["is_error"] = True
        toolset = call.carried.get("toolset_name")
        return block if toolset is None else {**block, "toolset_name": toolset}

    def results(
        self, answered: Sequence[tuple[WireCall, ToolResult]]
    ) -> list[dict[str, Any]]:
        """Return one user message with all results, or none for no calls."""
        pairs = check_answers(self._read, answered)
        blocks = [self.result(call, result) for call, result in pairs]
        return [{"role": "user", "content": blocks}] if blocks else []

    def _is_ours(self, block: object) -> bool:
        given = self._read.members(block, "the content block")
        return text_of(given.get("type")) == "tool_use"

    def _refused(self, draft: ToolDraft, reason: str) -> Exception:
        return self._read.error(f"tool {draft.name}: {reason}")


def _part(piece: Piece) -> dict[str, Any]:
    if not piece.is_media:
        return {"type": "text", "text": piece.text}
    return {
        "type": "document" if piece.mime_type in PDF else "image",
        "source": {
            "type": "base64",
            "media_type": piece.mime_type,
            "data": piece.data,
        },
    }


def _other(kind: str | None) -> str:
    if kind == "server_tool_use":
        return "server_tool_use is answered by Anthropic, and not by you"
    if kind is not None and kind.startswith(_EVENTS):
        return STREAMED
    told = "without a type" if kind is None else f"of type {quoted(kind)}"
    return f"this is a block {told}, and no tool_use"
