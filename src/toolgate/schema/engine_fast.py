"""
The engine that is there when `jsonschema-rs` is installed.

It gives verdicts on a copy of the schema in its own terms. What it refuses
is explained by the plain engine, except where schema and value are simple.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from toolgate.schema.burden import burden_of, has_few, is_small
from toolgate.schema.failures import (
    MAX_COLLECTED,
    MAX_NAMES,
    WHOLE,
    Explanation,
    explanation,
    violation,
)
from toolgate.schema.fast_errors import Asked, asked_for, reached

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.schema.dialects import Dialect
    from toolgate.schema.engine_plain import PlainEngine
    from toolgate.typing import JSONSchema, JSONValue, Path
    from toolgate.violation import Violation

_LONG: Final = 2**55
# Above it, the shortest text of a float is not always that of its value.
_EXACT: Final = 2.0**53
_MAX_DIGITS: Final = 4_300
# Absent before Python 3.10.7, which had no limit.
_digit_limit = getattr(sys, "get_int_max_str_digits", lambda: 0)
# Characters of text: the shortest integers that hosts may cut take one more.
_SHORT: Final = 640
# The engine makes all before it tells the first, at 15 microseconds each.
_MAX_ERRORS: Final = 3_000


class FastEngine:
    """
    A schema as the fast engine enforces it.

    `check` is the validator's own method: no Python lies between a call and
    its verdict. `plain` makes the plain engine of the same schema, when it
    is first needed to explain something. Where `careful`, the plain engine
    also judges the values that hold long integers; where `bounding`, it does
    while the host cuts integers shorter than JSON may have them.
    """

    __slots__ = (
        "_asked",
        "_burden",
        "_careful",
        "_checked",
        "_easy",
        "_explainer",
        "_plain",
        "_validator",
        "check",
    )

    def __init__(
        self,
        validator: Any,
        document: JSONSchema,
        dialect: Dialect,
        plain: Callable[[], PlainEngine],
        *,
        careful: bool = False,
        bounding: bool = False,
    ) -> None:
        self.check: Callable[[JSONValue], bool] = validator.is_valid
        self._careful = careful
        if careful:
            self.check = self._careful_check
        elif bounding:
            self.check = self._bounding_check
        self._validator = validator
        self._checked = (document, dialect)
        self._plain = plain
        self._explainer: PlainEngine | None = None
        self._burden: int | None = None
        self._easy = -1
        self._asked: dict[Path, Asked] = {}

    def explain(
        self, value: JSONValue, limit: int, *, size: int | None = None
    ) -> Explanation:
        """
        Say why the schema refuses a value that `check` refused.

        `size` is the number of characters of its text, where that is known.
        It is never empty: should the plain engine see nothing wrong, the
        answer is that the schema as a whole refuses the value.
        """
        if self._burden is None:
            self._weigh()
        if (size is not None and size <= self._easy) or self._is_bearable(
            value, size
        ):
            try:
                found = self._read(value)
            except Exception:  # noqa: BLE001 - the plain engine knows better
                found = []
            if 0 < len(found) < MAX_COLLECTED:
                return explanation(found, limit, exact=True)
        told = self._plain_engine().explain(value, limit)
        if told.found:
            return told
        found = [violation(WHOLE, (), (), value)]
        return explanation(found, limit, exact=False)

    def _weigh(self) -> None:
        self._burden = burden = burden_of(*self._checked)
        if burden and not self._careful:
            # A value takes a character, and another between it and the next.
            self._easy = min(_SHORT, 2 * _MAX_ERRORS // burden)

    def _is_bearable(self, value: JSONValue, size: int | None) -> bool:
        """Whether the engine's errors are few, and may be believed."""
        burden = self._burden
        short = size is not None and size <= _SHORT
        return (
            bool(burden)
            and has_few(value, _MAX_ERRORS // burden)  # type: ignore[operator]
            and (short or is_small(value))
            and not (
                # What is short has no integers that hosts may cut.
                (self._careful or (not short and integers_are_cut()))
                and has_long_integer(value)
            )
        )

    def _careful_check(self, value: JSONValue) -> bool:
        if has_long_integer(value):
            return self._plain_engine().check(value)
        return bool(self._validator.is_valid(value))

    def _bounding_check(self, value: JSONValue) -> bool:
        # As `integers_are_cut`: a call less on a hot path.
        if 0 < _digit_limit() < _MAX_DIGITS:
            return self._careful_check(value)
        return self._validator.is_valid(value)  # type: ignore[no-any-return]

    def _plain_engine(self) -> PlainEngine:
        if self._explainer is None:
            self._explainer = self._plain()
        return self._explainer

    def _read(self, value: JSONValue) -> list[Violation]:
        """Return what the engine's own errors say; nothing if in doubt."""
        found: list[Violation] = []
        known = self._asked
        for error in self._validator.iter_errors(value):
            reported = tuple(error.schema_path)
            asked = known.get(reported)
            if asked is None:
                asked = asked_for(self._checked[0], reported)
                known[reported] = asked
            keyword, via, steps, expected = asked
            at = tuple(error.instance_path)
            # Where they are not as many, an empty name was left out.
            if len(at) != len(steps) or len(found) == MAX_COLLECTED:
                return []
            here = value
            try:
                for step in at:
                    here = here[step]
            except LookupError:  # an integer for a name
                at, here = reached(value, steps, at)
            names: tuple[str, ...] = ()
            if keyword == "required":
                names = (error.kind.property,)
                # With 0.61.2, told of a name that is there, where it is the
                # only required one and no property of a closed object.
                if names[0] in here:
                    return []
            elif keyword == "additionalProperties":
                names = tuple(error.kind.unexpected[:MAX_NAMES])
            found.append(violation(keyword, at, via, here, expected, names))
        return found


def integers_are_cut() -> bool:
    """
    Whether the host makes Python refuse to write long integers.

    `jsonschema-rs` reads their text, and takes what has none for something
    that no bound is about.
    """
    return 0 < _digit_limit() < _MAX_DIGITS


def has_long_integer(value: JSONValue) -> bool:
    """
    Whether there are numbers whose text and float say different things.

    They are integers that share a float with many others, and floats that
    are written with fewer digits than they have.

    >>> has_long_integer({"ids": [1, 2**70]}), has_long_integer([2**53])
    (True, False)
    """
    todo = [value]
    while todo:
        here = todo.pop()
        kind = type(here)
        if kind is int:
            if not -_LONG < here < _LONG:
                return True
        elif kind is float:
            if not -_EXACT <= here <= _EXACT:
                return True
        elif kind is dict:
            todo.extend(here.values())
        elif kind is list:
            todo.extend(here)
    return False
