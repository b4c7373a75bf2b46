"""
What the revisions of MCP differ in, as tables.

From `schema.json` of each revision, as the specification publishes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolgate.json_copy import type_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolgate.typing import JSONObject


class Revision(NamedTuple):
    """
    One published revision of MCP.

    `object_outputs` says that structured content is an object, and that an
    output schema has to say `type: "object"` at its root. `object_members`
    says that no member of a root's `properties` is a boolean.
    """

    protocol: str
    object_outputs: bool
    object_members: bool


REVISIONS: Final[Mapping[str, Revision]] = {
    revision.protocol: revision
    for revision in (
        Revision("2025-06-18", object_outputs=True, object_members=True),
        Revision("2025-11-25", object_outputs=True, object_members=True),
        Revision("2026-07-28", object_outputs=False, object_members=False),
    )
}
"""Every revision that is spoken, by its name, oldest first."""

PROTOCOLS: Final = tuple(REVISIONS)
"""The names of the revisions that are spoken, oldest first."""

LATEST: Final = "2026-07-28"
"""The newest of them."""

_TASKS: Final = frozenset({"2025-11-25"})
_ICONS: Final = frozenset({"2025-11-25", "2026-07-28"})
_CACHING: Final = frozenset({"2026-07-28"})

SOMETIMES: Final[Mapping[str, Mapping[str, frozenset[str]]]] = {
    "Tool": {"icons": _ICONS, "execution": _TASKS},
    "ListToolsResult": {
        "resultType": _CACHING,
        "ttlMs": _CACHING,
        "cacheScope": _CACHING,
    },
    "CallToolResult": {"resultType": _CACHING},
    "ResourceLink": {"icons": _ICONS},
}
"""Members that only some revisions have; all others have every one."""

ENVELOPE: Final[Mapping[str, tuple[str, ...]]] = {
    "2026-07-28": (
        "io.modelcontextprotocol/protocolVersion",
        "io.modelcontextprotocol/clientCapabilities",
    ),
}
"""What a request must say in its `_meta`, where a revision demands it."""


def revision_of(protocol: str) -> Revision:
    """
    Return a revision by its name.

    Raises `ValueError` for a name that is none of `PROTOCOLS`, `TypeError`
    for what is no str.

    >>> revision_of("2025-06-18").object_outputs
    True
    >>> revision_of("2024-11-05")
    Traceback (most recent call last):
    ValueError: protocol must be one of 2025-06-18, 2025-11-25, 2026-07-28, \
not '2024-11-05'
    """
    if not isinstance(protocol, str):
        raise TypeError(
            f"protocol must be a str, not {type_name(type(protocol))}"
        )
    found = REVISIONS.get(protocol)
    if found is None:
        raise ValueError(
            f"protocol must be one of {', '.join(PROTOCOLS)}, "
            f"not {protocol[:40]!a}"
        )
    return found


def trimmed(
    kind: str, members: Mapping[str, Any], revision: Revision
) -> JSONObject:
    """
    Return the members that are there, and that a revision has.

    >>> icons = {"name": "ping", "title": None, "icons": []}
    >>> trimmed("Tool", icons, REVISIONS["2025-06-18"])
    {'name': 'ping'}
    """
    sometimes = SOMETIMES.get(kind, {})
    return {
        name: value
        for name, value in members.items()
        if value is not None
        and (name not in sometimes or revision.protocol in sometimes[name])
    }
