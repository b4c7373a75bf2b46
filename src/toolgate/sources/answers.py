"""A server's `CallToolResult`, as the result of a tool here."""

from __future__ import annotations

from typing import Final

from toolgate.exceptions import AnswerError, InvalidJSONError, ToolError
from toolgate.exceptions.calls import INVALID_PARAMS
from toolgate.json_value import json_type
from toolgate.limits import ValueLimits
from toolgate.messages.en import EN
from toolgate.result import ToolResult, failed
from toolgate.sources.blocks import block_of
from toolgate.sources.objects import check_complete, read
from toolgate.unset import UNSET

# The gate has limits of its own, exact ones; these bound the reading.
_WIDE: Final = ValueLimits(
    max_bytes=2**30, max_depth=1_000, max_nodes=2_000_000
)


def result_of(answer: object, *, harmless: bool = False) -> ToolResult:
    """
    Return the result that a `CallToolResult` is: a dict, or an SDK's object.

    What is none becomes an error that says so; `harmless` tells that the
    tool changes nothing. A JSON-RPC error is raised: with code -32602 (the
    server refuses the arguments, or knows no such tool) as `ToolError`, for
    the model; any other as `AnswerError`, for the host.

    >>> result_of({"content": [], "structuredContent": None, "isError": True})
    ToolResult(structured_content=None, is_error=True)
    """
    try:
        return _read(answer)
    except InvalidJSONError as error:
        cause: Exception = error
        reason = error.reason
    except AnswerError as error:
        if error.path == ("error",):
            told = refusal(error.code, error.message)
            if told is None:
                raise
            raise told from error
        cause, reason = error, error.reason
        if error.path not in ((), ("resultType",)):
            reason = str(error)
    effect = EN.changed_nothing if harmless else EN.perhaps_effective
    return failed(
        "invalid_output: the tool ran, but what its server answered is no "
        f"result and is withheld: {reason}. The arguments were fine; {effect}",
        "invalid_output",
        "output",
        cause,
    )


def refusal(code: object, message: object) -> ToolError | None:
    """
    Return what a model is told of a JSON-RPC error; None for nothing.

    MCP 2026-07-28, server/tools: clients may give protocol errors to the
    model. Of one in -32602 it can learn: until 2025-06-18, servers refuse
    arguments so. The others tell of the server, or the way there.

    >>> refusal(-32602, "Unknown tool: x")
    ToolError('the server refused this call: Unknown tool: x')
    """
    if type(code) is not int or code != INVALID_PARAMS:
        return None
    said = message if type(message) is str and message else "it is not valid"
    return ToolError(f"the server refused this call: {said}")


def _read(answer: object) -> ToolResult:
    document = read(answer, "content", _WIDE)
    if type(document) is not dict:
        raise AnswerError(
            f"expected a CallToolResult object, got {json_type(document)}"
        )
    check_complete(document, "result", is_there="content" in document)
    content = document.get("content")
    if type(content) is not list:
        raise AnswerError(
            f"expected an array of content, got {json_type(content)}",
            path=("content",),
        )
    is_error = document.get("isError")
    if is_error is not None and type(is_error) is not bool:
        raise AnswerError(
            f"expected a boolean, got {json_type(is_error)}",
            path=("isError",),
        )
    meta = document.get("_meta")
    if meta is not None and type(meta) is not dict:
        raise AnswerError(
            f"expected an object, got {json_type(meta)}", path=("_meta",)
        )
    return ToolResult(
        [
            block_of(block, ("content", index))
            for index, block in enumerate(content)
        ],
        structured_content=document.get("structuredContent", UNSET),
        is_error=bool(is_error),
        meta=meta,
    )
