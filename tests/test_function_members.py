"""Sets and dicts of models whose members others may choose the hashes of."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass as plain_dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from ipaddress import (
    IPv4Address,
    IPv4Interface,
    IPv4Network,
    IPv6Address,
    IPv6Interface,
    IPv6Network,
)
from pathlib import Path
from re import Pattern
from typing import Annotated, Any, Literal, NamedTuple
from uuid import UUID

import pytest
from pydantic import (
    AfterValidator,
    AliasPath,
    AnyUrl,
    BaseModel,
    ByteSize,
    Field,
    IPvAnyAddress,
    Json,
    SecretStr,
    TypeAdapter,
    create_model,
)

from deriving import Refusal, derive
from timing import over, told_by
from toolgate import Tool, ToolRegistry
from toolgate.function.members import guarded
from toolgate.function.model_bounds import MAX_MEMBERS
from toolgate.function.model_graphs import graph_of

PERIOD = 2**61 - 1
EXPECTED = (
    f"at most {MAX_MEMBERS} members in a set, or keys, and fewer where there "
    "are many such sets"
)
MANY = MAX_MEMBERS + 1


class Frozen(BaseModel, frozen=True):
    number: int


@plain_dataclass(frozen=True)
class Spot:
    x: int


class Pair(NamedTuple):
    first: int
    second: int


class Plain(Enum):
    A = "a"


class Whole(IntEnum):
    A = 1


class Amount(complex, Enum):
    A = 1j


class Own(str):
    """A class that brings its own hash."""

    __slots__ = ()

    def __hash__(self):
        return 1

    @classmethod
    def __get_pydantic_core_schema__(cls, source, handler):
        return {
            "type": "function-after",
            "function": {"type": "no-info", "function": cls},
            "schema": {"type": "str"},
        }


# Of each kind: what CPython hashes by numbers that a text gives, and that
# nothing counts.
OPEN = [
    complex,
    Fraction,
    Frozen,
    Spot,
    Pair,
    ByteSize,
    Own,
    Amount,
    Annotated[int, AfterValidator(abs)],
    int | Fraction,
    Fraction | None,
    tuple[tuple[int, int], int],
    tuple[IPv6Address, int],
    tuple[timedelta, int],
    tuple[datetime, int],
    tuple[time, int],
    tuple[frozenset[int], int],
    tuple[datetime | int, ...],
    tuple[Amount, int],
    frozenset[int],
    frozenset[tuple[int, int]],
]
KNOWN = [
    str,
    bytes,
    int,
    float,
    bool,
    Decimal,
    UUID,
    date,
    datetime,
    time,
    timedelta,
    IPv4Address,
    IPv4Interface,
    IPv4Network,
    IPv6Address,
    IPv6Interface,
    IPv6Network,
    IPvAnyAddress,
    Path,
    AnyUrl,
    SecretStr,
    Pattern,
    Plain,
    Whole,
    Any,
    Literal[1, "a"],
    int | str | None,
    tuple[int, int],
    tuple[str, ...],
    tuple[UUID, Decimal, date, Path, Plain, Literal[1]],
    frozenset[str],
    tuple[frozenset[str], tuple[str, str]],
    list[int],
]


def _guards(annotation):
    core = TypeAdapter(annotation).core_schema
    return bool(guarded(graph_of(core)))


@pytest.mark.parametrize("member", OPEN)
def test_members_whose_hashes_nobody_counts_are_bounded(member):
    assert _guards(set[member])
    assert _guards(frozenset[member])
    assert _guards(dict[member, int])
    assert _guards(Mapping[member, int])
    assert _guards(Json[set[member]])
    assert not _guards(list[member] | dict[str, member])


@pytest.mark.parametrize("member", KNOWN)
def test_members_whose_hashes_are_salted_or_counted_are_not(member):
    assert not _guards(set[member])
    assert not _guards(dict[member, int])


@pytest.mark.parametrize("member", [int, Decimal, UUID, Any, tuple[int, int]])
def test_numbers_in_a_text_are_not_counted(member):
    assert _guards(Json[set[member]])
    assert not _guards(Json[set[str]])


def test_a_set_of_anything_is_as_one_of_numbers():
    anything = {"type": "set"}
    assert not guarded(graph_of(anything))
    assert guarded(graph_of({"type": "json", "schema": anything}))


class Paths(BaseModel):
    plain: set[Fraction] = set()
    named: dict[Fraction, int] = {}
    either: list[int] | set[complex] = []
    inner: Paths | None = None
    rows: list[tuple[int, set[Fraction]]] = []
    fixed: tuple[Json[set[int]], str] | None = None
    far: set[Fraction] = Field(set(), validation_alias=AliasPath("at", 1, "x"))
    by_text: dict[Json[set[int]], int] = {}
    counts: Counter[tuple[int, ...]] = Counter()
    free: list[str] = []
    free_names: dict[str, int] = {}
    pairs: set[tuple[int, int]] = set()


FRACTIONS = [f"{number}/7" for number in range(1, MANY + 1)]
TEXT = json.dumps([*range(MANY)])


@pytest.mark.parametrize(
    "value",
    [
        {"plain": FRACTIONS},
        {"named": dict.fromkeys(FRACTIONS, 1)},
        {"either": [f"{number}j" for number in range(MANY)]},
        {"inner": {"inner": {"plain": FRACTIONS}}},
        {"rows": [[1, ["1/2"]], [1, FRACTIONS]]},
        {"fixed": [TEXT, "x"]},
        {"fixed": [TEXT.replace(",", "\n,"), "x"]},
        {"by_text": {TEXT: 1}},
        {"rows": [[1, FRACTIONS[:100]]] * 51},
    ],
)
def test_more_than_the_bound_is_refused_wherever_it_stands(value):
    assert derive(Paths).outcome(value) == Refusal((), EXPECTED)


def test_a_path_of_names_leads_to_a_set():
    far = derive(create_model("Far", __base__=Paths))
    value = {"at": [0, {"x": FRACTIONS}]}
    assert far.read is not None
    with pytest.raises(Exception, match="max_members"):
        far.read(value)


@pytest.mark.parametrize(
    "value",
    [
        {"plain": FRACTIONS[:MAX_MEMBERS]},
        {"named": dict.fromkeys(FRACTIONS[:MAX_MEMBERS], 1)},
        {"rows": [[1, ["1/2"]]] * MANY},
        {"free": FRACTIONS, "plain": ["1/2"]},
        {"free_names": dict.fromkeys(FRACTIONS, 1)},
        {"fixed": ["[1]", TEXT]},
        {"pairs": [[number, 1] for number in range(MANY)]},
        {"inner": {"free": FRACTIONS}},
    ],
)
def test_others_are_read(value):
    assert derive(Paths).outcome(value) == Paths.model_validate_json(
        json.dumps(value)
    )


@pytest.mark.parametrize(
    "text", ['[{"a": 1, "a": 2}]', "[" * 100_000 + "]" * 100_000]
)
def test_a_text_that_cannot_be_looked_into_is_refused(text):
    """Pydantic reads a name that stands twice, both times."""
    assert (
        derive(Paths)
        .outcome({"fixed": [text, ""]})
        .expected.startswith("a smaller or flatter value")
    )


def test_a_text_that_is_no_json_is_pydantics_to_refuse():
    outcome = derive(Paths).outcome({"fixed": ["[1", ""]})
    assert isinstance(outcome, Refusal)
    assert "work" not in outcome.expected


def test_the_sets_of_one_argument_share_their_bound():
    def read(each: list[Paths], _note: str = "") -> int:
        return len(each)

    registry = ToolRegistry()
    registry.register(Tool.from_function(read))
    half = {"plain": FRACTIONS[: MAX_MEMBERS // 2]}
    assert registry.call("read", {"each": [half] * 8}).text == "8"
    refused = registry.call("read", {"each": [half] * 9}).text
    assert refused.startswith(
        f"invalid_arguments: /each/8: expected {EXPECTED}"
    )


TIMED = """
import json, time
from fractions import Fraction
import test_function_members as cases
from deriving import derive
seconds = {}
for name, (annotation, value) in cases.worst().items():
    derived = derive(annotation)
    start = time.process_time()
    derived.outcome(value)
    seconds[name] = time.process_time() - start
