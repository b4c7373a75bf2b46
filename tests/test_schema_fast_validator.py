"""How jsonschema-rs is made to take a schema, and what it must not get."""

from __future__ import annotations

import jsonschema_rs
import pytest

from judging import fast, limits, plain, told
from test_schema_descent import chain
from toolgate.exceptions import UnsupportedByEngineError
from toolgate.schema.cache import ValidatorCache
from toolgate.schema.checks import SchemaRules, check_schema
from toolgate.schema.dialects import DIALECTS
from toolgate.schema.fast_validator import (
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
        ({"multipleOf": 1e-07}, True),
        ({"exclusiveMaximum": -1.5}, True),
        ({"minimum": 0, "maximum": 10}, False),
        ({"$ref": "https://json-schema.org/draft/2020-12/schema"}, True),
    ],
)
def test_where_long_integers_need_care(schema, expected):
    checked = check_schema(schema, SchemaRules())
    assert needs_care(checked) is expected
    compiled = fast(schema)
    own_method = type(compiled.check).__name__ == "builtin_function_or_method"
    assert own_method is not expected
