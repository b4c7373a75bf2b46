"""Driving a call through the pipeline, synchronously or not."""

from __future__ import annotations

import difflib
from functools import cache
from heapq import nlargest
from itertools import islice
from typing import TYPE_CHECKING, Protocol, TypeAlias

from toolgate.calls import CheckedCall
from toolgate.context import ToolContext
from toolgate.exceptions import (
    AsyncToolError,
    NoHandlerError,
    UnknownToolError,
)
from toolgate.gate.pipeline import Pipeline
from toolgate.gate.running import (
    PLAIN,
    finished,
    refuse_waiting,
    run,
    run_within,
)
from toolgate.json_door import JSONDoor
from toolgate.messages.quoting import tool_name
from toolgate.messages.render import messages_for
from toolgate.result import Failure, ToolResult, spoken
from toolgate.tool import MAX_SECONDS, is_time_limit

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import ModuleType

    from toolgate.entry import Entry
    from toolgate.gate.floor import Floor

Asked: TypeAlias = (
    "tuple[str, str, object, ToolContext | None, float | None, str | None]"
)
"""tool_call_id, name, arguments, context, timeout, approval."""

_MAX_NAMES = 1_000
_MAX_NAME = 128
_MAX_NEAR = 8


class Catalog(Protocol):
    """What a gate needs of the place where tools are kept."""

    @property
    def floor(self) -> Floor:
        """What every call is held to."""

    def entry(self, name: str) -> Entry | None:
        """Return the entry of that name or alias."""

    def names(self) -> Iterable[str]:
        """Return the listed names."""


class Driver:
    """
    Takes calls through look-up, pipeline and handler.

    The two drivers differ in how they run the handler, and in nothing else.
    """

    __slots__ = (
        "_answers_unknown",
        "_conclude",
        "_entry",
        "_judges",
        "_names",
        "_outputs",
        "_read",
        "_workers",
        "pipeline",
    )

    def __init__(
        self, catalog: Catalog, floor: Floor, *, answers_unknown: bool
    ) -> None:
        self._entry = catalog.entry
        self._names = catalog.names
        self._answers_unknown = answers_unknown
        self._judges = bool(floor.policies)
        self._outputs = floor.limits.outputs
        self._workers = floor.workers
        self.pipeline = Pipeline(
            limits=floor.limits,
            door=JSONDoor(floor.limits.arguments),
            messages=messages_for(floor.language),
            policies=floor.policies,
            desk=floor.desk,
        )
        self._read = self.pipeline.read
        self._conclude = self.pipeline.conclude

    def find(self, name: object) -> Entry | None:
        """Take step 1: the entry of a name, None where there is none."""
        # A name is untrusted: a subclass of str could lie about its hash.
        return self._entry(name) if type(name) is str else None

    def check(
        self, entry: Entry | None, asked: Asked
    ) -> CheckedCall | ToolResult:
        """Take steps 1 to 4."""
        if entry is None:
            return self._unknown(asked[1])
        tool_call_id, _, arguments, context, _, approval = asked
        if context is not None and type(context) is not ToolContext:
            raise TypeError(
                f"context must be a ToolContext, not {type(context).__name__}"
            )
        value = self._read(entry, arguments)
        if type(value) is ToolResult:
            return value
        call = CheckedCall(tool_call_id, entry, value, context)
        if self._judges or approval is not None:
            refusal = self.pipeline.judge(call, approval)
            if refusal is not None:
                return refusal
        return call

    def dispatch(self, entry: Entry | None, asked: Asked) -> ToolResult:
        """Take all steps in the caller's thread."""
        timeout = asked[4]
        if entry is None:
            seconds = None
        elif entry.handler is None or entry.is_async:
            raise _undispatchable(entry)
        elif timeout is None:
            seconds = entry.timeout
        else:
            seconds = _time_limit(entry, timeout)
        call = self.check(entry, asked)
        if type(call) is ToolResult:
            return call
        outcome: object
        if seconds is None:
            outcome = run(call, self._outputs)
        else:
            outcome = run_within(call, self._outputs, seconds, self._workers)
        if type(outcome) not in PLAIN:
            refuse_waiting(call, outcome)
        return self._conclude(call, outcome)

    async def adispatch(self, entry: Entry | None, asked: Asked) -> ToolResult:
        """Take all steps from an event loop."""
        timeout = asked[4]
        if entry is None:
            seconds = None
        elif entry.handler is None:
            raise _undispatchable(entry)
        elif timeout is None:
            seconds = entry.timeout
        else:
            seconds = _time_limit(entry, timeout)
        call = self.check(entry, asked)
        if type(call) is ToolResult:
            return call
        work = self._arun(call)
        outcome = await (
            work if seconds is None else tasks().within(work, seconds)
        )
        return self._conclude(call, outcome)

    def finished(self, value: object) -> object:
        """Take what a host's own run gave as what a handler did."""
        return finished(value, self._outputs)

    async def _arun(self, call: CheckedCall) -> object:
        entry = call.entry
        if entry.is_async or entry.inline:
            outcome = run(call, self._outputs)
        else:
            outcome = await tasks().run_off_loop(
                call, self._outputs, self._workers
            )
        if type(outcome) in PLAIN:
            return outcome
        return await tasks().settle(outcome, self._outputs)

    def _unknown(self, name: object) -> ToolResult:
        if isinstance(name, str):
            text = str.__str__(name)
            closest = self._closest(text)
        else:
            text, closest = type(name).__name__, None
        if not self._answers_unknown:
            raise UnknownToolError(tool_name(text), closest=closest)
        return spoken(
            self.pipeline.messages.unknown_tool(text, closest),
            is_error=True,
            failure=Failure(kind="unknown_tool", stage="lookup"),
        )

    def _closest(self, name: str) -> str | None:
        # Bounded, since difflib is slow and the name is anybody's: only the
        # few names that share the most pairs of letters are looked at.
        if len(name) > _MAX_NAME:
            return None
        asked = name.casefold()
        pairs = _pairs(asked)
        known = {
            other.casefold(): other
            for other in islice(self._names(), _MAX_NAMES)
        }
        near = nlargest(
            _MAX_NEAR, known, key=lambda other: len(pairs & _pairs(other))
        )
        found = difflib.get_close_matches(asked, near, 1)
        return known[found[0]] if found else None


def _pairs(name: str) -> set[str]:
    return {name[at : at + 2] for at in range(len(name))}


@cache
def tasks() -> ModuleType:
    """Load the room that needs `asyncio`, when it is first needed."""
    from toolgate.gate import tasks as room  # noqa: PLC0415 - see the room

    return room


def _undispatchable(entry: Entry) -> AsyncToolError | NoHandlerError:
    if entry.handler is None:
        return NoHandlerError(entry.tool.name)
    return AsyncToolError(entry.tool.name)


def _time_limit(entry: Entry, timeout: float) -> float:
    if not is_time_limit(timeout):
        raise ValueError(
            "timeout must be a positive number of seconds, at most "
            f"{MAX_SECONDS}"
        )
    if entry.inline and not entry.is_async:
        raise ValueError(
            f"tool {entry.tool.name} runs inline: no time limit can be kept"
        )
    return timeout if entry.timeout is None else min(timeout, entry.timeout)
