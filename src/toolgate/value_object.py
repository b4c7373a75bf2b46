"""What frozen dataclasses have in common, made once and not for each."""

from __future__ import annotations

from operator import attrgetter
from typing import Any


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
