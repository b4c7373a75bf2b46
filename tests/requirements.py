"""
The rules that toolgate keeps, each with its source.

A test shows a rule by carrying `@pytest.mark.requirement("<id>")`;
test_requirements.py holds this table and the tests against each other.
"""

from __future__ import annotations

MCP = "MCP 2026-07-28"
REQUIREMENTS: dict[str, tuple[str, str]] = {
    "one-answer": (
        "project law",
        "dispatch returns a ToolResult or raises a documented error",
    ),
    "verdict-first": (
        "project law",
        "policies and handler see arguments only after they proved valid",
    ),
    "as-sent": (
        "JSON Schema 2020-12 validation 9.2; project law",
        "valid arguments reach a handler exactly as sent",
    ),
    "offline": (
        f"{MCP} basic#json-schema-usage",
        "no $ref, $schema or $id opens a socket or a file",
    ),
    "verbatim": (
        "project law",
        "a schema is kept as given; later edits of the caller's do nothing",
    ),
    "engines-agree": (
        "project law",
        "both engines give one verdict and one set of violations",
    ),
    "patterns-linear": ("project law", "no pattern hangs the gate"),
    "patterns-ecma": (
        "JSON Schema 2020-12 core 6.4; ECMA-262",
        "patterns are ECMA-262 regular expressions",
    ),
    "json-strict": (
        "RFC 8259",
        "arguments are exactly one JSON object, or an error",
    ),
    "no-arguments": (
        f"{MCP} CallToolRequestParams.arguments",
        "empty, blank, null and absent arguments mean {}",
    ),
    "unknown-tool": (
        f"{MCP} server/tools#error-handling",
        "an unknown tool is a protocol error, -32602",
    ),
    "invalid-arguments": (
        f"{MCP} server/tools; SEP-1303",
        "arguments that break the schema are an error result",
    ),
    "dialect": (
        f"{MCP} basic#json-schema-usage",
        "schemas are judged by their own dialect; unknown ones are refused",
    ),
    "input-root": (
        f"{MCP} Tool.inputSchema",
        'the root of an input schema says "type": "object"',
    ),
    "output-schema": (
        f"{MCP} server/tools#output-schema",
        "a success conforms to the output schema, or is an error",
    ),
    "error-results": (
        f"{MCP} server/tools#error-handling",
        "error results of a handler pass unchanged",
    ),
    "null-is-a-value": (
        f"{MCP} CallToolResult.structuredContent; SEP-2106",
        "null structured content differs from none",
    ),
    "exceptions-stay": (
        "CWE-209",
        "only ToolError speaks to the model; other texts stay with the host",
    ),
    "values-not-echoed": (
        "CWE-209; project law",
        "messages never repeat the value that failed, and stay short",
    ),
    "policies-fail-closed": (
        "project law",
        "a policy that raises, or says nothing, denies",
    ),
    "approval-once": (
        "project law",
        "an approval runs exactly one call, once",
    ),
    "floor": (
        "project law",
        "no door goes around the registry's policies",
    ),
    "overlays-only-forbid": (
        "project law",
        "an overlay refuses calls and allows none; tools stay as they are",
    ),
    "call-budget": (
        "project law",
        "a run answers as many invalid calls as it may, then runs nothing",
    ),
    "observers-harmless": (
        "project law",
        "one record a call, without arguments; a failing one changes nothing",
    ),
    "off-the-loop": (
        "asyncio: blocking code belongs in a thread",
        "a sync handler does not block the event loop",
    ),
    "time-limit": (
        f"{MCP} basic/lifecycle#timeouts",
        "a call past its time is answered, and says so",
    ),
    "cancellation": (
        "asyncio",
        "cancellation propagates and leaves no task behind",
    ),
    "all-or-nothing": (
        "project law",
        "a refused registration leaves no trace",
    ),
    "one-bad-tool": (
        f"{MCP} basic/transports (x-mcp-header), generalised",
        "one bad tool in a batch leaves the others",
    ),
    "names-distinct": (
        f"{MCP} server/tools#tool-names",
        "a taken name is an error that names both origins",
    ),
    "atomic-swap": (
        "project law",
        "readers never see a half-built entry",
    ),
    "annotation-defaults": (
        f"{MCP} ToolAnnotations",
        "annotations have MCP's defaults",
    ),
}
