"""Content blocks as MCP writes them."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given

from mcp_documents import OLD, PROTOCOLS, accepts, blocks, icons
from toolgate import TextContent
from toolgate.content import (
    BLOCK_TYPES,
    Annotations,
    AudioContent,
    BlobResource,
    EmbeddedResource,
    Icon,
    ImageContent,
    ResourceLink,
    TextResource,
)
from toolgate.wire.mcp_content import MEMBERS, written
from toolgate.wire.mcp_revisions import REVISIONS

ICON = Icon(src="https://example.com/i.png", sizes=("48x48",), theme="dark")
ICON_JSON = {
    "src": "https://example.com/i.png",
    "sizes": ["48x48"],
    "theme": "dark",
}
NEWEST = REVISIONS["2026-07-28"]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@given(block=blocks)
def test_each_block_is_one_of_the_revisions(data, protocol, block):
    document = written(block, REVISIONS[protocol])
    assert accepts(data, protocol, "ContentBlock", document)
    assert document["type"] == block.type


@pytest.mark.parametrize("protocol", PROTOCOLS[1:])
@given(icon=icons)
def test_each_icon_is_one_of_the_revisions(data, protocol, icon):
    document = written(icon, REVISIONS[protocol])
    assert accepts(data, protocol, "Icon", document)


@pytest.mark.parametrize("kind", MEMBERS)
def test_every_field_has_a_member(kind):
    assert {field.name for field in fields(kind)} == MEMBERS[kind].keys()


def test_every_kind_of_block_is_there():
    assert set(BLOCK_TYPES) <= MEMBERS.keys()


@pytest.mark.parametrize(
    ("block", "document"),
    [
        (TextContent(""), {"type": "text", "text": ""}),
        (
            TextContent(
                "a",
                annotations=Annotations(
                    audience=("user",),
                    priority=0,
                    last_modified="2026-11-30T12:00:00Z",
                ),
                meta={"example.com/a": None},
            ),
            {
                "type": "text",
                "text": "a",
                "annotations": {
                    "audience": ["user"],
                    "priority": 0,
                    "lastModified": "2026-11-30T12:00:00Z",
                },
                "_meta": {"example.com/a": None},
            },
        ),
        (
            TextContent("a", annotations=Annotations(), meta={}),
            {"type": "text", "text": "a", "_meta": {}},
        ),
        (
            ImageContent.from_bytes(b"GIF89a", "image/gif"),
            {"type": "image", "data": "R0lGODlh", "mimeType": "image/gif"},
        ),
        (
            AudioContent.from_bytes(b"", "audio/wav"),
            {"type": "audio", "data": "", "mimeType": "audio/wav"},
        ),
        (
            ResourceLink(
                uri="file:///a",
                name="a",
                title="A",
                description="It.",
                mime_type="text/plain",
                size=0,
                icons=(ICON,),
            ),
            {
                "type": "resource_link",
                "uri": "file:///a",
                "name": "a",
                "title": "A",
                "description": "It.",
                "mimeType": "text/plain",
                "size": 0,
                "icons": [ICON_JSON],
            },
        ),
        (
            EmbeddedResource(
                resource=TextResource(uri="memo://1", text="", meta={"a": 1}),
                annotations=Annotations(priority=1),
            ),
            {
                "type": "resource",
                "resource": {"uri": "memo://1", "text": "", "_meta": {"a": 1}},
                "annotations": {"priority": 1},
            },
        ),
        (
            EmbeddedResource(
                resource=BlobResource(
                    uri="memo://2", blob="AAE=", mime_type="image/png"
                )
            ),
            {
                "type": "resource",
                "resource": {
                    "uri": "memo://2",
                    "blob": "AAE=",
                    "mimeType": "image/png",
                },
            },
        ),
    ],
)
def test_blocks_as_they_are_written(block, document):
    assert written(block, NEWEST) == document


def test_links_have_icons_since_2025_11_25():
    link = ResourceLink(uri="file:///a", name="a", icons=(ICON,))
    assert "icons" not in written(link, REVISIONS[OLD[0]])
    assert written(link, REVISIONS[OLD[1]])["icons"] == [ICON_JSON]
