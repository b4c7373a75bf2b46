"""What seldom meets in one schema, a case each."""

from __future__ import annotations

import pytest

from toolgate.schema.checks import SchemaRules
from toolgate.schema.outline import outline
from toolgate.wire import profiles
from toolgate.wire.schema import conversion, readers, rewriting
from toolgate.wire.schema.conversion import convert
from toolgate.wire.schema.nulls import nullable
from toolgate.wire.schema.rewriting import CannotSayError
from toolgate.wire.schema.verdicts import recursive
from wire_corpus import CORPUS, TEXT, WHOLE, closed, obj

RULES = SchemaRules()


def written(schema, profile=profiles.OPENAI_STRICT):
    return convert(schema, profile, RULES)


def member(schema, profile=profiles.OPENAI_STRICT):
    """Return what one required member is written as."""
    done = written(obj("a", a=schema), profile)
    return done.schema["properties"]["a"]


def test_the_greater_of_two_bounds_is_lowered():
    schema = {
        "type": "array",
        "items": TEXT,
        "minItems": 1,
        "allOf": [{"minItems": 3}],
    }
    done = written(obj("a", a=schema), profiles.ANTHROPIC_STRICT)
    assert done.schema["properties"]["a"]["minItems"] == 1
    [lowered] = [each for each in done.changes if each.keyword == "minItems"]
    assert (lowered.old, lowered.new) == (3, 1)


def test_definitions_that_nothing_fits_have_a_bound(monkeypatch):
    monkeypatch.setattr(conversion, "_RETRIES", 1)
    with pytest.raises(CannotSayError, match="too many definitions"):
        written(CORPUS["impossible definition"])


def test_a_short_stack_is_an_answer(monkeypatch):
    def deep(_):
        raise RecursionError

    monkeypatch.setattr(conversion, "ordered", deep)
    with pytest.raises(CannotSayError, match="nested too deeply"):
        written(obj(a={"anyOf": [TEXT, {"type": "null"}]}))


def test_a_root_that_cannot_be_merged_is_wrapped():
    schema = {**obj(a=TEXT), "allOf": [{"not": {"required": ["a"]}}]}
    done = written(schema, profiles.OPENAI_PLAIN)
    assert list(done.schema["properties"]) == ["input"]
    assert done.codec.decode({"input": {}}) == {}


def test_a_long_pattern_is_not_told():
    schema = {"type": "string", "pattern": "a" * 120}
    assert member(schema, profiles.AZURE_STRICT) == {"type": "string"}


def test_null_beside_values_without_a_type():
    assert nullable({"enum": ["a"]}) == {"enum": ["a", None]}
    twice = {"anyOf": [TEXT, {"type": "null"}]}
    assert nullable(twice) is twice


def test_the_key_that_is_declared_wins():
    done = written({**obj(**{"a b": TEXT})}, profiles.COMPATIBLE)
    [key] = done.schema["properties"]
    assert done.codec.decode({key: "v", "a b": "w"}) == {"a b": "v"}


def test_unions_of_too_many_forms_are_refused(monkeypatch):
    monkeypatch.setattr(readers, "_MAX_STATES", 0)
    with pytest.raises(CannotSayError, match="too many forms"):
        written(obj(a={"anyOf": [closed(x=TEXT), WHOLE]}))


def test_a_loop_that_nothing_fits_is_refused():
    bound = {"$ref": "#/$defs/T", "minProperties": 1}
    schema = {
        **obj(a=bound),
        "$defs": {"T": closed("n", "z", n=dict(bound), z=False)},
    }
    with pytest.raises(CannotSayError, match="definition that nothing fits"):
        written(schema)


def test_a_loop_that_is_met_twice_has_one_name():
    bound = {"$ref": "#/$defs/T", "minProperties": 1}
    schema = {
        **obj(a=bound),
        "$defs": {"T": obj(n=dict(bound), m=dict(bound), v=TEXT)},
    }
    done = written(schema)
    assert done.codec.decode({"a": None}) == {}
    assert all(name.startswith("T") for name in done.schema["$defs"])


@pytest.mark.parametrize(
    ("bound", "told"),
    [("MAX_NODES", "more than 1 subschemas"), ("MAX_DEPTH", "deeper than 1")],
)
def test_what_is_written_out_has_bounds(monkeypatch, bound, told):
    monkeypatch.setattr(rewriting, bound, 1)
    monkeypatch.setattr(rewriting, "MAX_GROWTH", 0)
    with pytest.raises(CannotSayError, match=told):
        written(obj(a=obj(b=obj(c={"minLength": 1}))))


def test_a_member_of_all_branches_is_narrowed_once():
    schema = {
        **obj("v", v={}),
        "anyOf": [obj("x", x=TEXT), obj("y", y=WHOLE)],
    }
    done = written(obj("a", a=schema))
    [narrowed] = [each for each in done.changes if each.rule == "any-value"]
    assert narrowed.pointer == "/properties/a/properties/v"
    assert narrowed.new == ["string", "number", "boolean", "null"]


