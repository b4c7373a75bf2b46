"""What a Python type asks of a value beyond its schema, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Code: TypeAlias = Literal[
    "at_least",
    "at_most",
    "base64",
    "date",
    "date_time",
    "decimal",
    "distinct_hashes",
    "distinct_items",
    "distinct_keys",
    "double",
    "duration",
    "greater_than",
    "hashable_items",
    "integer_digits",
    "key_bounds",
    "keys_said",
    "less_than",
    "less_work",
    "max_bytes",
    "max_digits",
    "max_members",
    "max_places",
    "min_bytes",
    "multiple_of",
    "own_check",
    "path",
    "predicate",
    "said",
    "time",
    "uuid",
    "valid",
    "with_offset",
    "without_offset",
]
"""What there is to ask for; each language has a phrase for each."""


@dataclass(frozen=True, slots=True)
class Expected:
    """
    What a Python type asks of a value that its schema accepts.

    `code` says what, `values` what the phrase for it has to name: a limit, a
    class, the words of Pydantic. They never repeat the value at fault.

    >>> Expected("at_least", ("3",))
    Expected(code='at_least', values=('3',))
    """

    code: Code
    values: tuple[str | int, ...] = ()
