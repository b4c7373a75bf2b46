"""From checked arguments to the arguments of a Python call."""

from __future__ import annotations

import inspect
from operator import itemgetter
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from toolgate.function.fields import properties_reader
from toolgate.function.jsonable import jsonable

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from toolgate.context import ToolContext
    from toolgate.function.shape import Shape
    from toolgate.typing import JSONObject

_VARIADIC = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS

Bound: TypeAlias = "tuple[tuple[Any, ...], dict[str, Any]]"
"""The positional and the named arguments of a call."""


class Parameter(NamedTuple):
    """
    A parameter of a function that becomes a tool.

    `shape` is None for one that the host supplies. That is the context
    itself, or where `injected` names one, a value of the context. `default`
    is meant where it is not `required`.
    """

    name: str
    required: bool
    default: object = None
    positional_only: bool = False
    shape: Shape | None = None
    injected: str | None = None

    @property
    def is_context(self) -> bool:
        """Whether the host's whole context is what is asked for."""
        return self.shape is None and self.injected is None


class Binder:
    """
    Makes the arguments of a function out of a checked call's.

    `hidden` are the names of parameters that the host supplies, or has
    `bound` in a partial: no model may send them. `needs` are the names of
    values without which the function cannot be called; `wants_context` says
    whether it looks at the context. Where `by_name`, the function is given
    what `read` makes of the arguments (they themselves where it is None), and
    `bind` has nothing to add; `take`, where it is not None, has them in the
    function's order. `function` is what it calls, and `input_schema`
    the text of the schema that the function needs: None where the binder was
    made by hand.

    >>> from toolgate.function.shape import Shape
    >>> size = Parameter("size", required=True, shape=Shape({}, read=int))
    >>> Binder([size]).bind({"size": 3.0}, None)
    ((), {'size': 3})
    """

    __slots__ = (
        "_contexts",
        "_injected",
        "_positional",
        "_required",
        "by_name",
        "function",
        "hidden",
        "input_schema",
        "needs",
        "read",
        "take",
        "wants_context",
    )

    def __init__(
        self, parameters: Iterable[Parameter], bound: Collection[str] = ()
    ) -> None:
        parameters = tuple(parameters)
        readers = tuple(
            (each.name, each.shape.read)
            for each in parameters
            if each.shape is not None and each.shape.read is not None
        )
        self.read = properties_reader(readers) if readers else None
        self._contexts = tuple(
            each.name for each in parameters if each.is_context
        )
        self._injected = tuple(
            (each.name, each.injected)
            for each in parameters
            if each.injected is not None
        )
        self._positional = tuple(
            (each.name, each.default)
            for each in parameters
            if each.positional_only
        )
        supplied = [each.name for each in parameters if each.shape is None]
        self.hidden = frozenset((*supplied, *bound))
        self.needs = tuple(
            each.injected
            for each in parameters
            if each.injected is not None and each.required
        )
        self.wants_context = bool(self._contexts or self._injected)
        self.by_name = not (self._positional or self.wants_context)
        self._required = tuple(
            each.name for each in parameters if each.required
        )
        self.take: Callable[[JSONObject], tuple[Any, ...]] | None = None
        self.function: Callable[..., object] | None = None
        self.input_schema: str | None = None

    def serve(self, function: Callable[..., object]) -> None:
        """
        Have it make the arguments of this function.

        In the order of its parameters, where each call gives all of them:
        Python takes half as long over them as over names.

        >>> from toolgate.function.shape import Shape
        >>> def area(width, height): ...
        >>> width = Parameter("width", required=True, shape=Shape({}))
        >>> height = Parameter("height", required=True, shape=Shape({}))
        >>> binder = Binder([height, width])
        >>> binder.serve(area)
        >>> binder.take({"height": 2, "width": 3})
        (3, 2)
        """
        self.function = function
        if type(function) is not FunctionType or not self.by_name:
            return
        code = function.__code__
        names = code.co_varnames[: code.co_argcount]
        if (
            len(names) > 1
            and not code.co_kwonlyargcount
            and not code.co_flags & _VARIADIC
            and set(names) == set(self._required)
        ):
            self.take = itemgetter(*names)

    # The way back, for what a function returns.
    written = staticmethod(jsonable)

    def bind(
        self, arguments: JSONObject, context: ToolContext | None
    ) -> Bound:
        """
        Return positional and named arguments for the function.

        Raises `Misfit` where a value obeys the schema and not the type.
        """
        named: dict[str, Any] = (
            arguments if self.read is None else self.read(arguments)
        )
        if named is arguments:
            named = arguments.copy()
        if context is not None:
            for name in self._contexts:
                named[name] = context
            for name, key in self._injected:
                if key in context.values:
                    named[name] = context.values[key]
        # One that is left out has a default, or the schema would ask for it.
        return tuple(
            [named.pop(name, default) for name, default in self._positional]
        ), named
