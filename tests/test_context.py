"""The host's side of a call."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

from toolgate import ToolContext


def test_for_call_fills_in_ids_and_keeps_the_rest():
    context = ToolContext(deps="db", values={"tenant": "acme"}, run_id="r")
    called = context.for_call("call_1", "lookup")
    assert (called.tool_call_id, called.tool_name) == ("call_1", "lookup")
    assert (called.deps, called.values, called.run_id) == (
        "db",
        {"tenant": "acme"},
        "r",
    )
    assert context.tool_call_id == ""


def test_the_type_of_deps_is_for_type_checkers_alone():
    context = ToolContext[str](deps="db")
    assert type(context) is ToolContext
    assert context == ToolContext(deps="db")
    assert type(context.for_call("call_1", "lookup")) is ToolContext


def test_values_default_to_an_empty_mapping_that_nobody_can_fill():
    with pytest.raises(TypeError):
        ToolContext().values["a"] = 1


def test_the_repr_names_values_and_shows_none():
    context = ToolContext(
        deps={"password": "hunter2"},
        values={"token": "s3cret", 7: "x"},
        run_id="run_1",
    )
    assert repr(context) == (
        "<ToolContext: run 'run_1', deps of type dict, values 'token', 7>"
    )
    assert repr(ToolContext().for_call("call_1", "lookup")) == (
        "<ToolContext: call 'call_1' of 'lookup', values none>"
    )


def test_a_context_without_values_can_be_copied():
    context = ToolContext(run_id="r")
    assert pickle.loads(pickle.dumps(context)) == context
    assert copy.deepcopy(context) == context
    assert dataclasses.asdict(context)["values"] == {}
    assert repr(context.values) == "{}"
    assert len(context.values) == 0
    with pytest.raises(KeyError):
        context.values["tenant"]


class Unhashable(type):
    __hash__ = None


@pytest.mark.parametrize(
    "values", [None, 5, "ab", [("a", 1)], Unhashable("Odd", (), {})()]
)
def test_values_are_a_mapping(values):
    with pytest.raises(TypeError, match=r"ToolContext\.values must be a map"):
        ToolContext(values=values)


def test_contexts_hash_without_their_values():
    one = ToolContext(deps=1, values={"a": []}, run_id="r")
    assert hash(one) == hash(ToolContext(deps=1, values={}, run_id="r"))
    assert one != ToolContext(deps=1, values={}, run_id="r")
    assert len({one, ToolContext(), ToolContext()}) == 2
