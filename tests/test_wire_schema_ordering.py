"""Keywords have one order; what an author ordered keeps his."""

from __future__ import annotations

import pytest

from toolgate.wire.schema.ordering import ordered

MIXED = {"pattern": "a", "type": "string", "format": "uri"}
SORTED = ["type", "format", "pattern"]


def test_keywords_with_a_rank_go_before_the_others_by_name():
    schema = {
        "$defs": {},
        "zeta": 1,
        "anyOf": [],
        "maxLength": 1,
        "items": {},
        "required": [],
        "properties": {},
        "description": "",
        "title": "",
        "type": "object",
        "$ref": "#",
    }
    assert list(ordered(schema)) == [
        "$ref",
        "title",
        "description",
        "type",
        "properties",
        "required",
        "items",
        "anyOf",
        "maxLength",
        "zeta",
        "$defs",
    ]


@pytest.mark.parametrize("keyword", ["items", "not", "additionalProperties"])
def test_a_subschema_is_ordered(keyword):
    assert list(ordered({keyword: MIXED})[keyword]) == SORTED


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf", "allOf", "prefixItems"])
def test_a_list_of_subschemas_is_ordered_each(keyword):
    (found, other) = ordered({keyword: [MIXED, True]})[keyword]
    assert list(found) == SORTED
    assert other is True


@pytest.mark.parametrize(
    "keyword", ["properties", "patternProperties", "dependentSchemas"]
)
def test_names_keep_their_order(keyword):
    found = ordered({keyword: {"z": MIXED, "a": False}})[keyword]
    assert list(found) == ["z", "a"]
    assert list(found["z"]) == SORTED


def test_definitions_are_sorted():
    found = ordered({"$defs": {"z": MIXED, "a": True}})["$defs"]
    assert list(found) == ["a", "z"]
    assert list(found["z"]) == SORTED


@pytest.mark.parametrize("keyword", ["const", "default"])
def test_a_value_is_no_schema(keyword):
    assert list(ordered({keyword: MIXED})[keyword]) == list(MIXED)
