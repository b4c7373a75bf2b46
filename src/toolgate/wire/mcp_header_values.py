"""
Values of HTTP headers that MCP mirrors out of a request's body.

MCP 2026-07-28, basic/transports/streamable-http, "Value Encoding".
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

from toolgate.exceptions import ProtocolError
from toolgate.field_checks import plain_text
from toolgate.json_copy import is_unicode
from toolgate.json_reasons import invalid

HEADER_MISMATCH: Final = -32020
"""MCP 2026-07-28: headers and body of a request do not agree."""

_OPENS: Final = "=?base64?"
_CLOSES: Final = "?="
_is_plain: Final = re.compile(r"[\x20-\x7E]*").fullmatch


def encode_header_value(value: str) -> str:
    """
    Return a text as the value of a header that carries it whole.

    What is not plain ASCII from space to `~`, begins or ends with a space,
    or looks like what is encoded, becomes `=?base64?...?=`.

    Raises `TypeError` for what is no str, `InvalidJSONError` for half of a
    surrogate pair, which has no UTF-8.

    >>> encode_header_value("us-east-1"), encode_header_value("Zürich")
    ('us-east-1', '=?base64?WsO8cmljaA==?=')
    """
    text = plain_text(value, "a header's value")
    if _is_plain(text) and text == text.strip() and not _is_marked(text):
        return text
    if not is_unicode(text):
        raise invalid("lone_surrogate")
    return _OPENS + base64.b64encode(text.encode()).decode() + _CLOSES


def decode_header_value(value: str) -> str:
    """
    Return the text that a header's value carries.

    Raises `ProtocolError` (-32020) for characters that no such value has,
    and for base64 that is broken, not the shortest form, or not UTF-8.

    >>> decode_header_value("=?base64?WsO8cmljaA==?=")
    'Zürich'
    >>> decode_header_value("=?base64?WsO8?")
    '=?base64?WsO8?'
    """
    kind: type = type(value)
    if not issubclass(kind, str) or not _is_plain(value):
        raise mismatch("holds a character that no header value may hold")
    if not _is_marked(value):
        return value
    payload = value[len(_OPENS) : -len(_CLOSES)]
    try:
        data = base64.b64decode(payload, validate=True)
        text = data.decode()
    except (binascii.Error, ValueError):
        raise mismatch("is not the base64 that it claims to be") from None
    if base64.b64encode(data).decode() != payload:
        raise mismatch("is not the base64 that it claims to be")
    return text


def mismatch(reason: str, header: str = "a header's value") -> ProtocolError:
    """
    Return the error of headers that do not agree with the body.

    >>> mismatch("is missing", "Mcp-Param-Region").code
    -32020
    """
    return ProtocolError(
        f"Header mismatch: {header} {reason}", code=HEADER_MISMATCH
    )


def _is_marked(text: str) -> bool:
    return (
        text.startswith(_OPENS)
        and text.endswith(_CLOSES)
        and len(text) >= len(_OPENS) + len(_CLOSES)
    )
