"""What came of a list of tools: those that are fit, and what was not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolgate.messages.quoting import POINTER_LIMIT, inline, quoted
from toolgate.value_object import ValueObject, frozen_dataclass

if TYPE_CHECKING:
    from toolgate.tool import Tool


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Fault(ValueObject):
    """
    What is wrong with an entry of a list of tools, and where.

    `index` counts the entries from 0, over all pages; None where the fault
    is the list's. `name` is the entry's, where it has one that can be read:
    a text from outside. `pointer` is the place inside of the entry (or of
    the list), as an RFC 6901 JSON Pointer. `reason` repeats no values.

    >>> print(Fault(index=3, name="up", pointer="/name", reason="is taken"))
    tools[3] "up" at /name: is taken
    """

    index: int | None
    name: str | None
    pointer: str
    reason: str

    def __str__(self) -> str:
        shown = "tools" if self.index is None else f"tools[{self.index}]"
        if self.name is not None:
            shown += f" {quoted(self.name)}"
        if self.pointer:
            shown += f" at {inline(self.pointer, POINTER_LIMIT)}"
        return f"{shown}: {self.reason}"


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Imported(ValueObject):
    """
    What came of a list of tools.

    `tools` go to `registry.register_all(..., on_error="collect")`, which
    judges their schemas. `rejected` are the entries that cannot be tools,
    `left_out` the parts that were left out of tools (an icon that must not
    be shown) or of the list. `ttl_ms` says for how many milliseconds the
    list is fresh, `cache_scope` for whom ("public" or "private"),
    `next_cursor` where it goes on; None at its end, and "" is a cursor.

    >>> Imported(tools=()).cache_scope
    'private'
    """

    tools: tuple[Tool, ...]
    rejected: tuple[Fault, ...] = ()
    left_out: tuple[Fault, ...] = ()
    ttl_ms: int = 0
    cache_scope: str = "private"
    next_cursor: str | None = None

    def __repr__(self) -> str:
        count = len(self.tools)
        parts = [f"{count} tool{'s' * (count != 1)}"]
        if self.rejected:
            parts.append(f"{len(self.rejected)} rejected")
        if self.left_out:
            parts.append(f"{len(self.left_out)} left out")
        if self.next_cursor is not None:
            parts.append("more to come")
        return f"<Imported: {', '.join(parts)}>"
