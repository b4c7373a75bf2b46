"""The laws of the wire on schemas by hand, for every target."""

from __future__ import annotations

import pytest

from toolgate import Tool, ToolRegistry, wire
from wire_corpus import CORPUS
from wire_laws import all_laws
from wire_rules import STRICT_TARGETS, TARGETS

# Azure's and OpenAI's Responses take what their Chat Completions take.
FORMS = [target for target in TARGETS if not target.endswith("-responses")]

SEEDS = (1,)


def make(name, schema):
    return Tool(name=name, input_schema=schema)


@pytest.mark.parametrize("schema", CORPUS.values(), ids=CORPUS)
def test_a_registry_takes_it(schema):
    ToolRegistry().register(make("t", schema))


@pytest.mark.requirement("wire-told")
@pytest.mark.parametrize("target", FORMS)
@pytest.mark.parametrize("schema", CORPUS.values(), ids=CORPUS)
def test_the_laws_by_hand(schema, target):
    modes = (False, True) if target in STRICT_TARGETS else (False,)
    if wire.export([make("t", schema)], to=target)["t"].status == "refused":
        return  # with the reason, which the last test looks at
    for strict in modes:
        for seed in SEEDS:
            all_laws(
                wire.export,
                make,
                schema,
                options={"to": target, "strict": strict},
                seed=seed,
            )


@pytest.mark.parametrize("target", TARGETS)
def test_most_go_out(target):
    """What is refused is what a target cannot say, and the reason tells."""
    tools = [make(f"t{n}", schema) for n, schema in enumerate(CORPUS.values())]
    found = [
        wire.export([tool], to=target, strict=True)[tool.name]
        for tool in tools
    ]
    refused = [each for each in found if each.status == "refused"]
    assert all(each.reason for each in refused)
    assert len(refused) < 0.2 * len(found), [e.reason for e in refused]
