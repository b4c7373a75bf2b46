"""
Parameters that travel in HTTP headers, too: `x-mcp-header`.

MCP 2026-07-28, basic/transports/streamable-http, "Custom Headers"; SEP-2243.
There is no transport here: a host that has one sends and checks the headers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from toolgate.exceptions import (
    InvalidSchemaError,
    ProtocolError,
    SchemaError,
    ToolError,
)
from toolgate.field_checks import kind_of, plain_text
from toolgate.messages.quoting import pointer_text
from toolgate.schema.dialects import DIALECTS, dialect_of
from toolgate.tool import Tool
from toolgate.wire.mcp_header_values import (
    decode_header_value,
    encode_header_value,
    mismatch,
)
from toolgate.wire.mcp_places import places

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolgate.typing import JSONObject, Path

ToolOrSchema: TypeAlias = "Tool | Mapping[str, Any]"
Headers: TypeAlias = (
    "Mapping[str, str] | Iterable[tuple[str | bytes, str | bytes]]"
)

KEYWORD: Final = "x-mcp-header"
PREFIX: Final = "Mcp-Param-"

_TYPES: Final = frozenset({"string", "integer", "boolean"})
_SAFE: Final = 2**53 - 1
_is_token: Final = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+").fullmatch
# No longer than what a double can be told apart by, and a fraction of zeros.
_is_whole: Final = re.compile(r"(-?[0-9]{1,20})(?:\.0{1,20})?").fullmatch


def header_params(tool: ToolOrSchema) -> dict[tuple[str, ...], str]:
    """
    Return the headers that a tool's parameters travel in, by their paths.

    `tool` is a `Tool`, or an input schema. An `x-mcp-header` must be the
    name part of a header (an RFC 9110 token), no other of the schema but
    for upper and lower case, on a property whose type is `string`,
    `integer` or `boolean` and to which nothing but `properties` leads.

    Raises `InvalidSchemaError` where one is not: clients leave such a tool
    out, and so should who imports it.

    >>> header_params(
    ...     {
    ...         "type": "object",
    ...         "properties": {
    ...             "region": {"type": "string", "x-mcp-header": "Region"}
    ...         },
    ...     }
    ... )
    {('region',): 'Mcp-Param-Region'}
    """
    name, schema = _schema_of(tool)
    try:
        return _declared(schema)
    except SchemaError as error:
        error.tool = name
        error.part = "input_schema"
        raise


def param_headers(
    tool: ToolOrSchema, arguments: Mapping[str, Any]
) -> dict[str, str]:
    """
    Return the `Mcp-Param-*` headers to send along with a call.

    Absent and null arguments have none. `arguments` are those that the
    input schema was found to accept.

    Raises `InvalidSchemaError` for a tool whose headers are invalid, and
    `ToolError`, for the model to mend, where an argument cannot be said in
    its header: an integer beyond 2**53 - 1 either way, or another type.

    >>> region = {"type": "string", "x-mcp-header": "Region"}
    >>> schema = {"type": "object", "properties": {"region": region}}
    >>> param_headers(schema, {"region": "us-east-1"})
    {'Mcp-Param-Region': 'us-east-1'}
    """
    headers = {}
    for path, header in header_params(tool).items():
        value = _at(arguments, path)
        if value is not None:
            text = _spelled(value)
            if text is None:
                raise ToolError(
                    f"{pointer_text(path)} cannot be sent: it must be a "
                    f"string, a boolean or an integer from -{_SAFE} to "
                    f"{_SAFE}"
                )
            headers[header] = encode_header_value(text)
    return headers


def check_param_headers(
    tool: ToolOrSchema, arguments: Mapping[str, Any] | None, headers: Headers
) -> None:
    """
    Hold the `Mcp-Param-*` headers of a request to agree with its body.

    `headers` are all headers of the request, as a mapping or as pairs of
    str or bytes; names are compared without regard to case, and other
    headers are passed over. Integers are compared as numbers.

    Raises `ProtocolError` (-32020; HTTP status 400) where a header is
    missing, there without an argument, there twice, malformed, or another
    value, `InvalidSchemaError` for a tool whose headers are invalid, and
    `TypeError` for headers that are none, or cannot be read.

    >>> region = {"type": "string", "x-mcp-header": "Region"}
    >>> schema = {"type": "object", "properties": {"region": region}}
    >>> headers = {"mcp-param-region": "us"}
    >>> check_param_headers(schema, {"region": "eu"}, headers)
    Traceback (most recent call last):
    toolgate.exceptions.ProtocolError: Header mismatch: Mcp-Param-Region is \
