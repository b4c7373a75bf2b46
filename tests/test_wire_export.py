"""Sets of tools, sent to a provider and read back."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from toolgate import (
    SchemaLimits,
    Tool,
    ToolCall,
    ToolRegistry,
    ToolResult,
    ValidatorCache,
    wire,
)
from toolgate.exceptions import WireError
from toolgate.wire.schema.codec import Codec
from toolgate.wire.schema.forms import Form

TEXT = {"type": "string"}


def obj(*required, **properties):
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def tool(name="t", schema=None, **fields):
    return Tool(name=name, input_schema=schema or obj("q", q=TEXT), **fields)


def chat(name, arguments):
    return {
        "id": "call_1",
        "type": "function",
        "function": {"name": name, "arguments": arguments},
    }


def use(name, arguments):
    return {"type": "tool_use", "id": "u1", "name": name, "input": arguments}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"to": "openai"}, "no target 'openai'; there are openai-chat, "),
        ({"to": "gemini", "strict": "yes"}, "strict is True, False or 'auto'"),
        (
            {"to": "gemini", "options": {"other": {}}},
            "options for a tool that is not exported: other",
        ),
    ],
)
def test_what_means_nothing_is_refused(options, told):
    with pytest.raises(ValueError, match=told):
        wire.export([tool()], **options)


def test_a_repair_that_there_is_none_of():
    exported = wire.export([tool()], to="openai-chat")
    with pytest.raises(ValueError, match="repair is 'json_strings' or None"):
        exported.decode(chat("t", "{}"), repair="guess")


def test_where_there_is_no_strict_mode():
    told = wire.strict_eligibility(tool(), to="gemini")
    assert (told.verdict, told.reason) == (
        "impossible",
        "gemini has no strict mode",
    )


def test_eligibility_of_a_schema_that_is_none():
    broken = tool(schema={"type": "objekt"})
    assert wire.strict_eligibility(broken, to="openai-chat").reason


def test_a_changed_tool_is_eligible_with_its_changes():
    told = wire.strict_eligibility(
        tool(schema={**obj("q", q=TEXT), "minProperties": 1}),
        to="openai-chat",
    )
    assert told.verdict == "changed"
    assert [each.keyword for each in told.changes] == ["minProperties"]


@pytest.mark.requirement("one-bad-tool")
@pytest.mark.parametrize("strict", [True, False, "auto"])
def test_one_bad_tool_is_told_and_the_others_go(strict):
    tools = [tool("a"), tool("bad", {"type": "objekt"}), tool("b")]
    exported = wire.export(tools, to="openai-responses", strict=strict)
    assert [each["name"] for each in exported.tools] == ["a", "b"]
    assert exported["bad"].status == "refused"
    assert "objekt" in exported["bad"].reason or exported["bad"].reason
    assert "bad: refused: " in str(exported.report)


def test_a_second_tool_of_one_name_is_refused():
    exported = wire.export([tool(), tool()], to="anthropic")
    assert len(exported.tools) == 1
    assert exported["t"].status == "exact"
    assert "a tool of that name is sent already" in str(exported.report)


def test_more_tools_than_a_target_takes():
    tools = [tool(f"t{number}") for number in range(130)]
    exported = wire.export(tools, to="openai-chat")
    assert len(exported.tools) == 128
    assert exported["t129"].reason == (
        "the target takes 128 tools; export fewer"
    )
    assert repr(exported) == "<Exported to openai-chat: 128 of 130 tools>"
    assert list(exported)[:2] == ["t0", "t1"]


def test_a_long_description_is_cut_and_told():
    exported = wire.export([tool(description="x" * 2_000)], to="openai-chat")
    [sent] = exported.tools
    assert sent["function"]["description"] == "x" * 1_023 + "…"
    [change] = exported["t"].changes
    assert (change.rule, change.kind) == ("too-long", "annotation")


def test_the_strict_budget_goes_by_priority_then_name():
    tools = [tool(f"t{number:02}") for number in range(21)]
    tools[20] = tool("t20", strict_priority=1)
    exported = wire.export(tools, to="anthropic", strict=True)
    plain = [name for name in exported if not exported[name].strict]
    assert plain == ["t19"]
    assert exported["t19"].reason == (
        "not strict: the strict tools of one request have 20 tools at most; "
        "raise its strict_priority, or export fewer tools"
    )
    assert "t20: exact, strict" in str(exported.report)


def test_options_that_forbid_strict_make_it_plain():
    exported = wire.export(
        [tool()],
        to="anthropic",
        strict=True,
        options={"t": {"allowed_callers": ["code_execution_20260120"]}},
    )
    assert not exported["t"].strict
    assert exported["t"].reason.startswith("not strict: ")


def test_options_of_the_target_are_passed_on():
    exported = wire.export(
        [tool()],
        to="anthropic",
        options={"t": {"cache_control": {"type": "ephemeral"}}},
    )
    assert exported.tools[0]["cache_control"] == {"type": "ephemeral"}


def test_an_option_that_the_target_has_not_refuses_the_tool():
    exported = wire.export(
        [tool()], to="anthropic", options={"t": {"speed": 1}}
    )
    assert exported["t"].status == "refused"
    assert exported.tools == []


@pytest.mark.requirement("wire-examples")
@pytest.mark.parametrize("registered", [True, False])
def test_input_examples_go_through_the_encoder(registered):
    schema = obj(tags={"type": "object", "additionalProperties": TEXT})
    tools = [tool(schema=schema)]
    if registered:
        registry = ToolRegistry()
        registry.register(tools[0])
        tools = registry
    exported = wire.export(
        tools,
        to="anthropic",
        strict=True,
        options={"t": {"input_examples": [{"tags": {"a": "b"}}]}},
    )
    assert exported.tools[0]["input_examples"] == [
        {"tags": [{"key": "a", "value": "b"}]}
    ]


def test_an_input_example_that_does_not_fit_refuses_the_tool():
    exported = wire.export(
        [tool()], to="anthropic", options={"t": {"input_examples": [{}]}}
    )
    assert exported["t"].reason == (
        "anthropic: input_examples[0] does not fit the input schema of t"
    )


def test_a_mapping_of_tools_is_exported():
    exported = wire.export({"t": tool()}, to="bedrock-converse")
    assert exported["t"].status == "exact"


def test_auto_does_not_narrow_what_the_plain_form_can_say():
    schema = {"type": "object", "properties": {"a": {}}, "required": ["a"]}
    exported = wire.export([tool(schema=schema)], to="openai-chat")
    assert not exported["t"].strict
    assert "it would be narrowed" in exported["t"].reason


def test_what_is_done_to_one_export_does_not_touch_the_next():
    schema = {
        "type": "object",
        "properties": {"v": {}, "p": {"type": "string"}},
        "required": ["v"],
    }
    registry = ToolRegistry()
    registry.register(tool(schema=schema))
    first = wire.export(registry, to="openai-chat")
    again = wire.export(registry, to="openai-chat")
    assert first.tools == again.tools
    first.tools[0]["function"]["parameters"].clear()
    first["t"].schema.clear()
    assert wire.export(registry, to="openai-chat").tools == again.tools


def test_a_refusal_is_kept_as_well():
    tree = obj(kids={"type": "array", "items": {"$ref": "#"}})
    registry = ToolRegistry()
    registry.register(tool(schema=tree))
    for _ in range(2):
        exported = wire.export(registry, to="gemini-parameters")
        assert exported["t"].reason == "a schema that refers to itself"


def test_a_call_of_an_unknown_tool_passes_as_it_is():
    exported = wire.export([tool()], to="openai-chat")
    call = exported.decode(chat("other", "{"))
    assert (call.name, call.arguments) == ("other", "{")


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"q": "a", "q": "b"}'])
def test_text_that_is_no_object_passes_untouched(text):
    schema = obj("q", q=TEXT, n={"type": "integer"})
    exported = wire.export([tool(schema=schema)], to="openai-chat")
    arguments = text and f"{text} null"
    call = exported.decode(chat("t", arguments), repair="json_strings")
    assert call.arguments == arguments


def test_text_without_null_is_not_even_parsed():
    schema = obj("q", q=TEXT, n={"type": "integer"})
    exported = wire.export([tool(schema=schema)], to="openai-chat")
    text = '{ "q":"a"}'
    assert exported.decode(chat("t", text)).arguments is text
    call = exported.decode(chat("t", '{"q":"a","n":null}'))
    assert call.arguments == {"q": "a"}


@pytest.mark.requirement("wire-answers")
def test_whole_responses_are_read_and_answered():
    exported = wire.export([tool()], to="anthropic")
    response = {
        "type": "message",
        "role": "assistant",
        "stop_reason": "tool_use",
        "content": [use("t", {"q": "a"})],
    }
    [call] = exported.decode_all(response)
    assert call.arguments == {"q": "a"}
    [message] = exported.encode_results([(call, ToolResult("b"))])
    assert message["content"][0]["tool_use_id"] == "u1"
    with pytest.raises(WireError):
        exported.decode({"type": "text", "text": "hello"})


def test_a_plain_call_can_be_answered():
    exported = wire.export([tool()], to="openai-chat")
    call = ToolCall(tool_call_id="call_1", name="t", arguments="{}")
    message = exported.encode_result(call, ToolResult("b"))
    assert message == {
        "role": "tool",
        "tool_call_id": "call_1",
        "content": "b",
    }


def test_repairs_are_told():
    schema = obj("user", user=obj("name", name=TEXT))
    exported = wire.export([tool(schema=schema)], to="openai-chat")
    text = json.dumps({"user": '{"name":"x"}'})
    call = exported.decode(chat("t", text), repair="json_strings")
    assert call.arguments == {"user": {"name": "x"}}
    assert [each.pointer for each in call.repairs] == ["/user"]
    assert exported.decode(chat("t", text)).repairs == ()


def test_a_codec_leaves_what_is_deeper_than_the_stack():
    tree = obj(k={"$ref": "#"}, n={"type": "integer"})
    exported = wire.export([tool(schema=tree)], to="anthropic", strict=False)
    deep = value = {}
    for _ in range(100_000):
        value["k"] = value = {}
    call = exported.decode(SimpleNamespace(**use("t", deep)))
    assert call.name == "t"


def test_a_codec_alone_leaves_it_as_well():
    tree = obj(k={"$ref": "#"}, n={"type": "integer"})
    codec = wire.export([tool(schema=tree)], to="anthropic")["t"].codec
    deep = value = {"n": None}
    for _ in range(100_000):
        value["k"] = value = {}
    assert codec.decode(deep) is deep


def test_a_wrapper_that_is_not_there_is_left_to_the_gate():
    schema = {
        "type": "object",
        "anyOf": [obj("a", a=TEXT), obj("b", b=TEXT)],
    }
    exported = wire.export([tool(schema=schema)], to="anthropic")
    codec = exported["t"].codec
    assert codec.decode({"input": {"a": "x"}}) == {"a": "x"}
    assert codec.decode({"a": "x"}) == {"a": "x"}
    assert codec.encode({"a": "x"}) == {"input": {"a": "x"}}


def test_what_no_form_fits_is_written_as_it_is():
    schema = obj(a=TEXT)
    exported = wire.export(
        [tool(schema=schema)], to="openai-chat", strict=True
    )
    codec = exported["t"].codec
    assert codec.encode({"a": None}) == {"a": None}


def test_a_codec_of_nothing_is_the_identity():
    codec = Codec(Form(), {})
    assert codec.is_identity
    assert codec.is_about_nulls
    assert codec.decode({"a": None}) == {"a": None}


def test_what_is_made_for_a_registry_is_kept_until_it_changes():
    registry = ToolRegistry()
    registry.register(tool("a"))
    first = wire.export(registry, to="openai-chat")
    assert wire.export(registry, to="openai-chat") is first
    assert wire.export(registry.snapshot(), to="openai-chat") is first
    assert wire.export(registry, to="openai-chat", strict=True) is not first
    assert wire.export(registry, to="anthropic").target == "anthropic"
    fields = {"cache_control": {"type": "ephemeral"}}
    with_options = wire.export(registry, to="anthropic", options={"a": fields})
    assert with_options.tools != wire.export(registry, to="anthropic").tools
    registry.register(tool("b"))
    second = wire.export(registry, to="openai-chat")
    assert list(second) == ["a", "b"]
    assert list(first) == ["a"]
    assert second["a"] == first["a"]
    registry.register(tool("a", obj(n=TEXT)), replace=True)
    third = wire.export(registry, to="openai-chat")
    assert "n" in third["a"].schema["properties"]
    assert "n" not in second["a"].schema["properties"]


def test_a_registry_checks_its_tools_itself():
    """Validators that are given are for tools that nobody has checked."""
    registry = ToolRegistry()
    registry.register(tool("a"))
    strange = ValidatorCache(limits=SchemaLimits(max_subschemas=1))
    exported = wire.export(registry, to="gemini", validators=strange)
    assert exported["a"].status == "exact"
    [bare] = wire.export([tool("a")], to="gemini", validators=strange).values()
    assert bare.status == "refused"
