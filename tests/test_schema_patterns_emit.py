"""Two spellings of one tree, and the engines that read them."""

from __future__ import annotations

import re

import jsonschema_rs
import pytest
from hypothesis import given, settings

from pattern_strategies import expressions, texts
from toolgate.schema.patterns.emit import to_re, to_rust
from toolgate.schema.patterns.parser import parse


def rust_engine(spelled):
    return jsonschema_rs.Draft202012Validator(
        {"pattern": spelled}, pattern_options=jsonschema_rs.RegexOptions()
    )


@pytest.mark.parametrize(
    ("source", "spelled", "rust"),
    [
        ("", "", ""),
        ("abc", "abc", "abc"),
        ("^a|b$", r"^a|b\Z", "^a|b$"),
        ("(a|bc)d", "(?:a|bc)d", "(?:a|bc)d"),
        ("(?:ab)*c+d?", "(?:ab)*c+d?", "(?:ab)*c+d?"),
        ("a{2}b{2,}c{2,4}", "a{2}b{2,}c{2,4}", "a{2}b{2,}c{2,4}"),
        ("(?:a{2}){3}", "(?:a{2}){3}", "(?:a{2}){3}"),
        ("(?:a|b|cd)+", "(?:a|b|cd)+", "(?:a|b|cd)+"),
        (r"\d\w", "[0-9][0-9A-Z_a-z]", "[0-9][0-9A-Z_a-z]"),
        (r"\D", "[^0-9]", "[^0-9]"),
        (".", r"[^\U0000000a\U0000000d\U00002028\U00002029]",
         r"[^\u{a}\u{d}\u{2028}\u{2029}]"),
        (r"\ba\B", r"\ba(?!\b)", r"(?-u:\b)a(?-u:\B)(?:\b|\B)"),
        ("é", r"\U000000e9", r"\u{e9}"),
        (r"\.\*\{\/\ ", r"\.\*\{/ ", r"\.\*\{/ "),
        (r"[\^\-\]\\&~|a[]", r"[\&\-\[-\^a\|\~]", r"[\&\-\[-\^a\|\~]"),
        ("[!-/]", "[!-/]", "[!-/]"),
        ("[^]", "(?s:.)", r"[\u{0}-\u{10ffff}]"),
        ("[]", "(?!)", r"[^\u{0}-\u{10ffff}]"),
        # no JSON text holds a lone surrogate, and Rust cannot name one
        (r"\ud800", r"\U0000d800", r"[^\u{0}-\u{10ffff}]"),
        (r"[\ud000-\ue000]", r"[\U0000d000-\U0000e000]",
         r"[\u{d000}-\u{e000}]"),
        (r"[\ud7ff\ue000]", r"[\U0000d7ff\U0000e000]",
         r"[\u{d7ff}-\u{e000}]"),
        (r"[\ud900-\ue001]", r"[\U0000d900-\U0000e001]",
         r"[\u{e000}\u{e001}]"),
        (r"[\ud000-\ud900]", r"[\U0000d000-\U0000d900]",
         r"[\u{d000}-\u{d7ff}]"),
        (r"[^\ud800-\udfff]", r"[^\U0000d800-\U0000dfff]",
         r"[\u{0}-\u{10ffff}]"),
    ],
)  # fmt: skip
def test_spellings(source, spelled, rust):
    tree = parse(source)
    assert to_re(tree) == spelled
    assert to_rust(tree) == rust
    re.compile(spelled, re.ASCII)
    rust_engine(rust)


CODES = [
    *range(0x3100),
    *range(0xD7F0, 0xD800),
    *range(0xE000, 0xE010),
    *(0xFEFF, 0xFFFF, 0x10000, 0x1F432, 0x10FFFF),
]


@pytest.mark.parametrize(
    "source",
    [
        *(".", r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", "[^]", "[]"),
        *(r"[\0-\x20\x7f\u2028]", r"[!-\/:-@\[-`{-~]", r"[^\ud000-\ue000]"),
        *(r"[^\ud7ff\ue000]", r"[\ud7f0-\ud7fe\ue001-\ue002]"),
    ],
)
def test_both_engines_read_a_class_as_the_tree_has_it(source):
    tree = parse(source)
    spelled = re.compile(f"{to_re(tree)}\\Z", re.ASCII)
    engine = rust_engine(f"^{to_rust(tree)}$")
    for code in CODES:
        held = any(low <= code <= high for low, high in tree.ranges)
        assert (spelled.match(chr(code)) is not None) is held, hex(code)
        assert engine.is_valid(chr(code)) is held, hex(code)


@settings(deadline=None)
@given(expressions, texts)
def test_both_engines_agree_with_the_oracle(expression, text):
    tree = parse(expression.ecma)
    expected = expression.matches(text)
    found = re.search(to_re(tree), text, re.ASCII)
    assert (found is not None) is expected
    assert rust_engine(to_rust(tree)).is_valid(text) is expected
