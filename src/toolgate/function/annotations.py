"""Annotations as they are meant: names looked up, type variables filled in."""

from __future__ import annotations

import inspect
import sys
import typing
from collections import ChainMap
from types import GenericAlias, MappingProxyType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    ForwardRef,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    Union,
    get_args,
    get_origin,
)

import typing_extensions

from toolgate.function.enclosing import around_class
from toolgate.function.shape import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

QUALIFIERS: Final[Mapping[object, str]] = MappingProxyType(
    {
        typing_extensions.Required: "Required",
        typing_extensions.NotRequired: "NotRequired",
        typing_extensions.ReadOnly: "ReadOnly",
        typing.Final: "Final",
    }
)
"""What may stand around the type of a field, and its name."""

ALIAS_TYPES: Final = (
    typing_extensions.TypeAliasType,
    getattr(typing, "TypeAliasType", typing_extensions.TypeAliasType),
)
"""What `type X = ...` makes, and what stands for it in older Pythons."""

_SHOWN: Final = 100
_NOTHING: Final[Mapping[Any, Any]] = MappingProxyType({})


class Scope(NamedTuple):
    """
    Where the names in an annotation are looked up.

    `names` come first, then `more`, then the built-in ones. `arguments` are
    what stands for type variables, by variable. `inside` are the texts that
    are being looked up.

    >>> resolved("list[int]", Scope())
    list[int]
    """

    names: Mapping[str, Any] = _NOTHING
    more: Mapping[str, Any] = _NOTHING
    arguments: Mapping[Any, object] = _NOTHING
    inside: frozenset[str] = frozenset()


def module_scope(
    module: str | None, arguments: Mapping[Any, object] = _NOTHING
) -> Scope:
    """
    Return the scope of a module, by its name; empty for an unknown one.

    >>> module_scope("toolgate.function.annotations").names["Any"]
    typing.Any
    """
    found = sys.modules.get(module or "")
    return Scope(names=vars(found) if found else {}, arguments=arguments)


def class_scope(
    owner: type, arguments: Mapping[Any, object] = _NOTHING
) -> Scope:
    """
    Return the scope of the annotations in a class.

    Names of the module, and of running functions around the class, win over
    those of the class, so that a field `date: date | None = None` means the
    type and not its own default.
    """
    names: Mapping[str, Any] = module_scope(owner.__module__).names
    local = around_class(owner)
    if local:
        # ChainMap reads its maps only; it is typed as if it wrote.
        names = ChainMap(local, names)  # type: ignore[arg-type]
    variables = getattr(owner, "__type_params__", ())
    if variables:
        names = ChainMap({each.__name__: each for each in variables}, names)  # type: ignore[arg-type]
    return Scope(
        names=names,
        more={**vars(owner), owner.__name__: owner},
        arguments=arguments,
    )


def class_scopes(
    owner: type, arguments: tuple[object, ...]
) -> dict[type, Scope]:
    """
    Return the scopes of a class and of all its bases.

    `arguments` are those of the class itself, where it is generic; what they
    mean for type variables of the bases follows from how it inherits them.
    """
    found: dict[type, Scope] = {}
    waiting: list[tuple[type, tuple[object, ...]]] = [(owner, arguments)]
    while waiting:
        each, given = waiting.pop()
        if each in found or each in (object, Generic):
            continue
        variables = getattr(each, "__parameters__", ())
        scope = class_scope(each, dict(zip(variables, given, strict=False)))
        found[each] = scope
        for base in typing_extensions.get_original_bases(each):
            origin = get_origin(base) or base
            if isinstance(origin, type):
                below = [resolved(one, scope) for one in get_args(base)]
                waiting.append((origin, tuple(below)))
    return found


def resolved(annotation: object, scope: Scope) -> Any:
    """
    Return an annotation without postponed parts and type variables.

    A type variable that nothing is known of stands for its default, its
    bound, its constraints or anything, whichever there is.

    Raises `Refused` where a name leads nowhere.

    >>> T = TypeVar("T")
    >>> resolved(dict[str, "list[T]"], Scope({"T": T}, arguments={T: int}))
    dict[str, list[int]]
    """
    if isinstance(annotation, (str, ForwardRef)):
        return _looked_up(annotation, scope)
    # What unpacks a tuple says that it is a TypeVar, before Python 3.11.
    if type(annotation) is TypeVar:
        if annotation in scope.arguments:
            return scope.arguments[annotation]
        return resolved(_unfilled(annotation), scope)
    return _inside(annotation, get_origin(annotation), scope)


