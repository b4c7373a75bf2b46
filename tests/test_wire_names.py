"""A name stays where it matches; another depends on nothing but itself."""

from __future__ import annotations

import hashlib

import pytest

from toolgate.wire.names import wire_names

PATTERN = r"[a-zA-Z0-9_-]{1,64}"


def digest(name, digits=8):
    return hashlib.sha256(name.encode()).hexdigest()[:digits]


def test_names_that_match_stay_in_the_order_asked():
    found = wire_names(["b", "a", "b"], PATTERN)
    assert list(found.items()) == [("b", "b"), ("a", "a")]


def test_other_signs_become_underlines_before_a_digest():
    found = wire_names([".mail..send."], PATTERN)
    assert found == {".mail..send.": f"mail_send_{digest('.mail..send.')}"}


def test_letters_outside_ascii_are_no_letters():
    found = wire_names(["größe"], PATTERN)
    assert found == {"größe": f"gr_e_{digest('größe')}"}


def test_a_name_without_a_sign_that_is_taken_is_called_tool():
    assert wire_names(["..."], PATTERN) == {"...": f"tool_{digest('...')}"}


def test_a_name_that_starts_with_a_digit_gets_a_letter():
    assert wire_names(["1.a"], PATTERN) == {"1.a": f"t_1_a_{digest('1.a')}"}


def test_a_long_name_fits():
    name = "a" * 65
    made = wire_names([name], PATTERN)[name]
    assert made == f"{'a' * 48}_{digest(name)}"


@pytest.mark.requirement("wire-names")
def test_a_made_name_gives_way_to_a_name_that_matches():
    taken = f"mail_send_{digest('mail.send')}"
    found = wire_names(["mail.send", taken], PATTERN)
    assert found == {
        "mail.send": f"mail_send_{digest('mail.send', 9)}",
        taken: taken,
    }
