"""One in-process tool call, JSON text in, answer out: see README.md."""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks import picture
from benchmarks.comparison import COLUMNS, compared
from benchmarks.contenders import BASELINE, core
from benchmarks.peers import peers


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description=__doc__
    )
    parser.add_argument("--only", choices=["core"], help="leave out the peers")
    parser.add_argument("--rounds", type=int, default=61)
    parser.add_argument("--svg", type=Path, help="write a picture here, too")
    options = parser.parse_args()
    contenders = core() + ([] if options.only == "core" else peers())
    results = compared(contenders, options.rounds)
    if options.svg:
        drawing = picture.drawn(contenders, results, COLUMNS[:2], BASELINE)
        options.svg.write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