def test_a_union_of_keys():
    schema = {
        "type": "object",
        "additionalProperties": WHOLE,
        "propertyNames": {"anyOf": [{"enum": ["a"]}, {"pattern": "^x"}]},
    }
    key = member(schema)["items"]["properties"]["key"]
    assert key == {
        "anyOf": [
            {"type": "string", "enum": ["a"]},
            {"type": "string", "pattern": "^x"},
        ]
    }


def test_a_union_with_anything_says_nothing():
    schema = {"type": "array", "prefixItems": [{}, TEXT], "items": WHOLE}
    assert member(schema, profiles.COMPATIBLE)["items"] == {}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (obj(x=obj(y={"$ref": "#"})), {""}),
        (
            {
                **obj(a={"$ref": "#/$defs/T"}, b={"$ref": "#/$defs/U"}),
                "$defs": {"T": True, "U": obj(c={"$ref": "#/$defs/T"})},
            },
            set(),
        ),
        (
            obj(
                x=obj(y=obj(z={"$ref": "#/properties/x"})),
                y={"$ref": "#/properties/x/properties/y"},
            ),
            {"/properties/x", "/properties/x/properties/y"},
        ),
        (
            {
                **obj(a={"$ref": "#/$defs/A"}, b={"$ref": "#/$defs/A"}),
                "$defs": {"A": {**obj(t=TEXT), "$defs": {"X": TEXT}}},
            },
            set(),
        ),
        (
            {
                **obj(a={"$ref": "#/$defs/A"}, b={"$ref": "#/$defs/B"}),
                "$defs": {
                    "A": obj(c={"$ref": "#/$defs/C"}),
                    "B": obj(c={"$ref": "#/$defs/C"}, d={"$ref": "#/$defs/C"}),
                    "C": obj(t=TEXT),
                },
            },
            set(),
        ),
        (
            {
                **obj(a={"$ref": "#/$defs/A"}),
                "$defs": {
                    "A": obj(c={"$ref": "#/$defs/B"}),
                    "B": obj(c={"$ref": "#/$defs/C"}),
                    "C": obj(c={"$ref": "#/$defs/B"}, d={"$ref": "#/$defs/D"}),
                    "D": {"items": True},
                },
            },
            {"/$defs/B", "/$defs/C"},
        ),
    ],
)
def test_what_leads_back_to_itself(schema, expected):
    found = outline(schema, RULES)
    loops = recursive(found)
    assert {
        target.pointer
        for target in found.targets()
        if id(target.schema) in loops
    } == expected


def test_a_key_that_stands_for_another_is_never_written():
    """Nor is one that an author has declared himself."""
    schema = obj("a b", p_a_b_c8687a08=WHOLE, **{"a b": TEXT})
    done = convert(schema, profiles.ANTHROPIC_PLAIN, RULES)
    assert list(done.schema["properties"]) == [
        "p_a_b_c8687a08",
        "p_a_b_c8687a08_",
    ]
    value = {"a b": "x", "p_a_b_c8687a08": 1}
    assert done.codec.decode(done.codec.encode(value)) == value
    open_one = convert(obj(**{"a b": TEXT}), profiles.ANTHROPIC_PLAIN, RULES)
    assert open_one.codec.encode(value) == value  # cannot be said


def test_any_value_is_a_definition_of_its_own():
    schema = {
        **obj(
            c={"$ref": "#/$defs/any_value"},
            d={"type": "array"},
            e={"type": "array"},
        ),
        "$defs": {"any_value": obj(x=TEXT)},
    }
    done = convert(schema, profiles.OPENAI_PLAIN, RULES).schema
    members = done["properties"]
    assert members["d"]["items"] == members["e"]["items"]
    any_one = members["d"]["items"]["$ref"].removeprefix("#/$defs/")
    own = members["c"]["$ref"].removeprefix("#/$defs/")
    assert done["$defs"][own]["properties"] == {"x": TEXT}
    assert "string" in done["$defs"][any_one]["type"]


def test_a_deep_union_is_written_once_for_each_part():
    schema = {
        **obj(p={"$ref": "#/$defs/N"}),
        "$defs": {
            "N": {
                "anyOf": [
                    obj("k", k={"const": "a"}, n={"$ref": "#/$defs/N"}),
                    obj("k", k={"const": "b"}, n={"$ref": "#/$defs/N"}),
                ]
            }
        },
    }
    value = {"k": "b"}
    for _ in range(12):
        value = {"k": "b", "n": value}
    codec = convert(schema, profiles.OPENAI_STRICT, RULES).codec
    assert codec.decode(codec.encode({"p": value})) == {"p": value}
    deep = value
    for _ in range(3_000):
        deep = {"k": "b", "n": deep}
    assert codec.encode({"p": deep}) == {"p": deep}  # no gate takes it
