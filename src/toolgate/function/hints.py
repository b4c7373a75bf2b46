"""What the annotations of a function mean, in the place where they stand."""

from __future__ import annotations

import functools
import inspect
import re
import types
from collections import ChainMap
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any, Union, get_args, get_origin

from typing_extensions import get_type_hints

from toolgate.context import Injected, ToolContext
from toolgate.function.annotations import Scope
from toolgate.function.shape import Refused
from toolgate.json_copy import type_name

if TYPE_CHECKING:
    from collections.abc import Callable

_UNIONS = (Union, types.UnionType)
_names_context = re.compile(r"\bToolContext\b").search


def target_of(function: Callable[..., object]) -> Callable[..., object]:
    """
    Return the plain function behind partials, methods, objects, wrappers.

    >>> import functools
    >>> target_of(functools.partial(max, 1)) is max
    True
    """
    while True:
        if isinstance(function, functools.partial):
            function = function.func
        elif isinstance(function, types.MethodType):
            function = function.__func__
        elif hasattr(function, "__wrapped__"):
            function = inspect.unwrap(function)
        elif inspect.isroutine(function) or inspect.isclass(function):
            return function
        else:
            call = type(function).__call__
            if not inspect.isfunction(call):
                return function
            function = call


def label_of(function: object) -> str:
    """
    Return what to call a function, whatever stands in for one.

    >>> label_of(label_of)
    'label_of'
    """
    name: object = None
    with suppress(Exception):
        name = getattr(function, "__qualname__", None)
    if type(name) is not str:
        return type_name(type(function))
    return name.rpartition("<locals>.")[2]


class Names:
    """
    Resolves annotations as the function's own module would.

    Names of enclosing functions count where the function itself uses them:
    Python keeps no others.

    >>> def f(x: "list[int]"): ...
    >>> Names(f).resolve("list[int]")
    list[int]
    """

    def __init__(self, target: Callable[..., object]) -> None:
        self._globals: dict[str, Any] = getattr(target, "__globals__", {})
        self._locals = _closure(target)
        self.scope = Scope(names=ChainMap(self._locals, self._globals))

    def resolve(self, annotation: object) -> object:
        """
        Return an annotation, with strings replaced by what they name.

        Raises `Refused` where a name cannot be found.
        """
        holder = types.SimpleNamespace(__annotations__={"it": annotation})
        try:
            return get_type_hints(
                holder, self._globals, self._locals, include_extras=True
            )["it"]
        except NameError as error:
            if isinstance(annotation, str) and _names_context(annotation):
                return ToolContext
            raise Refused(
                f"{_shown(annotation)} cannot be resolved: {error}. Import "
                "it where the function's module is loaded, not only under "
                "TYPE_CHECKING, and define it at module level"
            ) from None
        except Exception as error:  # noqa: BLE001 - evaluating may do anything
            raise Refused(
                f"{_shown(annotation)} is no type: "
                f"{type(error).__name__} while it was evaluated"
            ) from None


def _closure(target: Callable[..., object]) -> dict[str, Any]:
    code = getattr(target, "__code__", None)
    cells = getattr(target, "__closure__", None) or ()
    names = code.co_freevars if code is not None else ()
    found = {}
    for name, cell in zip(names, cells, strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    return found


def _shown(annotation: object) -> str:
    text = annotation if isinstance(annotation, str) else repr(annotation)
    return ascii(text[:100])


def bare(annotation: object) -> object:
    """
    Return an annotation without its metadata.

    >>> from typing import Annotated
    >>> bare(Annotated[int, "how many"])
    <class 'int'>
    """
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    return annotation


def members(annotation: object) -> tuple[object, ...]:
    """
    Return the members of a union, or the one type that it is.

    >>> members(int | None)
    (<class 'int'>, <class 'NoneType'>)
    """
    annotation = bare(annotation)
    if get_origin(annotation) in _UNIONS:
        return tuple(
            inner
            for member in get_args(annotation)
            for inner in members(member)
        )
    return (annotation,)


def is_context(annotation: object) -> bool:
    """
    Tell whether a parameter asks for the host's context.

    Raises `Refused` for a context that may be something else as well.
    """
    found = [get_origin(each) or each for each in members(annotation)]
    if ToolContext not in found:
        return False
    if set(found) <= {ToolContext, type(None)}:
        return True
    raise Refused(
        "a ToolContext comes from the host, and nothing else may stand in "
        "its place: annotate the parameter as ToolContext alone"
    )


def injected_key(name: str, annotation: object) -> str | None:
    """
    Return the key of the trusted value that a parameter asks for, if any.

    >>> from typing import Annotated
    >>> injected_key("who", Annotated[str, Injected("user")])
    'user'
    """
    if get_origin(annotation) is not Annotated:
        return None
    for note in get_args(annotation)[1:]:
        if note is Injected:
            return name
        if isinstance(note, Injected):
            return name if note.key is None else note.key
    return None
