"""Calls and drafts of the wire are plain, frozen data."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace

import pytest

from toolgate import Tool, ToolRegistry
from toolgate.wire.calls import RawCall, Repair, ToolDraft, WireCall

FIELDS = {
    "tool_call_id": "c1",
    "name": "crm.find",
    "arguments": '{"id": 1}',
    "wire_name": "crm_find",
}


def test_a_gate_takes_a_wire_call():
    registry = ToolRegistry()
    registry.register(
        Tool(
            name="crm.find",
            input_schema={"type": "object"},
            handler=lambda arguments: f"order {arguments['id']}",
        )
    )
    result = registry.gate.dispatch_call(WireCall(**FIELDS))
    assert result.text == "order 1"


def test_carried_is_copied_in_and_out():
    carried = {"caller": {"type": "direct"}, "thoughtSignature": b"\x00"}
    call = WireCall(**FIELDS, carried=carried)
    carried["caller"]["type"] = "program"
    call.carried["caller"]["type"] = "program"
    assert call.carried == {
        "caller": {"type": "direct"},
        "thoughtSignature": b"\x00",
    }
    assert WireCall(**FIELDS).carried == {}


def test_frozen_comparable_and_picklable():
    call = WireCall(
        **FIELDS, carried={"index": 0}, repairs=[Repair("/a", "b")]
    )
    assert pickle.loads(pickle.dumps(call)) == call
    assert hash(call) == hash(replace(call))
    assert replace(call) == call
    assert replace(call, carried={"index": 1}) != call
    assert call.repairs == (Repair("/a", "b"),)
    with pytest.raises(FrozenInstanceError):
        call.wire_name = "other"


def test_repr_shows_no_argument_and_nothing_carried():
    call = WireCall(**FIELDS, carried={"thoughtSignature": "secret"})
    assert repr(call) == "<WireCall 'c1': 'crm.find' with a str of 9>"


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"wire_name": 5}, "WireCall.wire_name must be a str, not int"),
        ({"carried": []}, "WireCall.carried must be a mapping, not list"),
        ({"carried": None}, "WireCall.carried must be a mapping, not None"),
        (
            {"repairs": "a"},
            "WireCall.repairs must be a list or tuple of Repair, not str",
        ),
        ({"repairs": [1]}, "WireCall.repairs[] must be Repair, not int"),
    ],
)
def test_wrong_fields_are_refused(fields, text):
    with pytest.raises(TypeError) as caught:
        WireCall(**{**FIELDS, **fields})
    assert str(caught.value) == text


def test_repair_holds_texts():
    with pytest.raises(TypeError, match="Repair.action must be a str"):
        Repair("/a", None)


def test_default_of_carried_is_shown_as_empty():
    assert "carried" in str(WireCall.__signature__)
    assert repr(WireCall.carried) == "{}"


def test_drafts_and_raw_calls_have_plain_defaults():
    draft = ToolDraft("t", None, {"type": "object"})
    assert (draft.strict, draft.examples, dict(draft.options)) == (
        False,
        (),
        {},
    )
    assert RawCall("c", "t", None, {}).arguments is None
