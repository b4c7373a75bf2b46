"""What hosts and providers get wrong is told, and steers nothing."""

from __future__ import annotations

from collections import OrderedDict, UserDict
from dataclasses import replace
from types import MappingProxyType
from typing import ClassVar

import pytest

from toolgate import CallLimits, Tool, ToolCall, ToolRegistry, ToolResult, wire
from toolgate.exceptions import (
    AnswerError,
    InvalidToolError,
    ProtocolError,
    ToolError,
    WireError,
)
from toolgate.sources.mcp import diff_tools, import_tools, result_of
from toolgate.wire import mcp
from toolgate.wire.calls import WireCall
from toolgate.wire.surfaces import SURFACES
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
    with pytest.raises(
        ValueError, match="a target's name, not list; there are"
    ):
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


class Liar:
    """Whoever asks what it is, runs its code."""

    @property
    def __class__(self):
        raise RuntimeError("boom")


class Unruly:
    """Nothing but its type can be asked."""

    __hash__ = None

    def __getattribute__(self, name):
        raise RuntimeError(name)

    def __bool__(self):
        raise RuntimeError("boom")

    def __eq__(self, other):
        raise RuntimeError("boom")

    def __len__(self):
        raise RuntimeError("boom")

    def __str__(self):
        raise RuntimeError("boom")


class UnrulyText(str):
    __slots__ = ()

    def __getattribute__(self, name):
        raise RuntimeError(name)

    def __contains__(self, part):
        raise RuntimeError("boom")

    __eq__ = __contains__
    __hash__ = str.__hash__


class UnrulyList(list):
    def __iter__(self):
        raise RuntimeError("boom")

    __len__ = __iter__


class UnrulyDict(dict):
    def __iter__(self):
        raise RuntimeError("boom")

    def get(self, *_):
        raise RuntimeError("boom")

    items = keys = __len__ = __iter__
    __getitem__ = __contains__ = get


UNRULY = [
    Liar,
    Unruly,
    Raising,
    RaisingModel,
    broken_mapping,
    lambda: UnrulyText("x"),
    lambda: UnrulyList(["x"]),
    lambda: UnrulyDict(a=1),
]


def places(value, path=()):
    yield path
    steps = enumerate(value) if isinstance(value, list) else ()
    if isinstance(value, dict):
        steps = value.items()
    for step, item in steps:
        yield from places(item, (*path, step))


def placed(value, path, part):
    if not path:
        return part
    copy = value.copy()
    copy[path[0]] = placed(value[path[0]], path[1:], part)
    return copy


CHAT_CALL = {
    "id": "c1",
    "type": "function",
    "function": {"name": "t", "arguments": "{}"},
    "extra_content": {"a": [1]},
}
CHAT = {
    "choices": [
        {
            "finish_reason": "tool_calls",
            "message": {"role": "assistant", "tool_calls": [CHAT_CALL]},
        }
    ]
}
RESPONSES = {
    "output": [
        {
            "type": "function_call",
            "call_id": "c1",
            "name": "t",
            "arguments": "{}",
            "status": "completed",
            "caller": {"type": "direct"},
        }
    ]
}
GEMINI_CALL = {
    "id": "a",
    "name": "t",
    "args": {"limit": None},
    "willContinue": False,
    "partialArgs": [],
}
GEMINI = {
    "candidates": [
        {
            "finishReason": "STOP",
            "content": {
                "parts": [
                    {"functionCall": GEMINI_CALL, "thoughtSignature": "x"}
                ]
            },
        }
    ]
}
TURNS = {
    "openai-chat": CHAT,
    "azure-openai-chat": CHAT,
    "openai-compatible": CHAT,
    "openai-responses": RESPONSES,
    "azure-openai-responses": RESPONSES,
    "anthropic": {
        "role": "assistant",
        "stop_reason": "tool_use",
        "content": [use("t", {"limit": None}, toolset_name="a")],
    },
    "gemini": GEMINI,
    "gemini-parameters": GEMINI,
    "bedrock-converse": {
        "stopReason": "tool_use",
        "output": {
            "message": {
                "role": "assistant",
                "content": [
                    {
                        "toolUse": {
                            "toolUseId": "u1",
                            "name": "t",
                            "input": {"limit": None},
                        }
                    }
                ],
            }
        },
    },
}


@pytest.mark.parametrize("repair", [None, "json_strings"])
@pytest.mark.parametrize("target", TARGETS)
def test_no_part_of_a_response_makes_reading_it_fail(target, repair):
    exported = wire.export([tool("t")], to=target)
    response = TURNS[target]
    read = 0
    for path in places(response):
        for made in UNRULY:
            odd = placed(response, path, made())
            try:
                calls = exported.decode_all(odd, repair=repair)
            except WireError:
                continue
            read += len(calls)
            for call in calls:
                assert exported.encode_results([(call, ToolResult("x"))])
    assert read
    assert len(exported.decode_all(response)) == 1


