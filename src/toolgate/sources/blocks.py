"""The content of a server's result: blocks out of documents."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from toolgate.content import (
    Annotations,
    AudioContent,
    BlobResource,
    ContentBlock,
    EmbeddedResource,
    Icon,
    ImageContent,
    ResourceLink,
    TextContent,
    TextResource,
)
from toolgate.exceptions import AnswerError
from toolgate.json_value import json_type
from toolgate.messages.quoting import quoted
from toolgate.sources.entries import Unfit, icon_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.typing import JSONObject, JSONValue, Path

_FIELDS: Final = {
    "mimeType": "mime_type",
    "lastModified": "last_modified",
    "_meta": "meta",
}


def block_of(document: JSONValue, path: Path) -> ContentBlock:
    """
    Return the block that a document is.

    MCP 2026-07-28, ContentBlock: a closed union, told apart by `type`. What
    a block has no field for is dropped. Raises `AnswerError`.

    >>> block_of({"type": "text", "text": "3 left", "x": 1}, ("content", 0))
    TextContent(text='3 left')
    """
    block = _object(document, path)
    kind = block.get("type")
    make = _KINDS.get(kind) if type(kind) is str else None
    if make is None:
        shown = quoted(kind) if type(kind) is str else json_type(kind)
        raise AnswerError(
            f"{shown} is no type of content", path=(*path, "type")
        )
    return make(block, path)


def _made(
    kind: Callable[..., Any],
    names: tuple[str, ...],
    document: JSONObject,
    path: Path,
    **given: object,
) -> Any:
    """Make a value of a class out of members; null counts as absent."""
    for name in names:
        value = document.get(name)
        if value is not None:
            given[_FIELDS.get(name, name)] = value
    try:
        return kind(**given)
    except (TypeError, ValueError) as error:
        raise AnswerError(str(error), path=path) from None


def _annotated(
    kind: Callable[..., Any],
    names: tuple[str, ...],
    document: JSONObject,
    path: Path,
    **given: object,
) -> Any:
    hints = document.get("annotations")
    if hints is not None:
        here = (*path, "annotations")
        given["annotations"] = _made(
            Annotations,
            ("audience", "priority", "lastModified"),
            _object(hints, here),
            here,
        )
    return _made(kind, (*names, "_meta"), document, path, **given)


def _link(document: JSONObject, path: Path) -> ResourceLink:
    icons: list[Icon] = []
    listed = document.get("icons")
    for icon in listed if type(listed) is list else ():
        try:
            icons.append(icon_of(icon, ()))
        except Unfit:
            continue  # an icon is never worth an answer
    link: ResourceLink = _annotated(
        ResourceLink,
        ("uri", "name", "title", "description", "mimeType", "size"),
        document,
        path,
        icons=tuple(icons),
    )
    return link


def _resource(document: JSONObject, path: Path) -> EmbeddedResource:
    here = (*path, "resource")
    held = _object(document.get("resource"), here)
    kind, payload = (
        (TextResource, "text")
        if held.get("text") is not None
        else (BlobResource, "blob")
    )
    resource = _made(kind, ("uri", "mimeType", "_meta", payload), held, here)
    block: EmbeddedResource = _annotated(
        EmbeddedResource, (), document, path, resource=resource
    )
    return block


def _object(value: JSONValue, path: Path) -> JSONObject:
    if type(value) is not dict:
        raise AnswerError(
            f"expected an object, got {json_type(value)}", path=path
        )
    return value


_KINDS: Final[dict[str, Callable[[JSONObject, Path], ContentBlock]]] = {
    "text": partial(_annotated, TextContent, ("text",)),
    "image": partial(_annotated, ImageContent, ("data", "mimeType")),
    "audio": partial(_annotated, AudioContent, ("data", "mimeType")),
    "resource_link": _link,
    "resource": _resource,
}
