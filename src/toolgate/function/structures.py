"""Classes with named fields: dataclasses and named tuples."""

from __future__ import annotations

import dataclasses
import inspect
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    get_args,
    get_origin,
)

from toolgate.expected import Expected
from toolgate.function.annotations import (
    class_scopes,
    own_annotations,
    resolved,
    unqualified,
)
from toolgate.function.containers import fixed
from toolgate.function.definitions import key_of, name_of
from toolgate.function.docstrings import read_docstring
from toolgate.function.fields import (
    Field,
    describe,
    object_of,
    properties_reader,
)
from toolgate.function.host_values import is_of_host
from toolgate.function.shape import Misfit, Refused, Shape
from toolgate.unset import UNSET

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolgate.function.annotations import Scope
    from toolgate.function.definitions import DerivesNamed

_PLAIN: Final = (str, int, float, list, tuple, dict)

REFUSALS: Final = (
    ArithmeticError,
    AssertionError,
    LookupError,
    TypeError,
    ValueError,
)
"""What a constructor raises to say that a value is not for it."""


def shape_of(annotation: object, deriver: DerivesNamed) -> Shape | None:
    """
    Return the shape of a class with named fields, or None for others.

    Dataclasses are closed objects, named tuples arrays. A class docstring
    describes the type and its fields.

    Raises `Refused` for a dataclass that cannot be made from its fields.

    >>> from toolgate.function.types import Deriver
    >>> deriver = Deriver(compile=lambda schema: lambda value: True)
    >>> from typing import NamedTuple
    >>> class Point(NamedTuple):
    ...     x: int
    ...     y: int = 0
    >>> deriver.shape(Point).read([3])
    Point(x=3, y=0)
    """
    owner: Any = get_origin(annotation) or annotation
    if not isinstance(owner, type):
        return None
    if issubclass(owner, tuple) and hasattr(owner, "_fields"):
        build = _named_tuple
    elif dataclasses.is_dataclass(owner) and not hasattr(
        owner, "__pydantic_validator__"
    ):
        build = _dataclass
    else:
        return None
    arguments = get_args(annotation)
    return deriver.definitions.named(
        key_of(owner, arguments),
        name_of(owner, arguments),
        lambda: build(owner, arguments, deriver),
    )


def _dataclass(
    owner: Any, arguments: tuple[object, ...], deriver: DerivesNamed
) -> Shape:
    if deriver.is_output:
        return _written(owner, arguments, deriver)
    if not owner.__dataclass_params__.init or inspect.isabstract(owner):
        raise Refused(
            f"{owner.__name__} cannot be made from its fields (it is "
            "abstract, or has init=False)"
        )
    fields = list(_dataclass_fields(owner, arguments))
    schema, readers = object_of(owner, fields, deriver)
    read_fields = properties_reader(readers)
    expected = Expected("valid", (owner.__name__,))

    def read(value: Any) -> Any:
        named = read_fields(value)
        try:
            return owner(**named)
        except REFUSALS as error:
            raise Misfit(expected) from error

    return Shape(schema, read)


def _written(
    owner: Any, arguments: tuple[object, ...], deriver: DerivesNamed
) -> Shape:
    """Return the shape of what is never made, and always has all fields."""
    plain = next((each for each in _PLAIN if issubclass(owner, each)), None)
    if plain is not None:
        raise Refused(
            f"{owner.__name__} is a dataclass and a {plain.__name__}, which "
            "is what it would be written as; make it one of them"
        )
    fields = list(_dataclass_fields(owner, arguments, is_output=True))
    return Shape(object_of(owner, fields, deriver).schema)


def _dataclass_fields(
    owner: Any, arguments: tuple[object, ...], *, is_output: bool = False
) -> Iterator[Field]:
    scopes = class_scopes(owner, arguments)
    fields: dict[str, dataclasses.Field[Any]] = owner.__dataclass_fields__
    ordinary = {field.name for field in dataclasses.fields(owner)}
    for field in fields.values():
        if field.name not in ordinary:
            if is_output or (
                field.name not in inspect.signature(owner).parameters
            ):
                continue  # an InitVar, which nothing keeps, or a ClassVar
        elif not field.init and not is_output:
            continue
        hint = _owned(field.name, field.type, owner, scopes)
        has_factory = field.default_factory is not dataclasses.MISSING
        has_default = field.default is not dataclasses.MISSING
        yield Field(
            field.name,
            unqualified(hint)[0],
            required=is_output or not (has_factory or has_default),
            default=_default_of(field),
        )


def _default_of(field: dataclasses.Field[Any]) -> object:
    if field.default is not dataclasses.MISSING:
        return field.default
    # What makes a marker or a context is as much of a mistake as they are.
    factory = field.default_factory
    return factory if is_of_host(factory) else UNSET


def _owned(
    name: str, annotation: object, owner: type, scopes: dict[type, Scope]
) -> Any:
    """Return an annotation as it is meant in the class that wrote it."""
    writers = (
        each
        for each in owner.__mro__
        if "__dataclass_fields__" in vars(each)
        and name in own_annotations(each)
    )
    scope = scopes[next(writers, owner)]
    hint = resolved(annotation, scope)
    if isinstance(hint, dataclasses.InitVar):
        return resolved(hint.type, scope)
    return Any if hint is dataclasses.InitVar else hint


def _named_tuple(
    owner: Any, arguments: tuple[object, ...], deriver: DerivesNamed
) -> Shape:
    scopes = class_scopes(owner, arguments)
    hints: dict[str, Any] = {}
    for each in reversed(owner.__mro__):
        if issubclass(each, tuple) and each in scopes:
            for name, raw in own_annotations(each).items():
                hints[name] = unqualified(resolved(raw, scopes[each]))[0]
    defaults = owner._field_defaults
    told = read_docstring(vars(owner).get("__doc__"), owner._fields)
    shapes = []
    for name in owner._fields:
        field = Field(
            name,
            hints.get(name, Any),
            required=name not in defaults,
            default=defaults.get(name, UNSET),
        )
        shape = deriver.shape(field.annotation)
        describe(shape, field, told, deriver)
        # A position says nothing about what stands there.
        shape.schema.setdefault("description", name)
        shapes.append(shape)
    expected = Expected("valid", (owner.__name__,))

    def make(items: list[Any]) -> Any:
        try:
            return owner(*items)
        except REFUSALS as error:
            raise Misfit(expected) from error

    least = len(owner._fields)
    if not deriver.is_output:
        least -= len(defaults)
    schema, read = fixed(shapes, make, least)
    if told.description:
        schema["description"] = told.description
    return Shape(schema, read)
