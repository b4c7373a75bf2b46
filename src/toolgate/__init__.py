"""
One strict gate between a language model and your tools.

A `ToolRegistry` stores tools; a gate acts on a call: strict JSON, JSON
Schema, policies, the handler, the output schema, one `ToolResult`.
"""

from __future__ import annotations

from toolgate.calls import CallRecord, CheckedCall, Decision, ToolCall
from toolgate.content import TextContent
from toolgate.context import Injected, ToolContext
from toolgate.dispatch import adispatch_tool_call, dispatch_tool_call
from toolgate.exceptions import (
    ApprovalRequired,
    AsyncToolError,
    DuplicateToolError,
    ProtocolError,
    RegistrationError,
    SchemaError,
    ToolError,
    ToolgateError,
    UnknownToolError,
)
from toolgate.function.raw_keywords import Schema
from toolgate.gate.budget import Run
from toolgate.gate.gate import ToolGate
from toolgate.gate.observers import CallCounter, LoggingObserver
from toolgate.gate.overlays import Overlay
from toolgate.limits import CallLimits, SchemaLimits, ValueLimits
from toolgate.registry import ToolRegistry
from toolgate.result import ToolResult
from toolgate.schema.cache import ValidatorCache
from toolgate.tool import Tool
from toolgate.tool_annotations import ToolAnnotations
from toolgate.toolset import ToolSet
from toolgate.unset import UNSET
from toolgate.violation import Violation

__all__ = [
    "UNSET",
    "ApprovalRequired",
    "AsyncToolError",
    "CallCounter",
    "CallLimits",
    "CallRecord",
    "CheckedCall",
    "Decision",
    "DuplicateToolError",
    "Injected",
    "LoggingObserver",
    "Overlay",
    "ProtocolError",
    "RegistrationError",
    "Run",
    "Schema",
    "SchemaError",
    "SchemaLimits",
    "TextContent",
    "Tool",
    "ToolAnnotations",
    "ToolCall",
    "ToolContext",
    "ToolError",
    "ToolGate",
    "ToolRegistry",
    "ToolResult",
    "ToolSet",
    "ToolgateError",
    "UnknownToolError",
    "ValidatorCache",
    "ValueLimits",
    "Violation",
    "adispatch_tool_call",
    "dispatch_tool_call",
]
