"""Tools: what they take, keep and refuse."""

from __future__ import annotations

import dataclasses

import pytest

from toolgate import Tool, ToolAnnotations
from toolgate.exceptions import InvalidToolError

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
        ({"aliases": ("a b",)}, "name"),
    ],
)
def test_bad_fields_are_refused(fields, match):
    with pytest.raises(InvalidToolError, match=match):
        Tool(name="t", **fields)


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
