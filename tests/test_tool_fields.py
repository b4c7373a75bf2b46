"""Fields of a tool that are kept in another form than they are given in."""

from __future__ import annotations

import pytest

from toolgate.exceptions import InvalidToolError
from toolgate.tool_fields import Document, Series, Words, refused


class Shelf:
    words = Words()
    names = Series(str)
    numbers = Series(int)
    document = Document()

    def __init__(self):
        self.name = "shelf"


class Raising:
    def __iter__(self):
        raise RuntimeError


@pytest.mark.parametrize(
    ("field", "given", "kept"),
    [
        ("words", "ab", {"ab"}),
        ("words", ["a", "b", "a"], {"a", "b"}),
        ("words", None, set()),
        ("names", "ab", ("ab",)),
        ("names", ["b", "a"], ("b", "a")),
        ("numbers", 5, (5,)),
        ("document", None, None),
        ("document", {"a": (1,)}, {"a": [1]}),
    ],
)
def test_what_is_kept(field, given, kept):
    shelf = Shelf()
    setattr(shelf, field, given)
    assert getattr(shelf, field) == kept


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("words", 5),
        ("words", Raising()),
        ("names", [5]),
        ("numbers", ["a"]),
        ("numbers", [True]),
        ("document", Raising()),
    ],
)
def test_what_is_refused(field, given):
    with pytest.raises(InvalidToolError, match=f"^tool shelf: {field} "):
        setattr(Shelf(), field, given)


@pytest.mark.parametrize("name", [None, "a\n", "\ud800", "a" * 129])
def test_unfit_names_are_not_shown(name):
    shelf = Shelf()
    shelf.name = name
    assert refused(shelf, "no").tool is None
