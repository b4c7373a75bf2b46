"""The checker of what Gemini takes, held against Google's own types."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from test_wire_rules import (
    BAD_GEMINI_SCHEMA,
    GOOD_GEMINI_JSON,
    GOOD_GEMINI_SCHEMA,
)
from wire_rules import FIELDS, GEMINI_SCHEMA, faults, schema_faults
from wire_strategies import author_schemas

types = pytest.importorskip("google.genai.types")

# What the types let through, and the API answers with a 400.
ONLY_BY_THE_API = {
    "text enum of integers",
    "empty text",
    "bare array",
    "bare ARRAY",
    "uri",
    "URI of a STRING",
    "any",
    "map",
    "open",
    "beside anyOf",
    "odd key",
    "digit key",
    "root",
    "undeclared",
}


def takes(schema):
    try:
        types.Schema.model_validate(schema)
    except (AttributeError, ValueError):  # a list for a type is the former
        return False
    return True


@pytest.mark.parametrize("schema", GOOD_GEMINI_SCHEMA)
def test_what_the_checker_takes_the_types_take(schema):
    types.FunctionDeclaration(name="t", parameters=schema)


@pytest.mark.parametrize("schema", GOOD_GEMINI_JSON)
def test_json_schema_goes_beside_parameters(schema):
    types.FunctionDeclaration(name="t", parameters_json_schema=schema)


@pytest.mark.parametrize("kind", BAD_GEMINI_SCHEMA)
def test_what_the_types_refuse_is_in_the_table(kind):
    # `ref` and `defs` are fields of the types, for Vertex.
    assert takes(BAD_GEMINI_SCHEMA[kind]) is (kind in ONLY_BY_THE_API)


@given(author_schemas())
def test_the_checker_is_no_milder_than_the_types(schema):
    if not takes(schema):
        assert schema_faults("gemini-parameters", schema, strict=False)


@given(st.sampled_from(GOOD_GEMINI_SCHEMA), st.sampled_from(["x", "$ref"]))
def test_the_types_know_no_other_keyword(schema, keyword):
    assert not takes({**schema, keyword: 1})
    assert schema_faults(
        "gemini-parameters", {**schema, keyword: 1}, strict=False
    )


def test_keywords_are_fields_of_the_types():
    fields = {
        field.alias or name
        for name, field in types.Schema.model_fields.items()
    }
    assert fields >= GEMINI_SCHEMA


def test_fields_of_a_declaration_are_those_of_the_type():
    fields = {
        field.alias or name
        for name, field in types.FunctionDeclaration.model_fields.items()
    }
    assert FIELDS["gemini"] <= fields
    tool = {"name": "t", "description": "d", "parameters": {"type": "object"}}
    assert faults("gemini-parameters", tool, strict=False) == []
    types.FunctionDeclaration.model_validate(tool)
