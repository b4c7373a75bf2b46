"""Contenders side by side on the same calls, as one table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from benchmarks.contenders import BASELINE, PLAIN_BASELINE, prove
from benchmarks.measuring import Samples, run, sampler
from benchmarks.report import header, ratio_text, table, time_text
from benchmarks.workloads import WORKLOADS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchmarks.contenders import Contender

COLUMNS = tuple(
    (load.name, verdict, getattr(load, verdict))
    for verdict in ("accepted", "rejected")
    for load in WORKLOADS
)
# Which of toolgate's rows is held against which gate, and how much it may
# take: add accepted, order accepted, then each rejected.
TARGETS = (
    ("toolgate dispatch, jsonschema-rs", BASELINE, (1.5, 1.3, 2.0, 2.0)),
    (
        "toolgate dispatch, jsonschema-rs, function",
        BASELINE,
        (2.0, 1.5, 2.0, 2.0),
    ),
    ("toolgate dispatch, jsonschema", PLAIN_BASELINE, (1.3, 1.3, 1.3, 1.3)),
)


def heading(name: str, verdict: str) -> str:
    return name if verdict == "accepted" else f"{name} {verdict}"


def measured(
    contenders: Sequence[Contender], rounds: int
) -> dict[tuple[str, str], Samples]:
    """Measure every contender on every call."""
    present = [each for each in contenders if each.missing is None]
    results = {}
    for name, verdict, text in COLUMNS:
        samplers = {each.name: sampler(each, name, text) for each in present}
        label = f"{name}, {verdict}"
        results[name, verdict] = run(samplers, rounds, label)
    return results


def rows_of(contenders, results):
    for each in contenders:
        if each.missing is not None:
            row = [f"{each.name}: {each.missing}"]
            yield row + ["-"] * (2 * len(COLUMNS))
            continue
        row = [each.name]
        for name, verdict, _ in COLUMNS:
            samples = results[name, verdict]
            row += [
                time_text(samples.median(each.name)),
                ratio_text(samples.ratio(each.name, BASELINE)),
            ]
        yield row


def targets(contenders, results):
    """Hold toolgate against the gate on the same engine."""
    present = {each.name for each in contenders if each.missing is None}
    for own, baseline, most in TARGETS:
        if {own, baseline} <= present:
            row = [own]
            for (name, verdict, _), limit in zip(COLUMNS, most, strict=True):
                ratio = results[name, verdict].ratio(own, baseline)
                row.append(f"{ratio_text(ratio)} (<= {limit}x)")
            yield row


def compared(contenders: Sequence[Contender], rounds: int):
    """Prove, measure and print; give what was measured."""
    for each in contenders:
        if each.missing is None:
            asyncio.run(prove(each))
    print(header())
    results = measured(contenders, rounds)
    heads = [heading(name, verdict) for name, verdict, _ in COLUMNS]
    head = ["contender", *(part for each in heads for part in (each, "ratio"))]
    print(table(head, rows_of(contenders, results)))
    print(
        f"\nTimes are medians of {rounds} rounds; a ratio is the median of "
        "the ratios within\nrounds to the first row."
    )
    kept = list(targets(contenders, results))
    if kept:
        print("\nAgainst the gate by hand on the same engine (target):\n")
        print(table(["contender", *heads], kept))
    return results
