"""The fast engine: its verdicts, and how its refusals are told."""

from __future__ import annotations

import json
import sys

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from json_values import values
from judging import fast, plain
from toolgate.registry import ToolRegistry
from toolgate.schema.cache import ValidatorCache
from toolgate.schema.dialects import DRAFT_2020_12
from toolgate.schema.engine_fast import (
    FastEngine,
    has_long_integer,
)
from toolgate.schema.workshop import Workshop
from toolgate.tool import Tool


def test_check_is_the_validators_own_method():
    """No Python lies between the gate and the verdict."""
    schema = fast({"type": "integer"})
    assert type(schema.check).__name__ == "builtin_function_or_method"
    assert schema.check(1)
    assert not schema.check("1")


CLOSED = {
    "type": "object",
    "properties": {
        "n": {"type": "integer", "minimum": 1},
        "tags": {"items": {"enum": ["a", ["b"]]}},
    },
    "required": ["n", "m"],
    "additionalProperties": False,
}


def test_simple_refusals_are_told_from_the_engines_own_errors(monkeypatch):
    """As the plain engine tells them, which is not asked here."""
    value = {"n": 1.5, "tags": ["a", "c"], "z": 1}
    expected = plain(CLOSED).violations(value)
    schema = fast(CLOSED)
    monkeypatch.setattr(Workshop, "_plain", None)
    assert schema.violations(value) == expected
    assert len(expected) == 4
    # The second time, what is asked for is known.
    assert schema.violations(value) == expected


@pytest.mark.parametrize("items", [99, 100, 301, 5000])
def test_many_violations_are_told_alike(items):
    schema = {"items": {"type": "null"}}
    value = [1] * items
    first, second = plain(schema), fast(schema)
    assert second.explain(value, 5) == first.explain(value, 5)


def test_a_refusal_is_never_empty():
    """Should the engines differ, the whole schema is what refuses."""

    class Doubtful:
        @staticmethod
        def is_valid(_value):
            return False

        @staticmethod
        def iter_errors(_value):
            return iter(())

    class Satisfied:
        @staticmethod
        def explain(value, limit):
            return plain({}).explain(value, limit)

    engine = FastEngine(Doubtful, {}, DRAFT_2020_12, Satisfied)
    for _ in range(2):
        answer = engine.explain({"a": 1}, 5)
        (found,) = answer.violations
        assert (found.keyword, found.received) == ("false", "object")
        assert not answer.exact


@pytest.mark.parametrize("value", [[2**60, 2**60 + 1], [2**70, 2.0**70], [3]])
def test_long_integers_are_judged_by_the_plain_engine(value):
    schema = {"uniqueItems": True, "items": {"minimum": 4.5}}
    assert fast(schema).is_valid(value) is plain(schema).is_valid(value)
    assert fast(schema).violations(value) == plain(schema).violations(value)


@given(values)
def test_long_integers_are_found_wherever_they_are(value):
    def every(here):
        yield here
        if isinstance(here, (dict, list)):
            for each in here.values() if isinstance(here, dict) else here:
                yield from every(each)

    expected = any(
        (type(each) is int and abs(each) >= 2**55)
        or (type(each) is float and abs(each) > 2**53)
        for each in every(value)
    )
    assert has_long_integer(value) is expected


ODD = [
    "0", "1", "01", "001", "+1", "-1", "-0", "200", "", "~", "/", "~0", "~1",
    "~01", "a/b", "/0", "é", "0é", "\u0661", "1.0", "1e0", " 1", "1_0", "%30",
    "#", "type", "properties", "items", "additionalProperties", "$ref", "😀",
    "\0", "n" * 3_000, "9" * 19, str(2**64 - 1), str(2**64), "9" * 3_000,
]  # fmt: skip
INTEGER = {"type": "integer"}


def agreed(schema, value):
    """What both engines say, which is one thing, down to the steps' types."""
    first, second = plain(schema), fast(schema)
    expected = first.violations(value)
    assert not first.is_valid(value)
    assert not second.is_valid(value)
    for size in (None, 0):
        found = second.explain(value, 100, size=size).violations
        assert found == expected
        assert [step_types(one) for one in found] == [
            step_types(one) for one in expected
        ]
    return {(one.keyword, one.instance_path, one.names) for one in expected}


def step_types(one):
    steps = one.instance_path + one.schema_path + one.names
    return [type(step) for step in steps]


