"""A registered tool: its schemas compiled, its handler understood."""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import TYPE_CHECKING, Final, TypeGuard

from toolgate.context import ToolContext
from toolgate.exceptions import (
    InvalidSchemaError,
    InvalidToolError,
    SchemaError,
)
from toolgate.json_copy import type_name
from toolgate.tool_fields import Document
from toolgate.value_object import frozen_dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.function.binding import Binder
    from toolgate.schema.cache import ValidatorCache
    from toolgate.schema.compiled import CompiledSchema
    from toolgate.tool import Handler, Tool
    from toolgate.typing import JSONObject, JSONSchema, JSONValue

    Check = Callable[[JSONValue], bool]

_DOCUMENT: Final[Document[JSONObject, None]] = Document()
_POSITIONAL = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.POSITIONAL_OR_KEYWORD,
)
_ARGUMENTS_AND_CONTEXT = 2
# A second parameter of another name is one of the tool's own, by mistake.
_CONTEXT_NAMES = frozenset({"context", "ctx", "_context", "_ctx", "_"})
_ASYNC = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Entry:
    """
    A tool as a registry keeps it: nothing is left to do at a call.

    `tool_id` names the tool across origins. `dialect` and `validator_id`
    (the schema's fingerprint) are those of the input schema. `is_direct`
    says that the handler may be called as it stands: it is there, not
    async, and has no time limit. `binder` makes the arguments of a function
    tool's call; `is_guarded` says that some of them are the host's. `derived`
    is the schema that its function needs, where the tool has another; what
    `accepts` takes obeys both. `mark` is its own: whoever
    remembers it keeps it, so that no other entry can come to have it.
    `derived_forms` keeps what is made of the tool for others, by who asks:
    nothing in it depends on anything but the entry.
    """

    tool: Tool
    mark: object
    derived_forms: dict[object, object]
    tool_id: str
    dialect: str
    validator_id: str
    output_id: str | None
    input: CompiledSchema
    derived: CompiledSchema | None
    output: CompiledSchema | None
    accepts: Check
    accepts_output: Check | None
    handler: Handler | None
    binder: Binder | None
    is_guarded: bool
    wants_context: bool
    is_async: bool
    is_direct: bool
    inline: bool
    timeout: float | None

    def __repr__(self) -> str:
        return f"<Entry {self.tool_id!r}: {self.tool!r}>"


def build_entry(tool: Tool, validators: ValidatorCache) -> Entry:
    """
    Check everything about a tool and compile its schemas.

    Raises `SchemaError` or `InvalidToolError`, with the tool's name.
    """
    schema = tool.input_schema
    if schema.get("type") != "object":
        raise InvalidSchemaError(
            'the root of an input schema must say "type": "object" '
            "(MCP 2026-07-28, Tool.inputSchema)",
            tool=tool.name,
            part="input_schema",
        )
    compiled = _compiled(tool, "input_schema", schema, validators)
    derived = _derived(tool, validators)
    output = (
        None
        if (document := tool.output_schema) is None
        else _compiled(tool, "output_schema", document, validators)
    )
    handler = tool.handler
    asynchronous, wants_context = _understood(tool, handler)
    return Entry(
        tool=tool,
        mark=object(),
        derived_forms={},
        tool_id=f"{tool.origin}:{tool.source_name}"
        if tool.origin
        else tool.name,
        dialect=compiled.dialect,
        validator_id=compiled.fingerprint,
        output_id=None if output is None else output.fingerprint,
        input=compiled,
        output=output,
        derived=derived,
        accepts=_accepting(compiled, derived),
        accepts_output=None if output is None else output.check,
        handler=handler,
        binder=tool.binder,
        is_guarded=tool.binder is not None and bool(tool.binder.hidden),
        wants_context=wants_context,
        is_async=asynchronous,
        is_direct=handler is not None
        and not asynchronous
        and tool.timeout is None,
        inline=tool.inline,
        timeout=tool.timeout,
    )


