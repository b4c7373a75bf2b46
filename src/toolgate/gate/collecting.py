"""Telling what is to be awaited or collected, and collecting in limits."""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Awaitable, Generator
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Final, TypeGuard

from toolgate.content import is_block, payloads
from toolgate.exceptions import InvalidJSONError
from toolgate.json_reasons import invalid
from toolgate.json_value import own

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from toolgate.limits import ValueLimits
    from toolgate.typing import JSONValue

    Write = Callable[[object], JSONValue]

PYTHON: Final = ("not_json", "key_not_string")
"""Codes of what is no JSON because it is Python's; it may have a form."""

_ALL = slice(None)


class Unwritten:
    """An item of a generator has no form in JSON."""

    __slots__ = ("error",)

    def __init__(self, error: InvalidJSONError) -> None:
        self.error = error


class Collected:
    """
    Items, and whether they are over a limit for sure by now.

    Each is weighed when it comes: the strings in plain containers and in
    content blocks, and one byte for every other value, are the least that
    its JSON text takes. What is over a limit here is refused by the checks
    of the output. Of an item that is no JSON as it is, its JSON is kept and
    weighed, with `write` for what only that can write.
    """

    __slots__ = ("_bytes", "_error", "_items", "_limits", "_nodes", "_write")

    def __init__(
        self, limits: ValueLimits, write: Write | None = None
    ) -> None:
        self._items: list[object] = []
        self._error: InvalidJSONError | None = None
        self._limits = limits
        self._write = write
        self._bytes = limits.max_bytes
        self._nodes = limits.max_nodes

    def add(self, item: object) -> bool:
        """Keep an item, and tell whether it is the last."""
        if type(item) is str:
            self._nodes -= 1
            self._bytes -= len(item)
        elif is_block(item):
            self._nodes -= 1
            self._bytes -= sum(map(len, payloads(item)))
        else:
            left = self._nodes, self._bytes
            if not self._weigh(item):
                self._nodes, self._bytes = left
                try:
                    item = self._json(item)
                except InvalidJSONError as error:
                    self._error = error
                    return True
                self._weigh(item)
        self._items.append(item)
        return self._nodes < 0 or self._bytes < 0

    def outcome(self) -> list[object] | Unwritten:
        """Return the items, or what is wrong with one that came after."""
        error = self._error
        if error is None:
            return self._items
        path = (len(self._items), *error.path)
        told = invalid(error.code, found=error.found, path=path)
        told.__cause__ = error
        return Unwritten(told)

    def _json(self, item: object) -> JSONValue:
        try:
            return own(item, self._limits)
        except InvalidJSONError as error:
            if self._write is None or error.code not in PYTHON:
                raise
        return self._write(item)

    def _weigh(self, item: object) -> bool:
        """Weigh an item; tell whether it may be JSON as it is."""
        level: list[Any] = [item]
        for value in level:
            kind = type(value)
            self._nodes -= 1
            # As in `own`, subclasses are read through the base type.
            if issubclass(kind, str):
                self._bytes -= str.__len__(value)
            elif issubclass(kind, dict):
                self._open(level, dict.values(value))
                for name in dict.keys(value):
                    if not issubclass(type(name), str):
                        return False
                    self._bytes -= str.__len__(name)
            elif issubclass(kind, (list, tuple)):
                base = list if issubclass(kind, list) else tuple
                self._open(level, base.__getitem__(value, _ALL))
            elif value is None or issubclass(kind, (int, float)):
                self._bytes -= 1
            else:
                return False
            if self._nodes < 0 or self._bytes < 0:
                break
        return True

    def _open(self, level: list[Any], held: Any) -> None:
        """Look into a container, unless it holds too much in itself."""
        if len(held) > self._nodes:
            self._nodes = -1
        else:
            level.extend(held)


def collected(
    items: Iterable[object], limits: ValueLimits, write: Write | None = None
) -> list[object] | Unwritten:
    """Take items until they are over a limit for sure, or one is no JSON."""
    found = Collected(limits, write)
    for item in items:
        if found.add(item):
            break
    return found.outcome()


def is_generator(value: object) -> TypeGuard[Generator[object, None, None]]:
    """Tell whether a value is a generator."""
    return type(value) is GeneratorType or _is_a(value, Generator)


def is_async_generator(
    value: object,
) -> TypeGuard[AsyncGenerator[object, None]]:
    """Tell whether a value is an async generator."""
    return _is_a(value, AsyncGenerator)


def is_awaitable(value: object) -> TypeGuard[Awaitable[object]]:
    """Tell whether a value can be awaited."""
    try:
        return inspect.isawaitable(value)
    except Exception:  # noqa: BLE001 - isinstance may run code of the value
        return False


def _is_a(value: object, kind: type) -> bool:
    try:
        # Not isinstance: it asks the value itself.
        return issubclass(type(value), kind)
    except Exception:  # noqa: BLE001 - metaclasses run code of their own
        return False
