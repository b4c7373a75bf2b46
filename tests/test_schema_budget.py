"""Work that is reckoned before a schema looks at a value."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given

from strategies import values
from timing import environment, over
from toolgate import ValidatorCache
from toolgate.exceptions import SchemaLimitError
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
        {"items": {"pattern": "a|b", "uniqueItems": True}},
        {"enum": ["a", "b", None]},
        {"properties": {n: {"uniqueItems": True} for n in "abcdefgh"}},
        {"dependentRequired": {"a": ["b", "c"]}, "const": {"a": [1, 2]}},
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


NAMES = {str(n): [] for n in range(10_000)}
DRAFT_07 = "http://json-schema.org/draft-07/schema#"
NESTED = {
    "$defs": {"u": {"uniqueItems": True, "items": {"$ref": "#/$defs/u"}}},
    "$ref": "#/$defs/u",
}
FORKS = [{"not": {"pattern": f"a[ab]{{14}}c{n}"}} for n in range(100)]
ENDS = [{"not": {"pattern": f"a{n}$"}} for n in range(3_000)]
WILD = {"patternProperties": {f"a{n}$": {} for n in range(3_000)}}


def nest(levels, inner):
    for _ in range(levels):
        inner = [inner]
    return inner


ATTACKS = {
    "dependentRequired": (
        "{'items': {'dependentRequired': NAMES}}",
        "[{}] * 20_000",
    ),
    "dependencies": (
        "{'$schema': DRAFT_07, 'items': {'dependencies': NAMES}}",
        "[{}] * 20_000",
    ),
    "uniqueItems": (
        "{'allOf': [{'uniqueItems': True}] * 300}",
        "list(range(90_000))",
    ),
    "forking patterns": ("{'allOf': FORKS}", "'abbab' * 40_000"),
    "many patterns": ("{'allOf': ENDS}", "'a' * 1_000_000"),
    "many names": ("WILD", "{'a' * 1_000_000: 1}"),
    "nested uniqueItems": ("NESTED", "nest(60, list(range(90_000)))"),
    "enum of arrays": (
        "{'items': {'enum': [[n] for n in range(10_000)]}}",
        "[[9_999]] * 30_000",
    ),
    "enum of two kinds": (
        "{'items': {'enum': ['a', *range(10_000)]}}",
        "[9_999] * 30_000",
    ),
    "asked again": (
        "{'anyOf': [{'uniqueItems': True}] * 99, 'unevaluatedItems': False}",
        "list(range(90_000))",
    ),
    "as deep as nobody reckoned": (
        "{'$ref': '#/$defs/u', **{k: NESTED[k] for k in ['$defs']}}",
        "nest(1_100, 1)",
    ),
}
SETTING = {
    "NAMES": NAMES,
    "DRAFT_07": DRAFT_07,
    "NESTED": NESTED,
    "FORKS": FORKS,
    "ENDS": ENDS,
    "WILD": WILD,
    "nest": nest,
}


def made(text):
    """Make a value of its text: some are too large to be parameters."""
    return eval(text, dict(SETTING))


@pytest.mark.parametrize("name", ATTACKS)
def test_what_costs_too_much_is_refused(name):
    schema, value = (made(text) for text in ATTACKS[name])
    assert not budget(schema).affords(value)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"items": {"dependentRequired": NAMES}}, [{}] * 500),
        ({"allOf": [{"uniqueItems": True}] * 300}, list(range(1_000))),
        ({"allOf": FORKS}, "ab" * 1_000),
        ({"items": {"enum": [[n] for n in range(10_000)]}}, [[9_999]] * 100),
        (NESTED, nest(60, list(range(1_000)))),
    ],
)
def test_what_is_small_enough_is_judged(schema, value):
    assert budget(schema).affords(value)


def test_a_value_counts_for_as_many_as_see_it():
    """Two times two branches: each pair of them hands the value on."""
    twice = {"items": {"$ref": "#"}}
    schema = {"uniqueItems": True, "anyOf": [twice, twice]}
    assert budget(schema).affords(nest(5, 1))
    assert not budget(schema).affords(nest(40, 1))


PROGRAM = """
import sys, time
from toolgate.schema.cache import ValidatorCache
import test_schema_budget as here
cache = ValidatorCache(engine=sys.argv[1])
for schema, value in here.ATTACKS.values():
    schema, value = here.made(schema), here.made(value)
    start = time.process_time()
    compiled = cache.get(schema)
    middle = time.process_time()
    compiled.is_valid(value), compiled.violations(value)
    end = time.process_time()
    print(f"{middle - start:.3f} {end - middle:.3f}")
"""


def test_no_attack_takes_longer_than_it_may(engine):
    """Compiling and judging, each within 1.5 s of the processor's time."""

    def measure(_):
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, engine],
            env=environment(Path(__file__).parent),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        lines = [line.split() for line in done.stdout.splitlines()]
        taken = [max(map(float, line)) for line in lines]
        return dict(zip(ATTACKS, taken, strict=True))

    assert over(1.5, measure, ATTACKS) == {}


def test_all_patterns_of_a_schema_are_bounded():
    one = [{"pattern": f"\\p{{L}}{n}"} for n in range(600)]
    with pytest.raises(SchemaLimitError) as caught:
        budget({"allOf": one})
    assert caught.value.path == ("allOf", 103, "pattern")


@pytest.mark.parametrize("keyword", ["$id", "$ref", "$anchor", "$schema"])
def test_uris_are_bounded(keyword):
    inner = {keyword: "a" * 2_049}
    with pytest.raises(SchemaLimitError) as caught:
        budget({"not": inner})
    assert caught.value.path == ("not", keyword)


def test_resolved_ids_are_bounded():
    base = "http://x/" + "a" * 2_000 + "/"
    with pytest.raises(SchemaLimitError) as caught:
        budget({"$id": base, "not": {"$id": "b" * 100}})
    assert caught.value.path == ("not", "$id")


def test_constants_that_share_a_hash_take_no_longer():
    """9,000 multiples of the modulus of Python's hashes, and one beside."""
    shared = [(2**61 - 1) * n for n in range(1, 9_000)]
    schema = ValidatorCache(engine="jsonschema").get({"enum": shared})
    assert schema.is_valid(shared[-1])
    assert schema.is_valid(shared[0])
    assert not schema.is_valid(shared[0] + 1)
    large = ValidatorCache(engine="jsonschema").get({"enum": [10**22, 2**60]})
    assert large.is_valid(1e22)
    assert large.is_valid(float(2**60))
    assert not large.is_valid(2**60 + 1)
