"""
Amazon Bedrock's Converse.

Shapes as in the service model of botocore 1.44.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any, Final

from toolgate.unset import UNSET
from toolgate.wire.answers import (
    IMAGES,
    PDF,
    Piece,
    check_answer,
    check_answers,
    pieces_of,
    value_of,
)
from toolgate.wire.calls import RawCall
from toolgate.wire.endings import STREAMED, cut_off, malformed
from toolgate.wire.provider import Provider
from toolgate.wire.sdk_objects import is_list, text_of
from toolgate.wire.tool_fields import parameters, read_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolgate.result import ToolResult
    from toolgate.wire.calls import ToolDraft, WireCall

_MEDIA: Final = IMAGES | PDF
_CUT_OFF: Final = frozenset(
    {
        "max_tokens",
        "model_context_window_exceeded",
        "guardrail_intervened",
        "content_filtered",
    }
)
_MALFORMED: Final = frozenset({"malformed_tool_use", "malformed_model_output"})
_READ: Final = ("type", "toolUseId", "name", "input")
_EVENTS: Final = frozenset(
    {
        "messageStart",
        "messageStop",
        "contentBlockStart",
        "contentBlockDelta",
        "contentBlockStop",
        "stream",
    }
)
_NOTHING: Final = "(no content)"


class BedrockSurface(Provider):
    """
    Converse: `toolSpec`, `toolUse` and `toolResult`.

    >>> from toolgate.wire.calls import ToolDraft
    >>> BedrockSurface().tool(ToolDraft("ping", "", {"type": "object"}))
    {'toolSpec': {'name': 'ping', 'inputSchema': {'json': \
{'type': 'object', 'properties': {}}}}}
    """

    __slots__ = ()

    def __init__(self, target: str = "bedrock-converse") -> None:
        super().__init__(target)

    def tool(self, draft: ToolDraft) -> dict[str, Any]:
        """
        Return an entry of `toolConfig.tools`; it takes no options.

        `strict` is there only where it is true: older clients of AWS do not
        know it. A description that is empty is left out, as it must be.
        """
        read_options(self._read, draft, {})
        spec: dict[str, Any] = {"name": draft.name}
        if draft.description:
            spec["description"] = draft.description
        spec["inputSchema"] = {"json": parameters(draft.schema)}
        if draft.strict:
            spec["strict"] = True
        return {"toolSpec": spec}

    def call(self, item: object, position: int = 0) -> RawCall:
        """
        Read one content block with `toolUse`, or what that holds.

        Raises `WireError` for other blocks, and for tools of the server.
        """
        read, what = self._read, "the toolUse block"
        given = read.members(item, what)
        if "toolUse" in given:
            given = read.members(given["toolUse"], what)
        elif "toolUseId" not in given:
            raise read.error(
                STREAMED
                if _EVENTS.intersection(given)
                else "this is no content block with toolUse"
            )
        if text_of(given.get("type")) == "server_tool_use":
            raise read.error(
                "server_tool_use is answered by Bedrock, and not by you"
            )
        tool_use_id = read.text(given.get("toolUseId"), what, "toolUseId")
        name = read.text(given.get("name"), what, "name")
        carried = read.rest(given, _READ, what)
        carried["index"] = position
        return RawCall(tool_use_id, name, given.get("input"), carried)

    def calls(self, response: object) -> list[RawCall]:
        """
        Read all `toolUse` blocks of a response, a message, or its content.

        Other blocks are passed over, those for the server's tools among
        them. Raises `WireError` for what is none of these, for a response
        that was cut off within a call, and for one whose call Bedrock could
        not read (`malformed_tool_use`).
        """
        read = self._read
        blocks, ended = self._blocks(response)
        if ended in _MALFORMED:
            raise read.error(malformed("stopReason", ended))
        ours = [block for block in blocks if self._is_ours(block)]
        if ended in _CUT_OFF and ours and ours[-1] is blocks[-1]:
            raise read.error(cut_off("stopReason", ended))
        return [self.call(block, place) for place, block in enumerate(ours)]

    def result(self, call: WireCall, result: ToolResult) -> dict[str, Any]:
        """
        Return the content block with `toolResult`, for a user message.

        A JSON object is sent as `json`, where the content says no more than
        that; images and PDF files as bytes, which boto3 asks for.
        """
        check_answer(call, result)
        value = UNSET if result.is_error else value_of(self._read, result)
        content: list[dict[str, Any]]
        if type(value) is dict:
            content = [{"json": value}]
        else:
            content = [
                _part(piece)
                for piece in pieces_of(self._read, result, _MEDIA)
                if piece.text.strip()
            ]
        return {
            "toolResult": {
                "toolUseId": call.tool_call_id,
                "content": content or [{"text": _NOTHING}],
                "status": "error" if result.is_error else "success",
            }
        }

    def results(
        self, answered: Sequence[tuple[WireCall, ToolResult]]
    ) -> list[dict[str, Any]]:
        """Return one user message with all results, or none for no calls."""
        pairs = check_answers(self._read, answered)
        blocks = [self.result(call, result) for call, result in pairs]
        return [{"role": "user", "content": blocks}] if blocks else []

    def _blocks(self, response: object) -> tuple[list[Any], str | None]:
        read = self._read
        if is_list(response):
            return read.items(response, "the list"), None
        given = read.members(response, "the response")
        ended = text_of(given.get("stopReason"))
        if "output" in given:
            output = read.members(given["output"], "output")
            if "message" not in output:
                return [], ended
            given = read.members(output["message"], "the message")
        if "content" not in given:
            raise read.error(
                STREAMED
                if _EVENTS.intersection(given)
                else "this is neither a Converse response nor a message"
            )
        return read.items(given["content"], "content"), ended

    def _is_ours(self, block: object) -> bool:
        given = self._read.members(block, "the content block")
        if "toolUse" not in given:
            return False
        used = self._read.members(given["toolUse"], "the toolUse block")
        return text_of(used.get("type")) != "server_tool_use"


def _part(piece: Piece) -> dict[str, Any]:
    if not piece.is_media:
        return {"text": piece.text}
    source = {"bytes": base64.b64decode(piece.data)}
    if piece.mime_type in PDF:
        document = {"format": "pdf", "name": "resource", "source": source}
        return {"document": document}
    form = piece.mime_type.removeprefix("image/")
    return {"image": {"format": form, "source": source}}
