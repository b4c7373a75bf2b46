"""
Faults of the wire from the field, each with its whole kind.

The rows are what people reported of converters in use; the inputs are small,
the expected values were worked out by hand from the provider's rules.
"""

from __future__ import annotations

import json
import re
from typing import Literal

import pytest

from toolgate import Tool, ToolRegistry, wire
from wire_rules import (
    CHAT,
    GEMINI,
    RESPONSES,
    STRICT_TARGETS,
    TARGETS,
    declarations,
    definition_of,
    request_faults,
    schema_faults,
    schema_of,
)
from wire_schemas import nodes
from wire_turns import Turn, call_item

OPENAI = sorted(CHAT | RESPONSES)
OPENAI_STRICT = sorted((CHAT | RESPONSES) - {"openai-compatible"})
CLAUDE = ("anthropic", "bedrock-converse")
TEXT_ARGUMENTS = OPENAI
OBJECT_ARGUMENTS = sorted(set(TARGETS) - set(OPENAI))
STRICT = (True, False, "auto")
EVERYWHERE = [(target, strict) for target in TARGETS for strict in STRICT]

everywhere = pytest.mark.parametrize(("target", "strict"), EVERYWHERE)


def obj(required=None, **properties):
    """A closed object; all of it is required unless said otherwise."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
        "additionalProperties": False,
    }


TEXT = {"type": "string"}
ROW_1 = {
    "type": "object",
    "properties": {
        "q": {"type": "string"},
        "limit": {"type": "integer", "default": 10},
    },
    "required": ["q"],
}


# ------------------------------------------------ 1 and 2: optionals and null


@pytest.mark.requirement("optional-nullable")
@pytest.mark.parametrize("target", OPENAI_STRICT)
def test_row_1_optionals_become_nullable(target):
    turn = Turn(target, ROW_1, strict=True)
    assert turn.found.strict
    assert turn.takes({"q": "a", "limit": None})
    assert turn.takes({"q": "a", "limit": 3})
    assert not turn.takes({"q": "a"})
    assert not turn.takes({"q": None, "limit": 3})
    assert not turn.takes({"q": "a", "limit": "null"})
    assert not turn.takes({"q": "a", "limit": 3, "z": 1})
    limit = turn.found.schema["properties"]["limit"]
    assert "default" not in limit
    assert "10" in limit["description"]
    assert any("limit" in change.pointer for change in turn.found.changes)
    assert turn.found.status == "changed"
    assert "limit" in str(turn.exported.report)


@everywhere
def test_row_1_what_may_be_absent_stays_so(target, strict):
    turn = Turn(target, ROW_1, strict=strict)
    assert turn.says({"q": "a"})
    assert turn.says({"q": "a", "limit": 3})


@pytest.mark.requirement("optional-nullable")
@everywhere
def test_row_2_null_for_an_optional_becomes_absent(target, strict):
    turn = Turn(target, ROW_1, strict=strict)
    assert turn.runs_with({"q": "a", "limit": None}) == {"q": "a"}


DEEP = obj(
    ["filters"],
    filters={
        "type": "array",
        "items": obj(["name"], name=TEXT, size={"type": "integer"}),
    },
    where=obj(
        [],
        unit={"type": "string", "enum": ["C", "F"]},
        at={"anyOf": [obj(["x"], x=TEXT, y=TEXT), {"type": "integer"}]},
    ),
)


@everywhere
def test_row_2_at_any_depth(target, strict):
    """In items, in a nested object, in the branch that was meant."""
    turn = Turn(target, DEEP, strict=strict)
    sent = {
        "filters": [{"name": "a", "size": None}, {"name": "b", "size": 2}],
        "where": {"unit": None, "at": {"x": "1", "y": None}},
    }
    assert turn.runs_with(sent) == {
        "filters": [{"name": "a"}, {"name": "b", "size": 2}],
        "where": {"at": {"x": "1"}},
    }
    assert turn.runs_with({"filters": [], "where": None}) == {"filters": []}


@pytest.mark.requirement("optional-nullable")
@everywhere
def test_row_2_a_null_that_the_author_takes_is_kept(target, strict):
    schema = obj(
        ["q"],
        q=TEXT,
        note={"type": ["string", "null"]},
        level={"anyOf": [{"type": "integer"}, {"type": "null"}]},
        kind={"enum": ["a", None]},
    )
    turn = Turn(target, schema, strict=strict)
    sent = {"q": "a", "note": None, "level": None, "kind": None}
    assert turn.runs_with(sent) == sent


@pytest.mark.parametrize("target", OPENAI_STRICT)
def test_row_2_absent_that_cannot_be_said_is_told(target):
    """Where null means something, and all is required."""
    schema = obj([], note={"type": ["string", "null"]})
    turn = Turn(target, schema, strict=True)
    (change,) = turn.entries("narrowed", "required")
    assert change.pointer == ""
    assert change.new == ["note"]


@everywhere
def test_row_2_a_null_for_what_is_required_is_refused(target, strict):
    turn = Turn(target, ROW_1, strict=strict)
    text = turn.runs_with({"q": None})
    assert isinstance(text, str)
    assert "q" in text


@everywhere
def test_row_2_other_values_are_not_taken_for_absent(target, strict):
    """Not the empty text, not zero, not the word null."""
    schema = obj(
        ["q"], q=TEXT, note=TEXT, n={"type": "integer"}, b={"type": "boolean"}
    )
    turn = Turn(target, schema, strict=strict)
    sent = {"q": "", "note": "null", "n": 0, "b": False}
    assert turn.runs_with(sent) == sent


# -------------------------------------------------------- 3 and 4: oneOf

BRANCH_A = {
    "type": "object",
    "properties": {"t": {"const": "a"}},
    "required": ["t"],
}
BRANCH_B = {
    "type": "object",
    "properties": {"t": {"const": "b"}},
    "required": ["t"],
}
ROW_3 = {
    "type": "object",
    "properties": {"p": {"oneOf": [BRANCH_A, BRANCH_B]}},
    "required": ["p"],
}


@everywhere
def test_row_3_disjoint_branches_lose_nothing(target, strict):
    turn = Turn(target, ROW_3, strict=strict)
    assert turn.entries("widened", "oneOf") == []
    assert turn.says({"p": {"t": "a"}})
    assert turn.says({"p": {"t": "b"}})
    assert not turn.takes(turn.found.codec.encode({"p": {"t": "c"}}))
    if target in OPENAI:
        assert "oneOf" not in turn.keywords()


DISJOINT = [
    [{"type": "string"}, {"type": "integer"}],
    [{"enum": ["a", "b"]}, {"enum": ["c", 1]}],
    [{"type": "null"}, obj(a=TEXT)],
    [{"type": "array", "items": TEXT}, TEXT],
    [
        obj(t={"enum": ["a"]}, x=TEXT),
        obj(t={"enum": ["b", "c"]}, x=TEXT),
    ],
]


@pytest.mark.parametrize("target", OPENAI)
@pytest.mark.parametrize("branches", DISJOINT)
def test_row_3_other_disjoint_branches(target, branches):
    turn = Turn(target, obj(p={"oneOf": branches}), strict=False)
    assert "oneOf" not in turn.keywords()
    assert turn.entries("widened") == []


OVERLAPPING = [
    ([{"type": "integer"}, {"type": "number"}], 3, 1.5),
    ([{"enum": ["a", "b"]}, {"enum": ["b", "c"]}], "b", "a"),
    ([{"type": "integer"}, {"enum": [1, "x"]}], 1, 2),
    (
        [
            {
                "type": "object",
                "properties": {"a": TEXT},
                "required": ["a"],
            },
            {
                "type": "object",
                "properties": {"b": TEXT},
                "required": ["b"],
            },
        ],
        {"a": "1", "b": "2"},
        {"a": "1"},
    ),
]


@pytest.mark.requirement("wire-told")
@pytest.mark.parametrize("target", OPENAI)
@pytest.mark.parametrize(("branches", "both", "one"), OVERLAPPING)
def test_row_3_overlapping_branches_are_told_and_gated(
    target, branches, both, one
):
    turn = Turn(target, obj(p={"oneOf": branches}), strict=False)
    assert "oneOf" not in turn.keywords()
    assert turn.entries("widened", "oneOf")
    assert turn.takes({"p": both})
    assert isinstance(turn.runs_with({"p": both}), str)
    assert turn.runs_with({"p": one}) == {"p": one}


def test_row_3_a_discriminator_that_may_be_absent_is_none():
    branches = [
        {"type": "object", "properties": {"t": {"const": value}}}
        for value in ("a", "b")
    ]
    turn = Turn("openai-chat", obj(p={"oneOf": branches}), strict=False)
    assert turn.entries("widened", "oneOf")
    assert isinstance(turn.runs_with({"p": {}}), str)


@pytest.mark.requirement("one-bad-tool")
@pytest.mark.parametrize("target", TARGETS)
def test_row_4_one_tool_does_not_kill_the_request(target):
    """Not strict either, and whatever is in the other tools."""
    tools = [
        Tool(name="good", input_schema=obj(q=TEXT)),
        Tool(name="union", input_schema=ROW_3),
        Tool(
            name="hard",
            input_schema={
                **obj(a={"not": {"type": "string"}}),
                "if": {"required": ["a"]},
                "then": {"properties": {"a": {"type": "integer"}}},
                "dependentRequired": {"a": ["a"]},
            },
        ),
        Tool(name="last", input_schema=obj(q=TEXT)),
    ]
    for strict in STRICT:
        exported = wire.export(tools, to=target, strict=strict)
        assert request_faults(target, exported.tools) == []
        names = [
            definition_of(target, one)["name"]
            for one in declarations(target, exported.tools)
        ]
        assert {"good", "union", "last"} <= set(names)
        assert names == [
            name for name in ("good", "union", "hard", "last") if name in names
        ]
        if "hard" not in names:
            assert exported["hard"].status == "refused"
            assert exported["hard"].reason
            assert "hard" in str(exported.report)


# ------------------------------------------------------- 5: unions at the root

ROW_5 = {
    "type": "object",
    "anyOf": [
        {
            "type": "object",
            "properties": {"a": {"type": "string"}},
            "required": ["a"],
        },
        {
            "type": "object",
            "properties": {"b": {"type": "string"}},
            "required": ["b"],
        },
    ],
}
ROOTS = [
    (ROW_5, {"a": "x"}, {}),
    (
        {
            "type": "object",
            "oneOf": [obj(t={"const": "a"}), obj(t={"const": "b"}, n=TEXT)],
        },
        {"t": "b", "n": "1"},
        {"t": "b"},
    ),
    (
        {
            "type": "object",
            "properties": {"q": TEXT},
            "anyOf": [{"required": ["q"]}, {"required": ["r"]}],
        },
        {"q": "x"},
        {"q": 1},
    ),
    (
        {
            "type": "object",
            "allOf": [
                {"properties": {"a": TEXT}, "required": ["a"]},
                {"properties": {"b": TEXT}, "required": ["b"]},
            ],
        },
        {"a": "1", "b": "2"},
        {"a": "1"},
    ),
]


@pytest.mark.requirement("target-rules")
@everywhere
@pytest.mark.parametrize(("schema", "good", "bad"), ROOTS)
def test_row_5_combinators_at_the_root(target, strict, schema, good, bad):
    """Wrapped and unwrapped, or refused with a reason; never sent."""
    turn = Turn(target, schema, strict=strict)
    if turn.found.status == "refused":
        assert turn.found.reason
        assert turn.exported.tools == []
        return
    assert turn.found.codec.decode(turn.found.codec.encode(good)) == good
    if turn.found.changes == ():
        assert turn.says(good)
    assert isinstance(turn.runs_with(turn.found.codec.encode(bad)), str)


@pytest.mark.parametrize("target", TARGETS)
def test_row_5_is_not_lost_where_it_can_be_said(target):
    turn = Turn(target, ROW_5, strict=False)
    assert turn.found.status != "refused"
    assert turn.says({"a": "x"})
    assert turn.says({"b": "x"})
    assert not turn.takes(turn.found.codec.encode({"a": 1}))


# ---------------------------------------------------------------- 6: const


@everywhere
@pytest.mark.parametrize("value", ["ok", 3, True, None, 1.5, ""])
def test_row_6_const_still_binds(target, strict, value):
    schema = obj(s={"const": value})
    turn = Turn(target, schema, strict=strict)
    assert turn.runs_with(turn.found.codec.encode({"s": value})) == {
        "s": value
    }
    assert isinstance(turn.runs_with({"s": "no"}), str)
    if turn.entries("widened") == []:
        assert not turn.takes({"s": "no"})


@pytest.mark.parametrize("strict", STRICT)
@pytest.mark.parametrize("target", TARGETS)
def test_row_6_a_text_is_bound_on_every_wire(target, strict):
    turn = Turn(target, obj(s={"const": "ok"}), strict=strict)
    assert turn.takes({"s": "ok"})
    assert not turn.takes({"s": "no"})
    assert turn.entries("widened") == []


# ------------------------------------------------------- 7: the strict budget


def copies(count, *, first_priority=0):
    return [
        Tool(
            name=f"tool_{number:02}",
            input_schema=obj(q=TEXT),
            strict_priority=first_priority if number == count - 1 else 0,
        )
        for number in range(count)
    ]


def strict_names(target, exported):
    return {
        definition_of(target, tool)["name"]
        for tool in declarations(target, exported.tools)
        if definition_of(target, tool).get("strict") is True
    }


@pytest.mark.requirement("strict-budget")
@pytest.mark.parametrize("target", CLAUDE)
@pytest.mark.parametrize("strict", [True, "auto"])
def test_row_7_strict_is_a_budget(target, strict):
    tools = copies(21, first_priority=5)
    exported = wire.export(tools, to=target, strict=strict)
    assert request_faults(target, exported.tools) == []
    assert len(declarations(target, exported.tools)) == 21
    chosen = strict_names(target, exported)
    assert len(chosen) == 20
    assert "tool_20" in chosen
    (left,) = {tool.name for tool in tools} - chosen
    assert exported[left].strict is False
    assert left in str(exported.report)
    assert "20" in str(exported.report)


@pytest.mark.requirement("strict-budget")
@pytest.mark.parametrize("target", CLAUDE)
@pytest.mark.parametrize("strict", [True, "auto"])
def test_row_7_the_choice_does_not_hang_on_the_order(target, strict):
    tools = copies(30, first_priority=5)
    chosen = strict_names(target, wire.export(tools, to=target, strict=strict))
    turned = wire.export(tools[::-1], to=target, strict=strict)
    assert "tool_29" in chosen
    assert strict_names(target, turned) == chosen


@pytest.mark.parametrize("target", CLAUDE)
@pytest.mark.parametrize(
    ("make", "most"),
    [
        (
            lambda: obj([], **{f"p{number}": TEXT for number in range(10)}),
            2,
        ),
        (
            lambda: obj(
                **{
                    f"p{number}": {"type": ["string", "null"]}
                    for number in range(6)
                }
            ),
            2,
        ),
    ],
)
def test_row_7_the_other_two_budgets(target, make, most):
    """24 optional parameters, 16 unions: two tools fit, four do not."""
    tools = [Tool(name=f"t{n}", input_schema=make()) for n in range(4)]
    for strict in (True, "auto"):
        exported = wire.export(tools, to=target, strict=strict)
        assert request_faults(target, exported.tools) == []
        assert len(strict_names(target, exported)) <= most
        assert len(declarations(target, exported.tools)) == 4


# --------------------------------------------------- 8 and 9: references

ROW_8 = {
    "type": "object",
    "properties": {"c": {"$ref": "#/$defs/C"}},
    "$defs": {
        "C": {"type": "object", "properties": {"n": {"type": "string"}}}
    },
}
REFERRING = [
    ROW_8,
    {
        "$schema": "http://json-schema.org/draft-07/schema#",
        **obj(c={"$ref": "#/definitions/C"}),
        "definitions": {"C": obj(n=TEXT)},
    },
    {**obj(c={"$ref": "#/$defs/a~1b"}), "$defs": {"a/b": obj(n=TEXT)}},
    {**obj(c={"$ref": "#/$defs/t~0x"}), "$defs": {"t~x": obj(n=TEXT)}},
    {**obj(c={"$ref": "#/$defs/my%20def"}), "$defs": {"my def": obj(n=TEXT)}},
    {
        **obj(c={"$ref": "#here"}),
        "$defs": {"C": {"$anchor": "here", **obj(n=TEXT)}},
    },
    obj(["c"], b=obj(n=TEXT), c={"$ref": "#/properties/b"}),
    {
        **obj(c={"$ref": "#/$defs/A"}),
        "$defs": {"A": {"$ref": "#/$defs/B"}, "B": obj(n=TEXT)},
    },
    {
        **obj(c={"$ref": "#/$defs/C", "description": "The one."}),
        "$defs": {"C": obj(n=TEXT)},
    },
]


@everywhere
@pytest.mark.parametrize("schema", REFERRING)
def test_row_8_references_keep_their_meaning(target, strict, schema):
    turn = Turn(target, schema, strict=strict)
    assert turn.says({"c": {"n": "x"}})
    assert not turn.takes(turn.found.codec.encode({"c": {"n": 1}}))
    assert not turn.takes(turn.found.codec.encode({"c": "x"}))
    if target == "gemini-parameters":
        assert not turn.keywords() & {"$ref", "$defs", "definitions"}


def test_row_8_siblings_count_in_one_dialect_only():
    """In draft-07 what stands beside `$ref` says nothing."""
    modern = {
        **obj(c={"$ref": "#/$defs/C", "maxLength": 2}),
        "$defs": {"C": TEXT},
    }
    old = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        **obj(c={"$ref": "#/definitions/C", "maxLength": 2}),
        "definitions": {"C": TEXT},
    }
    for target, strict in EVERYWHERE:
        turn = Turn(target, old, strict=strict)
        assert turn.says({"c": "abc"}), (target, strict)
        turn = Turn(target, modern, strict=strict)
        assert isinstance(turn.runs_with({"c": "abc"}), str)
        if not turn.entries("widened"):
            assert not turn.takes({"c": "abc"})


@everywhere
def test_row_9_an_enum_behind_a_reference_binds(target, strict):
    schema = {
        **obj(c={"$ref": "#/$defs/C"}),
        "$defs": {"C": obj(n={"type": "string", "enum": ["x", "y"]})},
    }
    turn = Turn(target, schema, strict=strict)
    assert turn.says({"c": {"n": "y"}})
    assert not turn.takes({"c": {"n": "z"}})


RECURSIVE = {
    **obj(tree={"$ref": "#/$defs/Node"}),
    "$defs": {
        "Node": obj(
            ["v"],
            v={"type": "integer"},
            kids={"type": "array", "items": {"$ref": "#/$defs/Node"}},
        )
    },
}


@everywhere
def test_row_9_recursion_is_kept_or_refused_by_name(target, strict):
    turn = Turn(target, RECURSIVE, strict=strict)
    if target == "gemini-parameters":
        assert turn.found.status == "refused"
        assert "Node" in turn.found.reason
        return
    assert turn.found.status != "refused"
    assert turn.says({"tree": {"v": 1, "kids": [{"v": 2, "kids": []}]}})
    assert turn.says({"tree": {"v": 1, "kids": [{"v": 2}]}})
    bad = {"tree": {"v": 1, "kids": [{"v": "2", "kids": []}]}}
    assert not turn.takes(bad)
    if target in CLAUDE:
        assert not turn.found.strict


@pytest.mark.parametrize("target", CLAUDE)
def test_row_9_recursion_is_not_strict_for_claude_and_told(target):
    tool = Tool(name="t", input_schema=RECURSIVE)
    told = wire.strict_eligibility(tool, to=target)
    assert told.verdict == "impossible"
    assert "Node" in told.reason


# ------------------------------------------------ 10: one form in, all out


@everywhere
def test_row_10_a_tool_without_a_schema(target, strict):
    turn = Turn(target, Tool(name="ping"), strict=strict)
    assert turn.found.status != "refused"
    assert turn.runs_with({}) == {}


@pytest.mark.parametrize("target", STRICT_TARGETS)
def test_row_10_strict_is_what_was_asked_for(target):
    for strict in (True, False):
        turn = Turn(target, obj(q=TEXT), strict=strict)
        (sent,) = turn.exported.tools
        assert definition_of(target, sent).get("strict", False) is strict
        assert turn.found.strict is strict


# ------------------------------------------------------------------ 11: maps

ROW_11 = {
    "type": "object",
    "properties": {
        "tags": {"type": "object", "additionalProperties": {"type": "string"}}
    },
    "required": ["tags"],
}
MAPS = [
    (ROW_11, [{"tags": {}}, {"tags": {"a": "b", "c": "d"}}], {"a": 1}),
    (
        obj(
            tags={
                "type": "object",
                "additionalProperties": obj(["x"], x=TEXT, y=TEXT),
            }
        ),
        [{"tags": {"k": {"x": "1"}}}],
        {"k": {"y": "1"}},
    ),
    (
        obj(
            tags={
                "type": "object",
                "additionalProperties": {
                    "type": "object",
                    "additionalProperties": {"type": "integer"},
                },
            }
        ),
        [{"tags": {"k": {"l": 1}, "": {}}}],
        {"k": {"l": "x"}},
    ),
    (
        obj(
            tags={
                "type": ["object", "null"],
                "additionalProperties": {"type": "string"},
            }
        ),
        [{"tags": None}, {"tags": {"key": "value", "value": "key"}}],
        {"k": 1},
    ),
]


@pytest.mark.requirement("wire-read-back")
@everywhere
@pytest.mark.parametrize(("schema", "values", "bad"), MAPS)
def test_row_11_maps_stay_maps(target, strict, schema, values, bad):
    turn = Turn(target, schema, strict=strict)
    assert turn.found.status != "refused"
    for value in values:
        assert turn.says(value)
    sent = turn.found.codec.encode({"tags": bad})
    assert isinstance(turn.runs_with(sent), str)
    for node in nodes(turn.found.schema):
        if isinstance(node.schema, dict):
            closed = node.schema.get("additionalProperties") is False
            assert not closed or node.schema.get("properties")


def test_row_11_the_author_may_say_key_and_value():
    """A real list of such pairs is not taken for a map."""
    pair = obj(key=TEXT, value=TEXT)
    schema = obj(
        tags={"type": "array", "items": pair},
        more={"type": "object", "additionalProperties": TEXT},
    )
    value = {"tags": [{"key": "a", "value": "b"}], "more": {"c": "d"}}
    for target, strict in EVERYWHERE:
        assert Turn(target, schema, strict=strict).says(value), target


# ------------------------------------------------------------- 12: any value

ROW_12 = {
    "type": "object",
    "properties": {
        "key": {"type": "string"},
        "value": {"description": "any JSON"},
    },
    "required": ["key", "value"],
}
ANY = ["a", 1, 1.5, True, None, [], [1, "a", None], {}, {"a": {"b": [1]}}]


@pytest.mark.parametrize("target", OPENAI_STRICT)
@pytest.mark.parametrize("strict", STRICT)
def test_row_12_any_value_is_not_strict(target, strict):
    turn = Turn(target, ROW_12, strict=strict)
    if turn.found.strict:
        # Only where the author is told what can no longer be said.
        assert turn.entries("narrowed")
        return
    if turn.found.status == "refused":
        assert strict is True
        assert turn.found.reason
        return
    assert turn.found.schema["properties"]["value"].get("type")
    for value in ANY:
        assert turn.says({"key": "k", "value": value})


@pytest.mark.parametrize(
    "target", [t for t in TARGETS if t != "gemini-parameters"]
)
def test_row_12_any_value_can_be_said(target):
    turn = Turn(target, ROW_12, strict=False)
    assert turn.found.status != "refused"
    for value in ANY:
        assert turn.says({"key": "k", "value": value}), value


def test_row_12_any_value_in_the_schema_of_gemini():
    """It has no such thing: what is left out is told."""
    turn = Turn("gemini-parameters", ROW_12, strict=False)
    said = [turn.says({"key": "k", "value": value}) for value in ANY]
    assert all(said) or turn.entries("narrowed")


# ----------------------------------------------------- 13: empty arguments

EMPTY_TEXTS = ["", " ", "\n\t", "null", "{}", "  {} "]
REQUIRING = obj(["q"], q=TEXT)


@pytest.mark.requirement("no-arguments")
@pytest.mark.parametrize("target", TEXT_ARGUMENTS)
@pytest.mark.parametrize("text", EMPTY_TEXTS)
def test_row_13_no_text_means_no_arguments(target, text):
    for strict in STRICT:
        nothing = {"type": "object", "properties": {}}
        assert Turn(target, nothing, strict=strict).runs_with(text) == {}
        missing = Turn(target, REQUIRING, strict=strict).dispatch(text)
        assert missing.failure.kind == "invalid_arguments"
        assert "q" in missing.text
        assert "JSON" not in missing.text


@pytest.mark.parametrize("target", OBJECT_ARGUMENTS)
def test_row_13_no_object_means_no_arguments(target):
    for sent in ({}, None):
        nothing = {"type": "object", "properties": {}}
        assert Turn(target, nothing, strict=False).runs_with(sent) == {}
        missing = Turn(target, REQUIRING, strict=False).dispatch(sent)
        assert missing.failure.kind == "invalid_arguments"


@pytest.mark.parametrize("target", sorted(GEMINI))
def test_row_13_args_may_be_missing(target):
    turn = Turn(target, {"type": "object", "properties": {}}, strict=False)
    item = call_item(target, "t", {})
    del item["functionCall"]["args"]
    call = turn.exported.decode(item)
    assert not turn.registry.gate.dispatch_call(call).is_error


@pytest.mark.parametrize("target", TEXT_ARGUMENTS)
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"q": ', "invalid_json"),
        ('{"q": "a"} tail', "invalid_json"),
        ('{"q": NaN}', "invalid_json"),
        ('{"q": "a", "q": "b"}', "invalid_json"),
        ("[]", "invalid_arguments"),
        ('"a"', "invalid_arguments"),
    ],
)
def test_row_13_what_does_not_parse_reaches_the_gate(target, text, kind):
    """Untouched, so that the gate answers it as it does elsewhere."""
    for strict in (True, False):
        turn = Turn(target, REQUIRING, strict=strict)
        result = turn.dispatch(text)
        assert result.failure.kind == kind
        assert turn.got == []


# ------------------------------------------------------------- 14: repairs

ROW_14 = {
    "type": "object",
    "properties": {
        "user": {
            "type": "object",
            "properties": {"name": TEXT},
            "required": ["name"],
        }
    },
}
JSON_STRINGS = {"repair": "json_strings"}


@pytest.mark.requirement("repairs-asked-for")
@pytest.mark.parametrize("target", TARGETS)
def test_row_14_repairs_are_asked_for(target):
    turn = Turn(target, ROW_14, strict=False)
    sent = {"user": '{"name":"x"}'}
    assert isinstance(turn.runs_with(sent), str)
    assert turn.decoded(sent).repairs == ()
    assert turn.runs_with(sent, **JSON_STRINGS) == {"user": {"name": "x"}}
    (repair,) = turn.decoded(sent, **JSON_STRINGS).repairs
    assert "user" in repr(repair)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("schema", "sent", "gets"),
    [
        # A text is a text, whatever it looks like.
        (obj(a=TEXT), {"a": "{}"}, {"a": "{}"}),
        (obj(a={"type": ["string", "integer"]}), {"a": "1"}, {"a": "1"}),
        (
            obj(a={"anyOf": [TEXT, {"type": "array", "items": TEXT}]}),
            {"a": '["b"]'},
            {"a": '["b"]'},
        ),
        # Deep inside, and beside good values.
        (
            obj(a={"type": "array", "items": obj(b=TEXT)}),
            {"a": ['{"b":"1"}', {"b": "{}"}]},
            {"a": [{"b": "1"}, {"b": "{}"}]},
        ),
        (
            obj(a={"type": "array", "items": {"type": "integer"}}),
            {"a": "[1, 2]"},
            {"a": [1, 2]},
        ),
    ],
)
def test_row_14_repairs_go_by_the_schema(target, schema, sent, gets):
    turn = Turn(target, schema, strict=False)
    assert turn.runs_with(sent, **JSON_STRINGS) == gets


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "sent",
    [
        {"user": '{"name":1}'},
        {"user": '{"nam'},
        {"user": "x"},
        {"user": "[]"},
        {"user": '{"name":"x","name":"y"}'},
    ],
)
def test_row_14_what_does_not_fit_is_left(target, sent):
    turn = Turn(target, ROW_14, strict=False)
    assert isinstance(turn.runs_with(sent, **JSON_STRINGS), str)
    assert turn.decoded(sent, **JSON_STRINGS).repairs == ()


# ------------------------------------------------------- 15: integral floats


@pytest.mark.requirement("integral-floats")
@pytest.mark.parametrize("target", sorted(GEMINI))
def test_row_15_integers_by_schema_only(target):
    schema = obj(
        [],
        n={"type": "integer"},
        ratio={"type": "number"},
        many={"type": "array", "items": {"type": "integer"}},
        deep=obj(n={"type": ["integer", "null"]}),
        either={"anyOf": [{"type": "integer"}, {"type": "string"}]},
        pick={"enum": [1, 2]},
    )
    turn = Turn(target, schema, strict=False)
    sent = {
        "n": 3.0,
        "ratio": 2.0,
        "many": [1.0, 2.0],
        "deep": {"n": 4.0},
        "either": 5.0,
    }
    got = turn.runs_with(sent)
    assert got == sent
    assert type(got["n"]) is int
    assert type(got["ratio"]) is float
    assert [type(one) for one in got["many"]] == [int, int]
    assert type(got["deep"]["n"]) is int
    assert type(got["either"]) is int


@pytest.mark.parametrize("target", sorted(GEMINI))
def test_row_15_other_floats_are_left(target):
    turn = Turn(target, obj(n={"type": "integer"}), strict=False)
    assert isinstance(turn.runs_with({"n": 3.5}), str)


@pytest.mark.parametrize("target", TARGETS)
def test_row_15_integral_floats_pass_everywhere(target):
    """3.0 is an integer in JSON Schema 2020-12, 4.2.3 (data model)."""
    turn = Turn(target, obj(n={"type": "integer"}), strict=False)
    assert turn.runs_with({"n": 3.0}) == {"n": 3}


# ---------------------------------------------------------- 16: nullable enums

ROW_16 = {
    "type": "object",
    "properties": {"u": {"type": "string", "enum": ["C", "F"]}},
}


@pytest.mark.parametrize("target", OPENAI_STRICT)
def test_row_16_null_passes_type_and_enum(target):
    turn = Turn(target, ROW_16, strict=True)
    assert turn.takes({"u": None})
    assert turn.takes({"u": "C"})
    assert not turn.takes({"u": "K"})
    assert not turn.takes({})
    assert turn.runs_with({"u": None}) == {}
    assert turn.says({})


@everywhere
@pytest.mark.parametrize(
    "inner",
    [
        {"type": "string", "enum": ["C", "F"]},
        {"enum": ["C", "F"]},
        {"enum": ["C", 1]},
        {"const": "C"},
        {"type": "string", "const": "C"},
        {"$ref": "#/$defs/U"},
        {"anyOf": [{"const": "C"}, {"const": "F"}]},
        {"allOf": [{"$ref": "#/$defs/U"}]},
        {"type": "string", "pattern": "^C$"},
        {"type": "string", "minLength": 1},
    ],
)
def test_row_16_null_passes_whatever_stands_beside(target, strict, inner):
    schema = {
        **obj([], u=inner),
        "$defs": {"U": {"type": "string", "enum": ["C", "F"]}},
    }
    turn = Turn(target, schema, strict=strict)
    assert turn.says({})
    assert turn.says({"u": "C"})
    assert turn.runs_with({"u": None}) == {}


# ----------------------------------------------------------- the field cases

FAMILIES = {
    "openai": OPENAI,
    "anthropic": ["anthropic"],
    "gemini": sorted(GEMINI),
}


@pytest.fixture(scope="session")
def field_cases(cases):
    lines = (cases / "field-cases.jsonl").read_text("utf-8").splitlines()
    return {case["id"]: case for case in map(json.loads, lines)}


def targets_of(case):
    return [
        target
        for family in case["input"]["targets"]
        for target in FAMILIES[family]
    ]


def tool_of(entry):
    return Tool(name=entry["name"], input_schema=entry["inputSchema"])


def on_the_wire(turn, arguments):
    """What a model that keeps to the wire schema sends for arguments."""
    return turn.found.codec.encode(json.loads(arguments))


@pytest.mark.parametrize("strict", STRICT)
def test_definitions_stay_with_what_refers_to_them(field_cases, strict):
    """Case 12; dangling references are found by the rules of each target."""
    case = field_cases["microsoft/autogen#7594"]
    for target in targets_of(case):
        entry = case["input"]["mcp_entry"]
        turn = Turn(target, tool_of(entry), strict=strict)
        if target == "gemini-parameters":
            assert turn.found.status == "refused"
            assert "Node" in turn.found.reason
            continue
        for call, verdict in zip(
            case["input"]["calls"], case["checks"]["verdicts"], strict=True
        ):
            sent = on_the_wire(turn, call["arguments_json"])
            assert turn.dispatch(sent).is_error is (verdict == "reject")
        assert turn.found.schema["additionalProperties"] is False


def test_old_definitions_are_treated_alike(field_cases):
    """Case 12: `definitions` of draft-07 like `$defs`."""
    case = field_cases["microsoft/autogen#7594"]
    entry = case["input"]["mcp_entry"]
    text = json.dumps(entry["inputSchema"]).replace("$defs", "definitions")
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        **json.loads(text),
    }
    good = json.loads(case["input"]["calls"][0]["arguments_json"])
    for target, strict in EVERYWHERE:
        turn = Turn(target, schema, strict=strict)
        if target == "gemini-parameters":
            assert turn.found.status == "refused"
        else:
            assert turn.says(good), (target, strict)


@pytest.mark.parametrize("strict", STRICT)
def test_parameters_named_like_keywords_survive(field_cases, strict):
    """Case 13; what a target's rule for keys refuses is renamed and back."""
    case = field_cases["PrefectHQ/fastmcp#3576"]
    entry = case["input"]["mcp_entry"]
    names = set(entry["inputSchema"]["properties"])
    for target in targets_of(case):
        turn = Turn(target, tool_of(entry), strict=strict)
        sent = turn.found.schema["properties"]
        assert len(sent) == len(names)
        assert {"title", "properties", "anyOf"} <= set(sent)
        if target in OPENAI_STRICT:
            assert set(sent) == names
        assert set(turn.found.schema["required"]) <= set(sent)
        for call, verdict in zip(
            case["input"]["calls"], case["checks"]["verdicts"], strict=True
        ):
            wired = on_the_wire(turn, call["arguments_json"])
            result = turn.dispatch(wired)
            assert result.is_error is (verdict == "reject")
            if verdict == "accept":
                assert turn.got == [json.loads(call["arguments_json"])]


