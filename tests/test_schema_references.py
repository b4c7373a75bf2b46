"""Where references lead, and what is refused where they do not."""

from __future__ import annotations

import jsonschema
import pytest
import referencing

from toolgate.exceptions import (
    InvalidSchemaError,
    SchemaLimitError,
    UnresolvableReferenceError,
    UnsupportedDialectError,
)
from toolgate.schema.dialects import (
    DEFAULT_DIALECTS,
    DIALECTS,
    DRAFT_07,
    DRAFT_2019_09,
    DRAFT_2020_12,
)
from toolgate.schema.library import shelve
from toolgate.schema.references import follow
from toolgate.schema.walk import survey


def links_of(
    schema, resources=None, *, dialect=DRAFT_2020_12, limit=1000, enabled=None
):
    shelf = shelve(
        (resources or {}).items(),
        enabled=enabled or DEFAULT_DIALECTS,
        default=dialect,
        limit=limit,
    )
    return follow(survey(schema, dialect, limit=limit), shelf, limit=limit)


def target_of(schema, resources=None, *, keyword="$ref", **options):
    """The target of the reference at the root of a schema."""
    links = links_of(schema, resources, **options)
    return links.targets[id(schema), keyword]


STRING = {"type": "string"}


@pytest.mark.parametrize(
    ("schema", "keyword"),
    [
        ({"$ref": "#/$defs/a", "$defs": {"a": STRING}}, "$ref"),
        ({"$ref": "#x", "$defs": {"a": {**STRING, "$anchor": "x"}}}, "$ref"),
        ({"$ref": "#/$defs/a%25~1~0", "$defs": {"a%/~": STRING}}, "$ref"),
        ({"$ref": "#/%24defs/a%20b", "$defs": {"a b": STRING}}, "$ref"),
        ({"$ref": "#/$defs/", "$defs": {"": STRING}}, "$ref"),
        ({"$ref": "#/allOf/1", "allOf": [{}, STRING]}, "$ref"),
        ({"$ref": "#/$defs/0", "$defs": {"0": STRING}}, "$ref"),
        ({"$ref": "#/$defs/-1", "$defs": {"-1": STRING}}, "$ref"),
        ({"$id": "urn:a:b", "$ref": "urn:a:b#/not", "not": STRING}, "$ref"),
        (
            {
                "$id": "http://a/b/c",
                "$ref": "../d",
                "$defs": {"x": {**STRING, "$id": "/d"}},
            },
            "$ref",
        ),
        (
            {
                "$dynamicRef": "#x",
                "$defs": {"a": {**STRING, "$dynamicAnchor": "x"}},
            },
            "$dynamicRef",
        ),
        (
            # into a resource of its own, by a pointer through its `$id`
            {
                "$ref": "#/$defs/a/not",
                "$defs": {"a": {"$id": "http://a/", "not": STRING}},
            },
            "$ref",
        ),
    ],
)
def test_references_within_a_document(schema, keyword):
    target = target_of(schema, keyword=keyword)
    assert target["type"] == "string"


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#foo", "definitions": {"a": {"$id": "#foo", **STRING}}},
        {
            "$id": "http://a/",
            "$ref": "b#c",
            "definitions": {
                "b": {"$id": "b", "definitions": {"c": {"$id": "#c"}}}
            },
        },
        {"$ref": "#/$defs/a", "$defs": {"a": STRING}},
        {"$ref": "#/items/1", "items": [{}, STRING]},
        {
            "$ref": "#/dependencies/a",
            "dependencies": {"b": ["c"], "a": STRING},
        },
    ],
)
def test_references_within_a_draft_07_document(schema):
    assert isinstance(target_of(schema, dialect=DRAFT_07), dict)


def test_a_recursive_reference_of_2019_09():
    schema = {"$recursiveRef": "#"}
    found = target_of(
        schema,
        dialect=DRAFT_2019_09,
        keyword="$recursiveRef",
        enabled=DIALECTS,
    )
    assert found is schema


def test_a_target_may_be_a_boolean():
    assert target_of({"$ref": "#/not", "not": False}) is False


def test_siblings_are_judged_even_where_draft_07_ignores_them():
    schema = {"$ref": "#/not", "not": {}, "items": {"$ref": "#/nowhere"}}
    with pytest.raises(UnresolvableReferenceError):
        links_of(schema, dialect=DRAFT_07)


@pytest.mark.parametrize(
    "ref",
    [
        "#/nowhere",
        "#nowhere",
        "#/allOf/2",
        "#/allOf/-1",
        "#/allOf/01",
        "#/allOf/+1",
        "#/allOf/1_0",
        "#/allOf/\u0660",
        "#/allOf/ 0",
        "#/allOf/x",
        "#/allOf/" + "9" * 1500,
        "#/allOf/0/",
        "#//",
        "#%",
        "#/%FF",
        "#\ud800",
        "other.json",
        "http://example.com/",
        "http://[x",
        "//[x",
        "file:///etc/hostname",
        "urn:x:y#z",
        "data:,{}",
        "json-schema:///",
    ],
)
def test_a_reference_to_nowhere_is_refused(ref):
    schema = {
        "properties": {"unused": {"$ref": ref}},
        "allOf": [{}, {}],
    }
    with pytest.raises(UnresolvableReferenceError) as caught:
        links_of(schema)
    assert caught.value.path == ("properties", "unused", "$ref")
    hint = "; other documents come only from resources="
    assert caught.value.reason == f"{ref[:100]!a} leads nowhere" + (
        "" if ref.startswith("#") else hint
    )


