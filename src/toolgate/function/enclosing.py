"""The names around a definition, while the code that holds it is running."""

from __future__ import annotations

import inspect
import sys
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_LOCAL = "<locals>"


def around_function(function: object) -> dict[str, Any]:
    """
    Return the names of functions and class bodies around a function.

    Only of those that are still running, as they are for a decorator. They
    are told by their code, which holds the function's: whoever calls this,
    and through however many others, it is the right scope.

    >>> def outer():
    ...     Local = int
    ...     def inner(x: "Local"): ...
    ...     return around_function(inner)
    >>> outer()["Local"]
    <class 'int'>
    """
    if type(function) is not FunctionType or "." not in function.__qualname__:
        return {}
    code = function.__code__
    return _names(function.__globals__, lambda each: each is code)


def around_class(owner: type) -> dict[str, Any]:
    """
    Return the names of running functions around a class.

    >>> around_class(int)
    {}
    """
    name = owner.__qualname__
    module = sys.modules.get(owner.__module__)
    if _LOCAL not in name or module is None:
        return {}

    def is_body(code: CodeType) -> bool:
        # Python 3.10 knows the last part of the name only.
        return getattr(code, "co_qualname", name) == name and (
            code.co_name == owner.__name__
        )

    return _names(vars(module), is_body)


def _names(
    module: dict[str, Any], is_meant: Callable[[CodeType], bool]
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    frame = inspect.currentframe()
    while frame is not None:
        if (
            frame.f_globals is module
            and frame.f_locals is not module
            and _holds(frame.f_code, is_meant)
        ):
            # Inner scopes come first.
            found = {**frame.f_locals, **found}
        frame = frame.f_back
    return found


def _holds(code: CodeType, is_meant: Callable[[CodeType], bool]) -> bool:
    """Tell whether a piece of code makes what is meant, at any depth."""
    waiting = [code]
    for each in waiting:  # grows
        inner = [one for one in each.co_consts if type(one) is CodeType]
        if any(map(is_meant, inner)):
            return True
        waiting += inner
    return False
