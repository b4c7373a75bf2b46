"""
Tools out to model providers, and calls back, without losing meaning.

`export` writes tools for a target; what it returns reads the calls and
writes the answers.
"""

from __future__ import annotations

from toolgate.wire import mcp
from toolgate.wire.calls import Repair, WireCall
from toolgate.wire.changes import Change
from toolgate.wire.export import Eligibility, export, strict_eligibility
from toolgate.wire.exported import Exported
from toolgate.wire.report import ExportedTool, Report

__all__ = [
    "Change",
    "Eligibility",
    "Exported",
    "ExportedTool",
    "Repair",
    "Report",
    "WireCall",
    "export",
    "mcp",
    "strict_eligibility",
]
