"""Whatever a type asks for is told in every language."""

# ruff: noqa: RUF001 - fullwidth punctuation is what Chinese is written with

from __future__ import annotations

import ast
import string
from datetime import date  # noqa: TC003 - read by the tool
from pathlib import Path
from typing import get_args

import pytest

import toolgate
from toolgate import ToolRegistry
from toolgate.expected import Code, Expected
from toolgate.messages.en import EN
from toolgate.messages.sentences import Sentences
from toolgate.messages.zh import ZH
from toolgate.violation import Violation

CODES = set(get_args(Code))
ROOMS = Path(toolgate.__file__).parent


def places(template: str) -> int:
    found = {name for _, name, _, _ in string.Formatter().parse(template)}
    return len(found - {None})


def calls(name: str):
    """Yield the calls of a name in the library, with their room."""
    for path in sorted(ROOMS.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
                yield path.relative_to(ROOMS).as_posix(), node


def test_both_languages_have_a_phrase_for_each_code_with_the_same_places():
    assert set(EN.expected) == set(ZH.expected) == CODES
    for code in CODES:
        assert places(EN.expected[code]) == places(ZH.expected[code])


@pytest.mark.parametrize("language", [EN, ZH])
def test_no_two_codes_have_the_same_phrase(language):
    assert len(set(language.expected.values())) == len(CODES)


def test_what_the_library_expects_has_a_phrase_and_fills_its_places():
    """Each site names its code; one takes it from the table beside it."""
    used = set()
    for room, call in calls("Expected"):
        code, *values = call.args
        count = len(values[0].elts) if values else 0
        if isinstance(code, ast.Name):
            assert (room, count) == ("function/value_checks.py", 1)
            used |= {"at_least", "at_most", "greater_than", "less_than"}
            continue
        assert count == places(EN.expected[code.value]), room
        used.add(code.value)
    assert used == CODES


def test_no_misfit_is_told_in_words_of_one_language():
    """It is made of an `Expected`, never of a text."""
    sites = [
        (room, node) for room, call in calls("Misfit") for node in call.args
    ]
    assert len(sites) > 20
    for room, node in sites:
        assert not isinstance(node, (ast.Constant, ast.JoinedStr)), room


def line(phrases, *expected):
    violation = Violation(
        keyword="type",
        instance_path=("at",),
        schema_path=(),
        expected=expected[0] if len(expected) == 1 else expected,
        received="string",
    )
    return Sentences(phrases).line(violation)


def test_a_line_in_each_language():
    day = Expected("date")
    least = Expected("at_least", ("'b'",))
    assert (
        line(EN, day) == "/at: expected a date such as 2030-01-31, got string"
    )
    assert line(ZH, day) == "/at: 应为 日期（例如 2030-01-31），实际为 string"
    assert line(EN, day, least).endswith(
        "a date such as 2030-01-31 or a value of at least 'b', got string"
    )
    assert "日期（例如 2030-01-31） 或 不小于 'b' 的值" in line(ZH, day, least)


@pytest.mark.parametrize("phrases", [EN, ZH])
@pytest.mark.parametrize("code", sorted(CODES))
def test_what_a_phrase_names_is_bounded_and_on_one_line(phrases, code):
    """A class may have any name; braces in it are no places."""
    for value in ("x" * 10_000, "a\nb", "{0} {2} {x}"):
        text = line(phrases, Expected(code, (value, value)))
        assert "\n" not in text
        assert len(text) <= 330
    if places(EN.expected[code]):
        assert "{0} {2} {x}" in text


def test_a_registry_that_speaks_chinese_tells_misfits_so():
    registry = ToolRegistry(language="zh")

    @registry.tool(side_effect="read")
    def hours(day: date) -> str:
        return str(day)

    text = registry.call("hours", '{"day": "2030-02-30"}').text
    assert text == (
        "invalid_arguments: /day: 应为 日期（例如 2030-01-31），实际为 string"
    )
