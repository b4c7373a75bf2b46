"""From what a surface reads to what it answers, without names mapped."""

from __future__ import annotations

from toolgate.wire.calls import ToolDraft, WireCall

NOTHING = {"type": "object", "additionalProperties": False}


def draft(**fields):
    """A tool without arguments, or with what is given."""
    return ToolDraft(
        **{"name": "ping", "description": None, "schema": NOTHING, **fields}
    )


def wired(raw):
    """The call of the tool that the model named."""
    return WireCall(
        tool_call_id=raw.tool_call_id,
        name=raw.name,
        arguments=raw.arguments,
        wire_name=raw.name,
        carried=raw.carried,
    )


def answered(surface, item, result):
    """What goes back for one item."""
    return surface.result(wired(surface.call(item)), result)
