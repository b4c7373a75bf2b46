"""
The engine that is there when `jsonschema-rs` is installed.

It gives verdicts on a copy of the schema in its own terms. What it refuses
is explained by the plain engine, except where schema and value are simple.
"""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING, Any, Final

from toolgate.schema.engine_plain import WHOLE, PlainEngine
from toolgate.schema.failures import (
    MAX_COLLECTED,
    MAX_NAMES,
    Explanation,
    explanation,
    frozen,
    violation,
)
from toolgate.schema.walk import subschemas

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.schema.dialects import Dialect
    from toolgate.typing import JSONSchema, JSONValue, Path
    from toolgate.violation import Violation

_SIMPLE: Final = frozenset(
    (
        "type",
        "enum",
        "const",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "minItems",
        "maxItems",
        "uniqueItems",
        "minProperties",
        "maxProperties",
        "required",
        "properties",
        "additionalProperties",
        "items",
    )
)
_LONG: Final = 2**55
_SMALL: Final = 4_096


class FastEngine:
    """
    A schema as the fast engine enforces it.

    `check` is the validator's own method: no Python lies between a call and
    its verdict. `plain` makes the plain engine of the same schema, when it
    is first needed to explain something. Where `careful`, the plain engine
    also judges the values that hold long integers.
    """

    __slots__ = (
        "_careful",
        "_checked",
        "_expected",
        "_explainer",
        "_plain",
        "_simple",
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
    ) -> None:
        self.check: Callable[[JSONValue], bool] = validator.is_valid
        self._careful = careful
        if careful:
            self.check = self._careful_check
        self._validator = validator
        self._checked = (document, dialect)
        self._plain = plain
        self._explainer: PlainEngine | None = None
        self._simple: bool | None = None
        self._expected: dict[Path, Any] = {}

    def explain(
        self, value: JSONValue, limit: int, *, small: bool = False
    ) -> Explanation:
        """
        Say why the schema refuses a value that `check` refused.

        `small` says that the value is known to be: some kilobytes of text.
        It is never empty: should the plain engine see nothing wrong, the
        answer is that the schema as a whole refuses the value.
        """
        if self._simple is None:
            self._simple = is_simple(*self._checked)
        if (
            self._simple
            and (small or is_small(value))
            and not (self._careful and has_long_integer(value))
        ):
            found = self._converted(value)
            if 0 < len(found) < MAX_COLLECTED:
                return explanation(found, limit, exact=True)
        told = self._plain_engine().explain(value, limit)
        if told.found:
            return told
        found = [violation(WHOLE, (), (), value)]
        return explanation(found, limit, exact=False)

    def _careful_check(self, value: JSONValue) -> bool:
        if has_long_integer(value):
            return self._plain_engine().check(value)
        return bool(self._validator.is_valid(value))

    def _plain_engine(self) -> PlainEngine:
        if self._explainer is None:
            self._explainer = self._plain()
        return self._explainer

    def _converted(self, value: JSONValue) -> list[Violation]:
        found: list[Violation] = []
        known = self._expected
        for error in self._validator.iter_errors(value):
            via = tuple(error.schema_path)
            keyword = via[-1]
            at = tuple(error.instance_path)
            here = value
            for step in at:
                here = here[step]
            if via in known:
                expected = known[via]
            else:
                expected = known[via] = self._asked(via)
            names: tuple[str, ...] = ()
            if keyword == "required":
                names = (error.kind.property,)
            elif keyword == "additionalProperties":
                names = tuple(error.kind.unexpected[:MAX_NAMES])
            found.append(violation(keyword, at, via, here, expected, names))
        return found

    def _asked(self, via: Path) -> Any:
        """Return what a keyword asks for, as the plain engine tells it."""
        schema: Any = self._checked[0]
        for step in via[:-1]:
            schema = schema[step]
        if via[-1] == "additionalProperties":
            return tuple(schema.get("properties", ()))
        return frozen(schema[via[-1]])


def has_long_integer(value: JSONValue) -> bool:
    """
    Whether there are integers that share a float with many others.

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
        elif kind is dict:
            todo.extend(here.values())
        elif kind is list:
            todo.extend(here)
    return False


def is_simple(document: JSONSchema, dialect: Dialect) -> bool:
    """
    Whether the engine's own errors are those that the plain engine tells.

    They are where each keyword stands for itself: no references, unions or
    conditions, no `false` but that of `additionalProperties`.
    """
    if document is False:
        return False
    others = frozenset(dialect.validator_class.VALIDATORS) - _SIMPLE
    for _, schema, _ in subschemas(document, dialect):
        if isinstance(schema, bool):
            continue
        properties = schema.get("properties", {})
        if (
            others & schema.keys()
            or schema.get("items") is False
            or isinstance(schema.get("items"), list)
            or False in properties.values()
            # Without properties, the engine reports members, and no names.
            or (schema.get("additionalProperties") is False and not properties)
        ):
            return False
    return True


def is_small(value: JSONValue) -> bool:
    """
    Whether a value is so small that the engine may copy it for each error.

    Measured by the quickest thing that looks at all of it.
    """
    return len(marshal.dumps(value, 2)) <= _SMALL
