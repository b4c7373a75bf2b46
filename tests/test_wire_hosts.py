"""What hosts and providers get wrong is told, and steers nothing."""

from __future__ import annotations

from collections import OrderedDict, UserDict
from dataclasses import replace
from types import MappingProxyType

import pytest

from toolgate import CallLimits, Tool, ToolCall, ToolRegistry, ToolResult, wire
from toolgate.exceptions import ProtocolError, ToolError
from toolgate.wire import mcp
from toolgate.wire.targets import TARGETS

LABELS = {
    "type": "object",
    "properties": {
        "labels": {
            "type": "object",
            "additionalProperties": {"type": "string"},
        },
        "limit": {"type": "integer"},
    },
    "required": ["labels"],
    "additionalProperties": False,
}
ODD = "mail.send"


def tool(name=ODD, schema=None):
    return Tool(name=name, input_schema=schema or LABELS)


def use(name, arguments, **more):
    return {
        "type": "tool_use",
        "id": "u1",
        "name": name,
        "input": arguments,
        **more,
    }


@pytest.mark.parametrize(
    ("tools", "told"),
    [
        ([1], "tools must hold Tools, not int"),
        ([None], "tools must hold Tools, not None"),
        ({"t": 1}, "tools must hold Tools, not int"),
        ("abc", "an iterable of tools, not str"),
        (b"abc", "an iterable of tools, not bytes"),
        (5, "an iterable of tools, not int"),
    ],
)
def test_what_holds_no_tools_is_told(tools, told):
    with pytest.raises(TypeError, match=told):
        wire.export(tools, to="gemini")


def test_eligibility_is_of_a_tool():
    with pytest.raises(TypeError, match="tools must hold Tools, not None"):
        wire.strict_eligibility(None, to="gemini")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ([], "options must be a mapping of names to mappings, not list"),
        ({ODD: None}, "options of 'mail.send' must be a mapping, not None"),
        ({ODD: 5}, "options of 'mail.send' must be a mapping, not int"),
    ],
)
def test_what_are_no_options_is_told(options, told):
    with pytest.raises(TypeError, match=told):
        wire.export([tool()], to="gemini", options=options)


def test_a_target_is_a_name():
    with pytest.raises(ValueError, match=r"no target \['gemini'\]; there are"):
        wire.export([tool()], to=["gemini"])


class Raising:
    def __getattr__(self, name):
        raise RuntimeError(name)


@pytest.mark.parametrize("target", TARGETS)
def test_answers_are_to_calls_with_results(target):
    exported = wire.export([tool()], to=target)
    call = ToolCall(tool_call_id="1", name=ODD, arguments={})
    result = ToolResult("done")
    for wrong in (None, 5, Raising(), {"name": ODD}):
        with pytest.raises(TypeError, match="call must be a ToolCall, not"):
            exported.encode_result(wrong, result)
        with pytest.raises(TypeError, match="result must be a ToolResult, no"):
            exported.encode_result(call, wrong)
    for wrong in ((call,), (call, result, 1), call, None):
        with pytest.raises(TypeError, match="answered must hold pairs of"):
            exported.encode_results([wrong])


@pytest.mark.parametrize("target", TARGETS)
def test_a_plain_call_is_answered_by_the_wire_name(target):
    exported = wire.export([tool()], to=target)
    name = exported[ODD].wire_name
    assert name != ODD
    call = ToolCall(tool_call_id="1", name=ODD, arguments={})
    answer = exported.encode_result(call, ToolResult("done"))
    assert ODD not in str(answer)
    if target.startswith("gemini"):
        assert answer["functionResponse"]["name"] == name


def test_a_tool_that_was_not_sent_has_no_wire_name():
    exported = wire.export([tool()], to="gemini")
    call = ToolCall(tool_call_id="1", name="other", arguments={})
    answer = exported.encode_result(call, ToolResult("done"))
    assert answer["functionResponse"]["name"] == "other"


@pytest.mark.parametrize("name", [ODD, "mail_send_b72927ae"])
def test_a_call_by_either_name_is_read_back(name):
    exported = wire.export([tool()], to="anthropic", strict=True)
    assert exported[ODD].wire_name == "mail_send_b72927ae"
    pairs = {"labels": [{"key": "a", "value": "b"}], "limit": None}
    call = exported.decode(use(name, pairs))
    assert (call.name, call.arguments) == (ODD, {"labels": {"a": "b"}})


