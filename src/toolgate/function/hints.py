"""What the annotations of a function mean, in the place where they stand."""

from __future__ import annotations

import functools
import re
import types
from collections import ChainMap
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ForwardRef,
    Literal,
    Union,
    get_args,
    get_origin,
)

from typing_extensions import get_type_hints

from toolgate.context import Injected, ToolContext
from toolgate.function.annotations import Scope
from toolgate.function.enclosing import around_function
from toolgate.function.host_values import is_injected
from toolgate.function.shape import Refused
from toolgate.unset import UNSET

if TYPE_CHECKING:
    from collections.abc import Callable

_UNIONS = (Union, types.UnionType)
_TEXTS = 256
_ADVICE = "; a marker stands beside a type: write Annotated[str, Injected()]"
_names_marker = re.compile(r"\bInjected\b").search
_names_context = re.compile(r"\bToolContext\b").search


class Names:
    """
    Resolves annotations as the function's own module would.

    Names of enclosing functions count while those are running; afterwards
    where the function itself uses them, since Python keeps no others.

    >>> def f(x: "list[int]"): ...
    >>> Names(f).resolve("list[int]")
    list[int]
    """

    def __init__(self, target: Callable[..., object]) -> None:
        self._globals: dict[str, Any] = getattr(target, "__globals__", {})
        self._locals = {**around_function(target), **_closure(target)}
        self.scope = Scope(names=ChainMap(self._locals, self._globals))

    def resolve(self, annotation: object) -> object:
        """
        Return an annotation, with strings replaced by what they name.

        Raises `Refused` where a name cannot be found.
        """
        known = self._known(annotation)
        if known is not UNSET:
            return known
        it = _referring(annotation)
        holder = types.SimpleNamespace(__annotations__={"it": it})
        try:
            return get_type_hints(
                holder, self._globals, self._locals, include_extras=True
            )["it"]
        except NameError as error:
            if isinstance(annotation, str) and _names_context(annotation):
                return ToolContext
            raise Refused(
                f"{_shown(annotation)} cannot be resolved: {error}. Import "
                "it where the function's module is loaded, not only under "
                "TYPE_CHECKING, and define it at module level, or in a "
                "function that is still running when the tool is made"
            ) from None
        except Exception as error:  # noqa: BLE001 - evaluating may do anything
            shown = _shown(annotation)
            advice = _ADVICE if _names_marker(shown) else ""
            raise Refused(
                f"{shown} is no type: {type(error).__name__} while it was "
                f"evaluated{advice}"
            ) from None

    def _known(self, annotation: object) -> object:
        """Return what holds no text any more, or UNSET; most do not."""
        if type(annotation) is str:
            try:
                # The text is source code of the function's author.
                annotation = eval(  # noqa: S307
                    _compiled(annotation), self._globals, self._locals
                )
            except Exception:  # noqa: BLE001 - told where all is looked up
                return UNSET
        return annotation if _is_whole(annotation) else UNSET


@functools.lru_cache(maxsize=_TEXTS)
def _compiled(text: str) -> types.CodeType:
    return compile(text, "<annotation>", "eval")


def _is_whole(annotation: object) -> bool:
    """Tell whether an annotation certainly has no text in it."""
    if issubclass(type(annotation), type) or annotation is Any:
        return True
    origin = get_origin(annotation)
    if origin is Literal:
        return True
    if origin is Annotated:
        return _is_whole(annotation.__origin__)  # type: ignore[attr-defined]
    if origin is None:
        return is_injected(annotation)  # no type; refused as what it is
    return all(
        each is Ellipsis or _is_whole(each) for each in get_args(annotation)
    )


def _referring(annotation: Any) -> Any:
    """Mark the text in `list["X"]` as a reference, as Python 3.11 would."""
    if isinstance(annotation, types.GenericAlias):
        args = [
            ForwardRef(each) if isinstance(each, str) else _referring(each)
            for each in annotation.__args__
        ]
        origin: Any = annotation.__origin__
        return types.GenericAlias(origin, tuple(args))
    if get_origin(annotation) in _UNIONS:
        args = [_referring(each) for each in get_args(annotation)]
        return Union[tuple(args)]  # noqa: UP007 - the arguments are made here
    return annotation


def _closure(target: Callable[..., object]) -> dict[str, Any]:
    code = getattr(target, "__code__", None)
    cells = getattr(target, "__closure__", None) or ()
    names = code.co_freevars if code is not None else ()
    found = {}
    for name, cell in zip(names, cells, strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    return found


def _shown(annotation: object) -> str:
    text = annotation if isinstance(annotation, str) else repr(annotation)
    return ascii(text[:100])


def bare(annotation: object) -> object:
    """
    Return an annotation without its metadata.

    >>> from typing import Annotated
    >>> bare(Annotated[int, "how many"])
    <class 'int'>
    """
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    return annotation


def members(annotation: object) -> tuple[object, ...]:
    """
    Return the members of a union, or the one type that it is.

    >>> members(int | None)
    (<class 'int'>, <class 'NoneType'>)
    """
    annotation = bare(annotation)
    if get_origin(annotation) in _UNIONS:
        return tuple(
            inner
            for member in get_args(annotation)
            for inner in members(member)
        )
    return (annotation,)


def is_context(annotation: object) -> bool:
    """
    Tell whether a parameter asks for the host's context.

    Raises `Refused` for a context that may be something else as well.
    """
    found = [get_origin(each) or each for each in members(annotation)]
    if ToolContext not in found:
        return False
    if set(found) <= {ToolContext, type(None)}:
        return True
    raise Refused(
        "a ToolContext comes from the host, and nothing else may stand in "
        "its place: annotate the parameter as ToolContext alone"
    )


def injected_key(name: str, annotation: object) -> str | None:
    """
    Return the key of the trusted value that a parameter asks for, if any.

    >>> from typing import Annotated
    >>> injected_key("who", Annotated[str, Injected("user")])
    'user'
    """
    if get_origin(annotation) is not Annotated:
        return None
    for note in get_args(annotation)[1:]:
        if isinstance(note, Injected):
            return name if note.key is None else note.key
        if is_injected(note):  # the class, in the place of an object
            return name
    return None
