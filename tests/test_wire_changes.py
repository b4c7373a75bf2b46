"""A change says in one line what was, what is, and who sees to it."""

from __future__ import annotations

import pytest

from toolgate.unset import UNSET
from toolgate.wire.changes import Change


@pytest.mark.parametrize(
    ("enforced_by", "ending"),
    [
        ("gate", "; the gate enforces it)"),
        ("description", "; the description tells it)"),
        ("nobody", ")"),
    ],
)
def test_a_change_names_its_place_and_who_enforces_it(enforced_by, ending):
    change = Change(
        "/items", "pattern", "ä", UNSET, "widened", enforced_by, "unsupported"
    )
    assert str(change) == (
        f'/items pattern: "ä" -> absent (widened, unsupported{ending}'
    )


def test_the_root_has_a_name():
    change = Change("", "type", UNSET, ["a"], "encoded", "nobody", "r")
    told = '(root) type: absent -> ["a"] (encoded, r; read back)'
    assert str(change) == told
    assert repr(change) == f"<Change {told}>"


def test_long_values_are_cut_at_sixty_characters():
    # Two quotes are shown as well.
    whole, cut = "a" * 58, "a" * 59
    change = Change("/a", "const", whole, cut, "narrowed", "nobody", "r")
    assert str(change) == (
        f'/a const: "{"a" * 58}" -> "{"a" * 58}… (narrowed, r)'
    )
