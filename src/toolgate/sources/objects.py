"""Reading what a client hands over: plain documents, or objects of an SDK."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.exceptions import AnswerError
from toolgate.json_copy import type_name
from toolgate.json_reasons import invalid
from toolgate.json_value import json_type, own
from toolgate.messages.quoting import quoted

if TYPE_CHECKING:
    from toolgate.limits import ValueLimits
    from toolgate.typing import JSONValue

_STRUCTURED: Final = "structuredContent"
_SPELLINGS: Final = frozenset({_STRUCTURED, "structured_content"})
_SHOWN: Final = 300


def dumped(thing: Any, *, without: str | None = None) -> Any:
    """
    Return the document of an SDK's object; everything else as it is.

    The two lines of the official SDK name attributes differently and dump
    alike: camelCase, and null for each member that is absent. Where null is
    a value, in structured content, `model_fields_set` tells the two apart.

    Raises `InvalidJSONError` for an object that fails when it is read.

    >>> dumped({"tools": []})
    {'tools': []}
    """
    kind = type(thing)
    if kind is dict or kind is list:
        return thing
    try:
        dump = getattr(thing, "model_dump", None)
        if dump is None:
            return thing
        options = {} if without is None else {"exclude": {without}}
        document = dump(by_alias=True, mode="json", **options)
        if (
            type(document) is dict
            and document.get(_STRUCTURED, 0) is None
            and _SPELLINGS.isdisjoint(
                getattr(thing, "model_fields_set", None) or ()
            )
        ):
            del document[_STRUCTURED]
    except Exception as error:
        raise invalid("unreadable", found=type_name(kind)) from error
    return document


def is_series(value: object) -> bool:
    """
    Tell whether a value is a list or a tuple, whatever it says it is.

    >>> is_series(()), is_series("a")
    (True, False)
    """
    return issubclass(type(value), (list, tuple))


def items_of(series: Any) -> list[Any]:
    """
    Return what a list or a tuple holds; no method of its own runs.

    >>> items_of((1, 2))
    [1, 2]
    """
    base = list if issubclass(type(series), list) else tuple
    return list(base.__iter__(series))


def read(thing: Any, part: str, limits: ValueLimits) -> JSONValue:
    """
    Return an owned copy of a document whose `part` is a list of documents.

    Each of them may be an SDK's object. Raises `InvalidJSONError`.

    >>> from toolgate.limits import CallLimits
    >>> read({"content": ()}, "content", CallLimits().outputs)
    {'content': []}
    """
    document = dumped(thing)
    if type(document) is dict:
        parts = document.get(part)
        if type(parts) is list or type(parts) is tuple:
            document = {**document, part: [dumped(each) for each in parts]}
    return own(document, limits)


def check_complete(document: Any, wanted: str, *, is_there: bool) -> None:
    """
    Raise `AnswerError` for what is not a final result.

    MCP 2026-07-28, basic: an absent `resultType` means "complete", one that
    is not known must be treated as invalid. The message of a JSON-RPC error
    is the server's, and is quoted. `is_there` says that the document holds
    what a final result does.

    >>> check_complete({"resultType": "complete"}, "listing", is_there=True)
    """
    kind = document.get("resultType")
    if kind is not None and kind != "complete":
        shown = quoted(kind) if type(kind) is str else json_type(kind)
        reason = (
            f"the server wants more input first (resultType {shown})"
            if kind == "input_required"
            else f"resultType {shown} is not known here"
        )
        raise AnswerError(reason, path=("resultType",))
    if is_there:
        return
    error = document.get("error")
    if type(error) is dict:
        code, message = error.get("code"), error.get("message")
        said = f": {quoted(message, _SHOWN)}" if type(message) is str else ""
        raise AnswerError(
            f"the server answered with error {_shown_code(code)}{said}",
            path=("error",),
            code=code if type(code) is int else None,
            message=message if type(message) is str else None,
            data=error.get("data"),
        )
    if "result" in document:
        raise AnswerError(
            f"this is a whole JSON-RPC response: its result is the {wanted}"
        )


def _shown_code(code: object) -> str:
    return str(code) if type(code) is int and abs(code) < 2**63 else "(none)"
