"""The cache: one compilation a schema, bounded, keyed by content alone."""

from __future__ import annotations

import asyncio
import gc
import threading
import tracemalloc

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging import DRAFT_07, DRAFT_2019_09
from toolgate.exceptions import (
    InvalidSchemaError,
    SchemaError,
    UnresolvableReferenceError,
    UnsupportedByEngineError,
    UnsupportedDialectError,
)
from toolgate.limits import SchemaLimits
from toolgate.schema import cache as room
from toolgate.schema.cache import ValidatorCache
from toolgate.schema.dialects import DEFAULT_DIALECTS
from toolgate.schema.dialects import DRAFT_2019_09 as DRAFT_2019


def schema_number(n):
    return {"type": "object", "properties": {f"p{n}": {"const": n}}}


def test_a_schema_is_compiled_once(engine):
    cache = ValidatorCache(engine=engine)
    first = cache.get({"type": "object", "minProperties": 1})
    assert cache.get({"minProperties": 1, "type": "object"}) is first
    info = cache.info()
    assert (info.hits, info.misses, info.size) == (1, 1, 1)
    assert info.engine == engine
    assert info.max_size == 1024


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"const": 1}, {"const": 1.0}),
        ({"const": 1}, {"const": True}),
        ({"enum": [1, 2]}, {"enum": [2, 1]}),
        ({"type": "null"}, {"type": "null", "$schema": DRAFT_07}),
        (True, False),
        ({"title": "a"}, {"title": "A"}),
    ],
)
def test_different_schemas_are_never_one(first, second):
    cache = ValidatorCache()
    one, other = cache.get(first), cache.get(second)
    assert one is not other
    assert one.fingerprint != other.fingerprint


def test_two_schemas_with_one_id_are_two(validators):
    name = "https://example.com/tool"
    first = validators.get({"$id": name, "type": "string"})
    second = validators.get({"$id": name, "type": "integer"})
    assert first.is_valid("a")
    assert not second.is_valid("a")
    assert first.is_valid("a")


def test_a_changed_dict_is_another_schema(validators):
    source = {"type": "object", "properties": {"a": {"type": "string"}}}
    first = validators.get(source)
    source["properties"]["a"]["type"] = "integer"
    second = validators.get(source)
    assert second is not first
    assert first.is_valid({"a": "x"})
    assert not second.is_valid({"a": "x"})
    source["properties"]["a"]["type"] = "string"
    assert validators.get(source) is first


def test_the_least_recently_used_goes_first():
    cache = ValidatorCache(max_size=2)
    first, second = cache.get(schema_number(1)), cache.get(schema_number(2))
    assert cache.get(schema_number(1)) is first
    cache.get(schema_number(3))
    assert cache.info().size == 2
    assert cache.get(schema_number(1)) is first
    assert cache.get(schema_number(2)) is not second
    # Whoever holds a compiled schema keeps it.
    assert second.is_valid({"p2": 2})


def test_reading_the_same_schemas_again_takes_no_memory(engine):
    """2,000 re-reads of 50 tools; each re-read is a new dict."""
    cache = ValidatorCache(engine=engine)

    def read():
        for n in range(50):
            cache.get(schema_number(n))

    read()
    gc.collect()
    tracemalloc.start()
    read()
    before, _ = tracemalloc.get_traced_memory()
    for _ in range(40):
        read()
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert cache.info().size == 50
    assert cache.info().misses == 50
    assert after - before < 50_000


def test_32_threads_and_one_compilation(engine, monkeypatch):
    compilations = []
    original = room.check_owned

    def counted(*arguments):
        compilations.append(arguments)
        released.wait(5)
        return original(*arguments)

    monkeypatch.setattr(room, "check_owned", counted)
    cache = ValidatorCache(engine=engine)
    released, start = threading.Event(), threading.Barrier(33)
    found = []

    def get():
        start.wait()
        found.append(cache.get(schema_number(1)))

    threads = [threading.Thread(target=get) for _ in range(32)]
    for thread in threads:
        thread.start()
    start.wait()
    released.set()
    for thread in threads:
        thread.join()
    assert len(compilations) == 1
    assert len(set(map(id, found))) == 1
    info = cache.info()
    assert (info.hits, info.misses) == (31, 1)


def test_a_failure_reaches_everyone_who_waits_and_is_not_kept(monkeypatch):
    original = room.check_owned
    attempts = []
    entered, released = threading.Event(), threading.Event()

    def slow(*arguments):
        attempts.append(1)
        entered.set()
        released.wait(5)
        return original(*arguments)

    monkeypatch.setattr(room, "check_owned", slow)
    cache = ValidatorCache()
    errors = []

    def get():
        try:
            cache.get({"type": "objekt"})
        except SchemaError as error:
            error.tool = f"tool {len(errors)}"
            errors.append(error)

    threads = [threading.Thread(target=get) for _ in range(4)]
    threads[0].start()
    entered.wait(5)
    for thread in threads[1:]:
        thread.start()
    while not all(thread.is_alive() for thread in threads[1:]):
        pass
    released.set()
    for thread in threads:
        thread.join()
    assert len(errors) == 4
    # Each has one of its own, so that one's tool is not another's.
    assert len({error.tool for error in errors}) == 4
    assert all(type(error) is InvalidSchemaError for error in errors)
    assert all(error.path == ("type",) for error in errors)
    assert cache.info().size == 0
    before = len(attempts)
    with pytest.raises(InvalidSchemaError):
        cache.get({"type": "objekt"})
    assert len(attempts) == before + 1


