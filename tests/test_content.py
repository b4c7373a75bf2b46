"""Content blocks, as MCP has them."""

from __future__ import annotations

import base64
import copy
import dataclasses
import json
import pickle
from unittest.mock import Mock

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


def link(**fields):
    return ResourceLink(uri="file:///a", name="a", **fields)


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
        lambda: link(mime_type=5),
        lambda: link(title=b"a"),
        lambda: link(description=[]),
        lambda: link(size="5"),
        lambda: link(size=True),
        lambda: link(size=1.0),
        lambda: link(icons="data:,a"),
        lambda: link(icons=["data:,a"]),
        lambda: link(icons=None),
        lambda: link(annotations={"priority": 1}),
        lambda: TextContent("a", annotations="user"),
        lambda: TextContent("a", meta="abc"),
        lambda: link(meta=[1]),
        lambda: TextResource(uri="a", text="a", mime_type=5),
        lambda: BlobResource(uri="a", blob="AA==", mime_type=5),
        lambda: BlobResource(uri="a", blob="AA==", meta=5),
        lambda: EmbeddedResource(resource=Mock(spec=TextResource)),
        lambda: EmbeddedResource(
            resource=TextResource(uri="a", text="a"), annotations=5
        ),
        lambda: Icon(src="data:,a", mime_type=5),
        lambda: Icon(src="data:,a", sizes="48x48"),
        lambda: Icon(src="data:,a", sizes=[48]),
        lambda: Icon(src="data:,a", theme=[]),
        lambda: Annotations(audience="user"),
        lambda: Annotations(audience=[[]]),
        lambda: Annotations(priority="1"),
        lambda: Annotations(priority=True),
        lambda: Annotations(last_modified=5),
    ],
)
def test_wrong_types_are_refused(make):
    """The error names the class and the field."""
    with pytest.raises(TypeError, match=r"^[A-Z]\w+\.[a-z_]+.* must be a?"):
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
        lambda: Annotations(priority=float("nan")),
        lambda: Annotations(priority=10**400),
        lambda: link(size=-1),
        lambda: link(size=2**63),
    ],
)
def test_wrong_values_are_refused(make):
    with pytest.raises(ValueError, match="must|only"):
        make()


def test_icon_schemes_ignore_case():
    assert Icon(src="HTTPS://example.com/i.png", theme="dark").theme == "dark"


def test_series_are_kept_as_tuples():
    icon = Icon(src="data:,a", sizes=["48x48"])
    assert icon.sizes == ("48x48",)
    assert link(icons=[icon], size=0).icons == (icon,)
    assert Annotations(audience=["user"]).audience == ("user",)


@pytest.mark.parametrize(
    "make",
    [
        lambda meta: TextContent("a", meta=meta),
        lambda meta: link(meta=meta),
        lambda meta: TextResource(uri="a", text="a", meta=meta),
        lambda meta: dataclasses.replace(BLOCKS[1], meta=meta),
    ],
)
def test_meta_is_copied_in_and_handed_out_as_a_copy(make):
    given = {"rows": [1]}
    block = make(given)
    given["rows"].append(2)
    block.meta["rows"].append(3)
    assert block.meta == {"rows": [1]}
    assert block == make({"rows": [1]})
    assert hash(block) == hash(make({"rows": [2]}))
    assert pickle.loads(pickle.dumps(block)) == block
    assert copy.deepcopy(block) == block
    assert dataclasses.asdict(block)["meta"] == {"rows": [1]}


def test_payloads_are_every_string():
    """Each string of a block with every field filled in, and no other."""
    icon = Icon(
        src="data:,1", mime_type="i2", sizes=("i3", "i4"), theme="dark"
    )
    notes = Annotations(audience=("user",), priority=1, last_modified="n1")
    full = ResourceLink(
        uri="u",
        name="n",
        title="t",
        description="d",
        mime_type="m",
        size=5,
        icons=(icon,),
        annotations=notes,
        meta={"k": "v"},
    )
    assert sorted(payloads(full)) == sorted(
        [
            "u",
            "n",
            "t",
            "d",
            "m",
            "data:,1",
            "i2",
            "i3",
            "i4",
            "dark",
            "user",
            "n1",
        ]
    )
    for resource in (
        TextResource(uri="u", text="x", mime_type="m", meta={"k": "v"}),
        BlobResource(uri="u", blob="AA==", mime_type="m"),
    ):
        body = getattr(resource, "text", "AA==")
        block = EmbeddedResource(resource=resource)
        assert sorted(payloads(block)) == sorted(["u", body, "m"])
    assert set(payloads(BLOCKS[1])) == {"R0lGODlh", "image/gif"}


@pytest.mark.parametrize(
    "kind", [*BLOCK_TYPES, Icon, Annotations, TextResource, BlobResource]
)
def test_final(kind):
    """A block is told by its class: a subclass would be none."""
    with pytest.raises(TypeError, match=f"{kind.__name__} is final"):
        type("Sub", (kind,), {})
