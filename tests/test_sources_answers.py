"""A server's results: what they become, and what none becomes."""

from __future__ import annotations

import pytest

from toolgate import UNSET, TextContent, ToolError, ToolResult
from toolgate.content import (
    Annotations,
    AudioContent,
    BlobResource,
    EmbeddedResource,
    Icon,
    ImageContent,
    ResourceLink,
    TextResource,
)
from toolgate.exceptions import AnswerError, InvalidJSONError
from toolgate.sources.answers import refusal
from toolgate.sources.mcp import result_of

HI = {"type": "text", "text": "hi"}


@pytest.mark.parametrize(
    ("document", "block"),
    [
        (HI, TextContent("hi")),
        (
            {**HI, "_meta": {"a": None}, "annotations": None, "x": 1},
            TextContent("hi", meta={"a": None}),
        ),
        (
            {
                **HI,
                "annotations": {
                    "audience": ["user"],
                    "priority": 0.5,
                    "lastModified": "2030-01-02T03:04:05Z",
                },
            },
            TextContent(
                "hi",
                annotations=Annotations(
                    audience=("user",),
                    priority=0.5,
                    last_modified="2030-01-02T03:04:05Z",
                ),
            ),
        ),
        (
            {"type": "image", "data": "R0lG", "mimeType": "image/gif"},
            ImageContent(data="R0lG", mime_type="image/gif"),
        ),
        (
            {"type": "audio", "data": "UklG", "mimeType": "audio/wav"},
            AudioContent(data="UklG", mime_type="audio/wav"),
        ),
        (
            {
                "type": "resource_link",
                "uri": "file:///a",
                "name": "a",
                "title": "A",
                "description": "The a.",
                "mimeType": "text/plain",
                "size": 3,
                "icons": [
                    {"src": "javascript:x"},
                    {"src": "https://a.example/i"},
                ],
                "_meta": {"k": 1},
            },
            ResourceLink(
                uri="file:///a",
                name="a",
                title="A",
                description="The a.",
                mime_type="text/plain",
                size=3,
                icons=(Icon(src="https://a.example/i"),),
                meta={"k": 1},
            ),
        ),
        (
            {"type": "resource_link", "uri": "u", "name": "n", "icons": "i"},
            ResourceLink(uri="u", name="n"),
        ),
        (
            {"type": "resource", "resource": {"uri": "m://1", "text": ""}},
            EmbeddedResource(resource=TextResource(uri="m://1", text="")),
        ),
        (
            {
                "type": "resource",
                "resource": {
                    "uri": "m://2",
                    "blob": "AAE=",
                    "text": None,
                    "mimeType": "a/b",
                    "_meta": {"k": 1},
                },
                "_meta": {"l": 2},
            },
            EmbeddedResource(
                resource=BlobResource(
                    uri="m://2", blob="AAE=", mime_type="a/b", meta={"k": 1}
                ),
                meta={"l": 2},
            ),
        ),
    ],
)
def test_blocks(document, block):
    assert result_of({"content": [document]}) == ToolResult([block])


@pytest.mark.requirement("null-is-a-value")
@pytest.mark.parametrize("value", [None, 0, False, "", [], {"a": None}])
def test_structured_content(value):
    answer = {"content": [], "structuredContent": value}
    assert result_of(answer) == ToolResult(structured_content=value)
    assert result_of({"content": []}).structured_content is UNSET


