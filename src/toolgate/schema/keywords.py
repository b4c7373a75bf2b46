"""
The keywords that judge a value by itself, as plain functions.

JSON Schema validation, sections 6.1 to 6.3 and 7. Each takes a value that is
known to be JSON, made of exact built-in types; those of arrays and objects
are in the room `containers`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from toolgate.json_value import equality_key
from toolgate.schema.failures import frozen
from toolgate.typing import JSONValue

if TYPE_CHECKING:
    from toolgate.schema.patterns.pattern import Pattern

Test: TypeAlias = Callable[[JSONValue], bool]
"""Whether a value is as a keyword asks."""

_NUMBERS: Final = frozenset((int, float))
_EXACT: Final = 2**53
_TYPES: Final[dict[str, frozenset[type]]] = {
    "null": frozenset((type(None),)),
    "boolean": frozenset((bool,)),
    "integer": frozenset((int,)),
    "number": _NUMBERS,
    "string": frozenset((str,)),
    "array": frozenset((list,)),
    "object": frozenset((dict,)),
}


class Assertion(NamedTuple):
    """
    One keyword that judges a value by itself.

    `names` yields the property names at fault: one violation for each, or
    one for all of them where the keyword closes an object.
    """

    keyword: str
    test: Test
    expected: object = None
    names: Callable[[JSONValue], Iterable[str]] | None = None
    closes: bool = False


class Setting(NamedTuple):
    """
    What the keywords of one dialect need beside their own value.

    `formats` has the formats to assert, and is empty where none is asserted.
    `prefix_items`: `prefixItems` starts an array, and `contains` evaluates
    what it finds (since 2020-12); `counted_contains`: `minContains` and
    `maxContains` exist (since 2019-09).
    """

    patterns: Mapping[str, Pattern]
    formats: Mapping[str, Callable[[str], bool]] = MappingProxyType({})
    prefix_items: bool = True
    counted_contains: bool = True


class Asked(NamedTuple):
    """A keyword's value, the schema around it, and the setting."""

    value: Any
    schema: Mapping[str, Any]
    setting: Setting


Maker: TypeAlias = Callable[[Asked], Assertion | None]
"""Makes an assertion of a keyword; None where it says nothing."""

NEVER: Final = Assertion(keyword="", test=lambda _: False)
"""The schema `false`; it is told under the keyword that holds it."""


def _type(asked: Asked) -> Assertion:
    names = asked.value
    if isinstance(names, str):
        names = [names]
    allowed = frozenset[type]().union(*(_TYPES[name] for name in names))
    if "integer" in names and float not in allowed:

        def test(value: JSONValue) -> bool:
            kind = type(value)
            return kind in allowed or (kind is float and value.is_integer())

    elif len(allowed) == 1:
        (only,) = allowed

        def test(value: JSONValue) -> bool:
            return type(value) is only

    else:

        def test(value: JSONValue) -> bool:
            return type(value) in allowed

    return Assertion(keyword="type", test=test, expected=frozen(asked.value))


def weight(value: JSONValue, most: int) -> int:
    """
    Return how large a value is, or something above `most`.

    Values and the characters of strings and names count.

    >>> weight({"a": ["b", 1]}, 100)
    6
    """
    total = 0
    todo = [value]
    while todo and total <= most:
        here = todo.pop()
        total += 1
        if type(here) is str:
            total += len(here)
        elif type(here) is dict:
            if len(here) > most:
                return len(here)
            total += sum(map(len, here))
            todo += here.values()
        elif type(here) is list:
            if len(here) > most:
                return len(here)
            todo += here
    return total


def _is_small(number: float) -> bool:
    # Longer ones share hashes that somebody may have chosen.
    return -_EXACT < number < _EXACT


