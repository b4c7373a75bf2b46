"""A set of tools as a provider wants it, and the way back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from toolgate.calls import ToolCall
from toolgate.exceptions import InvalidJSONError
from toolgate.field_checks import kind_of, plain_text
from toolgate.json_door import JSONDoor
from toolgate.result import ToolResult
from toolgate.wire.answers import pairs_of
from toolgate.wire.calls import WireCall
from toolgate.wire.repairs import read_json_strings
from toolgate.wire.report import ExportedTool, Report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from toolgate.limits import CallLimits
    from toolgate.schema.compiled import CompiledSchema
    from toolgate.wire.calls import RawCall, Repair, Surface
    from toolgate.wire.schema.codec import Codec


RepairMode: TypeAlias = Literal["json_strings"]


class Exported(Mapping[str, ExportedTool]):
    """
    Tools in the form of a target, by their own names; `wire.export` makes it.

    `tools` is the value of the request's `tools`. `decode` and `decode_all`
    read calls, `encode_result` and `encode_results` write answers.
    """

    def __init__(
        self,
        target: str,
        surface: Surface,
        found: Iterable[ExportedTool],
        *,
        schema_of: Callable[[str], CompiledSchema],
        limits: CallLimits,
    ) -> None:
        self.target = target
        self._surface = surface
        self._found = tuple(found)
        self._tools = {each.name: each for each in reversed(self._found)}
        self._by_wire = {
            each.wire_name: each
            for each in self._found
            if each.status != "refused"
        }
        self._schema_of = schema_of
        self._door = JSONDoor(limits.arguments)

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The value of the request's `tools`: plain dicts, for the caller."""
        definitions: Any = [each.definition for each in self._by_wire.values()]
        return self._surface.tool_list(definitions)

    @property
    def report(self) -> Report:
        """What became of each tool; `print` it."""
        return Report(self.target, self._found)

    def decode(
        self,
        item: object,
        *,
        position: int = 0,
        repair: RepairMode | None = None,
    ) -> WireCall:
        """
        Read one call from an item of the provider's, a dict or SDK object.

        `position` is its place among the calls of its response, from 0:
        where the provider gives a call no id, one is made of it.

        What does not fit is left as it is, so that the gate answers it. With
        `repair="json_strings"`, a text where the schema refuses one is read
        as the JSON that it holds, if that fits; `call.repairs` tells.

        Raises `WireError` for an item that is no call of a tool, `TypeError`
        or `ValueError` for a position that is none.
        """
        mends = mending(repair)
        _check_position(position)
        return self._decoded(self._surface.call(item, position), mends=mends)

    def decode_all(
        self, response: object, *, repair: RepairMode | None = None
    ) -> list[WireCall]:
        """
        Read all calls in a whole response, in order; none gives an empty list.

        Raises `WireError` for what is no response of this provider's.
        """
        mends = mending(repair)
        calls = self._surface.calls(response)
        return [self._decoded(raw, mends=mends) for raw in calls]

    def encode_result(
        self, call: ToolCall, result: ToolResult
    ) -> dict[str, Any]:
        """
        Return the answer to one call, as the provider wants it.

        Raises `TypeError` for what is no call or no result.
        """
        return self._surface.result(self._wired(call), _result(result))

    def encode_results(
        self, answered: Sequence[tuple[ToolCall, ToolResult]]
    ) -> list[dict[str, Any]]:
        """
        Return the messages that answer calls, grouped as they must be.

        Raises `TypeError` for what are no pairs of a call and a result.
        """
        return self._surface.results(
            [
                (self._wired(call), _result(result))
                for call, result in pairs_of(answered)
            ]
        )

    def _decoded(self, raw: RawCall, *, mends: bool) -> WireCall:
        known = self._by_wire.get(raw.name) or self._sent(raw.name)
        arguments: Any = raw.arguments
        repairs: tuple[Repair, ...] = ()
        if known is not None and known.codec is not None:
            arguments = self._read(known.codec, arguments)
            if mends:
                schema = self._schema_of(known.name)
                arguments, repairs = self._mended(arguments, schema)
        return WireCall(
            tool_call_id=raw.tool_call_id,
            name=raw.name if known is None else known.name,
            arguments=arguments,
            wire_name=raw.name,
            carried=raw.carried,
            repairs=repairs,
        )

    def _sent(self, name: str) -> ExportedTool | None:
        """Return the tool that was sent, by its own name."""
        found = self._tools.get(name)
        return None if found is None or found.codec is None else found

    def _wired(self, call: Any) -> WireCall:
        # By the type alone: no code of the object's own runs.
        kind = type(call)
        if issubclass(kind, WireCall):
            return cast("WireCall", call)
        if not issubclass(kind, ToolCall):
            raise TypeError(f"call must be a ToolCall, not {kind_of(call)}")
        try:
            given, asked = call.tool_call_id, call.name
        except Exception as error:
            raise TypeError(
                f"call cannot be read: {kind_of(call)} failed"
            ) from error
        name = plain_text(asked, "ToolCall.name")
        sent = self._sent(name)
        return WireCall(
            tool_call_id=plain_text(given, "ToolCall.tool_call_id"),
            name=name,
            wire_name=name if sent is None else sent.wire_name,
        )

    def _read(self, codec: Codec, arguments: Any) -> Any:
        """Read arguments; what is no JSON object stays as it is."""
        if codec.is_identity:
            return arguments
        if (
            type(arguments) is str
            and codec.is_about_nulls
            and "null" not in arguments
        ):
            return arguments
        parsed = self._parsed(arguments)
        return arguments if parsed is None else codec.decode(parsed)

    def _mended(
        self, arguments: Any, schema: CompiledSchema
    ) -> tuple[Any, tuple[Repair, ...]]:
        parsed = self._parsed(arguments)
        if parsed is None:
            return arguments, ()
        mended, repairs = read_json_strings(parsed, schema)
        return (mended, repairs) if repairs else (arguments, ())

    def _parsed(self, arguments: Any) -> Any:
        """Return arguments as plain JSON, None for what no gate takes."""
        try:
            return self._door.read(arguments)
        except InvalidJSONError:
            return None

    def __getitem__(self, name: str) -> ExportedTool:
        return self._tools[name]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(each.name for each in self._found))

    def __len__(self) -> int:
        return len(self._tools)

    def __repr__(self) -> str:
        sent = len(self._by_wire)
        return f"<Exported to {self.target}: {sent} of {len(self)} tools>"


def mending(repair: str | None) -> bool:
    """Tell whether to mend; raise `ValueError` for what is no way to."""
    if repair not in (None, "json_strings"):
        raise ValueError("repair is 'json_strings' or None")
    return repair is not None


def _result(result: object) -> ToolResult:
    if type(result) is not ToolResult:
        raise TypeError(f"result must be a ToolResult, not {kind_of(result)}")
    return result


def _check_position(position: object) -> None:
    if type(position) is not int:
        raise TypeError(f"position must be an int, not {kind_of(position)}")
    if position < 0:
        raise ValueError("position must be 0 or more")
