"""Whole lists: one bad entry ends nothing, and each is reported."""

from __future__ import annotations

import collections
import types

import pytest

from timing import over
from toolgate.exceptions import AnswerError, InvalidToolError
from toolgate.sources.mcp import (
    MAX_TOOLS,
    Fault,
    Imported,
    import_tools,
)

OBJECT = {"type": "object"}


def entry(name="a", **members):
    return {"name": name, "inputSchema": OBJECT, **members}


def imported(*entries, **options):
    return import_tools({"tools": list(entries)}, origin="crm", **options)


class Dumps:
    """An SDK's object, with its attributes and its document."""

    def __init__(self, document, **attributes):
        self.document = document
        vars(self).update(attributes)

    def model_dump(self, *, by_alias, mode, exclude=frozenset()):
        assert by_alias
        assert mode == "json"
        if isinstance(self.document, Exception):
            raise self.document
        return {
            name: value
            for name, value in self.document.items()
            if name not in exclude
        }


@pytest.mark.requirement("one-bad-tool")
def test_each_bad_entry_is_reported_and_ends_nothing():
    done = imported(
        entry("first"),
        None,
        entry("second", inputSchema={"type": "objekt"}),
        {"name": "third"},
        entry("fourth", annotations={"readOnlyHint": "yes"}),
        entry("first"),
        entry("fifth", inputSchema={**OBJECT, "default": {1}}),
        entry(),
    )
    assert [tool.name for tool in done.tools] == ["first", "a"]
    assert done.rejected == (
        Fault(
            index=1,
            name=None,
            pointer="",
            reason="expected an object, got nothing, or null",
        ),
        Fault(
            index=2,
            name="second",
            pointer="/inputSchema/type",
            reason=(
                'must be exactly "object" (MCP 2026-07-28, Tool.inputSchema)'
            ),
        ),
        Fault(
            index=3,
            name="third",
            pointer="/inputSchema",
            reason="expected an object, got nothing, or null",
        ),
        Fault(
            index=4,
            name="fourth",
            pointer="/annotations/readOnlyHint",
            reason="expected a boolean, got string",
        ),
        Fault(
            index=5,
            name="first",
            pointer="/name",
            reason="an entry before this one has the name",
        ),
        Fault(
            index=6,
            name="fifth",
            pointer="/inputSchema/default",
            reason="a Python set is not a JSON value",
        ),
    )
    assert str(done.rejected[2]) == (
        'tools[3] "third" at /inputSchema: expected an object, got nothing, '
        "or null"
    )
    assert str(done.rejected[0]).startswith("tools[1]: expected")


def test_names_and_pointers_are_shown_escaped():
    done = imported(
        {"name": "a\u202e" + "x" * 5_000},
        entry("b", inputSchema={**OBJECT, "\u202e" * 999: {1}}),
    )
    for fault in done.rejected:
        assert len(str(fault)) < 500
        assert "\u202e" not in str(fault)


def nested(levels):
    deep = {}
    for _ in range(levels):
        deep = {"not": deep}
    return deep


@pytest.mark.parametrize(
    ("hostile", "reason"),
    [
        ({**OBJECT, **nested(100_000)}, "nested deeper than 256 levels"),
        ({**OBJECT, "enum": [0] * 1_100_000}, "more than 1000000 values"),
        ({**OBJECT, "title": "x" * 5_000_000}, "larger than 4194304 bytes"),
        ({**OBJECT, "title": "x" * 2_000_000}, "larger than 1048576 bytes"),
        ({**OBJECT, "default": float("inf")}, "Infinity is not a JSON number"),
        ({**OBJECT, 1: 2}, "a key that is a Python int, not a string"),
        ({**OBJECT, "title": "\ud800"}, "half of a surrogate pair"),
    ],
)
def test_hostile_entries_are_rejected_alone(hostile, reason):
    done = imported(entry("bad", inputSchema=hostile), entry("good"))
    assert [tool.name for tool in done.tools] == ["good"]
    (fault,) = done.rejected
    assert fault.name == "bad"
    assert reason in fault.reason