@pytest.mark.parametrize(
    "made",
    [dict, OrderedDict, UserDict, MappingProxyType],
)
def test_any_mapping_is_read_back(made):
    exported = wire.export([tool()], to="anthropic", strict=True)
    pairs = [OrderedDict(key="a", value="b")]
    call = exported.decode(use(ODD, made({"labels": pairs, "limit": None})))
    assert call.arguments == {"labels": {"a": "b"}}


def test_arguments_as_long_as_the_registry_takes_are_read_back():
    long = "x" * (2 * 1024 * 1024)
    text = f'{{"labels": [{{"key": "a", "value": "{long}"}}], "limit": null}}'
    item = {
        "id": "call_1",
        "type": "function",
        "function": {"name": "t", "arguments": text},
    }
    narrow = wire.export([tool("t")], to="openai-chat", strict=True)
    assert narrow.decode(item).arguments == text  # no default gate takes it
    limits = replace(CallLimits().arguments, max_bytes=4 * 1024 * 1024)
    wide = ToolRegistry(limits=CallLimits(arguments=limits))
    wide.register(tool("t"))
    exported = wire.export(wide, to="openai-chat", strict=True)
    assert exported.decode(item).arguments == {"labels": {"a": long}}


@pytest.mark.parametrize("target", ["openai-compatible", "gemini"])
def test_what_a_provider_sends_is_no_note_of_ours(target):
    exported = wire.export([tool("t")], to=target)
    notes = {"generated_id": True, "index": 9}
    item = (
        {"functionCall": {"id": "c1", "name": "t", "args": {}, **notes}}
        if target == "gemini"
        else {
            "id": "c1",
            "type": "function",
            "function": {"name": "t", "arguments": "{}"},
            **notes,
        }
    )
    call = exported.decode(item)
    assert call.carried["index"] == 0
    assert "generated_id" not in call.carried
    assert "c1" in str(exported.encode_result(call, ToolResult("done")))


def test_calls_without_ids_are_told_apart_by_their_position():
    exported = wire.export([tool("t")], to="gemini")
    item = {"functionCall": {"name": "t", "args": {}}}
    first, second = (exported.decode(item, position=at) for at in range(2))
    assert first.tool_call_id == "call_1_t"
    assert second.tool_call_id == "call_2_t"


@pytest.mark.parametrize(
    ("end", "kept"),
    [
        ("ab", "a"),
        ("e\u0301", ""),
        ("a\u200db", ""),
        ("ab\u200d", "a"),
        ("\ufe0fb", "\ufe0f"),
    ],
)
def test_a_description_is_not_cut_inside_of_a_letter(end, kept):
    """The mark of what is left out takes the place of one character."""
    head = "x" * 1_022
    text = f"{head}{end}{'y' * 9}"
    sent = wire.export(
        [Tool(name="t", description=text)], to="openai-chat"
    ).tools[0]["function"]["description"]
    assert sent == f"{head}{kept}…"


def test_a_description_of_marks_alone_is_cut_somewhere():
    text = "\u0301" * 2_000
    sent = wire.export(
        [Tool(name="t", description=text)], to="openai-chat"
    ).tools[0]["function"]["description"]
    assert len(sent) == 1_024


class RaisingModel:
    def model_dump(self, **_):
        raise RuntimeError("boom")


def broken_mapping():
    found = UserDict()
    found.data = None
    return found


@pytest.mark.parametrize("made", [Raising, RaisingModel, broken_mapping])
def test_params_that_cannot_be_read_are_malformed(made):
    params = made()
    with pytest.raises(ProtocolError, match="they cannot be read"):
        mcp.call_params(params)


def test_an_error_that_cannot_say_itself_is_internal():
    class Mute(ToolError):
        def __str__(self):
            raise RuntimeError("boom")

    assert mcp.error(Mute("x"))["message"] == "Internal error"


@pytest.mark.parametrize("headers", [{5: "x"}, [("a",)], None, [5], {"a": 5}])
def test_what_are_no_headers_is_told(headers):
    region = {"type": "string", "x-mcp-header": "Region"}
    schema = {"type": "object", "properties": {"region": region}}
    with pytest.raises(TypeError, match="headers must be a mapping or pairs"):
        mcp.check_param_headers(schema, {"region": "eu"}, headers)
