"""Content blocks and their parts as MCP writes them, by one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.content import (
    Annotations,
    AudioContent,
    BlobResource,
    EmbeddedResource,
    Icon,
    ImageContent,
    ResourceLink,
    TextContent,
    TextResource,
)
from toolgate.wire.mcp_revisions import trimmed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolgate.typing import JSONObject
    from toolgate.wire.mcp_revisions import Revision

_BLOCK: Final = {"annotations": "annotations", "meta": "_meta"}
_MEDIA: Final = {"data": "data", "mime_type": "mimeType", **_BLOCK}
_RESOURCE: Final = {"uri": "uri", "mime_type": "mimeType", "meta": "_meta"}

MEMBERS: Final[Mapping[type, Mapping[str, str]]] = {
    TextContent: {"text": "text", **_BLOCK},
    ImageContent: _MEDIA,
    AudioContent: _MEDIA,
    ResourceLink: {
        "uri": "uri",
        "name": "name",
        "title": "title",
        "description": "description",
        "mime_type": "mimeType",
        "size": "size",
        "icons": "icons",
        **_BLOCK,
    },
    EmbeddedResource: {"resource": "resource", **_BLOCK},
    TextResource: {**_RESOURCE, "text": "text"},
    BlobResource: {**_RESOURCE, "blob": "blob"},
    Annotations: {
        "audience": "audience",
        "priority": "priority",
        "last_modified": "lastModified",
    },
    Icon: {
        "src": "src",
        "mime_type": "mimeType",
        "sizes": "sizes",
        "theme": "theme",
    },
}
"""The members of each part of a block, by the fields that fill them."""


def written(part: Any, revision: Revision) -> JSONObject:
    """
    Return a block, or a part of one, as a JSON object.

    What is absent or empty is left out, and so is what the revision lacks.

    >>> from toolgate.wire.mcp_revisions import REVISIONS
    >>> written(TextContent("12 degrees"), REVISIONS["2025-06-18"])
    {'type': 'text', 'text': '12 degrees'}
    """
    kind = type(part)
    members: dict[str, Any] = {"type": getattr(part, "type", None)}
    for field, member in MEMBERS[kind].items():
        value = getattr(part, field)
        if type(value) is tuple:
            value = [_value(item, revision) for item in value] or None
        else:
            # Annotations that say nothing are none.
            value = _value(value, revision)
            if not value and member == "annotations":
                value = None
        members[member] = value
    return trimmed(kind.__name__, members, revision)


def _value(value: Any, revision: Revision) -> Any:
    return written(value, revision) if type(value) in MEMBERS else value
