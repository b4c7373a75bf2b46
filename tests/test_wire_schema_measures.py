"""A wire schema is small enough for its target, or is not sent."""

from __future__ import annotations

import pytest

from toolgate.wire.schema.measures import check_cycles, check_limits
from toolgate.wire.schema.profile import Limits
from toolgate.wire.schema.rewriting import CannotSayError

TEXT = {"type": "string"}


def obj(**properties):
    return {
        "type": "object",
        "properties": properties,
        "required": [*properties],
    }


NESTED = obj(a={"type": "array", "items": {"anyOf": [obj(b=TEXT), TEXT]}})
MANY = {"enum": ["ab"] * 251}


@pytest.mark.parametrize(
    ("schema", "limit", "size", "what"),
    [
        (NESTED, "properties", 2, "properties"),
        (NESTED, "depth", 2, "objects inside one another"),
        # Definitions are measured each by itself.
        (
            {**obj(a={"$ref": "#/$defs/d"}), "$defs": {"d": NESTED}},
            "depth",
            2,
            "objects inside one another",
        ),
        (
            {**obj(abc={"$ref": "#/$defs/d"}), "$defs": {"d": {}, "ef": {}}},
            "characters",
            6,
            "characters in names and enums",
        ),
        (
            obj(a={"enum": ["abc", 12345]}, b={"const": "de"}, c={"const": 1}),
            "characters",
            8,
            "characters in names and enums",
        ),
        (obj(a={"enum": [1, 2]}, b=MANY), "enum_values", 253, "enum values"),
        (
            obj(a=MANY, b={"enum": ["x" * 1000]}),
            "enum_characters",
            502,
            "characters in one enum",
        ),
    ],
)
def test_a_limit_holds(schema, limit, size, what):
    check_limits(schema, Limits(**{limit: size}))
    check_limits(schema, Limits())
    with pytest.raises(CannotSayError) as caught:
        check_limits(schema, Limits(**{limit: size - 1}))
    assert str(caught.value) == f"{size} {what}; the target takes {size - 1}"


def test_objects_beside_one_another_are_not_deep():
    check_limits(obj(a=obj(b=TEXT), c=obj(d=TEXT)), Limits(depth=2))


def test_up_to_250_values_may_be_long():
    check_limits(obj(a={"enum": ["ab"] * 250}), Limits(enum_characters=1))


def ref(name):
    return {"$ref": f"#/$defs/{name}"}


@pytest.mark.parametrize(
    "definitions",
    [
        {"a": obj(n=ref("a"))},
        {"a": {"anyOf": [TEXT, ref("a")]}},
        {"a": {"items": ref("a")}},
        {"a": {"prefixItems": [TEXT, ref("a")]}},
        {"a": {"additionalProperties": ref("a")}},
        {"b": {}, "a": obj(x=ref("b"), n=ref("c")), "c": obj(n=ref("a"))},
    ],
)
def test_what_must_be_there_may_not_lead_back(definitions):
    with pytest.raises(CannotSayError) as caught:
        check_cycles({"$defs": definitions})
    assert str(caught.value) == (
        "the definition a refers to itself through what must be there"
    )


@pytest.mark.parametrize(
    "definitions",
    [
        {},
        {"a": {"properties": {"n": ref("a")}}},
        {"a": obj(n=ref("b")), "b": {"properties": {"n": ref("a")}}},
        {"a": {"additionalProperties": False, "items": ref("b")}, "b": TEXT},
        # A loop further on is found from where it starts, not from here.
        {"a": obj(x=ref("b"), y=ref("b")), "b": TEXT},
    ],
)
def test_what_may_be_absent_may_lead_back(definitions):
    check_cycles({"$defs": definitions})


def test_a_schema_without_definitions_has_no_cycle():
    check_cycles(obj(a=TEXT))
