"""The result of a call, in pieces: what every provider's form is made of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from toolgate.content import (
    AudioContent,
    BlobResource,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
)
from toolgate.exceptions import InvalidJSONError
from toolgate.field_checks import kind_of
from toolgate.json_value import encode, own
from toolgate.limits import ValueLimits
from toolgate.result import ToolResult
from toolgate.unset import UNSET, Unset
from toolgate.wire.calls import WireCall

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from toolgate.content import ContentBlock
    from toolgate.typing import JSONValue
    from toolgate.wire.sdk_objects import Reader

_WIDE: Final = ValueLimits(
    max_bytes=2**30, max_depth=1_000, max_nodes=2_000_000
)
_PAIR: Final = 2
_ERROR: Final = "Error: "
_NO_DETAILS: Final = "Error: the tool gave no details"
_says_error = re.compile(r"\s*error\b", re.IGNORECASE).match

IMAGES: Final = frozenset(
    {"image/png", "image/jpeg", "image/gif", "image/webp"}
)
PDF: Final = frozenset({"application/pdf"})


class Piece(NamedTuple):
    """
    One block of a result: text, or media with a note to stand for it.

    `data` is base64, and empty for text.
    """

    text: str
    mime_type: str = ""
    data: str = ""

    @property
    def is_media(self) -> bool:
        """Whether it is more than its text."""
        return bool(self.data)


def pieces_of(
    read: Reader, result: ToolResult, media: Collection[str] = ()
) -> list[Piece]:
    """
    Return what the model is to read, in order.

    That is the content; of a result without any, the JSON text of the
    structured content. Media of a type that is not in `media` become a note.
    `meta`, `failure` and annotations never leave.

    Raises `WireError` for structured content that is no JSON.

    >>> from toolgate.wire.sdk_objects import Reader
    >>> pieces_of(Reader("gemini"), ToolResult("12 degrees"))
    [Piece(text='12 degrees', mime_type='', data='')]
    """
    content = result.content
    if not content and result.structured_content is not UNSET:
        return [Piece(_json_text(read, result.structured_content))]
    pieces = map(_piece, content)
    return [
        piece if piece.mime_type in media else Piece(piece.text)
        for piece in pieces
    ]


def text_of_result(read: Reader, result: ToolResult) -> str:
    """
    Return a result as text alone, marked where it is an error.

    One block to a line.
    """
    text = joined(pieces_of(read, result))
    return marked(text) if result.is_error else text


def joined(pieces: Sequence[Piece]) -> str:
    """Return the texts of pieces, one to a line."""
    return "\n".join(piece.text for piece in pieces)


def marked(text: str) -> str:
    """
    Return the text of an error, for a provider that has no flag for one.

    "Error: " is put in front, unless the text begins with that word.

    >>> marked("No order 17"), marked("error: no order 17")
    ('Error: No order 17', 'error: no order 17')
    """
    if not text.strip():
        return _NO_DETAILS
    return text if _says_error(text) else _ERROR + text


def value_of(read: Reader, result: ToolResult) -> JSONValue | Unset:
    """
    Return the structured content where it says all that the content says.

    That is where the content is nothing but its JSON text, as the gate
    makes it, or empty. UNSET where the model is to read something else.

    Raises `WireError` for structured content that is no JSON.

    >>> from toolgate.wire.sdk_objects import Reader
    >>> value_of(Reader("gemini"), ToolResult.from_value({"celsius": 12}))
    {'celsius': 12}
    """
    value = result.structured_content
    if value is UNSET:
        return UNSET
    text = _json_text(read, value)
    content = result.content
    if not content or content == (TextContent(text),):
        return own(value, _WIDE)
    return UNSET


def cut(text: str, limit: int) -> str:
    """
    Return a text of at most `limit` characters, which says what it lacks.

    `limit` is more than a hundred.

    >>> cut("a" * 1000, 150)[:60]
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
    """
    if len(text) <= limit:
        return text
    note = f"\n[cut here: {len(text)} characters are more than {limit}]"
    return text[: limit - len(note)] + note


def check_answer(call: object, result: object) -> None:
    """Raise `TypeError` for what is no call with its result."""
    if type(call) is not WireCall:
        raise TypeError(
            "call must be a WireCall, as decoding gives it, "
            f"not {kind_of(call)}"
        )
    if type(result) is not ToolResult:
        raise TypeError(f"result must be a ToolResult, not {kind_of(result)}")


def pairs_of(answered: Any) -> list[tuple[Any, Any]]:
    """
    Return calls and their results as pairs, whatever each of them is.

    Raises `TypeError` for what holds no pairs.

    >>> pairs_of([("a", "b")])
    [('a', 'b')]
    """
    if not issubclass(type(answered), Iterable):
        raise _no_pairs(answered)
    pairs = []
    for pair in answered:
        # Through the base type: no method of its own runs.
        kind = type(pair)
        base = list if issubclass(kind, list) else tuple
        if not issubclass(kind, base) or base.__len__(pair) != _PAIR:
            raise _no_pairs(pair)
        call, result = base.__iter__(pair)
        pairs.append((call, result))
    return pairs


def _no_pairs(given: object) -> TypeError:
    return TypeError(
        "answered must hold pairs of a ToolCall and a ToolResult, "
        f"not {kind_of(given)}"
    )


def check_answers(
    read: Reader, answered: Sequence[tuple[WireCall, ToolResult]]
) -> list[tuple[WireCall, ToolResult]]:
    """
    Return the calls of one turn with their results, as a list.

    Raises `TypeError` for what is none, `WireError` for a call that is
    answered twice.
    """
    pairs = pairs_of(answered)
    seen = set()
    for call, result in pairs:
        check_answer(call, result)
        if call.carried.get("generated_id"):
            continue  # unique only where the whole response was decoded
        if call.tool_call_id in seen:
            raise read.error(
                f"call {call.tool_call_id!a} is answered twice: give each "
                "call of the response one result"
            )
        seen.add(call.tool_call_id)
    return pairs


def _json_text(read: Reader, value: JSONValue | Unset) -> str:
    try:
        return encode(own(value, _WIDE), _WIDE)
    except InvalidJSONError as error:
        raise read.error(
            f"the structured content of the result is no JSON: {error}"
        ) from error


def _piece(block: ContentBlock) -> Piece:
    if isinstance(block, TextContent):
        return Piece(block.text)
    if isinstance(block, ImageContent):
        return _media("image", block.mime_type, block.data)
    if isinstance(block, AudioContent):
        return _media("audio", block.mime_type, block.data)
    if isinstance(block, EmbeddedResource):
        return _resource(block)
    return _link(block)


def _media(
    kind: Literal["image", "audio", "file"],
    mime_type: str,
    data: str,
    name: str = "",
) -> Piece:
    size = len(data) * 3 // 4 - data[-2:].count("=")
    named = f" {name}" if name else ""
    return Piece(
        f"[{kind}{named} left out, it cannot be sent here: "
        f"{mime_type or 'unknown type'}, {size} bytes]",
        mime_type.lower(),
        data,
    )


def _resource(block: EmbeddedResource) -> Piece:
    resource = block.resource
    if isinstance(resource, BlobResource):
        return _media(
            "file", resource.mime_type or "", resource.blob, resource.uri
        )
    return Piece(f"[resource {resource.uri}]\n{resource.text}")


def _link(link: ResourceLink) -> Piece:
    kind = f", {link.mime_type}" if link.mime_type else ""
    about = f": {link.description}" if link.description else ""
    return Piece(
        f"[resource {link.title or link.name} at {link.uri}{kind}]{about}"
    )
