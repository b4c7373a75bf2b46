"""What a Python type is in JSON: a schema, and how its values are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.expected import Expected


class Misfit(Exception):  # noqa: N818 - a verdict about a value, not a fault
    """
    A value that the schema accepts and the Python type refuses.

    `expected` is what the type asks for, or each of what several would take;
    it never repeats the value. `steps` leads to the value from the innermost
    container outwards: each container appends its own step while the misfit
    passes through it.

    >>> from toolgate.expected import Expected
    >>> def read_dates(values):
    ...     for index, value in enumerate(values):
    ...         try:
    ...             raise Misfit(Expected("date"))
    ...         except Misfit as misfit:
    ...             misfit.steps.append(index)
    ...             raise
    >>> try:
    ...     read_dates(["2030-02-30"])
    ... except Misfit as misfit:
    ...     print(misfit.path, misfit.expected)
    (0,) (Expected(code='date', values=()),)
    """

    def __init__(self, *expected: Expected) -> None:
        super().__init__(*expected)
        self.expected = expected
        self.steps: list[str | int] = []

    @property
    def path(self) -> tuple[str | int, ...]:
        """The way to the value, outermost step first."""
        return tuple(reversed(self.steps))


class Refused(Exception):  # noqa: N818 - a verdict about a type, not a fault
    """
    An annotation that cannot be the type of a tool's parameter.

    `reason` says what is wrong and what to do about it. Which function and
    which parameter it stands at is added by whoever knows.

    >>> Refused("type[int] is no JSON value; take its name as a str").reason
    'type[int] is no JSON value; take its name as a str'
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Shape(NamedTuple):
    """
    A Python type in JSON.

    `schema` is a JSON Schema 2020-12 fragment, a fresh one for each shape.
    `read` turns a JSON value that obeys the schema into the Python value; it
    leaves its argument as it is, and raises `Misfit` for what only the type
    knows. None: the JSON value is right as it is.

    >>> Shape({"type": "string"})
    Shape(schema={'type': 'string'}, read=None)
    """

    schema: dict[str, Any]
    read: Callable[[Any], Any] | None = None


class Derives(Protocol):
    """What derives the shapes of the types inside a type."""

    @property
    def is_output(self) -> bool:
        """Whether the types are of what is written, and never read."""
        ...

    def shape(self, annotation: object) -> Shape:
        """Return the shape of an annotation, or raise `Refused`."""
        ...
