"""
The blocks of content that a result is made of.

As in MCP 2026-07-28, server/tools, "Tool Result": text, image, audio,
resource link and embedded resource. Names are snake_case here; the wire's
camelCase lives in the wire adapters.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolgate.typing import JSONValue

Role: TypeAlias = Literal["user", "assistant"]

_ROLES = frozenset({"user", "assistant"})
_THEMES = frozenset({"light", "dark"})


def _need_text(owner: object, **values: object) -> None:
    for name, value in values.items():
        if not isinstance(value, str):
            raise TypeError(
                f"{type(owner).__name__}.{name} must be a str, "
                f"not {type(value).__name__}"
            )


def _need_base64(owner: object, name: str, data: object) -> None:
    _need_text(owner, **{name: data})
    try:
        base64.b64decode(str(data), validate=True)
    except (binascii.Error, ValueError):
        raise ValueError(
            f"{type(owner).__name__}.{name} must be base64; "
            "from_bytes() encodes for you"
        ) from None


@dataclass(frozen=True, kw_only=True)
class Annotations:
    """
    For whom a block is meant, and how much it matters.

    `priority` lies between 0 (may be left out) and 1 (needed);
    `last_modified` is an ISO 8601 date and time.

    >>> Annotations(audience=("user",), priority=0.5).priority
    0.5
    """

    audience: tuple[Role, ...] = ()
    priority: float | None = None
    last_modified: str | None = None

    def __post_init__(self) -> None:
        if not _ROLES.issuperset(self.audience):
            raise ValueError("audience holds 'user' and 'assistant' only")
        if self.priority is not None and not 0 <= self.priority <= 1:
            raise ValueError("priority must lie between 0 and 1")


@dataclass(frozen=True, kw_only=True)
class Icon:
    """
    A picture for a tool or a resource.

    `src` must be an https: or data: URI: clients refuse other schemes (MCP
    2026-07-28, basic). `sizes` are such as "48x48" or "any".

    >>> Icon(src="https://example.com/icon.png").sizes
    ()
    """

    src: str
    mime_type: str | None = None
    sizes: tuple[str, ...] = ()
    theme: Literal["light", "dark"] | None = None

    def __post_init__(self) -> None:
        _need_text(self, src=self.src)
        if not self.src.lower().startswith(("https:", "data:")):
            raise ValueError("Icon.src must be an https: or data: URI")
        if self.theme is not None and self.theme not in _THEMES:
            raise ValueError("Icon.theme must be 'light' or 'dark'")


@dataclass(frozen=True)
class TextContent:
    """
    Text for the model.

    >>> TextContent("12 degrees and rain").text
    '12 degrees and rain'
    """

    type: ClassVar[str] = "text"

    text: str
    annotations: Annotations | None = field(default=None, kw_only=True)
    meta: Mapping[str, JSONValue] | None = field(
        default=None, kw_only=True, hash=False
    )

    def __post_init__(self) -> None:
        _need_text(self, text=self.text)


@dataclass(frozen=True, kw_only=True)
class _Media:
    data: str
    mime_type: str
    annotations: Annotations | None = None
    meta: Mapping[str, JSONValue] | None = field(default=None, hash=False)

    def __post_init__(self) -> None:
        _need_text(self, mime_type=self.mime_type)
        _need_base64(self, "data", self.data)


@dataclass(frozen=True, kw_only=True)
class ImageContent(_Media):
    """
    An image: base64 `data` and its `mime_type`.

    >>> ImageContent.from_bytes(b"GIF89a", "image/gif").data
    'R0lGODlh'
    """

    type: ClassVar[str] = "image"

    @classmethod
    def from_bytes(cls, data: bytes, mime_type: str) -> ImageContent:
        """Encode the bytes of an image."""
        return cls(data=base64.b64encode(data).decode(), mime_type=mime_type)


@dataclass(frozen=True, kw_only=True)
class AudioContent(_Media):
    """
    Sound: base64 `data` and its `mime_type`.

    >>> AudioContent.from_bytes(b"RIFF", "audio/wav").data
    'UklGRg=='
    """

    type: ClassVar[str] = "audio"

    @classmethod
    def from_bytes(cls, data: bytes, mime_type: str) -> AudioContent:
        """Encode the bytes of a recording."""
        return cls(data=base64.b64encode(data).decode(), mime_type=mime_type)


@dataclass(frozen=True, kw_only=True)
class ResourceLink:
    """
    A pointer to something that the client may read; `size` is in bytes.

    >>> ResourceLink(uri="file:///report.pdf", name="report").type
    'resource_link'
    """

    type: ClassVar[str] = "resource_link"

    uri: str
    name: str
    title: str | None = None
    description: str | None = None
    mime_type: str | None = None
    size: int | None = None
    icons: tuple[Icon, ...] = ()
    annotations: Annotations | None = None
    meta: Mapping[str, JSONValue] | None = field(default=None, hash=False)

    def __post_init__(self) -> None:
        _need_text(self, uri=self.uri, name=self.name)


@dataclass(frozen=True, kw_only=True)
class TextResource:
    """
    The text of a resource.

    >>> TextResource(uri="memo://1", text="milk").text
    'milk'
    """

    uri: str
    text: str
    mime_type: str | None = None
    meta: Mapping[str, JSONValue] | None = field(default=None, hash=False)

    def __post_init__(self) -> None:
        _need_text(self, uri=self.uri, text=self.text)


@dataclass(frozen=True, kw_only=True)
class BlobResource:
    """
    The bytes of a resource, in base64.

    >>> BlobResource(uri="memo://2", blob="AAE=").blob
    'AAE='
    """

    uri: str
    blob: str
    mime_type: str | None = None
    meta: Mapping[str, JSONValue] | None = field(default=None, hash=False)

    def __post_init__(self) -> None:
        _need_text(self, uri=self.uri)
        _need_base64(self, "blob", self.blob)


@dataclass(frozen=True, kw_only=True)
class EmbeddedResource:
    """
    A resource, in the result itself.

    >>> EmbeddedResource(resource=TextResource(uri="memo://1", text="x")).type
    'resource'
    """

    type: ClassVar[str] = "resource"

    resource: TextResource | BlobResource
    annotations: Annotations | None = None
    meta: Mapping[str, JSONValue] | None = field(default=None, hash=False)

    def __post_init__(self) -> None:
        if not isinstance(self.resource, (TextResource, BlobResource)):
            raise TypeError(
                "EmbeddedResource.resource must be a TextResource or a "
                f"BlobResource, not {type(self.resource).__name__}"
            )


ContentBlock: TypeAlias = (
    TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource
)
BLOCK_TYPES = (
    TextContent,
    ImageContent,
    AudioContent,
    ResourceLink,
    EmbeddedResource,
)


def payloads(block: ContentBlock) -> tuple[str, ...]:
    """Return the strings of a block that come from a handler, for limits."""
    if isinstance(block, TextContent):
        return (block.text,)
    if isinstance(block, (ImageContent, AudioContent)):
        return (block.data, block.mime_type)
    if isinstance(block, ResourceLink):
        return (
            block.uri,
            block.name,
            block.title or "",
            block.description or "",
        )
    resource = block.resource
    if isinstance(resource, TextResource):
        return (resource.uri, resource.text)
    return (resource.uri, resource.blob)
