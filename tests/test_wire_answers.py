"""What a result says, in pieces."""

from __future__ import annotations

import pytest

from toolgate import TextContent, ToolCall, ToolResult
from toolgate.content import (
    Annotations,
    AudioContent,
    BlobResource,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextResource,
)
from toolgate.exceptions import WireError
from toolgate.unset import UNSET
from toolgate.wire.answers import (
    IMAGES,
    check_answer,
    check_answers,
    cut,
    marked,
    pieces_of,
    text_of_result,
    value_of,
)
from toolgate.wire.calls import RawCall
from toolgate.wire.sdk_objects import Reader
from wiring import wired

READ = Reader("openai-chat")
PNG = ImageContent.from_bytes(b"\x89PNG", "image/png")


@pytest.mark.parametrize(
    ("block", "text"),
    [
        (TextContent("Zürich \U0001f600"), "Zürich \U0001f600"),
        (
            PNG,
            "[image left out, it cannot be sent here: image/png, 4 bytes]",
        ),
        (
            AudioContent.from_bytes(b"RIFF!", "audio/wav"),
            "[audio left out, it cannot be sent here: audio/wav, 5 bytes]",
        ),
        (
            ResourceLink(uri="file:///r.pdf", name="r"),
            "[resource r at file:///r.pdf]",
        ),
        (
            ResourceLink(
                uri="file:///r.pdf",
                name="r",
                title="Report",
                description="of May",
                mime_type="application/pdf",
            ),
            "[resource Report at file:///r.pdf, application/pdf]: of May",
        ),
        (
            EmbeddedResource(resource=TextResource(uri="memo://1", text="x")),
            "[resource memo://1]\nx",
        ),
        (
            EmbeddedResource(resource=BlobResource(uri="m://2", blob="AAEC")),
            (
                "[file m://2 left out, it cannot be sent here: unknown type, "
                "3 bytes]"
            ),
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_block_has_a_text(block, text):
    assert text_of_result(READ, ToolResult(block)) == text


def test_media_that_can_be_sent_keep_their_data():
    (piece,) = pieces_of(READ, ToolResult(PNG), IMAGES)
    assert (piece.is_media, piece.mime_type, piece.data) == (
        True,
        "image/png",
        "iVBORw==",
    )
    (piece,) = pieces_of(READ, ToolResult(PNG))
    assert (piece.is_media, piece.mime_type, piece.data) == (False, "", "")


def test_structured_content_speaks_where_there_is_no_content():
    result = ToolResult(structured_content={"a": [1, None]})
    assert text_of_result(READ, result) == '{"a": [1, null]}'
    assert value_of(READ, result) == {"a": [1, None]}
    assert text_of_result(READ, ToolResult(structured_content=None)) == "null"
    assert text_of_result(READ, ToolResult()) == ""


def test_content_goes_before_structured_content():
    """The model reads the content; the value only where it says the same."""
    result = ToolResult("12 degrees", structured_content={"celsius": 12})
    assert text_of_result(READ, result) == "12 degrees"
    assert value_of(READ, result) is UNSET
    assert value_of(READ, ToolResult.from_value([1])) == [1]
    assert value_of(READ, ToolResult("[1]")) is UNSET


def test_structured_content_that_is_no_json():
    result = ToolResult(structured_content={1, 2})
    for read in (value_of, text_of_result):
        with pytest.raises(WireError) as caught:
            read(READ, result)
        assert str(caught.value) == (
            "openai-chat: the structured content of the result is no JSON: "
            "a Python set is not a JSON value"
        )


@pytest.mark.requirement("exceptions-stay")
def test_meta_failure_and_annotations_never_leave():
    block = TextContent(
        "a", annotations=Annotations(audience=("user",)), meta={"k": "secret"}
    )
    result = ToolResult(block, meta={"k": "secret"})
    assert pieces_of(READ, result) == pieces_of(READ, ToolResult("a"))


@pytest.mark.requirement("errors-marked")
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("No order 17", "Error: No order 17"),
        ("Error: no order", "Error: no order"),
        (" ERROR 5", " ERROR 5"),
        ("errors were found", "Error: errors were found"),
        ("invalid_json: syntax", "Error: invalid_json: syntax"),
        ("", "Error: the tool gave no details"),
        (" \n", "Error: the tool gave no details"),
    ],
)
def test_errors_are_marked_once(text, shown):
    assert marked(text) == shown
    assert marked(shown) == shown
    assert text_of_result(READ, ToolResult.error(text)) == shown


def test_cut_says_what_it_did():
    assert cut("a" * 200, 200) == "a" * 200
    short = cut("a" * 201, 200)
    assert len(short) == 200
    assert short.endswith("\n[cut here: 201 characters are more than 200]")


def test_answers_are_calls_with_results():
    call = wired(RawCall("c1", "t", None, {}))
    with pytest.raises(TypeError) as caught:
        check_answer(ToolCall(tool_call_id="c", name="t"), ToolResult())
    assert str(caught.value) == (
        "call must be a WireCall, as decoding gives it, not ToolCall"
    )
    with pytest.raises(TypeError) as caught:
        check_answer(call, "done")
    assert str(caught.value) == "result must be a ToolResult, not str"
    with pytest.raises(TypeError):
        check_answers(READ, [(call, None)])


def test_a_call_is_answered_once():
    call = wired(RawCall("c1", "t", None, {}))
    with pytest.raises(WireError) as caught:
        check_answers(READ, [(call, ToolResult())] * 2)
    assert str(caught.value) == (
        "openai-chat: call 'c1' is answered twice: give each call of the "
        "response one result"
    )
    call = wired(RawCall("call_1_t", "t", None, {"generated_id": True}))
    assert len(check_answers(READ, [(call, ToolResult())] * 2)) == 2
