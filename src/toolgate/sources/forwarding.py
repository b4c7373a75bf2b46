"""Handlers that hand a call on to the server that offers the tool."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, TypeAlias

from toolgate.json_copy import type_name
from toolgate.sources.answers import refusal, result_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Generator

    from toolgate.exceptions import ToolError
    from toolgate.result import ToolResult
    from toolgate.tool import Handler
    from toolgate.typing import JSONObject

    Call: TypeAlias = Callable[[str, JSONObject], Any]


def is_async(call: Call) -> bool:
    """
    Tell whether a client's function is async, as far as that is visible.

    Raises `TypeError` for what is no function.

    >>> is_async(print)
    False
    """
    if not callable(call):
        raise TypeError(
            "call must be a function, call(name, arguments), or None, not "
            f"{type_name(type(call))}"
        )
    method = getattr(call, "__call__", call)  # noqa: B004 - for objects
    return any(map(inspect.iscoroutinefunction, (call, method)))


def forwarding(call: Call, name: str, *, harmless: bool) -> Handler:
    """
    Return the handler of a tool that a server knows by `name`.

    It sends exactly the arguments that it got. It is async where `call` is,
    and awaits what a plain function may return to be awaited.

    >>> answer = {"content": [{"type": "text", "text": "pong"}]}
    >>> forward = forwarding(lambda name, arguments: answer, "ping",
    ...     harmless=True)
    >>> forward({})
    ToolResult('pong')
    """
    if is_async(call):

        async def forward_async(arguments: JSONObject) -> ToolResult:
            return await _read_later(call(name, arguments), harmless)

        return forward_async

    def forward(arguments: JSONObject) -> ToolResult | _Later:
        try:
            answer = call(name, arguments)
        except Exception as error:
            if (told := _told(error)) is None:
                raise
            raise told from error
        if inspect.isawaitable(answer):
            return _Later(answer, harmless)
        return result_of(answer, harmless=harmless)

    return forward


async def _read_later(answer: Awaitable[object], harmless: bool) -> ToolResult:  # noqa: FBT001 - passed on
    try:
        settled = await answer
    except Exception as error:
        if (told := _told(error)) is None:
            raise
        raise told from error
    return result_of(settled, harmless=harmless)


class _Later:
    """An answer that is still to be awaited; nothing warns if it is not."""

    def __init__(self, answer: Awaitable[object], harmless: bool) -> None:  # noqa: FBT001 - passed on
        self._answer = answer
        self._harmless = harmless

    def __await__(self) -> Generator[Any, None, ToolResult]:
        # From here, so that this object lives as long as the await takes.
        return (
            yield from _read_later(self._answer, self._harmless).__await__()
        )

    def __del__(self) -> None:
        if inspect.iscoroutine(self._answer):
            self._answer.close()


def _told(error: Exception) -> ToolError | None:
    """Return what the model is told of what a client raised, if anything."""
    try:
        # Both lines of the official SDK raise one with an `error` inside.
        said = error.error  # type: ignore[attr-defined]
        return refusal(said.code, said.message)
    except Exception:  # noqa: BLE001 - the error is host code
        return None