@everywhere
def test_a_function_whose_parameters_are_keywords(target, strict):
    """Case 13, from Python."""

    def add_card(
        title: str,
        type: str = "task",  # noqa: A002 - the names are the point
        default: int = 0,
        description: str = "",
        required: bool = False,
    ) -> str:
        return f"{title} {type} {default} {description} {required}"

    tool = Tool.from_function(add_card)
    turn = Turn(target, tool, strict=strict)
    sent = turn.found.schema["properties"]
    assert set(sent) == {
        "title",
        "type",
        "default",
        "description",
        "required",
    }
    call = turn.decoded(turn.found.codec.encode({"title": "t"}))
    assert turn.registry.gate.dispatch_call(call).text == "t task 0  False"


def rank_of(got):
    def rank(
        items: list[str],
        order: Literal["asc", "desc"] | None = None,
        top: int = 10,
    ) -> list[str]:
        got.append({"items": items, "order": order, "top": top})
        return items

    return Tool.from_function(rank)


@pytest.mark.parametrize("target", OPENAI_STRICT)
def test_strict_is_really_strict(field_cases, target):
    """Case 14: null passes type and enum, and means left out."""
    case = field_cases["livekit/agents#5080"]
    got = []
    turn = Turn(target, rank_of(got), strict=True)
    assert turn.found.strict
    verdicts = [
        "accept" if turn.takes(value) else "reject"
        for value in case["input"]["against_export"]
    ]
    assert verdicts == case["checks"]["against_export"]
    (call,) = case["input"]["calls_after_strict_export"]
    result = turn.dispatch(call["arguments_json"])
    assert not result.is_error
    assert got == case["checks"]["handler_gets"]


