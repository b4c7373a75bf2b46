"""OpenAPI 3.0 says null by `nullable`, and has one type a node."""

from __future__ import annotations

import copy

import pytest

from toolgate.wire.schema.openapi import to_openapi

TEXT = {"type": "string"}
WHOLE = {"type": "integer"}
NULL = {"type": "null"}


@pytest.mark.parametrize(
    ("schema", "wanted"),
    [
        (TEXT, TEXT),
        ({"type": ["string"]}, TEXT),
        ({"type": ["null", "string"]}, {"type": "string", "nullable": True}),
        ({"type": ["null"]}, {"type": "null", "nullable": True}),
        (
            {"type": "string", "enum": ["a", None]},
            {"type": "string", "enum": ["a"]},
        ),
        ({"type": "null", "enum": [None]}, NULL),
        ({"anyOf": [TEXT, WHOLE]}, {"anyOf": [TEXT, WHOLE]}),
        (
            {"anyOf": [TEXT, NULL, WHOLE]},
            {"anyOf": [TEXT, WHOLE], "nullable": True},
        ),
        (
            {
                "description": "d",
                "anyOf": [NULL, {**TEXT, "description": "e"}],
            },
            {"type": "string", "description": "d", "nullable": True},
        ),
        (
            {"type": "array", "items": {"type": ["string", "null"]}},
            {"type": "array", "items": {"type": "string", "nullable": True}},
        ),
        # A property may have the name of a keyword.
        (
            {
                "type": "object",
                "properties": {
                    "anyOf": {"type": ["integer", "null"]},
                    "items": TEXT,
                },
                "required": ["items"],
            },
            {
                "type": "object",
                "properties": {
                    "anyOf": {"type": "integer", "nullable": True},
                    "items": TEXT,
                },
                "required": ["items"],
            },
        ),
        (
            {"anyOf": [{"type": ["string", "null"]}, WHOLE]},
            {"anyOf": [{"type": "string", "nullable": True}, WHOLE]},
        ),
    ],
)
def test_null_becomes_nullable(schema, wanted):
    before = copy.deepcopy(schema)
    assert to_openapi(schema) == wanted
    assert schema == before