def test_who_waits_tries_again_where_the_first_was_interrupted(monkeypatch):
    original = room.check_owned
    entered, released = threading.Event(), threading.Event()
    calls = []

    def interrupted(*arguments):
        calls.append(1)
        if len(calls) > 1:
            return original(*arguments)
        entered.set()
        released.wait(5)
        raise KeyboardInterrupt

    monkeypatch.setattr(room, "check_owned", interrupted)
    cache = ValidatorCache()
    outcomes = []

    def get():
        try:
            outcomes.append(cache.get(schema_number(1)))
        except KeyboardInterrupt:
            outcomes.append("interrupted")

    first = threading.Thread(target=get)
    first.start()
    entered.wait(5)
    second = threading.Thread(target=get)
    second.start()
    released.set()
    first.join()
    second.join()
    assert "interrupted" in outcomes
    assert len(calls) == 2
    assert cache.get(schema_number(1)) in outcomes


def test_prewarm():
    cache = ValidatorCache(compile="on_demand")
    cache.prewarm([schema_number(1), schema_number(2)])
    assert cache.info().misses == 2
    asyncio.run(cache.aprewarm([schema_number(2), schema_number(3)]))
    info = cache.info()
    assert (info.hits, info.misses, info.size) == (1, 3, 3)
    with pytest.raises(InvalidSchemaError):
        cache.prewarm([{"type": 1}])
    with pytest.raises(InvalidSchemaError):
        asyncio.run(cache.aprewarm([{"type": 1}]))


def test_aprewarm_lets_others_run():
    cache = ValidatorCache()
    ticks = []

    async def tick():
        for _ in range(3):
            ticks.append(cache.info().size)
            await asyncio.sleep(0)

    async def main():
        schemas = [schema_number(n) for n in range(3)]
        await asyncio.gather(cache.aprewarm(schemas), tick())

    asyncio.run(main())
    assert ticks == [1, 2, 3]


def test_on_demand_checks_at_once_and_compiles_later(monkeypatch):
    cache = ValidatorCache(compile="on_demand")
    compiled = []
    original = jsonschema_rs.Draft202012Validator

    def counted(schema, **options):
        compiled.append(schema)
        return original(schema, **options)

    with pytest.raises(InvalidSchemaError):
        cache.get({"type": "objekt"})
    monkeypatch.setattr(jsonschema_rs, "Draft202012Validator", counted)
    schema = cache.get({"type": "null"})
    assert compiled == []
    assert schema.is_valid(None)
    assert compiled == [{"type": "null"}]
    # Asked for at once, it is compiled at once.
    cache.get({"type": "string"}, compile="immediately")
    assert len(compiled) == 2
    cache.get({"type": "number"})
    cache.get({"type": "number"}, compile="immediately")
    assert len(compiled) == 3


MIXED = {"$ref": "https://example.com/old"}
RESOURCES = {"https://example.com/old": {"$schema": DRAFT_07, "type": "null"}}


def test_what_the_forced_engine_refuses_is_refused_at_once_all_the_same():
    """Nothing is left to be found out in the middle of a call."""
    cache = ValidatorCache(
        engine="jsonschema-rs", resources=RESOURCES, compile="on_demand"
    )
    with pytest.raises(UnsupportedByEngineError):
        cache.get(MIXED)
    assert cache.info().size == 0


def test_resources_are_copied():
    source = {"https://example.com/n": {"type": "number"}}
    cache = ValidatorCache(resources=source)
    source["https://example.com/n"]["type"] = "string"
    del source["https://example.com/n"]
    assert cache.get({"$ref": "https://example.com/n"}).is_valid(1)
    with pytest.raises(UnresolvableReferenceError):
        ValidatorCache().get({"$ref": "https://example.com/n"})
    with pytest.raises(InvalidSchemaError):
        ValidatorCache(resources={"relative.json": {}})


def test_dialects():
    schema = {"$schema": DRAFT_2019_09, "type": "null"}
    with pytest.raises(UnsupportedDialectError):
        ValidatorCache().get(schema)
    for name in ("2019-09", DRAFT_2019_09, DRAFT_2019_09 + "#"):
        assert ValidatorCache(dialects=[name]).get(schema).dialect == "2019-09"
    both = (*DEFAULT_DIALECTS, DRAFT_2019)
    assert ValidatorCache(dialects=both).get(schema).dialect == "2019-09"
    with pytest.raises(UnsupportedDialectError):
        ValidatorCache(dialects=["draft-03"])
    with pytest.raises(UnsupportedDialectError):
        ValidatorCache(dialects=["draft-07"]).get({"type": "null"})


@pytest.mark.parametrize(
    "options", [{"engine": "rust"}, {"max_size": 0}, {"compile": "never"}]
)
def test_options_that_mean_nothing_are_refused(options):
    with pytest.raises(ValueError, match="must be"):
        ValidatorCache(**options)
    with pytest.raises(ValueError, match="must be"):
        ValidatorCache().get({}, compile="never")


def test_the_cache_serves_booleans_and_any_root(validators):
    assert validators.get(True).is_valid(1)
    assert not validators.get(False).is_valid(1)
    assert validators.get({"type": "array"}).is_valid([])
    for schema in (None, 1, "object", [], object()):
        with pytest.raises(SchemaError):
            validators.get(schema)


@given(st.integers(0, 9))
def test_limits_of_schemas(depth):
    schema = {}
    for _ in range(depth):
        schema = {"not": schema}
    cache = ValidatorCache(limits=SchemaLimits(max_depth=5))
    # {} has depth 1 already.
    if depth < 5:
        assert cache.get(schema)
    else:
        with pytest.raises(SchemaError):
            cache.get(schema)
