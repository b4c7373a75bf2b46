"""What changed between two lists of a server's tools."""

from __future__ import annotations

import pytest

from toolgate import Tool, ToolRegistry
from toolgate.sources.mcp import ToolsDiff, diff_tools, import_tools

LISTED = {
    "name": "a",
    "title": "A",
    "description": "Does a.",
    "inputSchema": {
        "type": "object",
        "properties": {"n": {"const": 1}, "m": {}},
    },
    "outputSchema": {"type": "object"},
    "annotations": {"readOnlyHint": True},
    "icons": [{"src": "https://a.example/i"}],
    "_meta": {"k": {"x": 1, "y": 2}},
}


def imported(*entries, **options):
    return import_tools(list(entries), origin="crm", **options)


@pytest.mark.requirement("mcp-changed")
@pytest.mark.parametrize(
    ("members", "fields"),
    [
        ({}, ()),
        ({"title": "B"}, ("title",)),
        ({"description": None}, ("description",)),
        (
            {
                "inputSchema": {
                    "properties": {"m": {}, "n": {"const": 1}},
                    "type": "object",
                }
            },
            (),
        ),
        (
            {
                "inputSchema": {
                    "type": "object",
                    "properties": {"n": {"const": True}, "m": {}},
                }
            },
            ("input_schema",),
        ),
        (
            {
                "inputSchema": {
                    "type": "object",
                    "properties": {"n": {"const": 1.0}, "m": {}},
                }
            },
            ("input_schema",),
        ),
        ({"outputSchema": None}, ("output_schema",)),
        ({"annotations": {"readOnlyHint": False}}, ("annotations",)),
        ({"icons": []}, ("icons",)),
        ({"_meta": {"k": {"y": 2, "x": 1}}}, ()),
        ({"_meta": {"k": {}}}, ("meta",)),
        ({"execution": {"taskSupport": "required"}}, ("meta",)),
        (
            {"title": "B", "outputSchema": {}, "icons": None},
            ("title", "output_schema", "icons"),
        ),
    ],
)
def test_which_fields_changed(members, fields):
    """Documents by what they say: order does not matter, types do."""
    before, after = imported(LISTED), imported({**LISTED, **members})
    diff = diff_tools(before, after)
    assert bool(diff) is bool(fields)
    assert [change.fields for change in diff.changed] == (
        [fields] if fields else []
    )
    for change in diff.changed:
        assert change.name == "a"
        assert (change.before, change.after) == (
            before.tools[0],
            after.tools[0],
        )
        assert str(change) == "a: " + ", ".join(fields)


@pytest.mark.requirement("mcp-changed")
def test_added_and_removed():
    diff = diff_tools(
        imported({**LISTED, "name": "gone"}, LISTED),
        imported(LISTED, {**LISTED, "name": "is new"}),
    )
    assert [tool.name for tool in diff.added] == ["is new"]
    assert [tool.name for tool in diff.removed] == ["gone"]
    assert diff.changed == ()
    assert str(diff) == '+ "is new"\n- gone'


def test_what_the_host_decides_is_no_change():
    before = imported(LISTED, side_effect="read")
    after = imported(LISTED, call=print, trusted=True, owner="x")
    assert not diff_tools(before, after)
    assert diff_tools(before, after) == ToolsDiff()


def test_registered_tools_are_known_by_their_name_there():
    registry = ToolRegistry()
    registry.register(Tool(name="own"))
    registry.register_all(imported(LISTED).tools, namespace="crm")
    fresh = imported({**LISTED, "title": "B"})
    diff = diff_tools(registry, fresh, origin="crm")
    assert str(diff) == "~ a: title"
    assert diff.changed[0].before.name == "crm.a"
    assert str(diff_tools(registry, fresh)) == "- own\n~ a: title"
    assert not diff_tools(registry, list(registry.values()))


@pytest.mark.parametrize("wrong", [None, 5, ["a"], {"a": 1}])
def test_what_is_no_tools(wrong):
    with pytest.raises(TypeError, match="diff_tools compares tools"):
        diff_tools([], wrong)
