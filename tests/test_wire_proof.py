"""
The machinery that proves the wire, itself put to the proof.

Its converters are small, know one kind of schema only, and all but two of
them are wrong: each breaks one law, in a way that some converter in use
does. A law that lets its wrong converter pass proves nothing.
"""

from __future__ import annotations

import copy
import json
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from toolgate import Tool
from toolgate.unset import UNSET
from wire_laws import (
    LawBroken,
    all_laws,
    as_read,
    law_encoding,
    law_entries,
    relaxed,
    restricted,
    same_json,
)
from wire_schemas import cycles, nodes, oracle
from wire_strategies import (
    DRAFT_07,
    accepted,
    author_schemas,
    candidates,
    is_taken,
)

TEXT = {"type": "string"}


class Change(NamedTuple):
    pointer: str
    keyword: str
    old: Any
    new: Any
    kind: str = "encoded"
    enforced_by: str = "gate"
    rule: str = "test"


class Codec:
    """Drops nulls of the names given, and puts them in on the way out."""

    def __init__(self, optional=()):
        self.optional = optional

    def decode(self, arguments):
        return {
            key: value
            for key, value in arguments.items()
            if value is not None or key not in self.optional
        }

    def encode(self, arguments):
        return {**dict.fromkeys(self.optional), **arguments}


def result(schema, changes=(), codec=None, **fields):
    return SimpleNamespace(
        **{
            "status": "changed" if changes else "exact",
            "reason": None,
            "strict": True,
            "schema": schema,
            "changes": changes,
            "codec": codec or Codec(),
            **fields,
        }
    )


class Exported:
    def __init__(self, found):
        self.found = found
        self.report = repr(found.changes)
        self.tools = [
            {
                "type": "function",
                "function": {
                    "name": "t",
                    "parameters": found.schema,
                    "strict": True,
                },
            }
        ]

    def __getitem__(self, name):
        return self.found


def exporter(convert):
    """An export that knows one tool and Chat only."""

    def export(tools, *, to):
        (tool,) = tools
        return Exported(convert(tool.input_schema))

    return export


def optionals(schema):
    return [
        name
        for name in schema["properties"]
        if name not in schema.get("required", ())
    ]


def nullable(schema):
    """Make what may be absent nullable, and require it."""
    names = optionals(schema)
    found = copy.deepcopy(schema)
    for name in names:
        found["properties"][name]["type"] = ["string", "null"]
    found["required"] = list(found["properties"])
    return found, names


def encoded_entries(names):
    return tuple(
        Change(f"/properties/{name}", "type", "string", ["string", "null"])
        for name in names
    )


def right(schema):
    found, names = nullable(schema)
    return result(found, encoded_entries(names), Codec(names))


def told_narrowing(schema):
    """Require what may be absent, and say so: no loss that is not told."""
    names = optionals(schema)
    if not names:
        return result(schema)
    required = list(schema["properties"])
    change = Change(
        "",
        "required",
        schema.get("required", UNSET),
        required,
        kind="narrowed",
    )
    return result({**schema, "required": required}, (change,))


def keeps_nulls(schema):
    """The nulls come back and nobody takes them out."""
    found, names = nullable(schema)
    return result(found, encoded_entries(names), Codec())


def requires(schema):
    """What openai's own converter does: no null, and no word."""
    return result({**schema, "required": list(schema["properties"])})


def drops(schema):
    """Drops more nulls than it put in, so a value comes back changed."""
    found, names = nullable(schema)
    codec = Codec(names)
    codec.decode = lambda value: {
        key: inner for key, inner in value.items() if inner
    }
    return result(found, encoded_entries(names), codec)


def loses_a_property(schema):
    found, names = nullable(schema)
    found["properties"].pop("b", None)
    found["required"] = list(found["properties"])
    kept = [name for name in names if name in found["properties"]]
    return result(found, encoded_entries(kept), Codec(kept))


def opens(schema):
    """Leaves the object open, against the target's rule."""
    found, names = nullable(schema)
    del found["additionalProperties"]
    return result(
        found,
        (
            *encoded_entries(names),
            Change("", "additionalProperties", False, UNSET, "widened"),
        ),
        Codec(names),
    )


def grows(schema):
    """Adds a sentence at each export."""
    one = right(schema)
    text = one.schema.get("description", "")
    one.schema["description"] = f"{text} Fill all of it."
    return one


def lies(schema):
    """Its entry tells an old value that never stood there."""
    one = right(schema)
    one.changes = tuple(
        change._replace(old="integer") for change in one.changes
    )
    return one


def silent(schema):
    """Calls itself exact, with a loss."""
    one = told_narrowing(schema)
    one.status = "exact"
    return one


class Counting:
    """Gives other bytes at each export."""

    def __init__(self):
        self.count = 0

    def __call__(self, schema):
        self.count += 1
        one = right(schema)
        one.schema["title"] = f"T{self.count}"
        return one


