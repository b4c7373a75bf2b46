"""Work that is reckoned before a schema looks at a value."""

from __future__ import annotations

import pytest
from hypothesis import given

from strategies import values
from toolgate import ValidatorCache
from toolgate.schema.budget import budget_of, census
from toolgate.schema.checks import SchemaRules, check_schema

# 23 positions; which of the last 22 are taken depends on all of the text.
FORKING = "^(?:[ab]*a[ab]{20}c)+$"


def budget(schema):
    return budget_of(check_schema(schema, SchemaRules()), 1_000_000)


@given(values)
def test_a_census_counts_every_value_once(value):
    def levels(here, depth=0):
        yield depth
        inner = here.values() if isinstance(here, dict) else here
        if isinstance(here, (dict, list)):
            for each in inner:
                yield from levels(each, depth + 1)

    found = list(levels(value))
    expected = [found.count(depth) for depth in range(max(found) + 1)]
    assert census(value) == expected


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object"},
        {"pattern": "^[a-z]{1,500}$"},
        {"pattern": "\\s+$"},
        {"items": {"pattern": "a|b"}},
    ],
)
def test_most_schemas_need_no_reckoning(schema):
    assert budget(schema) is None


@pytest.mark.requirement("patterns-linear")
def test_text_is_bounded_where_a_pattern_may_be_stepped(engine):
    """One step for each position and character, at the worst."""
    schema = ValidatorCache(engine=engine).get({"pattern": FORKING})
    assert not schema.is_valid("ab" * 10_000)
    assert schema.is_valid("a" * 300 + "c")
    assert not schema.is_valid("a" * 2_000_000 + "c")
    (violation,) = schema.violations("a" * 2_000_000 + "c")
    assert violation.keyword == "json"


def test_keys_of_pattern_properties_count_too():
    schema = {"patternProperties": {FORKING: True}}
    assert not budget(schema).affords({"a" * 2_000_000: 1})
    assert budget(schema).affords({"a" * 2_000: 1})