def test_no_more_than_so_many_entries_are_read():
    done = imported(*map(entry, "abcde"), max_tools=3)
    assert [tool.name for tool in done.tools] == ["a", "b", "c"]
    assert [str(fault) for fault in done.left_out] == [
        "tools at /tools/3: 2 more entries are not read: max_tools is reached"
    ]
    assert MAX_TOOLS == 10_000


def test_huge_lists_take_linear_time():
    def measure(_):
        huge = [None] * 1_000_000
        done = import_tools(huge, origin="crm")
        assert len(done.rejected) == MAX_TOOLS
        return {}

    assert over(1, measure) == {}


@pytest.mark.parametrize(
    ("listed", "reason", "pointer"),
    [
        (None, "got NoneType", ""),
        ("[]", "got str", ""),
        ({}, "expected an array of tools, got null", "/tools"),
        ({"tools": {}}, "expected an array of tools, got dict", "/tools"),
        (
            {"tools": [], "resultType": "input_required"},
            "the server wants more input first",
            "/resultType",
        ),
        (
            {"tools": [], "resultType": "weird"},
            'resultType "weird" is not known here',
            "/resultType",
        ),
        ({"tools": [], "resultType": []}, "array is not known", "/resultType"),
        (
            {"error": {"code": -32601, "message": "Method not found"}},
            'the server answered with error -32601: "Method not found"',
            "/error",
        ),
        ({"result": {"tools": []}}, "JSON-RPC response", ""),
        ({"tools": [], "ttlMs": {1}}, "Python set", "/ttlMs"),
        (Dumps(ValueError("x")), "a Python Dumps that fails", ""),
        (Dumps({"tools": None}), "expected an array", "/tools"),
    ],
)
def test_what_is_no_listing_is_raised(listed, reason, pointer):
    with pytest.raises(AnswerError) as caught:
        import_tools(listed, origin="crm")
    assert reason in caught.value.reason
    assert caught.value.pointer == pointer


def test_a_json_rpc_error_keeps_its_parts():
    with pytest.raises(AnswerError) as caught:
        import_tools(
            {"error": {"code": -32601, "message": "No", "data": {"a": 1}}},
            origin="crm",
        )
    error = caught.value
    assert (error.code, error.message, error.data) == (-32601, "No", {"a": 1})


class Liar(collections.UserDict):
    def keys(self):
        raise RuntimeError("secret")

    __iter__ = keys
    __contains__ = keys


def test_a_mapping_that_fails_is_no_listing():
    with pytest.raises(AnswerError, match="a Python Liar that fails"):
        import_tools(Liar(tools=[]), origin="crm")


@pytest.mark.parametrize(
    "listed",
    [
        [entry()],
        (entry(),),
        {"tools": (entry(),)},
        collections.OrderedDict(tools=[entry()]),
        types.MappingProxyType({"tools": [types.MappingProxyType(entry())]}),
        Dumps({"tools": [entry()]}),
        Dumps({"tools": 0}, tools=[Dumps(entry())]),
        {"tools": [Dumps(entry(title=None, outputSchema=None))]},
    ],
)
def test_forms_of_a_list(listed):
    done = import_tools(listed, origin="crm")
    assert [tool.name for tool in done.tools] == ["a"]
    assert done.tools[0].input_schema == OBJECT


def test_an_object_that_fails_is_one_bad_entry():
    bad = Dumps(RuntimeError("secret"), name="bad")
    done = imported(bad, Dumps(RuntimeError("secret")), entry())
    assert [tool.name for tool in done.tools] == ["a"]
    assert [fault.name for fault in done.rejected] == ["bad", None]
    assert done.rejected[0].reason == (
        "a Python Dumps that fails when it is read"
    )


