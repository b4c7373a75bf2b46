"""What frozen dataclasses have in common, made once and not for each."""

from __future__ import annotations

from operator import attrgetter


def stored(attribute: str, doc: str) -> property:
    """
    Return a property that reads an attribute, and no Python code of ours.

    Type checkers do not see what it gives: show them another.
    """
    return property(attrgetter(attribute), doc=doc)


class ValueObject:
    """
    Equality, hash and repr of a dataclass, by its fields.

    Made for each class, they take half of its time to import. `meta` has no
    part in the hash, since it may hold what cannot be hashed. The repr leaves
    out what is None or empty.

    >>> class Point(ValueObject):
    ...     def __init__(self, x, y=None):
    ...         self.x, self.y = x, y
    >>> Point(1), Point(1) == Point(1), Point(1) == Point(2)
    (Point(x=1), True, False)
    """

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        fields = self.__dict__.items()
        return hash(
            (type(self), *(value for name, value in fields if name != "meta"))
        )

    def __repr__(self) -> str:
        told = ", ".join(
            f"{name}={value!r}"
            for name, value in self.__dict__.items()
            if value is not None and value != ()
        )
        return f"{type(self).__name__}({told})"
