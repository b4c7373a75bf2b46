"""Fields of a tool that are kept in another form than they are given in."""

from __future__ import annotations

import pytest

from toolgate import Tool, ToolRegistry
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


LONG = 10**700


@pytest.mark.parametrize("digits", [640, 0])
@pytest.mark.parametrize("before", [True, False])
def test_long_integers_whatever_python_reads(int_digits, digits, before):
    if before:
        int_digits(digits)
    tool = Tool(
        name="t",
        input_schema={
            "type": "object",
            "properties": {"n": {"const": LONG, "minimum": -LONG}},
        },
        output_schema={"const": [LONG]},
        meta={"n": LONG},
        examples=[{"n": LONG}],
        handler=lambda arguments: [arguments["n"]],
    )
    int_digits(digits)
    assert tool.input_schema["properties"]["n"]["const"] == LONG
    assert tool.input_schema["properties"]["n"]["minimum"] == -LONG
    assert tool.output_schema == {"const": [LONG]}
    assert tool.meta == {"n": LONG}
    assert tool.examples == [{"n": LONG}]
    registry = ToolRegistry()
    registry.register(tool)
    text = "1" + "0" * 700
    assert not registry.call("t", f'{{"n": {text}}}').is_error
    assert registry.call("t", f'{{"n": {text[:-1]}1}}').is_error
