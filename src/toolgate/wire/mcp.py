"""
Serving tools over MCP: plain dicts out, plain calls in, three revisions.

2025-06-18, 2025-11-25 and 2026-07-28, with no transport and without the SDK:
what comes out is what `tools/list` and `tools/call` answer, as JSON objects.

>>> from toolgate import ToolRegistry
>>> registry = ToolRegistry()
>>> @registry.tool
... def double(n: int) -> int:
...     "Twice a number."
...     return 2 * n
>>> [each["name"] for each in list_tools(registry)["tools"]]
['double']
>>> call = call_params({"name": "double", "arguments": {"n": 4}})
>>> result = registry.gate.dispatch_call(call)
>>> answer = call_result(result, tool=registry["double"])
>>> answer["content"], answer["structuredContent"]
([{'type': 'text', 'text': '8'}], 8)
"""

from __future__ import annotations

from toolgate.wire.mcp_calls import INTERNAL_ERROR, call_params, error
from toolgate.wire.mcp_header_values import (
    HEADER_MISMATCH,
    decode_header_value,
    encode_header_value,
)
from toolgate.wire.mcp_headers import (
    check_param_headers,
    header_params,
    param_headers,
)
from toolgate.wire.mcp_results import call_result
from toolgate.wire.mcp_revisions import LATEST, PROTOCOLS
from toolgate.wire.mcp_tools import EXECUTION, list_tools, tool

__all__ = [
    "EXECUTION",
    "HEADER_MISMATCH",
    "INTERNAL_ERROR",
    "LATEST",
    "PROTOCOLS",
    "call_params",
    "call_result",
    "check_param_headers",
    "decode_header_value",
    "encode_header_value",
    "error",
    "header_params",
    "list_tools",
    "param_headers",
    "tool",
]
