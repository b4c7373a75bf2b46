"""The calls of one run, counted together and bounded."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from toolgate.calls import asked_by
from toolgate.context import ToolContext
from toolgate.gate.tally import Tally
from toolgate.result import ToolResult

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from toolgate.calls import CheckedCall, ToolCall
    from toolgate.gate.call_options import CallOptions, CheckOptions
    from toolgate.gate.floor import Floor
    from toolgate.gate.lookup import Catalog


class Door(Protocol):
    """What a run needs of its gate."""

    _catalog: Catalog
    _floor: Floor

    def dispatch(
        self,
        tool_call_id: str,
        name: str,
        arguments: object = None,
        **options: Unpack[CallOptions],
    ) -> ToolResult:
        """Run one call."""

    async def adispatch(
        self,
        tool_call_id: str,
        name: str,
        arguments: object = None,
        **options: Unpack[CallOptions],
    ) -> ToolResult:
        """Run one call from an event loop."""

    def check(
        self,
        tool_call_id: str,
        name: str,
        arguments: object = None,
        **options: Unpack[CheckOptions],
    ) -> CheckedCall | ToolResult:
        """Judge a call."""

    def finish(self, checked: CheckedCall, value: object) -> ToolResult:
        """Conclude a call."""


class Run:
    """
    The calls of one run of an agent, through a gate; `ToolGate.run` makes it.

    It has the methods of the gate, and counts what goes through them. A
    call is invalid where the model got it wrong and can mend it: its
    failure is `invalid_json`, `invalid_arguments` or `unknown_tool`, also
    where the last is raised as `UnknownToolError`. What is `denied`, a
    `tool_error`, `crashed`, `timed_out` or `invalid_output` was a valid
    call, and has other causes than what the model wrote.

    `max_invalid` invalid calls are answered, each with how many are left:
    for the model in the last line of the text, for the host in
    `failure.invalid_left`. The next one raises `InvalidCallBudgetExceeded`,
    with its answer in `result`. A run that is over runs nothing more: each
    further call raises the same, unjudged. `max_calls` bounds all calls;
    the next raises `CallBudgetExceeded`. A call counts each time that it
    comes to `dispatch` or `check`, so once more when it comes back with an
    approval.

    All counts live in this object, and nothing of it in the gate: two runs
    of one id know nothing of each other. Any number of threads and tasks
    may share it. Handlers and policies find `run_id` in their context,
    unless the host gave another there.

    >>> from toolgate import Tool, ToolRegistry
    >>> registry = ToolRegistry()
    >>> registry.register(Tool(name="ping", handler=lambda arguments: "pong"))
    Tool('ping')
    >>> run = registry.gate.run("run-42", max_invalid=3)
    >>> print(run.dispatch("call_1", "ping", "{").text)
    invalid_json: the text ends before the JSON does; it was cut off at line \
1 column 2
    Invalid calls left in this run: 2. One more than that ends it.
    >>> run.dispatch("call_2", "ping", "{}"), run.calls, run.invalid
    (ToolResult('pong'), 2, 1)
    """

    __slots__ = ("__weakref__", "_context", "_gate", "_run_id", "_tally")

    def __init__(
        self,
        gate: Door,
        run_id: str,
        *,
        max_invalid: int = 8,
        max_calls: int | None = None,
    ) -> None:
        self._tally = Tally(
            run_id,
            max_invalid,
            max_calls,
            catalog=gate._catalog,  # noqa: SLF001 - a run is part of its gate
            floor=gate._floor,  # noqa: SLF001 - as above
        )
        self._gate = gate
        self._run_id = run_id
        self._context = ToolContext(run_id=run_id)

    @property
    def run_id(self) -> str:
        """The id of the run."""
        return self._run_id

    @property
    def calls(self) -> int:
        """How many calls there were, without those refused as too many."""
        return self._tally.calls

    @property
    def invalid(self) -> int:
        """How many of the calls were invalid."""
        return self._tally.invalid

    @property
    def invalid_left(self) -> int:
        """How many further invalid calls are answered."""
        return self._tally.left

    def dispatch(
        self,
        tool_call_id: str,
        name: str,
        arguments: object = None,
        **options: Unpack[CallOptions],
    ) -> ToolResult:
        """Run one call; see `ToolGate.dispatch`."""
        options["context"] = self._with_id(options.get("context"))
        with self._tally.counting(tool_call_id, name):
            result = self._gate.dispatch(
                tool_call_id, name, arguments, **options
            )
        return self._tally.counted(result)

    async def adispatch(
        self,
        tool_call_id: str,
        name: str,
        arguments: object = None,
        **options: Unpack[CallOptions],
    ) -> ToolResult:
        """Run one call from an event loop; see `ToolGate.adispatch`."""
        options["context"] = self._with_id(options.get("context"))
        with self._tally.counting(tool_call_id, name):
            result = await self._gate.adispatch(
                tool_call_id, name, arguments, **options
            )
        return self._tally.counted(result)

    def dispatch_call(
        self, call: ToolCall, **options: Unpack[CallOptions]
    ) -> ToolResult:
        """Run a `ToolCall`; see `dispatch`."""
        return self.dispatch(*asked_by(call), **options)

    async def adispatch_call(
        self, call: ToolCall, **options: Unpack[CallOptions]
    ) -> ToolResult:
        """Run a `ToolCall` from an event loop; see `adispatch`."""
        return await self.adispatch(*asked_by(call), **options)

    def check(
        self,
        tool_call_id: str,
        name: str,
        arguments: object = None,
        **options: Unpack[CheckOptions],
    ) -> CheckedCall | ToolResult:
        """Judge a call without running it; see `ToolGate.check`."""
        options["context"] = self._with_id(options.get("context"))
        with self._tally.counting(tool_call_id, name):
            checked = self._gate.check(
                tool_call_id, name, arguments, **options
            )
        if type(checked) is ToolResult:
            return self._tally.counted(checked)
        return checked

    def finish(self, checked: CheckedCall, value: object) -> ToolResult:
        """
        Conclude a call that was checked; see `ToolGate.finish`.

        It began, so it is concluded even where the run is over by now.
        """
        return self._tally.counted(self._gate.finish(checked, value))

    def _with_id(self, context: ToolContext | None) -> ToolContext | None:
        if context is None:
            return self._context
        if type(context) is ToolContext and context.run_id is None:
            return replace(context, run_id=self._run_id)
        return context

    def __repr__(self) -> str:
        return f"<Run {self._run_id!r}: {self._tally!r}>"


def run(
    gate: Door,
    run_id: str,
    *,
    max_invalid: int = 8,
    max_calls: int | None = None,
) -> Run:
    """
    Begin a run: calls that are counted together, and bounded.

    After `max_invalid` invalid calls the next raises
    `InvalidCallBudgetExceeded`, after `max_calls` calls the next raises
    `CallBudgetExceeded`; see `Run`. Raises `TypeError` or `ValueError` for
    counts that are no ints of at least 0.
    """
    return Run(gate, run_id, max_invalid=max_invalid, max_calls=max_calls)
