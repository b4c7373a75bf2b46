"""The documents that a reference may lead to."""

from __future__ import annotations

import pytest

from toolgate.exceptions import (
    InvalidSchemaError,
    SchemaLimitError,
    UnsupportedDialectError,
)
from toolgate.schema.dialects import (
    DEFAULT_DIALECTS,
    DRAFT_07,
    DRAFT_2020_12,
)
from toolgate.schema.library import resource_uri, shelve


def shelf_of(documents, default=DRAFT_2020_12, limit=100):
    return shelve(
        documents.items(),
        enabled=DEFAULT_DIALECTS,
        default=default,
        limit=limit,
    )


@pytest.mark.parametrize(
    "uri", ["http://a/b", "urn:x:y", "file:///a", "tag:x,2020:y", "x-y:z"]
)
def test_a_resource_has_an_absolute_uri(uri):
    assert resource_uri(uri) == uri
    assert resource_uri(f"{uri}#") == uri


@pytest.mark.parametrize(
    "uri", ["", "a.json", "/a", "//a/b", "#", "http://a/b#c", "http://[a"]
)
def test_any_other_uri_is_refused(uri):
    with pytest.raises(InvalidSchemaError) as caught:
        resource_uri(uri)
    assert caught.value.reason == (
        f"the resource {uri!r} needs an absolute URI without fragment"
    )


def test_the_metaschemas_are_there_with_their_dialects():
    shelf = shelf_of({})
    for dialect in DEFAULT_DIALECTS:
        assert shelf.owners[dialect.uri] == dialect.uri
        assert shelf.surveys[dialect.uri].dialect is dialect
        assert dialect.uri in shelf.registry
    vocabulary = "https://json-schema.org/draft/2020-12/meta/core"
    assert shelf.surveys[vocabulary].dialect is DRAFT_2020_12


def test_metaschemas_of_other_dialects_are_broken_here():
    uri = "http://json-schema.org/draft-04/schema"
    shelf = shelf_of({})
    assert isinstance(shelf.broken[uri], UnsupportedDialectError)
    assert uri not in shelf.owners


def test_a_document_without_dialect_speaks_the_default():
    documents = {
        "urn:a:1": {"items": [{}]},
        "urn:a:2": {"$schema": DRAFT_2020_12.uri},
    }
    shelf = shelf_of(documents, DRAFT_07)
    assert shelf.surveys["urn:a:1"].dialect is DRAFT_07
    assert shelf.surveys["urn:a:2"].dialect is DRAFT_2020_12


def test_ids_inside_lead_to_their_document():
    document = {"$id": "http://a/b", "$defs": {"c": {"$id": "c"}}}
    shelf = shelf_of({"urn:a:1": document})
    for uri in ("urn:a:1", "http://a/b", "http://a/c"):
        assert shelf.owners[uri] == "urn:a:1"
        assert uri in shelf.registry
    assert shelf.ambiguous == frozenset()


def test_a_uri_that_two_documents_claim_is_ambiguous():
    shelf = shelf_of({"urn:a:1": {"$id": "urn:a:2"}, "urn:a:2": {}})
    assert shelf.ambiguous == {"urn:a:2"}


@pytest.mark.parametrize(
    ("document", "kind"),
    [
        ({"$schema": "urn:x:y"}, UnsupportedDialectError),
        ({"not": {"$schema": DRAFT_07.uri}}, UnsupportedDialectError),
        ({"allOf": [{}] * 100}, SchemaLimitError),
        ({"$id": 5}, InvalidSchemaError),
        ({"not": {"$id": "http://[x"}}, InvalidSchemaError),
    ],
)
def test_what_is_wrong_with_one_document_leaves_the_others(document, kind):
    shelf = shelf_of({"urn:a:bad": document, "urn:a:good": True})
    assert type(shelf.broken["urn:a:bad"]) is kind
    assert "urn:a:bad" not in shelf.owners
    assert shelf.owners["urn:a:good"] == "urn:a:good"
