"""What is large is written or refused, and costs what it is worth."""

from __future__ import annotations

import pytest

from timing import over, told_by
from toolgate.schema.checks import SchemaRules
from toolgate.schema.outline import outline
from toolgate.wire import profiles
from toolgate.wire.schema.conversion import convert
from toolgate.wire.schema.rewriting import CannotSayError
from toolgate.wire.schema.verdicts import are_disjoint
from wire_corpus import TEXT, WHOLE, obj

MANY = 200


def tagged(index, kind="object"):
    return {**obj("t", t={"const": f"p{index}"}), "type": kind}


@pytest.mark.parametrize(
    ("branches", "verdict"),
    [
        ([tagged(index) for index in range(MANY)], True),
        ([*(tagged(index) for index in range(MANY)), tagged(3)], False),
        ([*(tagged(index) for index in range(MANY)), obj(t=TEXT)], False),
        ([*(tagged(index) for index in range(MANY)), TEXT, WHOLE], True),
        ([*(tagged(index) for index in range(MANY)), TEXT, TEXT], False),
        ([*(tagged(index) for index in range(MANY)), {}], False),
        ([{"const": index} for index in range(MANY)], True),
        ([{"const": index % 150} for index in range(MANY)], False),
        ([*({"const": index} for index in range(MANY)), TEXT], True),
        ([*({"const": index} for index in range(MANY)), WHOLE], False),
        ([*({"const": index} for index in range(MANY)), tagged(1)], True),
        ([obj(t=TEXT) for _ in range(MANY)], False),
        ([TEXT] * MANY, False),
    ],
)
def test_many_branches_are_told_apart(branches, verdict):
    found = outline({"oneOf": branches}, SchemaRules())
    assert are_disjoint(found, found.root.branches("oneOf")) is verdict


def test_too_many_names_beside_too_many_patterns_are_refused():
    schema = {
        **obj(**{f"p{index}": TEXT for index in range(400)}),
        "patternProperties": {f"^p{index}$": TEXT for index in range(400)},
    }
    with pytest.raises(CannotSayError, match="too many names beside"):
        convert(schema, profiles.GEMINI, SchemaRules())


def test_what_the_author_wrote_himself_is_never_too_much():
    schema = obj(**{f"p{index}": {"minLength": 1} for index in range(3_000)})
    done = convert(schema, profiles.OPENAI_PLAIN, SchemaRules())
    assert len(done.schema["properties"]) == 3_000


LAUGHS = {
    "$defs": {
        "d0": obj(x=TEXT),
        **{
            f"d{index}": {
                "allOf": [
                    {
                        "anyOf": [
                            {"$ref": f"#/$defs/d{index - 1}"},
                            obj(name, **{name: WHOLE}),
                        ]
                    }
                    for name in (f"q{index}", f"r{index}")
                ]
            }
            for index in range(1, 9)
        },
    },
    **obj("p", p={"$ref": "#/$defs/d8"}),
}
LARGE = {
    "many tagged branches": obj(
        a={"oneOf": [tagged(index) for index in range(1_000)]}
    ),
    "many parts of an object": obj(
        a={"allOf": [obj(**{f"t{index}": TEXT}) for index in range(1_000)]}
    ),
    "many names that are not declared": {
        **obj(a=TEXT),
        "required": [f"r{index}" for index in range(10_000)],
    },
    "a long chain of definitions": {
        **obj(p={"$ref": "#/$defs/d0"}),
        "$defs": {
            f"d{index}": obj(n={"$ref": f"#/$defs/d{(index + 1) % 1_000}"})
            for index in range(1_000)
        },
    },
    "references that grow": LAUGHS,
}
TIMED = """
import json
import time

from test_wire_schema_sizes import LARGE, TARGETS
from toolgate import Tool, wire
from toolgate.schema.cache import ValidatorCache

found = {}
for name, schema in LARGE.items():
    cache = ValidatorCache(compile="on_demand")
    tool = Tool(name="t", input_schema=schema)
    cache.get(tool.input_schema)  # to check it is another matter
    start = time.process_time()
    for target in TARGETS:
        wire.export([tool], to=target, validators=cache)
    found[name] = time.process_time() - start
print(json.dumps(found))
"""
TARGETS = (
    "openai-chat",
    "anthropic",
    "gemini",
    "gemini-parameters",
    "openai-compatible",
)


def test_what_is_large_costs_seconds_at_most():
    """A quadratic way takes ten times as long for each of them, and more."""
    assert not over(8.0, lambda _: told_by(TIMED))
