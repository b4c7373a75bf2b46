"""Tools: what they take, keep and refuse."""

from __future__ import annotations

import dataclasses
import threading
from unittest.mock import Mock

import pytest

from toolgate import Tool, ToolAnnotations
from toolgate.content import Icon
from toolgate.exceptions import InvalidToolError
from toolgate.tool import MAX_SECONDS

SCHEMA = {
    "type": "object",
    "properties": {"b": {"const": None}, "a": {"x-unknown": [1, 1.0]}},
}


@pytest.mark.requirement("verbatim")
def test_documents_are_copied_in_and_handed_out_as_copies():
    given = {"type": "object", "properties": {"a": {"type": "integer"}}}
    tool = Tool(name="t", input_schema=given)
    given["properties"]["a"]["type"] = "string"
    tool.input_schema["properties"]["a"]["type"] = "array"
    assert tool.input_schema["properties"]["a"] == {"type": "integer"}


@pytest.mark.requirement("verbatim")
def test_documents_are_kept_verbatim():
    """Order, nulls, unknown keywords and number types stay."""
    kept = Tool(name="t", input_schema=SCHEMA).input_schema
    assert kept == SCHEMA
    assert list(kept["properties"]) == ["b", "a"]
    assert list(map(type, kept["properties"]["a"]["x-unknown"])) == [
        int,
        float,
    ]


def test_defaults():
    tool = Tool(name="t")
    assert tool.input_schema == {
        "type": "object",
        "additionalProperties": False,
    }
    assert tool.output_schema is None
    assert tool.meta is None
    assert tool.examples == []
    assert tool.side_effect == {"write"}
    assert tool.trusted is True
    assert tool.source_name == "t"


@pytest.mark.requirement("annotation-defaults")
def test_annotation_defaults_are_those_of_mcp():
    """MCP 2026-07-28, ToolAnnotations."""
    hints = ToolAnnotations()
    assert (
        hints.read_only_hint,
        hints.destructive_hint,
        hints.idempotent_hint,
        hints.open_world_hint,
    ) == (False, True, False, True)


def test_imported_tools_are_untrusted_and_count_as_network():
    tool = Tool(name="run it now!", origin="crm")
    assert tool.trusted is False
    assert tool.side_effect == {"network"}
    assert repr(tool) == "Tool('run it now!', origin='crm')"


def test_words_and_sequences_are_normalised():
    tool = Tool(
        name="t",
        tags="billing",
        side_effect=["read", "network"],
        aliases=["old"],
        icons=[],
        examples=[{"a": 1}],
    )
    assert tool.tags == {"billing"}
    assert tool.side_effect == {"read", "network"}
    assert tool.aliases == ("old",)
    assert tool.examples == [{"a": 1}]


@pytest.mark.parametrize(
    "name", ["", "1a", "a b", "a" * 129, "é", "a\n", "-a", ".a", None, 5, b"a"]
)
def test_bad_names_are_refused(name):
    with pytest.raises(InvalidToolError, match="name"):
        Tool(name=name)


@pytest.mark.parametrize("name", ["a", "_a", "A.b-c_9", "a" * 128])
def test_good_names_are_taken(name):
    assert Tool(name=name).name == name


@pytest.mark.parametrize("name", ["", "a" * 129, "a\n", "a\u202eb", "\ud800"])
def test_imported_names_must_be_printable(name):
    with pytest.raises(InvalidToolError, match="printable"):
        Tool(name=name, origin="crm")


@pytest.mark.parametrize("name", ["get weather", "9lives", "é", "a/b"])
def test_imported_names_may_be_anything_printable(name):
    assert Tool(name=name, origin="crm").name == name


