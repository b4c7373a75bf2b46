"""Content blocks, as MCP has them."""

from __future__ import annotations

import base64
import json

import pytest

from toolgate.content import (
    BLOCK_TYPES,
    Annotations,
    AudioContent,
    BlobResource,
    EmbeddedResource,
    Icon,
    ImageContent,
    ResourceLink,
    TextContent,
    TextResource,
    payloads,
)

BLOCKS = [
    TextContent("hi"),
    ImageContent.from_bytes(b"GIF89a", "image/gif"),
    AudioContent.from_bytes(b"RIFF", "audio/wav"),
    ResourceLink(uri="file:///a", name="a"),
    EmbeddedResource(resource=TextResource(uri="memo://1", text="x")),
    EmbeddedResource(resource=BlobResource(uri="memo://2", blob="AAE=")),
]


def test_types_are_those_of_the_specification(data):
    """The `type` constants of MCP 2026-07-28's ContentBlock."""
    schema = json.loads(
        (data / "mcp" / "2026-07-28" / "schema.json").read_text("utf-8")
    )
    names = [
        ref["$ref"].rpartition("/")[2]
        for ref in schema["$defs"]["ContentBlock"]["anyOf"]
    ]
    types = {
        schema["$defs"][name]["properties"]["type"]["const"] for name in names
    }
    assert types == {block.type for block in BLOCK_TYPES}


def test_bytes_are_encoded():
    assert base64.b64decode(BLOCKS[1].data) == b"GIF89a"
    assert BLOCKS[2].mime_type == "audio/wav"


@pytest.mark.parametrize("block", BLOCKS, ids=lambda b: type(b).__name__)
def test_blocks_are_frozen_values(block):
    with pytest.raises(AttributeError):
        block.annotations = None
    assert hash(block) == hash(block)
    assert all(isinstance(text, str) for text in payloads(block))


@pytest.mark.parametrize(
    "make",
    [
        lambda: TextContent(b"bytes"),
        lambda: ResourceLink(uri=1, name="a"),
        lambda: EmbeddedResource(resource={"uri": "x"}),
        lambda: BlobResource(uri="x", blob=b"AA=="),
        lambda: Icon(src=5),
        lambda: ImageContent(data=5, mime_type="image/gif"),
    ],
)
def test_wrong_types_are_refused(make):
    with pytest.raises(TypeError, match="must be a"):
        make()


@pytest.mark.parametrize(
    "make",
    [
        lambda: ImageContent(data="not base64!", mime_type="image/gif"),
        lambda: ImageContent(data="é", mime_type="image/gif"),
        lambda: Icon(src="javascript:alert(1)"),
        lambda: Icon(src="https://e.com/i.png", theme="blue"),
        lambda: Annotations(audience=("robot",)),
        lambda: Annotations(priority=1.5),
    ],
)
def test_wrong_values_are_refused(make):
    with pytest.raises(ValueError, match="must|only"):
        make()


def test_icon_schemes_ignore_case():
    assert Icon(src="HTTPS://example.com/i.png", theme="dark").theme == "dark"
