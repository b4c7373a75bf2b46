"""Conditions that JSON Schema cannot say, checked on values once read."""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from operator import ge, gt, le, lt
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolgate.expected import Expected
from toolgate.function.scalar_texts import writer_of
from toolgate.function.scalars import MAX_DECIMAL_EXPONENT
from toolgate.function.shape import Misfit, Refused
from toolgate.json_copy import MAX_INTEGER_DIGITS, type_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from datetime import datetime, time

    from toolgate.expected import Code


class Condition(NamedTuple):
    """
    One condition, by the name that annotated-types has for its operand.

    >>> Condition("gt", 0) == ("gt", 0)
    True
    """

    name: str
    value: Any


class Check(NamedTuple):
    """
    What a value has to pass, and how that is told.

    >>> Check(str.islower, Expected("own_check")).holds("a")
    True
    """

    holds: Callable[[Any], bool]
    expected: Expected


_COMPARED: Final[Mapping[str, tuple[Callable[[Any, Any], bool], Code]]] = (
    MappingProxyType(
        {
            "gt": (gt, "greater_than"),
            "ge": (ge, "at_least"),
            "lt": (lt, "less_than"),
            "le": (le, "at_most"),
        }
    )
)
# Exact for every Decimal that a reader lets through.
_EXACT: Final = Context(
    prec=2 * (MAX_DECIMAL_EXPONENT + MAX_INTEGER_DIGITS),
    Emax=MAX_EMAX,
    Emin=MIN_EMIN,
)


def guarded(
    read: Callable[[Any], Any] | None, checks: Iterable[Check]
) -> Callable[[Any], Any]:
    """
    Return a reader whose values pass checks; None passes them all.

    A check that raises is one that failed.

    >>> guarded(None, [check_of(Condition("gt", 3))])(2)
    Traceback (most recent call last):
    toolgate.function.shape.Misfit: Expected(code='greater_than', \
values=('3',))
    """

    def reader(value: Any) -> Any:
        found = value if read is None else read(value)
        if found is None:
            return None
        for check in checks:
            if not _passes(check, found):
                raise Misfit(check.expected)
        return found

    return reader


def _passes(check: Check, value: object) -> bool:
    try:
        return bool(check.holds(value))
    except Exception:  # noqa: BLE001 - a predicate is the host's
        # What cannot be compared, such as times with and without a zone.
        return False


def applies(check: Check, sample: object) -> bool:
    """Tell whether a check can be made on values such as this."""
    try:
        check.holds(sample)
    except (TypeError, AttributeError, ArithmeticError):
        return False
    return True


def check_of(condition: Condition) -> Check:
    """
    Return the check that a condition is, on values that are text in JSON.

    Raises `Refused` for an operand that the condition cannot have.
    """
    name, operand = condition
    if type(operand) is float:
        # As it is written: 0.1 is one tenth to a Decimal.
        operand = Decimal(repr(operand))
    if name in _COMPARED:
        compare, code = _COMPARED[name]
        return Check(
            lambda value: compare(value, operand),
            Expected(code, (shown(operand),)),
        )
    if name == "multiple_of":
        return Check(
            lambda value: _is_multiple(value, operand),
            Expected("multiple_of", (shown(operand),)),
        )
    if name == "tz":
        return _zone(condition)
    if name == "pattern" or type(operand) is not int or operand < 0:
        raise unfit(condition, "a value that is written as text")
    return {
        "min_length": Check(
            lambda value: len(value) >= operand,
            Expected("min_bytes", (operand,)),
        ),
        "max_length": Check(
            lambda value: len(value) <= operand,
            Expected("max_bytes", (operand,)),
        ),
        "max_digits": Check(
            lambda value: _digits(value)[0] <= operand,
            Expected("max_digits", (operand,)),
        ),
        "decimal_places": Check(
            lambda value: _digits(value)[1] <= operand,
            Expected("max_places", (operand,)),
        ),
    }[name]


def _is_multiple(value: Any, of: Any) -> bool:
    if not isinstance(value, Decimal):
        return not value % of
    divisor = Decimal(of)
    if divisor <= 0:
        raise TypeError
    return not _EXACT.remainder(value, divisor)


def _digits(value: Decimal) -> tuple[int, int]:
    """Return how many digits a number has, and how many after the point."""
    _, digits, exponent = _EXACT.normalize(value).as_tuple()
    if not isinstance(exponent, int):
        raise TypeError
    places = max(0, -exponent)
    return max(len(digits) + max(0, exponent), places), places


def _zone(condition: Condition) -> Check:
    zone = condition.value
    if zone is not None and zone is not Ellipsis:
        raise Refused(
            "asks for one time zone, of which a date and time in JSON has "
            "only the offset; convert it in the function"
        )
    aware = zone is Ellipsis

    def holds(value: datetime | time) -> bool:
        return (value.tzinfo is not None) is aware

    return Check(
        holds, Expected("with_offset") if aware else Expected("without_offset")
    )


def predicate(holds: Callable[[Any], Any]) -> Check:
    """Return the check that is made by a function of the host's."""
    name = getattr(holds, "__qualname__", "")
    if not isinstance(name, str) or not name.replace(".", "_").isidentifier():
        return Check(holds, Expected("own_check"))
    return Check(holds, Expected("predicate", (name,)))


def unfit(condition: Condition, kind: str) -> Refused:
    """Return the refusal of a condition on a type that it is not for."""
    return Refused(
        f"has {condition.name}={shown(condition.value)}, which does not fit "
        f"{kind}; put it beside a type that it fits"
    )


def shown(value: object) -> str:
    """Write an operand for a message; other than scalars by its type."""
    kind = type(value)
    if kind in {int, float, str}:
        return repr(value)
    write = writer_of(kind)
    try:
        return type_name(kind) if write is None else write(value)
    except Exception:  # noqa: BLE001 - a time zone is the host's
        return type_name(kind)
