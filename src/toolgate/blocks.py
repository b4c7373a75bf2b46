"""Telling content from values, and what is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from toolgate.content import (
    ContentBlock,
    EmbeddedResource,
    ResourceLink,
    TextContent,
    is_block,
    payloads,
)
from toolgate.field_checks import document, kind_of
from toolgate.json_copy import type_name
from toolgate.json_reasons import invalid
from toolgate.json_value import encode, own

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolgate.limits import ValueLimits


def blocks_of(value: object) -> tuple[ContentBlock, ...] | None:
    """
    Return the blocks of what is content: one block, or a list of them.

    A list or tuple counts if it holds at least one block and nothing else;
    None for all other values. No code of the value runs.

    >>> blocks_of([TextContent("a")])
    (TextContent(text='a'),)
    >>> blocks_of(["a"]), blocks_of([])
    (None, None)
    """
    kind: type = type(value)
    if kind is list or kind is tuple:
        blocks = tuple(cast("list[object]", value))
        if blocks and all(map(is_block, blocks)):
            return cast("tuple[ContentBlock, ...]", blocks)
        return None
    return (value,) if is_block(value) else None


def as_blocks(
    content: str | ContentBlock | Iterable[ContentBlock],
) -> tuple[ContentBlock, ...]:
    """
    Return the blocks of what a host gives as content; a str makes one.

    Raises `TypeError` for everything but a str and blocks.

    >>> as_blocks("a") == (TextContent("a"),)
    True
    """
    kind: type = type(content)
    if issubclass(kind, str):
        return (TextContent(content),)  # type: ignore[arg-type]
    if is_block(content):
        return (content,)
    try:
        given = iter(content)
    except TypeError:
        raise TypeError(
            "content must be a str, a content block or several of them, not "
            f"{kind_of(content)}: pass a str"
        ) from None
    blocks = tuple(given)
    for block in blocks:
        if not is_block(block):
            raise TypeError(
                "content holds content blocks (TextContent, ImageContent, "
                "AudioContent, ResourceLink, EmbeddedResource), not "
                f"{kind_of(block)}"
            )
    return blocks  # type: ignore[return-value]


def check_blocks(blocks: Iterable[ContentBlock], limits: ValueLimits) -> None:
    """
    Hold all that is in blocks to be JSON, and within limits.

    The fields are checked once more: a handler may have got past the checks
    of its blocks. Raises `InvalidJSONError`.

    >>> from toolgate.limits import CallLimits
    >>> check_blocks([TextContent("a")], CallLimits().outputs)
    """
    held: list[object] = []
    for block in blocks:
        try:
            held.extend(_held(block))
        except Exception as error:
            kind = type_name(type(block))
            raise invalid("unreadable", found=kind) from error
    # All at once: what is bounded is the sum.
    encode(own(held, limits), limits)


def _held(block: ContentBlock) -> Iterator[object]:
    block.__post_init__()
    if block.annotations is not None:
        block.annotations.__post_init__()
    if type(block) is ResourceLink:
        for icon in block.icons:
            icon.__post_init__()
    if type(block) is EmbeddedResource:
        block.resource.__post_init__()
        yield document(block.resource.meta, "meta")
    yield document(block.meta, "meta")
    yield from payloads(block)
