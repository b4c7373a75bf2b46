"""Checks of the fields that hosts and handlers fill in."""

from __future__ import annotations

import enum
from types import MappingProxyType
from unittest.mock import Mock

import pytest

from toolgate.content import TextContent
from toolgate.field_checks import detached, document, plain_text


class Word(str, enum.Enum):
    RAIN = "rain"


class Loud(str):
    def __str__(self):
        raise RuntimeError

    __repr__ = __len__ = __str__


@pytest.mark.parametrize("kind", [str, Word, Loud])
def test_texts_become_plain(kind):
    """Subclasses are read through str: methods of their own never run."""
    text = kind("rain")
    assert type(plain_text(text, "x")) is str
    assert plain_text(text, "x") == "rain"


@pytest.mark.parametrize("value", [None, 5, b"a", ["a"], str])
def test_what_is_no_text_is_refused(value):
    with pytest.raises(TypeError, match="^x must be a str, not "):
        plain_text(value, "x")


def test_what_says_that_it_is_a_text_is_none():
    with pytest.raises(TypeError, match="must be a str, not Mock"):
        plain_text(Mock(spec=str), "x")


def test_what_is_json_is_copied_to_the_bottom():
    given = {"a": [1]}
    kept = detached(given)
    given["a"].append(2)
    assert kept == {"a": [1]}


def test_what_is_not_json_is_left_for_the_gate():
    value = {"a": object()}
    assert detached(value) is value


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (None, None),
        ({"a": 1}, {"a": 1}),
        (MappingProxyType({"a": (1,)}), {"a": [1]}),
    ],
)
def test_documents(given, kept):
    assert document(given, "meta") == kept


@pytest.mark.parametrize("value", ["abc", [1], 5, object(), Mock(spec=dict)])
def test_documents_are_mappings(value):
    with pytest.raises(TypeError, match="^meta must be a mapping"):
        document(value, "meta")


def test_meta_shows_in_signatures_as_none():
    assert repr(TextContent.meta) == "None"
