"""Markers that stand where a type or a default should."""

from __future__ import annotations

import inspect
import json
from types import UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

from typing_extensions import Doc

from toolgate.context import ToolContext
from toolgate.function.host_values import (
    is_context_class,
    is_injected,
    is_of_host,
)
from toolgate.function.raw_keywords import Schema
from toolgate.function.shape import Refused

_EMPTY: Final = inspect.Parameter.empty
_NONE: Final = type(None)
_SHOWN: Final = 100
_FILLS_IN: Final = "so the model would fill it in"


def refuse_misplaced(annotation: Any, default: object) -> None:
    """
    Refuse a parameter whose marker is its type or its default.

    There a marker says nothing, and the model would fill in what the host is
    to supply. `inspect.Parameter.empty` stands for what is not given.

    Raises `Refused`, which says what to write.

    >>> from toolgate.context import Injected
    >>> try:
    ...     refuse_misplaced(int, Injected("shop"))
    ... except Refused as refusal:
    ...     print(refusal.reason.partition("; ")[2])
    write Annotated[int, Injected("shop")]
    """
    kinds = _kinds(annotation)
    for kind in kinds:
        if is_injected(kind):
            raise Refused(
                f"has {_shown(kind)} as its type, {_FILLS_IN}; write "
                f"{_marked(kinds, kind)}"
            )
        if isinstance(kind, ToolContext):
            raise Refused("has a ToolContext as its type; write ToolContext")
    if is_injected(default):
        raise Refused(
            f"has {_shown(default)} as its default, {_FILLS_IN}; write "
            f"{_marked(kinds, default)}"
        )
    if is_of_host(default) and not any(
        is_context_class(get_origin(kind) or kind) for kind in kinds
    ):
        raise Refused(
            f"has a ToolContext as its default, {_FILLS_IN}; annotate it as "
            "ToolContext"
        )
    _refuse_note(kinds, default)


def refuse_misplaced_in_field(annotation: Any, default: object) -> None:
    """
    Refuse a field of a class whose default is a marker.

    What the host supplies has no place in a type that the model fills in.

    Raises `Refused`.

    >>> refuse_misplaced_in_field(int, 3)
    """
    if is_injected(default):
        raise Refused(
            f"has {_shown(default)} as its default, {_FILLS_IN}; take it as "
            "a parameter of the function itself: "
            f"{_marked(_kinds(annotation), default)}"
        )
    if is_of_host(default):
        raise Refused(
            f"has a ToolContext as its default, {_FILLS_IN}; take it as a "
            "parameter of the function itself"
        )
    _refuse_note(_kinds(annotation), default)


def _refuse_note(kinds: list[Any], default: object) -> None:
    """Refuse what belongs into an `Annotated`, and is no value."""
    if type(default).__module__ == "pydantic.fields":
        name = "Field"
    elif isinstance(default, (Schema, Doc)):
        name = type(default).__name__
    else:
        return
    raise Refused(
        f"has a {name} as its default, which is no value; write "
        f"Annotated[{_written(kinds)}, {name}(...)]"
    )


def _kinds(annotation: Any) -> list[Any]:
    """Return the members of a union, or the one type that it is."""
    found: list[Any] = []
    waiting = [annotation]
    for each in waiting:  # grows
        origin = get_origin(each)
        if origin is Annotated:
            waiting.append(each.__origin__)
        elif origin is Union or origin is UnionType:
            waiting += get_args(each)
        else:
            found.append(each)
    return found


def _marked(kinds: list[Any], marker: Any) -> str:
    shown = _shown(marker)
    if isinstance(marker, type):
        shown += "()"
    return f"Annotated[{_written(kinds)}, {shown}]"


def _shown(marker: Any) -> str:
    if isinstance(marker, type):
        return marker.__name__
    key = "" if marker.key is None else json.dumps(str(marker.key)[:_SHOWN])
    return f"{type(marker).__name__}({key})"


def _written(kinds: list[Any]) -> str:
    """Write a type as its author would; str, where there is none."""
    real = [
        each
        for each in kinds
        if each is not _EMPTY and each is not _NONE and not is_injected(each)
    ]
    names = [_name(each) for each in real] or ["str"]
    if _NONE in kinds:
        names.append("None")
    return " | ".join(names)


def _name(annotation: Any) -> str:
    if isinstance(annotation, type) and get_origin(annotation) is None:
        return annotation.__name__
    return repr(annotation)[:_SHOWN].removeprefix("typing.")