def test_definitions_that_nobody_uses_are_judged_too():
    schema = {"$defs": {"a": {"not": {"$dynamicRef": "#nowhere"}}}}
    with pytest.raises(UnresolvableReferenceError) as caught:
        links_of(schema)
    assert str(caught.value) == (
        "schema at /$defs/a/not/$dynamicRef: '#nowhere' leads nowhere"
    )


@pytest.mark.parametrize(
    "ref",
    ["#/title", "#/title/0", "#/required", "#/required/0", "#/x/0", "#/allOf"],
)
def test_a_target_that_is_no_schema_is_refused(ref):
    schema = {
        "title": "T",
        "required": ["a"],
        "x": [5],
        "allOf": [{}],
        "not": {"$ref": ref},
    }
    with pytest.raises(UnresolvableReferenceError) as caught:
        links_of(schema)
    assert caught.value.reason == (
        f"'{ref}' leads to something that is no schema"
    )


@pytest.mark.parametrize("place", ["enum", "examples", "x-unknown"])
def test_a_target_outside_the_known_places_becomes_a_part(place):
    inner = {"not": {"$ref": "#/$defs/a", "pattern": "p"}}
    schema = {
        "$id": "http://a/b",
        place: [inner],
        "$defs": {"a": {}},
        "not": {"$ref": f"#/{place}/0"},
    }
    links = links_of(schema)
    assert [part.is_place for part in links.parts] == [False, True]
    notes = links.parts[1].survey
    assert [found.path for found in notes.found] == [
        (place, 0),
        (place, 0, "not"),
    ]
    assert notes.found[0].base == "http://a/b"
    assert notes.patterns == [((place, 0, "not", "pattern"), "p")]
    inside = links.targets[id(inner["not"]), "$ref"]
    assert inside is schema["$defs"]["a"]


def test_such_a_part_keeps_the_base_of_the_resource_around_it():
    schema = {
        "$id": "http://a/",
        "$defs": {
            "b": {
                "$id": "http://b/",
                "x": {"y/z": {"$ref": "#/$defs/c"}},
                "$defs": {"c": STRING},
            }
        },
        "not": {"$ref": "#/$defs/b/x/y~1z"},
    }
    links = links_of(schema)
    place = links.parts[1].survey.found[0]
    assert place.base == "http://b/"
    assert place.path == ("$defs", "b", "x", "y/z")
    assert links.targets[id(place.schema), "$ref"] == STRING


def test_an_id_outside_the_known_places_is_refused():
    """Engines differ on whether it counts."""
    schema = {"x": {"not": {"$id": "http://b/"}}, "not": {"$ref": "#/x"}}
    with pytest.raises(UnresolvableReferenceError) as caught:
        links_of(schema)
    assert str(caught.value) == (
        "schema at /not/$ref: leads to an `$id` in a place where the dialect "
        "knows no schema"
    )


def test_the_map_of_properties_taken_as_a_schema_keeps_what_is_known():
    """The property `not` is then the keyword: one schema, in two places."""
    schema = {
        "properties": {"not": {"$id": "http://a/", "$ref": "#/items"}},
        "not": {"$ref": "#/properties"},
    }
    schema["properties"]["not"]["items"] = {}
    links = links_of(schema)
    assert [part.is_place for part in links.parts] == [False, True]
    assert [found.path for found in links.parts[1].survey.found] == [
        ("properties",),
        ("properties", "not"),
        ("properties", "not", "items"),
    ]


RESOURCE = {
    "$id": "http://b/c",
    "$defs": {"d": {"$id": "d", "$ref": "http://e/"}, "f": {"$anchor": "g"}},
}


@pytest.mark.parametrize(
    "ref", ["urn:x:y", "http://b/c", "http://b/c#g", "urn:x:y#/$defs/f"]
)
def test_references_into_resources(ref):
    """A document is found by its given URI and by its own, and whole."""
    resources = {"urn:x:y": RESOURCE, "http://e/": True, "urn:un:used": {}}
    links = links_of({"not": {"$ref": ref}}, resources)
    assert [part.uri for part in links.parts] == ["", "urn:x:y", "http://e/"]
    assert links.parts[1].via == ("not", "$ref")
    assert links.parts[2].via == ("not", "$ref")


def test_a_resource_that_leads_nowhere_is_named():
    with pytest.raises(UnresolvableReferenceError) as caught:
        links_of({"not": {"$ref": "http://b/d"}}, {"urn:x:y": RESOURCE})
    assert str(caught.value) == (
        "schema at /not/$ref: in urn:x:y#/$defs/d/$ref: 'http://e/' leads "
        "nowhere; other documents come only from resources="
    )


