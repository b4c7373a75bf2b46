"""Requests that are calls, and errors that answer none."""

from __future__ import annotations

import functools
import json
from types import MappingProxyType, SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import toolgate.exceptions
from json_values import objects, texts, values
from mcp_documents import accepts, outcome
from toolgate import (
    ApprovalRequired,
    ProtocolError,
    Tool,
    ToolCall,
    ToolError,
    ToolRegistry,
    UnknownToolError,
)
from toolgate.exceptions import (
    InvalidCallBudgetExceeded,
    MissingContextValue,
    SchemaError,
)
from toolgate.wire.mcp_calls import call_params, error

ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
Params = st.fixed_dictionaries(
    {},
    optional={
        "name": texts | values,
        "arguments": objects | values.filter(lambda value: value is not None),
    },
)


@pytest.mark.requirement("mcp-malformed")
@given(Params | values)
def test_what_the_schema_takes_is_taken_and_nothing_else(data, params):
    """But for `arguments: null`, which is left out here."""
    fits = accepts(data, "2025-11-25", "CallToolRequestParams", params)
    call, refusal = outcome(call_params, params)
    assert (refusal is None) is fits
    if fits:
        assert call == ToolCall(
            tool_call_id="",
            name=params["name"],
            arguments=params.get("arguments"),
        )
    else:
        assert refusal.code == -32602


@given(Params, objects | st.just(ENVELOPE))
def test_the_newest_revision_wants_an_envelope(data, params, meta):
    params = {**params, "_meta": meta}
    fits = accepts(data, "2026-07-28", "CallToolRequestParams", params)
    newest = functools.partial(call_params, protocol="2026-07-28")
    _, refusal = outcome(newest, params)
    assert (refusal is None) is fits
    assert fits or refusal.code == -32602


@pytest.mark.requirement("mcp-malformed")
@pytest.mark.parametrize(
    ("params", "reason"),
    [
        (None, "they must be an object, not null"),
        ([], "they must be an object, not an array"),
        ("{}", "they must be an object, not a string"),
        (object(), "they must be an object, not a Python object"),
        ({}, "name must be a string, not null"),
        ({"name": 5}, "name must be a string, not a number"),
        ({"name": True}, "name must be a string, not a boolean"),
        (
            {"name": "a", "arguments": "{}"},
            "arguments must be an object, not a string",
        ),
        (
            {"name": "a", "arguments": [1]},
            "arguments must be an object, not an array",
        ),
        (
            {"name": "a", "arguments": False},
            "arguments must be an object, not a boolean",
        ),
    ],
)
def test_malformed_requests_are_told_why(params, reason):
    with pytest.raises(ProtocolError) as caught:
        call_params(params)
    assert str(caught.value) == f"Invalid params: {reason}"
    assert caught.value.code == -32602


@pytest.mark.parametrize(
    "meta", [None, [], {"io.modelcontextprotocol/protocolVersion": "x"}]
)
def test_what_the_envelope_lacks_is_named(meta):
    params = {"name": "a", "_meta": meta}
    with pytest.raises(ProtocolError, match="_meta must hold io.modelcontext"):
        call_params(params, protocol="2026-07-28")
    for protocol in (None, "2025-06-18", "2025-11-25"):
        assert call_params(params, protocol=protocol).name == "a"
    with pytest.raises(ValueError, match="protocol must be one of"):
        call_params(params, protocol="1999-01-01")


def test_arguments_may_be_absent_or_null():
    for params in ({"name": "a"}, {"name": "a", "arguments": None}):
        call = call_params(params, tool_call_id="7")
        assert (call.tool_call_id, call.arguments) == ("7", None)


def test_any_mapping_is_taken_and_objects_that_dump_themselves():
    members = {"name": "a", "arguments": MappingProxyType({"b": None})}
    call = call_params(MappingProxyType(members))
    assert dict(call.arguments) == {"b": None}

    class Params:
        def model_dump(self, *, by_alias):
            assert by_alias is True
            return {"name": "a", "arguments": {"b": None}, "_meta": None}

    assert call_params(Params()).arguments == {"b": None}
    for other in (
        Params,
        SimpleNamespace(model_dump=5),
        SimpleNamespace(model_dump=lambda by_alias: [1]),
    ):
        with pytest.raises(ProtocolError, match="they must be an object"):
            call_params(other)


def test_a_name_is_a_plain_str():
    class Name(str):
        __slots__ = ()

        def __str__(self):
            raise AssertionError

    assert type(call_params({"name": Name("a")}).name) is str


def test_the_whole_way():
    registry = ToolRegistry()
    registry.register(Tool(name="get_weather", handler=lambda given: "rain"))
    call = call_params({"name": "get_weather"})
    assert registry.gate.dispatch_call(call).text == "rain"
    with pytest.raises(UnknownToolError) as caught:
        registry.gate.dispatch_call(call_params({"name": "get_wether"}))
    assert error(caught.value) == {
        "code": -32602,
        "message": "Unknown tool: get_wether. Did you mean get_weather?",
    }


@given(st.integers(), texts, values)
def test_a_protocol_error_says_what_it_says(data, code, message, more):
    answer = error(ProtocolError(message or "a", code=code, data=more))
    expected = {"code": code, "message": message or "a"}
    if more is not None:
        expected["data"] = more
    assert answer == expected
    for protocol in ("2025-11-25", "2026-07-28"):
        assert accepts(data, protocol, "Error", answer)


SECRET = "hunter2"


@pytest.mark.requirement("exceptions-stay")
@pytest.mark.parametrize(
    ("raised", "message"),
    [
        (KeyError(SECRET), "Internal error"),
        (RuntimeError(SECRET), "Internal error"),
        (KeyboardInterrupt(SECRET), "Internal error"),
        (SchemaError(SECRET), "Internal error"),
        (MissingContextValue("a", (SECRET,)), "Internal error"),
        (
            ApprovalRequired(
                SECRET,
                token=SECRET,
                tool="a",
                tool_call_id="1",
                arguments={"a": SECRET},
            ),
            (
                "This call needs a person's approval, which this server did "
                "not ask for"
            ),
        ),
        (
            InvalidCallBudgetExceeded(run_id=SECRET, limit=1, result=None),
            "This run has made more calls than it may",
        ),
        (ToolError("No order 17"), "No order 17"),
        (ToolError(""), "Internal error"),
        (ToolError("\ud800"), "Internal error"),
    ],
)
def test_everything_else_is_an_internal_error(raised, message):
    assert error(raised) == {"code": -32603, "message": message}


def test_every_error_of_ours_has_an_answer():
    for name in toolgate.exceptions.__all__:
        kind = getattr(toolgate.exceptions, name)
        raised = kind.__new__(kind)
        raised.message, raised.code, raised.data = "a", -32602, None
        answer = error(raised)
        assert answer["code"] in {-32602, -32603}
        assert answer["message"]


def test_what_cannot_be_sent_is_left_out():
    hostile = ProtocolError("\ud800", code="1", data={"at": object()})
    assert error(hostile) == {"code": -32603, "message": "Internal error"}
    assert error(ProtocolError("a", code=True))["code"] == -32603
    given_ = {"a": [1]}
    answer = error(ProtocolError("a", data=given_))
    answer["data"]["a"].append(2)
    assert given_ == {"a": [1]}
    assert json.loads(json.dumps(answer)) == answer
