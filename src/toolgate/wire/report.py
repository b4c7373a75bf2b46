"""What an export did, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from toolgate.tool import Tool
    from toolgate.typing import JSONObject
    from toolgate.wire.changes import Change
    from toolgate.wire.schema.codec import Codec

Status: TypeAlias = Literal["exact", "changed", "refused"]


class ExportedTool(NamedTuple):
    """
    What became of one tool.

    `status` is `exact` where the wire schema takes what the author's takes
    (written in another way, perhaps, and with other annotations), `changed`
    where it takes more or less, `refused` where the tool is not sent;
    `reason` says why it is refused, or why it is not strict. `definition` is
    the tool as it stands in the request, `schema` its wire schema, both None
    where it is refused. `checkable` is the wire schema as JSON Schema, which
    differs where the target's form is none. `changes` are all differences.
    """

    tool: Tool
    wire_name: str
    status: Status
    strict: bool = False
    reason: str | None = None
    definition: JSONObject | None = None
    schema: JSONObject | None = None
    checkable: JSONObject | None = None
    changes: tuple[Change, ...] = ()
    codec: Codec | None = None

    @property
    def name(self) -> str:
        """The tool's own name."""
        return self.tool.name


class Report(NamedTuple):
    """
    What became of each tool; a line for each, and one for each change.

    `tools` are the exported tools, `target` is where they go.
    """

    target: str
    tools: tuple[ExportedTool, ...]

    def __str__(self) -> str:
        sent = [each for each in self.tools if each.status != "refused"]
        strict = sum(each.strict for each in sent)
        lines = [
            (
                f"{self.target}: {len(sent)} of {len(self.tools)} tools "
                f"sent, {strict} strict"
            )
        ]
        for each in self.tools:
            lines.append(_line(each))
            lines += [f"  {change}" for change in each.changes]
        return "\n".join(lines)


def _line(exported: ExportedTool) -> str:
    name = exported.name
    if exported.wire_name != name:
        name = f"{name} as {exported.wire_name}"
    mode = ", strict" if exported.strict else ""
    reason = f": {exported.reason}" if exported.reason else ""
    return f"{name}: {exported.status}{mode}{reason}"
