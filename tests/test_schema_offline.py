"""Law: no reference, dialect or name of a schema is ever fetched."""

from __future__ import annotations

import socket
import sys
import threading

import pytest

from judging import DRAFT_07
from toolgate.exceptions import SchemaError
from toolgate.schema.cache import ValidatorCache

pytestmark = pytest.mark.requirement("offline")


class Listener:
    """A loopback server that counts calls, and a file that nobody reads."""

    def __init__(self, folder):
        self.calls = 0
        self.server = socket.create_server(("127.0.0.1", 0))
        self.server.settimeout(0.05)
        self.running = True
        self.thread = threading.Thread(target=self.serve)
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.server.getsockname()[1]}"
        self.file = folder / "schema.json"
        self.file.write_text('{"type": "null"}', encoding="utf-8")

    def serve(self):
        last = False
        while not last:
            # Once more after the end: somebody may be waiting.
            last = not self.running
            try:
                connection, _ = self.server.accept()
            except TimeoutError:
                continue
            self.calls += 1
            connection.close()

    def close(self):
        if self.running:
            self.running = False
            self.thread.join()
            self.server.close()


OPENED = []
WATCHED = threading.Event()


def hook(event, arguments):
    if WATCHED.is_set() and event in {
        "open",
        "socket.connect",
        "socket.getaddrinfo",
    }:
        OPENED.append((event, str(arguments[:2])))


sys.addaudithook(hook)


@pytest.fixture(autouse=True)
def unwatched():
    """Hooks stay for good; this one looks on in these tests only."""
    yield
    WATCHED.clear()


@pytest.fixture
def listener(tmp_path):
    listener = Listener(tmp_path)
    yield listener
    listener.close()


COMPLETE = 7


def schemas(address):
    """Everything that could lead somewhere, used and unused."""
    yield {"$ref": address}
    yield {"properties": {"cfg": {"$ref": f"{address}#/$defs/x"}}}
    yield {"$defs": {"unused": {"$ref": address}}}
    yield {"$dynamicRef": f"{address}#node"}
    yield {"$schema": address}
    yield {"properties": {"cfg": {"$schema": address}}}
    yield {"$schema": address, "$ref": "#"}
    yield {"$schema": DRAFT_07, "definitions": {"a": {"$ref": address}}}
    yield {"$id": address, "properties": {"cfg": {"$ref": "other.json"}}}
    yield {"$id": address, "$defs": {"a": {"$id": "b.json", "$ref": "c"}}}
    # These are complete, and so is one resource below.
    yield {
        "$id": address,
        "properties": {"cfg": {"$ref": "#/$defs/n"}},
        "$defs": {"n": {"type": "null"}},
    }
    yield {
        "$id": address,
        "$dynamicAnchor": "n",
        "properties": {"cfg": {"$dynamicRef": "#n"}},
        "type": "object",
    }
    yield {"const": {"$ref": address}, "examples": [{"$ref": address}]}
    yield {"contentSchema": {"$id": address}, "contentMediaType": "text/html"}
    yield {"properties": {"$ref": {"const": address}}, "type": "object"}
    yield {"x-unknown": {"$ref": address}, "type": "object"}


@pytest.mark.parametrize("choice", ["auto", "jsonschema", "jsonschema-rs"])
@pytest.mark.parametrize("kind", ["http", "file", "path", "urn"])
def test_nothing_is_fetched(listener, choice, kind):
    """At registration, at validation, and while a refusal is explained."""
    address = {
        "http": f"{listener.url}/schema.json",
        "file": listener.file.as_uri(),
        "path": str(listener.file),
        "urn": "urn:example:schema",
    }[kind]
    cache = ValidatorCache(
        engine=choice,
        resources={
            "https://example.com/r": {"$defs": {"a": {"$ref": address}}},
            "https://example.com/s": {"$schema": address},
            "https://example.com/ok": {"type": "object"},
        },
    )
    cache.get({"anyOf": [{"$ref": "#/$defs/x"}], "$defs": {"x": {}}})
    WATCHED.set()
    OPENED.clear()
    taken = 0
    extra = [
        {"$ref": f"https://example.com/{name}"} for name in ("r", "s", "ok")
    ]
    for schema in [*schemas(address), *extra]:
        try:
            compiled = cache.get(schema)
        except SchemaError:
            continue
        taken += 1
        for value in ({"cfg": 5}, {}, 5, {"cfg": {"cfg": 1}}):
            assert compiled.is_valid(value) is not bool(
                compiled.violations(value)
            )
    # Had one been fetched, more than these would have been taken.
    assert taken == COMPLETE
    assert listener.calls == 0
    assert OPENED == []


@pytest.mark.parametrize("engine", ["jsonschema", "jsonschema-rs"])
def test_a_bundled_metaschema_resolves(engine):
    """PrefectHQ/prefect#22252, schema 3."""
    cache = ValidatorCache(engine=engine)
    WATCHED.set()
    OPENED.clear()
    for name in ("https://json-schema.org/draft/2020-12/schema",):
        schema = cache.get({"properties": {"cfg": {"$ref": name}}})
        assert schema.is_valid({"cfg": {"type": "object"}})
        assert not schema.is_valid({"cfg": 5})
        assert not schema.is_valid({"cfg": {"type": "objekt"}})
    assert OPENED == []


def test_the_listener_would_notice(listener):
    """The test tests: a connection is counted, a read is seen."""
    port = int(listener.url.rpartition(":")[2])
    WATCHED.set()
    OPENED.clear()
    socket.create_connection(("127.0.0.1", port)).close()
    listener.file.read_text(encoding="utf-8")
    listener.close()
    assert listener.calls == 1
    assert {event for event, _ in OPENED} >= {"open", "socket.connect"}
