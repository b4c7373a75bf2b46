"""The one answer that a call gets."""

from __future__ import annotations

import pytest

from toolgate import (
    UNSET,
    ImageContent,
    TextContent,
    ToolResult,
    ValueLimits,
)
from toolgate.exceptions import InvalidJSONError
from toolgate.result import Failure, spoken

IMAGE = ImageContent.from_bytes(b"GIF89a", "image/gif")


def test_text_becomes_one_block():
    result = ToolResult("hi")
    assert result.content == (TextContent("hi"),)
    assert result.text == "hi"
    assert result.structured_content is UNSET
    assert result.is_error is False
    assert result.meta is None
    assert result.failure is None


def test_unset_differs_from_null():
    assert ToolResult(structured_content=None).structured_content is None
    assert ToolResult() != ToolResult(structured_content=None)


def test_text_joins_the_text_blocks():
    assert ToolResult([TextContent("a"), IMAGE, TextContent("b")]).text == (
        "a\nb"
    )
    assert ToolResult(IMAGE).text == ""
    assert ToolResult(IMAGE).content == (IMAGE,)


@pytest.mark.parametrize(
    "content", [["text"], [TextContent("a"), 5], [{"type": "text"}]]
)
def test_content_must_be_blocks(content):
    with pytest.raises(TypeError, match="content blocks"):
        ToolResult(content)


@pytest.mark.parametrize(
    ("value", "text", "structured"),
    [
        ({"total": 3}, '{"total": 3}', {"total": 3}),
        ([1, "é"], '[1, "é"]', [1, "é"]),
        (5, "5", 5),
        (True, "true", True),
        ("plain", "plain", UNSET),
        (None, "", UNSET),
        (
            {"content": [], "isError": True},
            None,
            {"content": [], "isError": True},
        ),
        ([], "[]", []),
    ],
)
def test_from_value(value, text, structured):
    """A handler's value is a value, whatever its keys."""
    result = ToolResult.from_value(value)
    assert text is None or result.text == text
    assert result.structured_content == structured
    assert result.is_error is False


def test_from_value_takes_content_and_results_as_they_are():
    result = ToolResult("x")
    assert ToolResult.from_value(result) is result
    assert ToolResult.from_value(IMAGE).content == (IMAGE,)
    assert ToolResult.from_value([IMAGE]).content == (IMAGE,)


def test_from_value_detaches():
    given = {"rows": [1]}
    result = ToolResult.from_value(given)
    given["rows"].append(2)
    assert result.structured_content == {"rows": [1]}


@pytest.mark.parametrize(
    "value", [object(), float("nan"), "\ud800", {"a": b"x"}, {1: 2}]
)
def test_from_value_refuses_what_is_not_json(value):
    with pytest.raises(InvalidJSONError):
        ToolResult.from_value(value)


def test_from_value_keeps_to_limits():
    with pytest.raises(InvalidJSONError):
        ToolResult.from_value(
            [[1]], limits=ValueLimits(max_bytes=9, max_depth=1, max_nodes=9)
        )


def test_error():
    result = ToolResult.error("No order 17", meta={"a": 1})
    assert result.is_error is True
    assert result.text == "No order 17"
    assert result.meta == {"a": 1}


def test_results_are_values():
    one = ToolResult("a", structured_content={"a": 1})
    assert one == ToolResult("a", structured_content={"a": 1})
    assert hash(one) == hash(ToolResult("a", structured_content={"a": 1}))
    assert one != ToolResult("a")
    assert one != "a"
    failed = Failure(kind="denied", stage="policy")
    assert ToolResult("a", failure=failed) != ToolResult("a")


@pytest.mark.parametrize(
    "name",
    ["content", "structured_content", "is_error", "meta", "failure", "text"],
)
def test_results_do_not_change(name):
    with pytest.raises(AttributeError):
        setattr(ToolResult("a"), name, 1)


def test_final():
    with pytest.raises(TypeError, match="final"):
        type("Sub", (ToolResult,), {})


def test_repr_reads_well():
    assert repr(ToolResult("a", is_error=True)) == (
        "ToolResult('a', is_error=True)"
    )
    assert repr(ToolResult()) == "ToolResult()"
    assert repr(ToolResult(IMAGE)) == f"ToolResult([{IMAGE!r}])"
    assert repr(spoken("")) == "ToolResult('')"
