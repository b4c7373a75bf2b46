"""
Bounds: hostile schemas and values are refused or answered within a second.

They run in a process of its own, in a thread with a small stack, without
the measuring that tests add. What counts is the time of that thread, the
shortest of up to three tries (see `timing.py`): others may be at work on the
same machine.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

from timing import environment, over

STACK = 256 * 1024
SECOND = 1.0

PROLOGUE = """
import json, sys, threading, time
from toolgate.exceptions import SchemaError
from toolgate.schema.cache import ValidatorCache

engine, stack = sys.argv[1], int(sys.argv[2])
cache = ValidatorCache(engine=engine)
cache.get({"type": "null"}).is_valid(1)

kept = []  # CPython 3.13 itself needs stack to take 37,000 levels apart

def nested(levels, inner=1, name=None):
    for _ in range(levels):
        inner = [inner] if name is None else {name: inner}
    kept.append(inner)
    return inner

def chained(keyword, levels, last):
    definitions = {
        f"d{n}": {keyword: [{"$ref": f"#/$defs/d{n + 1}"}] * 2}
        for n in range(levels)
    }
    definitions[f"d{levels}"] = last
    return {"$ref": "#/$defs/d0", "$defs": definitions}

NEXT = {"$ref": "next"}

def linked(step, length):
    text = json.dumps(step)
    definitions = {
        f"d{n}": json.loads(text.replace("next", f"#/$defs/d{n + 1}"))
        for n in range(length)
    }
    definitions[f"d{length}"] = {"const": 1}
    return {"$ref": "#/$defs/d0", "$defs": definitions}

def timed(what, *arguments):
    start = time.thread_time()
    try:
        answer = what(*arguments)
    except SchemaError as error:
        answer = type(error).__name__
    seconds = time.thread_time() - start
    print(f"{seconds:.3f}", answer, flush=True)

def judge(schema, value):
    compiled = cache.get(schema)
    valid = compiled.is_valid(value)
    found = compiled.violations(value)
    keywords = sorted({one.keyword for one in found})
    return f"{valid} {len(found)} {keywords}"
