"""
What `import toolgate` adds to `import jsonschema`.

Each sample is a fresh interpreter that takes the CPU time of the import, with
warm files and bytecode.
The interpreters take turns in random order; the difference is taken within
each round.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile

from benchmarks.measuring import progress
from benchmarks.report import header, table

PROGRAM = """
import sys, time
before, start = len(sys.modules), time.process_time()
import {module}
print(time.process_time() - start, len(sys.modules) - before)
"""
BASE, OWN = "jsonschema", "toolgate"
# For scale: what an application may import anyway.
OTHERS = ("json", "asyncio", "jsonschema_rs", "referencing", "pydantic")


def sample(module: str, cache: str) -> tuple[float, int] | None:
    """Import in a fresh interpreter: seconds and how many modules came."""
    # Bytecode is written somewhere and used, whatever the caller's settings.
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": cache}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(module=module)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        if "ModuleNotFoundError" in done.stderr:
            return None
        sys.exit(done.stderr)
    seconds, modules = done.stdout.split()
    return float(seconds), int(modules)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.import_time")
    parser.add_argument("--rounds", type=int, default=15)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as cache:
        measure(options.rounds, cache)


def measure(rounds: int, cache: str) -> None:
    # The first import of each also writes the bytecode.
    warm = {name: sample(name, cache) for name in (BASE, OWN, *OTHERS)}
    present = [name for name, found in warm.items() if found]
    taken: dict[str, list[float]] = {name: [] for name in present}
    for number in range(rounds):
        progress(f"import: round {number + 1} of {rounds}", number)
        for name in random.sample(present, len(present)):
            seconds, _ = sample(name, cache) or (0.0, 0)
            taken[name].append(seconds * 1e3)
    progress("")
    print(header())
    rows = []
    for name, found in warm.items():
        if found is None:
            rows.append([f"{name}: not installed", "-", "-", "-"])
            continue
        low, _, high = statistics.quantiles(taken[name], n=4)
        median = statistics.median(taken[name])
        spread = f"{low:.0f} - {high:.0f} ms"
        rows.append([name, f"{median:.1f} ms", spread, str(found[1])])
    print(table(["import", "median", "quartiles", "new modules"], rows))
    if {BASE, OWN} <= set(present):
        added = statistics.median(
            own - base
            for own, base in zip(taken[OWN], taken[BASE], strict=True)
        )
        print(f"\n{OWN} adds {added:.1f} ms to {BASE} (target: <= 60 ms)")


if __name__ == "__main__":
    main()