@pytest.mark.parametrize("made", UNRULY)
@pytest.mark.parametrize("target", TARGETS)
def test_what_cannot_be_read_is_no_call_and_no_result(target, made):
    exported = wire.export([tool("t")], to=target)
    call, result = ToolCall(tool_call_id="1", name="t"), ToolResult("done")
    for action in (
        lambda: exported.encode_result(made(), result),
        lambda: exported.encode_result(call, made()),
        lambda: exported.encode_results([made()]),
        lambda: SURFACES[target].results([made()]),
        lambda: SURFACES[target].results([(call,)]),
        lambda: SURFACES[target].results(5),
    ):
        with pytest.raises(TypeError, match="must (be|hold)"):
            action()


def test_calls_of_a_kind_of_their_own():
    class Mute(ToolCall):
        name: ClassVar = property(lambda _: 1 / 0)

        def __init__(self):
            pass

    class Decoded(WireCall):
        pass

    exported = wire.export([tool()], to="gemini")
    result = ToolResult("done")
    with pytest.raises(TypeError, match="call cannot be read: Mute failed"):
        exported.encode_result(Mute(), result)
    decoded = Decoded(tool_call_id="1", name=ODD, wire_name="x")
    with pytest.raises(TypeError, match="as decoding gives it, not Decoded"):
        exported.encode_result(decoded, result)
    for fields in ({"tool_call_id": 5, "name": "t"}, {"name": []}):
        wrong = ToolCall(**{"tool_call_id": "1", **fields})
        with pytest.raises(TypeError, match=r"ToolCall\.\w+ must be a str"):
            exported.encode_result(wrong, result)


@pytest.mark.parametrize(
    ("position", "kind", "told"),
    [
        ("1", TypeError, "position must be an int, not str"),
        (True, TypeError, "position must be an int, not bool"),
        (-1, ValueError, "position must be 0 or more"),
    ],
)
def test_a_position_is_a_place(position, kind, told):
    exported = wire.export([tool("t")], to="gemini")
    with pytest.raises(kind, match=told):
        exported.decode({"functionCall": {"name": "t"}}, position=position)


@pytest.mark.parametrize("made", UNRULY)
def test_what_a_host_cannot_mean_is_told(made):
    for wrong in (
        {"tools": [made()], "to": "gemini"},
        {"tools": [], "to": made()},
        {"tools": [], "to": "gemini", "strict": made()},
        {"tools": [], "to": "gemini", "validators": made()},
        {"tools": [tool("t")], "to": "gemini", "options": {5: {}}},
    ):
        with pytest.raises((TypeError, ValueError)):
            wire.export(**wrong)
    with pytest.raises(TypeError, match="tools must hold Tools, not"):
        wire.strict_eligibility(made(), to="anthropic")


@pytest.mark.parametrize("strict", [1, 0, None, "AUTO"])
def test_strict_is_one_of_three(strict):
    with pytest.raises(ValueError, match="strict is True, False or 'auto'"):
        wire.export([tool("t")], to="anthropic", strict=strict)


@pytest.mark.parametrize(
    ("examples", "told"),
    [
        (5, "input_examples must be a list, not int"),
        ([{"labels": {1, 2}}], "input_examples[0] does not fit"),
        ([Unruly()], "input_examples[0] does not fit"),
    ],
)
def test_examples_that_are_none_refuse_the_tool(examples, told):
    exported = wire.export(
        [tool("t")],
        to="anthropic",
        options={"t": {"input_examples": examples}},
    )
    assert exported["t"].status == "refused"
    assert told in exported["t"].reason


def test_no_examples_are_fine():
    options = {"t": {"input_examples": None}}
    exported = wire.export([tool("t")], to="anthropic", options=options)
    assert "input_examples" not in exported.tools[0]


@pytest.mark.parametrize(
    ("end", "kept"),
    [
        ("\U0001f44d\U0001f3fd", ""),  # a thumb and its colour
        ("\U0001f1e9\U0001f1ea", ""),  # a flag
        ("\U0001f3f4\U000e0067", ""),  # one with tags
        ("\r\n", ""),
        ("\u1112\u1161", ""),  # a syllable of Hangul
        ("\U0001f468\u200d\U0001f469", ""),
    ],
)
def test_a_description_is_not_cut_inside_of_a_sign(end, kept):
    """UAX #29: rules GB3, GB7, GB9, GB11 and GB12."""
    head = "x" * 1_022
    sent = wire.export(
        [Tool(name="t", description=f"{head}{end}{'y' * 9}")],
        to="openai-chat",
    ).tools[0]["function"]["description"]
    assert sent == f"{head}{kept}…"


