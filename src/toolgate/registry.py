"""Where a host keeps its tools."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, overload

from toolgate.entry import Entry, build_entry
from toolgate.exceptions import (
    RegistrationError,
    UnknownToolError,
)
from toolgate.gate.approval import ApprovalDesk
from toolgate.gate.floor import Floor, functions
from toolgate.gate.lookup import plain_name
from toolgate.gate.overlays import enforced
from toolgate.gate.workers import Workers
from toolgate.limits import CallLimits
from toolgate.messages.quoting import tool_name
from toolgate.placing import check_namespace, checked, named, place
from toolgate.schema.cache import ValidatorCache
from toolgate.tool import Tool
from toolgate.toolset import SearchFunction, Shelf, ToolSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from typing_extensions import Unpack

    from toolgate.gate.observers import Observer
    from toolgate.gate.overlays import Overlay
    from toolgate.gate.policies import Policy
    from toolgate.tool_options import ToolOptions

F = TypeVar("F", bound="Callable[..., Any]")


class Rejected(NamedTuple):
    """A tool that could not be registered, and why."""

    tool: Tool
    error: RegistrationError


class Registered(NamedTuple):
    """What became of a batch: the tools that are in, and the rejected."""

    tools: tuple[Tool, ...]
    rejected: tuple[Rejected, ...] = ()


class ToolRegistry(ToolSet):
    """
    The tools of a host, by name.

    A `Mapping[str, Tool]` that lists, searches and calls. Registration
    checks and compiles everything first and swaps once, so that readers
    need no lock and never see a half-registered tool.

    `validators` compiles the schemas; `overlays`, `policies`, `observers`,
    `limits` and `language` ("en" or "zh") hold for every call by whatever
    door.
    `search` replaces the built-in ranking.

    >>> registry = ToolRegistry()
    >>> registry.register(
    ...     Tool(
    ...         name="add",
    ...         input_schema={
    ...             "type": "object",
    ...             "properties": {
    ...                 "a": {"type": "integer"},
    ...                 "b": {"type": "integer"},
    ...             },
    ...             "required": ["a", "b"],
    ...         },
    ...         handler=lambda arguments: arguments["a"] + arguments["b"],
    ...     )
    ... )
    Tool('add')
    >>> registry.call("add", {"a": 1, "b": 2}).structured_content
    3
    """

    def __init__(
        self,
        *,
        validators: ValidatorCache | None = None,
        overlays: Iterable[Overlay] = (),
        policies: Iterable[Policy] = (),
        observers: Iterable[Observer] = (),
        limits: CallLimits | None = None,
        language: str = "en",
        search: SearchFunction | None = None,
    ) -> None:
        self.validators = (
            ValidatorCache() if validators is None else validators
        )
        self._lock = threading.Lock()
        super().__init__(
            Shelf.empty(),
            floor=Floor(
                validators=self.validators,
                overlays=enforced(overlays, self.validators),
                policies=functions("policies", policies),
                observers=functions("observers", observers),
                limits=limits or CallLimits(),
                language=language,
                desk=ApprovalDesk(),
                workers=Workers(),
            ),
            search=search,
        )

    def register(self, tool: Tool, *, replace: bool = False) -> Tool:
        """
        Check a tool, compile its schemas and add it; returns it.

        `replace=True` puts it in the place of a tool of the same name and
        origin. Raises a `RegistrationError` (`DuplicateToolError`,
        `InvalidToolError`, `SchemaError`), and leaves no trace then.
        """
        entry = build_entry(checked(tool), self.validators)
        with self._lock:
            shelf = self._shelf.opened()
            place(shelf, entry, replacing=replace)
            self._put(shelf)
        return tool

    @overload
    def tool(self, function: F, /) -> F: ...
    @overload
    def tool(
        self, /, *, replace: bool = ..., **options: Unpack[ToolOptions]
    ) -> Callable[[F], F]: ...
    def tool(
        self,
        function: F | None = None,
        /,
        *,
        replace: bool = False,
        **options: Unpack[ToolOptions],
    ) -> F | Callable[[F], F]:
        """
        Register a function as a tool; it stays the function that it is.

        `options` are fields of the tool: see `Tool.from_function`. Raises as
        that and `register` do.

        >>> registry = ToolRegistry()
        >>> @registry.tool(side_effect="read")
        ... def double(n: int) -> int:
        ...     return 2 * n
        >>> double(2), registry.call("double", {"n": 3}).structured_content
        (4, 6)
        """

        def decorate(function: F) -> F:
            tool = Tool.from_function(function, **options)
            self.register(tool, replace=replace)
            return function

        return decorate if function is None else decorate(function)

    def register_all(
        self,
        tools: Iterable[Tool],
        *,
        on_error: Literal["raise", "collect"] = "raise",
        namespace: str | None = None,
        replace: bool = False,
    ) -> Registered:
        """
        Register many tools in one step.

        With `on_error="raise"` the first bad tool raises its
        `RegistrationError` and none is registered; with `"collect"` the
        others are, and the bad ones come back with their errors.
        `namespace="crm"` registers `lookup` as `crm.lookup`; the tool keeps
        `source_name="lookup"`. `replace=True` replaces what was registered
        before; of two tools of one name in `tools`, the second is a
        duplicate all the same.

        >>> registry = ToolRegistry()
        >>> done = registry.register_all(
        ...     [
        ...         Tool(name="good"),
        ...         Tool(name="bad", input_schema={"type": "objekt"}),
        ...     ],
        ...     on_error="collect",
        ... )
        >>> done.tools
        (Tool('good'),)
        >>> print(done.rejected[0].tool)
        Tool('bad')
        """
        if on_error not in ("raise", "collect"):
            raise ValueError("on_error is 'raise' or 'collect'")
        check_namespace(namespace)
        rejected: list[Rejected] | None = [] if on_error == "collect" else None
        built: list[tuple[Tool, Entry]] = []
        for tool in tools:
            with _rejecting(tool, rejected):
                renamed = named(checked(tool), namespace)
                built.append((tool, build_entry(renamed, self.validators)))
        kept: dict[str, Tool] = {}
        with self._lock:
            shelf = self._shelf.opened()
            for tool, entry in built:
                with _rejecting(tool, rejected):
                    place(shelf, entry, replacing=replace, batch=kept)
                    kept[entry.tool.name] = entry.tool
            self._put(shelf)
        return Registered(tuple(kept.values()), tuple(rejected or ()))

    def unregister(self, name: str) -> Tool:
        """
        Remove a tool, and return it.

        Calls that are under way finish. Raises `UnknownToolError`.
        """
        known = plain_name(name)
        with self._lock:
            shelf = self._shelf.opened()
            entry = shelf.entries.pop(known, None)
            if entry is None:
                raise UnknownToolError(tool_name(known))
            shelf.remove(entry)
            self._put(shelf)
        return entry.tool

    def snapshot(self) -> ToolSet:
        """Return the tools of this moment, as a set that stays as it is."""
        return ToolSet(self._shelf, floor=self._floor, search=self._search)

    def __repr__(self) -> str:
        count = len(self)
        return (
            f"<ToolRegistry: {count} tool{'s' * (count != 1)}, "
            f"{self.validators.engine}>"
        )


@contextmanager
def _rejecting(tool: Tool, rejected: list[Rejected] | None) -> Iterator[None]:
    """Keep the error of a tool among the rejected, where those are kept."""
    try:
        yield
    except RegistrationError as error:
        if rejected is None:
            raise
        rejected.append(Rejected(tool, error))