@pytest.mark.parametrize("target", STRICT_TARGETS)
@pytest.mark.parametrize("strict", STRICT)
def test_what_cannot_be_strict_is_not(field_cases, target, strict):
    """Case 14: a map and an open object; never strict and open."""
    case = field_cases["livekit/agents#5080"]
    first, second = case["input"]["not_strictable"]
    turn = Turn(target, first, strict=strict)
    (sent,) = turn.exported.tools
    wired = schema_of(target, sent)
    assert schema_faults(target, wired, strict=turn.found.strict) == []
    assert turn.says({"env": {"A": "b"}})
    turn = Turn(target, second, strict=strict)
    if turn.found.strict:
        assert turn.says({"a": "x", "b": [1]}) or turn.entries("narrowed")
    else:
        assert turn.says({"a": "x", "b": [1]})


@pytest.mark.parametrize("target", OPENAI_STRICT)
def test_objects_are_closed_with_and_without_a_type(field_cases, target):
    """Case 14: below the root, since a root has a type."""
    case = field_cases["livekit/agents#5080"]
    for inner in case["input"]["must_close"]:
        turn = Turn(target, obj(o=inner), strict=True)
        if not turn.found.strict:
            assert turn.found.reason
            continue
        assert turn.entries("narrowed")
        assert not turn.takes({"o": {"a": "x", "b": 1}})
        assert turn.says({"o": {"a": "x"}})


