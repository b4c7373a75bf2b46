"""Patterns as schemas use them: the standard, the suite, and attacks."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading

import jsonschema
import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema.validators import extend

from pattern_strategies import expressions, texts
from timing import environment, over
from toolgate.exceptions import UnsupportedPatternError
from toolgate.schema.patterns import pattern as room
from toolgate.schema.patterns.pattern import Pattern, compile_pattern

OPTIONS = jsonschema_rs.RegexOptions()
RUST = {
    "draft2020-12": jsonschema_rs.Draft202012Validator,
    "draft7": jsonschema_rs.Draft7Validator,
}
PLAIN = {
    "draft2020-12": jsonschema.Draft202012Validator,
    "draft7": jsonschema.Draft7Validator,
}


def both(source, text):
    """The verdicts of the two engines."""
    pattern = compile_pattern(source)
    engine = jsonschema_rs.Draft202012Validator(
        {"pattern": pattern.rust}, pattern_options=OPTIONS
    )
    return pattern.search(text), engine.is_valid(text)


# Worked out from ECMA-262, section 22.2, with the unicode flag.
STANDARD = [
    # 22.2.2.4 assertions: without the multiline flag, only the text's edges
    ("^abc$", "abc", True),
    ("^abc$", "abc\n", False),
    ("^b", "a\nb", False),
    ("a$", "a\nb", False),
    ("^$", "", True),
    ("^|x", "y", True),
    ("(?:^|,)x", ",x", True),
    ("(?:^|,)x", "ax", False),
    ("a^b", "ab", False),
    # 22.2.2.4, IsWordChar: ASCII, since the ignoreCase flag is off
    (r"\bx", "ax", False),
    (r"\bx", "éx", True),
    (r"\Bx", "éx", False),
    (r"\Bx", "ax", True),
    (r"\b", "é", False),
    (r"\B", "", True),
    (r"\B", "a", False),
    (r"^\B$", "", True),
    # not between the bytes of a character
    (r"\B", "aéa", False),
    (r"\B", "a\u2028a", False),
    (r"\B|[^]b", "a\u2028b", True),
    # 22.2.2.7 atoms: the dot takes no line end; one code point, not one unit
    ("^.$", "\n", False),
    ("^.$", "\r", False),
    ("^.$", "\u2028", False),
    ("^.$", "\x85", True),
    ("^.$", "🐲", True),
    ("^..$", "🐲", False),
    ("^[^]$", "\n", True),
    ("[]", "a", False),
    ("^a[]?b", "ab", True),
    # 22.2.2.9 character class escapes
    (r"^\d+$", "٣٤", False),
    (r"^\d+$", "34", True),
    (r"^\D$", "٣", True),
    (r"^\w$", "é", False),
    (r"^\W$", "é", True),
    (r"^\s$", "\ufeff", True),
    (r"^\s$", "\u3000", True),
    (r"^\s$", "\u200b", False),
    (r"^\s$", "\x85", False),
    (r"^\S$", "\u2029", False),
    (r"^\p{L}+$", "é", True),
    (r"^\p{Lu}$", "é", False),
    (r"^\P{Lu}$", "é", True),
    (r"^[\p{L}\p{Nd}]+$", "é٣", True),
    (r"^[^\p{L}]$", "é", False),
    (r"^\p{Lu}$", "\U0001d400", True),
    # 22.2.1 escapes
    (r"^\cA$", "\x01", True),
    (r"^\0$", "\0", True),
    (r"^[\b]$", "\b", True),
    (r"^\u{1F432}$", "🐲", True),
    (r"^\ud83d\udc32$", "🐲", True),
    (r"^[\ud83d\udc32]$", "🐲", True),
    (r"^[\ud83d\udc31-\ud83d\udc33]$", "🐲", True),
    # 22.2.2.3 quantifiers; laziness changes no verdict
    ("^a{2}$", "aa", True),
    ("^a{2}$", "aaa", False),
    ("^a{2,}?$", "aaaa", True),
    ("^(?:ab){1,2}$", "ababab", False),
    ("^a{0}b$", "b", True),
    # 22.2.1 groups, 22.2.2.9 references
    ("^(?<year>[0-9]{4})$", "2026", True),
    (r"^(?<n>a)\k<n>$", "aa", True),
    (r"^(?<n>a)\k<n>$", "a", False),
    (r"^(ab)-\1$", "ab-ab", True),
    # B.1.2, forms with one reading
    (r"^[\w-.]+$", "a-b.c", True),
    (r"^\-\_\@$", "-_@", True),
    ("^{a}$", "{a}", True),
    ("^a{1$", "a{1", True),
    ("^]$", "]", True),
    # 22.2.1: && and -- are plain members without the v flag
    ("^[a&&b]+$", "a&b", True),
    ("^[+--]$", ",", True),
]


@pytest.mark.requirement("patterns-ecma")
@pytest.mark.parametrize(("source", "text", "expected"), STANDARD)
def test_the_standard(source, text, expected):
    assert both(source, text) == (expected, expected)


@settings(deadline=None)
@given(expressions, texts)
def test_both_engines_agree_with_re(expression, text):
    expected = expression.matches(text)
    assert both(expression.ecma, text) == (expected, expected)


@settings(deadline=None)
@given(
    st.text("ab1-[]^(){}|*+?,.$\\dwsbBpux", max_size=10),
    st.text("ab1-{}", max_size=4),
)
def test_whatever_is_accepted_is_the_same_in_both_engines(source, text):
    """Random pattern texts: refused by name, or one verdict."""
    with contextlib.suppress(UnsupportedPatternError):
        found, engine = both(source, text)
        assert found is engine


# --- the official suite ---------------------------------------------------

SUITE = ["optional/ecmascript-regex", "optional/non-bmp-regex", "pattern"]
SUITE += ["patternProperties"]


def mapped(schema):
    """The schema with every pattern spelled for Rust."""
    if isinstance(schema, list):
        return [mapped(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: mapped(value) for key, value in schema.items()}
    if isinstance(schema.get("pattern"), str):
        result["pattern"] = compile_pattern(schema["pattern"]).rust
    if "patternProperties" in schema:
        result["patternProperties"] = {
            compile_pattern(source).rust: mapped(value)
            for source, value in schema["patternProperties"].items()
        }
    return result


def pattern_keyword(validator, source, instance, schema):
    if isinstance(instance, str) and not compile_pattern(source).search(
        instance
    ):
        yield jsonschema.ValidationError("pattern")


def pattern_properties(validator, patterns, instance, schema):
    if isinstance(instance, dict):
        for source, subschema in patterns.items():
            for key, value in instance.items():
                if compile_pattern(source).search(key):
                    yield from validator.descend(value, subschema)


def additional_properties(validator, subschema, instance, schema):
    if isinstance(instance, dict):
        known = schema.get("properties", {})
        patterns = schema.get("patternProperties", {})
        for key, value in instance.items():
            matched = any(compile_pattern(p).search(key) for p in patterns)
            if key not in known and not matched:
                yield from validator.descend(value, subschema)


@pytest.mark.parametrize("name", SUITE)
@pytest.mark.parametrize("draft", RUST)
def test_the_official_suite(data, draft, name):
    """Every verdict, in both engines; there is no deviation."""
    tests = data / "json-schema-test-suite" / "tests" / draft
    plain = extend(
        PLAIN[draft],
        {
            "pattern": pattern_keyword,
            "patternProperties": pattern_properties,
            "additionalProperties": additional_properties,
        },
    )
    count = 0
    for group in json.loads((tests / f"{name}.json").read_text("utf-8")):
        ours = plain(group["schema"])
        rust = RUST[draft](mapped(group["schema"]), pattern_options=OPTIONS)
        for test in group["tests"]:
            count += 1
            where = f"{group['description']}: {test['description']}"
            assert ours.is_valid(test["data"]) is test["valid"], where
            assert rust.is_valid(test["data"]) is test["valid"], where
    assert count >= 7


def test_every_pattern_of_the_suite_is_taken(data):
    for draft in RUST:
        tests = data / "json-schema-test-suite" / "tests" / draft
        found = 0
        for path in tests.rglob("*.json"):
            if path.parent.name != "format":
                for group in json.loads(path.read_text("utf-8")):
                    found += sum(map(bool, patterns_of(group["schema"])))
        assert found > 30


def patterns_of(schema):
    if isinstance(schema, list):
        for item in schema:
            yield from patterns_of(item)
    elif isinstance(schema, dict):
        if isinstance(schema.get("pattern"), str):
            yield compile_pattern(schema["pattern"])
        if isinstance(schema.get("patternProperties"), dict):
            yield from map(compile_pattern, schema["patternProperties"])
        for value in schema.values():
            yield from patterns_of(value)


# --- time -----------------------------------------------------------------

TIMED = r"""
import json, sys, time
from toolgate.schema.patterns.pattern import compile_pattern
for source, text in json.load(sys.stdin):
    pattern = compile_pattern(source)
    taken = []
    for _ in range(3):
        start = time.process_time()
        found = pattern.search(text)
        taken.append(time.process_time() - start)
    print(json.dumps([min(taken), taken[0], found]))
