"""Which defaults mean another value; test_function_defaults has the rest."""

from __future__ import annotations

from collections import deque
from enum import Enum
from typing import Any

import pytest

from toolgate.function.unread import is_unread, written


class Color(Enum):
    RED = "red"


@pytest.mark.parametrize(
    ("default", "meant", "annotation", "unread"),
    [
        ("red", Color.RED, Color, True),
        ("red", Color.RED, Color | Any, False),
        ("red", Color.RED, Color | object, False),
        ("red", Color.RED, dict[str, Color], True),
        (Color.RED, Color.RED, Color, False),
        (None, Color.RED, Color, False),
        (..., 3, int, False),
        (True, 1, int, True),
        ([], deque(), deque | list, False),
        ([("a",)], [["a"]], list[list[str]], False),
    ],
)
def test_what_stands_for_itself(default, meant, annotation, unread):
    assert is_unread(default, meant, annotation) is unread


@pytest.mark.parametrize(
    "value",
    [[], (), (1,), (1, "a"), {1}, set(), frozenset("a"), {"a": [None]}],
)
def test_written_values_are_source_code(value):
    assert eval(written(value)) == value
