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
    "wire-told": (
        "project law",
        "what a wire schema takes more or less, an entry tells",
    ),
    "wire-read-back": (
        "project law",
        "what has a form on the wire is read back from it as it was",
    ),
    "wire-pure": (
        "prompt caches of the providers; project law",
        "an export changes nothing that is given, and repeats byte by byte",
    ),
    "target-rules": (
        "the providers' documentation, table by table in wire_rules.py",
        "a wire schema and its tool obey the rules of the target",
    ),
    "optional-nullable": (
        "OpenAI structured outputs: all fields must be required",
        "null for an optional is absent, where the author refuses null",
    ),
    "strict-budget": (
        "Anthropic structured outputs: 20 tools, 24 optionals, 16 unions",
        "what is strict keeps to the budget, by priority and then by name",
    ),
    "strict-said": (
        "OpenAI Responses FunctionToolParam.strict: left out, it means try",
        "a tool for Responses always says whether it is strict",
    ),
    "wire-names": (
        "the providers' patterns of names",
        "names on the wire fit, stay apart and lead back",
    ),
    "wire-examples": (
        "Anthropic Messages: examples must fit the schema that was sent",
        "input examples are written as the wire has them",
    ),
    "integral-floats": (
        "JSON Schema 2020-12 validation 6.1.1; Gemini's protobuf Struct",
        "3.0 becomes 3 where the schema wants an integer, and nowhere else",
    ),
    "repairs-asked-for": (
        "project law: no coercion",
        "a text is read as JSON only where asked, and that is recorded",
    ),
    "wire-carried": (
        "OpenAI Responses call_id, caller; Anthropic toolset_name",
        "ids and opaque fields of a call are kept, and go where they must",
    ),
    "wire-answers": (
        "Anthropic, Bedrock: one user message; Gemini: as many as calls",
        "each call gets one answer, in the provider's grouping and order",
    ),
    "errors-marked": (
        "tool_result.is_error, toolResult.status, functionResponse.error",
        "an error is told as one, in words where there is no flag",
    ),
    "cut-off": (
        "OpenAI finish_reason length; Anthropic stop_reason max_tokens",
        "a call that was cut off, and does not show it, is refused",
    ),
    "wire-errors": (
        "project law",
        "whatever a provider sends is calls, or a WireError",
    ),
    "mcp-documents": (
        "MCP 2025-06-18, 2025-11-25, 2026-07-28: schema.json",
        "each document validates against the schema of its revision",
    ),
    "mcp-older": (
        "MCP 2025-11-25 Tool.outputSchema; SEP-2106",
        "outputs that are no objects are wrapped, references and all",
    ),
    "mcp-text": (
        f"{MCP} server/tools#structured-content",
        "structured content has a text for those who read no other",
    ),
    "mcp-order": (
        f"{MCP} server/tools: lists should be deterministic",
        "the same tools are listed in the same order and bytes",
    ),
    "mcp-cursor": (
        f"{MCP} server/utilities/pagination",
        "an empty text is a cursor; one that is none is -32602",
    ),
    "mcp-malformed": (
        f"{MCP} server/tools#error-handling",
        "params that are no CallToolRequestParams are -32602",
    ),
    "mcp-headers": (
        f"{MCP} basic/transports: HeaderMismatch",
        "headers that do not agree with the arguments are -32020",
    ),
    "mcp-header-definitions": (
        f"{MCP} basic/transports: x-mcp-header",
        "a tool whose x-mcp-header is not valid is left out",
    ),
    "mcp-untrusted": (
        f"{MCP} ToolAnnotations",
        "annotations of a server are kept, and not trusted",
    ),
    "mcp-icons": (
        f"{MCP} basic: Icon.src",
        "an icon whose scheme is not safe is left out",
    ),
    "mcp-final": (
        f"{MCP} basic: resultType; SEP-2322",
        "what is not a final result is an error answer that says so",
    ),
    "mcp-changed": (
        f"{MCP} server/tools#list-changed-notification",
        "a changed list tells what was added, removed and changed",
    ),
    "mcp-pages": (
        f"{MCP} server/utilities/pagination; project law",
        "reading pages ends, whatever the server answers",
    ),
}
