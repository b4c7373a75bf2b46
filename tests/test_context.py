"""The host's side of a call."""

from __future__ import annotations

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


def test_values_default_to_an_empty_mapping_that_nobody_can_fill():
    with pytest.raises(TypeError):
        ToolContext().values["a"] = 1
