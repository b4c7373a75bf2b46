"""Values whose hashes somebody chose, so that a set of them takes long."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, Final

from toolgate.function.shape import Misfit

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

MAX_ALIKE: Final = 200
"""Values of one hash that a set or dict takes from outside."""

# Python's hash of a number is its remainder by 2**61 - 1: no smaller integers
# share a hash, and a larger one has as many digits.
_LARGE: Final = 2**61 - 1
_DIGITS: Final = len(str(_LARGE))
_NUMBER: Final = re.compile(r"[\s0-9_+.eE-]+")
_AROUND_UUID: Final = re.compile(r"urn:uuid:|[{}-]")
_UUID: Final = re.compile(r"[0-9A-Fa-f]{32}")


def refuse_collisions(members: Collection[Any]) -> None:
    """
    Refuse what a set or dict would take quadratic time to hold.

    Python's hashes of text cannot be foreseen, those of numbers can, and so
    can those of what contains numbers.

    Raises `Misfit` where more than `MAX_ALIKE` members have one hash, and
    TypeError where one has none.

    >>> refuse_collisions(range(10_000))
    >>> refuse_collisions([number * (2**61 - 1) for number in range(1_000)])
    Traceback (most recent call last):
    toolgate.function.shape.Misfit: values that are told apart more easily
    """
    if len(members) > MAX_ALIKE:
        _judge(Counter(map(hash, members)))


def refuse_colliding_numbers(value: Any, size: int) -> None:
    """
    Refuse a JSON value that others may make colliding numbers of.

    `size` is the length of its text. Numbers and UUIDs count wherever they
    stand, also as text and as the name of a property.

    Raises `Misfit` where more than `MAX_ALIKE` different ones have one hash.

    >>> refuse_colliding_numbers({"a": [1, "x", 2.5]}, 20)
    """
    if size > MAX_ALIKE * _DIGITS:
        texts = set(_long_texts(value))
        _judge(Counter(each for text in texts for each in _hashes(text)))


def _judge(counts: Counter[int]) -> None:
    if any(count > MAX_ALIKE for count in counts.values()):
        raise Misfit("values that are told apart more easily")


def _long_texts(value: Any) -> Iterator[str]:
    """Yield the texts, names and integers of a value that are long enough."""
    waiting = [value]
    for each in waiting:  # grows
        kind = type(each)
        if kind is dict:
            waiting += each
            waiting += each.values()
        elif kind is list:
            waiting += each
        elif kind is str:
            if len(each) >= _DIGITS:
                yield each
        elif kind is int and abs(each) >= _LARGE:
            yield str(each)


def _hashes(text: str) -> Iterator[int]:
    """Yield the hashes of the numbers that a text may be read as."""
    if _NUMBER.fullmatch(text):
        try:
            number = Decimal(text)
        except InvalidOperation:
            pass  # digits in no order
        else:
            yield hash(number)
    bare = _AROUND_UUID.sub("", text)
    if _UUID.fullmatch(bare):
        yield hash(int(bare, 16))
