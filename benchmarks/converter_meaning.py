"""
Whether a converted schema still means what its author wrote.

Two questions to sample values, with a plain validator for both schemas.
Narrowed: can each value that the author takes be sent? Widened: is each value
that can be sent one that the author takes? What is read back is what counts:
toolgate's through its codec; for the others null for an optional member
counts as leaving it out, as hosts read it.

Not counted, for anyone: further keys in an object whose author names its
members and says nothing about others. Strict mode closes those.
"""

from __future__ import annotations

import copy
import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from benchmarks.converter_samples import Draw, drawn, mutants, places, without
from benchmarks.judges import (
    DEFAULT_SENT,
    faults,
    oracle,
    relaxed,
    resolved,
    restricted,
    same_json,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from benchmarks.converter_peers import Converted

MOST_NULLS = 6
# Of the values that an author takes, these have to be left out of what
# cannot be sent for it to be about leaving out.
ABSENT, VALUE = "absent", "value"


@dataclass
class Verdict:
    """
    What became of one tool's meaning.

    `faults` are the rules of OpenAI's that are broken, but for `default`,
    which it took at one time and not at another.
    `silent` and `told` hold what was seen, "narrowed: absent", "narrowed:
    value" or "widened", without and with a report entry that covers it;
    `shown` has a value for each that shows it.
    """

    sent: bool = True
    strict: bool = False
    reason: str | None = None
    mutated: bool = False
    default: bool = False
    faults: list[str] = field(default_factory=list)
    silent: set[str] = field(default_factory=set)
    told: set[str] = field(default_factory=set)
    shown: dict[str, Any] = field(default_factory=dict)

    @property
    def kept(self) -> bool:
        return self.sent and not self.silent and not self.told

    def add(self, what: str, value: Any, *, covered: bool) -> None:
        (self.told if covered else self.silent).add(what)
        self.shown.setdefault(f"{what}{'' if covered else ' (!)'}", value)


class Author:
    """An author's schema, and values that it takes."""

    def __init__(self, tool: dict) -> None:
        self.name = tool["name"]
        self.schema = tool["inputSchema"]
        self.check = oracle(self.schema)
        values = drawn(self.schema, self.name)
        if "arguments" in tool:
            values.append(tool["arguments"])
        changed = mutants(values[-1:] + values[:2], self.name, extra=False)
        self.values = [
            value for value in values + changed if self.check.is_valid(value)
        ]


def judged(author: Author, found: Converted, *, mutated: bool) -> Verdict:
    """Hold what became of a tool against what its author takes."""
    verdict = Verdict(
        sent=found.schema is not None,
        strict=found.strict,
        reason=found.reason,
        mutated=mutated,
    )
    if found.schema is None:
        return verdict
    for fault in faults(found.schema, strict=found.strict):
        if fault.endswith(DEFAULT_SENT):
            verdict.default = True
        else:
            verdict.faults.append(fault)
    way = Coded(author, found) if found.codec else Bare(author, found)
    smaller = oracle(restricted(author.schema, found.changes))
    for value in author.values:
        if not way.says(value):
            what = ABSENT if way.says_filled(value) else VALUE
            covered = bool(found.changes) and not smaller.is_valid(value)
            verdict.add(f"narrowed: {what}", value, covered=covered)
    larger = oracle(relaxed(author.schema, found.changes))
    for value in way.values(author.name):
        read = way.read(value)
        if not author.check.is_valid(read):
            covered = bool(found.changes) and larger.is_valid(read)
            verdict.add("widened", value, covered=covered)
    return verdict


class Bare:
    """A wire without a way back: a value is what it is."""

    def __init__(self, author: Author, found: Converted) -> None:
        self.author = author
        self.found = found
        self.check = oracle(found.schema)

    def values(self, seed: str) -> list[Any]:
        """Give values that the wire takes."""
        schema = self.found.schema
        values = drawn(schema, seed)
        values += filter(self.check.is_valid, map(self.sent, self.sayable()))
        changed = mutants(values[:2] + values[-1:], seed, extra=True)
        return values + list(filter(self.check.is_valid, changed))

    def sayable(self) -> Iterable[Any]:
        return self.author.values[:4]

    def sent(self, value: Any) -> Any:
        return self.filled(value, lambda _: None)

    def read(self, value: Any) -> Any:
        """Read null as absent where the author takes it in no other way."""
        if self.author.check.is_valid(value):
            return value
        for reading in readings(value):
            if self.author.check.is_valid(reading):
                return reading
        return value

    def says(self, value: Any) -> bool:
        return any(
            self.check.is_valid(sent) and same_json(self.read(sent), value)
            for sent in (value, self.sent(value))
        )

    def says_filled(self, value: Any) -> bool:
        """Tell whether it can be sent with something for what is absent."""
        draw = Draw(self.found.schema, self.author.name)
        full = self.filled(value, lambda schema: draw.value(schema, 0.0))
        return not same_json(full, value) and self.check.is_valid(full)

    def filled(self, value: Any, make: Callable[[Any], Any]) -> Any:
        return filled(self.check, self.found.schema, value, make)


class Coded(Bare):
    """A wire with a codec."""

    def sent(self, value: Any) -> Any:
        return self.found.codec.encode(value)

    def sayable(self) -> Iterable[Any]:
        return filter(self.says, self.author.values[:4])

    def read(self, value: Any) -> Any:
        return self.found.codec.decode(value)

    def says(self, value: Any) -> bool:
        sent = self.sent(value)
        return self.check.is_valid(sent) and same_json(self.read(sent), value)

    def says_filled(self, value: Any) -> bool:
        draw = Draw(self.found.schema, self.author.name)
        full = self.filled(
            self.sent(value), lambda schema: draw.value(schema, 0.0)
        )
        return self.check.is_valid(full)


def readings(value: Any) -> Iterator[Any]:
    """Yield a value without some of its null members, the fewest first."""
    nulls = [
        way
        for way in places(value)
        if way and isinstance(way[-1], str) and at(value, way) is None
    ]
    some = range(1, len(nulls) + 1)
    if len(nulls) > MOST_NULLS:
        some = range(len(nulls), len(nulls) + 1)
    for count in some:
        for chosen in itertools.combinations(nulls, count):
            found = value
            for way in chosen:
                found = without(found, way)
            yield found


def at(value: Any, way: tuple) -> Any:
    for step in way:
        value = value[step]
    return value


def filled(
    check: Any, schema: Any, value: Any, make: Callable[[Any], Any]
) -> Any:
    """Give a value with something for each member that has to be there."""
    if not isinstance(schema, dict):
        return value
    if "$ref" in schema:
        target = resolved(check.schema, schema["$ref"])
        value = filled(check, target, value, make)
    for keyword in ("anyOf", "oneOf"):
        for branch in schema.get(keyword, ()):
            full = filled(check, branch, value, make)
            if check.evolve(schema=branch).is_valid(full):
                value = full
                break
    for branch in schema.get("allOf", ()):
        value = filled(check, branch, value, make)
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        return [filled(check, schema["items"], each, make) for each in value]
    if isinstance(value, dict):
        return filled_object(check, schema, value, make)
    return value


def filled_object(
    check: Any, schema: dict, value: dict, make: Callable[[Any], Any]
) -> dict:
    declared = schema.get("properties", {})
    rest = schema.get("additionalProperties")
    full = {
        key: filled(check, declared.get(key, rest), inner, make)
        for key, inner in value.items()
    }
    for key in schema.get("required", ()):
        if key not in full:
            full[key] = copy.deepcopy(make(declared.get(key, {})))
    return full
