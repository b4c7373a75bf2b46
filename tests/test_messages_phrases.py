"""Both languages fill the same form, place by place."""

from __future__ import annotations

import string

import pytest

from toolgate.json_reasons import REASONS
from toolgate.messages.en import EN
from toolgate.messages.phrases import Phrases
from toolgate.messages.zh import ZH

SENTENCES = [
    name
    for name in Phrases.__dataclass_fields__
    if name not in {"expected", "keywords", "reasons", "wanted"}
]


def places(template: str) -> set[str]:
    return {
        name for _, name, _, _ in string.Formatter().parse(template) if name
    }


@pytest.mark.parametrize("name", SENTENCES)
def test_the_languages_agree_on_the_places_of_a_sentence(name):
    english, chinese = getattr(EN, name), getattr(ZH, name)
    assert english
    assert chinese
    assert places(english) == places(chinese)


def test_the_languages_have_the_same_keywords_with_the_same_places():
    assert {name: places(text) for name, text in EN.keywords.items()} == {
        name: places(text) for name, text in ZH.keywords.items()
    }
    assert set().union(*map(places, EN.keywords.values())) == {"value"}


def test_every_reason_of_the_json_door_has_a_chinese_sentence():
    assert {code: places(text) for code, text in ZH.reasons.items()} == {
        code: places(text) for code, text in REASONS.items()
    }


@pytest.mark.parametrize("language", [EN, ZH])
def test_no_two_sentences_of_a_language_are_the_same(language):
    texts = [getattr(language, name) for name in SENTENCES]
    assert len(set(texts)) == len(texts)


def test_a_phrase_cannot_be_forgotten():
    with pytest.raises(TypeError, match="missing"):
        Phrases(expected_type="")


def test_phrases_are_frozen():
    with pytest.raises(AttributeError):
        EN.denied = ""