print(json.dumps(seconds))
"""


class Sets(BaseModel):
    numbers: set[complex] = set()
    fractions: set[Fraction] = set()
    named: dict[Fraction, int] = {}
    frozen: set[Frozen] = set()
    addresses: set[tuple[IPv6Address, int]] = set()
    many: list[set[Fraction]] = []
    text: Json[set[int]] | None = None


def worst():
    """Values of one hash: many, as many as are taken, and many sets."""
    found = {}
    for count in (20_000, MAX_MEMBERS):
        fractions = [f"{PERIOD * k + 1}/1" for k in range(count)]
        assert {*map(hash, map(Fraction, fractions))} == {1}
        values = {
            # sys.hash_info.imag is 1000003.
            "numbers": [f"{1000003 * (count - k)}+{k}j" for k in range(count)],
            "fractions": fractions,
            "named": dict.fromkeys(fractions, 1),
            "frozen": [{"number": PERIOD * k} for k in range(count)],
            "addresses": [
                [str(IPv6Address(PERIOD * k + 1)), 1] for k in range(count)
            ],
            "text": json.dumps([PERIOD * k for k in range(count)]),
        }
        for name, value in values.items():
            found[f"{name} {count}"] = Sets, {name: value}
    for size in (10, 22, 100):
        row = [f"{PERIOD * k + 1}/1" for k in range(size)]
        rows = [row] * (20_000 // size)
        found[f"many {size}"] = Sets, {"many": rows}
    return found


def test_no_read_takes_a_second():
    assert not over(0.8, lambda _: told_by(TIMED))
