"""Which dialect a schema speaks, and where its subschemas are."""

from __future__ import annotations

import pytest
import referencing
from jsonschema.validators import SPECIFICATIONS

from toolgate.exceptions import UnsupportedDialectError
from toolgate.schema.dialects import (
    DEFAULT_DIALECTS,
    DIALECTS,
    DRAFT_06,
    DRAFT_07,
    DRAFT_2019_09,
    DRAFT_2020_12,
    children,
    dialect_of,
    known,
)


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("https://json-schema.org/draft/2020-12/schema", "2020-12"),
        ("http://json-schema.org/draft/2020-12/schema#", "2020-12"),
        ("http://json-schema.org/draft-07/schema#", "draft-07"),
        ("http://json-schema.org/draft-07/schema", "draft-07"),
        ("https://json-schema.org/draft-07/schema#", "draft-07"),
        ("https://json-schema.org/draft-07/schema", "draft-07"),
    ],
)
@pytest.mark.requirement("dialect")
def test_a_dialect_is_known_by_scheme_and_fragment_in_any_spelling(uri, name):
    assert dialect_of({"$schema": uri}, DEFAULT_DIALECTS).name == name
    assert known(uri).name == name


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda found: found.name)
def test_a_dialect_is_known_by_its_name_and_has_its_metaschema(dialect):
    assert known(dialect.name) is dialect
    metaschema = dialect.validator_class.META_SCHEMA
    assert metaschema["$id"].rstrip("#") == dialect.uri
    assert dialect.uri in SPECIFICATIONS


@pytest.mark.parametrize("schema", [True, False, {}, {"type": "object"}])
@pytest.mark.requirement("dialect")
def test_without_schema_keyword_it_is_2020_12(schema):
    assert dialect_of(schema, DEFAULT_DIALECTS) is DRAFT_2020_12


def test_the_default_may_be_another_one():
    found = dialect_of({}, DEFAULT_DIALECTS, DRAFT_07)
    assert found is DRAFT_07


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "http://json-schema.org/draft-04/schema#",
            (
                "$schema is 'http://json-schema.org/draft-04/schema#', which "
                "is not enabled; enabled: 2020-12, draft-07"
            ),
        ),
        (
            "https://json-schema.org/draft/2019-09/schema",
            (
                "$schema is 'https://json-schema.org/draft/2019-09/schema', "
                "which is not enabled; enabled: 2020-12, draft-07"
            ),
        ),
        # no URI, so no metaschema's name
        (
            "draft-07",
            (
                "$schema is 'draft-07', which is not enabled; enabled: "
                "2020-12, draft-07"
            ),
        ),
        (
            "é\n",
            (
                r"$schema is '\xe9\n', which is not enabled; enabled: "
                "2020-12, draft-07"
            ),
        ),
        (7, "$schema is not a string"),
        (None, "$schema is not a string"),
    ],
)
@pytest.mark.requirement("dialect")
def test_other_dialects_are_refused_by_name(name, said):
    with pytest.raises(UnsupportedDialectError) as caught:
        dialect_of({"$schema": name}, DEFAULT_DIALECTS)
    assert caught.value.reason == said
    assert caught.value.pointer == "/$schema"


def test_a_hostile_name_is_cut():
    with pytest.raises(UnsupportedDialectError) as caught:
        dialect_of({"$schema": "x" * 10_000}, DEFAULT_DIALECTS)
    assert len(str(caught.value)) < 300


def test_an_enabled_dialect_is_found_and_the_default_can_be_disabled():
    schema = {"$schema": DRAFT_2019_09.uri}
    assert dialect_of(schema, (DRAFT_2019_09,)) is DRAFT_2019_09
    with pytest.raises(UnsupportedDialectError) as caught:
        dialect_of({}, (DRAFT_07,))
    assert caught.value.path == ()
    assert caught.value.reason == (
        "a schema without $schema is 2020-12, which is not enabled; "
        "enabled: draft-07"
    )


def metaschema_places(dialect) -> set[str]:
    """Keywords under which the bundled metaschema recurses."""
    recursion = {"$ref": "#", "$dynamicRef": "#meta", "$recursiveRef": "#"}

    def recurses(part, document) -> bool:
        if isinstance(part, list):
            return any(recurses(each, document) for each in part)
        if not isinstance(part, dict):
            return False
        if any(part.get(word) == ref for word, ref in recursion.items()):
            return True
        ref = part.get("$ref", "")
        if ref.startswith(("#/definitions/", "#/$defs/")):
            _, holder, name = ref.split("/")
            return recurses(document[holder][name], document)
        return any(recurses(each, document) for each in part.values())

    found = set()
    documents = [dialect.validator_class.META_SCHEMA]
    for part in documents[0].get("allOf", ()):
        uri = f"{dialect.uri.removesuffix('schema')}{part['$ref']}"
        documents.append(SPECIFICATIONS[uri].contents)
    for document in documents:
        found |= {
            keyword
            for keyword, part in document["properties"].items()
            if recurses(part, document)
        }
    return found


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda found: found.name)
def test_subschemas_are_where_the_metaschema_says_they_are(dialect):
    assert dialect.subschemas.keys() == metaschema_places(dialect)
    assert dialect.holders == dialect.subschemas.keys()


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda found: found.name)
def test_each_keyword_applies_in_place_or_to_parts_or_is_stored(dialect):
    """JSON Schema 2020-12 core, sections 10.2, 10.3, 11; draft-07, 6.4-6.7."""
    parts = {
        "properties",
        "patternProperties",
        "additionalProperties",
        "propertyNames",
        "items",
        "prefixItems",
        "additionalItems",
        "contains",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
    assert (
        dialect.subschemas.keys() <= parts | dialect.in_place | dialect.stored
    )
    assert not parts & dialect.in_place
    assert not dialect.stored & (parts | dialect.in_place)


def test_children_are_found_by_shape():
    schema = {
        "properties": {"a": True, "b": {}, "c": 5, "d": [{}]},
        "allOf": [{}, "no", False],
        "not": {"type": "null"},
        "items": [{}],
        "anyOf": {"type": "null"},
        "if": [{}],
        "patternProperties": [{}],
        "enum": [{}],
        "unknown": {"a": {}},
    }
    assert [steps for steps, _ in children(schema, DRAFT_07.subschemas)] == [
        ("properties", "a"),
        ("properties", "b"),
        ("allOf", 0),
        ("allOf", 2),
        ("not",),
        ("items", 0),
    ]
    shapes = DRAFT_2020_12.subschemas
    assert ("items", 0) not in [s for s, _ in children(schema, shapes)]
    assert list(children(schema=True, shapes=shapes)) == []


def test_referencing_sees_mixed_dependencies():
    """The stock draft-07 rules break on them."""
    schema = {"dependencies": {"a": {"$id": "urn:x:y"}, "b": ["c"]}}
    for dialect in (DRAFT_06, DRAFT_07):
        resource = dialect.specification.create_resource(schema)
        registry = referencing.Registry().with_resource("urn:x:x", resource)
        assert "urn:x:y" in registry.crawl()
