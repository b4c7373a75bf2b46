"""Plain objects are written as the rooms that take everything write them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolgate.schema.checks import SchemaRules
from toolgate.wire import profiles
from toolgate.wire.schema import rewriter
from toolgate.wire.schema.conversion import convert
from toolgate.wire.schema.profile import Profile
from toolgate.wire.schema.rewriting import CannotSayError

PROFILES = {
    name: found
    for name, found in sorted(vars(profiles).items())
    if isinstance(found, Profile)
}
RULES = SchemaRules()
TEXT = {"type": "string"}


def obj(properties, required=(), **more):
    return {
        "type": "object",
        "properties": properties,
        "required": [*required],
        **more,
    }


PLAIN = {
    "scalars": obj(
        {
            "a": TEXT,
            "b": {"type": "integer", "description": "How many."},
            "c": {"description": "How much.", "type": "number"},
            "d": {"type": "boolean"},
        },
        ["a", "c"],
    ),
    "no required": {"type": "object", "properties": {"a": TEXT}},
    "closed": obj({"a": TEXT}, ["a"], additionalProperties=False),
    "described": obj({"a": TEXT}, description="What to find."),
    "texts": obj(
        {
            "a": {"type": "string", "enum": ["C", "F"]},
            "b": {"enum": ["C"], "type": "string", "description": "Unit."},
        },
        ["a"],
    ),
    "other enums": obj(
        {
            "a": {"type": "string", "enum": ["", "F"]},
            "b": {"enum": ["C", "C"], "type": "string"},
            "c": {"enum": ["C", 1], "type": "string"},
            "d": {"enum": [], "type": "string"},
            "e": {"enum": [1, 2], "type": "integer"},
            "f": {"enum": ["C"], "type": "string", "pattern": "^C"},
        }
    ),
    "defaults": obj(
        {
            "a": {"type": "integer", "default": 3},
            "b": {
                "type": "string",
                "enum": ["C", "F"],
                "default": "C",
                "description": "Unit.",
            },
            "c": {"type": "string", "default": {"odd": True}},
            "d": {"type": "string", "default": "x" * 200},
            "e": {"type": "string", "default": None, "minLength": 1},
            "f": {"type": "string", "default": None},
        },
        ["a"],
    ),
    "lists": obj(
        {
            "a": {"type": "array", "items": TEXT},
            "b": {
                "description": "All of them.",
                "items": {"type": "string", "enum": ["C"]},
                "type": "array",
            },
            "c": {"type": "array", "items": {}},
            "d": {"type": "array"},
            "e": {"type": "array", "items": TEXT, "minItems": 1},
            "g": {"type": "array", "items": {"type": "integer"}},
        }
    ),
    "inner": obj(
        {
            "a": obj({"b": TEXT, "n": {"type": ["string", "null"]}}, ["b"]),
            "c": {"type": "null"},
            "d": {},
            "e": True,
            "f": {"anyOf": [TEXT, obj({"b": TEXT})]},
        },
        ["d"],
    ),
    "nothing fits": obj({"a": False, "b": TEXT}),
    "nothing fits what is due": obj({"a": {"not": {}}, "b": TEXT}, ["a"]),
    "odd keys": obj({"ä b": TEXT, "b": TEXT}, ["b"]),
    "odd keys inside": obj({"a": obj({"ä b": TEXT}, ["ä b"])}),
    "undeclared": obj({"a": TEXT}, ["b"]),
    "due twice": obj({"a": TEXT}, ["a", "a"]),
    "open": obj({"a": TEXT}, additionalProperties=TEXT),
    "reference": obj(
        {"a": {"$ref": "#/$defs/a"}, "b": TEXT},
        **{"$defs": {"a": obj({"b": TEXT})}},
    ),
    "draft-07": obj(
        {"a": TEXT, "b": {"type": "array", "items": [TEXT]}},
        **{"$schema": "http://json-schema.org/draft-07/schema#"},
    ),
}
VALUES = (
    {},
    {"a": "C", "b": 2.0, "c": 1.5, "d": True},
    {"a": None, "b": None, "c": None, "d": None},
    {"a": {"b": "x", "n": None}, "d": None, "f": {"b": None}},
    {"a": ["C"], "b": ["C"], "g": [1.0]},
    {"x": 1, "a": 1},
)


def seen(schema, profile):
    """Return all that a conversion gives, as data."""
    try:
        done = convert(schema, profile, RULES)
    except CannotSayError as error:
        return str(error)
    ways = [(done.codec.decode(v), done.codec.encode(v)) for v in VALUES]
    # Bytes, since the order of keywords counts; `repr` tells 1 from 1.0.
    return (
        json.dumps([done.schema, done.checkable]),
        done.changes,
        repr(ways),
        done.codec.is_identity,
        done.codec.is_about_nulls,
    )


def same_without(schema):
    for profile in PROFILES.values():
        sooner = seen(schema, profile)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rewriter, "write_plain", lambda *_, **__: None)
            patch.setattr(rewriter, "write_scalar", lambda *_: None)
            assert seen(schema, profile) == sooner


def test_there_are_profiles_to_try():
    assert "OPENAI_STRICT" in PROFILES
    assert len(PROFILES) > 5


@pytest.mark.parametrize("name", PLAIN)
def test_plain_is_written_as_all_is(name):
    same_without(PLAIN[name])


TEXTS = st.text("ab", max_size=2)
MEMBERS = st.fixed_dictionaries(
    {"type": st.sampled_from(["string", "integer", "number", "boolean"])},
    optional={
        "description": TEXTS,
        "default": st.none() | st.integers(0, 2) | TEXTS,
        "enum": st.lists(TEXTS | st.integers(0, 2), min_size=1, max_size=3),
    },
)
LISTS = st.fixed_dictionaries(
    {"type": st.just("array"), "items": MEMBERS},
    optional={"description": TEXTS},
)


def objects(members):
    return st.fixed_dictionaries(
        {
            "type": st.just("object"),
            "properties": st.dictionaries(
                st.sampled_from("abcd"), members, max_size=4
            ),
        },
        optional={
            "required": st.lists(
                st.sampled_from("abcd"), unique=True, max_size=3
            ),
            "additionalProperties": st.just(False),
            "description": TEXTS,
        },
    )


@settings(deadline=None, max_examples=40)
@given(objects(st.recursive(MEMBERS | LISTS, objects, max_leaves=8)))
def test_any_is_written_as_all_is(schema):
    same_without(schema)


def test_real_tools_are_written_as_all_is(data):
    text = (data / "bfcl" / "tools.jsonl").read_text(encoding="utf-8")
    for line in text.splitlines()[::7]:
        same_without(json.loads(line)["inputSchema"])