def _one_of(values: list[Any]) -> Test:
    """
    Make a test that takes no longer than the values are long.

    1 and 1.0 are one value, true is neither: JSON Schema core, 4.2.2.
    """
    texts = frozenset(value for value in values if type(value) is str)
    if len(texts) == len(values):
        return lambda value: type(value) is str and value in texts
    numbers = [value for value in values if type(value) in _NUMBERS]
    small = frozenset(value for value in numbers if _is_small(value))
    large = [value for value in numbers if not _is_small(value)]
    names = [value for value in values if type(value) in {bool, type(None)}]
    held = [value for value in values if type(value) in {list, dict}]
    keys = frozenset(map(equality_key, held + large))
    most = max((weight(value, 2**40) for value in held), default=0)

    def test(value: JSONValue) -> bool:
        kind = type(value)
        if kind is str:
            return value in texts
        if kind in _NUMBERS:
            if _is_small(value):
                return value in small
            return bool(large) and equality_key(value) in keys
        if kind is list or kind is dict:
            return weight(value, most) <= most and equality_key(value) in keys
        return any(value is name for name in names)

    return test


def _enum(asked: Asked) -> Assertion:
    return Assertion(
        keyword="enum",
        test=_one_of(asked.value),
        expected=frozen(asked.value),
    )


def _const(asked: Asked) -> Assertion:
    return Assertion(
        keyword="const",
        test=_one_of([asked.value]),
        expected=frozen(asked.value),
    )


def _bound(keyword: str, fits: Callable[[Any, Any], Any]) -> Maker:
    """Make a keyword that compares numbers; Python does so exactly."""

    def make(asked: Asked) -> Assertion:
        bound = asked.value
        return Assertion(
            keyword=keyword,
            test=lambda number: (
                type(number) not in _NUMBERS or bool(fits(number, bound))
            ),
            expected=bound,
        )

    return make


def _decimal(number: float) -> tuple[int, int]:
    """Take a number apart: the digits of its shortest text, the exponent."""
    if type(number) is int:
        return number, 0
    sign, digits, exponent = Decimal(repr(number)).as_tuple()
    whole = int("".join(map(str, digits)))
    return (-whole if sign else whole), int(exponent)


def is_multiple(number: float, divisor: float) -> bool:
    """
    Whether `number` is a whole multiple of `divisor`, as decimals.

    Numbers mean what their JSON text says, so 19.99 is a multiple of 0.01,
    though no float is exactly either of them.

    >>> is_multiple(19.99, 0.01), is_multiple(1e308, 0.123456789)
    (True, False)
    """
    digits, exponent = _decimal(number)
    parts, shift = _decimal(divisor)
    if exponent < shift:
        scale: int = 10 ** (shift - exponent)
        return digits % (parts * scale) == 0
    # Only the remainder matters, so a power of ten costs its logarithm.
    power: int = pow(10, exponent - shift, parts)
    return digits * power % parts == 0


def _multiple_of(asked: Asked) -> Assertion:
    divisor = asked.value
    return Assertion(
        keyword="multipleOf",
        test=lambda number: (
            type(number) not in _NUMBERS or is_multiple(number, divisor)
        ),
        expected=divisor,
    )


def size(keyword: str, kind: Any, fits: Callable[[Any, Any], Any]) -> Maker:
    """Make a keyword that counts characters, items or properties."""

    def make(asked: Asked) -> Assertion:
        bound = asked.value
        return Assertion(
            keyword=keyword,
            test=lambda counted: (
                type(counted) is not kind or bool(fits(len(counted), bound))
            ),
            expected=bound,
        )

    return make


def _pattern(asked: Asked) -> Assertion:
    search = asked.setting.patterns[asked.value].search
    return Assertion(
        keyword="pattern",
        test=lambda text: type(text) is not str or search(text),
        expected=asked.value,
    )


def _format(asked: Asked) -> Assertion | None:
    check = asked.setting.formats.get(asked.value)
    if check is None:
        return None
    return Assertion(
        keyword="format",
        test=lambda text: type(text) is not str or check(text),
        expected=asked.value,
    )


VALUE_KEYWORDS: Final[Mapping[str, Maker]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "minimum": _bound("minimum", operator.ge),
    "maximum": _bound("maximum", operator.le),
    "exclusiveMinimum": _bound("exclusiveMinimum", operator.gt),
    "exclusiveMaximum": _bound("exclusiveMaximum", operator.lt),
    "multipleOf": _multiple_of,
    "minLength": size("minLength", str, operator.ge),
    "maxLength": size("maxLength", str, operator.le),
    "pattern": _pattern,
    "format": _format,
}
"""How to make an assertion of each of these keywords."""
