"""Definitions are written out, but for those that lead back to themselves."""

from __future__ import annotations

import copy

import pytest

from toolgate.wire.schema.inlining import inlined

TEXT = {"type": "string"}


def ref(name):
    return {"$ref": f"#/$defs/{name}"}


LOOP = {"items": ref("loop")}
INNER = {"anyOf": [ref("loop"), ref("text")]}


@pytest.mark.parametrize(
    ("schema", "wanted"),
    [
        ({"items": ref("text")}, {"items": TEXT}),
        # Through other definitions, which may be used twice.
        (
            {"anyOf": [ref("list"), ref("list")]},
            {"anyOf": [{"items": TEXT}, {"items": TEXT}]},
        ),
        (
            {"items": ref("loop")},
            {"items": ref("loop"), "$defs": {"loop": LOOP}},
        ),
        # One that leads to a loop without being in it.
        (
            {"items": ref("inner")},
            {
                "items": {"anyOf": [ref("loop"), TEXT]},
                "$defs": {"loop": LOOP},
            },
        ),
        # A union of one stood there for its annotations only.
        (
            {"items": {"anyOf": [ref("text")], "description": "d"}},
            {"items": {"type": "string", "description": "d"}},
        ),
        (
            {"items": {"anyOf": [ref("loop")], "description": "d"}},
            {
                "items": {"anyOf": [ref("loop")], "description": "d"},
                "$defs": {"loop": LOOP},
            },
        ),
        (
            {"items": {"anyOf": [ref("text")], "minLength": 1}},
            {"items": {"anyOf": [TEXT], "minLength": 1}},
        ),
    ],
)
def test_definitions_are_written_out(schema, wanted):
    definitions = {
        "text": TEXT,
        "list": {"items": ref("text")},
        "loop": LOOP,
        "inner": INNER,
    }
    if "loop" not in str(schema) and "inner" not in str(schema):
        del definitions["loop"], definitions["inner"]
    document = {**schema, "$defs": definitions}
    before = copy.deepcopy(document)
    assert inlined(document) == wanted
    assert document == before


def test_a_loop_over_two_definitions_stays():
    document = {
        "items": ref("a"),
        "$defs": {"a": {"items": ref("b")}, "b": {"items": ref("a")}},
    }
    assert inlined(document) == document


def test_a_property_may_be_called_ref():
    document = {"properties": {"$ref": TEXT}, "$defs": {}}
    assert inlined(document) == {"properties": {"$ref": TEXT}}
