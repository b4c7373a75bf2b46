"""Results of calls as MCP writes them: `CallToolResult`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from toolgate.content import TextContent
from toolgate.field_checks import kind_of
from toolgate.json_value import encode, own
from toolgate.limits import ValueLimits
from toolgate.result import ToolResult
from toolgate.tool import Tool
from toolgate.unset import UNSET
from toolgate.wire.mcp_content import written
from toolgate.wire.mcp_revisions import LATEST, revision_of, trimmed
from toolgate.wire.mcp_schemas import RESULT, is_wrapped

if TYPE_CHECKING:
    from toolgate.content import ContentBlock
    from toolgate.typing import JSONObject, JSONValue

# A gate has limits of its own; these only bound the copying.
LIMITS: Final = ValueLimits(
    max_bytes=2**30, max_depth=1_000, max_nodes=4_000_000
)
"""Bounds on one document."""


def call_result(
    result: ToolResult,
    *,
    protocol: str = LATEST,
    tool: Tool | None = None,
    output_schema: Mapping[str, Any] | None = None,
) -> JSONObject:
    """
    Return the answer to a call as MCP's `CallToolResult`, a plain dict.

    Give the `tool` that was called, or its `output_schema`: before
    2026-07-28 structured content is an object, so `{"result": value}` stands
    for each value that is none, and for every value where the output schema
    is listed so. Structured content without a text block gets one with its
    JSON text; so does a value that is no object and whose text no block has.

    Raises `ValueError` for an unknown protocol, `TypeError` for what is no
    `ToolResult`, `InvalidJSONError` for one that no gate made and that is
    not JSON.

    MCP 2026-07-28, server/tools, "Structured Content"; SEP-2106.

    >>> result = ToolResult("5", structured_content=5)
    >>> call_result(result)["structuredContent"]
    5
    >>> call_result(result, protocol="2025-06-18")["structuredContent"]
    {'result': 5}
    """
    revision = revision_of(protocol)
    if type(result) is not ToolResult:
        raise TypeError(f"result must be a ToolResult, not {kind_of(result)}")
    value = result.structured_content
    members = {
        "resultType": "complete",
        "content": [
            written(block, revision) for block in _blocks(result, value)
        ],
        "isError": result.is_error,
        "_meta": result.meta,
    }
    document = trimmed("CallToolResult", members, revision)
    if value is not UNSET:
        if revision.object_outputs and (
            type(value) is not dict or _is_wrapped(tool, output_schema)
        ):
            value = {RESULT: value}
        document["structuredContent"] = value
    owned: JSONObject = own(document, LIMITS)
    return owned


def _is_wrapped(tool: Tool | None, schema: Mapping[str, Any] | None) -> bool:
    if schema is None and tool is not None:
        schema = _checked("tool", tool, Tool).output_schema
    return schema is not None and is_wrapped(
        _checked("output_schema", schema, Mapping)
    )


def _checked(name: str, value: Any, kind: type) -> Any:
    if not issubclass(type(value), kind):
        raise TypeError(
            f"{name} must be a {kind.__name__} or None, not {kind_of(value)}"
        )
    return value


def _blocks(result: ToolResult, value: JSONValue) -> tuple[ContentBlock, ...]:
    """Return the content, with a text for a value that has none."""
    blocks = result.content
    if value is UNSET:
        return blocks
    texts = [block.text for block in blocks if type(block) is TextContent]
    if type(value) is dict and texts:
        return blocks
    text = encode(own(value, LIMITS), LIMITS)
    return blocks if text in texts else (*blocks, TextContent(text))