@pytest.mark.parametrize("name", ODD, ids=lambda name: ascii(name)[:20])
def test_odd_names_are_told_by_their_names(name):
    """The expected places are those where the test put the faults."""
    failing, type_at = {name: "x"}, {("type", (name,), ())}
    assert agreed({"additionalProperties": INTEGER}, failing) == type_at
    assert agreed({"properties": {name: INTEGER}}, failing) == type_at
    assert agreed({"patternProperties": {"": INTEGER}}, failing) == type_at
    assert agreed({"required": [name]}, {}) == {("required", (), (name,))}
    closed = {"properties": {"b": {}}, "additionalProperties": False}
    assert agreed(closed, failing) == {("additionalProperties", (), (name,))}
    assert agreed({"additionalProperties": False}, failing) == {
        ("additionalProperties", (), (name,))
    }
    nested = {"properties": {name: {"additionalProperties": INTEGER}}}
    assert agreed(nested, {name: {name: "x", "b": 1}}) == {
        ("type", (name, name), ())
    }
    rows = {
        "items": {
            "properties": {name: {"items": {"properties": {name: INTEGER}}}},
            "required": [name],
        }
    }
    assert agreed(rows, [{}, {name: [{}, {name: 0.5}]}]) == {
        ("required", (0,), (name,)),
        ("type", (1, name, 1, name), ()),
    }


def test_names_that_read_as_one_number_are_told_apart():
    value = {"1": "x", "01": "x", "+1": "x", "11": "x", "": "x"}
    expected = {("type", (name,), ()) for name in value}
    assert agreed({"additionalProperties": INTEGER}, value) == expected
    declared = {"properties": {"1": INTEGER, "01": INTEGER}}
    assert agreed(declared, {"1": 1, "01": "x"}) == {("type", ("01",), ())}
    assert agreed(declared, {"1": "x", "01": 1}) == {("type", ("1",), ())}
    surplus = {"properties": {"1": {}}, "additionalProperties": INTEGER}
    assert agreed(surplus, {"1": "x", "01": "x"}) == {("type", ("01",), ())}


def test_a_lost_name_leads_nowhere_else():
    """Without the empty name, the paths would fit other places."""
    schema = {"additionalProperties": {"additionalProperties": INTEGER}}
    assert agreed(schema, {"": {"a": "x"}, "a": {"b": 1}}) == {
        ("type", ("", "a"), ())
    }
    deeper = {"additionalProperties": INTEGER}
    schema = {
        "properties": {
            "": {"additionalProperties": INTEGER},
            "additionalProperties": INTEGER,
        }
    }
    value = {"": {"additionalProperties": "x"}, "additionalProperties": 1}
    assert agreed(schema, value) == {
        ("type", ("", "additionalProperties"), ())
    }
    assert agreed({"items": deeper}, [{"": "x"}]) == {("type", (0, ""), ())}


def test_numeric_names_need_no_second_explanation(monkeypatch):
    schema = {
        "properties": {"200": INTEGER},
        "additionalProperties": {"items": INTEGER},
    }
    value = {"200": "x", "0": [1, "x"], "10": 1}
    expected = plain(schema).violations(value)
    second = fast(schema)
    monkeypatch.setattr(Workshop, "_plain", None)
    assert second.violations(value) == expected
    assert len(expected) == 2


odd_names = st.sampled_from(ODD) | st.from_regex("[-+0]?[0-9]{1,2}|[~/01]*")


@st.composite
def odd_cases(draw):
    """A simple schema with odd names, and a value that uses some of them."""
    pool = draw(st.lists(odd_names, min_size=2, max_size=5, unique=True))
    some = st.sampled_from(pool)
    leaves = st.sampled_from([INTEGER, {"maximum": 3}, {"enum": ["x"]}])

    def objects(inner):
        members = st.dictionaries(some, inner, max_size=3)
        return st.fixed_dictionaries(
            {},
            optional={
                "properties": members,
                "additionalProperties": inner | st.just(value=False),
                "required": st.lists(some, max_size=2, unique=True),
                "items": inner,
                "patternProperties": st.dictionaries(
                    st.sampled_from(["^0", "1$", "^$"]), inner, max_size=1
                ),
            },
        )

    leaf = st.sampled_from([1, 9, "x", 0.5])
    value = st.recursive(
        leaf,
        lambda inner: (
            st.dictionaries(some, inner, max_size=4)
            | st.lists(inner, max_size=3)
        ),
        max_leaves=8,
    )
    return draw(st.recursive(leaves, objects, max_leaves=6)), draw(value)


@settings(max_examples=200, deadline=None)
@given(odd_cases())
def test_odd_names_are_told_alike(case):
    schema, value = case
    first, second = plain(schema), fast(schema)
    expected = first.violations(value)
    found = second.violations(value)
    assert found == expected
    assert [step_types(one) for one in found] == [
        step_types(one) for one in expected
    ]


class Reported:
    """An error of the engine, or of an engine to come."""

    class kind:  # noqa: N801 - as the engine calls it
        property = "a"

    def __init__(self, schema_path, instance_path):
        self.schema_path = schema_path
        self.instance_path = instance_path


