"""Calls as MCP sends them, and the errors that answer no tool's call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from toolgate.calls import ToolCall
from toolgate.exceptions import (
    ApprovalRequired,
    CallBudgetExceeded,
    InvalidJSONError,
    ProtocolError,
    ToolError,
)
from toolgate.field_checks import kind_of
from toolgate.json_value import own
from toolgate.wire.mcp_results import LIMITS
from toolgate.wire.mcp_revisions import ENVELOPE, revision_of

if TYPE_CHECKING:
    from toolgate.typing import JSONObject

INTERNAL_ERROR: Final = -32603
"""JSON-RPC 2.0, section 5.1: internal error."""

_FIXED: Final = {
    ApprovalRequired: (
        "This call needs a person's approval, which this server did not ask "
        "for"
    ),
    CallBudgetExceeded: "This run has made more calls than it may",
}
_OTHERWISE: Final = "Internal error"


def call_params(
    params: object,
    *,
    protocol: str | None = None,
    tool_call_id: str = "",
) -> ToolCall:
    """
    Return the `params` of a `tools/call` request as a call.

    `params` are a mapping, or an object of an SDK with `model_dump`. MCP has
    no id for a call apart from the request's; give that as `tool_call_id`
    where records should tell calls apart. With a `protocol` that demands it
    (2026-07-28), `_meta` must hold the protocol version and the client's
    capabilities. `arguments: null` counts as absent, as it does for the
    official SDK.

    Raises `ProtocolError` (-32602) for a request that is malformed, and
    `ValueError` for a protocol that is unknown. Whether there is such a
    tool, and whether the arguments fit, the gate finds out.

    >>> call = call_params({"name": "add", "arguments": {"a": 1}})
    >>> call.name, call.arguments
    ('add', {'a': 1})
    >>> call_params({"name": "add", "arguments": [1]})
    Traceback (most recent call last):
    toolgate.exceptions.ProtocolError: Invalid params: arguments must be an \
object, not an array
    """
    members = _members(params)
    if protocol is not None:
        _check_envelope(members, revision_of(protocol).protocol)
    name = members.get("name")
    if not issubclass(type(name), str):
        raise _malformed(f"name must be a string, not {_told(name)}")
    arguments = members.get("arguments")
    if arguments is not None and not issubclass(type(arguments), Mapping):
        raise _malformed(
            f"arguments must be an object, not {_told(arguments)}"
        )
    return ToolCall(
        tool_call_id=tool_call_id, name=str.__str__(name), arguments=arguments
    )


def error(exception: BaseException) -> JSONObject:
    """
    Return the JSON-RPC error object that answers a request, a plain dict.

    A `ProtocolError` (so an `UnknownToolError`, too) says its own code,
    message and data. Everything else is -32603 with a fixed sentence: the
    text of an exception may tell what no client should know. Only that of a
    `ToolError`, which is written for the model, is passed on.

    JSON-RPC 2.0, section 5.1; MCP 2026-07-28, server/tools, "Error Handling".

    >>> error(ProtocolError("Unknown tool: get_wether"))
    {'code': -32602, 'message': 'Unknown tool: get_wether'}
    >>> error(KeyError("postgres://admin:hunter2@db"))
    {'code': -32603, 'message': 'Internal error'}
    """
    try:
        code, message, data = _told_by(exception)
    except Exception:  # noqa: BLE001 - a subclass may have code of its own
        code, message, data = INTERNAL_ERROR, _OTHERWISE, None
    text = _sendable(message)
    said: JSONObject = {
        "code": code if type(code) is int else INTERNAL_ERROR,
        "message": text if text and type(text) is str else _OTHERWISE,
    }
    data = _sendable(data)
    return said if data is None else {**said, "data": data}


def _told_by(exception: Any) -> tuple[object, object, object]:
    """Return the code, the message and the data of an exception."""
    kind = type(exception)
    if issubclass(kind, ProtocolError):
        return exception.code, exception.message, exception.data
    if issubclass(kind, ToolError):
        return INTERNAL_ERROR, str(exception), None
    found = (_FIXED[each] for each in _FIXED if issubclass(kind, each))
    return INTERNAL_ERROR, next(found, _OTHERWISE), None


def _sendable(value: Any) -> Any:
    """Return a copy of a JSON value, None for what is none."""
    try:
        return own(value, LIMITS)
    except InvalidJSONError:
        return None


def _members(params: Any) -> Mapping[str, Any]:
    try:
        if issubclass(type(params), Mapping):
            return dict(params)
        dump = getattr(params, "model_dump", None)
        if callable(dump) and not issubclass(type(params), type):
            # Nulls stay: a dump without them may lose those of the arguments.
            dumped = dump(by_alias=True)
            if issubclass(type(dumped), Mapping):
                return dict(dumped)
    except Exception as error:
        raise _malformed(
            f"they cannot be read: {_told(params)} failed"
        ) from error
    raise _malformed(f"they must be an object, not {_told(params)}")


def _check_envelope(members: Mapping[str, Any], protocol: str) -> None:
    meta = members.get("_meta")
    for key in ENVELOPE.get(protocol, ()):
        if not _holds(meta, key):
            raise _malformed(f"_meta must hold {key}")


def _holds(meta: Any, key: str) -> bool:
    try:
        return issubclass(type(meta), Mapping) and key in meta
    except Exception:  # noqa: BLE001 - a mapping may be code of anybody's
        return False


def _malformed(reason: str) -> ProtocolError:
    return ProtocolError(f"Invalid params: {reason}")


_NAMES: Final = {
    type(None): "null",
    bool: "a boolean",
    int: "a number",
    float: "a number",
    str: "a string",
    list: "an array",
    tuple: "an array",
    dict: "an object",
}


def _told(value: object) -> str:
    return _NAMES.get(type(value)) or f"a Python {kind_of(value)}"
