"""Tools that can be listed, found and called."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from toolgate.gate.gate import ToolGate
from toolgate.search.index import SearchHit, SearchIndex

if TYPE_CHECKING:
    from collections.abc import ItemsView, ValuesView

    from toolgate.context import ToolContext
    from toolgate.entry import Entry
    from toolgate.gate.floor import Floor
    from toolgate.result import ToolResult
    from toolgate.tool import Tool
    from toolgate.typing import JSONValue

SearchHits: TypeAlias = list[SearchHit]
SearchFunction: TypeAlias = Callable[
    ["tuple[Tool, ...]", str, int], SearchHits
]
"""`search(tools, query, top_k)`: a host's own ranking."""


class Shelf(NamedTuple):
    """
    Entries by listed name, and by every name that leads to one.

    Filled while nobody else sees it, and not changed from then on: readers
    take one reference and never see a half-made change. `derived_forms`
    keeps what is made of all of them for others, by who asks: nothing in it
    depends on anything but the entries and the floor they stand on.
    """

    entries: dict[str, Entry]
    routes: dict[str, Entry]
    derived_forms: dict[object, object]

    @classmethod
    def empty(cls) -> Shelf:
        """Return one without entries."""
        return cls({}, {}, {})

    def opened(self) -> Shelf:
        """Return one to change."""
        return Shelf(dict(self.entries), dict(self.routes), {})

    def add(self, entry: Entry) -> None:
        """Put an entry in, in the place of the one of the same name."""
        self.entries[entry.tool.name] = entry
        for name in (entry.tool.name, *entry.tool.aliases):
            self.routes[name] = entry

    def remove(self, entry: Entry) -> None:
        """Forget the ways to an entry; its place in the list is kept."""
        for name in (entry.tool.name, *entry.tool.aliases):
            self.routes.pop(name, None)


class ToolSet(Mapping[str, "Tool"]):
    """
    An unchanging set of registered tools, by name.

    `registry.snapshot()` returns one. It lists, searches and calls like the
    registry it comes from, under the same policies, and stays as it is
    when the registry changes.
    """

    def __init__(
        self,
        shelf: Shelf,
        *,
        floor: Floor,
        search: SearchFunction | None = None,
    ) -> None:
        self._floor = floor
        self._search = search
        self._put(shelf)
        self._gate = ToolGate(self)

    def _put(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._index: tuple[Shelf, SearchIndex] | None = None

    @property
    def floor(self) -> Floor:
        """The policies, observers and limits that every call is held to."""
        return self._floor

    @property
    def shelf(self) -> Shelf:
        """The entries as they stand now; it never changes."""
        return self._shelf

    def entry(self, name: str) -> Entry | None:
        """Return what is registered under a name or an alias, compiled."""
        return self._shelf.routes.get(name)

    def names(self) -> tuple[str, ...]:
        """Return the names of all tools, in their order."""
        return tuple(self._shelf.entries)

    def list(self) -> tuple[Tool, ...]:
        """Return all tools, in the order in which they were registered."""
        return tuple(entry.tool for entry in self._shelf.entries.values())

    def search(self, query: str, top_k: int = 5) -> SearchHits:
        """
        Return the tools that fit a query best, at most `top_k`.

        >>> from toolgate import Tool, ToolRegistry
        >>> registry = ToolRegistry()
        >>> registry.register(Tool(name="get_weather", handler=print))
        Tool('get_weather')
        >>> [hit.tool.name for hit in registry.search("what weather is it")]
        ['get_weather']
        """
        shelf = self._shelf
        entries = shelf.entries
        if self._search is not None:
            tools = tuple(entry.tool for entry in entries.values())
            return self._search(tools, query, top_k)
        index = self._index
        if index is None or index[0] is not shelf:
            index = (
                shelf,
                SearchIndex(entry.tool for entry in entries.values()),
            )
            self._index = index
        return index[1].search(query, top_k)

    def call(
        self,
        name: str,
        arguments: JSONValue = None,
        *,
        context: ToolContext | None = None,
        timeout: float | None = None,
        approval: str | None = None,
    ) -> ToolResult:
        """
        Call a tool by name, through the gate.

        As `ToolGate.dispatch`, for a call that no model made.
        """
        return self._gate.dispatch(
            "",
            name,
            arguments,
            context=context,
            timeout=timeout,
            approval=approval,
        )

    async def acall(
        self,
        name: str,
        arguments: JSONValue = None,
        *,
        context: ToolContext | None = None,
        timeout: float | None = None,
        approval: str | None = None,
    ) -> ToolResult:
        """Call a tool by name from an event loop, through the gate."""
        return await self._gate.adispatch(
            "",
            name,
            arguments,
            context=context,
            timeout=timeout,
            approval=approval,
        )

    @property
    def gate(self) -> ToolGate:
        """The gate that holds this set's calls to its floor."""
        return self._gate

    def items(self) -> ItemsView[str, Tool]:
        """Return the names and tools of this moment."""
        return {
            name: entry.tool for name, entry in self._shelf.entries.items()
        }.items()

    def values(self) -> ValuesView[Tool]:
        """Return the tools of this moment."""
        return dict(self.items()).values()

    def __getitem__(self, name: str) -> Tool:
        return self._shelf.entries[name].tool

    def __iter__(self) -> Iterator[str]:
        return iter(self._shelf.entries)

    def __len__(self) -> int:
        return len(self._shelf.entries)

    def __bool__(self) -> bool:
        return True

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        count = len(self)
        return f"<{type(self).__name__}: {count} tool{'s' * (count != 1)}>"