def test_a_broken_resource_is_named_with_its_fault():
    resources = {"urn:x:y": {"$schema": "urn:no:dialect"}}
    with pytest.raises(UnsupportedDialectError) as caught:
        links_of({"not": {"$ref": "urn:x:y#/a"}}, resources)
    assert str(caught.value) == (
        "schema at /not/$ref: in urn:x:y#/$schema: $schema is "
        "'urn:no:dialect', which is not enabled; enabled: 2020-12, draft-07"
    )


def test_an_ambiguous_resource_is_refused():
    resources = {"urn:a:1": {"$id": "urn:a:2"}, "urn:a:2": {}}
    with pytest.raises(UnresolvableReferenceError) as caught:
        links_of({"$ref": "urn:a:2"}, resources)
    assert caught.value.reason == "more than one resource is called 'urn:a:2'"


def test_its_own_ids_come_before_resources():
    schema = {
        "$ref": "urn:a:1",
        "$defs": {"a": {"$id": "urn:a:1", "title": "own"}},
    }
    assert target_of(schema, {"urn:a:1": {}})["title"] == "own"


def test_the_bundled_metaschemas_resolve():
    for dialect in DEFAULT_DIALECTS:
        schema = {"properties": {"s": {"$ref": dialect.uri}}}
        links = links_of(schema)
        assert dialect.uri in [part.uri for part in links.parts]
        assert all(part.survey.found for part in links.parts)


def test_the_metaschema_of_another_dialect_does_not():
    uri = "http://json-schema.org/draft-04/schema#"
    with pytest.raises(UnsupportedDialectError):
        links_of({"$ref": uri})


def test_all_subschemas_together_are_limited():
    schema = {"not": {"$ref": "urn:a:1"}}
    resources = {"urn:a:1": {"allOf": [{}] * 7}}
    assert len(links_of(schema, resources, limit=10).parts) == 2
    with pytest.raises(SchemaLimitError) as caught:
        links_of(schema, resources, limit=9)
    assert str(caught.value) == (
        "schema at /not/$ref: more than 9 subschemas, those of the documents "
        "it refers to included"
    )


@pytest.mark.parametrize(
    ("definitions", "kind", "path"),
    [
        ([{"$id": "urn:a:b"}, {"$id": "urn:a:b"}], "$id", ("$defs", "1")),
        ([{"$anchor": "a"}, {"$anchor": "a"}], "anchor", ("$defs", "1")),
        (
            [{"$anchor": "a"}, {"$dynamicAnchor": "a"}],
            "anchor",
            ("$defs", "1"),
        ),
    ],
)
def test_names_that_two_schemas_claim_are_refused(definitions, kind, path):
    schema = {
        "$ref": "#/$defs/0",
        "$defs": {str(n): each for n, each in enumerate(definitions)},
    }
    with pytest.raises(InvalidSchemaError) as caught:
        links_of(schema)
    assert caught.value.path == path
    assert caught.value.reason == (
        f"this {kind} is that of another schema, too"
    )


def test_one_anchor_name_in_two_resources_is_fine():
    schema = {
        "$ref": "#a",
        "$anchor": "a",
        "$defs": {"b": {"$id": "urn:a:b", "$anchor": "a"}},
    }
    assert links_of(schema).parts


def test_a_claim_in_a_resource_is_named_there():
    resources = {"urn:a:1": {"$defs": {"x": {"$id": "urn:own:id"}}}}
    schema = {"$id": "urn:own:id", "not": {"$ref": "urn:a:1"}}
    with pytest.raises(InvalidSchemaError) as caught:
        links_of(schema, resources)
    assert str(caught.value) == (
        "schema at /not/$ref: in urn:a:1#/$defs/x: this $id is that of "
        "another schema, too"
    )


def test_a_document_that_cannot_be_indexed_is_refused():
    """The metaschema is checked before; without it this must not crash."""
    with pytest.raises(InvalidSchemaError) as caught:
        links_of({"$ref": "#", "not": {"$id": 5}})
    assert caught.value.reason == "its `$id`s and anchors cannot be indexed"


def test_targets_are_those_that_jsonschema_validates_against():
    """An oracle: the untouched validator follows the same references."""
    schema = {
        "$id": "http://a/b",
        "$defs": {
            "x": {"$id": "c/", "$defs": {"y": {"const": 1}}},
            "z": {"$anchor": "z", "const": 2},
        },
        "properties": {
            "one": {"$ref": "c/#/$defs/y"},
            "two": {"$ref": "b#z"},
            "three": {"$ref": "urn:r:1#/not"},
        },
    }
    resources = {"urn:r:1": {"not": {"const": 3}}}
    registry = referencing.Registry().with_contents(
        resources.items(), default_specification=DRAFT_2020_12.specification
    )
    validator = jsonschema.Draft202012Validator(schema, registry=registry)
    links = links_of(schema, resources)
    for name, value in (("one", 1), ("two", 2), ("three", 3)):
        holder = schema["properties"][name]
        assert links.targets[id(holder), "$ref"]["const"] == value
        assert validator.is_valid({name: value})
        assert not validator.is_valid({name: 0})
