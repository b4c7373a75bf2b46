"""MCP's own schemas as the oracle of what is written, and what to write."""

from __future__ import annotations

import functools
import json

import jsonschema
from hypothesis import strategies as st

from json_values import objects, texts, values
from strategies import schemas
from toolgate import (
    TextContent,
    Tool,
    ToolAnnotations,
    ToolgateError,
    ToolResult,
)
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
from toolgate.unset import UNSET
from toolgate.wire.mcp_tools import EXECUTION

PROTOCOLS = ("2025-06-18", "2025-11-25", "2026-07-28")
OLD, NEW = PROTOCOLS[:2], PROTOCOLS[2]


@functools.cache
def definitions(data, protocol):
    """The schema of a revision, and the keyword that holds its parts."""
    path = data / "mcp" / protocol / "schema.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    return document, "$defs" if "$defs" in document else "definitions"


@functools.cache
def _validator(data, protocol, kind):
    document, keyword = definitions(data, protocol)
    whole = {
        "$schema": document["$schema"],
        keyword: document[keyword],
        "allOf": [{"$ref": f"#/{keyword}/{kind}"}],
    }
    return jsonschema.validators.validator_for(whole)(whole)


def check(data, protocol, kind, document):
    """Hold a document to the schema of its kind, and to be plain JSON."""
    _validator(data, protocol, kind).validate(document)
    assert json.loads(json.dumps(document)) == document
    assert None not in [
        value
        for name, value in document.items()
        if name != "structuredContent"
    ]


def accepts(data, protocol, kind, document):
    return _validator(data, protocol, kind).is_valid(document)


def outcome(function, *given):
    """What a function returned, and what of ours it raised."""
    try:
        return function(*given), None
    except ToolgateError as error:
        return None, error


def maybe(strategy):
    return st.none() | strategy


annotations = st.builds(
    Annotations,
    audience=st.lists(st.sampled_from(("user", "assistant")), max_size=2),
    priority=maybe(st.sampled_from((0, 1, 0.5))),
    last_modified=maybe(st.just("2026-11-30T12:00:00Z")),
)
icons = st.builds(
    Icon,
    src=st.just("https://example.com/i.png"),
    mime_type=maybe(st.just("image/png")),
    sizes=st.lists(st.sampled_from(("48x48", "any")), max_size=2),
    theme=maybe(st.sampled_from(("light", "dark"))),
)
beside = {"annotations": maybe(annotations), "meta": maybe(objects)}
resources = st.builds(
    TextResource, uri=texts, text=texts, mime_type=maybe(texts)
) | st.builds(BlobResource, uri=texts, blob=st.just("AAE="), meta=objects)
blocks = st.one_of(
    st.builds(TextContent, texts, **beside),
    st.builds(ImageContent, data=st.just("AA=="), mime_type=texts, **beside),
    st.builds(AudioContent, data=st.just("AA=="), mime_type=texts, **beside),
    st.builds(
        ResourceLink,
        uri=texts,
        name=texts,
        title=maybe(texts),
        description=maybe(texts),
        size=maybe(st.integers(0, 2**40)),
        icons=st.lists(icons, max_size=2),
        **beside,
    ),
    st.builds(EmbeddedResource, resource=resources, **beside),
)
results = st.builds(
    ToolResult,
    st.lists(blocks, max_size=3),
    structured_content=st.just(UNSET) | values,
    is_error=st.booleans(),
    meta=maybe(objects),
)


def _rooted(schema):
    """As an input schema: `type: "object"` at the root."""
    return {**schema, "type": "object"}


hints = st.booleans()
tools = st.builds(
    Tool,
    name=st.text("abcdefgh_", min_size=1, max_size=6),
    title=maybe(texts),
    description=maybe(texts),
    input_schema=(schemas() | schemas(draft7=True)).map(_rooted),
    output_schema=maybe(schemas() | schemas(draft7=True)),
    annotations=st.builds(
        ToolAnnotations,
        title=maybe(texts),
        read_only_hint=hints,
        destructive_hint=hints,
        idempotent_hint=hints,
        open_world_hint=hints,
    ),
    icons=st.lists(icons, max_size=2),
    meta=maybe(
        objects
        | st.just({EXECUTION: {"taskSupport": "optional"}})
        | values.map(lambda value: {EXECUTION: value, "a": 1})
    ),
    side_effect=st.sampled_from(("read", "write", "network")),
)