def test_a_row_of_flags_is_cut_between_two():
    flags = "\U0001f1e9\U0001f1ea" * 700
    sent = wire.export(
        [Tool(name="t", description=flags)], to="openai-chat"
    ).tools[0]["function"]["description"]
    assert sent == flags[:1_022] + "…"


REGION = {
    "type": "object",
    "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
}


@pytest.mark.parametrize("made", UNRULY)
def test_no_request_makes_a_server_fail(made):
    meta = {"name": "t", "_meta": made()}
    with pytest.raises(ProtocolError, match="_meta must hold"):
        mcp.call_params(meta, protocol="2026-07-28")
    odd = made()
    if type(odd) is not UnrulyText:
        with pytest.raises(ProtocolError, match="name must be a string, not"):
            mcp.call_params({"name": odd})
    if type(odd) not in (UnrulyDict, UserDict):
        with pytest.raises(ProtocolError, match="arguments must be an object"):
            mcp.call_params({"name": "t", "arguments": odd})
    assert mcp.error(odd)["message"] == "Internal error"
    with pytest.raises(ProtocolError, match="invalid cursor"):
        mcp.list_tools([], cursor=odd)
    with pytest.raises(TypeError, match="iterable of Tool, not"):
        mcp.list_tools([odd])
    with pytest.raises((TypeError, ProtocolError)):
        mcp.check_param_headers(REGION, {"region": "eu"}, [(odd, "eu")])
    with pytest.raises(TypeError, match="headers must be a mapping or pairs"):
        mcp.check_param_headers(REGION, {"region": "eu"}, [odd])
    text = ToolResult("x", structured_content=5)
    structured = ToolResult("x", structured_content={})
    with pytest.raises(TypeError, match="tool must be a Tool or None, not"):
        mcp.call_result(structured, tool=odd, protocol="2025-06-18")
    assert mcp.call_result(text)["structuredContent"] == 5


def test_an_output_schema_is_a_mapping():
    with pytest.raises(TypeError, match="output_schema must be a Mapping"):
        mcp.call_result(
            ToolResult(structured_content={}),
            output_schema=[],
            protocol="2025-06-18",
        )


def test_arguments_that_cannot_be_read_are_told():
    for arguments in (broken_mapping(), UnrulyDict(region="eu")):
        with pytest.raises(TypeError, match="arguments cannot be read"):
            mcp.param_headers(REGION, arguments)
    assert mcp.param_headers(REGION, Liar()) == {}
    with pytest.raises(ToolError, match="/region cannot be sent"):
        mcp.param_headers(REGION, {"region": Unruly()})
    text = {"region": UnrulyText("eu")}
    assert mcp.param_headers(REGION, text) == {"Mcp-Param-Region": "eu"}


@pytest.mark.parametrize("message", [5, "", None, "\ud800"])
def test_the_message_of_an_error_is_a_text(message):
    told = ProtocolError("x")
    told.message = message
    assert mcp.error(told)["message"] == "Internal error"


def test_a_protocol_error_that_cannot_say_itself_is_internal():
    class Mute(ProtocolError):
        message = property(lambda _: 1 / 0, lambda _, __: None)

    assert mcp.error(Mute("x")) == {
        "code": mcp.INTERNAL_ERROR,
        "message": "Internal error",
    }


LISTED = {
    "tools": [
        {
            "name": "a",
            "inputSchema": {"type": "object"},
            "annotations": {"title": "A"},
            "icons": [{"src": "https://a.example/i.png"}],
            "_meta": {"a": 1},
        }
    ],
    "resultType": "complete",
    "ttlMs": 1,
}
ANSWER = {
    "content": [{"type": "text", "text": "x", "annotations": {}}],
    "structuredContent": {"a": 1},
    "isError": False,
    "_meta": {"a": 1},
}


@pytest.mark.parametrize("made", UNRULY)
def test_no_part_of_a_servers_answer_makes_reading_it_fail(made):
    for path in places(LISTED):
        try:
            import_tools(placed(LISTED, path, made()), origin="crm")
        except AnswerError:
            continue
    for path in places(ANSWER):
        assert type(result_of(placed(ANSWER, path, made()))) is ToolResult
    with pytest.raises(TypeError, match="diff_tools compares tools"):
        diff_tools([made()], [])


@pytest.mark.parametrize("made", [Liar, Unruly, lambda: UnrulyList(["x"])])
def test_side_effects_that_cannot_be_read_are_told(made):
    with pytest.raises(InvalidToolError):
        import_tools(LISTED, origin="crm", side_effect=made())
    with pytest.raises(TypeError, match="origin must be your name for"):
        import_tools(LISTED, origin=made())
