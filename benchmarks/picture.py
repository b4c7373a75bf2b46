"""The ratios as horizontal bars: one SVG, without anything from outside."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from benchmarks.report import ratio_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.contenders import Contender
    from benchmarks.measuring import Samples

LABEL, BAR, ROW, GAP = 330, 420, 15, 12
WIDTH = LABEL + BAR + 90
TOP = 62

# Greys and two blues that read on white and on black alike.
STYLE = """
  text { font: 12px system-ui, sans-serif; fill: #1f2328; }
  .small { font-size: 11px; fill: #57606a; }
  .title { font-size: 15px; font-weight: 600; }
  .other { fill: #9aa4af; } .second.other { fill: #c5ccd3; }
  .own { fill: #1769d2; } .second.own { fill: #79b0f5; }
  line { stroke: #d0d7de; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .small { fill: #9aa4af; }
    .other { fill: #6e7781; } .second.other { fill: #484f58; }
    .own { fill: #4a9bff; } .second.own { fill: #2760a8; }
    line { stroke: #30363d; }
  }
"""


def drawn(
    contenders: Sequence[Contender],
    results: Mapping[tuple[str, str], Samples],
    columns: Sequence[tuple[str, str, str]],
    baseline: str,
) -> str:
    """Draw one group of bars a contender, one bar a call; log scale."""
    present = [each.name for each in contenders if each.missing is None]
    ratios = {
        name: [
            results[tool, verdict].ratio(name, baseline)
            for tool, verdict, _ in columns
        ]
        for name in present
    }
    names = sorted(present, key=lambda name: ratios[name][0])
    values = [ratio for row in ratios.values() for ratio in row]
    least = min(0.5, *values)
    most = max(2.0, *values) * 1.05

    def length(ratio: float) -> float:
        return BAR * math.log(ratio / least) / math.log(most / least)

    group = ROW * len(columns) + GAP
    height = TOP + group * len(names) + 14
    parts = [*axis(length, least, most, height)]
    for number, name in enumerate(names):
        top = TOP + number * group
        parts += bars(name, ratios[name], top, length)
    calls = ", then ".join(tool for tool, _, _ in columns)
    parts.append(
        f'<text class="title" x="10" y="22">One tool call, text in, answer '
        f"out</text>\n"
        f'<text class="small" x="10" y="40">Time as a multiple of a gate '
        f"written by hand (log scale); accepted calls: {escape(calls)}</text>"
    )
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}">\n<title>Time of one tool call as a multiple of '
        f"a gate written by hand</title>\n<style>{STYLE}</style>\n"
        f"{body}\n</svg>\n"
    )


def axis(length, least, most, height):
    """Draw a line at each round ratio."""
    for mark in (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500):
        if least <= mark <= most:
            at = LABEL + length(mark)
            yield (
                f'<line x1="{at:.1f}" x2="{at:.1f}" y1="{TOP - 6}" '
                f'y2="{height - 10}"/>'
                f'<text class="small" x="{at:.1f}" y="{TOP - 9}" '
                f'text-anchor="middle">{mark:g}x</text>'
            )


def bars(name, ratios, top, length):
    own = "own" if name.startswith("toolgate") else "other"
    middle = top + ROW * len(ratios) / 2 + 4
    yield (
        f'<text x="{LABEL - 8}" y="{middle:.1f}" text-anchor="end">'
        f"{escape(name)}</text>"
    )
    for number, ratio in enumerate(ratios):
        long = max(1.0, length(ratio))
        at = top + number * ROW
        place = "second " if number else ""
        yield (
            f'<rect class="{place}{own}" x="{LABEL}" y="{at}" '
            f'width="{long:.1f}" height="{ROW - 2}"/>'
            f'<text class="small" x="{LABEL + long + 5:.1f}" '
            f'y="{at + ROW - 4}">{ratio_text(ratio)}</text>'
        )
