"""A report has a line for each tool, and one for each change."""

from __future__ import annotations

from toolgate import Tool
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
