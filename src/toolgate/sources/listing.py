"""Whole lists of tools: one bad entry is reported, the others stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from toolgate.exceptions import (
    InvalidJSONError,
    InvalidToolError,
    SchemaError,
    UnsupportedDialectError,
)
from toolgate.json_value import json_type, own
from toolgate.limits import ValueLimits
from toolgate.pointer import to_pointer
from toolgate.sources.entries import Entry, Unfit
from toolgate.sources.forwarding import forwarding, is_async
from toolgate.sources.imported import Fault, Imported
from toolgate.sources.objects import dumped
from toolgate.sources.options import (
    ImportOptions,
    check_options,
    common_fields,
    effects_by_name,
)
from toolgate.sources.pages import parts_of
from toolgate.tool import Tool
from toolgate.wire.mcp_headers import KEYWORD, header_params

if TYPE_CHECKING:
    from toolgate.sources.forwarding import Call
    from toolgate.typing import JSONValue

MAX_TOOLS: Final = 10_000
"""Entries of a list that are read, over all pages, unless said otherwise."""

# The registry's cache has exact limits for schemas; these bound the copying.
_ENTRY: Final = ValueLimits(
    max_bytes=4 * 2**20, max_depth=256, max_nodes=1_000_000
)


class Listing:
    """
    Takes the pages of a list one by one, and gives what came of them.

    >>> listing = Listing("crm", None, {})
    >>> listing.add({"tools": [{"name": "a"}]})
    >>> print(listing.imported().rejected[0])
    tools[0] "a" at /inputSchema: expected an object, got nothing, or null
    """

    def __init__(
        self, origin: str, call: Call | None, options: ImportOptions
    ) -> None:
        check_options(origin, options)
        self._max = options.get("max_tools", MAX_TOOLS)
        if type(self._max) is not int or self._max < 1:
            raise ValueError("max_tools must be an int of 1 or more")
        self._checks_headers = options.get("check_headers", True)
        if call is not None:
            is_async(call)
        self._call = call
        self._given = common_fields(origin, options)
        self._effects = effects_by_name(origin, options.get("side_effect"))
        self._tools: dict[str, Tool] = {}
        self._rejected: list[Fault] = []
        self._left_out: list[Fault] = []
        self._read = 0
        self._ttl_ms: int | None = None
        self._is_public = True
        self.next_cursor: str | None = None

    def add(self, listed: Any) -> None:
        """Take one page; raises `AnswerError` for what is no listing."""
        entries, rest = parts_of(listed)
        for index, entry in enumerate(entries):
            if self.is_full:
                more = len(entries) - index
                self.leave_out(
                    f"/tools/{index}",
                    f"{more} more entries are not read: max_tools is reached",
                )
                break
            self._add(entry)
        ttl_ms = _milliseconds(rest.get("ttlMs"))
        if self._ttl_ms is None or ttl_ms < self._ttl_ms:
            self._ttl_ms = ttl_ms
        self._is_public &= rest.get("cacheScope") == "public"
        cursor = rest.get("nextCursor")
        if cursor is not None and type(cursor) is not str:
            self.leave_out(
                "/nextCursor",
                f"expected a string, got {json_type(cursor)}: what comes "
                "after this page is not read",
            )
            cursor = None
        self.next_cursor = cursor

    def leave_out(self, pointer: str, reason: str) -> None:
        """Note that a part of the list itself is not read."""
        self._left_out.append(
            Fault(index=None, name=None, pointer=pointer, reason=reason)
        )

    @property
    def is_full(self) -> bool:
        """Whether no further entry would be read."""
        return self._read >= self._max

    def imported(self) -> Imported:
        """Return what came of the pages so far."""
        return Imported(
            tools=tuple(self._tools.values()),
            rejected=tuple(self._rejected),
            left_out=tuple(self._left_out),
            ttl_ms=self._ttl_ms or 0,
            cache_scope="public" if self._is_public else "private",
            next_cursor=self.next_cursor,
        )

    def _add(self, given: Any) -> None:
        name: object = None
        try:
            document = own(dumped(given), _ENTRY)
            if type(document) is dict:
                name = document.get("name")
            entry = Entry(document)
            tool = self._tool(entry.fields())
        except InvalidJSONError as error:
            unfit = Unfit(error.path, error.reason)
            self._rejected.append(self._fault(_name_in(given), unfit))
        except Unfit as unfit:
            self._rejected.append(self._fault(name, unfit))
        else:
            self._tools[tool.name] = tool
            self._left_out.extend(
                self._fault(name, part) for part in entry.left_out
            )
        self._read += 1

    def _tool(self, fields: dict[str, Any]) -> Tool:
        name = fields["name"]
        if name in self._tools:
            raise Unfit(("name",), "an entry before this one has the name")
        effect = self._effects.get(name, self._given["side_effect"])
        handler = self._call and forwarding(
            self._call, name, harmless=effect == {"read"}
        )
        fields = {**self._given, **fields, "side_effect": effect}
        try:
            tool = Tool(**fields, handler=handler)
        except InvalidToolError as error:
            raise Unfit((), error.reason) from None
        if self._checks_headers:
            _check_headers(tool)
        return tool

    def _fault(self, name: object, unfit: Unfit) -> Fault:
        return Fault(
            index=self._read,
            name=name if type(name) is str else None,
            pointer=to_pointer(unfit.path),
            reason=unfit.reason,
        )


def _name_in(given: Any) -> object:
    """Return the name of an entry that could not be read as a whole."""
    try:
        return given["name"] if isinstance(given, Mapping) else given.name
    except Exception:  # noqa: BLE001 - it may be anything
        return None


def _milliseconds(ttl_ms: JSONValue) -> int:
    """MCP 2026-07-28, caching: what is absent or negative counts as 0."""
    if type(ttl_ms) is float and ttl_ms.is_integer():
        ttl_ms = int(ttl_ms)
    return ttl_ms if type(ttl_ms) is int and ttl_ms > 0 else 0


def _check_headers(tool: Tool) -> None:
    """
    Raise `Unfit` for an `x-mcp-header` that is not valid.

    MCP 2026-07-28, streamable-http: clients must leave such a tool out.
    """
    if KEYWORD not in tool.__dict__["input_schema"]:
        return
    try:
        header_params(tool)
    except UnsupportedDialectError:
        return  # which is the registry's business
    except SchemaError as error:
        raise Unfit(("inputSchema", *error.path), error.reason) from None
