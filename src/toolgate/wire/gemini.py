"""
Gemini's generateContent: the Developer API and Vertex AI.

Shapes as in google-genai 2.34 and 3.6, with the names of the REST API.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.json_value import copied
from toolgate.unset import UNSET
from toolgate.wire.answers import (
    Piece,
    check_answer,
    check_answers,
    joined,
    pieces_of,
    value_of,
)
from toolgate.wire.calls import RawCall
from toolgate.wire.endings import STREAMED, cut_off, malformed
from toolgate.wire.generated_ids import generated_id
from toolgate.wire.provider import Provider
from toolgate.wire.sdk_objects import is_list, text_of
from toolgate.wire.tool_fields import (
    json_object,
    parameters,
    read_options,
    word,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolgate.result import ToolResult
    from toolgate.typing import JSONObject, JSONValue
    from toolgate.wire.calls import ToolDraft, WireCall
    from toolgate.wire.tool_fields import Options

_OPTIONS: Final[Options] = {
    "behavior": word("BLOCKING", "NON_BLOCKING"),
    "response": json_object(),
    "responseJsonSchema": json_object(),
}
_MEDIA: Final = frozenset(
    {"image/png", "image/jpeg", "image/webp", "application/pdf"}
)
_MALFORMED: Final = frozenset(
    {
        "MALFORMED_FUNCTION_CALL",
        "MALFORMED_RESPONSE",
        "TOO_MANY_TOOL_CALLS",
        "UNEXPECTED_TOOL_CALL",
    }
)
_SCHEMA: Final = "parameters"
_SIGNATURE: Final = ("thoughtSignature", "thought_signature")
_CALL: Final = ("functionCall", "function_call")
_PARTIAL: Final = (
    "partialArgs",
    "partial_args",
    "willContinue",
    "will_continue",
)
_PART_READ: Final = (*_CALL, *_SIGNATURE)
_CALL_READ: Final = ("id", "name", "args", *_PARTIAL)
_BARE: Final = frozenset(_CALL_READ)
# A Struct's numbers are doubles: https://protobuf.dev/reference/protobuf/
_EXACT: Final = 2**53
# What a response without candidates has.
_RESPONSE: Final = frozenset(
    {
        "promptFeedback",
        "prompt_feedback",
        "usageMetadata",
        "usage_metadata",
    }
)
_NO_DETAILS: Final = "the tool gave no details"


class GeminiSurface(Provider):
    """
    generateContent: function declarations, calls and responses.

    `field` is where the schema of the parameters goes:
    `parametersJsonSchema`, or `parameters`, which is no JSON Schema.

    >>> from toolgate.wire.calls import ToolDraft
    >>> surface = GeminiSurface("gemini")
    >>> tool = surface.tool(ToolDraft("ping", None, {"type": "object"}))
    >>> surface.tool_list([tool])
    [{'functionDeclarations': [{'name': 'ping', 'parametersJsonSchema': \
{'type': 'object', 'properties': {}}}]}]
    """

    __slots__ = ("_field",)

    def __init__(
        self, target: str = "gemini", field: str = "parametersJsonSchema"
    ) -> None:
        super().__init__(target)
        self._field = field

    def tool(self, draft: ToolDraft) -> dict[str, Any]:
        """
        Return a function declaration.

        A tool without parameters has no `parameters`, as the API documents
        it. Nothing says strict here: that is a mode of the request,
        `VALIDATED`.
        """
        options = read_options(self._read, draft, _OPTIONS)
        if "response" in options and "responseJsonSchema" in options:
            raise self._read.error(
                f"tool {draft.name}: response and responseJsonSchema exclude "
                "each other"
            )
        declaration: dict[str, Any] = {"name": draft.name}
        if draft.description:
            declaration["description"] = draft.description
        if self._field != _SCHEMA:
            declaration[self._field] = parameters(draft.schema)
        elif not _takes_nothing(draft.schema):
            declaration[_SCHEMA] = copied(draft.schema)
        return {**declaration, **options}

    def tool_list(
        self, tools: Sequence[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """Return one entry with all declarations, or none for no tools."""
        return [{"functionDeclarations": list(tools)}] if tools else []

    def call(self, item: object, position: int = 0) -> RawCall:
        """
        Read one part with `functionCall`, or what that holds.

        A call without an id gets one, which its answer leaves out. Raises
        `WireError` for other parts, and for arguments that still come.
        """
        read, what = self._read, "the function call"
        part = read.members(item, what)
        held = _either(part, _CALL)
        given = part if held is None else read.members(held, what)
        if held is None and not _BARE.issuperset(given):
            raise read.error("this is no part with functionCall")
        if any(self._is_said(given.get(name)) for name in _PARTIAL):
            raise read.error(STREAMED)
        name = read.text(given.get("name"), what, "name")
        carried = read.rest(given, _CALL_READ, what)
        if held is not None:
            carried |= read.rest(part, _PART_READ, what)
            signature = _either(part, _SIGNATURE)
            if signature is not None:
                carried["thoughtSignature"] = read.plain(signature, what)
        carried["index"] = position
        call_id = text_of(given.get("id")) or generated_id(name, carried)
        return RawCall(call_id, name, given.get("args"), carried)

    def calls(self, response: object) -> list[RawCall]:
        """
        Read all calls of a response, a content, or its parts.

        Raises `WireError` for a response with several candidates, for one
        that was cut off after a call, for one whose call Gemini could not
        read (`MALFORMED_FUNCTION_CALL`), and for what is none of these.
        """
        read = self._read
        parts, ended = self._parts(response)
        if ended in _MALFORMED:
            raise read.error(malformed("finishReason", ended))
        ours = [part for part in parts if self._is_ours(part)]
        if ended == "MAX_TOKENS" and ours and ours[-1] is parts[-1]:
            raise read.error(cut_off("finishReason", ended))
        return [self.call(part, place) for place, part in enumerate(ours)]

    def result(self, call: WireCall, result: ToolResult) -> dict[str, Any]:
        """
        Return the part with `functionResponse`.

        The response has one key, `output` or `error`. A JSON value is sent
        as it is, where the content says no more than that and Gemini would
        read it as it is; as text otherwise.
        """
        check_answer(call, result)
        answer: dict[str, Any] = {"name": call.wire_name}
        if not call.carried.get("generated_id"):
            answer["id"] = call.tool_call_id
        if result.is_error:
            text = joined(pieces_of(self._read, result))
            answer["response"] = {
                "error": text if text.strip() else _NO_DETAILS
            }
            return {"functionResponse": answer}
        value = value_of(self._read, result)
        if value is not UNSET and _is_read_as_it_is(value):
            answer["response"] = {"output": value}
            return {"functionResponse": answer}
        pieces = pieces_of(self._read, result, _MEDIA)
        texts = [piece for piece in pieces if not piece.is_media]
        media = [_part(piece) for piece in pieces if piece.is_media]
        answer["response"] = {"output": joined(texts)}
        if media:
            answer["parts"] = media
        return {"functionResponse": answer}

    def results(
        self, answered: Sequence[tuple[WireCall, ToolResult]]
    ) -> list[dict[str, Any]]:
        """
        Return one content with all responses, or none for no calls.

        They are in the order of the calls, by which Gemini tells those
        without an id apart.
        """
        pairs = check_answers(self._read, answered)
        pairs.sort(key=lambda pair: pair[0].carried.get("index", 0))  # type: ignore[arg-type, return-value]
        parts = [self.result(call, result) for call, result in pairs]
        return [{"role": "user", "parts": parts}] if parts else []

    def _parts(self, response: object) -> tuple[list[Any], str | None]:
        read = self._read
        if is_list(response):
            return read.items(response, "the list"), None
        given = read.members(response, "the response")
        if "parts" in given:
            return read.items(given["parts"], "parts"), None
        if "candidates" not in given and not _RESPONSE.intersection(given):
            raise read.error("this is neither a Gemini response nor a content")
        candidates = read.items(given.get("candidates"), "candidates")
        if len(candidates) > 1:
            raise read.error(
                f"the response has {len(candidates)} candidates: pass the "
                "content of the one that you go on with"
            )
        if not candidates:
            return [], None
        candidate = read.members(candidates[0], "the candidate")
        ended = _either(candidate, ("finishReason", "finish_reason"))
        content = candidate.get("content")
        if content is None:
            return [], text_of(ended)
        parts = read.members(content, "the content").get("parts")
        return read.items(parts, "parts"), text_of(ended)

    def _is_said(self, value: object) -> bool:
        """Tell whether a value is more than nothing; none of its code runs."""
        if is_list(value):
            return bool(self._read.items(value, "the list"))
        return value is not None and value is not False

    def _is_ours(self, part: object) -> bool:
        given = self._read.members(part, "the part")
        return _either(given, _CALL) is not None


def _either(given: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    """Return a member by its name in REST, or in Python."""
    found = (given.get(name) for name in names)
    return next((value for value in found if value is not None), None)


def _takes_nothing(schema: JSONObject) -> bool:
    others = schema.keys() - {"type", "additionalProperties", "$schema"}
    closed = schema.get("additionalProperties", False) is False
    return closed and not any(schema[name] for name in others)


def _is_read_as_it_is(value: JSONValue) -> bool:
    """
    Tell whether a value keeps its meaning in a response.

    `$ref` is read as a reference there, and integers as doubles.
    """
    values = [value]
    for each in values:
        if isinstance(each, dict):
            if "$ref" in each:
                return False
            values.extend(each.values())
        elif isinstance(each, list):
            values.extend(each)
        elif isinstance(each, int) and not -_EXACT <= each <= _EXACT:
            return False
    return True


def _part(piece: Piece) -> dict[str, Any]:
    return {"inlineData": {"mimeType": piece.mime_type, "data": piece.data}}
