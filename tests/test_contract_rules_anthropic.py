"""The checker of what Anthropic takes, held against its own types."""

from __future__ import annotations

import copy

import pytest

from test_wire_rules import BAD_STRICT_CLAUDE, GOOD_STRICT_CLAUDE
from wire_rules import FIELDS, schema_faults

anthropic = pytest.importorskip("anthropic")
tool_param = pytest.importorskip("anthropic.types.tool_param")

# What its own transformer hands on, and the API refuses.
HANDED_ON = {
    "self",
    "recursion",
    "mutual",
    "outer",
    "allOf with ref",
    "odd key",
}


def test_fields_of_a_tool_are_those_of_the_type():
    assert FIELDS["anthropic"] == set(tool_param.ToolParam.__annotations__)


def transformed(schema):
    try:
        return anthropic.transform_schema(copy.deepcopy(schema))
    except (AssertionError, TypeError, ValueError):
        return None


@pytest.mark.parametrize("kind", sorted(HANDED_ON))
def test_what_its_transformer_hands_on_is_caught(kind):
    made = transformed(BAD_STRICT_CLAUDE[kind])
    if made is not None:
        assert schema_faults("anthropic", made, strict=True) != []


@pytest.mark.parametrize("kind", sorted(BAD_STRICT_CLAUDE.keys() - HANDED_ON))
def test_what_its_transformer_changes_was_bad(kind):
    """It takes away what the API refuses; the checker refuses it before."""
    schema = BAD_STRICT_CLAUDE[kind]
    assert schema_faults("anthropic", schema, strict=True) != []
    made = transformed(schema)
    assert made is None or made != schema


@pytest.mark.parametrize("schema", GOOD_STRICT_CLAUDE)
def test_what_its_transformer_makes_of_good_ones_is_good(schema):
    made = transformed(schema)
    assert made is not None
    assert schema_faults("anthropic", made, strict=True) == []