def test_the_rest_of_a_result():
    answer = {
        "content": (HI,),
        "isError": True,
        "_meta": {"a.example/x": 1},
        "resultType": "complete",
        "x": 1,
    }
    assert result_of(answer) == ToolResult(
        "hi", is_error=True, meta={"a.example/x": 1}
    )
    plain = {**answer, "isError": None, "_meta": None, "resultType": None}
    assert result_of(plain) == ToolResult("hi")
    # A result may have members that nobody knows, such as this one.
    assert result_of({"content": [HI], "error": {"code": 1}}).text == "hi"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (None, "expected a CallToolResult object, got null"),
        ("hi", "expected a CallToolResult object, got string"),
        ([HI], "expected a CallToolResult object, got array"),
        (ToolResult("hi"), "a Python ToolResult is not a JSON value"),
        ({}, "expected an array of content, got null at '/content'"),
        ({"content": HI}, "expected an array of content, got object"),
        ({"content": [HI, None]}, "an object, got null at '/content/1'"),
        ({"content": [{}]}, "null is no type of content at '/content/0/type'"),
        ({"content": [{"type": ["text"]}]}, "array is no type of content"),
        ({"content": [{"type": "video"}]}, '"video" is no type of content'),
        ({"content": [{"type": "text"}]}, "at '/content/0'"),
        ({"content": [{"type": "text", "text": 1}]}, "at '/content/0'"),
        ({"content": [{**HI, "_meta": 1}]}, "at '/content/0'"),
        ({"content": [{**HI, "annotations": 1}]}, "/content/0/annotations"),
        (
            {"content": [{**HI, "annotations": {"priority": 2}}]},
            "/content/0/annotations",
        ),
        (
            {"content": [{"type": "image", "data": "?", "mimeType": "a/b"}]},
            "must be base64",
        ),
        (
            {"content": [{"type": "resource", "resource": "u"}]},
            "/content/0/resource",
        ),
        (
            {"content": [{"type": "resource", "resource": {"uri": "u"}}]},
            "/content/0/resource",
        ),
        ({"content": [], "isError": "false"}, "boolean, got string"),
        ({"content": [], "_meta": []}, "an object, got array at '/_meta'"),
        ({"content": [], "structuredContent": {1}}, "Python set"),
        ({"content": [], "structuredContent": float("nan")}, "NaN"),
        ({"jsonrpc": "2.0", "result": {"content": []}}, "JSON-RPC response"),
        (
            {"content": [], "resultType": "task"},
            'resultType "task" is not known here',
        ),
        ({"content": [], "resultType": 7}, "resultType integer is not known"),
        (
            {"resultType": "input_required", "requestState": "s"},
            "the server wants more input first",
        ),
    ],
)
def test_what_is_no_result_is_an_error(answer, said):
    """With the host's reason, the word that it may have taken effect."""
    result = result_of(answer)
    assert result.is_error
    assert result.structured_content is UNSET
    assert result.failure.kind == "invalid_output"
    assert isinstance(
        result.failure.exception, (AnswerError, InvalidJSONError)
    )
    assert said in result.text
    assert result.text.startswith("invalid_output: ")
    assert result.text.endswith("it may have taken effect.")
    assert result_of(answer, harmless=True).text.endswith(
        "it changed nothing."
    )


def test_texts_of_a_bad_answer_are_bounded_and_escaped():
    kind = "\u202e" + "x" * 100_000
    text = result_of({"content": [{"type": kind}]}).text
    assert len(text) < 500
    assert "\u202e" not in text


def test_hostile_depth_and_objects_that_fail():
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    assert "deeper" in result_of({"content": deep}).text
    assert (
        "deeper" in result_of({"content": [], "structuredContent": deep}).text
    )

    class Broken:
        def model_dump(self, **options):
            raise RuntimeError("secret")

    for answer in (Broken(), {"content": [Broken()]}):
        result = result_of(answer)
        assert "fails when it is read" in result.text
        assert "secret" not in result.text


class Dumps:
    """An SDK's object: a document, and which fields were set."""

    def __init__(self, document, fields_set=None):
        self.document = document
        if fields_set is not None:
            self.model_fields_set = fields_set

    def model_dump(self, *, by_alias, mode):
        assert by_alias
        assert mode == "json"
        return dict(self.document)


NONES = {
    "content": [{**HI, "annotations": None, "_meta": None}],
    "structuredContent": None,
    "isError": False,
    "_meta": None,
}


@pytest.mark.requirement("null-is-a-value")
@pytest.mark.parametrize(
    ("fields_set", "structured"),
    [
        ({"content"}, UNSET),
        (set(), UNSET),
        (None, UNSET),
        ({"content", "structured_content"}, None),
        ({"structuredContent"}, None),
    ],
)
def test_an_sdk_tells_null_from_absent(fields_set, structured):
    """Dumps of both lines hold null either way; the set fields tell."""
    result = result_of(Dumps(NONES, fields_set))
    assert result == ToolResult("hi", structured_content=structured)


def test_blocks_may_be_objects_in_a_dict():
    assert result_of({"content": [Dumps(HI)]}).text == "hi"
    assert result_of(Dumps({"content": [HI]})).text == "hi"


def test_json_rpc_errors():
    """One of -32602 is told to the model; others are the host's."""
    with pytest.raises(ToolError, match="^the server refused this call: No x"):
        result_of({"error": {"code": -32602, "message": "No x"}})
    with pytest.raises(ToolError) as told:
        result_of({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602}})
    assert told.value.__cause__.code == -32602
    with pytest.raises(AnswerError, match="error -32603") as kept:
        result_of({"error": {"code": -32603, "message": "db", "data": [1]}})
    assert (kept.value.code, kept.value.message) == (-32603, "db")
    assert kept.value.data == [1]
    with pytest.raises(AnswerError, match=r"error \(none\)") as kept:
        result_of({"error": {"code": "x", "message": 5}})
    assert kept.value.code is None
    assert refusal(-32602.0, "x") is None
    assert refusal(True, "x") is None
