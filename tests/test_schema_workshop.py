"""Which engine gets a schema."""

from __future__ import annotations

import sys

import jsonschema_rs
import pytest

from judging import DRAFT_07
from toolgate.exceptions import UnsupportedByEngineError
from toolgate.limits import SchemaLimits
from toolgate.schema.checks import SchemaRules, check_schema
from toolgate.schema.dialects import DRAFT_07 as OLD
from toolgate.schema.dialects import DRAFT_2020_12
from toolgate.schema.workshop import Workshop

RESOURCES = {"https://example.com/old": {"$schema": DRAFT_07}}
MIXED = {"$ref": "https://example.com/old"}


def workshop(module, *, strict=False, assert_formats=False):
    return Workshop(
        module, SchemaLimits(), strict=strict, assert_formats=assert_formats
    )


def checked(schema):
    return check_schema(schema, SchemaRules(resources=RESOURCES))


def test_without_the_module_everything_is_plain():
    name, engine = workshop(None).make(checked({"type": "null"}))
    assert name == "jsonschema"
    assert engine.check(None)


def test_with_the_module_everything_that_it_takes_is_fast():
    name, engine = workshop(jsonschema_rs).make(checked({"type": "null"}))
    assert name == "jsonschema-rs"
    assert engine.check(None)


def test_what_the_module_refuses_is_plain_unless_that_is_refused():
    name, engine = workshop(jsonschema_rs).make(checked(MIXED))
    assert name == "jsonschema"
    assert engine.check(1)
    with pytest.raises(UnsupportedByEngineError):
        workshop(jsonschema_rs, strict=True).make(checked(MIXED))


@pytest.mark.parametrize("module", [None, jsonschema_rs])
def test_metaschemas(module):
    shop = workshop(module)
    for dialect in (DRAFT_2020_12, OLD, OLD):
        assert shop.accepts({"type": "object"}, dialect)
        assert not shop.accepts({"type": "objekt"}, dialect)
    # In draft-07 `items` may be a list, in 2020-12 not.
    assert shop.accepts({"items": [{}]}, OLD)
    assert not shop.accepts({"items": [{}]}, DRAFT_2020_12)


@pytest.mark.parametrize("module", [None, jsonschema_rs])
@pytest.mark.parametrize("asserted", [False, True])
def test_formats(module, asserted):
    shop = workshop(module, assert_formats=asserted)
    _, engine = shop.make(checked({"format": "uuid"}))
    assert engine.check("no uuid") is not asserted


def test_metaschemas_where_python_cuts_integers():
    """`minLength` must not be negative, however long it is."""
    schema = {"minLength": -(10**700)}
    before = sys.get_int_max_str_digits()
    shop = workshop(jsonschema_rs)
    sys.set_int_max_str_digits(640)
    try:
        assert not shop.accepts(schema, DRAFT_2020_12)
    finally:
        sys.set_int_max_str_digits(before)
