"""A derived type, ready to be tried: its schema, its check and its reader."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from toolgate.function.annotations import Scope
from toolgate.function.shape import Misfit
from toolgate.function.types import Deriver
from toolgate.messages.en import EN
from toolgate.schema.cache import ValidatorCache

if TYPE_CHECKING:
    from toolgate.expected import Expected

NO_NAMES = Scope()
CACHE = ValidatorCache(max_size=4_096)


class Refusal(NamedTuple):
    """What came of a value that is not for a type."""

    path: tuple[str | int, ...] | None
    expected: str = ""


REJECTED = Refusal(None, "by the schema")


class Derived(NamedTuple):
    """A type as a function would see it."""

    schema: dict[str, Any]
    read: Any
    is_valid: Any

    def outcome(self, value: object) -> Any:
        """Return the value read, or the refusal."""
        if not self.is_valid(value):
            return REJECTED
        if self.read is None:
            return value
        try:
            return self.read(value)
        except Misfit as misfit:
            return Refusal(misfit.path, told(misfit))


def told(misfit: Misfit) -> str:
    """Return what a misfit expects, in English."""
    return " or ".join(map(in_english, misfit.expected))


def in_english(expected: Expected) -> str:
    return EN.expected[expected.code].format(*expected.values)


def deriver(scope: Scope = NO_NAMES, *, is_output: bool = False) -> Deriver:
    return Deriver(
        lambda schema: CACHE.get(schema).check, scope, is_output=is_output
    )


def derive(annotation: object, scope: Scope = NO_NAMES) -> Derived:
    one = deriver(scope)
    shape = one.shape(annotation)
    schema = one.finish(shape.schema)
    return Derived(schema, shape.read, CACHE.get(schema).is_valid)


def derive_output(annotation: object, scope: Scope = NO_NAMES) -> Derived:
    """Return a type as what a function returns."""
    one = deriver(scope, is_output=True)
    shape = one.shape(annotation)
    schema = one.finish(shape.schema)
    return Derived(schema, shape.read, CACHE.get(schema).is_valid)


def here(name: str) -> Scope:
    """Return the scope of a test module."""
    return Scope(vars(sys.modules[name]))
