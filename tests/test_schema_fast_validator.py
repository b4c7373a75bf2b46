"""How jsonschema-rs is made to take a schema, and what it must not get."""

from __future__ import annotations

import sys

import jsonschema_rs
import pytest

from judging import DRAFT_07, fast, limits, plain, told
from test_schema_descent import chain
from toolgate.exceptions import UnsupportedByEngineError
from toolgate.schema.cache import ValidatorCache
from toolgate.schema.checks import SchemaRules, check_schema
from toolgate.schema.dialects import DIALECTS
from toolgate.schema.fast_validator import (
    bounds_numbers,
    compile_fast,
    metaschema_verdict,
    needs_care,
)
from toolgate.schema.metaschema import plain_accepts


def compile_directly(schema, depth):
    checked = check_schema(schema, SchemaRules())
    return compile_fast(jsonschema_rs, checked, {}, depth)


def test_schemas_that_might_take_too_much_stack_go_to_the_plain_engine():
    """Many steps on each of many levels: the process would die of it."""
    assert compile_directly(chain(3), 64)
    with pytest.raises(UnsupportedByEngineError, match="stack"):
        compile_directly(chain(20), 64)
    assert ValidatorCache().get(chain(20)).engine == "jsonschema"
    # Without references, a schema is no deeper than it is written.
    flat = {}
    for _ in range(30):
        flat = {"allOf": [flat, {"minProperties": 0}]}
    assert compile_directly(flat, 64)
    # Nor is one that does not lead back to itself.
    chained = {
        f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}, {}]}
        for n in range(30)
    }
    chained["d30"] = {}
    assert compile_directly({"$ref": "#/$defs/d0", "$defs": chained}, 64)
    chained["more"] = {"anyOf": [{"minimum": n} for n in range(900)]}
    with pytest.raises(UnsupportedByEngineError):
        compile_directly({"$ref": "#/$defs/d0", "$defs": chained}, 64)
    # Deeper values leave fewer steps to each.
    with pytest.raises(UnsupportedByEngineError):
        fast(chain(3), limits=limits(max_depth=1000))


def test_what_the_engine_refuses_has_a_reason(monkeypatch):
    """Known for 0.61: none; so this stands in for one that comes."""
    schema = {"minimum": 1}

    def refusing(*_args, **_options):
        raise ValueError("no such\nthing")

    monkeypatch.setattr(jsonschema_rs, "Draft202012Validator", refusing)
    with pytest.raises(
        UnsupportedByEngineError, match=r"refuses it: no such$"
    ):
        compile_directly(schema, 64)


def test_asserted_formats_are_ours_alone():
    """The engine's own `hostname` takes what RFC 1123 does not."""
    schema = {"format": "hostname"}
    for text in ("a_b", "-a", "a" * 64, "example.com", "1.2.3.4."):
        first = plain(schema, assert_formats=True)
        second = fast(schema, assert_formats=True)
        assert first.is_valid(text) is second.is_valid(text)
    assert told({"format": "regex"}, "(") == []


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda one: one.name)
def test_the_metaschema_verdict_is_that_of_the_tables(dialect):
    accepts = metaschema_verdict(jsonschema_rs, dialect)
    for schema in (
        {},
        True,
        {"type": "object", "required": ["a"]},
        {"pattern": "("},
        {"properties": {"a": {"$ref": "#"}}},
        {"type": "objekt"},
        {"minLength": -1},
        {"properties": {"a": {"items": 1}}},
        {"required": ["a", "a"]},
    ):
        assert accepts(schema) is plain_accepts(schema, dialect)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"uniqueItems": True}, True),
        ({"uniqueItems": False, "title": "uniqueItems"}, False),
        ({"multipleOf": 0.01}, True),
        ({"multipleOf": 5}, True),
        ({"multipleOf": 1e-07}, True),
        ({"exclusiveMaximum": -1.5}, True),
        ({"minLength": 0, "maxItems": 10}, False),
        ({"$ref": "https://json-schema.org/draft/2020-12/schema"}, True),
    ],
)
def test_where_long_integers_need_care(schema, expected):
    checked = check_schema(schema, SchemaRules())
    assert needs_care(checked) is expected
    compiled = fast(schema)
    own_method = type(compiled.check).__name__ == "builtin_function_or_method"
    assert own_method is not expected


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"exclusiveMinimum": 1}, True),
        ({"properties": {"n": {"maximum": 10}}}, True),
        ({"const": 10**640}, True),
        ({"const": 10**639}, False),
        ({"minLength": 1, "title": "maximum"}, False),
    ],
)
def test_where_the_digits_of_long_integers_matter(schema, expected):
    assert bounds_numbers(check_schema(schema, SchemaRules())) is expected


