"""
Seconds to register 1,000 real tools, beside what the engine alone takes.

The documents are parsed anew for each sample, outside of the time. What is
timed: making each `Tool` and registering all, with every check, against the
bare meta-schema check (`jsonschema`) and the bare compilation, which checks
the schema too (`jsonschema-rs`). The same tools once more as functions, held
against those with a raw schema: what deriving the schema adds.
"""

from __future__ import annotations

import argparse
import gc
import importlib
from typing import TYPE_CHECKING

from benchmarks.corpus import documents
from benchmarks.measuring import clock, run
from benchmarks.report import header, ratio_text, table, time_text
from benchmarks.written import written

if TYPE_CHECKING:
    from collections.abc import Callable

TOOLS = 1_000
FUNCTIONS = "functions, jsonschema-rs"


def parsed() -> list[dict]:
    return documents(TOOLS)


def bare_plain() -> Callable[[list[dict]], object]:
    validator = importlib.import_module("jsonschema").Draft202012Validator

    def work(tools):
        for tool in tools:
            validator.check_schema(tool["inputSchema"])

    return work


def bare_fast() -> Callable[[list[dict]], object]:
    engine = importlib.import_module("jsonschema_rs")

    def work(tools):
        return [
            engine.Draft202012Validator(
                tool["inputSchema"],
                offline=True,
                pattern_options=engine.RegexOptions(),
            )
            for tool in tools
        ]

    return work


def handler(arguments):
    return arguments


def registering(engine: str) -> Callable[[], Callable[[list[dict]], object]]:
    def build():
        library = importlib.import_module("toolgate")
        # Asking for a validator now also loads the engine.
        library.ValidatorCache(engine=engine).get({"type": "object"})

        def work(tools):
            registry = library.ToolRegistry(
                validators=library.ValidatorCache(engine=engine)
            )
            registry.register_all(
                library.Tool(
                    name=tool["name"],
                    description=tool["description"],
                    input_schema=tool["inputSchema"],
                    handler=handler,
                )
                for tool in tools
            )
            assert len(registry) == len(tools)
            return registry

        return work

    return build


def deriving(engine: str) -> Callable[[], Callable[[list], object]]:
    def build():
        library = importlib.import_module("toolgate")
        library.ValidatorCache(engine=engine).get({"type": "object"})
        # Asking for a tool now also loads what derives schemas.
        library.Tool.from_function(handler)

        def work(functions):
            registry = library.ToolRegistry(
                validators=library.ValidatorCache(engine=engine)
            )
            registry.register_all(map(library.Tool.from_function, functions))
            assert len(registry) == len(functions)
            return registry

        return work

    return build


# Row, how to build it, the row that it is held against, the target.
ROWS = (
    ("jsonschema check_schema, bare", bare_plain, None, ""),
    (
        "toolgate, jsonschema",
        registering("jsonschema"),
        "jsonschema check_schema, bare",
        "<= 1.3x",
    ),
    ("jsonschema-rs compile, bare", bare_fast, None, ""),
    (
        "toolgate, jsonschema-rs",
        registering("jsonschema-rs"),
        "jsonschema-rs compile, bare",
        "<= 150 ms",
    ),
    (
        FUNCTIONS,
        deriving("jsonschema-rs"),
        "toolgate, jsonschema-rs",
        "<= 400 ms",
    ),
)


def timed(work: Callable[[list], object], make: Callable[[], list]):
    async def sample(calls: int) -> float:
        seconds = 0.0
        for _ in range(calls):
            tools = make()
            gc.collect()
            start = clock()
            kept = work(tools)
            seconds += clock() - start
            del kept
        return seconds

    return sample


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.registration")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    samplers, missing = {}, {}
    functions = written(documents(TOOLS))
    for name, build, _, _ in ROWS:
        make = functions if name == FUNCTIONS else parsed
        try:
            samplers[name] = timed(build(), make)
        except ImportError as error:
            missing[name] = f"not installed ({error.name})"
    print(header())
    label = f"register {TOOLS} tools"
    samples = run(samplers, options.rounds, label)
    rows = []
    for name, _, against, target in ROWS:
        if name in missing:
            rows.append([f"{name}: {missing[name]}", *["-"] * 4])
            continue
        seconds = samples.median(name)
        ratio = (
            ratio_text(samples.ratio(name, against))
            if against in samplers
            else "-"
        )
        each = time_text(seconds / TOOLS)
        rows.append([name, time_text(seconds), each, ratio, target])
    head = [f"{TOOLS} tools", "total", "a tool", "ratio", "target"]
    print(table(head, rows))


if __name__ == "__main__":
    main()
