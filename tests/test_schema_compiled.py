"""A compiled schema: total on any Python value, whatever the engine."""

from __future__ import annotations

import builtins
import enum
import inspect
import sys
import threading
from collections import OrderedDict, UserDict

import jsonschema_rs
import pytest
from hypothesis import given

from json_values import values
from judging import both, deep, fast, limits, plain
from toolgate.exceptions import (
    EngineUnavailableError,
    UnsupportedByEngineError,
)
from toolgate.limits import SchemaLimits, ValueLimits
from toolgate.schema.cache import ValidatorCache
from toolgate.schema.compiled import load_engine


class Loud(str):
    """A string that does not want to be looked at."""

    __slots__ = ()

    def __repr__(self):
        raise RuntimeError

    __str__ = __eq__ = __repr__
    __hash__ = str.__hash__


class Broken(UserDict):
    def items(self):
        raise OSError


class Colour(str, enum.Enum):
    RED = "red"


def itself():
    value = []
    value.append({"again": value})
    return value


NOT_JSON = [
    float("nan"),
    float("-inf"),
    "\ud800",
    {"\udfff": 1},
    {1: 2},
    {"a": object()},
    [b"bytes"],
    {1, 2},
    10**5000,
    itself(),
    deep(37_000),
    deep(65),
    deep(100_000, name="a"),
    Broken(),
    1j,
    print,
]


@pytest.mark.parametrize(
    "value", NOT_JSON, ids=lambda value: type(value).__name__
)
@pytest.mark.parametrize(
    "schema", [True, {"items": {"$ref": "#"}}, {"not": {}}, {"minimum": 1}]
)
def test_what_is_not_json_or_over_a_limit_is_invalid(
    validators, schema, value
):
    compiled = validators.get(schema)
    assert compiled.is_valid(value) is False
    (found,) = compiled.violations(value)
    assert found.keyword == "json"
    assert found.schema_path == ()
    assert isinstance(found.expected, str)


def test_the_place_of_what_is_not_json_is_told(validators):
    (found,) = validators.get({}).violations({"a": [1, {"b": {2}}]})
    assert found.instance_path == ("a", 1, "b")
    assert "set" in found.expected


