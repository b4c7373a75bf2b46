"""
Hostile input at the gate: one documented answer each, within a second.

The attacks run in a process of their own, one for each engine, so that a
hang or a crash of the interpreter is a failure of a test and not its end.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from timing import environment, over

ATTACKS = Path(__file__).with_name("hostile_attacks.py")
SECONDS = 1.0


@pytest.fixture(scope="module", params=["jsonschema", "jsonschema-rs"])
def outcomes(request):
    return outcomes_of(request.param)


def outcomes_of(engine):
    done = subprocess.run(
        [sys.executable, str(ATTACKS), engine],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2_000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_attack_was_made(outcomes):
    assert len(outcomes) > 60
    assert len({outcome["attack"] for outcome in outcomes}) == len(outcomes)


@pytest.mark.requirement("one-answer")
def test_each_gets_exactly_its_documented_answer(outcomes):
    wrong = [o for o in outcomes if o["answer"] not in o["allowed"]]
    assert not wrong


@pytest.mark.parametrize("engine", ["jsonschema", "jsonschema-rs"])
def test_each_within_a_second(engine):
    def measure(_):
        return {o["attack"]: o["seconds"] for o in outcomes_of(engine)}

    assert over(SECONDS, measure) == {}


@pytest.mark.requirement("values-not-echoed")
def test_answers_are_short(outcomes):
    long = [o for o in outcomes if o["is_error"] and o["length"] > 4_096]
    assert not long
