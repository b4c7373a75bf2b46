"""
Memory of a registered tool, beside its compiled validator.

Each figure comes from a process of its own, which warms up with one tool,
reads the size, builds the whole corpus, collects garbage and reads again.
Schemas are parsed one by one and dropped: what stays is what is kept. RSS is
the resident size that Linux reports; tracemalloc counts what Python
allocates, so it does not see into jsonschema-rs. They are read in separate
processes, for tracemalloc takes memory too.

The bare validator is the engine's own, and holds its own copy of the schema;
what is subtracted is that, so that the rest is all that toolgate adds: the
`Tool` with its schema and description, the entry, the cache.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import json
import os
import statistics
import subprocess
import sys
import tracemalloc
from pathlib import Path

from benchmarks.corpus import lines
from benchmarks.measuring import progress
from benchmarks.report import header, table

ENGINES = ("jsonschema-rs", "jsonschema")
KINDS = ("bare validator", "ValidatorCache", "ToolRegistry")
METERS = ("rss", "tracemalloc")
TARGET = 8.0


def handler(arguments):
    return arguments


def bare(engine: str, texts: list[str]) -> object:
    """Compile with the engine alone."""
    library = importlib.import_module(engine.replace("-", "_"))
    options = {}
    if engine == "jsonschema-rs":
        options["offline"] = True
        options["pattern_options"] = library.RegexOptions()
    compiled = []
    for text in texts:
        schema = json.loads(text)["inputSchema"]
        validator = library.Draft202012Validator(schema, **options)
        validator.is_valid({})
        compiled.append(validator)
    return compiled


def cached(engine: str, texts: list[str]) -> object:
    library = importlib.import_module("toolgate")
    cache = library.ValidatorCache(engine=engine, max_size=10_000)
    schemas = []
    for text in texts:
        schema = cache.get(json.loads(text)["inputSchema"])
        schema.is_valid({})
        schemas.append(schema)
    return cache, schemas


def registered(engine: str, texts: list[str]) -> object:
    library = importlib.import_module("toolgate")
    registry = library.ToolRegistry(
        validators=library.ValidatorCache(engine=engine)
    )

    def tools():
        for text in texts:
            document = json.loads(text)
            yield library.Tool(
                name=document["name"],
                description=document["description"],
                input_schema=document["inputSchema"],
                handler=handler,
            )

    registry.register_all(tools())
    for name in registry:
        registry.call(name, {})
    return registry


BUILDERS = dict(zip(KINDS, (bare, cached, registered), strict=True))


def resident() -> int:
    """Give the resident size of this process in bytes (Linux)."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def child(kind: str, engine: str, meter: str) -> None:
    """Print how many bytes a tool takes."""
    texts = lines()
    build = BUILDERS[kind]
    build(engine, texts[:1])
    gc.collect()
    if meter == "tracemalloc":
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
    else:
        before = resident()
    kept = build(engine, texts)
    gc.collect()
    after = (
        tracemalloc.get_traced_memory()[0]
        if meter == "tracemalloc"
        else resident()
    )
    print((after - before) / len(texts))
    del kept


def measured(kind: str, engine: str, meter: str) -> float | str:
    """Measure in a process of its own: KiB a tool, or why not."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.memory", kind, engine, meter],
        capture_output=True,
        text=True,
        check=False,
    )
    if not done.returncode:
        return float(done.stdout) / 1024
    if "ModuleNotFoundError" in done.stderr:
        return "not installed"
    sys.exit(done.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("child", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(*options.child)
        return
    count = len(lines())
    meters = METERS if Path("/proc/self/statm").exists() else METERS[1:]
    rows = []
    for engine in ENGINES:
        first: list[float | str] = []
        for kind in KINDS:
            progress(f"memory: {kind}, {engine}")
            found = [
                median_of(kind, engine, meter, options.rounds)
                for meter in meters
            ]
            first = first or found
            rows.append([f"{kind}, {engine}", *cells(found, first, kind)])
    progress("")
    print(header())
    head = [
        "KiB a tool",
        *(f"{m}{b}" for m in meters for b in ("", " beside")),
    ]
    print(table(head, rows))
    print(
        f'\n{count} tools, medians of {options.rounds} processes. "beside" '
        "is what comes on top of\nthe bare validator of the same engine "
        f"(target for the registry: <= {TARGET:.0f} KiB)."
    )


def median_of(kind: str, engine: str, meter: str, rounds: int) -> float | str:
    found = [measured(kind, engine, meter) for _ in range(rounds)]
    missing = [each for each in found if isinstance(each, str)]
    return missing[0] if missing else statistics.median(found)


def cells(found, first, kind):
    """Give each figure and how much it is over the bare validator's."""
    for own, base in zip(found, first, strict=True):
        if isinstance(own, str):
            yield own
            yield "-"
        else:
            yield f"{own:.2f}"
            known = kind != KINDS[0] and not isinstance(base, str)
            yield f"{own - base:.2f}" if known else "-"


if __name__ == "__main__":
    main()
