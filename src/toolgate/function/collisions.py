"""Values whose hashes somebody chose, so that a set of them takes long."""

from __future__ import annotations

import re
from collections import Counter
from decimal import Decimal, InvalidOperation
from ipaddress import IPv6Address
from typing import TYPE_CHECKING, Any, Final

from toolgate.expected import Expected
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
# Of one scope, addresses are told apart by their number alone.
_ADDRESS: Final = re.compile(
    r"([0-9A-Fa-f:.]{2,45})(?:%[^/%]+)?(?:/([0-9]{1,3}))?"
)
_BITS: Final = 128
_ALL: Final = 2**_BITS - 1
_SCALARS: Final = frozenset((str, int, float, bool, type(None)))
_NUMBERS: Final = 2


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
    toolgate.function.shape.Misfit: Expected(code='distinct_hashes', values=())
    """
    if len(members) > MAX_ALIKE:
        _judge(Counter(map(hash, members)))


def refuse_colliding_numbers(
    value: Any, size: int, *, has_addresses: bool = False
) -> None:
    """
    Refuse a JSON value that others may make colliding numbers of.

    `size` is the length of its text. Numbers and UUIDs count wherever they
    stand, also as text and as the name of a property, and so do rows of
    them, which others may take for tuples. IPv6 addresses and networks,
    whose hashes are made of their numbers, count only where it
    `has_addresses`: it takes some time to read one.

    Raises `Misfit` where more than `MAX_ALIKE` different ones have one hash.

    >>> refuse_colliding_numbers({"a": [1, "x", 2.5]}, 20)
    """
    if size <= MAX_ALIKE * _DIGITS:
        return
    texts: set[str] = set()
    rows: dict[str, int] = {}
    for each in _parts(value):
        kind = type(each)
        if kind is list:
            row = _row(each)
            if row is not None:
                # By their text: a set of them is what may take so long.
                rows[repr(each)] = hash(row)
        elif kind is str:
            texts.add(each)
        elif kind is int and abs(each) >= _LARGE:
            texts.add(str(each))
    counts = Counter(rows.values())
    for text in texts:
        if len(text) >= _DIGITS:
            counts.update(_hashes(text))
        if has_addresses:
            counts.update(_hashes_of_address(text))
    _judge(counts)


def _judge(counts: Counter[int]) -> None:
    if any(count > MAX_ALIKE for count in counts.values()):
        raise Misfit(Expected("distinct_hashes"))


def _parts(value: Any) -> Iterator[Any]:
    """Yield a value and all that is in it, names included."""
    waiting = [value]
    for each in waiting:  # grows
        kind = type(each)
        if kind is dict:
            waiting += each
            waiting += each.values()
        elif kind is list:
            waiting += each
        yield each


def _row(items: list[Any]) -> tuple[Any, ...] | None:
    """Return what hashes as a tuple of the items would, if it can collide."""
    if len(items) < _NUMBERS or not _SCALARS.issuperset(map(type, items)):
        return None
    row = tuple(
        next(_hashes(item), item) if type(item) is str else item
        for item in items
    )
    # What follows one number can make up for it.
    numbers = sum(type(item) in {int, float} for item in row)
    return row if numbers >= _NUMBERS else None


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


def _hashes_of_address(text: str) -> Iterator[int]:
    """Yield the hashes of the address and the network that a text may be."""
    found = _ADDRESS.fullmatch(text)
    if found is None or ":" not in text:
        return
    prefix = _BITS if found[2] is None else int(found[2])
    try:
        number = int(IPv6Address(found[1]))
    except ValueError:
        return
    if prefix > _BITS:
        return
    # As `ipaddress` does, which takes thrice as long to make them all.
    mask = _ALL >> (_BITS - prefix) << (_BITS - prefix)
    yield hash(number)
    yield hash((number, prefix, number & mask))
    yield hash((number & mask) ^ mask)
