"""
Schemas for OpenAI through toolgate and through what one would use instead.

What is kept of their meaning, on sample values, what is told of what is not,
what OpenAI would refuse, and the time for a tool: see README.md.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks import converter_rows
from benchmarks.converter_meaning import ABSENT, VALUE, Author, judged
from benchmarks.converter_peers import (
    AUTO,
    OWN,
    PLAIN,
    STRICT,
    converters,
    fresh,
)
from benchmarks.corpus import documents
from benchmarks.measuring import Samples, clock, progress
from benchmarks.report import header, ratio_text, table, time_text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from benchmarks.converter_meaning import Verdict
    from benchmarks.converter_peers import Converter

BATCH = 50
START, END = "<!-- measured -->\n", "<!-- end of what is measured -->\n"


def silent(what: str) -> Callable[[Verdict], bool]:
    return lambda verdict: what in verdict.silent


# A column's head, and which tools it counts.
COLUMNS: tuple[tuple[str, Callable[[Verdict], bool]], ...] = (
    ("strict", lambda verdict: verdict.strict),
    ("kept", lambda verdict: verdict.kept),
    ("usable", lambda verdict: verdict.kept and not verdict.faults),
    ("told", lambda verdict: bool(verdict.told) and not verdict.silent),
    ("changed silently", lambda verdict: bool(verdict.silent)),
    ("absence lost", silent(f"narrowed: {ABSENT}")),
    ("values lost", silent(f"narrowed: {VALUE}")),
    ("widened", silent("widened")),
    ("raised", lambda verdict: not verdict.sent and bool(verdict.reason)),
    (
        "raised, no reason",
        lambda verdict: not verdict.sent and not verdict.reason,
    ),
    ("breaks rules", lambda verdict: bool(verdict.faults)),
    ("sends default", lambda verdict: verdict.default),
    ("input changed", lambda verdict: verdict.mutated),
)


def verdicts(
    contenders: Sequence[Converter], tools: Sequence[dict], label: str
) -> dict[str, list[Verdict]]:
    """Judge each tool as each converter leaves it."""
    found: dict[str, list[Verdict]] = {each.title: [] for each in contenders}
    for number, tool in enumerate(tools):
        if number % 20 == 0:
            told = f"{label}: tool {number} of {len(tools)}"
            progress(told, number // 20)
        author = Author(tool)
        for each in contenders:
            given = fresh([tool])
            before = json.dumps(given)
            (done,) = each.read(each.work(each.prepared(given)))
            mutated = json.dumps(given) != before
            found[each.title].append(judged(author, done, mutated=mutated))
    progress("")
    return found


def times(
    contenders: Sequence[Converter], tools: Sequence[dict], rounds: int
) -> Samples:
    """
    Give the seconds a tool, a sample for each round and some tools.

    The first round warms up and is not kept. Before each sample what the one
    before it left behind is collected, outside of the time.
    """
    samples = Samples({each.title: [] for each in contenders})
    batches = [
        tools[start : start + BATCH] for start in range(0, len(tools), BATCH)
    ]
    order = list(contenders)
    gc.collect()
    gc.freeze()
    for number in range(rounds + 1):
        progress(f"time: round {number} of {rounds}", number * 10)
        for batch in batches:
            random.shuffle(order)
            for each in order:
                given = each.prepared(fresh(batch))
                gc.collect()
                start = clock()
                kept = each.work(given)
                seconds = clock() - start
                del kept
                if number:
                    samples.seconds[each.title].append(seconds / len(batch))
    progress("")
    gc.unfreeze()
    return samples


def timed(contenders: Sequence[Converter], samples: Samples) -> str:
    """Give the table of times; each form is held against toolgate's own."""
    rows = []
    for each in contenders:
        if each.missing is not None:
            rows.append([f"{each.title}: {each.missing}", "-", "-"])
            continue
        against = f"{OWN}, {PLAIN if each.form == PLAIN else STRICT}"
        seconds = samples.median(each.title)
        ratio = samples.ratio(each.title, against)
        rows.append([each.title, time_text(seconds), ratio_text(ratio)])
    return table(["converter", "a tool", "ratio"], rows)


def counted(
    contenders: Sequence[Converter], found: dict[str, list[Verdict]]
) -> str:
    """Give the table of counts, a line for each question."""
    rows = [
        [
            question,
            *(
                "missing"
                if each.missing is not None
                else str(sum(map(counts, found[each.title])))
                for each in contenders
            ),
        ]
        for question, counts in COLUMNS
    ]
    return table(["tools", *(each.title for each in contenders)], rows)


def shown(
    contenders: Sequence[Converter], found: dict[str, list[Verdict]]
) -> str:
    """Give the table of the rows, one line for each."""
    rows = [
        [
            f"{number}: {title}",
            *(
                "missing"
                if each.missing is not None
                else worded(found[each.title][index])
                for each in contenders
            ),
        ]
        for index, (number, title, _) in enumerate(converter_rows.ROWS)
    ]
    return table(["row", *(each.title for each in contenders)], rows)


def worded(verdict: Verdict) -> str:
    """Put one verdict in a few words."""
    if not verdict.sent:
        return "raises" if verdict.reason else "raises, no reason"
    words = []
    if f"narrowed: {VALUE}" in verdict.silent:
        words.append("values lost")
    elif f"narrowed: {ABSENT}" in verdict.silent:
        words.append("absence lost")
    if "widened" in verdict.silent:
        words.append("widened")
    if verdict.told:
        words.append("told")
    if verdict.faults:
        words.append("breaks rules")
    return ", ".join(words) or "kept"


def written(page: Path, text: str) -> None:
    """Put what was measured between the marks of a page."""
    before, _, rest = page.read_text(encoding="utf-8").partition(START)
    _, end, after = rest.partition(END)
    if not end:
        raise SystemExit(f"{page} has no {START.strip()} and {END.strip()}")
    page.write_text(f"{before}{START}\n{text}\n{end}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.converters")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tools", type=int, help="only the first so many")
    parser.add_argument("--write", type=Path, help="put it into this page")
    options = parser.parse_args()
    tools = documents(options.tools)
    contenders = converters()
    present = [each for each in contenders if each.missing is None]
    top = header()
    print(top)
    samples = times(present, tools, options.rounds)
    found = verdicts(present, tools, "BFCL")
    rows = verdicts(present, converter_rows.documents(), "rows")
    strict = [each for each in contenders if each.form in (STRICT, AUTO)]
    plain = [each for each in contenders if each.form == PLAIN]
    reported = [each for each in strict if each.form == STRICT]
    parts = (
        f"{len(tools)} tools, in strict form:",
        counted(strict, found),
        "The same in plain form:",
        counted(plain, found),
        "The reported schemas, in strict form:",
        shown(reported, rows),
        "Time:",
        timed(contenders, samples),
    )
    text = "\n\n".join(parts) + "\n"
    print(text)
    if options.write:
        written(options.write, f"```text\n{top.strip()}\n```\n\n{text}")


if __name__ == "__main__":
    main()
