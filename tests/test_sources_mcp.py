"""Tools of a server, from its list to the answer; faults from the field."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from json_values import objects, values
from mcp_documents import NEW, results, tools
from toolgate import DuplicateToolError, ToolError, ToolRegistry, ToolResult
from toolgate.exceptions import AnswerError
from toolgate.sources.mcp import (
    aimport_pages,
    diff_tools,
    import_pages,
    import_tools,
    result_of,
)
from toolgate.wire import mcp

OBJECT = {"type": "object"}


def entry(name, **members):
    return {"name": name, "inputSchema": OBJECT, **members}


def text(said, **members):
    return {"content": [{"type": "text", "text": said}], **members}


@pytest.fixture(scope="session")
def field_cases(cases):
    lines = (cases / "field-cases.jsonl").read_text("utf-8").splitlines()
    return {case["id"]: case for case in map(json.loads, lines)}


@pytest.fixture
def registry(validators):
    return ToolRegistry(validators=validators)


@pytest.mark.requirement("one-bad-tool")
def test_one_bad_entry_leaves_the_others(field_cases, registry):
    """Case 22: found at import or at registration, and reported each."""
    case = field_cases["anomalyco/opencode#26529"]
    imported = import_tools(
        {"tools": case["input"]["mcp_list"]},
        call=lambda name, arguments: text("ok"),
        origin="server",
    )
    done = registry.register_all(imported.tools, on_error="collect")
    assert list(registry) == case["checks"]["registered"]
    reported = [fault.name for fault in imported.rejected]
    reported += [bad.tool.name for bad in done.rejected]
    assert sorted(reported) == sorted(case["checks"]["reported"])
    assert str(imported.rejected[0]).startswith(
        'tools[2] "bad_type" at /inputSchema/type: '
    )
    assert "/properties/shot" in str(done.rejected[0].error)
    for name in case["checks"]["registered"]:
        assert registry.call(name, {"a": 1}).text == "ok"


@pytest.mark.requirement("names-distinct")
def test_two_servers_offer_one_name(field_cases, registry):
    """Case 16: each server gets the bare name of its own tool."""
    sources = field_cases["openai/openai-agents-python#2830"]["input"][
        "sources"
    ]
    sent = []

    def import_from(origin):
        def call(name, arguments):
            sent.append((origin, name, arguments))
            return text(origin)

        return import_tools(sources[origin], call=call, origin=origin).tools

    registry.register_all(import_from("crm"))
    with pytest.raises(DuplicateToolError, match="crm.*wiki"):
        registry.register_all(import_from("wiki"))
    assert registry.call("lookup", {"id": 1}).text == "crm"

    named = ToolRegistry()
    for origin in sources:
        named.register_all(import_from(origin), namespace=origin)
    assert named.names() == ("crm.lookup", "wiki.lookup")
    sent.clear()
    assert named.call("crm.lookup", {"id": 1}).text == "crm"
    assert named.call("wiki.lookup", {"page": "x"}).text == "wiki"
    assert named.call("wiki.lookup", {"id": 1}).is_error
    assert sent == [
        ("crm", "lookup", {"id": 1}),
        ("wiki", "lookup", {"page": "x"}),
    ]
    again = import_from("wiki")
    assert not diff_tools(named, again, origin="wiki")
    with pytest.raises(DuplicateToolError):
        named.register_all(again, namespace="wiki")
    named.register_all(again, namespace="wiki", replace=True)
    assert len(named) == 2


@pytest.mark.requirement("error-results", "output-schema")
def test_error_results_and_output_schemas(field_cases, registry):
    """Case 18: what the server answered, judged by what it listed."""
    case = field_cases["modelcontextprotocol/typescript-sdk#1947"]
    answers = iter(case["input"]["handler_returns"])
    imported = import_tools(
        [case["input"]["tool"]],
        call=lambda name, arguments: next(answers),
        origin="shop",
    )
    registry.register_all(imported.tools)
    results = [
        registry.call("order_total", {"id": 17})
        for _ in case["input"]["handler_returns"]
    ]
    assert [result.is_error for result in results] == case["checks"]["isError"]
    assert results[0].text == results[1].text == "order 17 not found"
    assert results[1].structured_content == {"code": 404}
    assert "total" in results[3].text
    assert not results[3].structured_content
    assert results[4].structured_content == {"total": 3}


@pytest.mark.requirement("as-sent")
def test_absent_stays_absent(field_cases, registry):
    """Case 23: no null, no default and no empty value is made up."""
    case = field_cases["SAP/cloud-sdk-python#180"]
    sent = []

    def call(name, arguments):
        sent.append(arguments)
        return text("ok")

    imported = import_tools([case["input"]["tool"]], call=call, origin="sap")
    registry.register_all(imported.tools)
    name = case["input"]["tool"]["name"]
    for each, verdict, gets in zip(
        case["input"]["calls"],
        case["checks"]["verdicts"],
        case["checks"]["handler_gets"],
        strict=True,
    ):
        sent.clear()
        result = registry.gate.dispatch("c", name, each["arguments_json"])
        assert result.is_error is (verdict == "reject")
        assert sent == ([gets] if verdict == "accept" else [])


@pytest.mark.requirement("null-is-a-value")
def test_null_as_a_result(registry):
    listed = entry("clear", outputSchema={"type": "null"})
    answers = iter([text("ok", structuredContent=None), text("ok")])
    imported = import_tools(
        [listed], call=lambda name, arguments: next(answers), origin="s"
    )
    registry.register_all(imported.tools)
    done = registry.call("clear")
    assert not done.is_error
    assert done.structured_content is None
    assert registry.call("clear").failure.kind == "invalid_output"


@pytest.mark.parametrize("protocol", mcp.PROTOCOLS)
def test_what_is_listed_here_is_imported_there(protocol):
    """Out and back in again: nothing is rejected, and nothing differs."""
    listed = [
        entry(
            "a",
            title="A",
            description="Does a.",
            outputSchema=OBJECT,
            annotations={"title": "B", "readOnlyHint": True},
            _meta={"k": 1},
        ),
        entry("b c", inputSchema={**OBJECT, "x": None, "$anchor": "y"}),
    ]
    before = import_tools(listed, origin="s")
    page = mcp.list_tools(before.tools, protocol=protocol)
    after = import_tools(page, origin="s")
    assert not after.rejected
    assert not after.left_out
    assert not diff_tools(before, after)


@pytest.mark.requirement("verbatim")
@settings(max_examples=25)  # each is several schemas
@given(listed=st.lists(tools, max_size=3, unique_by=lambda each: each.name))
def test_what_was_imported_is_listed_as_it_was(listed):
    """Law: a list survives being imported and listed again."""
    page = mcp.list_tools(listed)
    done = import_tools(page, origin="s", check_headers=False)
    assert not done.rejected
    again = mcp.list_tools(done.tools)
    for one, two in zip(page["tools"], again["tools"], strict=True):
        # A title that was shown is one; schemas stay, in their order.
        titled = one.get("annotations", {}).get("title")
        assert two.pop("title", None) == one.pop("title", titled)
        assert json.dumps(two) == json.dumps(one)


@given(result=results)
def test_what_was_answered_is_answered_as_it_was(result):
    """Law: a result survives the way out and back in."""
    document = mcp.call_result(result, protocol=NEW)
    read = result_of(document)
    assert mcp.call_result(read, protocol=NEW) == document
    assert read.structured_content == result.structured_content
    assert read.is_error is result.is_error


def spoilt(documents):
    """Documents in which one member, at any depth, is another value."""

    def spoil(document, steps, value):
        here = document = json.loads(json.dumps(document))
        for step in steps:
            keys = list(here) if type(here) is dict else range(len(here))
            if not keys:
                break
            key = keys[step % len(keys)]
            if type(here[key]) not in {dict, list} or step % 3 == 0:
                here[key] = value
                break
            here = here[key]
        return document

    steps = st.lists(st.integers(0, 20), min_size=1, max_size=5)
    return st.builds(spoil, documents, steps, values)


@pytest.mark.requirement("one-answer")
@given(
    answer=values
    | objects
    | spoilt(results.map(lambda result: mcp.call_result(result)))
)
def test_every_answer_becomes_one(answer):
    """Law: a result, or an error that is ours; whatever came."""
    try:
        result = result_of(answer)
    except (ToolError, AnswerError):
        assert type(answer.get("error")) is dict
        return
    assert type(result) is ToolResult
    if result.failure is None:
        assert mcp.call_result(result)["content"] or not answer["content"]


@pytest.mark.requirement("one-bad-tool")
@settings(max_examples=50)
@given(
    listed=values
    | spoilt(
        st.lists(tools, max_size=3, unique_by=lambda each: each.name).map(
            lambda listed: mcp.list_tools(listed)
        )
    )
)
def test_every_list_is_read_or_refused(listed):
    """Law: each entry is a tool or has its fault; nothing else is raised."""
    try:
        done = import_tools(listed, origin="s")
    except AnswerError:
        return
    entries = listed if type(listed) is list else listed["tools"]
    assert len(done.tools) + len(done.rejected) == len(entries)


def test_execution_and_icons_survive_where_the_protocol_has_them():
    listed = entry(
        "a",
        icons=[{"src": "https://a.example/i"}],
        execution={"taskSupport": "optional"},
    )
    before = import_tools([listed], origin="s")
    page = mcp.list_tools(before.tools, protocol="2025-11-25")
    assert page["tools"] == [listed]
    assert not diff_tools(before, import_tools(page, origin="s"))


PAGES = {
    None: {"tools": [entry("a")], "nextCursor": "", "ttlMs": 9},
    "": {
        "tools": [entry("b"), None, entry("a")],
        "nextCursor": "2",
        "ttlMs": 5,
    },
    "2": {"tools": [entry("c")], "ttlMs": 7},
}


def read_pages(pages, **options):
    """Read pages both ways; they must agree."""
    asked = []

    def list_page(cursor):
        asked.append(cursor)
        return pages[cursor]

    async def list_later(cursor):
        return pages[cursor]

    one = import_pages(list_page, origin="s", **options)
    two = asyncio.run(aimport_pages(list_later, origin="s", **options))
    assert [tool.name for tool in one.tools] == [
        tool.name for tool in two.tools
    ]
    assert (one.rejected, one.left_out) == (two.rejected, two.left_out)
    return asked, one


def told(faults):
    return [str(fault) for fault in faults]


def test_all_pages():
    """An empty cursor is one; entries are counted over all pages."""
    asked, done = read_pages(PAGES)
    assert asked == [None, "", "2"]
    assert [tool.name for tool in done.tools] == ["a", "b", "c"]
    assert told(done.rejected) == [
        "tools[2]: expected an object, got nothing, or null",
        'tools[3] "a" at /name: an entry before this one has the name',
    ]
    assert done.left_out == ()
    assert (done.ttl_ms, done.cache_scope) == (5, "private")
    assert done.next_cursor is None


def test_public_only_if_all_pages_are():
    public = {"tools": [], "cacheScope": "public", "ttlMs": 3}
    pages = {None: {**public, "nextCursor": "1"}, "1": public}
    assert read_pages(pages)[1].cache_scope == "public"
    pages["1"] = {"tools": []}
    done = read_pages(pages)[1]
    assert (done.cache_scope, done.ttl_ms) == ("private", 0)


@pytest.mark.requirement("mcp-pages")
@pytest.mark.parametrize(
    ("options", "asked", "said"),
    [
        ({"max_pages": 2}, [None, ""], "max_pages is reached"),
        ({"max_tools": 4}, [None, ""], "max_tools is reached"),
    ],
)
def test_pages_are_bounded(options, asked, said):
    got, done = read_pages(PAGES, **options)
    assert got == asked
    assert done.next_cursor == "2"
    assert told(done.left_out) == [
        f"tools at /nextCursor: is not followed: {said}"
    ]


@pytest.mark.requirement("mcp-pages")
def test_pages_in_a_circle():
    pages = {
        None: {"tools": [entry("a")], "nextCursor": "1"},
        "1": {"tools": [entry("b")], "nextCursor": "2"},
        "2": {"tools": [entry("c")], "nextCursor": "1"},
    }
    asked, done = read_pages(pages)
    assert asked == [None, "1", "2"]
    assert [tool.name for tool in done.tools] == ["a", "b", "c"]
    assert done.next_cursor == "1"
    assert told(done.left_out) == [
        "tools at /nextCursor: leads back to a page that was read"
    ]


@pytest.mark.parametrize("max_pages", [0, True, None])
def test_how_many_pages(max_pages):
    with pytest.raises(ValueError, match="max_pages must be"):
        import_pages(pytest.fail, origin="s", max_pages=max_pages)


def test_what_a_list_function_raises_is_raised():
    def list_page(cursor):
        raise ConnectionError("gone")

    with pytest.raises(ConnectionError):
        import_pages(list_page, origin="s")
