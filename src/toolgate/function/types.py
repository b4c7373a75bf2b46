"""Shapes of annotations: the schema says what the type says."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    ForwardRef,
    NewType,
    TypeVar,
    get_args,
    get_origin,
)

import typing_extensions

from toolgate.function import (
    containers,
    literals,
    mappings,
    models,
    scalars,
    structures,
    typed_dicts,
    unions,
)
from toolgate.function.annotations import (
    ALIAS_TYPES,
    QUALIFIERS,
    Scope,
    alias_value,
    resolved,
)
from toolgate.function.constraints import described
from toolgate.function.definitions import Definitions, key_of, name_of
from toolgate.function.host_values import (
    INJECTED_INSIDE,
    context_inside,
    is_context_class,
    is_injected,
)
from toolgate.function.inlining import copied
from toolgate.function.shape import Refused, Shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.typing import JSONObject

_FAMILIES: Final[tuple[Callable[[Any, Any], Shape | None], ...]] = (
    literals.shape_of,
    containers.shape_of,
    mappings.shape_of,
    typed_dicts.shape_of,
    structures.shape_of,
    unions.shape_of,
    models.shape_of,
)
_TEXTS: Final = (str, typing_extensions.Doc)
_SHOWN: Final = 100
_BUILT_IN: Final = frozenset({"builtins", "collections.abc", "typing"})


class Deriver:
    """
    Derives the shapes of annotations; one for each function.

    `compile` makes a check of a schema that is complete; it is called for
    unions that nothing else decides, when the first value comes. Names in
    annotations that are still text are looked up in `scope`. The types of an
    output are described as `jsonable` writes them, others as they are read.

    Safe in any number of threads once the shapes are derived.

    >>> deriver = Deriver(compile=lambda schema: lambda value: True)
    >>> shape = deriver.shape(dict[str, list[int]])
    >>> deriver.finish(shape.schema)["additionalProperties"]
    {'type': 'array', 'items': {'type': 'integer'}}
    >>> shape.read({"a": [1, 2.0]})
    {'a': [1, 2]}
    """

    __slots__ = ("_scope", "definitions", "is_metered", "is_output")

    def __init__(
        self,
        compile: Callable[[JSONObject], Callable[[Any], bool]],  # noqa: A002 - it says what it does
        scope: Scope = Scope(),  # noqa: B008 - a tuple
        *,
        is_output: bool = False,
    ) -> None:
        self._scope = scope
        self.is_output = is_output
        self.is_metered = False
        self.definitions = Definitions(compile)

    def shape(self, annotation: Any) -> Shape:
        """
        Return the shape of an annotation.

        Raises `Refused` for a type that JSON cannot carry, or that a model
        could not send.
        """
        owner = get_origin(annotation) or annotation
        if is_context_class(owner):
            raise Refused(context_inside(_shown(annotation)))
        if is_injected(owner):
            raise Refused(INJECTED_INSIDE)
        found = scalars.shape_of(annotation, self) or self._wrapped(annotation)
        if found is not None:
            return found
        for family in _FAMILIES:
            found = family(annotation, self)
            if found is not None:
                return found
        raise Refused(
            f"{_shown(annotation)} is no type that JSON can carry; take one "
            "that it can, and make the other in the function"
            + ("" if self.is_output else _from_host(annotation))
        )

    def _wrapped(self, annotation: Any) -> Shape | None:
        """Return the shape of what only stands for another annotation."""
        if isinstance(annotation, (str, ForwardRef)) or (
            type(annotation) is TypeVar
        ):
            return self.shape(resolved(annotation, self._scope))
        origin = get_origin(annotation)
        if origin is Annotated:
            return self._annotated(annotation)
        if origin in QUALIFIERS:
            return self.shape(get_args(annotation)[0])
        if isinstance(annotation, NewType):
            return self.shape(annotation.__supertype__)
        if isinstance(origin or annotation, ALIAS_TYPES):
            return self._alias(origin or annotation, get_args(annotation))
        return None

    def finish(self, schema: JSONObject) -> JSONObject:
        """Return a schema with all that it refers to; see `Definitions`."""
        return self.definitions.finish(schema)

    def _annotated(self, annotation: Any) -> Shape:
        shape = self.shape(annotation.__origin__)
        metadata = annotation.__metadata__
        if not all(isinstance(each, _TEXTS) for each in metadata):
            # Conditions go to keywords, which a reference keeps elsewhere.
            shape = Shape(self._written_out(shape.schema), shape.read)
        return described(shape, metadata)

    def _written_out(self, schema: JSONObject) -> JSONObject:
        if "$ref" in schema:
            whole: JSONObject = copied(self.definitions.target(schema))
            return whole
        if "anyOf" in schema:
            branches = [self._written_out(each) for each in schema["anyOf"]]
            return {**schema, "anyOf": branches}
        return schema

    def _alias(self, alias: Any, arguments: tuple[Any, ...]) -> Shape:
        def build() -> Shape:
            return self.shape(alias_value(alias, arguments))

        shape = self.definitions.named(
            key_of(alias, arguments), name_of(alias, arguments), build
        )
        target = self.definitions.target(shape.schema)
        if not any(isinstance(each, (dict, list)) for each in target.values()):
            # A name for a scalar is no shorter than the scalar.
            return Shape(dict(target), shape.read)
        return shape


def _shown(annotation: object) -> str:
    if isinstance(annotation, type) and get_origin(annotation) is None:
        return annotation.__name__
    return repr(annotation)[:_SHOWN]


def _from_host(annotation: object) -> str:
    """Say how to take an object of a class that the host has, if it is one."""
    owner = get_origin(annotation) or annotation
    if not isinstance(owner, type) or owner.__module__ in _BUILT_IN:
        return ""
    name = _shown(annotation)
    return (
        f"; what the host supplies is Annotated[{name}, Injected()], or "
        f"the deps of a ToolContext[{name}]"
    )