"""


def timed(pairs):
    """Seconds (best of three, and first) and verdict, each by itself."""
    done = subprocess.run(
        [sys.executable, "-c", TIMED],
        input=json.dumps(pairs),
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
        env=environment(),
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def paired(pairs):
    return zip(pairs, timed(pairs), strict=True)


LONG = 20_000
QUADRATIC = [
    (r"\s+$", " " * LONG + "x"),
    (r"[a-z]+\d", "a" * LONG),
    (r"x[a-z]+\d", "x" * LONG),
    (r"^[^@\s]+@[^@\s]+\.[^@\s]+$", "a@" + "." * LONG + "@"),
    (r"^[^@\s]+@[^@\s]+\.[^@\s]+$", "a" * LONG),
    ("^a*a*a*a*$", "a" * LONG + "!"),
    ("^(?:.*,){5}.*!$", "," * LONG),
    ("(?:a|b|ab)*c", "ab" * (LONG // 2)),
    (r"^\p{L}+[\p{L}\p{N}]*!$", "é" * LONG),
    (r"(?:\bfoo\b ?)+!", "foo " * (LONG // 4)),
    # every prefix leads to a new set of positions
    ("[ab]*a[ab]{30}c", "".join(f"{n:b}" for n in range(1700)).replace(
        "1", "a").replace("0", "b")),
]  # fmt: skip


@pytest.mark.requirement("patterns-linear")
def test_quadratic_patterns_on_long_texts():
    """20,000 characters: 50 ms, in pure Python."""
    for (source, _), (best, _, found) in paired(QUADRATIC):
        assert not found, source
        assert best < 0.05, (source, best)


def test_a_mebibyte_takes_fifty_times_as_long_and_not_more():
    """Linear: 1 MiB within a second."""
    pairs = [(p, t * (2**20 // len(t))) for p, t in QUADRATIC[:-1]]
    for (source, _), (best, _, _) in paired(pairs):
        assert best < 1, (source, best)


def field_cases(cases):
    lines = (cases / "patterns.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.requirement("patterns-linear")
def test_evil_patterns_of_the_field(cases):
    evil = [
        (case["pattern"], case["text"])
        for case in field_cases(cases)
        if case["kind"] == "evil"
    ]
    assert evil
    for (source, text), (_, first, found) in paired(evil):
        assert first < 0.05, source
        assert both(source, text) == (found, found)


def test_benign_patterns_of_the_field(cases):
    benign = [c for c in field_cases(cases) if c["kind"] == "benign"]
    assert benign
    for case in benign:
        assert both(case["pattern"], case["text"]) == (True, True)
        assert both(case["pattern"], "") == (False, False)


# --- sizes ----------------------------------------------------------------

TOO_LARGE = {
    "(a{1000}){1000}": "UTF-8 states",
    "^(((a{99}){99}){99}){99}$": "UTF-8 states",
    "(?:" * 32 + "a" + "){2}" * 32: "UTF-8 states",
    "^[^@]{65536}$": "UTF-8 states",
    r"^\p{L}{500}$": "UTF-8 states",
    "^(?:[ab]a?){2000}b*a*$": "characters",
    "^" + "".join(f"(?:{c}{{1,9}})?" for c in "abcdefgh" * 30) + "a$":
        "operations a step",
}  # fmt: skip


@pytest.mark.parametrize("source", TOO_LARGE)
def test_what_is_too_large_is_refused_by_name(source):
    with pytest.raises(UnsupportedPatternError) as caught:
        compile_pattern(source)
    assert TOO_LARGE[source] in caught.value.reason
    assert "maxLength" in caught.value.reason


@pytest.mark.parametrize(
    "source",
    [
        "^[^@]{3,2000}$",
        "^.{3,4096}$",
        "^[a-z]{0,65536}$",
        r"^\p{L}{1,50}$",
        "arn:.{1,63}:[a-z]{1,1023}/[a-z]{1,1023}/x",
        "^(?:" + "|".join(f"word{n}" for n in range(350)) + ")$",
        "a" * 3072,
    ],
)
def test_what_is_within_the_limits_compiles_in_both_engines(source):
    assert both(source, "!") == (False, False)


EVIL_SOURCES = [
    *TOO_LARGE,
    "a?" * 1536,
    "^" + "a?" * 1535 + "$",
    "^" + "(" * 32 + "a|b" + ")*" * 32 + "$",
    "^" + "(?:a|b" * 32 + ")*" * 32,
    "^" + "(?:a" * 32 + ")+" * 32 + "$",
    "{" * 3072,
    "{1" * 1536,
    "[" * 3072,
    "(?:" * 1024,
    r"\b" * 1536,
    "^" * 3072,
    r"(?:\ba?){2000}",
    "^(?:" + "|".join(f"w{n}" for n in range(500)) + ")*$",
    "[" + "".join(map(chr, range(0x100, 0x2000, 2)))[:3000] + "]",
    "".join(f"[a{chr(0x100 + 2 * n)}]" for n in range(750)),
    "(a)" * 600 + r"\1" * 600,
]

COMPILED = r"""
import json, sys, threading, time
from toolgate.exceptions import UnsupportedPatternError
from toolgate.schema.patterns.pattern import compile_pattern
def run():
    for source in json.load(sys.stdin):
        taken = []
        for _ in range(3):
            compile_pattern.cache_clear()
            start = time.process_time()
            try:
                compile_pattern(source)
            except UnsupportedPatternError:
                pass
            taken.append(time.process_time() - start)
        print(min(taken))
