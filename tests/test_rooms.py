"""The shape of the source: who may import whom, and how large a room is."""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

import toolgate

SRC = Path(toolgate.__file__).parent

LEVELS: list[set[str]] = [
    # packages hold a docstring and nothing else
    {"function", "function.docstring", "wire.schema"},
    {
        "gate",
        "messages",
        "schema",
        "schema.patterns",
        "search",
        "sources",
    },
    {"expected", "time_limits", "typing", "unset", "value_object"},
    {"function.shape"},
    {
        "function.docstring.prose",
        "function.collisions",
        "function.enclosing",
        "function.model_errors",
        "function.model_keys",
        "function.model_graphs",
        "function.model_sharing",
        "function.model_writing",
        "function.unread",
        "function.whole_numbers",
        "function.wrappers",
    },
    {
        "function.docstring.headings",
        "function.members",
        "function.model_work",
    },
    {
        "function.docstring.entries",
        "function.docstring.sections",
        "function.model_bounds",
    },
    {"function.docstrings"},
    {"limits"},
    {"violation", "exceptions.root"},
    {"exceptions.calls", "exceptions.registration"},
    {"exceptions"},
    {"json_reasons", "json_writer", "pointer", "context"},
    {"function.host_values"},
    {"json_copy", "json_bounds"},
    {"json_value", "json_fault"},
    {"schema.dialects", "schema.owning"},
    {"schema.walk"},
    {"schema.misspelt"},
    {"field_checks", "function.scalar_texts", "function.scalars"},
    {"function.jsonable", "function.model_schemas"},
    {"function.literals", "function.raw_keywords", "function.value_checks"},
    {"function.conditions", "function.contradictions"},
    {"function.constraints", "function.misplaced"},
    {"content", "failure", "tool_annotations", "tool_fields"},
    {"blocks"},
    {"json_door"},
    {"schema.patterns.syntax"},
    {
        "schema.patterns.classes",
        "schema.patterns.simplify",
        "schema.patterns.extent",
        "schema.patterns.positions",
    },
    {
        "schema.patterns.escapes",
        "schema.patterns.linear",
        "schema.patterns.automaton",
        "schema.patterns.emit",
    },
    {"schema.patterns.brackets", "schema.patterns.quantifiers"},
    {"schema.patterns.parser"},
    {"schema.patterns.pattern"},
    {"result", "messages.phrases", "messages.quoting"},
    {"messages.en", "messages.places", "messages.sentences", "messages.zh"},
    {"messages.render"},
    {"schema.formats"},
    {"function.inlining"},
    {"function.annotations", "function.containers", "function.definitions"},
    {"function.defaults", "function.mappings", "function.unions"},
    {"function.fields"},
    {"function.callables", "function.structures", "function.typed_dicts"},
    {"function.models"},
    {"function.types"},
    {"function.binding", "function.hints", "tool_options"},
    {"schema.library", "schema.metaschema"},
    {"schema.references"},
    {"schema.expansion"},
    {"schema.entries"},
    {"schema.cost"},
    {"schema.weights"},
    {"schema.checks"},
    {"schema.outline"},
    {"schema.budget", "schema.burden", "schema.failures"},
    {"schema.branches", "schema.fast_errors", "schema.keywords"},
    {"schema.containers", "schema.nodes"},
    {"schema.applicators", "schema.descent"},
    {"schema.members", "schema.unions"},
    {"schema.forks"},
    {"schema.reach"},
    {"schema.graph"},
    {"schema.engine_plain", "schema.recursion", "schema.rewriting"},
    {"schema.engine_fast", "schema.fast_validator"},
    {"schema.workshop"},
    {"schema.compiled"},
    {"schema.cache"},
    {"function.signature"},
    {"signatures"},
    {"tool"},
    {"entry"},
    {"calls"},
    {
        "gate.policies",
        "gate.approval",
        "gate.call_options",
        "gate.collecting",
        "gate.observers",
        "gate.overlays",
        "gate.workers",
        "search.tokens",
    },
    {"gate.running"},
    {"gate.tasks", "gate.floor", "gate.trace", "search.index"},
    {"gate.admission", "gate.awaiting", "gate.conclusion", "gate.lookup"},
    {"gate.tally"},
    {"gate.budget"},
    {"gate.gate"},
    {"toolset"},
    {"placing"},
    {"registry"},
    {"dispatch"},
    {"wire.mcp_revisions", "wire.mcp_places", "wire.mcp_header_values"},
    {"wire.mcp_content", "wire.mcp_cursors", "wire.mcp_schemas"},
    {"wire.mcp_results", "wire.mcp_tools", "wire.mcp_headers"},
    {"wire.mcp_calls"},
    {"wire.mcp"},
    {"sources.imported", "sources.objects", "sources.options"},
    {"sources.changes", "sources.entries", "sources.pages"},
    {"sources.blocks"},
    {"sources.answers"},
    {"sources.forwarding"},
    {"sources.listing"},
    {"sources.mcp"},
    {"wire.calls", "wire.generated_ids", "wire.sdk_objects"},
    {
        "wire.answers",
        "wire.endings",
        "wire.provider",
        "wire.tool_fields",
    },
    {
        "wire.anthropic",
        "wire.bedrock",
        "wire.gemini",
        "wire.openai",
        "wire.openai_responses",
    },
    {"wire.compatible"},
    {"wire.surfaces"},
    {
        "wire.changes",
        "wire.schema.cycles",
        "wire.schema.profile",
        "wire.names",
        "wire.repairs",
        "wire.schema.assertions",
        "wire.schema.forms",
        "wire.schema.openapi",
        "wire.schema.ordering",
    },
    {"wire.profiles", "wire.schema.rewriting", "wire.schema.verdicts"},
    {"wire.targets", "wire.schema.draft", "wire.schema.measures"},
    {"wire.budgets", "wire.schema.bounds", "wire.schema.notes"},
    {
        "wire.schema.enums",
        "wire.schema.inlining",
        "wire.schema.openness",
        "wire.schema.readers",
        "wire.schema.undeclared",
        "wire.schema.writers",
    },
    {
        "wire.schema.codec",
        "wire.schema.nulls",
        "wire.schema.logic",
        "wire.schema.maps",
        "wire.schema.unions",
    },
    {"wire.schema.arrays", "wire.schema.objects"},
    {"wire.schema.leaves", "wire.schema.plain"},
    {"wire.schema.rewriter"},
    {"wire.schema.conversion"},
    {"wire.preparing", "wire.report"},
    {"wire.exported"},
    {"wire.planning"},
    {"wire.export"},
    {"wire"},
    {""},
]
BANNED = {
    "utils",
    "helpers",
    "common",
    "shared",
    "misc",
    "base",
    "core",
    "manager",
}
LAZY_LOADERS = {
    ("schema.compiled", "jsonschema_rs"),  # an extra
    ("gate.awaiting", "toolgate.gate.tasks"),  # needs asyncio, slow to import
    # Some ten rooms each, for those who have patterns, or functions.
    ("schema.weights", "toolgate.schema.patterns.pattern"),
    ("signatures", "toolgate.function.signature"),
    ("gate.observers", "logging"),  # slow to import, and most hosts have it
}
ALWAYS_THERE = {
    *sys.stdlib_module_names,
    "toolgate",
    "jsonschema",
    "referencing",
    "typing_extensions",
}
MAX_LINES = 300
MAX_FUNCTION = 50


