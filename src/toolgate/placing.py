"""Where a tool goes among others: names, namespaces, replacements."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from toolgate.exceptions import DuplicateToolError, InvalidToolError
from toolgate.messages.quoting import tool_name
from toolgate.tool import Tool
from toolgate.tool_fields import NAME_RULE, is_own_name

if TYPE_CHECKING:
    from collections.abc import Container

    from toolgate.entry import Entry
    from toolgate.toolset import Shelf


def checked(tool: object) -> Tool:
    """Return what is a tool; raises `InvalidToolError` for anything else."""
    if not isinstance(tool, Tool):
        raise InvalidToolError(
            "register takes a Tool(name=..., input_schema=..., handler=...), "
            f"not {type(tool).__name__}"
        )
    return tool


def check_namespace(namespace: object) -> None:
    """
    Raise ValueError for what cannot stand before the names of tools.

    >>> check_namespace("my crm")
    Traceback (most recent call last):
    ValueError: a namespace must be 1 to 128 of A-Z a-z 0-9 _ . - and start \
with a letter or _
    """
    if namespace is not None and not (
        isinstance(namespace, str) and is_own_name(namespace)
    ):
        raise ValueError(f"a namespace must be {NAME_RULE}")


def named(tool: Tool, namespace: str | None) -> Tool:
    """Return a tool under its name in a namespace."""
    if namespace is None:
        return tool
    return replace(
        tool,
        name=f"{namespace}.{tool.name}",
        source_name=tool.source_name,
        aliases=tuple(f"{namespace}.{alias}" for alias in tool.aliases),
    )


def place(
    held: Shelf,
    entry: Entry,
    *,
    replacing: bool,
    batch: Container[str] = (),
) -> None:
    """
    Put an entry on a shelf that nobody else sees yet.

    Raises `DuplicateToolError` for a taken name or alias; one from the same
    `batch` is never replaced.
    """
    tool = entry.tool
    old = held.entries.get(tool.name)
    if old is not None and (
        not replacing or old.tool.origin != tool.origin or tool.name in batch
    ):
        raise _duplicate(tool.name, old, tool, batch)
    for name in dict.fromkeys((tool.name, *tool.aliases)):
        other = held.routes.get(name)
        if other is not None and other is not old:
            raise _duplicate(name, other, tool, batch)
    if old is not None:
        held.remove(old)
    held.add(entry)


def _duplicate(
    name: str, held: Entry, tool: Tool, batch: Container[str]
) -> DuplicateToolError:
    owner = held.tool.name
    aliased = [of for of in (owner, tool.name) if of != name]
    return DuplicateToolError(
        name,
        origins=(held.tool.origin, tool.origin),
        alias_of=tool_name(aliased[0]) if aliased else None,
        in_batch=owner in batch,
    )
