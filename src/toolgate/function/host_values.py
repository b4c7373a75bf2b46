"""What only the host may supply, and where no model may reach it."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeGuard, get_args, get_origin

from toolgate.context import INJECTED_MARK, Injected, ToolContext
from toolgate.function.shape import Refused

INJECTED_INSIDE: Final = (
    "has Injected inside of another type, where the model would fill it in; "
    "mark the parameter itself: Annotated[type, Injected(...)]"
)
"""Why a marker in a type that the model fills in is refused."""

# What they hold is no type: a default may look like one.
_ASIDE: Final = frozenset({"metadata", "default", "expected", "config"})
_WRITTEN_ONLY: Final = "computed_fields"
_BASE_MODEL: Final = "model"
_DEFAULT: Final = "default"


def context_inside(name: str) -> str:
    """
    Say why a context in a type that the model fills in is refused.

    >>> context_inside("ToolContext").partition(",")[0]
    'ToolContext comes from the host'
    """
    return (
        f"{name} comes from the host, and the model would fill it in; "
        "annotate a parameter as ToolContext itself"
    )


def is_injected(note: object) -> bool:
    """
    Tell whether metadata marks what the host supplies.

    >>> is_injected(Injected), is_injected(Injected("tenant"))
    (True, True)
    """
    return isinstance(note, Injected) or (
        isinstance(note, type) and issubclass(note, Injected)
    )


def is_context_class(owner: object) -> TypeGuard[type[ToolContext[Any]]]:
    """
    Tell whether a class is the host's context, or one of its kind.

    >>> is_context_class(ToolContext), is_context_class(int)
    (True, False)
    """
    return isinstance(owner, type) and issubclass(owner, ToolContext)


def is_of_host(value: object) -> bool:
    """
    Tell whether a value is a marker or a context, or makes one when called.

    >>> is_of_host(ToolContext()), is_of_host(Injected), is_of_host("who")
    (True, True, False)
    """
    return (
        is_injected(value)
        or isinstance(value, ToolContext)
        or is_context_class(value)
    )


def refuse_host_values(core: Any, *, is_output: bool) -> None:
    """
    Refuse what the host supplies anywhere in a core schema of Pydantic's.

    Each part is looked at once. Where a validator stands in for the schema
    of a field, the annotation of the field still tells.

    Raises `Refused`.

    >>> refuse_host_values({"type": "str"}, is_output=False)
    """
    waiting = [core]
    met: set[int] = set()
    for each in waiting:  # grows
        if id(each) in met:
            continue
        met.add(id(each))
        if isinstance(each, (list, tuple)):
            waiting += each
        elif isinstance(each, dict):
            waiting += _inside(each, is_output=is_output)


def _inside(part: dict[Any, Any], *, is_output: bool) -> list[Any]:
    """Return what a part of a core schema holds, where it may be held."""
    # Parts are told from what maps names to parts.
    kind = part.get("type")
    if not isinstance(kind, str):
        return list(part.values())
    if part.get("init") is False and not is_output:
        return []  # what no constructor takes
    owner = part.get("cls")
    if is_context_class(owner):
        raise Refused(context_inside(owner.__name__))
    if INJECTED_MARK in (part.get("metadata") or ()):
        raise Refused(INJECTED_INSIDE)
    if kind == _DEFAULT:
        _refuse_default(part)
    _refuse_in_fields(owner, kind, is_output=is_output)
    aside = _ASIDE if is_output else _ASIDE | {_WRITTEN_ONLY}
    return [inner for name, inner in part.items() if name not in aside]


def _refuse_default(part: dict[Any, Any]) -> None:
    for name in ("default", "default_factory"):
        value = part.get(name)
        if is_injected(value):
            raise Refused(INJECTED_INSIDE)
        if is_of_host(value):
            raise Refused(context_inside(ToolContext.__name__))


def _refuse_in_fields(owner: Any, kind: str, *, is_output: bool) -> None:
    fields = getattr(owner, "__pydantic_fields__", None)
    for field in fields.values() if isinstance(fields, dict) else ():
        is_made = getattr(field, "init", None) is not False
        # For models, Pydantic takes no notice of `init`.
        if is_made or is_output or kind == _BASE_MODEL:
            _refuse_notes(getattr(field, "metadata", ()))
            _refuse_in_annotation(getattr(field, "annotation", None))


def _refuse_in_annotation(annotation: Any) -> None:
    waiting = [annotation]
    for each in waiting:  # grows
        origin = get_origin(each)
        if origin is Annotated:
            _refuse_notes(each.__metadata__)
            waiting.append(each.__origin__)
            continue
        owner = origin or each
        if is_context_class(owner):
            raise Refused(context_inside(owner.__name__))
        if is_injected(owner):
            raise Refused(INJECTED_INSIDE)
        waiting += get_args(each)


def _refuse_notes(notes: Any) -> None:
    if any(map(is_injected, notes)):
        raise Refused(INJECTED_INSIDE)