class Mutating:
    """What two of the converters in use do to the caller's dict."""

    def __call__(self, schema):
        found, names = nullable(schema)
        schema["required"] = found["required"]
        return result(found, encoded_entries(names), Codec(names))


def make(name, schema):
    return Tool(name=name, input_schema=schema)


class OpenTool:
    """A tool that hands out its own dict: what a converter may spoil."""

    def __init__(self, name, schema):
        self.name = name
        self.input_schema = schema


CLOSED = {
    "type": "object",
    "properties": {"a": TEXT, "b": {"type": "string", "maxLength": 2}},
    "required": ["a"],
    "additionalProperties": False,
}
OPTIONS = {"to": "openai-chat"}


def held(convert, schema=CLOSED, make=make):
    return all_laws(
        exporter(convert),
        make,
        copy.deepcopy(schema),
        options=OPTIONS,
        seed=1,
    )


def test_a_right_converter_passes():
    status, decoded, encoded = held(right)
    assert status == "changed"
    assert decoded > 3
    assert encoded > 3


def test_a_loss_that_is_told_passes():
    status, decoded, encoded = held(told_narrowing)
    assert status == "changed"
    assert decoded > 1
    assert encoded > 1


def test_nothing_to_do_is_exact():
    schema = {**CLOSED, "required": ["a", "b"]}
    assert held(right, schema)[0] == "exact"


WRONG = [
    (keeps_nulls, "the wire takes what the relaxed schema refuses"),
    (requires, "the restricted schema takes what the wire refuses"),
    (drops, "what came back is another value"),
    (loses_a_property, "the restricted schema takes what the wire refuses"),
    (opens, "the target refuses the request"),
    (grows, "exporting what was exported changes more"),
    (Counting(), "two exports differ"),
    (lies, "an entry whose old value is not what stood there"),
    (silent, "an exact tool with changes"),
]


@pytest.mark.parametrize(("convert", "law"), WRONG)
def test_a_wrong_converter_is_caught(convert, law):
    with pytest.raises(LawBroken, match=law):
        held(convert)


def test_who_changes_the_schema_is_caught():
    with pytest.raises(LawBroken, match="schema was changed"):
        held(Mutating(), make=OpenTool)


def test_a_union_made_wider_has_to_be_told():
    """`oneOf` to `anyOf`, where both branches may hold."""
    author = {
        "type": "object",
        "properties": {
            "n": {"oneOf": [{"type": "integer"}, {"type": "number"}]}
        },
        "required": ["n"],
        "additionalProperties": False,
    }
    branches = author["properties"]["n"]["oneOf"]

    def convert(changes):
        def run(schema):
            found = copy.deepcopy(schema)
            union = found["properties"]["n"]
            if "oneOf" not in union:
                return result(found)
            union["anyOf"] = union.pop("oneOf")
            return result(found, changes)

        return run

    told = (
        Change("/properties/n", "oneOf", branches, UNSET, "widened"),
        Change("/properties/n", "anyOf", UNSET, branches, "widened"),
    )
    with pytest.raises(LawBroken, match="relaxed schema refuses"):
        held(convert(()), author)
    assert held(convert(told), author)[0] == "changed"


def test_a_map_closed_to_nothing_has_to_be_told():
    author = {
        "type": "object",
        "properties": {
            "tags": {"type": "object", "additionalProperties": TEXT}
        },
        "required": ["tags"],
    }
    wire = copy.deepcopy(author)
    wire["properties"]["tags"]["additionalProperties"] = False
    with pytest.raises(LawBroken, match="the wire refuses"):
        law_encoding(author, result(wire), "openai-chat", 1)
    told = Change(
        "/properties/tags", "additionalProperties", TEXT, False, "narrowed"
    )
    assert law_encoding(author, result(wire, (told,)), "openai-chat", 1)


def test_inner_entries_are_made_before_outer_ones():
    """What moves to another keyword takes its own changes along."""
    branches = [{"type": "string", "minLength": 2}, {"type": "null"}]
    author = {"type": "object", "properties": {"a": {"oneOf": branches}}}
    changes = (
        Change("/properties/a", "oneOf", branches, UNSET, "widened"),
        Change("/properties/a", "anyOf", UNSET, branches, "widened"),
        Change("/properties/a/oneOf/0", "minLength", 2, UNSET, "widened"),
        Change("", "additionalProperties", UNSET, False, "narrowed"),
    )
    assert relaxed(author, changes) == {
        "type": "object",
        "properties": {"a": {"anyOf": [TEXT, {"type": "null"}]}},
    }
    assert restricted(author, changes) == {
        **author,
        "additionalProperties": False,
    }
    assert author["properties"]["a"]["oneOf"] is branches


