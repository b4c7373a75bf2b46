"""One way in which a value breaks a schema, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolgate.value_object import ValueObject, frozen_dataclass

if TYPE_CHECKING:
    from toolgate.typing import Path


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Violation(ValueObject):
    """
    One way in which a value breaks a schema.

    `keyword` is the JSON Schema keyword that failed, or `json` where the
    value is not JSON or is over a limit. `instance_path` leads to the value
    at fault, `schema_path` to the keyword, through `$ref`s as they were
    followed. `expected` is what the keyword asks for: the keyword's value in
    the schema, arrays as tuples, or a tuple of allowed names for keywords
    that close an object; None where that says nothing. Where the schema
    accepts a value and the type of a function's parameter does not, the
    keyword is `type`, `schema_path` is empty, and `expected` is an `Expected`
    or several. `received` is the
    JSON type of the value at fault: null, boolean, integer, number, string,
    array or object. `names` are the property names concerned: the missing
    one for `required`, the surplus ones for `additionalProperties` and
    `unevaluatedProperties`. The value itself is never part of a violation.

    >>> Violation(
    ...     keyword="type",
    ...     instance_path=("items", 0),
    ...     schema_path=("properties", "items", "items", "type"),
    ...     expected="integer",
    ...     received="string",
    ... ).keyword
    'type'
    """

    keyword: str
    instance_path: Path
    schema_path: Path
    expected: object = None
    received: str
    names: tuple[str, ...] = ()
