"""Errors of single calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolgate.exceptions.root import ToolgateError, pointer_of

if TYPE_CHECKING:
    from toolgate.typing import JSONValue, Path

_SHOWN = 200

INVALID_PARAMS = -32602
"""JSON-RPC 2.0, section 5.1: invalid method parameters."""


class ProtocolError(ToolgateError):
    """
    The call itself was malformed: the client's fault, not the model's.

    `code` and `data` are those of a JSON-RPC 2.0 error object.

    >>> ProtocolError("no name").code
    -32602
    """

    def __init__(
        self,
        message: str,
        *,
        code: int = INVALID_PARAMS,
        data: JSONValue = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.data = data


class UnknownToolError(ProtocolError):
    """
    No tool of that name is registered.

    MCP 2026-07-28, server/tools: a protocol error with code -32602.

    >>> str(UnknownToolError("get_wether", closest="get_weather"))
    'Unknown tool: get_wether. Did you mean get_weather?'
    """

    def __init__(
        self,
        name: str,
        *,
        closest: str | None = None,
        is_misplaced: bool = False,
    ) -> None:
        hint = f". Did you mean {closest}?" if closest else ""
        if is_misplaced:
            hint = "; a call has three parts: tool_call_id, name, arguments"
        super().__init__(f"Unknown tool: {name}{hint}")
        self.name = name
        self.closest = closest


class EngineUnavailableError(ToolgateError):
    """The engine that was asked for is not installed."""


class InvalidJSONError(ToolgateError):
    """
    A text or a Python value is not JSON, or is over a limit.

    `reason` says what is wrong, without quoting the text; `code` is a short
    stable name for the same, such as `trailing_text` or `too_deep`, and
    `found` a detail that is safe to show: a limit, a type name. `line` and
    `column` count from 1 and are set for texts; `path` leads to the value at
    fault where that is known.

    >>> error = InvalidJSONError("too long", code="long", path=("ids", 0))
    >>> str(error)
    "too long at '/ids/0'"
    """

    def __init__(
        self,
        reason: str,
        *,
        code: str,
        found: str | int | None = None,
        path: Path = (),
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.code = code
        self.found = found
        self.path = path
        self.line = line
        self.column = column

    def __str__(self) -> str:
        if self.line is not None:
            return f"{self.reason} at line {self.line} column {self.column}"
        if self.path:
            # Keys come from outside: escaped and cut where they are shown.
            return f"{self.reason} at {pointer_of(self.path)[:_SHOWN]!a}"
        return self.reason


class NotAnObjectError(InvalidJSONError):
    """
    The arguments are JSON, but not a JSON object.

    `found` is the JSON type that came instead.
    """


class PointerError(ToolgateError):
    """
    A text is no JSON Pointer, or it leads to nothing in a document.

    `pointer` is the text, as it was given.
    """

    def __init__(self, reason: str, *, pointer: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.pointer = pointer


class ApprovalRequired(ToolgateError):  # noqa: N818 - a question, not a fault
    """
    A policy asks for a person's approval before this call runs.

    Ask the person, then dispatch the same call again with
    `approval=error.token`. `arguments` are the checked arguments.
    """

    def __init__(
        self,
        reason: str,
        *,
        token: str,
        tool: str,
        tool_call_id: str,
        arguments: dict[str, JSONValue],
    ) -> None:
        super().__init__(f"tool {tool} needs approval: {reason}")
        self.reason = reason
        self.token = token
        self.tool = tool
        self.tool_call_id = tool_call_id
        self.arguments = arguments


class AsyncToolError(ToolgateError):
    """
    An async tool was called through the synchronous door.

    `called` says that its handler had been called by then: it did not look
    async, and returned something to await.
    """

    def __init__(self, tool: str, *, called: bool = False) -> None:
        super().__init__(
            f"tool {tool} is async: await adispatch(...), acall(...) or "
            "adispatch_tool_call(...) instead"
        )
        self.tool = tool
        self.called = called


class NoHandlerError(ToolgateError):
    """A tool without a handler was dispatched; the host runs it itself."""

    def __init__(self, tool: str) -> None:
        super().__init__(
            f"tool {tool} has no handler: use gate.check(...), run it, then "
            "gate.finish(checked, value)"
        )
        self.tool = tool


class CallBudgetExceeded(ToolgateError):  # noqa: N818 - a run's end, no fault
    """
    A run made more calls than it may; the run must stop, a person looks.

    `run_id` names the run, `limit` is how many calls it may make. `result`
    is the `ToolResult` that answers this call, for hosts that owe the model
    an answer to each. The call did not run.
    """

    _told = "calls"

    def __init__(self, *, run_id: str, limit: int, result: Any) -> None:
        super().__init__(
            f"run {run_id} may make {limit} {self._told}, and this is one "
            "more: stop it, and let a person look"
        )
        self.run_id = run_id
        self.limit = limit
        self.result = result


class InvalidCallBudgetExceeded(CallBudgetExceeded):
    """
    A run made more invalid calls than it may: `limit` of them.

    `result` is the answer to the call that was one too many: what was
    invalid about it. Later calls of the run raise this as well, and are not
    looked at any more; their `result` says so.
    """

    _told = "invalid calls"


class MissingContextValue(ToolgateError):  # noqa: N818 - what is missing
    """
    A tool needs a trusted value that the host did not supply.

    Raised before the handler runs. `keys` are the names that are missing
    from `ToolContext.values`.
    """

    def __init__(self, tool: str, keys: tuple[str, ...]) -> None:
        listed = ", ".join(map(repr, keys))
        super().__init__(
            f"tool {tool} needs {listed} from the host: pass "
            "context=ToolContext(values={...})"
        )
        self.tool = tool
        self.keys = keys


class ToolError(ToolgateError):
    """
    Raised by a handler to tell the model what went wrong.

    The message is the one text of a failing handler that the model sees;
    it is cut to `CallLimits.max_text` characters.

    >>> raise ToolError("No order 17; call list_orders first")
    Traceback (most recent call last):
    toolgate.exceptions.ToolError: No order 17; call list_orders first
    """


class WireError(ToolgateError):
    """
    What goes to a provider, or came from one, is not of its form.

    `reason` says what is wrong and what to do, and quotes no argument;
    `target` is the provider's surface, such as `anthropic`.

    >>> str(WireError("the tool call has no id", target="anthropic"))
    'anthropic: the tool call has no id'
    """

    def __init__(self, reason: str, *, target: str) -> None:
        super().__init__(f"{target}: {reason}")
        self.reason = reason
        self.target = target