@pytest.mark.parametrize(
    "errors",
    [
        [None],
        [Reported([], [])],
        [Reported(None, None)],
        [Reported(["properties", "a", "type"], None)],
        [Reported(["properties", "a", "type"], ["a", "b"])],
        [Reported(["properties", "a", "type"], [])],
        [Reported([["properties"]], ["a"])],
        [Reported(["additionalProperties"], [])],
        [Reported(["properties", "b", "type"], ["b"])],
        [Reported(["properties", "c", "type"], ["c"])],
        [Reported(["properties", "a", "type"], ["a"])] * 101,
    ],
)
def test_what_the_engine_should_not_say_is_told_by_the_plain_one(errors):
    class Odd:
        @staticmethod
        def is_valid(_value):
            return False

        @staticmethod
        def iter_errors(_value):
            return iter(errors)

    class Panicking(Odd):
        @staticmethod
        def iter_errors(_value):
            raise ValueError("recursion limit")

    schema = {
        "properties": {"a": INTEGER, "b": INTEGER},
        "additionalProperties": False,
    }
    expected = plain(schema).violations({"a": "x"})
    for validator in (Odd, Panicking):
        engine = FastEngine(
            validator, schema, DRAFT_2020_12, lambda: plain(schema)
        )
        assert engine.explain({"a": "x"}, 100).violations == expected


@pytest.mark.parametrize("name", ["0", "01", "200", "", "~1"])
def test_calls_with_odd_names_are_refused(name):
    """Arguments and outputs: a refusal is an answer, never an exception."""
    schema = {"type": "object", "additionalProperties": INTEGER}
    answers = []
    for engine in ("jsonschema", "jsonschema-rs"):
        registry = ToolRegistry(validators=ValidatorCache(engine=engine))
        registry.register(Tool(name="t", input_schema=schema, handler=dict))
        registry.register(
            Tool(name="u", output_schema=schema, handler=lambda _: {name: "x"})
        )
        answers.append(
            [
                (answer.is_error, answer.text)
                for answer in (
                    registry.gate.dispatch("c", "t", json.dumps({name: "x"})),
                    registry.gate.dispatch("c", "u", "{}"),
                )
            ]
        )
    assert answers[0] == answers[1]
    assert all(is_error for is_error, _ in answers[0])


ROWS = {
    "required": {"required": [f"{number:x}" for number in range(1_000)]},
    "enum": {"enum": [f"v{number:05d}" for number in range(8_000)]},
    "const": {"const": ["v" * 10] * 8_000},
}


@pytest.mark.parametrize("keyword", ROWS)
def test_errors_are_few_before_they_are_made(keyword, monkeypatch):
    """A short text under a wide schema: the plain engine stops in time."""
    schema = fast({"items": ROWS[keyword]})
    engine = schema._engine()[1]
    made = []

    class Counting:
        def iter_errors(self, value):
            made.append(value)
            return []

    monkeypatch.setattr(engine, "_validator", Counting())
    for size in (None, 600):
        assert engine.explain([{}] * 200, 5, size=size).found
    assert made == []
    # One value among them is asked for, and answered as by the other engine.
    narrow = fast({"items": {"required": ["a", "b"]}})
    monkeypatch.setattr(narrow._engine()[1], "_validator", Counting())
    assert narrow.explain([{}], 5, size=4).found
    assert made == [[{}]]


@pytest.fixture
def cut():
    """The host lets Python write and read 640 digits at most."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    yield
    sys.set_int_max_str_digits(before)


NUMBER = {"type": "number"}


@pytest.mark.parametrize(
    "schema",
    [
        NUMBER,
        {"type": ["number"]},
        {"type": ["number", "null"]},
        {"not": NUMBER},
        {"if": NUMBER, "then": False},
        {"oneOf": [NUMBER, {"type": "integer"}]},
        {"contains": NUMBER},
        {"items": {"not": {"type": ["number"]}}},
    ],
)
@pytest.mark.parametrize("compiled_before", [True, False])
def test_long_integers_are_numbers_whatever_the_host_says(
    schema, compiled_before, request
):
    first = fast(schema) if compiled_before else None
    expected = [
        plain(schema).is_valid(value) for value in (10**700, [10**700])
    ]
    request.getfixturevalue("cut")
    schema = first or fast(schema)
    found = [schema.is_valid(value) for value in (10**700, [10**700])]
    assert found == expected


@pytest.mark.parametrize(
    "schema",
    [
        {"required": ["a"]},
        {"required": ["a"], "properties": {"a": {}}},
        {"required": ["a"], "properties": {"b": {}}},
        {"required": ["a", "b"], "properties": {"b": {}}},
        {"required": ["a"], "properties": {"b": {}}, "minProperties": 2},
    ],
)
@pytest.mark.parametrize("value", [{}, {"a": 1}, {"b": 1}, {"a": 1, "c": 2}])
def test_a_name_that_is_there_is_not_told_as_missing(schema, value):
    """The engine says so where a closed object asks for one unknown name."""
    schema = {"type": "object", "additionalProperties": False, **schema}
    stock = {
        (error.validator, tuple(error.absolute_path))
        for error in jsonschema.Draft202012Validator(schema).iter_errors(value)
    }
    for engine in ("jsonschema", "jsonschema-rs"):
        compiled = ValidatorCache(engine=engine).get(schema)
        told = compiled.violations(value)
        assert {(one.keyword, one.instance_path) for one in told} == stock
        assert all(
            one.names[0] not in value
            for one in told
            if one.keyword == "required"
        )
