"""Law: both engines say the same, and what the untouched jsonschema says."""

from __future__ import annotations

import jsonschema
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from referencing import Registry

import strategies
from toolgate.exceptions import CyclicReferenceError
from toolgate.schema.cache import ValidatorCache

pytestmark = pytest.mark.requirement("engines-agree")

PLAIN = ValidatorCache(engine="jsonschema", max_size=8)
FAST = ValidatorCache(engine="jsonschema-rs", max_size=8)
STOCK = {
    False: jsonschema.Draft202012Validator,
    True: jsonschema.Draft7Validator,
}
often = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def compiled(schema):
    try:
        return PLAIN.get(schema), FAST.get(schema)
    except CyclicReferenceError:
        # jsonschema answers those with RecursionError.
        assume(False)


# The rule for what the untouched jsonschema may be held against. Verdicts:
# no decimals that floats cannot hold (here only 0.5 and 1.5 divide, which
# they can) and no pattern that `re` reads in another way (those here it
# reads alike). Keywords and paths: no unions, since toolgate tells of one
# branch; no unevaluated…, whose members jsonschema does not name; no `false`
# but those that end an array or close an object, since it has no keyword for
# the others.


def told(violations):
    return {(one.keyword, one.instance_path) for one in violations}


def told_by_stock(errors):
    return {(error.validator, tuple(error.absolute_path)) for error in errors}


@pytest.mark.parametrize("draft7", [False, True])
@often
@given(st.data())
def test_engines_agree(draft7, data):
    schema = data.draw(strategies.schemas(draft7=draft7))
    plain, fast = compiled(schema)
    stock = STOCK[draft7](schema, registry=Registry())
    for value in data.draw(
        st.lists(strategies.values, min_size=3, max_size=6)
    ):
        valid = plain.is_valid(value)
        assert fast.is_valid(value) is valid
        assert stock.is_valid(value) is valid
        violations = plain.violations(value)
        assert fast.violations(value) == violations
        assert bool(violations) is not valid


@pytest.mark.parametrize("draft7", [False, True])
@often
@given(st.data())
def test_engines_tell_what_jsonschema_tells(draft7, data):
    schema = data.draw(strategies.schemas(draft7=draft7, unions=False))
    plain, fast = compiled(schema)
    stock = STOCK[draft7](schema, registry=Registry())
    for value in data.draw(
        st.lists(strategies.values, min_size=3, max_size=6)
    ):
        expected = told_by_stock(stock.iter_errors(value))
        assert told(plain.violations(value)) == expected
        assert told(fast.violations(value)) == expected


@often
@given(st.lists(strategies.simple_schemas, min_size=1, max_size=2), st.data())
def test_simple_schemas_are_explained_alike(schemas, data):
    """What the fast engine's own errors say is what the plain engine says."""
    names = data.draw(
        st.permutations("ab") | st.permutations(strategies.ODD_NAMES)
    )
    schema = {
        "type": "object",
        "properties": dict(zip(names, schemas, strict=False)),
        "additionalProperties": data.draw(
            st.booleans() | strategies.simple_schemas
        ),
        "required": data.draw(st.sampled_from([[], names[:1], names[:2]])),
    }
    plain, fast = compiled(schema)
    stock = STOCK[False](schema)
    value = data.draw(
        st.dictionaries(st.sampled_from([*names[:4], "d"]), strategies.values)
    )
    violations = plain.violations(value)
    assert fast.violations(value) == violations
    assert told(violations) == told_by_stock(stock.iter_errors(value))


MONEY = {"type": "number", "multipleOf": 0.01}


@pytest.mark.parametrize(
    ("schema", "value", "valid"),
    [
        # Decimals are what their text says; jsonschema gets these wrong.
        (MONEY, 19.99, True),
        (MONEY, 0.07, True),
        (MONEY, 4.35, True),
        (MONEY, 4.355, False),
        (MONEY, 10**400, True),
        ({"multipleOf": 0.1}, 0.3, True),
        ({"multipleOf": 1e-7}, 3e-7, True),
        ({"multipleOf": 3}, 10**4000, False),
        ({"multipleOf": 3}, 10**4000 - 1, True),
        ({"multipleOf": 1e-300}, 10**4000, True),
        ({"multipleOf": 2**70}, 2**71, True),
        ({"multipleOf": 2**70}, 2**71 + 1, False),
        ({"type": "integer", "multipleOf": 0.123456789}, 1e308, False),
        # Numbers are compared as numbers, whatever their Python type.
        ({"const": 1}, 1.0, True),
        ({"const": 1}, True, False),
        ({"enum": [0]}, False, False),
        ({"enum": [2**64 + 1]}, float(2**64), False),
        ({"const": {"a": [1.0]}}, {"a": [1]}, True),
        ({"uniqueItems": True}, [1, True], True),
        ({"uniqueItems": True}, [1, 1.0], False),
        ({"maximum": 2**53}, 2**53 + 1, False),
        ({"minimum": 0.1}, 0, False),
        ({"type": "integer"}, 1e16, True),
        ({"type": "integer"}, True, False),
        # ECMA-262, where Python's `re` has other ideas.
        ({"pattern": "^[a-z]+$"}, "abc\n", False),
        ({"pattern": r"^\d$"}, "\u0663", False),
        ({"pattern": r"^\w$"}, "é", False),
        ({"pattern": r"^\p{L}+$"}, "Größe", True),
        ({"patternProperties": {r"\d$": False}}, {"a\u0663": 1}, True),
        # Lengths count characters, not bytes or UTF-16 units.
        ({"maxLength": 1}, "😀", True),
        # Other dialects' keywords are data.
        ({"dependencies": {"a": ["b"]}}, {"a": 1}, True),
        ({"additionalItems": False, "prefixItems": [{}]}, [1, 2], True),
        # A nested schema of the same dialect stays in its engine's hands.
        (
            {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "properties": {"in": {"$ref": "#"}, "p": MONEY},
                "additionalProperties": False,
            },
            {"in": {"in": {"p": 19.99}}},
            True,
        ),
        (
            {
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "properties": {
                    "in": {
                        "$schema": (
                            "https://json-schema.org/draft/2020-12/schema"
                        ),
                        "$ref": "#",
                        "pattern": r"^\d$",
                    }
                },
                "type": ["object", "string"],
            },
            {"in": "\u0663"},
            False,
        ),
        # Two spellings of one expression are two patterns.
        (
            {"patternProperties": {"^a": {"minimum": 1}, "^[a]": False}},
            {"a": 1},
            False,
        ),
        # No `format` is asserted unless somebody asks for it.
        ({"format": "ipv4"}, "no", True),
    ],
)
def test_fixed_cases(validators, schema, value, valid):
    compiled = validators.get(schema)
    assert compiled.is_valid(value) is valid
    assert bool(compiled.violations(value)) is not valid


def test_formats_are_one_implementation(engine):
    """RFC 1123 hosts, not those of an engine's own idea of `hostname`."""
    cache = ValidatorCache(engine=engine, assert_formats=True)
    schema = cache.get(
        {"properties": {"at": {"format": "date-time"}, "n": {"type": "null"}}}
    )
    assert schema.is_valid({"at": "2016-12-31T23:59:60Z"})
    assert schema.is_valid({"at": 5})
    assert not schema.is_valid({"at": "2016-12-30T23:59:60Z"})
    (violation,) = schema.violations({"at": "soon"})
    assert violation.keyword == "format"
    assert violation.expected == "date-time"
