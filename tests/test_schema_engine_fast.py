"""The fast engine: its verdicts, and how its refusals are told."""

from __future__ import annotations

import pytest
from hypothesis import given

from json_values import values
from judging import DRAFT_07, fast, plain
from toolgate.schema.dialects import DRAFT_2020_12
from toolgate.schema.engine_fast import (
    FastEngine,
    has_long_integer,
    is_simple,
    is_small,
)
from toolgate.schema.workshop import Workshop


def test_check_is_the_validators_own_method():
    """No Python lies between the gate and the verdict."""
    schema = fast({"type": "integer"})
    assert type(schema.check).__name__ == "builtin_function_or_method"
    assert schema.check(1)
    assert not schema.check("1")


SIMPLE = [
    True,
    {},
    {"properties": {"a": {"type": "integer"}}, "additionalProperties": False},
    {"items": {"minLength": 2, "pattern": "a"}, "uniqueItems": True},
    {"additionalProperties": {"enum": [1]}, "properties": {"items": True}},
    {"title": "x", "default": False, "format": "date"},
]
NOT_SIMPLE = [
    False,
    {"anyOf": [{}]},
    {"$ref": "#/$defs/a", "$defs": {"a": {}}},
    {"items": False},
    {"prefixItems": [{}]},
    {"properties": {"additionalProperties": False}},
    {"additionalProperties": False},
    {"properties": {"a": {"not": {}}}},
]


@pytest.mark.parametrize("schema", SIMPLE)
def test_simple_schemas(schema):
    assert is_simple(schema, DRAFT_2020_12)


@pytest.mark.parametrize("schema", NOT_SIMPLE)
def test_schemas_that_are_not_simple(schema):
    assert not is_simple(schema, DRAFT_2020_12)
    assert not is_simple({"$schema": DRAFT_07, "items": [{}]}, DRAFT_2020_12)


@given(values)
def test_small_values_are_those_of_little_text(value):
    assert is_small(value) or len(str(value)) > 500
    assert not is_small([value] * 5_000)
    assert not is_small({"a": value, "b": "x" * 5_000})
    shared = [0] * 100
    assert not is_small([shared] * 100)


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
        type(each) is int and abs(each) >= 2**55 for each in every(value)
    )
    assert has_long_integer(value) is expected
