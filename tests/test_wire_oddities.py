"""The laws of the wire, on schemas that are put together without a plan."""

from __future__ import annotations

from collections import Counter

import pytest

from toolgate import Tool, ToolRegistry, wire
from toolgate.exceptions import SchemaError
from wire_laws import all_laws
from wire_oddities import odd_schema
from wire_rules import STRICT_TARGETS, TARGETS

# To search further, take other numbers: each has been good for a fault.
EACH = 16
ROUNDS = 16


def make(name, schema):
    return Tool(name=name, input_schema=schema)


def is_taken(schema):
    try:
        ToolRegistry().register(make("t", schema))
    except SchemaError:
        return False
    return True


def tried(seed):
    """Hold one schema to the laws, for a target and a mode of its own."""
    schema, draw = odd_schema(seed)
    if not is_taken(schema):
        return "not a schema"
    target = draw.choice(sorted(TARGETS))
    strict = draw.choice([True, False, "auto"])
    options = {
        "to": target,
        "strict": strict if target in STRICT_TARGETS else False,
    }
    sent = wire.export([make("t", schema)], **options)["t"]
    if sent.status != "refused":
        all_laws(wire.export, make, schema, options=options, seed=seed)
    return sent.status


@pytest.mark.parametrize("part", range(ROUNDS))
def test_the_laws_hold_for_oddities(part):
    found = Counter(
        tried(seed) for seed in range(part * EACH, (part + 1) * EACH)
    )
    assert found["exact"] + found["changed"] > EACH // 2
