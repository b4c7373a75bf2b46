"""One entry of a list of tools: fields, verbatim documents, what is left."""

from __future__ import annotations

import json

import pytest

from toolgate import ToolAnnotations
from toolgate.content import Icon
from toolgate.sources.entries import MEMBERS, Entry, Unfit, icon_of
from toolgate.sources.mcp import import_tools
from toolgate.wire.mcp import EXECUTION

OBJECT = {"type": "object"}
ICON = {"src": "https://a.example/i.png"}


def entry(**members):
    return {"name": "a", "inputSchema": OBJECT, **members}


def tool(**members):
    imported = import_tools([entry(**members)], origin="crm")
    assert not imported.rejected
    return imported.tools[0]


@pytest.mark.parametrize(
    ("document", "pointer", "reason"),
    [
        (None, (), "an object"),
        ([], (), "an object, got array"),
        ("a", (), "an object, got string"),
        ({"inputSchema": OBJECT}, ("name",), "a string"),
        (entry(name=None), ("name",), "a string"),
        (entry(name=7), ("name",), "a string, got integer"),
        (entry(name=""), ("name",), "1 to 128 printable"),
        (entry(name="a\n"), ("name",), "1 to 128 printable"),
        (entry(name="x" * 129), ("name",), "1 to 128 printable"),
        ({"name": "a"}, ("inputSchema",), "an object"),
        (entry(inputSchema=None), ("inputSchema",), "an object"),
        (entry(inputSchema=True), ("inputSchema",), "an object, got boolean"),
        (entry(inputSchema={}), ("inputSchema", "type"), 'exactly "object"'),
        (
            entry(inputSchema={"type": ["object"]}),
            ("inputSchema", "type"),
            'exactly "object"',
        ),
        (
            entry(inputSchema={"type": "objekt"}),
            ("inputSchema", "type"),
            'exactly "object"',
        ),
        (entry(outputSchema=True), ("outputSchema",), "an object"),
        (entry(title=1), ("title",), "a string"),
        (entry(description=["a"]), ("description",), "a string"),
        (entry(annotations=[]), ("annotations",), "an object"),
        (
            entry(annotations={"readOnlyHint": "true"}),
            ("annotations", "readOnlyHint"),
            "a boolean, got string",
        ),
        (
            entry(annotations={"openWorldHint": 0}),
            ("annotations", "openWorldHint"),
            "a boolean, got integer",
        ),
        (
            entry(annotations={"title": 1}),
            ("annotations", "title"),
            "a string",
        ),
        (entry(_meta="x"), ("_meta",), "an object"),
    ],
)
def test_what_is_no_tool(document, pointer, reason):
    with pytest.raises(Unfit) as caught:
        Entry(document).fields()
    assert caught.value.path == pointer
    assert reason in caught.value.reason


@pytest.mark.requirement("verbatim")
def test_documents_are_kept_as_listed():
    """Order, nulls and keywords that nobody knows; later edits do nothing."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "x-unknown": {"b": 1, "a": None},
        "type": "object",
        "default": None,
        "$defs": {"A": {"$anchor": "here", "const": None}},
        "properties": {"z": {"$ref": "#here"}, "a": True},
        "if": {"required": ["z"]},
        "then": {"required": ["a"]},
    }
    output = {"const": None, "title": "Nothing"}
    before = json.dumps([schema, output])
    kept = tool(inputSchema=schema, outputSchema=output)
    assert json.dumps([kept.input_schema, kept.output_schema]) == before
    schema["properties"]["z"]["$ref"] = "#gone"
    assert json.dumps([kept.input_schema, kept.output_schema]) == before


@pytest.mark.parametrize(
    ("members", "title"),
    [
        ({}, None),
        ({"title": "A"}, "A"),
        ({"annotations": {"title": "B"}}, "B"),
        ({"title": "A", "annotations": {"title": "B"}}, "A"),
        ({"title": None, "annotations": {"title": "B"}}, "B"),
    ],
)
def test_which_title_is_shown(members, title):
    """MCP, BaseMetadata: title, then annotations.title, then the name."""
    assert tool(**members).title == title


@pytest.mark.requirement("annotation-defaults", "mcp-untrusted")
def test_annotations_are_claims():
    hints = {"readOnlyHint": True, "destructiveHint": None, "x": 1}
    kept = tool(annotations=hints)
    assert kept.annotations == ToolAnnotations(read_only_hint=True)
    assert kept.annotations.destructive_hint
    assert not kept.trusted
    assert kept.side_effect == {"network"}
    assert tool().annotations == ToolAnnotations()


def test_null_is_absent_for_optional_members():
    kept = tool(
        title=None,
        description=None,
        outputSchema=None,
        annotations=None,
        icons=None,
        execution=None,
        _meta=None,
    )
    assert kept.output_schema is None
    assert kept.icons == ()
    assert kept.meta is None


def test_members_without_a_field_are_kept_in_meta():
    kept = tool(
        _meta={"a.example/x": [1]},
        execution={"taskSupport": "optional"},
        deprecated=True,
    )
    assert kept.meta == {
        "a.example/x": [1],
        EXECUTION: {"taskSupport": "optional"},
        MEMBERS: {"deprecated": True},
    }
    assert tool(_meta={}).meta == {}


def test_meta_cannot_speak_for_members():
    """What stands in `_meta` under toolgate's keys is left out, and told."""
    listed = entry(
        _meta={EXECUTION: {"taskSupport": "required"}, MEMBERS: {}, "b": 1}
    )
    imported = import_tools([listed], origin="crm")
    assert imported.tools[0].meta == {"b": 1}
    assert [fault.pointer for fault in imported.left_out] == [
        "/_meta/toolgate~1execution",
        "/_meta/toolgate~1members",
    ]


@pytest.mark.requirement("mcp-icons")
@pytest.mark.parametrize(
    "src",
    [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "file:///etc/passwd",
        "ftp://a.example/i.png",
        "ws://a.example",
        "http://a.example/i.png",
        "i.png",
        " https://a.example/i.png",
        "",
        None,
        7,
    ],
)
def test_icons_that_must_not_be_shown_are_left_out(src):
    """MCP, basic: clients reject the scheme; the tool itself stays."""
    imported = import_tools([entry(icons=[{"src": src}, ICON])], origin="crm")
    assert imported.tools[0].icons == (Icon(src=ICON["src"]),)
    (fault,) = imported.left_out
    assert (fault.index, fault.name, fault.pointer) == (0, "a", "/icons/0")
    assert "Icon.src" in fault.reason


@pytest.mark.parametrize(
    ("icons", "pointer"),
    [
        ("i.png", "/icons"),
        (["i.png"], "/icons/0"),
        ([{**ICON, "theme": "blue"}], "/icons/0"),
        ([{**ICON, "sizes": "48x48"}], "/icons/0"),
        ([{**ICON, "mimeType": 1}], "/icons/0"),
    ],
)
def test_icons_that_are_none(icons, pointer):
    imported = import_tools([entry(icons=icons)], origin="crm")
    assert imported.tools[0].icons == ()
    assert [fault.pointer for fault in imported.left_out] == [pointer]


def test_an_icon_keeps_its_fields():
    icon = {
        "src": "data:image/png;base64,AA==",
        "mimeType": "image/png",
        "sizes": ["48x48", "any"],
        "theme": "dark",
        "x": 1,
    }
    assert icon_of(icon, ()) == Icon(
        src="data:image/png;base64,AA==",
        mime_type="image/png",
        sizes=("48x48", "any"),
        theme="dark",
    )
