"""What changed between two lists of a server's tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from toolgate.json_copy import type_name
from toolgate.json_value import canonical
from toolgate.messages.quoting import tool_name
from toolgate.sources.imported import Imported
from toolgate.tool import Tool
from toolgate.value_object import ValueObject, frozen_dataclass

Tools: TypeAlias = Imported | Mapping[str, Tool] | Iterable[Tool]

_DOCUMENTS: Final = ("input_schema", "output_schema", "meta")
_FIELDS: Final = (
    "title",
    "description",
    "input_schema",
    "output_schema",
    "annotations",
    "icons",
    "meta",
)


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ToolChange(ValueObject):
    """
    A tool that a server lists otherwise than before.

    `name` is its name there; `fields` are the fields of `Tool` that differ.
    """

    name: str
    fields: tuple[str, ...]
    before: Tool
    after: Tool

    def __str__(self) -> str:
        return f"{tool_name(self.name)}: {', '.join(self.fields)}"


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ToolsDiff(ValueObject):
    """
    What differs between two lists: true where anything does.

    >>> bool(ToolsDiff())
    False
    """

    added: tuple[Tool, ...] = ()
    removed: tuple[Tool, ...] = ()
    changed: tuple[ToolChange, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)

    def __str__(self) -> str:
        return "\n".join(
            [f"+ {tool_name(_name(tool))}" for tool in self.added]
            + [f"- {tool_name(_name(tool))}" for tool in self.removed]
            + [f"~ {change}" for change in self.changed]
        )


def diff_tools(
    before: Tools, after: Tools, *, origin: str | None = None
) -> ToolsDiff:
    """
    Compare two lists of tools by what a server says of them.

    Each is an `Imported`, a registry, or tools; `origin` looks at the tools
    of one server alone. Tools are matched by origin and `source_name`, so
    that a namespace does not matter. Compared are title, description, both
    schemas, annotations, icons and meta: documents regardless of the order
    of their keys, and not what the host decides (handler, side effect).

    Raises `TypeError` for what is no tools.

    >>> one = Tool(name="a", origin="crm")
    >>> two = Tool(name="a", origin="crm", description="Look up.")
    >>> print(diff_tools([one], [two, Tool(name="b", origin="crm")]))
    + b
    ~ a: description
    """
    old, new = _keyed(before, origin), _keyed(after, origin)
    changed = [
        ToolChange(
            name=_name(tool), fields=fields, before=old[key], after=tool
        )
        for key, tool in new.items()
        if key in old and (fields := _differing(old[key], tool))
    ]
    return ToolsDiff(
        added=tuple(tool for key, tool in new.items() if key not in old),
        removed=tuple(tool for key, tool in old.items() if key not in new),
        changed=tuple(changed),
    )


def _keyed(
    tools: Any, origin: str | None
) -> dict[tuple[str | None, str], Tool]:
    given: Any = tools
    kind = type(tools)
    if issubclass(kind, Imported):
        given = tools.tools
    elif issubclass(kind, Mapping):
        given = tools.values()
    keyed: dict[tuple[str | None, str], Tool] = {}
    for tool in given if issubclass(type(given), Iterable) else (given,):
        if type(tool) is not Tool:
            raise TypeError(
                "diff_tools compares tools (an Imported, a registry, a list "
                f"of Tool), not {type_name(type(tool))}"
            )
        if origin is None or tool.origin == origin:
            keyed.setdefault((tool.origin, _name(tool)), tool)
    return keyed


def _name(tool: Tool) -> str:
    return tool.source_name or tool.name


def _differing(one: Tool, two: Tool) -> tuple[str, ...]:
    return tuple(name for name in _FIELDS if _differs(name, one, two))


def _differs(name: str, one: Tool, two: Tool) -> bool:
    if name not in _DOCUMENTS:
        return bool(getattr(one, name) != getattr(two, name))
    # As kept: equal texts are equal documents, and mostly they are.
    if one.__dict__[name] == two.__dict__[name]:
        return False
    return canonical(getattr(one, name)) != canonical(getattr(two, name))
