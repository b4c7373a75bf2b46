"""Named fields as the properties of a JSON object, and their reading."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    NamedTuple,
    get_origin,
)

from toolgate.function.defaults import shown_default
from toolgate.function.docstrings import read_docstring
from toolgate.function.misplaced import refuse_misplaced_in_field
from toolgate.function.scalars import EXACT_ROWS, exact_of
from toolgate.function.shape import Misfit, Refused
from toolgate.unset import UNSET

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.function.definitions import DerivesNamed
    from toolgate.function.docstrings import Documented
    from toolgate.function.shape import Shape


class Field(NamedTuple):
    """
    A field of a class: its resolved type, and its default or UNSET.

    >>> Field("size", int, required=False, default=3).default
    3
    """

    name: str
    annotation: Any
    required: bool
    default: object = UNSET


class Properties(NamedTuple):
    """The schema of a closed object, and what reads its properties."""

    schema: dict[str, Any]
    readers: tuple[tuple[str, Callable[[Any], Any]], ...]


def object_of(
    owner: type, fields: list[Field], deriver: DerivesNamed
) -> Properties:
    """
    Return the closed object that has the fields of a class.

    The docstring of the class describes it and them.

    >>> from toolgate.function.types import Deriver
    >>> deriver = Deriver(compile=lambda schema: lambda value: True)
    >>> class Size: "How large something is."
    >>> schema, readers = object_of(Size, [Field("cm", int, True)], deriver)
    >>> schema["description"], schema["required"], readers[0][1](5.0)
    ('How large something is.', ['cm'], 5)
    """
    told = read_docstring(
        vars(owner).get("__doc__"), [field.name for field in fields]
    )
    properties: dict[str, Any] = {}
    readers = []
    for field in fields:
        shape = deriver.shape(field.annotation)
        describe(shape, field, told, deriver)
        properties[field.name] = shape.schema
        if shape.read is not None:
            readers.append((field.name, shape.read))
    schema: dict[str, Any] = {"type": "object"}
    if told.description:
        schema["description"] = told.description
    schema["properties"] = properties
    required = [field.name for field in fields if field.required]
    if required:
        schema["required"] = required
    schema["additionalProperties"] = False
    return Properties(schema, tuple(readers))


def describe(
    shape: Shape, field: Field, told: Documented, deriver: DerivesNamed
) -> None:
    """
    Add to a field's schema, in place, what its class says of it.

    Raises `Refused` for a default that the field's own type refuses.
    """
    schema = shape.schema
    text = told.parameters.get(field.name)
    if text is not None and (
        "description" not in schema
        or get_origin(field.annotation) is not Annotated
    ):
        schema["description"] = text
    if field.default is not UNSET:
        try:
            refuse_misplaced_in_field(field.annotation, field.default)
            shown = shown_default(
                field.default, shape, deriver.definitions, field.annotation
            )
        except Refused as refusal:
            raise Refused(
                f"has a field {field.name!r} that {refusal.reason}"
            ) from None
        if shown is UNSET:
            schema.pop("default", None)  # it has one, which JSON has not
        else:
            schema["default"] = shown


def properties_reader(
    readers: tuple[tuple[str, Callable[[Any], Any]], ...],
) -> Callable[[Any], dict[str, Any]]:
    """
    Return what reads an object into a dict, property by property.

    Where each is right as it is, so is the object.

    >>> properties_reader((("a", int),))({"a": 1.0, "b": 2.0})
    {'a': 1, 'b': 2.0}
    """
    rows = [(name, exact_of(read), read) for name, read in readers]

    def read(value: Any) -> dict[str, Any]:
        result: dict[str, Any] = value
        for name, exact, read_property in rows:
            if name not in value:
                continue
            item = value[name]
            if type(item) is exact:
                continue
            try:
                found = read_property(item)
            except Misfit as misfit:
                misfit.steps.append(name)
                raise
            if found is not item:
                if result is value:
                    result = dict(value)
                result[name] = found
        return result

    exact_rows = [(name, exact) for name, exact, _ in rows if exact]
    if len(exact_rows) == len(rows):
        read.__dict__[EXACT_ROWS] = exact_rows
    return read
