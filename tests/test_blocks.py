"""Telling content from values, and what is in it."""

from __future__ import annotations

import copy
from unittest.mock import Mock

import pytest

from toolgate.blocks import as_blocks, blocks_of, check_blocks
from toolgate.content import (
    Annotations,
    EmbeddedResource,
    Icon,
    ResourceLink,
    TextContent,
    TextResource,
    is_block,
)
from toolgate.exceptions import InvalidJSONError
from toolgate.limits import CallLimits, ValueLimits

TEXT = TextContent("a")
OUTPUTS = CallLimits().outputs


class Raising:
    @property
    def __class__(self):
        raise RuntimeError


class HostileList(list):
    def __len__(self):
        raise RuntimeError

    __iter__ = __bool__ = __len__


class Meta(type):
    def __hash__(cls):
        raise RuntimeError

    def __eq__(cls, other):
        raise RuntimeError


class Odd(metaclass=Meta):
    pass


NOT_BLOCKS = {
    "mock": lambda: Mock(spec=TextContent),
    "raising": Raising,
    "list": lambda: HostileList([TEXT]),
    "odd": Odd,
    "str": lambda: "a",
    "None": lambda: None,
}


@pytest.mark.parametrize("name", NOT_BLOCKS)
def test_only_blocks_are_blocks(name):
    """What a value says of itself is not asked, and its code never runs."""
    value = NOT_BLOCKS[name]()
    assert is_block(value) is False
    assert blocks_of(value) is None
    assert blocks_of([TEXT, value]) is None
    with pytest.raises(TypeError, match="not "):
        as_blocks([TEXT, value])


def test_blocks_are_found():
    assert blocks_of(TEXT) == (TEXT,)
    assert blocks_of([TEXT]) == blocks_of((TEXT,)) == (TEXT,)
    assert blocks_of([]) is None
    assert as_blocks(TEXT) == as_blocks("a") == as_blocks(iter([TEXT]))


def link(**fields):
    return ResourceLink(uri="file:///a", name="a", **fields)


BAD = "\ud800"


@pytest.mark.parametrize(
    "block",
    [
        TextContent(BAD),
        link(mime_type=BAD),
        link(title=BAD),
        link(description=BAD),
        link(icons=[Icon(src="data:," + BAD)]),
        link(icons=[Icon(src="data:,a", sizes=[BAD])]),
        link(annotations=Annotations(last_modified=BAD)),
        EmbeddedResource(resource=TextResource(uri=BAD, text="a")),
        EmbeddedResource(
            resource=TextResource(uri="a", text="a", mime_type=BAD)
        ),
        EmbeddedResource(
            resource=TextResource(uri="a", text="a", meta={"a": {1}})
        ),
        TextContent("a", meta={"a": object()}),
        TextContent("a", meta={BAD: 1}),
        TextContent("a" * 100),
    ],
)
def test_every_string_of_a_block_is_held_to_the_rules(block):
    small = ValueLimits(max_bytes=100, max_depth=5, max_nodes=50)
    check_blocks([TEXT, link()], small)
    with pytest.raises(InvalidJSONError):
        check_blocks([block], small)


def test_it_is_the_sum_of_blocks_that_is_bounded():
    with pytest.raises(InvalidJSONError):
        check_blocks(
            [TextContent("a" * 60, meta={"k": "b"})] * 2,
            ValueLimits(max_bytes=100, max_depth=5, max_nodes=50),
        )


def broken(block, **fields):
    block.__dict__.update(fields)
    return block


def without(block, field):
    del block.__dict__[field]
    return block


ANNOTATED = TextContent("a", annotations=Annotations(priority=0.5))
EMBEDDED = EmbeddedResource(resource=TextResource(uri="memo://1", text="x"))


@pytest.mark.parametrize(
    "block",
    [
        broken(TextContent("a"), text=5),
        broken(TextContent("a"), meta=5),
        broken(TextContent("a"), annotations="x"),
        without(TextContent("a"), "text"),
        without(TextContent("a"), "meta"),
        broken(
            copy.deepcopy(ANNOTATED),
            annotations=broken(Annotations(), priority=2),
        ),
        TextContent.__new__(TextContent),
        broken(copy.deepcopy(EMBEDDED), resource=TextContent("a")),
    ],
)
def test_blocks_that_were_changed_past_their_checks(block):
    with pytest.raises(InvalidJSONError) as caught:
        check_blocks([block], OUTPUTS)
    assert caught.value.code == "unreadable"


@pytest.mark.parametrize(
    "part",
    [
        lambda block: broken(block.icons[0], src="javascript:x"),
        lambda block: broken(block.annotations, audience=5),
    ],
)
def test_parts_that_were_changed_past_their_checks(part):
    block = ResourceLink(
        uri="file:///a",
        name="a",
        icons=(Icon(src="https://example.com/a.png"),),
        annotations=Annotations(),
    )
    check_blocks([block, EMBEDDED], OUTPUTS)
    part(block)
    with pytest.raises(InvalidJSONError, match="a Python ResourceLink"):
        check_blocks([block], OUTPUTS)
