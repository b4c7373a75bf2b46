"""The table of rules and the tests, held against each other."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from requirements import REQUIREMENTS

HERE = Path(__file__).parent


@cache
def shown() -> dict[str, set[str]]:
    """Rule ids by the files whose tests claim to show them."""
    found: dict[str, set[str]] = {}
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "requirement"
            ):
                for argument in node.args:
                    found.setdefault(argument.value, set()).add(path.name)
    return found


@pytest.mark.parametrize("rule", REQUIREMENTS)
def test_each_rule_is_shown_by_a_test(rule):
    assert rule in shown()


def test_tests_claim_no_rule_that_is_not_in_the_table():
    assert shown().keys() <= REQUIREMENTS.keys()


def test_each_rule_has_a_source_and_a_sentence():
    for source, sentence in REQUIREMENTS.values():
        assert source
        assert sentence
