"""What a provider sends back, written as its documentation shows it."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

from toolgate import Tool, ToolRegistry, wire
from wire_laws import as_read
from wire_rules import CHAT, GEMINI, RESPONSES, request_faults
from wire_schemas import oracle


def call_item(target: str, name: str, arguments: Any) -> dict:
    """
    Return one call of a model's.

    Where the provider sends text, an object is written out and a str goes
    as it is.
    """
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    if target in CHAT:
        return {
            "id": "call_1",
            "type": "function",
            "function": {"name": name, "arguments": text},
        }
    if target in RESPONSES:
        return {
            "type": "function_call",
            "id": "fc_1",
            "call_id": "call_1",
            "name": name,
            "arguments": text,
            "status": "completed",
        }
    if target == "anthropic":
        return {
            "type": "tool_use",
            "id": "toolu_1",
            "name": name,
            "input": copy.deepcopy(arguments),
        }
    if target in GEMINI:
        call = {"name": name, "args": copy.deepcopy(arguments)}
        return {"functionCall": call}
    return {
        "toolUse": {
            "toolUseId": "tooluse_1",
            "name": name,
            "input": copy.deepcopy(arguments),
        }
    }


class Turn:
    """One tool, exported to one target, ready to be called from there."""

    def __init__(self, target: str, tool: Any, *, strict: Any) -> None:
        if isinstance(tool, dict):
            tool = Tool(name="t", input_schema=tool)
        self.got: list[Any] = []
        self.target = target
        self.name = tool.name
        self.registry = ToolRegistry()
        self.registry.register(_handled(tool, self.got))
        self.before = json.dumps(self.registry[tool.name].input_schema)
        self.exported = wire.export(self.registry, to=target, strict=strict)
        self.found = self.exported[tool.name]
        faults = request_faults(target, self.exported.tools)
        assert faults == [], (faults, self.exported.tools)
        assert json.dumps(self.registry[tool.name].input_schema) == self.before

    def takes(self, value: Any) -> bool:
        """Tell whether the wire schema takes a value."""
        return oracle(as_read(self.target, self.found.schema)).is_valid(value)

    def decoded(self, arguments: Any, **options: Any) -> Any:
        item = call_item(self.target, self.found.wire_name, arguments)
        return self.exported.decode(item, **options)

    def dispatch(self, arguments: Any, **options: Any) -> Any:
        """Send a call through codec and gate; return what came of it."""
        self.got.clear()
        call = self.decoded(arguments, **options)
        assert call.name == self.name
        return self.registry.gate.dispatch_call(call)

    def runs_with(self, arguments: Any, **options: Any) -> Any:
        """Return what the handler got, or the text of the refusal."""
        result = self.dispatch(arguments, **options)
        return result.text if result.is_error else self.got[0]

    def says(self, arguments: Any) -> bool:
        """Tell whether arguments can be said on the wire, and come back."""
        encoded = self.found.codec.encode(arguments)
        return (
            self.takes(encoded)
            and self.found.codec.decode(encoded) == arguments
            and self.runs_with(encoded) == arguments
        )

    def entries(self, kind: str, keyword: str | None = None) -> list[Any]:
        return [
            change
            for change in self.found.changes
            if change.kind == kind and keyword in {None, change.keyword}
        ]

    def keywords(self) -> set[str]:
        """Return every key that stands anywhere in the wire schema."""
        found: set[str] = set()
        waiting = [self.found.schema]
        while waiting:
            value = waiting.pop()
            if isinstance(value, dict):
                found.update(value)
                waiting.extend(value.values())
            elif isinstance(value, list):
                waiting.extend(value)
        return found


def _handled(tool: Any, got: list[Any]) -> Any:
    """Return the tool with a handler that keeps what it gets."""

    def keep(arguments: Any) -> str:
        got.append(arguments)
        return "done"

    return tool if tool.handler else replace(tool, handler=keep)
