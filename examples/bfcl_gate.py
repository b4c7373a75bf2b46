"""
Thousands of real tools, called rightly and wrongly.

Reads a file of tools with one valid call each (JSON lines: name,
description, inputSchema, arguments), such as the Berkeley Function Calling
Leaderboard's, and registers them all. Each is then dispatched with its own
arguments, and with mutations of them: a required key removed, an extra key,
a wrong type, a value outside an enum. Every verdict is compared with that of
the plain `jsonschema` validator, and no handler may run on a refused call.

    python examples/bfcl_gate.py path/to/tools.jsonl [engine]
"""

from __future__ import annotations

import copy
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from jsonschema import Draft202012Validator

from toolgate import Tool, ToolGate, ToolRegistry, ValidatorCache

if TYPE_CHECKING:
    from collections.abc import Iterator

Arguments: TypeAlias = dict[str, Any]
Engine: TypeAlias = Literal["auto", "jsonschema", "jsonschema-rs"]

WRONG: dict[str, Any] = {
    "string": 7,
    "integer": "seven",
    "number": "seven",
    "boolean": "yes",
    "array": {"not": "a list"},
    "object": ["not", "an object"],
}


@dataclass
class Totals:
    """What became of the calls, by kind of mutation and verdict."""

    verdicts: Counter[tuple[str, bool]] = field(default_factory=Counter)
    disagreements: int = 0
    ran_on_refusal: int = 0


class Handler:
    """Counts its calls; the tools of the file have no code."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, arguments: Arguments) -> Arguments:
        """Answer with what came in."""
        self.calls += 1
        return arguments


def mutations(
    schema: Arguments, arguments: Arguments
) -> Iterator[tuple[str, Arguments]]:
    """Yield wrong, or at least odd, versions of valid arguments."""
    for name in schema.get("required", ()):
        yield (
            "required key removed",
            {key: value for key, value in arguments.items() if key != name},
        )
    yield "extra key", {**arguments, "zzz_unknown": 1}
    for path, part in typed(schema, arguments):
        if (wrong := WRONG.get(part.get("type", ""))) is not None:
            yield "wrong type", replaced(arguments, path, wrong)
        if "enum" in part:
            yield (
                "outside the enum",
                replaced(arguments, path, "zzz_not_listed"),
            )


def typed(
    schema: Arguments, value: object, path: tuple[str | int, ...] = ()
) -> Iterator[tuple[tuple[str | int, ...], Arguments]]:
    """Yield the place and the schema of each value inside arguments."""
    if path:
        yield path, schema
    if isinstance(value, dict):
        for name, part in schema.get("properties", {}).items():
            if name in value:
                yield from typed(part, value[name], (*path, name))
    elif isinstance(value, list) and value:
        yield from typed(schema.get("items", {}), value[0], (*path, 0))


def replaced(
    arguments: Arguments, path: tuple[str | int, ...], value: object
) -> Arguments:
    """Return a copy of the arguments with another value at one place."""
    changed = copy.deepcopy(arguments)
    place: Any = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return changed


def closed(schema: Arguments, arguments: Arguments) -> Arguments:
    """Refuse unknown keys at the root, where the real call has none."""
    if arguments.keys() <= schema.get("properties", {}).keys():
        return {**schema, "additionalProperties": False}
    return schema


def main(file: Path, engine: Engine = "auto") -> Totals:
    """Run it all, print the totals and return them."""
    lines = [
        json.loads(line)
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    handler = Handler()
    registry = ToolRegistry(validators=ValidatorCache(engine=engine))
    started = time.perf_counter()
    registry.register_all(
        Tool(
            name=line["name"],
            description=line["description"],
            input_schema=closed(line["inputSchema"], line["arguments"]),
            handler=handler,
        )
        for line in lines
    )
    print(f"registered {registry} in {time.perf_counter() - started:.3f} s")

    gate = ToolGate(registry)
    totals = Totals()
    seconds = 0.0
    for number, line in enumerate(lines):
        if sys.stderr.isatty() and number % 50 == 0:
            print(f"\r{number} of {len(lines)}", end="", file=sys.stderr)
        schema = closed(line["inputSchema"], line["arguments"])
        oracle = Draft202012Validator(schema)
        for kind, arguments in (
            ("as shipped", line["arguments"]),
            *mutations(schema, line["arguments"]),
        ):
            expected = oracle.is_valid(arguments)
            text, before = json.dumps(arguments), handler.calls
            begun = time.perf_counter()
            result = gate.dispatch(f"call_{number}", line["name"], text)
            seconds += time.perf_counter() - begun
            ran = handler.calls - before
            accepted = not result.is_error
            totals.verdicts[kind, accepted] += 1
            totals.disagreements += accepted != expected
            totals.ran_on_refusal += bool(ran) != accepted
    report(totals, seconds)
    return totals


def report(totals: Totals, seconds: float) -> None:
    """Print what happened."""
    for (kind, accepted), count in totals.verdicts.items():
        print(f"{count:6}  {kind}: {'accepted' if accepted else 'refused'}")
    calls = totals.verdicts.total()
    print(f"{calls:6}  calls in {seconds:.3f} s, ", end="")
    print(f"{seconds / calls * 1e6:.1f} µs a call")
    print(f"{totals.disagreements:6}  disagreements with jsonschema")
    print(f"{totals.ran_on_refusal:6}  handlers run on a refusal")


if __name__ == "__main__":
    if len(sys.argv) < 2:  # noqa: PLR2004 - the program and one file
        sys.exit(__doc__)
    main(Path(sys.argv[1]), *sys.argv[2:3])  # type: ignore[arg-type]
