"""The laws of the wire, for every target, on schemas as authors write them."""

from __future__ import annotations

import copy
import json
from collections import Counter

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from toolgate import Tool, wire
from wire_laws import LawBroken, all_laws, bytes_of
from wire_rules import STRICT_TARGETS, TARGETS, request_faults
from wire_strategies import author_schemas

STRICT = (True, False, "auto")
SEEDS = st.integers(0, 2**16)
# The same schemas in each run: to search further, take more examples, and
# `derandomize=False`.
LAWFUL = settings(
    derandomize=True,
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
STILL = settings(LAWFUL, max_examples=60, phases=[Phase.generate])


def make(name, schema):
    return Tool(name=name, input_schema=schema)


def held(schema, target, strict, seed=0):
    return all_laws(
        wire.export,
        make,
        schema,
        options={"to": target, "strict": strict},
        seed=seed,
    )


@pytest.mark.requirement(
    "wire-told", "wire-pure", "wire-read-back", "target-rules"
)
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("strict", STRICT)
@LAWFUL
@given(schema=author_schemas(), seed=SEEDS)
def test_the_laws(target, strict, schema, seed):
    held(schema, target, strict, seed)


@pytest.mark.parametrize("target", TARGETS)
def test_the_laws_are_not_kept_by_refusing(target):
    """Most schemas go out, and the laws were tried on values of theirs."""
    counted = Counter()

    @STILL
    @given(schema=author_schemas(), seed=SEEDS)
    def count(schema, seed):
        status, decoded, encoded = held(schema, target, False, seed)
        counted[status] += 1
        counted["decoded"] += bool(decoded)
        counted["encoded"] += bool(encoded)

    count()
    drawn = counted["exact"] + counted["changed"] + counted["refused"]
    # Gemini's own dialect has neither recursion nor tuples nor constants.
    share = 0.3 if target == "gemini-parameters" else 0.1
    assert counted["refused"] < share * drawn, counted
    sent = drawn - counted["refused"]
    assert counted["decoded"] > 0.85 * sent, counted
    assert counted["encoded"] > 0.8 * sent, counted


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("strict", STRICT)
@settings(LAWFUL, max_examples=5)
@given(schemas=st.lists(author_schemas(), min_size=2, max_size=4))
def test_tools_do_not_touch_each_other(target, strict, schemas):
    """In a set, each tool goes out as it does alone, in one good request."""
    tools = [
        make(f"t{number}", schema) for number, schema in enumerate(schemas)
    ]
    before = json.dumps([tool.input_schema for tool in tools])
    exported = wire.export(tools, to=target, strict=strict)
    again = wire.export(tools, to=target, strict=strict)
    assert bytes_of(exported) == bytes_of(again)
    assert request_faults(target, exported.tools) == []
    assert json.dumps([tool.input_schema for tool in tools]) == before
    for tool in tools:
        together = exported[tool.name]
        if together.status == "refused":
            assert together.reason
            continue
        alone = wire.export([tool], to=target, strict=together.strict)
        assert alone[tool.name].schema == together.schema
        assert alone[tool.name].changes == together.changes


FIELD_SAMPLE = 60


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("strict", STRICT)
def test_the_laws_on_real_tools(data, target, strict):
    """Real tools, with the real call that came with each."""
    text = (data / "bfcl" / "tools.jsonl").read_text(encoding="utf-8")
    for line in text.splitlines()[::FIELD_SAMPLE]:
        row = json.loads(line)
        held(row["inputSchema"], target, strict)
        tool = make("t", row["inputSchema"])
        found = wire.export([tool], to=target, strict=strict)["t"]
        assert found.status != "refused", (row["name"], found.reason)
        arguments = copy.deepcopy(row["arguments"])
        encoded = found.codec.encode(arguments)
        assert found.codec.decode(encoded) == row["arguments"]


@pytest.mark.parametrize("target", STRICT_TARGETS)
@settings(LAWFUL, max_examples=10)
@given(schema=author_schemas())
def test_eligibility_tells_what_export_does(target, schema):
    told = wire.strict_eligibility(make("t", schema), to=target)
    found = wire.export([make("t", schema)], to=target, strict=True)["t"]
    if told.verdict == "impossible":
        assert told.reason
        assert not found.strict
    else:
        assert found.strict
        assert found.status == told.verdict
        assert found.changes == told.changes


def test_a_broken_law_tells_the_case():
    with pytest.raises(LawBroken, match="decode raised"):
        all_laws(
            lambda tools, **_: _spoilt(wire.export(tools, to="openai-chat")),
            make,
            {"type": "object", "properties": {"a": {"type": "string"}}},
            options={"to": "openai-chat"},
            seed=0,
        )


class _Spoilt:
    def __init__(self, found):
        self.found = found
        self.codec = self

    def __getattr__(self, name):
        return getattr(self.found, name)

    def decode(self, arguments):
        raise ValueError(arguments)


def _spoilt(exported):
    class Spoilt:
        tools = exported.tools
        report = exported.report

        def __getitem__(self, name):
            return _Spoilt(exported[name])

    return Spoilt()
