"""Tools as MCP writes them: `Tool` and `ListToolsResult`."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

from toolgate.exceptions import DuplicateToolError, SchemaError
from toolgate.field_checks import kind_of
from toolgate.tool import Tool
from toolgate.tool_annotations import ToolAnnotations
from toolgate.wire.mcp_content import written
from toolgate.wire.mcp_cursors import cursor_after, place_of
from toolgate.wire.mcp_revisions import LATEST, revision_of, trimmed
from toolgate.wire.mcp_schemas import input_for, output_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from toolgate.typing import JSONObject
    from toolgate.wire.mcp_revisions import Revision

CacheScope: TypeAlias = Literal["private", "public"]
Tools: TypeAlias = "Mapping[str, Tool] | Iterable[Tool]"

EXECUTION: Final = "toolgate/execution"
"""The key in `Tool.meta` that holds what 2025-11-25 calls `execution`."""

_SUPPORT: Final = frozenset({"forbidden", "optional", "required"})
_SCOPES: Final = frozenset({"private", "public"})
_HINTS: Final = {
    "read_only_hint": "readOnlyHint",
    "destructive_hint": "destructiveHint",
    "idempotent_hint": "idempotentHint",
    "open_world_hint": "openWorldHint",
}
_UNSAID: Final = ToolAnnotations()
_READ: Final = frozenset({"read"})


def tool(tool: Tool, *, protocol: str = LATEST) -> JSONObject:
    """
    Return a tool as MCP's `Tool`, a plain dict.

    Members that are absent are left out, and so is what the revision lacks.
    In revisions before 2026-07-28 an output schema whose root does not say
    `type: "object"` is listed as that of `{"result": …}`.

    Raises `ValueError` for a protocol that is unknown, `SchemaError` for a
    schema that no registry takes.

    >>> tool(Tool(name="ping", description="Answers."))["description"]
    'Answers.'
    """
    revision = revision_of(protocol)
    if type(tool) is not Tool:
        raise TypeError(f"a tool must be a Tool, not {kind_of(tool)}")
    return _listed(tool, revision)


def list_tools(
    tools: Tools,
    *,
    protocol: str = LATEST,
    cursor: str | None = None,
    page_size: int | None = None,
    ttl_ms: int = 0,
    cache_scope: CacheScope = "private",
) -> JSONObject:
    """
    Return tools as MCP's `ListToolsResult`, a plain dict.

    `tools` are a registry, a set of tools, a mapping or an iterable, and
    keep their order (those of a `set` are sorted by name). `page_size` is
    the most that one page holds, None for all. A `cursor` is a `nextCursor`
    of before, None for the first page. `ttl_ms` (milliseconds for which a
    client may keep the page) and `cache_scope` are told since 2026-07-28.

    Raises `ProtocolError` (-32602) for a cursor that is none, `ValueError`
    or `TypeError` for other wrong arguments, `DuplicateToolError` for two
    tools of one name, `SchemaError` for a schema that no registry takes.

    MCP 2026-07-28, server/tools, server/utilities/pagination and caching.

    >>> pair = [Tool(name="ping"), Tool(name="pong")]
    >>> page = list_tools(pair, page_size=1)
    >>> page["tools"][0]["name"], page["ttlMs"], page["cacheScope"]
    ('ping', 0, 'private')
    >>> page = list_tools(pair, page_size=1, cursor=page["nextCursor"])
    >>> page["tools"][0]["name"], "nextCursor" in page
    ('pong', False)
    """
    revision = revision_of(protocol)
    _check_count("page_size", 1 if page_size is None else page_size, 1)
    _check_count("ttl_ms", ttl_ms, 0)
    _check_scope(cache_scope)
    named = _by_name(tools)
    names = tuple(named)
    start = 0 if cursor is None else place_of(cursor, names)
    end = len(names) if page_size is None else start + page_size
    more = end < len(names)
    members = {
        "resultType": "complete",
        "tools": [_listed(named[name], revision) for name in names[start:end]],
        "nextCursor": cursor_after(names, end) if more else None,
        "ttlMs": ttl_ms,
        "cacheScope": cache_scope,
    }
    return trimmed("ListToolsResult", members, revision)


def _check_count(name: str, count: object, least: int) -> None:
    if type(count) is not int:
        raise TypeError(f"{name} must be an int, not {kind_of(count)}")
    if count < least:
        raise ValueError(f"{name} must be {least} or more")


def _check_scope(scope: object) -> None:
    if not isinstance(scope, str) or scope not in _SCOPES:
        raise ValueError("cache_scope must be 'private' or 'public'")


def _by_name(tools: Tools) -> dict[str, Tool]:
    given: Any = (
        tools.values() if issubclass(type(tools), Mapping) else tools  # type: ignore[union-attr]
    )
    try:
        listed: list[Any] = list(given)
    except TypeError:
        raise _no_tools(given) from None
    for item in listed:
        if type(item) is not Tool:
            raise _no_tools(item)
    if isinstance(tools, AbstractSet):
        listed.sort(key=lambda item: cast("str", item.name))
    named: dict[str, Tool] = {}
    for item in listed:
        held = named.setdefault(item.name, item)
        if held is not item:
            raise DuplicateToolError(
                item.name, origins=(held.origin, item.origin), in_batch=True
            )
    return named


def _no_tools(given: object) -> TypeError:
    return TypeError(
        "tools must be a ToolRegistry, a ToolSet, a mapping or an iterable "
        f"of Tool, not {kind_of(given)}"
    )


def _listed(tool: Tool, revision: Revision) -> JSONObject:
    meta = tool.meta
    execution = None if meta is None else meta.pop(EXECUTION, None)
    icons = [written(icon, revision) for icon in tool.icons]
    output = tool.output_schema
    return trimmed(
        "Tool",
        {
            "name": tool.name,
            "title": tool.title,
            "description": tool.description,
            "inputSchema": _schema(tool, "input_schema", input_for, revision),
            "outputSchema": (
                None
                if output is None
                else _schema(tool, "output_schema", output_for, revision)
            ),
            "annotations": _annotations(tool) or None,
            "icons": icons or None,
            "execution": _execution(execution),
            "_meta": None if execution is not None and not meta else meta,
        },
        revision,
    )


def _schema(
    tool: Tool,
    part: str,
    rule: Callable[[JSONObject, Revision], JSONObject],
    revision: Revision,
) -> JSONObject:
    try:
        # A tool hands out a copy of its own at each reading.
        return rule(getattr(tool, part), revision)
    except SchemaError as error:
        error.tool = tool.name
        error.part = part
        raise


def _annotations(tool: Tool) -> JSONObject:
    """Return the hints that differ from what counts where none are given."""
    given = tool.annotations
    said: JSONObject = {} if given.title is None else {"title": given.title}
    for field, member in _HINTS.items():
        hint = getattr(given, field)
        if hint is not getattr(_UNSAID, field):
            said[member] = hint
    if not said.keys() - {"title"} and tool.side_effect == _READ:
        # The host said it in its own words.
        said["readOnlyHint"] = True
    return said


def _execution(execution: Any) -> JSONObject | None:
    """Return what 2025-11-25 has a shape for: `taskSupport`."""
    if type(execution) is not dict:
        return None
    support = execution.get("taskSupport")
    known = isinstance(support, str) and support in _SUPPORT
    return {"taskSupport": support} if known else None
