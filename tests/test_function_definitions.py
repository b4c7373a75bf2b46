"""Named types get one name each, and stand in one place."""

from __future__ import annotations

import pytest

from toolgate.function.definitions import Definitions, key_of, name_of
from toolgate.function.shape import Refused, Shape


@pytest.fixture
def names():
    return Definitions(compile=lambda schema: lambda value: bool(value))


def leaf():
    return Shape({"type": "integer"}, int)


def test_a_type_is_derived_once_for_its_key(names):
    made = []

    def build():
        made.append(1)
        return leaf()

    first = names.named("key", "Name", build)
    again = names.named("key", "Name", build)
    assert first == again == Shape({"$ref": "#/$defs/Name"}, int)
    assert first.schema is not again.schema
    assert made == [1]


def test_names_do_not_clash(names):
    refs = [
        names.named(key, "Same name!", leaf).schema["$ref"] for key in range(3)
    ]
    assert refs == [
        "#/$defs/Same_name",
        "#/$defs/Same_name_2",
        "#/$defs/Same_name_3",
    ]
    assert names.named("key", "***", leaf).schema["$ref"] == "#/$defs/Type"


def test_a_recursive_type_reads_what_it_contains(names):
    def build():
        inner = names.named("key", "List", build)
        return Shape(
            {"type": "array", "items": inner.schema},
            lambda value: tuple(map(inner.read, value)),
        )

    assert names.named("key", "List", build).read([[], [[]]]) == ((), ((),))


def test_a_recursive_type_of_plain_json_is_not_read(names):
    def build():
        inner = names.named("key", "List", build)
        return Shape({"type": "array", "items": inner.schema}, inner.read)

    shape = names.named("key", "List", build)
    assert shape.read is None


def test_a_reader_met_too_early_passes_plain_values_on(names):
    """What refers to a type in the making may be read after all."""
    met = []

    def build():
        met.append(names.named("key", "List", build).read)
        return Shape({"type": "array"}, met[0] and None)

    assert names.named("key", "List", build).read is None
    assert met[0]([1]) == [1]


def test_a_type_that_is_refused_leaves_no_name(names):
    def build():
        raise Refused("no")

    with pytest.raises(Refused):
        names.named("key", "Name", build)
    assert names.named("other", "Name", leaf).schema["$ref"].endswith("/Name")


def test_a_name_for_nothing_is_refused(names):
    def build():
        return names.named("key", "Me", build)

    with pytest.raises(Refused, match="Me means only itself"):
        names.named("key", "Me", build)


def test_reserved_names_are_filled(names):
    assert names.reserve("key", "Name") == ("Name", True)
    assert names.reserve("key", "Name") == ("Name", False)
    names.fill("Name", {"type": "null"})
    assert names.target({"$ref": "#/$defs/Name"}) == {"type": "null"}


def test_targets(names):
    names.named("a", "A", leaf)
    names.named("b", "B", lambda: Shape({"$ref": "#/$defs/A"}))
    assert names.target({"$ref": "#/$defs/B"}) == {"type": "integer"}
    assert names.target({"$ref": "#/$defs/C"}) == {"$ref": "#/$defs/C"}
    assert names.target({"type": "null"}) == {"type": "null"}


def test_a_check_is_compiled_once_when_it_is_needed():
    compiled = []

    def make(schema):
        compiled.append(schema)
        return lambda value: value == 1

    names = Definitions(compile=make)
    check = names.check({"items": {"$ref": "#/$defs/A"}})
    names.named("a", "A", leaf)
    assert compiled == []
    assert check(1)
    assert not check(2)
    assert compiled == [{"items": {"type": "integer"}}]


def test_a_schema_without_names_stays_what_it_is(names):
    schema = {"type": "null"}
    assert names.finish(schema) is schema


class Plain: ...


class Odd(type): ...


class Made(metaclass=Odd): ...


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ((), "Plain"),
        ((int,), "Plain_int"),
        ((Made, list[Plain]), "Plain_Made_list_Plain"),
        ((dict[str, int | None],), "Plain_dict_str_int_None"),
    ],
)
def test_names_are_readable(arguments, name):
    assert name_of(Plain, arguments) == name


def test_keys_are_hashable():
    class Meta:
        __hash__ = None

    keys = {key_of(Plain, (int,)), key_of(Plain, (Meta(),))}
    assert key_of(Plain, (int,)) in keys
    assert len(keys) == 2
