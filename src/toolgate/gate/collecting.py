"""Telling what is to be awaited or collected, and collecting in limits."""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Awaitable, Generator
from types import GeneratorType
from typing import TYPE_CHECKING, Any, TypeGuard

from toolgate.content import is_block, payloads

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolgate.limits import ValueLimits


_ALL = slice(None)


class Collected:
    """
    Items, and whether they are over a limit for sure by now.

    Each is weighed when it comes: the strings in plain containers and in
    content blocks, and one byte for every other value, are the least that
    its JSON text takes. What is over a limit here is refused by the checks
    of the output.
    """

    __slots__ = ("_bytes", "_nodes", "items")

    def __init__(self, limits: ValueLimits) -> None:
        self.items: list[object] = []
        self._bytes = limits.max_bytes
        self._nodes = limits.max_nodes

    def add(self, item: object) -> bool:
        """Keep an item, and tell whether it is the last."""
        self.items.append(item)
        if type(item) is str:
            self._nodes -= 1
            self._bytes -= len(item)
        else:
            self._weigh(item)
        return self._nodes < 0 or self._bytes < 0

    def _weigh(self, item: object) -> None:
        level: list[Any] = [item]
        for value in level:
            kind = type(value)
            self._nodes -= 1
            # As in `own`, subclasses are read through the base type.
            if issubclass(kind, str):
                self._bytes -= str.__len__(value)
            elif issubclass(kind, dict):
                self._open(level, dict.values(value))
                self._bytes -= sum(
                    [
                        len(name)
                        for name in dict.keys(value)
                        if type(name) is str
                    ]
                )
            elif issubclass(kind, (list, tuple)):
                base = list if issubclass(kind, list) else tuple
                self._open(level, base.__getitem__(value, _ALL))
            elif issubclass(kind, (bytes, bytearray)):
                self._bytes -= memoryview(value).nbytes
            elif is_block(value):
                self._bytes -= sum(map(len, payloads(value)))
            else:
                self._bytes -= 1
            if self._nodes < 0 or self._bytes < 0:
                return

    def _open(self, level: list[Any], held: Any) -> None:
        """Look into a container, unless it holds too much in itself."""
        if len(held) > self._nodes:
            self._nodes = -1
        else:
            level.extend(held)


def collected(items: Iterable[object], limits: ValueLimits) -> list[object]:
    """Take items until they are over a limit for sure."""
    found = Collected(limits)
    for item in items:
        if found.add(item):
            break
    return found.items


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