@pytest.mark.parametrize("digits", [640, 0, 4_300])
@pytest.mark.parametrize("compiled_before", [True, False])
def test_long_integers_whatever_python_may_write(digits, compiled_before):
    """With 0.61.2, an integer that has no text keeps to every bound."""
    cases = [
        ({"maximum": 5}, 10**700, False),
        ({"maximum": 5}, [10**700], True),
        ({"minimum": 5}, 10**700, True),
        ({"items": {"exclusiveMinimum": 5}}, [6, -(10**700)], False),
        ({"multipleOf": 7}, 10**700, False),
        ({"not": {"const": 10**700}}, 10**700, False),
        ({"maximum": 10**701}, 10**700, True),
        ({"anyOf": [{"const": 10**700}, {"const": 1}]}, 2, False),
    ]
    before = sys.get_int_max_str_digits()
    cache = ValidatorCache()
    if compiled_before:
        for schema, _, _ in cases:
            cache.get(schema).compile()
    sys.set_int_max_str_digits(digits)
    try:
        for schema, value, expected in cases:
            compiled = cache.get(schema)
            assert compiled.is_valid(value) is expected
            assert bool(compiled.violations(value)) is not expected
            assert compiled.is_valid("text") is (
                "not" in schema or "anyOf" not in schema
            )
    finally:
        sys.set_int_max_str_digits(before)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"multipleOf": 5}, 1e23),
        ({"multipleOf": 5}, 2.0**55),
        ({"multipleOf": 3}, 9.5e21),
        ({"multipleOf": 3}, 3e25),
        ({"multipleOf": 2**64}, 2.0**64),
        ({"multipleOf": 1e23}, 3e23),
        ({"items": {"multipleOf": 5}}, [-1e23]),
    ],
)
def test_huge_floats_under_divisors_are_judged_by_one_engine(schema, value):
    assert fast(schema).is_valid(value) is plain(schema).is_valid(value)


@pytest.mark.parametrize(
    "keyword", ["unevaluatedProperties", "unevaluatedItems"]
)
@pytest.mark.parametrize("each", [True, False])
def test_long_chains_under_unevaluated_are_not_compiled(keyword, each):
    """With 0.61.2, 70 of them take a stack of 256 KiB, and the process."""

    def chained(length):
        steps = {f"a{n}": {"$ref": f"#/$defs/a{n + 1}"} for n in range(length)}
        for name in steps if each else ["a0"]:
            steps[name][keyword] = False
        steps[f"a{length}"] = {}
        return {"$ref": "#/$defs/a0", "$defs": steps}

    assert compile_directly(chained(10), 64)
    with pytest.raises(UnsupportedByEngineError, match="stack"):
        compile_directly(chained(30), 64)
    assert ValidatorCache().get(chained(100)).engine == "jsonschema"


def test_long_chains_under_unevaluated_in_other_documents():
    steps = {
        f"a{n}": {
            "$ref": f"#/$defs/a{n + 1}",
            "unevaluatedProperties": False,
        }
        for n in range(100)
    }
    steps["a100"] = {}
    other = {"$ref": "#/$defs/a0", "$defs": steps}
    cache = ValidatorCache(resources={"https://example.com/o": other})
    compiled = cache.get({"$ref": "https://example.com/o"})
    assert compiled.engine == "jsonschema"


LEXICAL = {
    "$id": "http://example.com/m",
    "$defs": {"x": {"$dynamicAnchor": "t", "type": "number"}},
    "allOf": [
        {
            "$id": "s",
            "$dynamicRef": "#t",
            "$defs": {"y": {"$dynamicAnchor": "t", "type": "string"}},
        }
    ],
}


def test_dynamic_references_beside_embedded_ids():
    """
    The dynamic scope begins with the outermost resource.

    JSON Schema 2020-12 core, sections 7.1 and 8.2.3.2.
    """
    with pytest.raises(UnsupportedByEngineError, match="embedded"):
        fast(LEXICAL)
    compiled = ValidatorCache().get(LEXICAL)
    assert compiled.is_valid(1)
    assert not compiled.is_valid("text")


@pytest.mark.parametrize("name", ["person.json", "/a/person.json", "a/b"])
def test_relative_ids_of_old_schemas_with_patterns(name):
    schema = {
        "$schema": DRAFT_07,
        "$id": name,
        "pattern": "^a$",
        "not": {"$ref": "#/definitions/b"},
        "definitions": {"b": {"pattern": "b"}},
    }
    compiled = fast(schema)
    assert compiled.is_valid("a")
    assert not compiled.is_valid("a\n")
