"""The proof that `re` is linear, attacked."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import assume, given, reject, settings

from pattern_strategies import ambiguous, pumps
from timing import environment
from toolgate.exceptions import UnsupportedPatternError
from toolgate.schema.patterns.extent import extent_of, is_anchored
from toolgate.schema.patterns.linear import MAX_SHORT_STEPS, is_linear
from toolgate.schema.patterns.parser import parse
from toolgate.schema.patterns.simplify import simplify
from toolgate.schema.patterns.syntax import (
    Assertion,
    Chars,
    Choice,
    Repeat,
    Sequence,
)


def judge(source):
    tree = simplify(parse(source))
    return is_linear(tree, extent_of(tree))


@pytest.mark.parametrize(
    "source",
    [
        "",
        "a",
        "^[a-z]+$",
        r"^\d{4}-\d{2}-\d{2}$",
        "^[a-z]+(?:-[a-z]+)*$",
        "^(?:[A-Z]{2}|[A-Z]{3})$",
        r"^(0|[1-9]\d*)\.(0|[1-9]\d*)$",
        "^#(?:[0-9a-f]{3}){1,2}$",
        "^/(?:[a-z]+/)*!",
        r"^a|^\bb",
        "^.{0,5000}$",
        # trimmed: no loop is left
        r"\s+$",
        r"[a-z]+\d",
        # folded: one loop is left
        "^(a+)+$",
        # bounded ambiguity
        "^[a-z]{1,9}[a-z]$",
        "^(?:a|ab|abc)[a-z]*$",
        "^(?:ab|ac){3}$",
    ],
)
def test_proven(source):
    assert judge(source)


@pytest.mark.parametrize(
    "source",
    [
        # unanchored loops: the search starts anew everywhere
        "x[a-z]+!",
        "a+b+$",
        "a[^b]{200}",
        # adjacent loops
        "^a*a*$",
        r"^[^@\s]+@[^@\s]+\.[^@\s]+$",
        "^[a-z]+b",
        "^a+b?a+$",
        "^a*(?:b|a)*$",
        # nested loops
        "^(?:a+b?)+$",
        r"^([a-zA-Z0-9]+\s?)*$",
        "^/(?:[a-z]+/)*[a-z]*!",
        "^(?:ab|ab)*$",
        "^(?:a|ab)*$",
        "^(?:(?:a|b)+|c)*$",
        "(x+x+)+y",
        # nothing is taken between two rounds
        r"^(?:\b|a)*$",
        "^(?:a*|b)*$",
        "^(?:$|a)*!",
        # bounded, and too much
        "^(?:a?a?){20}$",
        "^(?:.*a){20}$",
        "^[a-z]{1,2000}[a-z]{1,2000}$",
        "^" + "a?" * 300 + "b$",
        # `re` is slow on sets of so many ranges
        r"^\p{L}+$",
    ],
)
def test_not_proven(source):
    assert not judge(source)


class Steps:
    """Matches as `re` does, by backtracking, and counts the steps."""

    def __init__(self, text):
        self.text = text
        self.count = 0

    def search(self, node):
        return any(
            self.match(node, start, lambda _: True)
            for start in range(len(self.text) + 1)
        )

    def match(self, node, at, then):
        self.count += 1
        if isinstance(node, Chars):
            code = ord(self.text[at]) if at < len(self.text) else -1
            taken = any(low <= code <= high for low, high in node.ranges)
            return taken and then(at + 1)
        if isinstance(node, Assertion):
            edge = 0 if node is Assertion.START else len(self.text)
            return at == edge and then(at)
        if isinstance(node, Choice):
            return any(self.match(one, at, then) for one in node.options)
        if isinstance(node, Sequence):
            return self.sequence(node.parts, at, then)
        return self.repeat(node, 0, at, then)

    def sequence(self, parts, at, then):
        if not parts:
            return then(at)
        return self.match(
            parts[0], at, lambda stop: self.sequence(parts[1:], stop, then)
        )

    def repeat(self, node: Repeat, done, at, then):
        return (
            (node.high is None or done < node.high)
            and self.match(
                node.body,
                at,
                lambda stop: (
                    (stop > at or done < node.low)
                    and self.repeat(node, done + 1, stop, then)
                ),
            )
        ) or (done >= node.low and then(at))


@settings(deadline=None, max_examples=300)
@given(ambiguous, pumps)
def test_steps_grow_with_the_text_and_no_faster(source, pump):
    """Twice the text takes a proven pattern twice the steps, not four."""
    try:
        tree = simplify(parse(source))
    except UnsupportedPatternError:
        reject()
    extent = extent_of(tree)
    assume(is_linear(tree, extent))
    start, middle, stop = pump
    counts = []
    for size in (40, 80, 160):
        # the worst of six: rounds of two and of three letters end alike
        most = 0
        for more in range(6):
            steps = Steps(start + middle * (size // len(middle) + more) + stop)
            steps.search(tree)
            most = max(most, steps.count)
        counts.append(most)
    small, medium, large = counts
    if extent.longest is not None and is_anchored(tree):
        # a step of the proof is a way into a node and one out of it
        assert large <= 4 * MAX_SHORT_STEPS
    else:
        assert large - medium <= 2.5 * (medium - small) + 256


def test_the_counter_sees_quadratic_and_exponential_patterns():
    """Else the test above would show nothing."""
    for source in ("a+b", "^a*a*b", "^(?:aa|a)*b"):
        tree = parse(source)
        assert not is_linear(tree, extent_of(tree))
        counts = []
        for size in (4, 8, 16):
            steps = Steps("a" * size)
            steps.search(tree)
            counts.append(steps.count)
        small, medium, large = counts
        assert large - medium >= 3 * (medium - small)


TIMED = r"""
import random, re, time
from toolgate.schema.patterns.extent import extent_of, is_anchored
from toolgate.schema.patterns.emit import to_re
from toolgate.schema.patterns.linear import MAX_SHORT_STEPS, is_linear
from toolgate.schema.patterns.parser import parse
from toolgate.schema.patterns.simplify import simplify
rng = random.Random(20261130)
letters = ["a", "b", "[ab]", "c", "[abc]", "[^c]", ".", r"\w"]
loops = ["*", "+", "?", "{0,3}", "{2}", "{1,10}", "{2,}", "{0,30}"]
def draw(depth):
    kind = rng.random()
    if not depth or kind < .3:
        return rng.choice(letters)
    inner = [draw(depth - 1) for _ in range(rng.randrange(2, 4))]
    if kind < .55:
        return "".join(inner)
    if kind < .75:
        return "(?:" + "|".join(inner) + ")"
    return "(?:" + inner[0] + ")" + rng.choice(loops)
worst, proven = (0, ""), 0
while proven < 600:
    source = "^" * (rng.random() < .8) + draw(4) + rng.choice(["$", "!", "c$"])
    tree = simplify(parse(source))
    if not is_linear(tree, extent_of(tree)):
        continue
    proven += 1
    compiled = re.compile(to_re(tree), re.ASCII)
    for _ in range(3):
        pump = "".join(rng.choice("aabbc") for _ in range(rng.randrange(1, 5)))
        text = pump * (20000 // len(pump)) + rng.choice(["", "!", "c"])
        taken = []
        for _ in range(3):
            start = time.process_time()
            compiled.search(text)
            taken.append(time.process_time() - start)
            if taken[-1] < .01:
                break
        worst = max(worst, (min(taken), source))
print(*worst)
"""


def test_proven_patterns_are_fast_on_pumped_texts():
    """600 random patterns, 20,000 characters: 50 ms each at most."""
    done = subprocess.run(
        [sys.executable, "-c", TIMED],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
        env=environment(),
    )
    seconds, pattern = done.stdout.split(maxsplit=1)
    assert float(seconds) < 0.05, pattern
