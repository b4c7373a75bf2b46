"""What goes to a provider's surface and what comes out of it, as data."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol, overload

from toolgate.calls import ToolCall
from toolgate.field_checks import check_series, check_texts, kind_of
from toolgate.value_object import ValueObject, frozen_dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolgate.result import ToolResult
    from toolgate.tool import Tool
    from toolgate.typing import JSONObject, JSONValue

_NONE: Mapping[str, object] = MappingProxyType({})


@frozen_dataclass(frozen=True, eq=False, repr=False)
class Repair(ValueObject):
    """
    One thing that was mended in a call before the gate saw it.

    `pointer` is a JSON Pointer (RFC 6901) into the arguments as they came,
    `action` says in words what was done there. No value is repeated.

    >>> Repair("/user", "read the text as the JSON that it holds").pointer
    '/user'
    """

    pointer: str
    action: str

    def __post_init__(self) -> None:
        check_texts(self, "pointer", "action")


class _Carried:
    """The field `carried`: copied in, and handed out as a copy."""

    @overload
    def __get__(self, call: None, owner: type) -> _Carried: ...
    @overload
    def __get__(self, call: object, owner: type) -> dict[str, object]: ...
    def __get__(
        self, call: object | None, owner: type
    ) -> _Carried | dict[str, object]:
        return self if call is None else deepcopy(call.__dict__["carried"])

    def __set__(self, call: object, value: object) -> None:
        if type(value) is _Carried:  # itself: the default
            value = {}
        if not isinstance(value, Mapping):
            raise TypeError(
                f"WireCall.carried must be a mapping, not {kind_of(value)}"
            )
        call.__dict__["carried"] = deepcopy(dict(value))

    def __repr__(self) -> str:
        return "{}"  # what signatures show as the default


# The one of this project makes no subclass of a frozen dataclass.
@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class WireCall(ToolCall):
    """
    A call as a provider's surface decoded it.

    A `ToolCall`, so gates take it. `name` is the tool's own name,
    `wire_name` the one that the model used. `carried` holds what else came
    with the call and nobody here reads, for the way back: plain values, in
    which bytes are bytes. `repairs` lists what was mended, in order.

    Raises `TypeError` for a field of the wrong type.

    >>> call = WireCall(
    ...     tool_call_id="toolu_1",
    ...     name="crm.find",
    ...     arguments={"id": 17},
    ...     wire_name="crm_find",
    ... )
    >>> call, call.carried
    (<WireCall 'toolu_1': 'crm.find' with a dict of 1>, {})
    """

    wire_name: str
    carried: _Carried = field(default=_Carried())
    repairs: tuple[Repair, ...] = ()

    def __post_init__(self) -> None:
        check_texts(self, "wire_name")
        check_series(self, "repairs", Repair)

    def __repr__(self) -> str:
        return "<Wire" + super().__repr__().removeprefix("<Tool")


class RawCall(NamedTuple):
    """
    A call as it came from the provider: nothing is mapped back yet.

    `arguments` is the JSON text, the object, or None where there was
    neither; `carried` is everything else that came with the call, without
    nulls. `carried["index"]` is its place among the calls of its response,
    from 0; `carried["generated_id"]` is True where the provider gave none.
    """

    tool_call_id: str
    name: str
    arguments: object
    carried: dict[str, object]


class ToolDraft(NamedTuple):
    """
    A tool that is ready to be put into a provider's form.

    `name` is the name on the wire, `schema` the schema on the wire, an
    object schema; `examples` are arguments on the wire. `options` are fields
    of the provider's tool that toolgate has no word for, such as
    `cache_control`.
    """

    name: str
    description: str | None
    schema: JSONObject
    strict: bool = False
    examples: Sequence[JSONValue] = ()
    options: Mapping[str, object] = _NONE
    tool: Tool | None = None


class Surface(Protocol):
    """
    One surface of one provider: plain dicts out, dicts or SDK objects in.

    Everything is pure. `WireError` is raised for what the surface does not
    take, `TypeError` for a call or a result that is none.
    """

    @property
    def id(self) -> str:
        """The target's name, such as `openai-chat`."""

    def tool(self, draft: ToolDraft) -> dict[str, object]:
        """Return a tool as the provider's request has it."""

    def tool_list(
        self, tools: Sequence[dict[str, object]]
    ) -> list[dict[str, object]]:
        """Return the value of the request's `tools`, for such tools."""

    def strict_conflict(self, options: Mapping[str, object]) -> str | None:
        """Say why a tool with these options cannot be strict, or None."""

    def call(self, item: object, position: int = 0) -> RawCall:
        """Read one call; `position` is its place among those of a response."""

    def calls(self, response: object) -> list[RawCall]:
        """Read all calls in a whole response, or a message, in order."""

    def result(self, call: WireCall, result: ToolResult) -> dict[str, object]:
        """Return the answer to one call: a message, an item or a part."""

    def results(
        self, answered: Sequence[tuple[WireCall, ToolResult]]
    ) -> list[dict[str, object]]:
        """Return the messages that answer these calls, grouped as it must."""
