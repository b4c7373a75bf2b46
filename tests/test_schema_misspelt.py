"""A host's own schema means what it says, or is refused."""

from __future__ import annotations

from typing import Annotated

import pydantic
import pytest
from jsonschema_specifications import REGISTRY

from toolgate import Schema, Tool, ToolRegistry
from toolgate.exceptions import InvalidSchemaError, SchemaError
from toolgate.gate.overlays import Overlay
from toolgate.schema.dialects import DIALECTS
from toolgate.schema.misspelt import KEYWORDS, meant, refuse_misspelt


def metaschema_keywords() -> set[str]:
    """Return what the metaschemas describe, their vocabularies included."""
    found = set()
    for dialect in DIALECTS:
        whole = dialect.validator_class.META_SCHEMA
        parts = [
            REGISTRY.contents(dialect.uri.replace("schema", each["$ref"], 1))
            if "json-schema.org/draft/20" not in dialect.uri
            else REGISTRY.contents(
                dialect.uri.removesuffix("schema") + each["$ref"]
            )
            for each in whole.get("allOf", [])
        ]
        for each in (whole, *parts):
            found |= set(each["properties"])
    return found


def test_the_keywords_are_those_of_the_metaschemas():
    assert metaschema_keywords() == KEYWORDS


@pytest.mark.parametrize("keyword", sorted(KEYWORDS))
def test_keywords_are_right_as_they_are_and_in_another_case_meant(keyword):
    assert meant(keyword) is None
    for other in {keyword.upper(), keyword.lower(), keyword.title()}:
        if other not in KEYWORDS:
            assert meant(other) == keyword


@pytest.mark.parametrize(
    ("keyword", "right"),
    [
        ("minimun", "minimum"),
        ("maximun", "maximum"),
        ("exclusiveMinimun", "exclusiveMinimum"),
        ("maxlength", "maxLength"),
        ("max_length", "maxLength"),
        ("minLenght", "minLength"),
        ("anyof", "anyOf"),
        ("one_of", "oneOf"),
        ("additionalProperty", "additionalProperties"),
        ("aditionalProperties", "additionalProperties"),
        ("additional_properties", "additionalProperties"),
        ("property", None),
        ("propertys", "properties"),
        ("require", "required"),
        ("requried", "required"),
        ("enums", "enum"),
        ("pattren", "pattern"),
        ("formats", "format"),
        ("item", "items"),
        ("uniqueItem", "uniqueItems"),
        ("multipleof", "multipleOf"),
        ("ref", "$ref"),
        ("defs", "$defs"),
        ("NOT", "not"),
    ],
)
def test_what_is_close_is_meant(keyword, right):
    assert meant(keyword) == right


@pytest.mark.parametrize(
    "keyword",
    [
        "",
        "x-minimun",
        "X-order",
        "unit",
        "example",
        "nullable",
        "discriminator",
        "externalDocs",
        "xml",
        "id",
        "note",
        "label",
        "propertyOrdering",
        "enumNames",
        "markdownDescription",
        "errorMessage",
        "defaultSnippets",
        "minimun" * 10_000,
    ],
)
def test_what_resembles_nothing_is_allowed(keyword):
    refuse_misspelt({keyword: 1})
    assert Schema({keyword: 1}).keywords == {keyword: 1}


WRONG = [
    ({"minimun": 1}, "/minimun"),
    ({"items": {"minimun": 1}}, "/items/minimun"),
    ({"properties": {"a": {"minimun": 1}}}, "/properties/a/minimun"),
    ({"anyOf": [True, {"minimun": 1}]}, "/anyOf/1/minimun"),
    ({"$defs": {"a": {"minimun": 1}}}, "/$defs/a/minimun"),
    ({"if": {"not": {"minimun": 1}}}, "/if/not/minimun"),
]
RIGHT = [
    {"properties": {"minimun": {}, "anyof": True}},
    {"enum": [{"minimun": 1}], "default": {"minimun": 1}},
    {"const": {"minimun": 1}, "examples": [{"minimun": 1}]},
    {"x-mine": {"minimun": 1}, "unit": {"minimun": 1}},
    {"required": ["minimun"], "dependentRequired": {"minimun": ["anyof"]}},
]


@pytest.mark.parametrize(("schema", "pointer"), WRONG)
def test_every_subschema_of_a_host_is_read(schema, pointer):
    for make in (Schema, Overlay, refuse_misspelt):
        with pytest.raises(InvalidSchemaError) as caught:
            make(schema)
        assert caught.value.pointer == pointer
        assert caught.value.reason == (
            "'minimun' is no keyword; write 'minimum'"
        )


@pytest.mark.parametrize("schema", RIGHT)
def test_names_and_data_are_no_keywords(schema):
    assert Schema(schema).keywords == schema
    assert Overlay(schema).schema == schema


def test_an_overlay_is_read_in_its_own_dialect_and_named():
    old = "http://json-schema.org/draft-07/schema#"
    schema = {"$schema": old, "items": [{"minimun": 1}]}
    with pytest.raises(SchemaError) as caught:
        Overlay(schema, name="small")
    assert str(caught.value) == (
        "overlay small at /items/0/minimun: 'minimun' is no keyword; write "
        "'minimum'"
    )
    # Unknown ones are refused where they are enforced.
    Overlay({"$schema": "urn:own", "unit": 1})
    Overlay({"$schema": 5})
    Overlay(True)


def test_schemas_of_tools_may_be_those_of_others():
    registry = ToolRegistry()
    registry.register(
        Tool(
            name="other",
            input_schema={"type": "object", "minimun": 1},
        )
    )

    def told(
        n: Annotated[int, pydantic.Field(json_schema_extra={"minimun": 1})],
    ): ...

    registry.register(Tool.from_function(told))
    assert len(registry) == 2
