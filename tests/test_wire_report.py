"""A report has a line for each tool, and one for each change."""

from __future__ import annotations

import inspect

import pytest

from toolgate import Tool, ToolRegistry, wire
from toolgate.unset import UNSET
from toolgate.wire.changes import Change
from toolgate.wire.report import ExportedTool, Report


def tool(name):
    return Tool(
        name=name,
        description="",
        input_schema={"type": "object"},
        handler=print,
    )


def test_lines_tell_name_status_mode_and_reason():
    change = Change(
        "/n", "minimum", 1, UNSET, "widened", "gate", "unsupported"
    )
    report = Report(
        "gemini",
        (
            ExportedTool(tool("a"), "a", "exact", strict=True),
            ExportedTool(tool("b.c"), "b_c", "changed", changes=(change,)),
            ExportedTool(tool("d"), "d", "refused", reason="no way"),
        ),
    )
    assert str(report).splitlines() == [
        "gemini: 2 of 3 tools sent, 1 strict",
        "a: exact, strict",
        "b.c as b_c: changed",
        (
            "  /n minimum: 1 -> absent (widened, unsupported; "
            "the gate enforces it)"
        ),
        "d: refused: no way",
    ]


def test_an_exported_tool_has_the_authors_name():
    assert ExportedTool(tool("a.b"), "a_b", "exact").name == "a.b"


def test_documents_are_handed_out_as_copies():
    exported = wire.export([tool("a")], to="openai-responses")
    for name in ("definition", "schema", "checkable"):
        getattr(exported["a"], name)["type"] = "changed"
        assert getattr(exported["a"], name)["type"] != "changed"
    closed = Tool(name="c", input_schema={"type": "object", "required": ["a"]})
    first = wire.export([closed], to="openai-chat", strict=True)["c"]
    first.changes[0].new["a"]["type"].clear()
    assert first.changes[0].new == {
        "a": {"type": ["string", "number", "boolean", "null"]}
    }
    exported.tools[0]["parameters"]["type"] = "changed"
    assert exported.tools[0]["parameters"]["type"] == "object"


def test_a_second_export_is_not_touched_by_what_was_done_to_the_first():
    registry = ToolRegistry()
    registry.register(tool("a"))
    first = wire.export(registry, to="openai-responses")
    first.tools[0]["parameters"].clear()
    first["a"].schema.clear()
    second = wire.export(registry, to="openai-responses")
    assert second.tools[0]["parameters"]["type"] == "object"
    assert second["a"] == first["a"]
    assert hash(second["a"]) == hash(first["a"])


def test_a_report_shows_its_first_line():
    report = wire.export([tool("a")], to="openai-responses").report
    assert repr(report) == (
        "<Report openai-responses: 1 of 1 tools sent, 1 strict>"
    )


@pytest.mark.parametrize(
    ("schema", "shown"),
    [
        ({"type": "object", "additionalProperties": False}, "exact"),
        # An open object is closed, and its "a" may be a scalar only.
        ({"type": "object"}, "changed, 1 change"),
        ({"type": "object", "required": ["a"]}, "changed, 2 changes"),
    ],
)
def test_eligibility_shows_the_verdict_and_why(schema, shown):
    one = Tool(name="t", input_schema=schema)
    found = wire.strict_eligibility(one, to="openai-chat")
    assert repr(found) == f"<Eligibility {shown}>"
    refused = wire.strict_eligibility(one, to="gemini")
    assert repr(refused) == (
        "<Eligibility impossible: gemini has no strict mode>"
    )


def test_an_exported_tool_shows_what_became_of_it():
    assert repr(ExportedTool(tool("a"), "a", "exact", strict=True)) == (
        "<ExportedTool 'a': exact, strict>"
    )
    refused = ExportedTool(tool("a.b"), "a.b", "refused", reason="no way")
    assert repr(refused) == "<ExportedTool 'a.b': refused: no way>"
    assert (refused.definition, refused.schema) == (None, None)
    parameters = inspect.signature(ExportedTool).parameters
    assert repr(parameters["definition"].default) == "None"
    assert repr(parameters["changes"].default) == "()"
