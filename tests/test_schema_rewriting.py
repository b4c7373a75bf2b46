"""A schema in the fast engine's terms says what the author's says."""

from __future__ import annotations

import copy

import pytest

from judging import ALL_DIALECTS, DRAFT_07, DRAFT_2019_09, fast, plain, told
from toolgate.exceptions import UnsupportedByEngineError
from toolgate.schema.cache import ValidatorCache
from toolgate.schema.checks import SchemaRules, check_schema
from toolgate.schema.dialects import DIALECTS
from toolgate.schema.rewriting import FOREIGN, rewritten

DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema"


def of(schema, **resources):
    rules = SchemaRules(
        dialects=DIALECTS,
        resources={
            f"https://example.com/{name}": document
            for name, document in resources.items()
        },
    )
    checked = check_schema(schema, rules)
    before = copy.deepcopy(checked.document)
    answer = rewritten(checked)
    # What is enforced by the other engine is never touched.
    assert checked.document == before
    return answer


def test_a_schema_that_reads_alike_is_not_copied():
    schema = {"type": "object", "properties": {"pattern": {"type": "null"}}}
    assert of(schema) == (schema, {})
    assert of(schema=True) == (True, {})


def test_no_dialect_is_named_inside():
    inner = {"$schema": DRAFT_2020_12, "type": "null"}
    document, others = of({"$schema": DRAFT_2020_12, "not": inner})
    assert document == {"not": {"type": "null"}}
    assert others == {}
    # A property of that name is none.
    schema = {"$schema": DRAFT_2020_12, "properties": {"$schema": {}}}
    assert of(schema)[0] == {"properties": {"$schema": {}}}


def test_what_the_dialect_does_not_enforce_is_left_out():
    schema = {"dependencies": {"a": ["b"]}, "contentEncoding": "base64"}
    assert of(schema)[0] == {}
    old = {"$schema": DRAFT_07, **schema, "minContains": 2, "then": False}
    assert of(old)[0] == {"dependencies": {"a": ["b"]}, "then": False}
    # As data, it stays.
    data = {"const": schema}
    assert of(data)[0] == data


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda one: one.name)
def test_foreign_keywords_are_not_those_of_the_dialect(dialect):
    keywords = dialect.validator_class.VALIDATORS.keys()
    assert FOREIGN[dialect.name].isdisjoint(keywords)
    # All others that some dialect has are foreign.
    everything = {
        keyword
        for each in DIALECTS
        for keyword in each.validator_class.VALIDATORS
    }
    assert FOREIGN[dialect.name] >= everything - keywords


def test_patterns_that_become_one_stay_two():
    schema = {
        "patternProperties": {"[a]": {"minimum": 3}, "a": {"maximum": 1}}
    }
    document, _ = of(schema)
    assert len(document["patternProperties"]) == 2
    assert told(schema, {"a": 2}) == [
        ("minimum", ("a",)),
        ("maximum", ("a",)),
    ]
    assert told(schema, {"b": 2}) == []


@pytest.mark.parametrize("dialect", [DRAFT_2020_12, DRAFT_07])
def test_patterns_keep_their_meaning(dialect):
    schema = {
        "$schema": dialect,
        "pattern": r"^\cA[\t\u{e9}]\b$|^\d+$",
        "patternProperties": {r"^\s\p{L}$": False},
    }
    assert told(schema, "12") == []
    assert told(schema, "\u0663") == [("pattern", ())]
    assert told(schema, {"\ufeffé": 1}) == [
        ("patternProperties", ("\ufeffé",))
    ]


def test_a_reference_through_a_renamed_pattern_is_refused():
    schema = {
        "patternProperties": {r"^\d$": {"type": "null"}},
        "properties": {"x": {"$ref": r"#/patternProperties/%5E%5Cd$"}},
    }
    with pytest.raises(UnsupportedByEngineError):
        fast(schema)
    assert plain(schema).is_valid({"x": None})
    assert not plain(schema).is_valid({"x": 1})
    assert ValidatorCache().get(schema).engine == "jsonschema"
    same = {
        "patternProperties": {"ab": {"type": "null"}},
        "properties": {"x": {"$ref": "#/patternProperties/ab"}},
    }
    assert told(same, {"x": 1}) == [("type", ("x",))]


def test_places_that_only_a_reference_knows_are_rewritten_too():
    schema = {
        "$ref": "#/x-parts/0",
        "x-parts": [{"pattern": r"^\d$", "dependencies": {"a": ["b"]}}],
    }
    document, _ = of(schema)
    assert document["x-parts"] == [{"pattern": "^[0-9]$"}]
    assert told(schema, "\u0663") == [("pattern", ())]


def test_resources_are_rewritten_and_metaschemas_left_to_the_engine():
    schema = {
        "properties": {
            "a": {"$ref": "https://example.com/a"},
            "b": {"$ref": "https://example.com/b"},
            "m": {"$ref": DRAFT_2020_12},
        }
    }
    document, others = of(schema, a={"pattern": r"\d"}, b=True, c={})
    assert document == schema
    assert others == {
        "https://example.com/a": {"pattern": "[0-9]"},
        "https://example.com/b": True,
    }
    assert told(
        schema,
        {"m": {"type": "objekt"}},
        resources={
            "https://example.com/a": {},
            "https://example.com/b": {},
        },
    )


def test_other_dialects_are_refused_by_name():
    schema = {"$ref": "https://example.com/a"}
    with pytest.raises(UnsupportedByEngineError, match="draft-07"):
        of(schema, a={"$schema": DRAFT_07})
    with pytest.raises(UnsupportedByEngineError, match="contains"):
        of(
            {
                "$schema": DRAFT_2019_09,
                "contains": {},
                "unevaluatedItems": False,
            }
        )
    assert told(
        {"$schema": DRAFT_2019_09, "contains": {"type": "null"}},
        [1],
        dialects=ALL_DIALECTS,
    ) == [("contains", ())]
