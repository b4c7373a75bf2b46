"""Tools and lists of them as MCP writes them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcp_documents import NEW, OLD, PROTOCOLS, check, tools
from toolgate import (
    DuplicateToolError,
    ProtocolError,
    Tool,
    ToolAnnotations,
    ToolRegistry,
)
from toolgate.content import Icon
from toolgate.exceptions import InvalidSchemaError
from toolgate.wire.mcp_tools import EXECUTION, list_tools, tool

ICON = Icon(src="https://example.com/i.png")
CLOSED = {"type": "object", "additionalProperties": False}


@pytest.mark.parametrize("protocol", PROTOCOLS)
@settings(max_examples=50)
@given(each=tools)
def test_each_tool_is_one_of_the_revisions(data, protocol, each):
    document = tool(each, protocol=protocol)
    check(data, protocol, "Tool", document)
    assert document["name"] == each.name
    assert tool(each, protocol=protocol) == document
    if protocol == NEW:
        assert document["inputSchema"] == each.input_schema
        assert document.get("outputSchema") == each.output_schema
        assert list(document["inputSchema"]) == list(each.input_schema)


@pytest.mark.requirement("mcp-documents")
@pytest.mark.parametrize("protocol", PROTOCOLS)
@settings(max_examples=20)
@given(
    listed=st.lists(tools, max_size=4, unique_by=lambda each: each.name),
    page_size=st.none() | st.integers(1, 3),
    ttl_ms=st.integers(0, 2**40),
    cache_scope=st.sampled_from(("private", "public")),
)
def test_each_list_is_one_of_the_revisions(
    data, protocol, listed, page_size, ttl_ms, cache_scope
):
    """The pages together are the tools, in their order, each once."""
    names, cursor = [], None
    for _ in range(len(listed) + 1):
        page = list_tools(
            listed,
            protocol=protocol,
            cursor=cursor,
            page_size=page_size,
            ttl_ms=ttl_ms,
            cache_scope=cache_scope,
        )
        check(data, protocol, "ListToolsResult", page)
        names += [each["name"] for each in page["tools"]]
        assert len(page["tools"]) <= (page_size or len(listed))
        if protocol == NEW:
            assert page["resultType"] == "complete"
            assert page["ttlMs"] == ttl_ms
            assert page["cacheScope"] == cache_scope
        else:
            assert page.keys() <= {"tools", "nextCursor"}
        cursor = page.get("nextCursor")
        if cursor is None:
            break
    assert names == [each.name for each in listed]


def test_a_tool_as_it_is_written():
    each = Tool(
        name="get",
        title="Get",
        description="One of them.",
        input_schema={"type": "object", "properties": {"a": True}},
        output_schema={"type": "array"},
        annotations=ToolAnnotations(
            title="Get it", destructive_hint=False, open_world_hint=False
        ),
        icons=ICON,
        meta={"example.com/a": 1, EXECUTION: {"taskSupport": "optional"}},
    )
    assert tool(each) == {
        "name": "get",
        "title": "Get",
        "description": "One of them.",
        "inputSchema": {"type": "object", "properties": {"a": True}},
        "outputSchema": {"type": "array"},
        "annotations": {
            "title": "Get it",
            "destructiveHint": False,
            "openWorldHint": False,
        },
        "icons": [{"src": "https://example.com/i.png"}],
        "_meta": {"example.com/a": 1},
    }
    projected = {
        "name": "get",
        "title": "Get",
        "description": "One of them.",
        "inputSchema": {"type": "object", "properties": {"a": {}}},
        "outputSchema": {
            "type": "object",
            "properties": {"result": {"type": "array"}},
            "required": ["result"],
        },
        "annotations": {
            "title": "Get it",
            "destructiveHint": False,
            "openWorldHint": False,
        },
        "_meta": {"example.com/a": 1},
    }
    assert tool(each, protocol=OLD[0]) == projected
    assert tool(each, protocol=OLD[1]) == {
        **projected,
        "icons": [{"src": "https://example.com/i.png"}],
        "execution": {"taskSupport": "optional"},
    }


def test_a_plain_tool_says_no_more_than_it_must():
    for protocol in PROTOCOLS:
        assert tool(Tool(name="ping"), protocol=protocol) == {
            "name": "ping",
            "inputSchema": CLOSED,
        }


@pytest.mark.parametrize(
    ("execution", "written"),
    [
        ({"taskSupport": "required"}, {"taskSupport": "required"}),
        ({"taskSupport": "forbidden", "x": 1}, {"taskSupport": "forbidden"}),
        ({"taskSupport": "never"}, None),
        ({"taskSupport": ["optional"]}, None),
        ({}, None),
        ("optional", None),
        (None, None),
    ],
)
def test_execution_is_told_where_there_is_such_a_thing(execution, written):
    each = Tool(name="a", meta={EXECUTION: execution})
    for protocol in PROTOCOLS:
        document = tool(each, protocol=protocol)
        assert document.get("execution") == (
            written if protocol == "2025-11-25" else None
        )
        assert EXECUTION not in document.get("_meta", {})


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, None),
        ({"side_effect": "network"}, None),
        ({"side_effect": "read"}, {"readOnlyHint": True}),
        ({"side_effect": ("read", "network")}, None),
        (
            {
                "side_effect": "read",
                "annotations": ToolAnnotations(title="T"),
            },
            {"title": "T", "readOnlyHint": True},
        ),
        (
            {
                "side_effect": "read",
                "annotations": ToolAnnotations(idempotent_hint=True),
            },
            {"idempotentHint": True},
        ),
        (
            {"annotations": ToolAnnotations(read_only_hint=True)},
            {"readOnlyHint": True},
        ),
    ],
)
def test_hints_are_those_that_say_something(more, said):
    assert tool(Tool(name="a", **more)).get("annotations") == said


def test_meta_is_kept():
    assert tool(Tool(name="a", meta={}))["_meta"] == {}
    assert tool(Tool(name="a", meta={"b": None}))["_meta"] == {"b": None}


def registered(*names):
    registry = ToolRegistry()
    registry.register_all([Tool(name=name) for name in names])
    return registry


def test_all_that_holds_tools_is_taken():
    registry = registered("b", "a", "c")
    names = ["b", "a", "c"]
    for given_ in (
        registry,
        registry.snapshot(),
        dict(registry),
        registry.list(),
        iter(registry.list()),
    ):
        page = list_tools(given_)
        assert [each["name"] for each in page["tools"]] == names
    page = list_tools(set(registry.list()))
    assert [each["name"] for each in page["tools"]] == sorted(names)
    assert list_tools(ToolRegistry()) == {
        "resultType": "complete",
        "tools": [],
        "ttlMs": 0,
        "cacheScope": "private",
    }


@pytest.mark.requirement("mcp-order")
def test_bytes_are_the_same_each_time():
    one, two = registered("b", "a"), registered("b", "a")
    assert json.dumps(list_tools(one)) == json.dumps(list_tools(two))


@pytest.mark.parametrize(
    ("given_", "name"),
    [
        (Tool(name="a"), "Tool"),
        (None, "None"),
        ([{"name": "a"}], "dict"),
        ({"a": 1}, "int"),
        ("ab", "str"),
    ],
)
def test_what_holds_no_tools_is_refused(given_, name):
    with pytest.raises(TypeError, match=f"iterable of Tool, not {name}$"):
        list_tools(given_)
    with pytest.raises(TypeError, match="a tool must be a Tool, not"):
        tool(given_ if given_ != Tool(name="a") else "a")


def test_two_tools_of_one_name_are_refused():
    pair = [Tool(name="a"), Tool(name="a", origin="crm")]
    with pytest.raises(DuplicateToolError) as caught:
        list_tools(pair)
    assert caught.value.origins == (None, "crm")
    one = Tool(name="a")
    assert len(list_tools([one, one])["tools"]) == 1


@pytest.mark.requirement("mcp-cursor")
def test_a_cursor_outlives_changes():
    registry = registered("a", "b", "c", "d")
    cursor = list_tools(registry, page_size=2)["nextCursor"]
    registry.unregister("b")
    registry.register(Tool(name="e"))
    page = list_tools(registry, cursor=cursor)
    assert [each["name"] for each in page["tools"]] == ["c", "d", "e"]
    registry.unregister("a")
    with pytest.raises(ProtocolError, match="invalid cursor"):
        list_tools(registry, cursor=cursor)


@pytest.mark.requirement("mcp-cursor")
def test_an_empty_cursor_is_not_the_first_page():
    with pytest.raises(ProtocolError) as caught:
        list_tools(registered("a"), cursor="")
    assert caught.value.code == -32602


def test_the_last_page_may_have_become_empty():
    registry = registered("a", "b")
    cursor = list_tools(registry, page_size=1)["nextCursor"]
    registry.unregister("b")
    page = list_tools(registry, page_size=1, cursor=cursor)
    assert page["tools"] == []
    assert "nextCursor" not in page


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"page_size": 0}, ValueError, "page_size must be 1 or more"),
        ({"page_size": True}, TypeError, "page_size must be an int, not bool"),
        ({"page_size": "5"}, TypeError, "page_size must be an int, not str"),
        ({"ttl_ms": -1}, ValueError, "ttl_ms must be 0 or more"),
        ({"ttl_ms": None}, TypeError, "ttl_ms must be an int, not None"),
        ({"ttl_ms": 0.5}, TypeError, "ttl_ms must be an int, not float"),
        ({"cache_scope": "shared"}, ValueError, "'private' or 'public'"),
        ({"cache_scope": ["public"]}, ValueError, "'private' or 'public'"),
        ({"protocol": "1"}, ValueError, "protocol must be one of"),
    ],
)
def test_wrong_options_are_the_hosts_mistake(wrong, error, message):
    with pytest.raises(error, match=message):
        list_tools([], **wrong)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_tool_that_no_registry_takes_is_refused_by_name(protocol):
    each = Tool(name="a", input_schema={"type": "array"})
    with pytest.raises(InvalidSchemaError) as caught:
        list_tools([each], protocol=protocol)
    assert (caught.value.tool, caught.value.part) == ("a", "input_schema")


@pytest.mark.requirement("verbatim")
def test_nothing_of_the_tool_is_changed():
    schema = {"type": "array", "items": {"$ref": "#"}}
    each = Tool(name="a", output_schema=schema, meta={EXECUTION: {}, "b": 1})
    tool(each, protocol=OLD[0])
    assert each.output_schema == schema
    assert each.meta == {EXECUTION: {}, "b": 1}
    assert schema == {"type": "array", "items": {"$ref": "#"}}
