"""Wrappers that do not take what the function behind them takes."""

from __future__ import annotations

import functools
import inspect
import types
from typing import TYPE_CHECKING, Any, Final

from toolgate.function.shape import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

_LAYERS: Final = 100
_DISPATCH: Final = ("dispatch", "registry", "register")
_VARIADIC: Final = (
    inspect.Parameter.VAR_POSITIONAL,
    inspect.Parameter.VAR_KEYWORD,
)


def refuse_wrappers(function: Any) -> None:
    """
    Refuse what could not be called as its signature says.

    That is what chooses by the type of a positional argument, as
    `functools.singledispatch` does, and a wrapper that stands for a function
    with other parameters than its own.

    Raises `Refused`.

    >>> refuse_wrappers(len)
    """
    for layer in _layers(function):
        if _dispatches(layer):
            raise Refused(
                "chooses a function by the type of its first argument, and "
                "a tool's arguments have names and JSON types; register the "
                "functions themselves, or one that takes a union and calls it"
            )
        if hasattr(layer, "__wrapped__"):
            _refuse_unlike(layer)


def _layers(function: Any) -> Iterator[Any]:
    """Give a function and all that it wraps, binds and fills in."""
    for _ in range(_LAYERS):
        if isinstance(function, functools.partial):
            function = function.func
        elif isinstance(function, types.MethodType):
            function = function.__func__
        else:
            yield function
            if not hasattr(function, "__wrapped__"):
                return
            function = function.__wrapped__


def _dispatches(layer: Any) -> bool:
    if all(hasattr(layer, name) for name in _DISPATCH):
        return True
    register = getattr(layer, "register", None)
    owner = getattr(register, "__self__", None)
    return isinstance(owner, functools.singledispatchmethod)


def _refuse_unlike(layer: Any) -> None:
    try:
        own = inspect.signature(layer, follow_wrapped=False)
        told = inspect.signature(layer)
    except (TypeError, ValueError):
        return  # told elsewhere, or written in C
    parameters = [
        each for each in told.parameters.values() if each.kind not in _VARIADIC
    ]
    required = [
        each for each in parameters if each.default is inspect.Parameter.empty
    ]
    for given in (parameters, required):
        try:
            _bind(own, given)
        except TypeError as error:
            raise Refused(
                "has the signature of what it wraps, which it does not take "
                f"itself ({error}); give it parameters of its own, without "
                "functools.wraps, or take *args and **kwargs and hand them on"
            ) from None


def _bind(own: inspect.Signature, given: list[inspect.Parameter]) -> None:
    positional = [
        each
        for each in given
        if each.kind is inspect.Parameter.POSITIONAL_ONLY
    ]
    own.bind(
        *positional,
        **{each.name: each for each in given if each not in positional},
    )
