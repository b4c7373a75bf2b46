"""
OpenAI's Responses; Azure OpenAI has the same.

Shapes as in OpenAI's OpenAPI document of 2026-08-21.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.wire.answers import (
    IMAGES,
    PDF,
    Piece,
    check_answer,
    check_answers,
    cut,
    joined,
    marked,
    pieces_of,
)
from toolgate.wire.calls import RawCall
from toolgate.wire.endings import STREAMED, cut_off, is_blank
from toolgate.wire.provider import Provider
from toolgate.wire.sdk_objects import is_list, quoted, text_of
from toolgate.wire.tool_fields import (
    flag,
    json_object,
    parameters,
    read_options,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolgate.result import ToolResult
    from toolgate.wire.calls import ToolDraft, WireCall
    from toolgate.wire.tool_fields import Options

MAX_OUTPUT: Final = 10_485_760
"""Characters of one text in an output."""

_OPTIONS: Final[Options] = {
    "defer_loading": flag(),
    "allowed_callers": words("direct", "programmatic"),
    "output_schema": json_object(),
    "async": flag(),
}
_MEDIA: Final = IMAGES | PDF
_UNFINISHED: Final = frozenset({"in_progress", "incomplete"})
_READ: Final = ("type", "call_id", "name", "arguments", "parsed_arguments")


class ResponsesSurface(Provider):
    """
    Responses. `strict` is always sent: left out, it means "try" there.

    >>> from toolgate.wire.calls import ToolDraft
    >>> ResponsesSurface().tool(ToolDraft("ping", None, {"type": "object"}))
    {'type': 'function', 'name': 'ping', 'parameters': {'type': 'object', \
'properties': {}}, 'strict': False}
    """

    __slots__ = ()

    def __init__(self, target: str = "openai-responses") -> None:
        super().__init__(target)

    def tool(self, draft: ToolDraft) -> dict[str, Any]:
        """Return a tool as the request has it."""
        options = read_options(self._read, draft, _OPTIONS)
        tool: dict[str, Any] = {"type": "function", "name": draft.name}
        if draft.description:
            tool["description"] = draft.description
        tool["parameters"] = parameters(draft.schema)
        tool["strict"] = draft.strict
        return {**tool, **options}

    def call(self, item: object, position: int = 0) -> RawCall:
        """
        Read one item of type `function_call`; its id is `call_id`.

        Raises `WireError` for other items, and for one without arguments
        that the provider did not finish.
        """
        read, what = self._read, "the function call"
        given = read.members(item, what)
        kind = text_of(given.get("type"))
        if kind != "function_call":
            raise read.error(_other(kind))
        status = text_of(given.get("status"))
        arguments = given.get("arguments")
        if status in _UNFINISHED and is_blank(arguments):
            raise read.error(cut_off("status", status))
        call_id = read.text(given.get("call_id"), what, "call_id")
        name = read.text(given.get("name"), what, "name")
        carried = read.rest(given, _READ, what)
        carried["index"] = position
        return RawCall(call_id, name, arguments, carried)

    def calls(self, response: object) -> list[RawCall]:
        """
        Read all function calls of a response, or of its `output`.

        Other items, calls of custom tools among them, are passed over.
        Raises `WireError` for what is none of these.
        """
        read = self._read
        if is_list(response):
            items = read.items(response, "the list")
        else:
            given = read.members(response, "the response")
            if "output" not in given:
                kind = text_of(given.get("type")) or ""
                raise read.error(
                    STREAMED
                    if kind.startswith("response.")
                    else "this is no response: it has no output"
                )
            items = read.items(given["output"], "output")
        ours = [item for item in items if self._is_ours(item)]
        return [self.call(item, place) for place, item in enumerate(ours)]

    def result(self, call: WireCall, result: ToolResult) -> dict[str, Any]:
        """
        Return the item of type `function_call_output`.

        It is a text, or a list where there are images or PDF files. Texts
        are cut to 10,485,760 characters, and say so.
        """
        check_answer(call, result)
        pieces = pieces_of(self._read, result, _MEDIA)
        output: Any
        if any(piece.is_media for piece in pieces):
            if result.is_error:
                pieces = _marked(pieces)
            output = [_part(piece) for piece in pieces]
        else:
            text = joined(pieces)
            output = cut(marked(text) if result.is_error else text, MAX_OUTPUT)
        item = {
            "type": "function_call_output",
            "call_id": call.tool_call_id,
            "output": output,
        }
        caller = call.carried.get("caller")
        return item if caller is None else {**item, "caller": caller}

    def results(
        self, answered: Sequence[tuple[WireCall, ToolResult]]
    ) -> list[dict[str, Any]]:
        """Return one item for each call, in the order given."""
        pairs = check_answers(self._read, answered)
        return [self.result(call, result) for call, result in pairs]

    def _is_ours(self, item: object) -> bool:
        given = self._read.members(item, "the item")
        return text_of(given.get("type")) == "function_call"


def _marked(pieces: list[Piece]) -> list[Piece]:
    first, *others = pieces
    if first.is_media:
        return [Piece(marked("")), *pieces]
    return [Piece(marked(first.text)), *others]


def _part(piece: Piece) -> dict[str, Any]:
    if not piece.is_media:
        return {"type": "input_text", "text": cut(piece.text, MAX_OUTPUT)}
    url = f"data:{piece.mime_type};base64,{piece.data}"
    if piece.mime_type in PDF:
        return {
            "type": "input_file",
            "filename": "resource.pdf",
            "file_data": url,
        }
    return {"type": "input_image", "image_url": url}


def _other(kind: str | None) -> str:
    if kind == "custom_tool_call":
        return (
            "this is the call of a custom tool, whose input is free text: "
            "whoever defined that tool answers it"
        )
    if kind is not None and kind.startswith("response."):
        return STREAMED
    told = "without a type" if kind is None else f"of type {quoted(kind)}"
    return f"this is an item {told}, and no function_call"
