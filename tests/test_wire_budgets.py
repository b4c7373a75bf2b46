"""Which tools are strict where not all can be, by priority and name."""

from __future__ import annotations

import pytest

from toolgate import Tool
from toolgate.wire.budgets import Cost, chosen, cost_of
from toolgate.wire.targets import Budget

TEXT = {"type": "string"}
PLAIN = {"type": "object", "properties": {}, "required": []}


def tool(name, priority=0):
    return Tool(
        name=name,
        description="",
        input_schema={"type": "object"},
        handler=print,
        strict_priority=priority,
    )


@pytest.mark.parametrize(
    ("schema", "optional", "unions"),
    [
        ({}, 0, 0),
        ({"properties": {"a": TEXT}, "required": ["a"]}, 0, 0),
        ({"properties": {"a": TEXT, "b": TEXT}, "required": ["a"]}, 1, 0),
        ({"properties": {"a": {"anyOf": [TEXT]}}, "required": ["a"]}, 0, 1),
        ({"properties": {"a": {"type": ["string"]}}}, 1, 1),
        ({"properties": {"a": True}, "additionalProperties": False}, 1, 0),
        # Inside lists, unions and definitions, but not through references.
        ({"items": {"properties": {"a": TEXT}}}, 1, 0),
        ({"anyOf": [{"properties": {"a": TEXT}}, TEXT]}, 1, 0),
        (
            {
                "properties": {
                    "a": {"$ref": "#/$defs/d"},
                    "b": {"$ref": "#/$defs/d"},
                },
                "required": ["a", "b"],
                "$defs": {"d": {"properties": {"c": TEXT}}},
            },
            1,
            0,
        ),
    ],
)
def test_optional_parameters_and_unions_are_counted(schema, optional, unions):
    assert cost_of(schema) == Cost(1, optional, unions)


def test_without_limits_all_fit():
    assert chosen([(tool("a"), cost_of(PLAIN))], Budget()) == {}


def reason(limit):
    return (
        f"not strict: the strict tools of one request have {limit} at most; "
        "raise its strict_priority, or export fewer tools"
    )


def test_priority_goes_before_the_name():
    tools = [tool("a"), tool("c", 1), tool("b")]
    left = chosen([(each, cost_of(PLAIN)) for each in tools], Budget(tools=2))
    assert left == {"b": reason("2 tools")}


def test_a_tool_too_big_leaves_room_for_the_next():
    two = {"type": "object", "properties": {"a": TEXT, "b": TEXT}}
    one = {"type": "object", "properties": {"a": TEXT}}
    sizes = {"a": one, "b": two, "c": one}
    left = chosen(
        [(tool(name), cost_of(size)) for name, size in sizes.items()],
        Budget(optional=2),
    )
    assert left == {"b": reason("2 optional parameters")}


def test_unions_are_limited_too():
    union = cost_of(
        {
            "properties": {"a": {"type": ["string", "null"]}},
            "required": ["a"],
        }
    )
    left = chosen(
        [(tool("a"), union), (tool("b"), union)], Budget(tools=9, unions=1)
    )
    assert left == {"b": reason("1 parameters with a union")}