def _compiled(
    tool: Tool, part: str, schema: JSONSchema, validators: ValidatorCache
) -> CompiledSchema:
    try:
        # A tool hands out a copy of its own at each reading.
        return validators.take(schema)
    except SchemaError as error:
        error.tool = tool.name
        error.part = part
        raise


def _derived(tool: Tool, validators: ValidatorCache) -> CompiledSchema | None:
    needed = None if tool.binder is None else tool.binder.input_schema
    if needed is None or needed == tool.__dict__["input_schema"]:
        return None
    return _compiled(tool, "input_schema", _DOCUMENT.kept(needed), validators)


def _accepting(
    compiled: CompiledSchema, derived: CompiledSchema | None
) -> Check:
    one = compiled.check
    if derived is None:
        return one
    other = derived.check
    return lambda value: one(value) and other(value)


def _understood(tool: Tool, handler: Handler | None) -> tuple[bool, bool]:
    """Tell whether a handler is async, and whether it takes a context."""
    if handler is None:
        return False, False
    try:
        asynchronous = _is_async(handler)
        if not asynchronous:
            _check_timeout(tool)
        if tool.binder is not None:
            return asynchronous, False
        return asynchronous, _wants_context(tool, handler)
    except InvalidToolError:
        raise
    except Exception as error:
        # Attributes, signatures and annotations may run code of their own.
        raise InvalidToolError(
            "handler: its signature cannot be read: "
            f"{type_name(type(error))} was raised",
            tool=tool.name,
        ) from error


def _check_timeout(tool: Tool) -> None:
    if tool.inline and tool.timeout is not None:
        raise InvalidToolError(
            "inline=True keeps the handler on the caller's thread, where no "
            "time limit can be kept: drop inline or timeout",
            tool=tool.name,
        )


def _is_async(handler: Handler) -> bool:
    if _is_simple(handler):
        return bool(handler.__code__.co_flags & _ASYNC)
    call = getattr(handler, "__call__", handler)  # noqa: B004 - for objects
    return any(
        inspect.iscoroutinefunction(fn) or inspect.isasyncgenfunction(fn)
        for fn in (handler, call)
    )


def _is_simple(handler: Handler) -> TypeGuard[FunctionType]:
    """
    Tell whether a handler is a function of plain parameters, and no more.

    Most are; `inspect` takes ten times as long over them.
    """
    if type(handler) is not FunctionType or handler.__dict__:
        return False
    code = handler.__code__
    return not (
        handler.__defaults__
        or code.co_kwonlyargcount
        or code.co_flags & inspect.CO_VARARGS
    )


def _wants_context(tool: Tool, handler: Handler) -> bool:
    if _is_simple(handler):
        code = handler.__code__
        if code.co_argcount == 1:
            return False
        if (
            code.co_argcount == _ARGUMENTS_AND_CONTEXT
            and code.co_varnames[1] in _CONTEXT_NAMES
        ):
            return True
    try:
        signature = inspect.signature(handler)
    except (TypeError, ValueError):
        return False  # some builtins have no signature; they take one value
    parameters = signature.parameters.values()
    positional = [p for p in parameters if p.kind in _POSITIONAL]
    required = [p for p in positional if p.default is p.empty]
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return len(required) == _ARGUMENTS_AND_CONTEXT
    unmet = [
        p
        for p in parameters
        if p.kind is p.KEYWORD_ONLY and p.default is p.empty
    ]
    if unmet or not positional or len(required) > _ARGUMENTS_AND_CONTEXT:
        raise _uncallable(tool, signature)
    second = positional[1] if len(positional) > 1 else None
    if second is None or _is_context(second.annotation):
        return second is not None
    if second in required and second.name not in _CONTEXT_NAMES:
        raise _uncallable(tool, signature)
    return second in required


def _uncallable(tool: Tool, signature: inspect.Signature) -> InvalidToolError:
    return InvalidToolError(
        "handler must take (arguments) or (arguments, context), not "
        f"{signature}: all arguments of a call come in one dict",
        tool=tool.name,
    )


def _is_context(annotation: object) -> bool:
    return annotation is ToolContext or "ToolContext" in str(annotation)