def name_of(path: Path) -> str:
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


ROOMS = {name_of(path): path for path in sorted(SRC.rglob("*.py"))}


def level(room: str) -> int:
    return next(n for n, rooms in enumerate(LEVELS) if room in rooms)


@cache
def tree_of(room: str) -> ast.Module:
    return ast.parse(ROOMS[room].read_text(encoding="utf-8"))


def imports_of(room: str):
    """Yield (imported room or package, whether it stands at module top)."""
    tree = tree_of(room)
    inside = {
        node
        for outer in ast.walk(tree)
        if isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef))
        for node in ast.walk(outer)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{room}: relative import"
            names = [
                f"{node.module}.{alias.name}"
                if f"{node.module}.{alias.name}".removeprefix("toolgate.")
                in ROOMS
                else node.module
                for alias in node.names
            ]
        else:
            continue
        for name in names:
            yield name, node not in inside


@pytest.mark.parametrize("room", ROOMS)
def test_room_has_a_level_and_a_telling_name(room):
    level(room)
    assert not BANNED & set(room.split("."))


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_only_look_down(room):
    """A room imports rooms of lower levels only, at module top only."""
    for name, at_top in imports_of(room):
        assert at_top or (room, name) in LAZY_LOADERS, (
            f"{room} imports {name} inside a function"
        )
        if not name.startswith("toolgate"):
            continue
        imported = name.removeprefix("toolgate").removeprefix(".")
        assert level(imported) < level(room), f"{room} looks up at {imported}"


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_import_only_what_is_always_there(room):
    """No extra but by its loader, and never the packages of users' types."""
    for name, _ in imports_of(room):
        known = name.partition(".")[0] in ALWAYS_THERE
        assert known or (room, name) in LAZY_LOADERS, f"{room}: {name}"


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_stay_small(room):
    text = ROOMS[room].read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MAX_LINES, f"{room} grew a second job"
    for node in ast.walk(tree_of(room)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            lines = node.end_lineno - node.lineno + 1
            assert lines <= MAX_FUNCTION, f"{room}.{node.name}: {lines} lines"


def test_levels_name_no_missing_room():
    missing = {room for rooms in LEVELS for room in rooms} - set(ROOMS)
    assert not missing
