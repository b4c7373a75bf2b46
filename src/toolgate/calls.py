"""A call on its way through the gate, as data."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from toolgate.json_copy import type_name
from toolgate.value_object import ValueObject, frozen_dataclass, stored

if TYPE_CHECKING:
    from toolgate.context import ToolContext
    from toolgate.entry import Entry
    from toolgate.result import Stage
    from toolgate.tool import Tool
    from toolgate.typing import JSONObject

_SIZED = frozenset({str, bytes, dict, list})

Outcome: TypeAlias = Literal["ok", "error", "raised"]


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ToolCall(ValueObject):
    """
    What a model asked for: untrusted.

    `arguments` is the JSON text as it came, or an object that a provider
    already decoded; None stands for no arguments. The repr tells their size
    and shows none of them.

    >>> ToolCall(tool_call_id="call_1", name="add", arguments="{}")
    <ToolCall 'call_1': 'add' with a str of 2>
    """

    tool_call_id: str
    name: str
    arguments: object = None

    def __repr__(self) -> str:
        kind = type(self.arguments)
        told = "no arguments" if self.arguments is None else kind.__name__
        if kind in _SIZED:
            told = f"a {kind.__name__} of {len(self.arguments)}"  # type: ignore[arg-type]
        return f"<ToolCall {self.tool_call_id!r}: {self.name!r} with {told}>"

    def __hash__(self) -> int:
        # The arguments may be decoded already, and hold what has no hash.
        return hash((self.tool_call_id, self.name))


_asked = attrgetter("tool_call_id", "name", "arguments")


def asked_by(call: object) -> tuple[str, str, object]:
    """
    Read a `ToolCall`: who asks for what, with which arguments.

    Raises `TypeError` for what is none, and not like one.
    """
    try:
        return _asked(call)
    except AttributeError:
        raise TypeError(
            "a call is a ToolCall(tool_call_id=..., name=..., arguments=...)"
            f", not {type_name(type(call))}"
        ) from None


class CheckedCall:
    """
    A call that passed the door, the input schema and the policies.

    `arguments` are exactly what the model sent, decoded. Policies get one,
    and so does a host that runs the handler itself; it hands the call back
    to `ToolGate.finish`, once. The `context` is the host's. Gates make these.
    """

    # Not a dataclass: one is made for every call, and a frozen dataclass
    # takes four times as long to make.
    __slots__ = (
        "_arguments",
        "_began",
        "_context",
        "_entry",
        "_open",
        "_tool_call_id",
        "_trace",
    )

    def __init__(
        self,
        tool_call_id: str,
        entry: Entry,
        arguments: JSONObject,
        context: ToolContext | None,
    ) -> None:
        self._tool_call_id = tool_call_id
        self._entry = entry
        self._arguments = arguments
        self._context = context
        self._trace: Any = None
        self._began = True
        self._open = True

    if TYPE_CHECKING:  # what follows is faster, and says no types

        @property
        def tool_call_id(self) -> str:
            """The call's id."""
            return self._tool_call_id

        @property
        def entry(self) -> Entry:
            """The registered tool."""
            return self._entry

        @property
        def arguments(self) -> JSONObject:
            """What the model sent, decoded."""
            return self._arguments

        @property
        def context(self) -> ToolContext | None:
            """The host's context, or None."""
            return self._context

    else:
        tool_call_id = stored("_tool_call_id", "The call's id.")
        entry = stored("_entry", "The registered tool.")
        arguments = stored("_arguments", "What the model sent, decoded.")
        context = stored("_context", "The host's context, or None.")

    @property
    def tool(self) -> Tool:
        """The tool that was called."""
        return self._entry.tool

    def __repr__(self) -> str:
        return (
            f"<CheckedCall {self._tool_call_id!r}: {self.tool.name} with "
            f"{len(self._arguments)} arguments>"
        )


class Decision(NamedTuple):
    """
    What a policy says: allow, deny, or ask a person.

    The sentence of a denial is for the model; the one of a question is for
    the person.

    >>> Decision.deny("Refunds over 100 need a supervisor")
    Decision(verdict='deny', reason='Refunds over 100 need a supervisor')
    """

    verdict: Literal["allow", "deny", "ask"]
    reason: str = ""

    @classmethod
    def allow(cls) -> Decision:
        """Let the call through, as far as this policy is concerned."""
        return cls("allow")

    @classmethod
    def deny(cls, reason: str) -> Decision:
        """Refuse the call; the model reads the reason."""
        return cls("deny", reason)

    @classmethod
    def ask(cls, reason: str) -> Decision:
        """Let a person decide; `ApprovalRequired` carries the reason."""
        return cls("ask", reason)


class CallRecord(NamedTuple):
    """
    What observers learn of one call; arguments are not part of it.

    `tool` is the registered name, or `unknown` where there is none.
    `outcome` is `ok`, `error` (the result is an error) or `raised` (an
    exception left the gate). `stage` is the one at which the call ended,
    `kind` what went wrong there: a failure's kind, or the name of the
    exception that was raised. `validation_stage` is `input`, `overlay` or
    `output` where a schema was broken (for `input` also where the types of a
    function were), `keywords` are the JSON Schema keywords broken. `overlays`
    are the names of the overlays that refused. `exception` is for the host
    only.
    """

    tool_call_id: str
    tool: str
    tool_id: str | None
    origin: str | None
    stage: Stage
    outcome: Outcome
    kind: str | None
    validation_stage: Literal["input", "overlay", "output"] | None
    keywords: tuple[str, ...]
    input_fingerprint: str | None
    output_fingerprint: str | None
    seconds: float
    exception: BaseException | None = None
    overlays: tuple[str, ...] = ()