def test_entries_reach_through_odd_names_and_booleans():
    author = {"properties": {"a/b~": True}, "allOf": [{"minimum": 1}]}
    changes = (
        Change("/properties/a~1b~0", "type", UNSET, ["string"], "narrowed"),
        Change("/allOf/0", "minimum", 1, 2, "narrowed"),
    )
    assert restricted(author, changes) == {
        "properties": {"a/b~": {"type": ["string"]}},
        "allOf": [{"minimum": 2}],
    }
    assert relaxed(author, changes) == author
    law_entries(author, result(author, changes))


@pytest.mark.parametrize(
    "change",
    [
        Change("/properties/x", "type", UNSET, "string"),
        Change("/properties/a", "type", "string", "string", "widened"),
        Change("/properties/a", "type", UNSET, "string"),
        Change("/properties/a", "type", "string", UNSET, "lost"),
        Change("/properties/a", "type", "string", UNSET, enforced_by="me"),
    ],
)
def test_entries_that_tell_nothing_true(change):
    with pytest.raises(LawBroken):
        law_entries(CLOSED, result(CLOSED, (change,)))


def test_gemini_reads_one_of_as_any_of():
    schema = {"properties": {"oneOf": {"oneOf": [TEXT, {"minLength": 1}]}}}
    assert as_read("gemini", schema)["properties"] == {
        "oneOf": {"anyOf": [TEXT, {"minLength": 1}]}
    }
    both = {"anyOf": [TEXT], "oneOf": [TEXT, {"minLength": 1}]}
    check = oracle(as_read("gemini", both))
    assert check.is_valid("ab")
    assert not check.is_valid(1)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (1, 1.0, True),
        (True, 1, False),
        ([0], [False], False),
        ({"a": 1}, {"a": 1, "b": None}, False),
        ([1], [1, 2], False),
        (None, False, False),
        ("", None, False),
    ],
)
def test_sameness_is_that_of_json(left, right, same):
    assert same_json(left, right) is same


# ----------------------------------------------------------- the strategies

STILL = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@STILL
@given(author_schemas())
def test_schemas_of_authors_are_taken(schema):
    assert is_taken(schema)
    assert schema["type"] == "object"
    assert json.loads(json.dumps(schema)) == schema


@STILL
@given(author_schemas(draft7=True))
def test_schemas_of_draft_07(schema):
    assert schema["$schema"] == DRAFT_07
    oracle(schema).check_schema(schema)


def seen(count=500):
    """Draw many schemas; return their keywords and what else they show."""
    shown: set[str] = set()
    tried = [0, 0]

    @settings(STILL, max_examples=count)
    @given(author_schemas() | author_schemas(draft7=True), st.integers(0, 99))
    def draw(schema, seed):
        for node in nodes(schema):
            if isinstance(node.schema, dict):
                shown.update(node.schema)
                if isinstance(node.schema.get("items"), list):
                    shown.add("items in draft-07")
                if "$ref" in node.schema and len(node.schema) > 1:
                    shown.add("siblings")
            else:
                shown.add("boolean")
            if node.keyword in {"$defs", "definitions"}:
                shown.add(f"name {node.key}")
        if cycles(schema):
            shown.add("recursion")
        tried[0] += 1
        tried[1] += bool(accepted(schema, seed))

    draw()
    return shown, tried


def test_the_kinds_of_the_field_are_drawn():
    """All that the laws are said to hold for turns up, and has values."""
    shown, (schemas, with_values) = seen()
    wanted = {
        *("$ref", "$defs", "definitions", "$anchor", "allOf", "anyOf"),
        *("oneOf", "not", "if", "then", "else", "const", "enum"),
        *("dependentRequired", "dependencies", "prefixItems", "contains"),
        *("additionalItems", "patternProperties", "propertyNames"),
        *("minProperties", "uniqueItems", "multipleOf", "pattern"),
        *("format", "exclusiveMinimum", "minimum", "maximum"),
        *("minLength", "maxLength", "minItems", "maxItems", "title"),
        *("description", "default", "examples", "$schema", "boolean"),
        *("items in draft-07", "siblings", "recursion"),
        *("name a/b", "name t~x", "name my def"),
    }
    assert sorted(wanted - shown) == []
    assert with_values > 0.85 * schemas


def test_values_are_the_same_for_a_seed():
    assert candidates(CLOSED, 7) == candidates(CLOSED, 7)
    assert candidates(CLOSED, 7) != candidates(CLOSED, 8)
    values = accepted(CLOSED, 7)
    assert len(values) > 3
    assert all(map(oracle(CLOSED).is_valid, values))
    assert any("b" in value for value in values)
    assert any("b" not in value for value in values)


def test_some_values_miss():
    """The mutations reach over the edge, so that refusing is tried too."""
    check = oracle(CLOSED)
    assert not all(map(check.is_valid, candidates(CLOSED, 7)))
