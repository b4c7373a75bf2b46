"""
Tools of an MCP server, as tools of this host.

toolgate speaks no MCP: a client does (the official SDK's, or any other), and
what it lists, and how it calls, is handed over here.

>>> listed = {"tools": [{"name": "ping", "inputSchema": {"type": "object"}}]}
>>> answer = {"content": [{"type": "text", "text": "pong"}]}
>>> imported = import_tools(
...     listed, call=lambda name, arguments: answer, origin="net.example"
... )
>>> from toolgate import ToolRegistry
>>> registry = ToolRegistry()
>>> done = registry.register_all(
...     imported.tools, on_error="collect", namespace="net"
... )
>>> registry.call("net.ping").text
'pong'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.sources.answers import result_of
from toolgate.sources.changes import ToolChange, ToolsDiff, diff_tools
from toolgate.sources.entries import MEMBERS
from toolgate.sources.imported import Fault, Imported
from toolgate.sources.listing import MAX_TOOLS, Listing

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from typing_extensions import Unpack

    from toolgate.sources.forwarding import Call
    from toolgate.sources.options import ImportOptions

__all__ = [
    "MAX_PAGES",
    "MAX_TOOLS",
    "MEMBERS",
    "Fault",
    "Imported",
    "ToolChange",
    "ToolsDiff",
    "aimport_pages",
    "diff_tools",
    "import_pages",
    "import_tools",
    "result_of",
]

MAX_PAGES: Final = 100
"""Pages of a list that are read, unless said otherwise."""


def import_tools(
    list_result: Any,
    *,
    origin: str,
    call: Call | None = None,
    **options: Unpack[ImportOptions],
) -> Imported:
    """
    Make tools out of what a server answered to `tools/list`.

    `list_result` is the result as a dict, an SDK's object, or a list of
    tools. `origin` is your name for the server. `call(name, arguments)`,
    sync or async, calls a tool there and returns its `CallToolResult`;
    without it the tools are checked and not dispatched. Options:
    `side_effect`, for all tools or by name; `trusted`, whether to believe
    the server's annotations (False); `tags`, `owner`, `timeout` in seconds
    for each tool; `max_tools` (`MAX_TOOLS`); `check_headers`, whether an
    `x-mcp-header` that is not valid rejects its tool (True).

    A bad entry is among the `rejected` and ends nothing. Raises
    `AnswerError` for what is no listing, `TypeError`, `ValueError` or
    `InvalidToolError` for options that no tool can have.

    MCP 2026-07-28, server/tools, and the revisions before it.

    >>> listed = {"tools": [{"name": "a", "inputSchema": None}]}
    >>> print(import_tools(listed, origin="crm").rejected[0])
    tools[0] "a" at /inputSchema: expected an object, got nothing, or null
    """
    listing = Listing(origin, call, options)
    listing.add(list_result)
    return listing.imported()


def import_pages(
    list_page: Callable[[str | None], Any],
    *,
    origin: str,
    call: Call | None = None,
    max_pages: int = MAX_PAGES,
    **options: Unpack[ImportOptions],
) -> Imported:
    """
    Make tools out of all pages of a server's list.

    `list_page(cursor)` returns the page at a cursor, the first for None. At
    most `max_pages` are read, and none twice: where the list goes on after
    that, `left_out` says so and `next_cursor` is not None. What `list_page`
    raises is raised; otherwise as `import_tools`.

    >>> tool = {"name": "a", "inputSchema": {"type": "object"}}
    >>> pages = {None: {"tools": [tool], "nextCursor": ""}, "": {"tools": []}}
    >>> import_pages(pages.get, origin="crm").tools
    (Tool('a', origin='crm'),)
    """
    pages = _Pages(Listing(origin, call, options), max_pages)
    while pages.go_on:
        pages.add(list_page(pages.cursor))
    return pages.listing.imported()


async def aimport_pages(
    list_page: Callable[[str | None], Awaitable[Any]],
    *,
    origin: str,
    call: Call | None = None,
    max_pages: int = MAX_PAGES,
    **options: Unpack[ImportOptions],
) -> Imported:
    """Make tools out of all pages that an async function lists."""
    pages = _Pages(Listing(origin, call, options), max_pages)
    while pages.go_on:
        pages.add(await list_page(pages.cursor))
    return pages.listing.imported()


class _Pages:
    """Which page comes next, if any."""

    def __init__(self, listing: Listing, max_pages: int) -> None:
        if type(max_pages) is not int or max_pages < 1:
            raise ValueError("max_pages must be an int of 1 or more")
        self.listing = listing
        self.cursor: str | None = None
        self.go_on = True
        self._max_pages = max_pages
        self._seen: set[str] = set()

    def add(self, page: Any) -> None:
        listing = self.listing
        listing.add(page)
        self._max_pages -= 1
        self.cursor = cursor = listing.next_cursor
        stop = None
        if cursor is None:
            self.go_on = False
        elif cursor in self._seen:
            stop = "leads back to a page that was read"
        elif not self._max_pages:
            stop = "is not followed: max_pages is reached"
        elif listing.is_full:
            stop = "is not followed: max_tools is reached"
        if stop is not None:
            self.go_on = False
            listing.leave_out("/nextCursor", stop)
        if cursor is not None:
            self._seen.add(cursor)
