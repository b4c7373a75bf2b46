"""What can be called: the function behind it, and what it is called."""

from __future__ import annotations

import functools
import inspect
import types
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from toolgate.function.shape import Refused
from toolgate.json_copy import type_name

if TYPE_CHECKING:
    from collections.abc import Callable

_LAYERS: Final = 100
_SHOWN: Final = 200


def target_of(function: Callable[..., object]) -> Callable[..., object]:
    """
    Return the plain function behind partials, methods, objects, wrappers.

    Raises `Refused` where there is no end to them.

    >>> import functools
    >>> target_of(functools.partial(max, 1)) is max
    True
    """
    for _ in range(_LAYERS):
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
    raise Refused("is wrapped too often; pass the function itself")


def label_of(function: object) -> str:
    """
    Return what to call a function, whatever stands in for one.

    >>> label_of(label_of)
    'label_of'
    """
    name: object = None
    with suppress(Exception):
        name = getattr(function, "__qualname__", None)
    if type(name) is not str or not name.isprintable():
        return type_name(type(function))
    return name.rpartition("<locals>.")[2][:_SHOWN]


def name_of(function: object) -> str:
    """
    Return the name that a function has, or an empty one.

    An object that can be called is named after its class.

    >>> name_of(functools.partial(name_of))
    'name_of'
    """
    name: object = None
    with suppress(Exception):
        inner = unbound(function)
        named = inner if hasattr(inner, "__name__") else type(inner)
        name = named.__name__
    return name if type(name) is str else ""


def doc_of(target: object) -> str | None:
    """Return a docstring, inherited ones too; nobody has cleaned it."""
    doc: Any = target.__doc__
    if issubclass(type(doc), str):
        return str.__str__(doc)
    return inspect.getdoc(target)


def unbound(function: Any) -> Any:
    """
    Return what a partial, or one of a partial, calls.

    >>> unbound(functools.partial(functools.partial(max, 1), 2)) is max
    True
    """
    while isinstance(function, functools.partial):
        function = function.func
    return function


def bound_names(function: Any) -> frozenset[str]:
    """
    Return the names that partials have bound; positional ones are gone.

    >>> bound_names(functools.partial(print, end=""))
    frozenset({'end'})
    """
    names: set[str] = set()
    while isinstance(function, functools.partial):
        names.update(function.keywords)
        function = function.func
    return frozenset(names)
