"""What the revisions differ in, held against their own schemas."""

from __future__ import annotations

import pytest

from mcp_documents import OLD, PROTOCOLS, accepts, definitions
from toolgate.wire.mcp_content import MEMBERS
from toolgate.wire.mcp_revisions import (
    ENVELOPE,
    LATEST,
    REVISIONS,
    SOMETIMES,
    revision_of,
    trimmed,
)
from toolgate.wire.mcp_revisions import PROTOCOLS as SPOKEN

# What is written of each kind, whatever the revision.
WRITTEN = {
    "Tool": (
        "name title description inputSchema outputSchema annotations icons "
        "execution _meta"
    ),
    "ListToolsResult": "resultType tools nextCursor ttlMs cacheScope",
    "CallToolResult": "resultType content structuredContent isError _meta",
    "ToolAnnotations": (
        "title readOnlyHint destructiveHint idempotentHint openWorldHint"
    ),
}
NAMES = {"TextResource": "TextResourceContents"}
NAMES["BlobResource"] = "BlobResourceContents"


def kinds():
    for kind, members in WRITTEN.items():
        yield kind, members.split()
    for kind, members in MEMBERS.items():
        typed = ["type"] if hasattr(kind, "type") else []
        yield kind.__name__, [*members.values(), *typed]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("kind", "members"), [*kinds()])
def test_members_are_those_of_the_revisions_schema(
    data, protocol, kind, members
):
    document, keyword = definitions(data, protocol)
    found = document[keyword].get(NAMES.get(kind, kind))
    if found is None:  # Icon, before there were any
        assert (kind, protocol) == ("Icon", "2025-06-18")
        return
    lacking = {name for name in members if name not in found["properties"]}
    assert lacking == {
        name
        for name, where in SOMETIMES.get(kind, {}).items()
        if protocol not in where
    }
    assert lacking.isdisjoint(found.get("required", ()))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_rules_on_outputs_and_members_are_those_of_the_schema(data, protocol):
    revision = revision_of(protocol)
    plain = {"name": "a", "inputSchema": {"type": "object"}}
    anything = {**plain, "outputSchema": {"type": "null"}}
    assert accepts(data, protocol, "Tool", plain)
    assert (
        accepts(data, protocol, "Tool", anything)
        is not revision.object_outputs
    )
    member = {
        **plain,
        "inputSchema": {"type": "object", "properties": {"a": True}},
    }
    assert (
        accepts(data, protocol, "Tool", member) is not revision.object_members
    )
    result = {"content": [], "structuredContent": [], "resultType": "complete"}
    assert (
        accepts(data, protocol, "CallToolResult", result)
        is not revision.object_outputs
    )


def test_what_a_request_must_say_is_what_the_schema_requires(data):
    document, keyword = definitions(data, "2026-07-28")
    required = document[keyword]["RequestMetaObject"]["required"]
    assert set(ENVELOPE["2026-07-28"]) == set(required)
    assert ENVELOPE.keys().isdisjoint(OLD)


def test_names_of_revisions():
    assert SPOKEN == PROTOCOLS
    assert PROTOCOLS[-1] == LATEST
    assert list(REVISIONS) == sorted(REVISIONS)


@pytest.mark.parametrize("protocol", ["", "2024-11-05", "draft", "x" * 999])
def test_other_protocols_are_refused(protocol):
    with pytest.raises(ValueError, match="one of 2025-06-18") as caught:
        revision_of(protocol)
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize("protocol", [None, 3, ["2025-06-18"], b"2025-06-18"])
def test_what_is_no_text_is_no_protocol(protocol):
    with pytest.raises(TypeError, match="protocol must be a str, not"):
        revision_of(protocol)


def test_trimmed_leaves_out_what_is_absent_or_not_there_yet():
    members = {"name": "a", "title": None, "icons": [1], "execution": {}}
    assert trimmed("Tool", members, REVISIONS["2025-11-25"]) == {
        "name": "a",
        "icons": [1],
        "execution": {},
    }
    assert trimmed("Tool", members, REVISIONS["2026-07-28"]) == {
        "name": "a",
        "icons": [1],
    }
    assert trimmed("Other", members, REVISIONS["2025-06-18"]).keys() == {
        "name",
        "icons",
        "execution",
    }