"""
EPILOGUE = """
threading.stack_size(stack)
thread = threading.Thread(target=main)
thread.start()
thread.join()
"""
RECURSIVE = '{"items": {"$ref": "#"}, "type": ["array", "integer"]}'
DYNAMIC = """{
    "$dynamicAnchor": "n",
    "anyOf": [{"type": "null"}, {"$ref": "#/$defs/a"}],
    "$defs": {
        "a": {"oneOf": [{"type": "string"}, {"$ref": "#/$defs/b"}]},
        "b": {"allOf": [{"minProperties": 0}, {"$ref": "#/$defs/c"}]},
        "c": {
            "type": "object",
            "properties": {"n": {"$dynamicRef": "#n"}},
            "additionalProperties": False,
        },
    },
}"""
CASES = {
    "bad items": (
        'judge({"items": {"type": "integer"}}, ["x"] * 200_000)',
        "False 100 ['type']",
    ),
    "bad objects": (
        'judge({"items": {"required": ["a"]}}, [{}] * 200_000)',
        "False 100 ['required']",
    ),
    "good items, one bad": (
        'judge({"items": {"type": "integer"}}, [1] * 299_999 + ["x"])',
        "False 1 ['type']",
    ),
    "2^16 anyOf paths": (
        'judge(chained("anyOf", 16, {"const": 2}), 1)',
        "SchemaLimitError",
    ),
    "2^10 anyOf paths": (
        'judge(chained("anyOf", 10, {"const": 2}), 1)',
        "False 1 ['enum']",
    ),
    "28 chained allOf": (
        'judge(chained("allOf", 28, {"const": 2}), 1)',
        "SchemaLimitError",
    ),
    "28 chained oneOf": (
        'judge(chained("oneOf", 28, {"const": 2}), 1)',
        "SchemaLimitError",
    ),
    "unique objects": (
        'judge({"uniqueItems": True}, [{"a": n} for n in range(20_000)])',
        "True 0 []",
    ),
    "unique objects, one twice": (
        (
            'judge({"uniqueItems": True}, [{"a": n} for n in range(20_000)]'
            ' + [{"a": 7.0}])'
        ),
        "False 1 ['uniqueItems']",
    ),
    "37,000 levels": (
        f"judge({RECURSIVE}, nested(37_000))",
        "False 1 ['json']",
    ),
    "a value that holds itself": (
        f"judge({RECURSIVE}, itself())",
        "False 1 ['json']",
    ),
    "64 levels": (f"judge({RECURSIVE}, nested(64))", "True 0 []"),
    "64 levels, the last bad": (
        f'judge({RECURSIVE}, nested(64, "x"))',
        "False 1 ['type']",
    ),
    "64 levels of everything": (
        f'judge({DYNAMIC}, nested(64, None, "n"))',
        "True 0 []",
    ),
    "64 levels of everything, the last bad": (
        f'judge({DYNAMIC}, nested(64, 1.5, "n"))',
        "False 1 ['type']",
    ),
    "a schema of 64 levels": (
        'judge(nested(63, {}, "not"), 1)',
        "False 1 ['not']",
    ),
    "a schema of 65 levels": (
        'judge(nested(64, {}, "not"), 1)',
        "SchemaLimitError",
    ),
    "a schema of 37,000 levels": (
        'judge(nested(37_000, {}, "not"), 1)',
        "SchemaLimitError",
    ),
    "a schema without end": (
        'judge({"$ref": "#"}, 1)',
        "CyclicReferenceError",
    ),
    "long integers": ('judge({"multipleOf": 0.01}, 10**4000)', "True 0 []"),
    "longer integers": ("judge({}, 10**5000)", "False 1 ['json']"),
    "fractions of long integers": (
        'judge({"items": {"multipleOf": 1e-300}}, [10**4000 + 1] * 200)',
        "True 0 []",
    ),
    "unique long integers": (
        'judge({"uniqueItems": True}, [10**4290 + n for n in range(200)])',
        "True 0 []",
    ),
    "unique long integers, nested": (
        (
            'judge({"items": {"uniqueItems": True}},'
            " [[{'a': 2**63 + n} for n in range(20_000)]])"
        ),
        "True 0 []",
    ),
    "bounds of long integers": (
        (
            'judge({"items": {"minimum": 0.5, "maximum": 1e308}},'
            " [10**4290] * 200)"
        ),
        "False 100 ['maximum']",
    ),
    "10,000 constants and a large value": (
        (
            'judge({"items": {"enum": [[n, []] for n in range(10_000)]}},'
            " [[0] * 1000] * 20)"
        ),
        "False 20 ['enum']",
    ),
    "4,000 times uniqueItems": (
        (
            'judge({"allOf": [{"uniqueItems": True}] * 4_000},'
            " list(range(50_000)))"
        ),
        "False 1 ['json']",
    ),
    "2,000 patterns and a long text": (
        (
            'judge({"allOf": [{"pattern": f"^(a|b)*c{n}$"}'
            ' for n in range(2_000)]}, "ab" * 100_000)'
        ),
        "False 1 ['json']",
    ),
    "32 times uniqueItems": (
        (
            'judge({"allOf": [{"uniqueItems": True}] * 31},'
            " list(range(20_000)))"
        ),
        "True 0 []",
    ),
    "many names": (
        (
            'judge({"additionalProperties": False, "properties": {"a": {}}},'
            " {str(n): n for n in range(200_000)})"
        ),
        "False 1 ['additionalProperties']",
    ),
    "many unevaluated names": (
        (
            'judge({"unevaluatedProperties": False, "allOf": [{"properties":'
            ' {"a": {}}}]}, {str(n): n for n in range(50_000)})'
        ),
        "False 1 ['unevaluatedProperties']",
    ),
    "many names that are checked": (
        (
            'judge({"propertyNames": {"maxLength": 3}},'
            " {str(n): n for n in range(200_000)})"
        ),
        "False 100 ['maxLength']",
    ),
    "a branch with many names, tried often": (
        (
            'judge({"items": {"anyOf": [{"required": ["z"], "properties":'
            ' {str(n): {"const": n} for n in range(3_000)}}, {}]},'
            ' "contains": {"const": "z"}}, [{}] * 4_000)'
        ),
        "False 1 ['contains']",
    ),
    "a branch with many unevaluated names, tried often": (
        (
            'judge({"items": {"anyOf": [{"unevaluatedProperties": False,'
            ' "properties": {str(n): {} for n in range(3_000)}}, {}]},'
            ' "contains": {"const": "z"}}, [{"q": 1}] * 4_000)'
        ),
        "False 1 ['contains']",
    ),
    "two long enums, merged often": (
        (
            'judge({"items": {"anyOf": [{"anyOf": [{"enum":'
            ' [f"{part}{n}" for n in range(3_000)]} for part in "ab"]}, {}]},'
            ' "contains": {"const": "z"}}, ["q"] * 4_000)'
        ),
        "False 1 ['contains']",
    ),
}
PLAIN_CASES = {
    "compiling a chain of 4,900 unions": (
        'cache.get(linked({"anyOf": [NEXT]}, 4_900)).engine',
        "jsonschema",
    ),
    "a chain of 4,900 unions": (
        'judge(linked({"anyOf": [NEXT]}, 4_900), 2)',
        "False 1 ['const']",
    ),
    "a chain of 100 unevaluated": (
        'judge(linked({"unevaluatedProperties": False, **NEXT}, 100), 2)',
        "False 1 ['const']",
    ),
    "a chain of 300 unevaluated items": (
        'judge(linked({"unevaluatedItems": False, **NEXT}, 300), 2)',
        "False 1 ['const']",
    ),
    "1,500 dynamic references to 1,500 anchors": (
        (
            'judge({"$ref": "#/$defs/0", "$defs": {str(n): {"$id":'
            ' f"http://x.example/{n}", "$dynamicRef": "#t", "$defs":'
            ' {"k": {"$dynamicAnchor": "t", "const": 1}}}'
            " for n in range(1_500)}}, 2)"
        ),
        "False 1 ['const']",
    ),
}


def run(engine, calls):
    """Run calls in one process and return what each printed."""
    body = "\n".join(f"    timed(lambda: {call})" for call in calls)
    program = (
        PROLOGUE
        + "def itself():\n    value = []\n    value.append(value)\n"
        + "    return value\n\ndef main():\n"
        + body
        + EPILOGUE
    )
    done = subprocess.run(
        [sys.executable, "-c", program, engine, str(STACK)],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout.splitlines()


def test_bounds(engine):
    check_bounds(engine, CASES)


def test_bounds_of_what_only_the_plain_engine_takes():
    check_bounds("auto", PLAIN_CASES)


def check_bounds(engine, cases):
    answers = {}

    def measure(names):
        lines = run(engine, [cases[name][0] for name in names])
        said = [line.partition(" ") for line in lines]
        assert len(said) == len(names)
        answers.update(zip(names, (one[2] for one in said), strict=True))
        return {
            name: float(one[0]) for name, one in zip(names, said, strict=True)
        }

    assert over(SECOND, measure, cases) == {}
    assert answers == {name: answer for name, (_, answer) in cases.items()}


@pytest.mark.parametrize("kind", ["allOf", "anyOf", "oneOf", "not", "then"])
def test_no_recursion_ends_the_process(kind):
    """Many steps on each of 64 levels: taken by one engine or the other."""
    shape = {
        "allOf": '{"allOf": [{"minProperties": 0}, {"$ref": next_}]}',
        "anyOf": '{"anyOf": [{"type": "string"}, {"$ref": next_}]}',
        "oneOf": '{"oneOf": [{"type": "string"}, {"$ref": next_}]}',
        "not": '{"not": {"not": {"$ref": next_}, "minProperties": 0}}',
        "then": '{"if": {"type": "object"}, "then": {"$ref": next_}}',
    }[kind]
    program = f"""
definitions = {{}}
for n in range(steps):
    next_ = f"#/$defs/d{{n + 1}}"
    definitions[f"d{{n}}"] = {shape}
definitions[f"d{{steps}}"] = {{
    "type": "object", "properties": {{"n": {{"$ref": "#/$defs/d0"}}}}
}}
schema = {{"$ref": "#/$defs/d0", "$defs": definitions}}
"""
    judged = 'judge(schema, nested(63, {}, "n"))'
    calls = [
        f"(exec({f'steps = {steps}{program}'!r}, globals()), {judged})[1]"
        for steps in (3, 6, 9, 12, 20, 60)
    ]
    lines = run("auto", calls)
    assert [line.split(" ")[1] for line in lines] == ["True"] * len(calls)