@pytest.mark.parametrize(
    ("fields", "match"),
    [
        ({"input_schema": {1: 2}}, "input_schema is not JSON"),
        ({"input_schema": {"a": object()}}, "input_schema is not JSON"),
        ({"input_schema": True}, "input_schema must be a JSON object"),
        ({"input_schema": [1]}, "input_schema must be a JSON object"),
        ({"output_schema": float("nan")}, "output_schema is not JSON"),
        ({"output_schema": True}, "output_schema must be a JSON object"),
        ({"meta": "x"}, "meta must be a JSON object"),
        ({"examples": {1, 2}}, "examples is not JSON"),
        ({"handler": 5}, "handler must be callable"),
        ({"timeout": 0}, "timeout must be"),
        ({"timeout": -1}, "timeout must be"),
        ({"timeout": float("inf")}, "timeout must be"),
        ({"timeout": float("nan")}, "timeout must be"),
        ({"timeout": True}, "timeout must be"),
        ({"timeout": "5"}, "timeout must be"),
        ({"side_effect": "delete"}, "side_effect"),
        ({"timeout": 10**400}, "timeout must be .* at most 4294967"),
        ({"timeout": 4_294_968}, "timeout must be"),
        ({"timeout": 1e300}, "timeout must be"),
        ({"side_effect": 5}, "side_effect must be a str, not int"),
        ({"side_effect": [[]]}, "side_effect must be a str, not list"),
        ({"aliases": ("a b",)}, "aliases: a tool's name"),
        ({"aliases": 5}, "aliases must be a str"),
        ({"aliases": [None]}, "aliases must be a str, not None"),
        ({"tags": [b"a"]}, "tags must be a str, not bytes"),
        ({"tags": "\ud800"}, "tags holds half"),
        ({"title": 5}, "title must be a str or None, not int"),
        ({"description": b"a"}, "description must be a str or None"),
        ({"description": "\ud800"}, "description holds half"),
        ({"owner": ["a"]}, "owner must be a str or None"),
        ({"origin": 5}, "origin must be a str or None"),
        ({"origin": ""}, "origin must not be empty"),
        ({"source_name": 5}, "source_name must be a str or None"),
        ({"deprecated": True}, "deprecated must be a str or None"),
        ({"inline": 1}, "inline must be bool, not int"),
        ({"trusted": "no"}, "trusted must be bool, not str"),
        ({"strict_priority": True}, "strict_priority must be int, not bool"),
        ({"strict_priority": 1.0}, "strict_priority must be int"),
        (
            {"annotations": {"readOnlyHint": True}},
            r"annotations must be ToolAnnotations\(read_only_hint=...\), not",
        ),
        ({"annotations": None}, "annotations must be"),
        (
            {"annotations": ToolAnnotations(title="\ud800")},
            "annotations holds",
        ),
        ({"examples": {"a": 1}}, "examples must be a list"),
        ({"examples": "a"}, "examples must be a list"),
        ({"icons": ["data:,a"]}, "icons must be Icon objects, not str"),
        ({"icons": Mock(spec=Icon)}, "icons must be Icon objects, not Mock"),
        ({"icons": [Icon(src="data:,\ud800")]}, "icons holds half"),
    ],
)
def test_bad_fields_are_refused(fields, match):
    with pytest.raises(InvalidToolError, match=match) as caught:
        Tool(name="t", **fields)
    assert caught.value.tool == "t"


@pytest.mark.parametrize("fields", [{"title": 5}, {"read_only_hint": "no"}])
def test_annotations_are_checked(fields):
    with pytest.raises(TypeError, match=r"^ToolAnnotations\.\w+ must be a"):
        ToolAnnotations(**fields)


@pytest.mark.parametrize("given", ["old", ["old"], ("old",), iter(["old"])])
def test_one_alias_is_one(given):
    assert Tool(name="t", aliases=given).aliases == ("old",)


def test_one_icon_is_one():
    icon = Icon(src="data:,a")
    assert Tool(name="t", icons=icon).icons == (icon,)


def test_time_limits_are_what_every_platform_can_wait():
    assert MAX_SECONDS <= threading.TIMEOUT_MAX
    assert Tool(name="t", timeout=MAX_SECONDS).timeout == MAX_SECONDS


def test_names_become_plain():
    class Liar(str):
        def __hash__(self):
            raise RuntimeError

    tool = Tool(name=Liar("t"), title=Liar("T"), tags=Liar("a"))
    assert [type(text) for text in (tool.name, tool.title, *tool.tags)] == [
        str,
        str,
        str,
    ]


def test_names_that_are_none_stay_out_of_errors():
    """A field may be wrong before its tool's name was looked at."""
    with pytest.raises(InvalidToolError) as caught:
        Tool(name=5, meta=object())
    assert caught.value.tool is None


def test_deep_documents_are_refused_not_recursed_into():
    deep = {}
    for _ in range(100_000):
        deep = {"a": deep}
    with pytest.raises(InvalidToolError, match="not JSON"):
        Tool(name="t", meta=deep)
    while deep:  # taken apart by hand: the garbage collector recurses
        deep = deep["a"]


def test_tools_are_values():
    one = Tool(name="t", input_schema=SCHEMA, handler=print)
    other = Tool(name="t", input_schema=SCHEMA, handler=print)
    assert one == other
    assert hash(one) == hash(other)
    assert one != dataclasses.replace(one, title="T")
    assert one != "t"
    assert dataclasses.replace(one, title="T").input_schema == SCHEMA


def test_tools_are_frozen_and_final():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Tool(name="t").name = "u"
    with pytest.raises(TypeError, match="final"):
        type("Sub", (Tool,), {})


def test_a_tool_equals_its_own_replacement():
    for one in (
        Tool(name="a"),
        Tool(name="a", output_schema={"b": 1, "a": "é"}, meta={"x": [1.0]}),
    ):
        assert one == dataclasses.replace(one)
        assert hash(one) == hash(dataclasses.replace(one))
    assert Tool(name="a") == Tool(
        name="a",
        input_schema={"type": "object", "additionalProperties": False},
    )