@pytest.mark.parametrize(
    "value",
    [
        (1, 2),
        Colour.RED,
        Loud("x"),
        OrderedDict(a=1),
        UserDict(a=1),
        10**400,
        deep(64, None),
        -0.0,
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_json_can_say_is_judged_as_that(validators, value):
    assert validators.get(True).is_valid(value)
    assert validators.get({"not": {"type": "null"}}).is_valid(value)
    assert validators.get({"type": "null"}).violations(value)


@given(values)
def test_a_violation_means_invalid_and_the_other_way_round(value):
    for compiled in both({"type": ["object", "string"], "maxProperties": 1}):
        assert compiled.is_valid(value) is (not compiled.violations(value))


def test_limits_are_those_of_the_cache(engine):
    bounds = limits(max_depth=2, max_nodes=5, max_bytes=100)
    compiled = ValidatorCache(engine=engine, limits=bounds).get({})
    assert compiled.is_valid([[1]])
    assert not compiled.is_valid([[[1]]])
    assert not compiled.is_valid([1] * 5)
    assert not compiled.is_valid("x" * 101)


def test_work_is_bounded_before_an_engine_begins(engine):
    schema = {"items": {"anyOf": [{"minimum": n} for n in range(50)]}}
    few = SchemaLimits(max_work=1_000)
    compiled = ValidatorCache(engine=engine, limits=few).get(schema)
    assert compiled.is_valid([49] * 5)
    assert not compiled.is_valid([49] * 500)
    (found,) = compiled.violations([49] * 500)
    assert (found.keyword, found.received) == ("json", "array")
    assert compiled.explain([49] * 500, 5).exact
    # Within the limit, it is explained as ever.
    (found,) = compiled.violations(["a", -1])
    assert found.keyword == "anyOf"


def test_what_looks_at_whole_values_is_weighed_by_their_size(engine):
    """Text counts where patterns and uniqueItems apply many times over."""
    light = {"allOf": [{"minLength": n} for n in range(100)]}
    heavy = {"allOf": [{"pattern": f"a{{{n}}}"} for n in range(1, 101)]}
    cache = ValidatorCache(engine=engine)
    assert cache.get(light).is_valid("a" * 10**6)
    assert cache.get(heavy).is_valid("a" * 10**3)
    assert not cache.get(heavy).is_valid("a" * 10**6)


def test_names_and_prints():
    first, second = both({"type": "null"})
    assert (first.engine, second.engine) == ("jsonschema", "jsonschema-rs")
    assert first.dialect == second.dialect == "2020-12"
    assert first.fingerprint == second.fingerprint
    old = plain(
        {"$schema": "http://json-schema.org/draft-07/schema", "type": "null"}
    )
    assert old.dialect == "draft-07"
    assert old.fingerprint != first.fingerprint


def test_the_engine_is_loaded_once_it_is_needed(monkeypatch):
    assert load_engine() is jsonschema_rs

    def without(name, *rest):
        if name == "jsonschema_rs":
            raise ImportError(name)
        return original(name, *rest)

    original = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.delitem(sys.modules, "jsonschema_rs")
    with pytest.raises(EngineUnavailableError, match="install jsonschema-rs"):
        load_engine()
    with pytest.raises(EngineUnavailableError):
        ValidatorCache(engine="jsonschema-rs")
    cache = ValidatorCache()
    assert cache.engine == "jsonschema"
    assert cache.get({"type": "null"}).engine == "jsonschema"


def test_an_engine_that_is_too_old_is_not_there(monkeypatch):
    """Before 0.52 it had no `offline`, and would have fetched references."""

    def old(_schema, *, registry=None):
        return registry

    monkeypatch.setattr(jsonschema_rs, "Draft202012Validator", old)
    with pytest.raises(EngineUnavailableError, match="too old"):
        load_engine()


def test_what_is_put_off_is_done_at_the_first_use():
    cache = ValidatorCache(engine="jsonschema-rs", compile="on_demand")
    compiled = cache.get({"type": "null"})
    check = compiled.check
    assert check(None)
    assert not check(1)
    assert type(compiled.check).__name__ == "builtin_function_or_method"
    assert compiled.engine == "jsonschema-rs"
    compiled.compile()


def test_many_threads_may_be_the_first(engine):
    cache = ValidatorCache(engine=engine, compile="on_demand")
    compiled = cache.get({"anyOf": [{"type": "null"}, {"minimum": 5}]})
    start = threading.Barrier(8)
    answers = []

    def judge():
        start.wait()
        answers.append((compiled.is_valid(4), len(compiled.violations(4))))

    threads = [threading.Thread(target=judge) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [(False, 1)] * 8


def test_fast_and_plain_share_their_limits_on_odd_values():
    """The fast engine would crash or differ on these; it never sees them."""
    for compiled in (plain({"minimum": 0}), fast({"minimum": 0})):
        assert not compiled.is_valid(float("nan"))
        assert not compiled.is_valid({"a": "\ud800"})


def test_who_comes_second_takes_what_the_first_made():
    cache = ValidatorCache(engine="jsonschema", compile="on_demand")
    compiled = cache.get({"type": "null"})
    other = cache.get({"type": "string"})
    other.compile()

    class Late:
        """A lock that somebody else held until the engine was there."""

        def __enter__(self):
            compiled._made = other._made

        def __exit__(self, *_):
            pass

    compiled._workshop.lock = Late()
    assert compiled.check("text")


def nest(levels):
    value = []
    for _ in range(levels):
        value = [value]
    return value


def on_a_full_stack(call, left):
    """Call with so many frames left, and return what came of it."""

    def fill(frames):
        return call() if frames == 0 else fill(frames - 1)

    used = len(inspect.stack(0))
    return fill(sys.getrecursionlimit() - used - left)


@pytest.mark.parametrize("engine", ["jsonschema", "jsonschema-rs"])
def test_where_the_stack_ends_the_verdict_is_no(engine):
    """Never an exception; with stack enough, the right answer."""
    value = nest(60)
    schema = ValidatorCache(engine=engine).get({"not": {"const": value}})
    other = ValidatorCache(engine=engine).get({"const": value})
    assert other.is_valid(value)
    for left in range(12, 260, 3):
        try:
            assert not on_a_full_stack(lambda: schema.is_valid(value), left)
            said = on_a_full_stack(lambda: schema.violations(value), left)
        except RecursionError:
            assert left < 40  # not a frame of ours was entered
        else:
            assert said
            assert {one.keyword for one in said} <= {"not", "json"}


def test_deeper_than_the_engine_compares():
    limits = SchemaLimits(
        instances=ValueLimits(max_bytes=10**6, max_depth=400, max_nodes=10**5)
    )
    unique = {"items": {"uniqueItems": True}}
    twins, others = [[nest(300), nest(300)]], [[nest(300), nest(299)]]
    schema = ValidatorCache(engine="auto", limits=limits).get(unique)
    assert schema.engine == "jsonschema"
    assert (schema.is_valid(twins), schema.is_valid(others)) == (False, True)
    with pytest.raises(UnsupportedByEngineError, match="200"):
        ValidatorCache(engine="jsonschema-rs", limits=limits).get(unique)
    assert ValidatorCache(engine="jsonschema-rs").get(unique).is_valid([[1]])


def test_what_was_taken_stays_taken():
    """Compiled later, where the host has forbidden long integers since."""
    before = sys.get_int_max_str_digits()
    try:
        sys.set_int_max_str_digits(0)
        cache = ValidatorCache(engine="jsonschema-rs", compile="on_demand")
        schema = cache.get({"enum": [10**700, 1]})
        sys.set_int_max_str_digits(640)
        assert schema.is_valid(1)
        assert schema.is_valid(10**700)
        assert not schema.is_valid(2)
    finally:
        sys.set_int_max_str_digits(before)
