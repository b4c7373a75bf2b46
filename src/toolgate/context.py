"""What the host tells a handler, beside what the model says."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def _nothing() -> Mapping[str, object]:
    return MappingProxyType({})


@dataclass(frozen=True, kw_only=True)
class ToolContext:
    """
    The host's side of a call: trusted, and never set by the model.

    A handler that takes a second argument gets one. `deps` is whatever the
    host's handlers share (a client, a session), `values` are named trusted
    values such as a tenant, `run_id` names the run of an agent. The gate
    fills in `tool_call_id` and `tool_name`.

    >>> context = ToolContext(values={"tenant": "acme"})
    >>> context.values["tenant"]
    'acme'
    """

    deps: object = None
    values: Mapping[str, object] = field(default_factory=_nothing, hash=False)
    tool_call_id: str = ""
    tool_name: str = ""
    run_id: str | None = None

    def for_call(self, tool_call_id: str, tool_name: str) -> ToolContext:
        """Return this context with the ids of one call filled in."""
        return replace(self, tool_call_id=tool_call_id, tool_name=tool_name)
