"""
Throw hostile input at a gate, and print a JSON line for each attack.

    python hostile_attacks.py ENGINE

Run by test_hostile_input.py in a process of its own.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections import OrderedDict
from types import MappingProxyType

from toolgate import (
    TextContent,
    Tool,
    ToolError,
    ToolgateError,
    ToolRegistry,
    ToolResult,
    ValidatorCache,
)

INVALID = ["invalid_json", "invalid_arguments"]
OUTPUT = ["invalid_output"]

OPEN = {"type": "object"}
ITEMS = {
    "type": "object",
    "properties": {"items": {"type": "array", "items": {"type": "integer"}}},
}
TREE = {
    "type": "object",
    "properties": {"c": {"$ref": "#"}, "n": {"type": "integer"}},
}
UNIQUE = {"type": "object", "properties": {"a": {"uniqueItems": True}}}
FORKED = {
    "type": "object",
    "anyOf": [
        {"properties": {"c": {"$ref": "#"}, "n": {"type": "integer"}}},
        {"properties": {"c": {"$ref": "#"}, "n": {"type": "string"}}},
    ],
}


def nested(depth, opener='{"c":', closer="}", inner="1"):
    return opener * depth + inner + closer * depth


def deep_dict(depth):
    value = {}
    for _ in range(depth):
        value = {"c": value}
    return value


def deep_list(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def cyclic():
    value = {}
    value["c"] = value
    return value


class LyingDict(dict):
    def items(self):
        return [("a", 1)] * 5

    def __len__(self):
        return 10**9

    def __iter__(self):
        raise RuntimeError("no")

    def __getitem__(self, key):
        raise RuntimeError("no")


class Hostile:
    def __repr__(self):
        raise SystemExit("repr")

    __str__ = __hash__ = __eq__ = __bool__ = __len__ = __iter__ = __repr__

    def __getattr__(self, name):
        raise RuntimeError(name)


class HostileError(Exception):
    def __str__(self):
        raise SystemExit("str")

    __repr__ = __str__


class LyingStr(str):
    def __str__(self):
        raise SystemExit("str")

    __repr__ = __hash__ = encode = __str__


ARGUMENTS = {
    "syntax": '{"a": }',
    "trailing text": '{"a": 1} x',
    "two objects": '{"a": 1}{"a": 2}',
    "duplicate keys": '{"a": 1, "a": 2}',
    "duplicate keys, escaped": '{"a": 1, "\\u0061": 2}',
    "NaN": '{"a": NaN}',
    "Infinity": '{"a": -Infinity}',
    "overflow": '{"a": 1e400}',
    "long overflow": '{"a": 1' + "0" * 400 + ".0}",
    "lone surrogate": '{"a": "\\ud800"}',
    "lone surrogate key": '{"\\udfff": 1}',
    "raw surrogate": '{"a": "\ud800"}',
    "raw NUL": '{"a": "\x00"}',
    "5,000 digits": '{"a": ' + "9" * 5_000 + "}",
    "1,000,000 digits": '{"a": ' + "9" * 1_000_000 + "}",
    "10 MB string": '{"a": "' + "x" * 10_000_000 + '"}',
    "100,000 deep": nested(100_000),
    "100,000 deep arrays": '{"a": ' + nested(100_000, "[", "]") + "}",
    "100,000 open": '{"c":' * 100_000,
    "65 deep": nested(65),
    "fence": "```json\n{}\n```",
    "encoded twice": json.dumps(json.dumps({"a": 1})),
    "Python literal": "{'a': None}",
    "cut off": '{"a": "b',
    "list": "[1]",
    "string": '"a"',
    "number": "5",
    "bad UTF-8": b'{"a": "\xff"}',
    "UTF-16": '{"a": 1}'.encode("utf-16"),
    "UTF-8 with surrogates": b'{"a": "\xed\xa0\x80"}',
    "200,000 wrong items": '{"items": [' + ",".join(['"x"'] * 200_000) + "]}",
    "99,000 wrong items": '{"items": [' + ",".join(['"x"'] * 99_000) + "]}",
    "300,000 valid items": '{"items": [' + ",".join(["1"] * 300_000) + "]}",
    "decoded, 100,000 deep": deep_dict(100_000),
    "decoded, deep list": {"a": deep_list(100_000)},
    "decoded, cyclic": cyclic(),
    "decoded, NaN": {"a": float("nan")},
    "decoded, infinity": {"a": float("inf")},
    "decoded, int keys": {1: 2},
    "decoded, mixed keys": {"a": 1, None: 2},
    "decoded, surrogate": {"a": "\ud800"},
    "decoded, surrogate key": {"\ud800": 1},
    "decoded, bytes": {"a": b"x"},
    "decoded, set": {"a": {1}},
    "decoded, object": {"a": Hostile()},
    "decoded, hostile": Hostile(),
    "decoded, 5,000 digits": {"a": 10**5_000},
    "decoded, list": [1, 2],
    "decoded, a number": 5,
    "decoded, 200,000 wrong items": {"items": ["x"] * 200_000},
    "decoded, 99,000 wrong items": {"items": ["x"] * 99_000},
}
ACCEPTED = {
    "10^400": '{"n": 1' + "0" * 400 + "}",
    "4,300 digits": '{"n": ' + "9" * 4_300 + "}",
    "escaped NUL": '{"a": "\\u0000"}',
    "surrogate pair": '{"a": "\\ud83d\\ude00"}',
    "99,000 valid items": '{"items": [' + ",".join(["1"] * 99_000) + "]}",
    "1 MB string": '{"a": "' + "x" * 1_000_000 + '"}',
    "OrderedDict": OrderedDict(a=1),
    "mapping proxy": MappingProxyType({"a": 1}),
    "64 deep": nested(63, inner="{}"),
    "escaped quotes": '{"a": "' + '\\"' * 400_000 + '["}',
    # A subclass is taken for what it holds; its methods never run.
    "lying string": {"a": LyingStr("x")},
}
RETURNED = {
    "deep": lambda: deep_dict(100_000),
    "deep list": lambda: deep_list(100_000),
    "cyclic": cyclic,
    "NaN": lambda: {"a": float("nan")},
    "int keys": lambda: {1: 2},
    "surrogate": lambda: "\ud800",
    "surrogate inside": lambda: {"a": ["\ud800"]},
    "5,000 digits": lambda: 10**5_000,
    "20 MB": lambda: "x" * 20_000_000,
    "bytes": lambda: b"x",
    "hostile": Hostile,
    "hostile inside": lambda: {"a": Hostile()},
    "2,000,000 nodes": lambda: [1] * 2_000_000,
    "surrogate in a block": lambda: TextContent("\ud800"),
    "cyclic meta": lambda: ToolResult("a", meta=cyclic()),
}
RAISED = {
    "RecursionError": RecursionError("deep"),
    "MemoryError": MemoryError(),
    "hostile": HostileError("x"),
    "StopIteration": StopIteration(1),
    "hostile ToolError": ToolError(Hostile()),
    "lying ToolError": ToolError(LyingStr("said")),
}


def attack(name, allowed, play):
    started = time.perf_counter()
    try:
        result = play()
    except ToolgateError as error:
        answer, is_error, length = type(error).__name__, False, len(str(error))
    else:
        failure = result.failure
        answer = failure.kind if failure else "ok"
        is_error, length = result.is_error, len(result.text)
    print(
        json.dumps(
            {
                "attack": name,
                "answer": answer,
                "allowed": allowed,
                "is_error": is_error,
                "length": length,
                "seconds": time.perf_counter() - started,
            }
        ),
        flush=True,
    )


def raising(error):
    def fail(arguments):
        raise error

    return fail


def recursing(arguments):
    return recursing(arguments)


def main(engine):
    registry = ToolRegistry(validators=ValidatorCache(engine=engine))

    def tool(name, schema, handler=lambda arguments: "ok", **fields):
        registry.register(
            Tool(name=name, input_schema=schema, handler=handler, **fields)
        )

    for name, schema in {
        "open": OPEN,
        "items": ITEMS,
        "tree": TREE,
        "unique": UNIQUE,
        "forked": FORKED,
    }.items():
        tool(name, schema)

    def call(name, arguments=None):
        return registry.gate.dispatch("call", name, arguments)

    for name, arguments in ARGUMENTS.items():
        target = "items" if "items" in name else "tree"
        attack(name, INVALID, lambda: call(target, arguments))
    attack(
        "dict that lies",
        [*INVALID, "ok"],
        lambda: call("open", LyingDict(a=1)),
    )
    for name, arguments in ACCEPTED.items():
        target = "items" if "items" in name else "tree"
        attack(name, ["ok"], lambda: call(target, arguments))
    distinct = {"a": [{"k": n} for n in range(20_000)]}
    attack("20,000 distinct objects", ["ok"], lambda: call("unique", distinct))
    twice = {"a": [*distinct["a"], {"k": 0}]}
    attack("one object twice", INVALID, lambda: call("unique", twice))
    fork = nested(40, inner='{"n": true}')
    attack("2^40 paths", INVALID, lambda: call("forked", fork))
    attack("2^60 paths", INVALID, lambda: call("forked", nested(60)))
    attack(
        "2^40 paths, all fine",
        [*INVALID, "ok"],
        lambda: call("forked", nested(40, inner='{"n": "x"}')),
    )
    for name, make in RETURNED.items():
        value = make()
        tool(
            "r." + name.replace(" ", "_").replace(",", ""),
            OPEN,
            lambda a, v=value: v,
        )
        attack("returns " + name, OUTPUT, lambda: call(registry.names()[-1]))
    tool("r.big", OPEN, lambda arguments: [1] * 300_000)
    attack("returns 300,000 items", ["ok"], lambda: call("r.big"))
    tool(
        "r.checked",
        OPEN,
        lambda arguments: [1] * 300_000,
        output_schema={"type": "array", "items": {"type": "integer"}},
    )
    attack("returns 300,000 items, checked", ["ok"], lambda: call("r.checked"))
    tool(
        "r.wrong",
        OPEN,
        lambda arguments: ["x"] * 300_000,
        output_schema={"type": "array", "items": {"type": "integer"}},
    )
    attack("returns 300,000 wrong items", OUTPUT, lambda: call("r.wrong"))
    for name, error in RAISED.items():
        tool("e." + name.replace(" ", "_"), OPEN, raising(error))
        attack(
            "raises " + name,
            ["crashed", "tool_error"],
            lambda: call(registry.names()[-1]),
        )
    tool("e.recursing", OPEN, recursing)
    attack("recurses for ever", ["crashed"], lambda: call("e.recursing"))
    small_stack(registry)


def small_stack(registry):
    """Make some of the attacks again, on a thread with a small stack."""
    threading.stack_size(256 * 1024)

    def play():
        for name in ("100,000 deep", "decoded, 100,000 deep", "65 deep"):
            attack(
                name + ", small stack",
                INVALID,
                lambda: registry.call("tree", ARGUMENTS[name]),
            )
        attack(
            "64 deep, small stack",
            ["ok"],
            lambda: registry.call("tree", nested(63, inner="{}")),
        )
        attack(
            "64 deep and wrong, small stack",
            INVALID,
            lambda: registry.call("tree", nested(62, inner='{"n": "x"}')),
        )

    thread = threading.Thread(target=play)
    thread.start()
    thread.join()


if __name__ == "__main__":
    main(sys.argv[1])
