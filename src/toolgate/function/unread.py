"""Defaults in the form of JSON, which nobody reads into what is meant."""

from __future__ import annotations

from enum import Enum
from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

_SCALARS: Final = frozenset({str, int, float, bool})
_EXACT: Final = _SCALARS | {list, dict}
_SETS: Final = frozenset({set, frozenset})
_STANDS_FOR: Final = ("__value__", "__supertype__")


def is_unread(default: Any, meant: Any, annotation: object) -> bool:
    """
    Tell whether a default is in the form of JSON, and means another value.

    `meant` is what is read where a model sends what the default is written
    as. What is left out is not read: the function would get the text, say,
    where its type promises a date. What JSON has no form for stands for
    itself, and so do None, a tuple for a sequence, an int for a float, and
    what an alternative of a union is.

    >>> from datetime import date
    >>> is_unread("2030-01-31", date(2030, 1, 31), date)
    True
    >>> is_unread(5, 5.0, float)
    False
    """
    return _differs(default, meant, _alternatives(annotation))


def _differs(default: Any, meant: Any, allowed: tuple[type, ...]) -> bool:
    kind, other = type(default), type(meant)
    if kind in _SETS and other in _SETS:
        kinds = set(map(type, meant))
        return any(
            _is_another(each, kinds, allowed) for each in map(type, default)
        )
    if kind is tuple and other is list:
        other = kind
    if other is not kind:
        return _is_another(kind, {other}, allowed)
    if kind is dict:
        pairs = zip(_flat(default), _flat(meant), strict=False)
    elif kind in (list, tuple):
        pairs = zip(default, meant, strict=False)
    else:
        return False
    return any(_differs(one, two, allowed) for one, two in pairs)


def _is_another(
    kind: type, meant: set[type], allowed: tuple[type, ...]
) -> bool:
    return not (
        kind not in _EXACT
        or kind in meant
        or (kind is int and float in meant)
        or issubclass(kind, allowed)
    )


def _flat(value: dict[Any, Any]) -> list[Any]:
    return [part for item in value.items() for part in item]


def _alternatives(annotation: Any) -> tuple[type, ...]:
    """Return the alternatives of all unions in an annotation."""
    found: set[Any] = set()
    waiting = [(annotation, False)]
    for each, in_union in waiting:  # grows
        origin = get_origin(each)
        if origin is Annotated:
            waiting.append((each.__origin__, in_union))
            continue
        if origin is Literal:
            if in_union:
                found.update(map(type, get_args(each)))
            continue
        is_union = origin is Union or origin is UnionType
        if in_union and not is_union:
            found.add(object if each is Any else origin or each)
        waiting += [(inner, is_union) for inner in get_args(each)]
        waiting += [
            (getattr(each, name), in_union)
            for name in _STANDS_FOR
            if hasattr(each, name)
        ]
    return tuple(each for each in found if isinstance(each, type))


def written(value: Any) -> str:
    """
    Write a value as source code does.

    >>> class Size(Enum):
    ...     BIG = "big"
    >>> written([Size.BIG])
    '[Size.BIG]'
    """
    kind = type(value)
    if isinstance(value, Enum):
        return f"{kind.__name__}.{value.name}"
    if kind is list:
        return f"[{', '.join(map(written, value))}]"
    if kind is tuple:
        inner = ", ".join(map(written, value))
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if kind in _SETS and value:
        inner = f"{{{', '.join(map(written, value))}}}"
        return inner if kind is set else f"frozenset({inner})"
    if kind is dict:
        pairs = [f"{written(k)}: {written(v)}" for k, v in value.items()]
        return f"{{{', '.join(pairs)}}}"
    return repr(value)
