"""Typed dicts: objects whose properties have types, read as a dict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args, get_origin

import typing_extensions

from toolgate.function.annotations import class_scopes, resolved, unqualified
from toolgate.function.definitions import key_of, name_of
from toolgate.function.fields import Field, object_of, properties_reader
from toolgate.function.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from toolgate.function.definitions import DerivesNamed


def shape_of(annotation: object, deriver: DerivesNamed) -> Shape | None:
    """
    Return the shape of a typed dict, or None for other annotations.

    Closed, also where PEP 728 would leave it open; `extra_items` are the
    only properties beside those listed.

    >>> from toolgate.function.types import Deriver
    >>> deriver = Deriver(compile=lambda schema: lambda value: True)
    >>> class Size(typing_extensions.TypedDict, total=False):
    ...     cm: int
    >>> shape = deriver.shape(Size)
    >>> shape.read({"cm": 5.0}), shape.read({})
    ({'cm': 5}, {})
    """
    owner: Any = get_origin(annotation) or annotation
    if not typing_extensions.is_typeddict(owner):
        return None
    arguments = get_args(annotation)
    return deriver.definitions.named(
        key_of(owner, arguments),
        name_of(owner, arguments),
        lambda: _shape(owner, arguments, deriver),
    )


def _shape(
    owner: Any, arguments: tuple[object, ...], deriver: DerivesNamed
) -> Shape:
    scopes = class_scopes(owner, arguments)
    fields = []
    for name, raw in owner.__annotations__.items():
        scope = scopes[_writer(owner, name, raw)]
        hint, qualifiers = unqualified(resolved(raw, scope))
        # Where annotations are postponed, the class itself cannot tell.
        required = "Required" in qualifiers or (
            "NotRequired" not in qualifiers and name in owner.__required_keys__
        )
        fields.append(Field(name, hint, required=required))
    schema, readers = object_of(owner, fields, deriver)
    extra = getattr(owner, "__extra_items__", None)
    if extra not in (None, *_NO_EXTRA):
        inner = deriver.shape(unqualified(resolved(extra, scopes[owner]))[0])
        schema["additionalProperties"] = inner.schema or True
        if inner.read is not None:
            known = dict.fromkeys(schema["properties"]) | dict(readers)
            return Shape(schema, _open_reader(known, inner.read))
    return Shape(schema, properties_reader(readers) if readers else None)


_NO_EXTRA = (typing_extensions.NoExtraItems, typing_extensions.Never)


def _writer(owner: Any, name: str, raw: object) -> Any:
    """Return the typed dict, among a class and its bases, of a field."""
    for base in typing_extensions.get_original_bases(owner):
        each: Any = get_origin(base) or base
        if typing_extensions.is_typeddict(each):
            theirs = each.__annotations__
            if name in theirs and theirs[name] == raw:
                return _writer(each, name, raw)
    return owner


def _open_reader(
    known: dict[str, Callable[[Any], Any] | None],
    read_extra: Callable[[Any], Any],
) -> Callable[[Any], Any]:
    def readers(names: Iterable[str]) -> Any:
        for name in names:
            read_property = known.get(name, read_extra)
            if read_property is not None:
                yield name, read_property

    def read(value: Any) -> Any:
        return properties_reader(tuple(readers(value)))(value)

    return read