not what the argument /region is
    """
    declared = header_params(tool)
    sent = _folded(headers)
    for path, header in declared.items():
        values = sent.get(header.lower(), [])
        if len(values) > 1:
            raise mismatch("is there more than once", header)
        value = None if arguments is None else _at(arguments, path)
        _compare(header, path, value, values)


def _compare(
    header: str, path: Path, value: object, values: list[str]
) -> None:
    where = pointer_text(path)
    if value is None:
        if values:
            raise mismatch(f"is there, and the argument {where} not", header)
        return
    text = _spelled(value)
    is_number = issubclass(type(value), (int, float))
    if text is None and not values and not is_number:
        return  # no header could say it; the gate finds that it is no value
    if not values:
        raise mismatch(f"is missing, and the argument {where} not", header)
    try:
        sent = decode_header_value(values[0])
    except ProtocolError as error:
        error.message = error.message.replace("a header's value", header, 1)
        error.args = (error.message,)
        raise
    if type(value) in (int, float):
        found = _is_whole(sent)
        sent = str(int(found[1])) if found else sent
    if sent != text:
        raise mismatch(f"is not what the argument {where} is", header)


def _schema_of(tool: Any) -> tuple[str | None, JSONObject]:
    if type(tool) is Tool:
        return tool.name, tool.input_schema
    if issubclass(type(tool), Mapping):
        # So that it is read as a tool would keep it, and nobody changes it.
        return None, Tool(name="schema", input_schema=tool).input_schema
    raise TypeError(
        f"tool must be a Tool or an input schema, not {kind_of(tool)}"
    )


def _declared(schema: JSONObject) -> dict[tuple[str, ...], str]:
    found: dict[tuple[str, ...], str] = {}
    taken: set[str] = set()
    for place in places(schema, dialect_of(schema, DIALECTS)):
        members: Any = place.schema
        if KEYWORD not in members:
            continue
        path, header = place.path, members[KEYWORD]
        reason = _reason(path, header, members.get("type"))
        if reason is None and header.lower() in taken:
            reason = "is that of another property, too"
        if reason is not None:
            raise InvalidSchemaError(
                f"`{KEYWORD}` {reason}", path=(*path, KEYWORD)
            )
        taken.add(header.lower())
        found[tuple(map(str, path[1::2]))] = PREFIX + header
    return found


def _reason(path: Path, header: object, kind: object) -> str | None:
    """Say what is wrong with a header, or None."""
    if not path or any(step != "properties" for step in path[::2]):
        return "belongs on a property to which nothing but `properties` leads"
    if not isinstance(header, str) or not _is_token(header):
        return "must be the name of a header (an RFC 9110 token)"
    if not isinstance(kind, str) or kind not in _TYPES:
        return (
            'needs a property whose `type` is "string", "integer" or "boolean"'
        )
    return None


def _at(arguments: object, path: tuple[str, ...]) -> Any:
    here: Any = arguments
    for name in path:
        if not issubclass(type(here), Mapping):
            return None
        try:
            here = here.get(name)
        except Exception as error:
            raise TypeError(
                f"arguments cannot be read: {kind_of(here)} failed"
            ) from error
    return here


def _spelled(value: Any) -> str | None:
    """Return what a header says for a value, None where it says nothing."""
    kind = type(value)
    if issubclass(kind, str):
        return str.__str__(value)
    if kind is bool:
        return "true" if value else "false"
    # Through the base types: no method of its own runs.
    if issubclass(kind, float):
        real = float.__float__(value)
        number = int(real) if real.is_integer() else None
    else:
        number = int.__int__(value) if issubclass(kind, int) else None
    if number is None or not -_SAFE <= number <= _SAFE:
        return None
    return str(number)


def _folded(headers: Headers) -> dict[str, list[str]]:
    """Return the values of each header by its name in lower case."""
    given: Any = headers
    folded: dict[str, list[str]] = {}
    try:
        named = issubclass(type(given), Mapping)
        for pair in given.items() if named else given:
            name, value = map(_text, _pair(pair))
            folded.setdefault(name.lower(), []).append(value)
    except Exception as error:
        raise TypeError(
            "headers must be a mapping or pairs of str or bytes"
        ) from error
    return folded


def _pair(pair: Any) -> Any:
    if not issubclass(type(pair), (list, tuple)):
        raise TypeError(kind_of(pair))
    return pair


def _text(part: Any) -> str:
    if issubclass(type(part), bytes):
        return bytes.decode(part, "latin-1")
    return plain_text(part, "a header")
