"""Nobody outside chooses hashes that make a set or dict slow."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from pydantic import BaseModel

from deriving import Refusal, derive
from toolgate.function.collisions import MAX_ALIKE, refuse_collisions
from toolgate.function.shape import Misfit

PERIOD = 2**61 - 1
MANY = [number * PERIOD for number in range(1, 1_001)]
TEXTS = [*map(str, MANY)]
IDS = [str(UUID(int=number)) for number in MANY]
EXPECTED = "values that are told apart more easily"
# 10**61 times this and that divided by it leave the same remainder.
FRACTIONS = [
    f"{pow(10, places, PERIOD)}E-{places}" for places in range(1, 1_001)
]


class Model(BaseModel):
    numbers: set[int] = set()
    named: dict[int, int] = {}
    ids: set[UUID] = set()
    amounts: set[Decimal] = set()
    anything: Any = None


def test_python_hashes_these_alike():
    """What the tests below rest on."""
    assert {*map(hash, MANY)} == {0}
    assert {hash(UUID(text)) for text in IDS} == {0}
    assert {hash(Decimal(text)) for text in FRACTIONS} == {1}


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (set[int], MANY),
        (set[int], [-number for number in MANY]),
        (frozenset[Any], MANY),
        (set[tuple[int, int]], [[number, 1] for number in MANY]),
        (set[UUID], IDS),
        (set[Decimal], FRACTIONS),
        (dict[int, int], dict.fromkeys(TEXTS, 1)),
        (Mapping[Decimal, int], dict.fromkeys(FRACTIONS, 1)),
        (Model, {"numbers": MANY}),
        (Model, {"named": dict.fromkeys(TEXTS, 1)}),
        (Model, {"named": {f" {text} ": 1 for text in TEXTS}}),
        (Model, {"ids": IDS}),
        (Model, {"ids": ["urn:uuid:" + text for text in IDS]}),
        (Model, {"amounts": FRACTIONS}),
    ],
)
def test_values_of_one_hash_are_refused(annotation, value):
    assert derive(annotation).outcome(value) == Refusal((), EXPECTED)


@pytest.mark.parametrize(
    ("annotation", "value"),
    [
        (set[int], MANY[:MAX_ALIKE]),
        (set[int], [*range(2**61 - 2_001, 2**61 - 2)]),
        (set[float], [number / 7 for number in range(9_000)]),
        (set[float], [2.0**power for power in range(-1_000, 1_000)]),
        (dict[int, int], dict.fromkeys(TEXTS[:MAX_ALIKE], 1)),
        (Model, {"numbers": MANY[:MAX_ALIKE]}),
        (Model, {"anything": [str(PERIOD)] * 1_000}),
        (Model, {"anything": ["1-1" * 10 + str(n) for n in MANY]}),
        (Model, {"anything": ["a long text like many" * 400]}),
        (Model, {"numbers": [*range(9_000)]}),
    ],
)
def test_others_are_taken(annotation, value):
    assert not isinstance(derive(annotation).outcome(value), Refusal)


def test_one_more_than_the_bound_is_too_many():
    refuse_collisions(MANY[:MAX_ALIKE])
    with pytest.raises(Misfit, match=EXPECTED):
        refuse_collisions(MANY[: MAX_ALIKE + 1])


def test_a_model_has_the_bound_wherever_the_numbers_stand():
    """Also in what Pydantic reads out of a text."""
    value = {"numbers": MANY[: MAX_ALIKE // 2], "named": {}}
    value["named"] = dict.fromkeys(TEXTS[MAX_ALIKE // 2 : MAX_ALIKE + 1], 1)
    assert len(json.dumps(value)) > 19 * MAX_ALIKE
    assert derive(Model).outcome(value) == Refusal((), EXPECTED)
