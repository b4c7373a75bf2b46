"""What frozen dataclasses have in common, made once and not for each."""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, FrozenInstanceError
from difflib import get_close_matches
from inspect import Parameter, Signature
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["ValueObject", "alike", "frozen_dataclass", "stored", "told"]

T = TypeVar("T")

_put = object.__setattr__

if TYPE_CHECKING:
    from dataclasses import dataclass as frozen_dataclass
else:

    def frozen_dataclass(
        *,
        frozen: Literal[True],
        kw_only: bool = False,
        eq: Literal[False],
        repr: Literal[False],  # noqa: A002 - as dataclasses calls it
    ) -> Callable[[type[T]], type[T]]:
        """
        Make a frozen dataclass, in a tenth of the time that `dataclass` takes.

        That time is spent on compiling methods for each class; these share
        theirs. To type checkers it is `dataclass` itself.

        >>> @frozen_dataclass(frozen=True, eq=False, repr=False)
        ... class Point(ValueObject):
        ...     x: int
        ...     y: int = 0
        >>> Point(1), dataclasses.replace(Point(1), y=2)
        (Point(x=1, y=0), Point(x=1, y=2))
        """

        def made(cls: type[T]) -> type[T]:
            cls.__setattr__ = cls.__delattr__ = _refuse
            cls.__signature__ = _SIGNATURE
            plain = dataclasses.dataclass(
                init=False, eq=eq, repr=repr, kw_only=kw_only
            )(cls)
            plain.__init__ = _maker(dataclasses.fields(plain))
            # A subclass is a frozen dataclass as well, or none.
            plain.__dataclass_params__.frozen = frozen
            return plain

        return made


def _maker(fields: Sequence[dataclasses.Field[Any]]) -> Callable[..., None]:
    """Return the constructor of a class with these fields."""
    rows = [
        (each.name, each.init, each.default, each.default_factory)
        for each in fields
    ]

    def __init__(self: Any, /, *given: object, **named: object) -> None:  # noqa: N807 - it is one
        if given:
            named = _bound(type(self), given, named)
        left = len(named)
        for name, is_asked, default, factory in rows:
            if is_asked and name in named:
                left -= 1
                _put(self, name, named[name])
            elif factory is not MISSING:
                _put(self, name, factory())
            elif default is not MISSING:
                _put(self, name, default)
            elif is_asked:
                left = -1
                break
        if left:
            _bound(type(self), (), named)
        if hasattr(self, "__post_init__"):
            self.__post_init__()

    return __init__


def _bound(
    kind: Any, given: tuple[object, ...], named: dict[str, object]
) -> dict[str, Any]:
    """Give each argument its name; raise TypeError as a call does."""
    signature = kind.__signature__
    try:
        return dict(signature.bind(*given, **named).arguments)
    except TypeError as error:
        told = f"{kind.__name__}: {error}"
    known = signature.parameters
    unknown = next((name for name in named if name not in known), None)
    if unknown is not None:
        close = get_close_matches(unknown, known, 1)
        told += (
            f"; did you mean {close[0]}?"
            if close
            else f"; it takes {', '.join(known)}"
        )
    elif given:
        told += "; give them by name"
    raise TypeError(told)


def _refuse(self: object, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(
        f"cannot change field {name!r} of a {type(self).__name__}"
    )


class _Signature:
    """What a frozen dataclass takes, made when somebody asks."""

    def __get__(self, _: object, owner: type) -> Signature:
        return Signature(
            [
                Parameter(
                    field.name,
                    Parameter.KEYWORD_ONLY
                    if field.kw_only
                    else Parameter.POSITIONAL_OR_KEYWORD,
                    default=_default(field),
                    annotation=field.type,
                )
                for field in dataclasses.fields(owner)
                if field.init
            ]
        )


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not MISSING:
        return field.default_factory()
    return Parameter.empty if field.default is MISSING else field.default


_SIGNATURE = _Signature()


def stored(attribute: str, doc: str) -> property:
    """
    Return a property that reads an attribute, and no Python code of ours.

    Type checkers do not see what it gives: show them another.
    """
    return property(attrgetter(attribute), doc=doc)


class ValueObject:
    """
    Equality, hash and repr of a dataclass, by its fields.

    Made for each class, they take half of its time to import. Of two equal
    fields, the types are equal as well. `meta` has no part in the hash, since
    it may hold what cannot be hashed. The repr leaves out what is None or
    empty.

    >>> class Point(ValueObject):
    ...     def __init__(self, x, y=None):
    ...         self.x, self.y = x, y
    >>> Point(1), Point(1) == Point(1), Point(1) == Point(2)
    (Point(x=1), True, False)
    """

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return alike(self.__dict__, other.__dict__)

    def __hash__(self) -> int:
        fields = self.__dict__.items()
        return hash(
            (type(self), *(value for name, value in fields if name != "meta"))
        )

    def __repr__(self) -> str:
        fields = ", ".join(
            f"{name}={told(value)}"
            for name, value in self.__dict__.items()
            if value is not None and value != ()
        )
        return f"{type(self).__name__}({fields})"


def alike(one: Any, other: Any) -> bool:
    """
    Tell whether two values are equal, and of equal types all the way down.

    That way through plain dicts, lists and tuples; 1, 1.0 and True, which
    are equal in Python, are three values in JSON.

    >>> alike({"a": [1]}, {"a": [1]}), alike({"a": [1]}, {"a": [True]})
    (True, False)
    """
    if not one == other:  # noqa: SIM201 - also ends what holds itself
        return False
    pairs = [(one, other)]
    for left, right in pairs:
        if left is right:
            continue
        kind = type(left)
        if kind is not type(right):
            return False
        if kind is dict:
            pairs.extend((held, right[name]) for name, held in left.items())
        elif kind is list or kind is tuple:
            pairs.extend(zip(left, right, strict=True))
    return True


def told(value: object) -> str:
    """
    Return the repr of a value, or a plain one where it has none.

    Integers longer than `sys.set_int_max_str_digits` allows have none.

    >>> told([1, "a"])
    "[1, 'a']"
    """
    try:
        return repr(value)
    except Exception:  # noqa: BLE001 - the repr may be host code
        return object.__repr__(value)
