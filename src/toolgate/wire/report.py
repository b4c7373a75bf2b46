"""What an export did, for people."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Literal,
    NamedTuple,
    TypeAlias,
    cast,
    overload,
)

from toolgate.json_value import copied
from toolgate.value_object import ValueObject, frozen_dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.tool import Tool
    from toolgate.typing import JSONObject
    from toolgate.wire.changes import Change
    from toolgate.wire.schema.codec import Codec

Status: TypeAlias = Literal["exact", "changed", "refused"]


class _Kept:
    """A field with a JSON object that is handed out as a copy."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, exported: None, owner: type) -> _Kept: ...
    @overload
    def __get__(self, exported: object, owner: type) -> JSONObject | None: ...
    def __get__(
        self, exported: object | None, owner: type
    ) -> _Kept | JSONObject | None:
        if exported is None:
            return self
        return cast("JSONObject | None", copied(exported.__dict__[self._name]))

    def __set__(self, exported: object, value: object) -> None:
        # Itself is the default.
        exported.__dict__[self._name] = None if value is self else value

    def __repr__(self) -> str:
        return "None"  # what signatures show as the default


class _Entries:
    """The field `changes`: each with values of its own."""

    @overload
    def __get__(self, exported: None, owner: type) -> _Entries: ...
    @overload
    def __get__(self, exported: object, owner: type) -> tuple[Change, ...]: ...
    def __get__(
        self, exported: object | None, owner: type
    ) -> _Entries | tuple[Change, ...]:
        if exported is None:
            return self
        return tuple(
            change._replace(old=copied(change.old), new=copied(change.new))
            for change in exported.__dict__["changes"]
        )

    def __set__(self, exported: object, value: object) -> None:
        # Itself is the default.
        exported.__dict__["changes"] = () if value is self else value

    def __repr__(self) -> str:
        return "()"  # what signatures show as the default


@frozen_dataclass(frozen=True, eq=False, repr=False)
class ExportedTool(ValueObject):
    """
    What became of one tool.

    `status` is `exact` where the wire schema takes what the author's takes
    (written in another way, perhaps, and with other annotations), `changed`
    where it takes more or less, `refused` where the tool is not sent;
    `reason` says why it is refused, or why it is not strict. `definition` is
    the tool as it stands in the request, `schema` its wire schema, both None
    where it is refused. `checkable` is the wire schema as JSON Schema, which
    differs where the target's form is none. `changes` are all differences.
    All four are copies, each time.

    >>> from toolgate import Tool, wire
    >>> wire.export([Tool(name="crm.find")], to="openai-chat")["crm.find"]
    <ExportedTool 'crm.find' as 'crm_find_928d234f': exact, strict>
    """

    tool: Tool
    wire_name: str
    status: Status
    strict: bool = False
    reason: str | None = None
    definition: _Kept = _Kept()
    schema: _Kept = _Kept()
    checkable: _Kept = _Kept()
    changes: _Entries = _Entries()
    codec: Codec | None = None

    @property
    def name(self) -> str:
        """The tool's own name."""
        return self.tool.name

    def __hash__(self) -> int:
        return hash((self.tool, self.wire_name, self.status, self.strict))

    def __repr__(self) -> str:
        return f"<ExportedTool {_line(self, told=repr)}>"


class Report(NamedTuple):
    """
    What became of each tool; a line for each, and one for each change.

    `tools` are the exported tools, `target` is where they go.
    """

    target: str
    tools: tuple[ExportedTool, ...]

    def __repr__(self) -> str:
        return f"<Report {self._sum()}>"

    def _sum(self) -> str:
        sent = [each for each in self.tools if each.status != "refused"]
        strict = sum(each.strict for each in sent)
        return (
            f"{self.target}: {len(sent)} of {len(self.tools)} tools sent, "
            f"{strict} strict"
        )

    def __str__(self) -> str:
        lines = [self._sum()]
        for each in self.tools:
            lines.append(_line(each))
            lines += [f"  {change}" for change in each.changes]
        return "\n".join(lines)


def _line(exported: ExportedTool, told: Callable[[str], str] = str) -> str:
    name = told(exported.name)
    if exported.wire_name != exported.name:
        name = f"{name} as {told(exported.wire_name)}"
    mode = ", strict" if exported.strict else ""
    reason = exported.reason or ""
    if reason:
        reason = (
            f", {reason}" if exported.status != "refused" else f": {reason}"
        )
    return f"{name}: {exported.status}{mode}{reason}"