@pytest.mark.requirement("wire-names")
@pytest.mark.parametrize("target", TARGETS)
def test_names_fit_stay_apart_and_lead_back(field_cases, target):
    """Case 15."""
    case = field_cases["openai/codex#8174"]
    names = case["input"]["tool_names"]
    got = []

    def registered(order):
        registry = ToolRegistry()
        for name in order:
            registry.register(
                Tool(
                    name=name,
                    origin="server",
                    handler=lambda arguments, name=name: got.append(name),
                )
            )
        return registry

    registry = registered(names)
    exported = wire.export(registry, to=target)
    assert request_faults(target, exported.tools) == []
    wired = {name: exported[name].wire_name for name in names}
    assert len(set(wired.values())) == len(names)
    for name, wire_name in wired.items():
        assert re.fullmatch(case["checks"]["pattern"], wire_name)
        if target in GEMINI:
            assert re.match("[a-zA-Z_]", wire_name)
        call = exported.decode(call_item(target, wire_name, {}))
        assert call.name == name
        assert call.wire_name == wire_name
        registry.gate.dispatch_call(call)
        registry.call(name, {})
        assert got[-2:] == [name, name]
    turned = wire.export(registered(names[::-1]), to=target)
    assert {name: turned[name].wire_name for name in names} == wired
    assert exported["mail_send"].wire_name == "mail_send"


@pytest.mark.parametrize("target", TARGETS)
def test_a_name_that_looks_made_is_kept_apart(target):
    """What one name becomes may be another tool's own name."""
    first = Tool(name="mail.send", origin="server")
    made = wire.export([first], to=target)["mail.send"].wire_name
    tools = [first]
    if made != "mail.send":
        tools.append(Tool(name=made, origin="server"))
    exported = wire.export(tools, to=target)
    assert request_faults(target, exported.tools) == []
    for tool in tools:
        name = exported[tool.name].wire_name
        call = exported.decode(call_item(target, name, {}))
        assert call.name == tool.name