def _inside(annotation: object, origin: object, scope: Scope) -> Any:
    """Return a generic annotation with its arguments resolved."""
    if origin is None or origin is Literal:
        return annotation
    if origin is Annotated:
        inner = annotation.__origin__  # type: ignore[attr-defined]
        meant = resolved(inner, scope)
        if meant is inner:
            return annotation
        return _annotated(meant, annotation.__metadata__)  # type: ignore[attr-defined]
    given = get_args(annotation)
    if any(isinstance(each, list) for each in given):  # of a Callable
        return annotation
    args = tuple(resolved(each, scope) for each in given)
    if all(new is old for new, old in zip(args, given, strict=True)):
        return annotation
    return _rebuilt(annotation, origin, args)


def _annotated(inner: Any, metadata: tuple[Any, ...]) -> Any:
    parts = (inner, *metadata)
    return Annotated[parts]


def _rebuilt(annotation: Any, origin: Any, args: tuple[Any, ...]) -> Any:
    if origin is Union or origin is UnionType:
        return Union[args]  # noqa: UP007 - the arguments are made here
    if hasattr(annotation, "copy_with"):
        return annotation.copy_with(args)
    return GenericAlias(origin, args)


def _looked_up(annotation: str | ForwardRef, scope: Scope) -> Any:
    if isinstance(annotation, ForwardRef):
        text = annotation.__forward_arg__
        module: Any = annotation.__forward_module__
        if module is not None:
            name = module if isinstance(module, str) else module.__name__
            names = module_scope(name).names
            scope = scope._replace(names=ChainMap(scope.names, names))  # type: ignore[arg-type]
    else:
        text = annotation
    if text in scope.inside:
        raise Refused(
            f"the alias {text[:_SHOWN]!r} contains itself; declare it with "
            "TypeAliasType"
        )
    try:
        # The text is source code of the function's author.
        found = eval(text, {**scope.more}, scope.names)  # noqa: S307
    except Exception as error:  # noqa: BLE001 - an expression may do anything
        raise Refused(
            f"the annotation {text[:_SHOWN]!r} cannot be resolved "
            f"({type(error).__name__}: {str(error)[:_SHOWN]}); what it names "
            "must be importable from its module at run time"
        ) from None
    return resolved(found, scope._replace(inside=scope.inside | {text}))


def _unfilled(variable: Any) -> object:
    """Return what a type variable stands for that nobody filled in."""
    default = getattr(variable, "__default__", typing_extensions.NoDefault)
    if default is not None and default is not typing_extensions.NoDefault:
        return default
    if variable.__bound__ is not None:
        return variable.__bound__
    if variable.__constraints__:
        return Union[variable.__constraints__]  # noqa: UP007 - as above
    return Any


def unqualified(annotation: Any) -> tuple[Any, frozenset[str]]:
    """
    Return the type of a field, and the names of the qualifiers around it.

    >>> unqualified(typing_extensions.NotRequired[int])
    (<class 'int'>, frozenset({'NotRequired'}))
    """
    names: set[str] = set()
    metadata: tuple[Any, ...] = ()
    while (origin := get_origin(annotation)) is Annotated or (
        origin in QUALIFIERS
    ):
        if origin is Annotated:
            metadata = (*annotation.__metadata__, *metadata)
            annotation = annotation.__origin__
        else:
            names.add(QUALIFIERS[origin])
            (annotation,) = get_args(annotation)
    if metadata:
        annotation = _annotated(annotation, metadata)
    return annotation, frozenset(names)


def alias_value(alias: Any, arguments: tuple[object, ...]) -> Any:
    """
    Return what a type alias stands for, its type variables filled in.

    Raises `Refused` where it names something that is not there.

    >>> Id = typing_extensions.TypeAliasType("Id", "int | str")
    >>> alias_value(Id, ())
    int | str
    """
    variables = alias.__type_params__
    scope = module_scope(
        alias.__module__, dict(zip(variables, arguments, strict=False))
    )
    try:
        value = alias.__value__  # from Python 3.12 on evaluated now
    except Exception as error:  # noqa: BLE001 - an expression may do anything
        raise Refused(
            f"the alias {alias.__name__} cannot be resolved "
            f"({type(error).__name__}: {str(error)[:_SHOWN]})"
        ) from None
    return resolved(value, scope)


def own_annotations(owner: type) -> Mapping[str, Any]:
    """Return the annotations in the body of a class, not of its bases."""
    return inspect.get_annotations(owner)
