"""Where conditions go in a schema."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from deriving import in_english
from toolgate.function.conditions import NAMES, place
from toolgate.function.shape import Refused
from toolgate.function.value_checks import Condition

NULL = {"type": "null"}
INT = {"type": "integer"}
DATE = {"type": "string", "format": "date"}
BYTES = {"type": "string", "contentEncoding": "base64"}


def placed(schema, *conditions, reads=False):
    checks = place(schema, [Condition(*c) for c in conditions], reads=reads)
    return schema, [in_english(check.expected) for check in checks]


@pytest.mark.parametrize(
    ("schema", "conditions", "expected"),
    [
        (
            {"type": "integer"},
            [("gt", 1), ("ge", 2), ("lt", 9), ("le", 8), ("multiple_of", 2)],
            {
                "type": "integer",
                "exclusiveMinimum": 1,
                "minimum": 2,
                "exclusiveMaximum": 9,
                "maximum": 8,
                "multipleOf": 2,
            },
        ),
        (
            {"type": "string"},
            [("min_length", 1), ("max_length", 3), ("pattern", "a")],
            {"type": "string", "minLength": 1, "maxLength": 3, "pattern": "a"},
        ),
        (
            {"type": "array"},
            [("min_length", 1), ("max_length", 3)],
            {"type": "array", "minItems": 1, "maxItems": 3},
        ),
        (
            {"type": "object"},
            [("min_length", 1), ("max_length", 3)],
            {"type": "object", "minProperties": 1, "maxProperties": 3},
        ),
        (
            {"type": ["number", "null"]},
            [("gt", 0.5)],
            {"type": ["number", "null"], "exclusiveMinimum": 0.5},
        ),
        (
            {"anyOf": [{"type": "array"}, {"type": "null"}]},
            [("min_length", 1)],
            {"anyOf": [{"type": "array", "minItems": 1}, NULL]},
        ),
        (
            {"anyOf": [{"type": "array"}, {"anyOf": [{"type": "string"}]}]},
            [("min_length", 1)],
            {
                "anyOf": [
                    {"type": "array", "minItems": 1},
                    {"anyOf": [{"type": "string", "minLength": 1}]},
                ]
            },
        ),
        (
            {"type": ["string", "array"]},
            [("min_length", 1)],
            {"type": ["string", "array"], "minLength": 1, "minItems": 1},
        ),
        (
            {"enum": [1, 2.5, None]},
            [("lt", 2)],
            {"enum": [1, 2.5, None], "exclusiveMaximum": 2},
        ),
        (
            {"type": "integer", "minimum": 5},
            [("ge", 3), ("le", 7), ("le", 6)],
            {"type": "integer", "minimum": 5, "maximum": 6},
        ),
        (
            {"type": "string"},
            [("pattern", "a"), ("pattern", "a"), ("pattern", "b")],
            {"type": "string", "pattern": "a", "allOf": [{"pattern": "b"}]},
        ),
    ],
)
def test_conditions_become_the_keywords_of_the_type(
    schema, conditions, expected
):
    assert placed(schema, *conditions) == (expected, [])


@pytest.mark.parametrize("nullable", [False, True])
def test_what_a_text_cannot_say_comes_back_as_a_check(nullable):
    schema = {**DATE, "type": ["string", "null"]} if nullable else dict(DATE)
    before = dict(schema)
    after, checks = placed(schema, ("gt", date(2030, 1, 1)), reads=True)
    assert after == before
    assert checks == ["a value greater than 2030-01-01"]


def test_a_text_that_is_not_read_is_a_string():
    """Then its length is that of the string."""
    assert placed(dict(DATE), ("min_length", 3))[0]["minLength"] == 3


def test_each_branch_gets_what_it_can_say():
    schema = {"anyOf": [{"type": "array"}, dict(BYTES), dict(BYTES), NULL]}
    after, checks = placed(schema, ("min_length", 2), reads=True)
    assert after == {
        "anyOf": [{"type": "array", "minItems": 2}, BYTES, BYTES, NULL]
    }
    assert checks == ["at least 2 bytes"]


def test_a_predicate_is_for_any_type():
    assert placed({}, ("predicate", bool)) == (
        {},
        ["a value for which bool holds"],
    )


@pytest.mark.parametrize(
    ("schema", "condition", "reads"),
    [
        ({}, ("gt", 3), False),
        (NULL, ("gt", 3), False),
        ({"$ref": "#/$defs/a"}, ("min_length", 3), True),
        ({"type": "boolean"}, ("gt", 3), False),
        ({"type": "string"}, ("gt", 3), False),
        ({"type": "string"}, ("multiple_of", 3), False),
        (INT, ("min_length", 3), True),
        (INT, ("pattern", "a"), True),
        (INT, ("max_digits", 3), True),
        (INT, ("tz", ...), True),
        (INT, ("gt", True), True),
        (INT, ("gt", "3"), True),
        (INT, ("gt", Decimal(3)), True),
        (INT, ("gt", float("inf")), True),
        (INT, ("multiple_of", 0), True),
        (INT, ("multiple_of", -2), True),
        ({"type": "string"}, ("min_length", -1), False),
        ({"type": "string"}, ("max_length", 1.5), False),
        ({"type": "string"}, ("pattern", 5), False),
        ({"anyOf": [INT, {"type": "string"}]}, ("gt", 3), True),
        ({"anyOf": [INT, DATE]}, ("gt", 3), True),
        ({"anyOf": [NULL]}, ("gt", 3), False),
        ({"enum": [1, "a"]}, ("gt", 3), False),
        (DATE, ("gt", 3), True),
        (DATE, ("min_length", 3), True),
        (DATE, ("pattern", "a"), True),
    ],
)
def test_a_condition_that_does_not_fit_is_refused(schema, condition, reads):
    with pytest.raises(Refused):
        placed({**schema}, condition, reads=reads)


@pytest.mark.parametrize(
    ("low", "high"),
    [
        (("gt", 3), ("lt", 3)),
        (("gt", 3), ("le", 3)),
        (("ge", 3), ("lt", 3)),
        (("ge", 4), ("le", 3)),
        (("ge", date(2030, 1, 2)), ("le", date(2030, 1, 1))),
    ],
)
def test_bounds_with_nothing_between_them_are_refused(low, high):
    with pytest.raises(Refused, match="no value is both"):
        placed({}, high, low)


def test_bounds_with_one_value_between_them_are_taken():
    assert placed(dict(INT), ("ge", 3), ("le", 3))[0]["minimum"] == 3


def test_bounds_of_different_types_fit_no_type():
    with pytest.raises(Refused, match="does not fit"):
        placed(dict(INT), ("gt", 3), ("lt", date(2030, 1, 1)))


def test_names_are_those_of_annotated_types_and_pydantic():
    assert {"gt", "multiple_of", "max_digits", "tz"} < set(NAMES)
    assert "predicate" not in NAMES
