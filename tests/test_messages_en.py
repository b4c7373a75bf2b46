"""English: the form's own words, and nothing but ASCII."""

from __future__ import annotations

from toolgate.messages.en import EN


def test_sentences_are_plain_ascii():
    for texts in vars(EN).values():
        if isinstance(texts, str):
            assert texts.isascii()
        else:
            assert all(text.isascii() for text in texts.values())


def test_reasons_are_the_errors_own():
    assert not EN.reasons