compile_pattern(r"\p{L}")
threading.stack_size(256 * 1024)
thread = threading.Thread(target=run)
thread.start()
thread.join()
"""


def test_no_pattern_takes_long_to_compile():
    """50 ms each, in a thread with 256 KiB of stack."""

    def measure(sources):
        done = subprocess.run(
            [sys.executable, "-c", COMPILED],
            input=json.dumps(sources),
            check=True,
            capture_output=True,
            text=True,
            timeout=120,
            env=environment(),
        )
        assert done.stderr == ""
        taken = map(float, done.stdout.split())
        return dict(zip(sources, taken, strict=True))

    assert over(0.05, measure, EVIL_SOURCES) == {}


# --- the value object -----------------------------------------------------


def test_a_pattern_is_a_value():
    first = compile_pattern("^a+$")
    second = room.compile_pattern.__wrapped__("^a+$")
    assert first is compile_pattern("^a+$")
    assert first is not second
    assert first == second
    assert hash(first) == hash(second)
    assert first != compile_pattern("^a*$")
    assert repr(first) == "Pattern(source='^a+$', linear=True)"
    assert isinstance(first, Pattern)
    with pytest.raises(AttributeError):
        first.source = "b"


@pytest.mark.parametrize(
    ("source", "linear"),
    [("^a+$", True), ("^(?:a|ab)+$", False), (r"^\p{L}$", False)],
)
def test_linear_tells_which_engine_runs(source, linear):
    pattern = compile_pattern(source)
    assert pattern.linear is linear
    assert pattern.search("a") is True
    assert pattern.search("a") is True
    assert pattern.search("!") is False


def test_positions_count_characters_written_out():
    assert compile_pattern("^(?:ab|c{3}){4}$").positions == 20
    assert compile_pattern("").positions == 0


def test_threads_compile_and_search_the_same_pattern():
    room.compile_pattern.cache_clear()
    gate = threading.Barrier(8)
    found = []

    def run():
        gate.wait()
        found.append(compile_pattern("^[a-z]+$").search("abab"))
        found.append(compile_pattern("^(?:a|ab)+$").search("abab"))

    threads = [threading.Thread(target=run) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 16
