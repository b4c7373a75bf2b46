"""The one answer that a call gets."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from toolgate import UNSET, TextContent, ToolResult, ValueLimits
from toolgate.blocks import blocks_of
from toolgate.content import ImageContent
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


@pytest.mark.parametrize("field", ["structured_content", "meta"])
def test_results_that_differ_in_the_type_of_a_number_differ(field):
    kept = [
        ToolResult("a", **{field: {"a": [value]}}) for value in (1, 1.0, True)
    ]
    again = [
        ToolResult("a", **{field: {"a": [value]}}) for value in (1, 1.0, True)
    ]
    for i, one in enumerate(kept):
        assert [one == other for other in again] == [i == j for j in range(3)]


def test_repr_survives_a_setting_of_python(int_digits):
    result = ToolResult.from_value({"a": 10**700})
    int_digits(640)
    assert repr(result).startswith('ToolResult(\'{"a": 1000')


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


@pytest.mark.parametrize(
    ("fields", "match"),
    [
        ({"failure": "boom"}, "^failure must be a Failure or None, not str"),
        ({"failure": Mock(spec=Failure)}, "^failure must be"),
        ({"failure": Failure("oops", "policy")}, r"^failure\.kind must be"),
        ({"meta": "abc"}, "^meta must be a mapping"),
        ({"meta": [("a", 1)]}, "^meta must be a mapping"),
        ({"is_error": 1}, "^is_error must be a bool, not int"),
        ({"is_error": None}, "^is_error must be a bool, not None"),
        ({"content": None}, "^content must be a str.*not None: pass a str"),
        ({"content": ValueError("x")}, "^content must be.*not ValueError"),
        ({"content": 5}, "^content must be.*not int"),
    ],
)
def test_wrong_fields_are_refused_by_name(fields, match):
    with pytest.raises(TypeError, match=match):
        ToolResult(**fields)


@pytest.mark.parametrize("text", [None, ValueError("x"), 5, IMAGE])
def test_errors_are_said_in_a_str(text):
    with pytest.raises(TypeError, match="^text must be a str"):
        ToolResult.error(text)


def test_later_edits_change_nothing():
    value, meta = {"rows": [1]}, {"rows": [1]}
    result = ToolResult("a", structured_content=value, meta=meta)
    value["rows"].append(2)
    meta["rows"].append(2)
    result.meta["rows"].append(3)
    result.meta["more"] = 1
    assert result.structured_content == {"rows": [1]}
    assert result.meta == {"rows": [1]}


@pytest.mark.parametrize(
    "liar",
    [Mock(spec=ToolResult), Mock(spec=TextContent)],
    ids=["result", "block"],
)
def test_mocks_are_no_results(liar):
    with pytest.raises(InvalidJSONError):
        ToolResult.from_value(liar)
    with pytest.raises(InvalidJSONError):
        ToolResult.from_value([liar])
    assert ToolResult() != liar


def test_lists_of_ones_own_are_values():
    """Only a plain list or tuple holds content; its own code never runs."""

    class Rows(list):
        def __len__(self):
            raise RuntimeError

        __iter__ = __bool__ = __len__

    assert ToolResult.from_value(Rows([1])).structured_content == [1]
    with pytest.raises(InvalidJSONError):
        ToolResult.from_value(Rows([IMAGE]))
    assert blocks_of([IMAGE]) == (IMAGE,)
    assert blocks_of(Rows([IMAGE])) is None


@pytest.mark.parametrize(
    "block", [TextContent("\ud800"), TextContent("a", meta={"a": {1}})]
)
def test_from_value_holds_blocks_to_json(block):
    with pytest.raises(InvalidJSONError):
        ToolResult.from_value(block)


def test_the_block_of_a_spoken_text_is_made_when_asked_for():
    assert spoken("a").content == (TextContent("a"),)
    assert spoken("a") == ToolResult("a")
    assert repr(ToolResult("a", structured_content=1)) == (
        "ToolResult('a', structured_content=1)"
    )