@pytest.mark.parametrize(
    ("said", "ttl_ms", "scope"),
    [
        ({}, 0, "private"),
        ({"ttlMs": 5_000, "cacheScope": "public"}, 5_000, "public"),
        ({"ttlMs": 5_000.0, "cacheScope": "PUBLIC"}, 5_000, "private"),
        ({"ttlMs": -1, "cacheScope": None}, 0, "private"),
        ({"ttlMs": 0.5, "cacheScope": ["public"]}, 0, "private"),
        ({"ttlMs": True}, 0, "private"),
        ({"ttlMs": "9"}, 0, "private"),
        ({"ttlMs": None}, 0, "private"),
    ],
)
def test_how_long_and_for_whom(said, ttl_ms, scope):
    """MCP 2026-07-28, caching: in doubt stale at once, and for one."""
    done = import_tools({"tools": [], **said}, origin="crm")
    assert done == Imported(tools=(), ttl_ms=ttl_ms, cache_scope=scope)


def test_cursors():
    def cursor(value):
        done = import_tools({"tools": [], "nextCursor": value}, origin="crm")
        return done.next_cursor, [str(fault) for fault in done.left_out]

    assert cursor("") == ("", [])
    assert cursor("x") == ("x", [])
    assert cursor(None) == (None, [])
    after, (said,) = cursor(7)
    assert after is None
    assert said == (
        "tools at /nextCursor: expected a string, got integer: what comes "
        "after this page is not read"
    )


def test_what_the_host_says_of_all_tools():
    done = imported(
        entry(),
        side_effect=iter(["read", "network"]),
        trusted=True,
        tags=iter(["x"]),
        owner="sales",
        timeout=3,
    )
    (tool,) = done.tools
    assert tool.origin == "crm"
    assert tool.source_name == "a"
    assert tool.side_effect == {"read", "network"}
    assert tool.trusted
    assert tool.tags == {"x"}
    assert (tool.owner, tool.timeout) == ("sales", 3)
    assert tool.handler is None


def test_side_effects_by_name():
    done = imported(
        *map(entry, "abc"), side_effect={"a": "read", "b": None, "z": "write"}
    )
    assert [tool.side_effect for tool in done.tools] == [
        {"read"},
        {"network"},
        {"network"},
    ]


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"origin": None}, TypeError, "origin must be your name"),
        ({"origin": ""}, InvalidToolError, "origin must not be empty"),
        ({"call": "x"}, TypeError, "call must be a function"),
        ({"inline": True}, TypeError, "inline is no option of an import"),
        ({"side_effect": "delete"}, InvalidToolError, "^side_effect is"),
        ({"side_effect": {"a": "?"}}, InvalidToolError, "^side_effect is"),
        ({"trusted": 1}, InvalidToolError, "^trusted must be bool"),
        ({"timeout": 0}, InvalidToolError, "^timeout must be"),
        ({"max_tools": 0}, ValueError, "max_tools must be"),
        ({"max_tools": True}, ValueError, "max_tools must be"),
    ],
)
def test_the_hosts_faults_are_raised_once(options, error, said):
    with pytest.raises(error, match=said):
        import_tools([entry()], **{"origin": "crm", **options})


HEADER = {"type": "string", "x-mcp-header": "Region"}


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        ({"properties": {"a": HEADER}}, None),
        ({"properties": {"a": {**HEADER, "type": "number"}}}, "/properties/a"),
        ({"properties": {"a": {**HEADER, "x-mcp-header": ""}}}, ""),
        ({"properties": {"a": HEADER, "b": HEADER}}, "/properties/b"),
        ({"anyOf": [{"properties": {"a": HEADER}}]}, "/anyOf/0/properties/a"),
        ({"description": "x-mcp-header"}, None),
        ({"$schema": "http://a.example/s", "properties": {"a": HEADER}}, None),
    ],
)
@pytest.mark.requirement("one-bad-tool", "mcp-header-definitions")
def test_headers_that_are_not_valid(schema, pointer):
    """MCP 2026-07-28, streamable-http: clients leave such a tool out."""
    listed = entry("bad", inputSchema={**OBJECT, **schema})
    done = imported(listed, entry("good"))
    names = [tool.name for tool in done.tools]
    assert names == (["good"] if pointer is not None else ["bad", "good"])
    for fault in done.rejected:
        assert fault.pointer.startswith(f"/inputSchema{pointer}")
        assert fault.pointer.endswith("/x-mcp-header")
    both = imported(listed, entry("good"), check_headers=False)
    assert len(both.tools) == 2
