"""Nobody outside chooses hashes that make a set or dict slow."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from ipaddress import IPv4Network, IPv6Address, IPv6Interface, IPv6Network
from typing import Any
from uuid import UUID

import pytest
from pydantic import BaseModel, IPvAnyAddress

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
    pairs: set[tuple[int, int]] = set()
    amounts_of: dict[UUID, set[tuple[Decimal, Decimal, str]]] = {}


class Hosts(BaseModel):
    addresses: set[IPv6Address] = set()
    networks: set[IPv6Network] = set()
    interfaces: set[IPv6Interface] = set()
    by_network: dict[IPv6Network, int] = {}
    any_address: set[IPvAnyAddress] = set()
    older: set[IPv4Network] = set()
    note: list[str] = []


# CPython's hash of a tuple is that of xxHash, with numbers in the place of
# the lanes; see xxHash's specification, section "XXH64 algorithm".
PRIME_1, PRIME_2, START = (
    11400714785074694791,
    14029467366897019727,
    2870177450012600261,
)
BACK_1, BACK_2 = pow(PRIME_1, -1, 2**64), pow(PRIME_2, -1, 2**64)


def _turned(number, by):
    number %= 2**64
    return (number << by | number >> (64 - by)) % 2**64


def _mixed(state, lane):
    return _turned(state + lane * PRIME_2, 31) * PRIME_1 % 2**64


def pairs_of_one_hash(count):
    """Solve the hash of a pair for the second number, the first given."""
    made, first, second = [], 1, 2
    wanted = _mixed(_mixed(START, first), second)
    while len(made) < count:
        number = (
            (_turned(wanted * BACK_1, 33) - _mixed(START, first)) * BACK_2
        ) % 2**64
        if number < PERIOD:
            made.append([first, number])
        first += 1
    return made


PAIRS = pairs_of_one_hash(1_000)
ADDRESSES = [str(IPv6Address(number)) for number in MANY]
# Their numbers lie 2**61 - 1 times 2**64 apart, and so do their ends.
NETWORKS = [
    str(IPv6Network((number * PERIOD << 10, 118)))
    for number in range(1, 1_001)
]


def test_python_hashes_these_alike():
    """What the tests below rest on."""
    assert {*map(hash, MANY)} == {0}
    assert {hash(UUID(text)) for text in IDS} == {0}
    assert {hash(Decimal(text)) for text in FRACTIONS} == {1}
    assert len({hash(tuple(pair)) for pair in PAIRS}) == 1
    assert len({hash(IPv6Address(text)) for text in ADDRESSES}) == 1
    assert len({hash(IPv6Network(text)) for text in NETWORKS}) == 1
    assert len({hash(IPv6Interface(text)) for text in ADDRESSES}) == 1


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
        (Model, {"pairs": PAIRS}),
        (set[tuple[int, int]], PAIRS),
        (
            Model,
            {
                "amounts_of": {
                    IDS[0]: [[*map(str, pair), "x"] for pair in PAIRS]
                }
            },
        ),
        (Hosts, {"addresses": ADDRESSES}),
        (Hosts, {"addresses": [f"{text}%eth0" for text in ADDRESSES]}),
        (Hosts, {"any_address": ADDRESSES}),
        (Hosts, {"networks": NETWORKS}),
        (Hosts, {"interfaces": ADDRESSES}),
        (Hosts, {"by_network": dict.fromkeys(NETWORKS, 1)}),
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
        (Model, {"numbers": MANY[:2]}),
        (Model, {"numbers": MANY[:MAX_ALIKE]}),
        (Model, {"anything": [str(PERIOD)] * 1_000}),
        (Model, {"anything": ["1-1" * 10 + str(n) for n in MANY]}),
        (Model, {"anything": ["a long text like many" * 400]}),
        (Model, {"numbers": [*range(9_000)]}),
        (Model, {"pairs": PAIRS[:MAX_ALIKE]}),
        (Model, {"anything": [[0, 0]] * 1_000}),
        (Model, {"anything": [[number, "x"] for number in range(1_000)]}),
        (Model, {"anything": [[[number], 1, 2] for number in range(1_000)]}),
        (Model, {"anything": ADDRESSES}),
        (
            Hosts,
            {"note": ["12:34", "::1/129", "a::b::c", "%x", "1::/"] * 1_000},
        ),
        (Hosts, {"addresses": ADDRESSES[:MAX_ALIKE]}),
        (Hosts, {"addresses": [f"2001:db8::{n:x}" for n in range(2_000)]}),
        (Hosts, {"networks": [f"2001:{n:x}::/32" for n in range(2_000)]}),
        (
            Hosts,
            {"older": [f"10.{n // 256}.{n % 256}.0/24" for n in range(2_000)]},
        ),
    ],
)
def test_others_are_taken(annotation, value):
    assert not isinstance(derive(annotation).outcome(value), Refusal)


def test_one_more_than_the_bound_is_too_many():
    refuse_collisions(MANY[:MAX_ALIKE])
    with pytest.raises(Misfit, match="distinct_hashes"):
        refuse_collisions(MANY[: MAX_ALIKE + 1])


def test_a_model_has_the_bound_wherever_the_numbers_stand():
    """Also in what Pydantic reads out of a text."""
    value = {"numbers": MANY[: MAX_ALIKE // 2], "named": {}}
    value["named"] = dict.fromkeys(TEXTS[MAX_ALIKE // 2 : MAX_ALIKE + 1], 1)
    assert len(json.dumps(value)) > 19 * MAX_ALIKE
    assert derive(Model).outcome(value) == Refusal((), EXPECTED)
