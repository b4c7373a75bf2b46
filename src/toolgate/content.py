"""
The blocks of content that a result is made of.

As in MCP 2026-07-28, server/tools, "Tool Result", with names in snake_case:
text, image, audio, resource link and embedded resource.
"""

from __future__ import annotations

import base64
from dataclasses import field
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, cast

from toolgate.field_checks import (
    Meta,
    check_base64,
    check_kind,
    check_optional_texts,
    check_series,
    check_share,
    check_size,
    check_texts,
    kind_of,
)
from toolgate.value_object import ValueObject, frozen_dataclass

if TYPE_CHECKING:
    from typing_extensions import Self, TypeIs

Role: TypeAlias = Literal["user", "assistant"]

_ROLES = frozenset({"user", "assistant"})
_THEMES = frozenset({"light", "dark"})


class _Final(ValueObject):
    """What is told by its class alone, so that nobody else may be it."""

    def __init_subclass__(cls) -> None:
        if cls.__module__ != __name__:
            name = cls.__mro__[1].__name__
            raise TypeError(f"{name} is final: put extra data into meta=")


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Annotations(_Final):
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
        check_series(self, "audience", str)
        if not _ROLES.issuperset(self.audience):
            raise ValueError(
                "Annotations.audience holds 'user' and 'assistant' only"
            )
        check_share(self, "priority")
        check_optional_texts(self, "last_modified")


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Icon(_Final):
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
        check_texts(self, "src")
        check_optional_texts(self, "mime_type", "theme")
        check_series(self, "sizes", str)
        if not self.src.lower().startswith(("https:", "data:")):
            raise ValueError("Icon.src must be an https: or data: URI")
        if self.theme is not None and self.theme not in _THEMES:
            raise ValueError("Icon.theme must be 'light' or 'dark'")


@frozen_dataclass(frozen=True, eq=False, repr=False)
class TextContent(_Final):
    """
    Text for the model.

    >>> TextContent("12 degrees and rain").text
    '12 degrees and rain'
    """

    type: ClassVar[str] = "text"

    text: str
    annotations: Annotations | None = field(default=None, kw_only=True)
    meta: Meta = field(default=Meta(), kw_only=True)

    def __post_init__(self) -> None:
        check_texts(self, "text")
        check_kind(self, "annotations", Annotations)


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class _Media(_Final):
    data: str
    mime_type: str
    annotations: Annotations | None = None
    meta: Meta = field(default=Meta())

    def __post_init__(self) -> None:
        check_texts(self, "mime_type")
        check_base64(self, "data")
        check_kind(self, "annotations", Annotations)

    @classmethod
    def from_bytes(cls, data: bytes, mime_type: str) -> Self:
        """Encode the bytes of an image or a recording."""
        return cls(data=base64.b64encode(data).decode(), mime_type=mime_type)


class ImageContent(_Media):
    """
    An image: base64 `data` and its `mime_type`.

    >>> ImageContent.from_bytes(b"GIF89a", "image/gif").data
    'R0lGODlh'
    """

    type: ClassVar[str] = "image"


class AudioContent(_Media):
    """
    Sound: base64 `data` and its `mime_type`.

    >>> AudioContent.from_bytes(b"RIFF", "audio/wav").data
    'UklGRg=='
    """

    type: ClassVar[str] = "audio"


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ResourceLink(_Final):
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
    meta: Meta = field(default=Meta())

    def __post_init__(self) -> None:
        check_texts(self, "uri", "name")
        check_optional_texts(self, "title", "description", "mime_type")
        check_size(self, "size")
        check_series(self, "icons", Icon)
        check_kind(self, "annotations", Annotations)


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class TextResource(_Final):
    """
    The text of a resource.

    >>> TextResource(uri="memo://1", text="milk").text
    'milk'
    """

    uri: str
    text: str
    mime_type: str | None = None
    meta: Meta = field(default=Meta())

    def __post_init__(self) -> None:
        check_texts(self, "uri", "text")
        check_optional_texts(self, "mime_type")


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class BlobResource(_Final):
    """
    The bytes of a resource, in base64.

    >>> BlobResource(uri="memo://2", blob="AAE=").blob
    'AAE='
    """

    uri: str
    blob: str
    mime_type: str | None = None
    meta: Meta = field(default=Meta())

    def __post_init__(self) -> None:
        check_texts(self, "uri")
        check_optional_texts(self, "mime_type")
        check_base64(self, "blob")


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class EmbeddedResource(_Final):
    """
    A resource, in the result itself.

    >>> EmbeddedResource(resource=TextResource(uri="memo://1", text="x")).type
    'resource'
    """

    type: ClassVar[str] = "resource"

    resource: TextResource | BlobResource
    annotations: Annotations | None = None
    meta: Meta = field(default=Meta())

    def __post_init__(self) -> None:
        kind: type = type(self.resource)
        if kind is not TextResource and kind is not BlobResource:
            raise TypeError(
                "EmbeddedResource.resource must be a TextResource or a "
                f"BlobResource, not {kind_of(self.resource)}"
            )
        check_kind(self, "annotations", Annotations)


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


def is_block(value: object) -> TypeIs[ContentBlock]:
    """
    Tell whether a value is a content block, whatever it says of itself.

    >>> is_block(TextContent("a")), is_block("a")
    (True, False)
    """
    # By identity: a class may lie about equality.
    kind: type = type(value)
    return (
        kind is TextContent
        or kind is ImageContent
        or kind is AudioContent
        or kind is ResourceLink
        or kind is EmbeddedResource
    )


def payloads(block: object) -> tuple[str, ...]:
    """
    Return every string of a block, or of a part, but those in its `meta`.

    >>> payloads(ResourceLink(uri="file:///a", name="a", title="A"))
    ('file:///a', 'a', 'A')
    """
    texts = []
    parts = [block]
    for part in parts:
        kind = type(part)
        if kind is str:
            texts.append(cast("str", part))
        elif kind is tuple:
            parts.extend(cast("tuple[object, ...]", part))
        elif issubclass(kind, _Final):
            parts.extend(part.__dict__.values())
    return tuple(texts)
