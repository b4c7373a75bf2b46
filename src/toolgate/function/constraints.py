"""The metadata of `Annotated`: descriptions, constraints, raw keywords."""

from __future__ import annotations

import re
from inspect import cleandoc, getattr_static
from typing import TYPE_CHECKING, Any, Final

from toolgate.exceptions import InvalidJSONError
from toolgate.function.conditions import NAMES, place
from toolgate.function.contradictions import refuse_contradictions
from toolgate.function.host_values import INJECTED_INSIDE, is_injected
from toolgate.function.raw_keywords import Schema, merge, owned_keywords
from toolgate.function.shape import Refused, Shape
from toolgate.function.value_checks import Condition, guarded
from toolgate.json_copy import type_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from toolgate.typing import JSONObject

# What a description of a field has, and nothing that is no such thing.
_FIELD: Final = ("json_schema_extra", "validation_alias", "metadata")
_ALIASES: Final = ("alias", "validation_alias", "serialization_alias")
_CHANGES: Final = ("strip_whitespace", "to_lower", "to_upper")
_HOOKS: Final = (
    "__get_pydantic_core_schema__",
    "__get_pydantic_json_schema__",
)
_GROUP: Final = "__is_annotated_types_grouped_metadata__"


def described(shape: Shape, metadata: Iterable[object]) -> Shape:
    """
    Return a shape to which the metadata of an `Annotated` has been added.

    A str or a `Doc` is a description. Constraints are taken by the
    attributes of annotated-types (`gt`, `ge`, `lt`, `le`, `multiple_of`,
    `min_length`, `max_length`, predicates, time zones) and of Pydantic's
    `Field` (the same, `pattern`, `max_digits`, `decimal_places`,
    `description`, `title`, `examples`, `deprecated`, `json_schema_extra`),
    whoever defines them. They go to the JSON type they are for, through
    optional types to the branch that is not null; those on values that are
    written as text are checked once the value is read. `Schema` adds raw
    keywords. Other metadata is ignored, as `Annotated` asks.

    The schema is changed in place. Raises `Refused` for what does not fit
    the type, contradicts itself, or would change what the function gets
    unseen: aliases and defaults in a `Field`, Pydantic's validators.

    >>> from typing_extensions import Doc
    >>> described(Shape({"type": "string"}), [Doc("A city.")]).schema
    {'type': 'string', 'description': 'A city.'}
    """
    schema, read = shape
    conditions: list[Condition] = []
    raw: list[JSONObject] = []
    for note in _notes(metadata):
        if isinstance(note, Condition):
            conditions.append(note)
        else:
            raw.append(note)
    if conditions:
        checks = place(schema, conditions, reads=read is not None)
        if checks:
            read = guarded(read, checks)
    for keywords in raw:
        merge(schema, keywords)
    if conditions or raw:
        refuse_contradictions(schema)
    return Shape(schema, read)


def _notes(metadata: Iterable[object]) -> Iterator[Condition | JSONObject]:
    for item in metadata:
        if isinstance(item, str):
            yield from _description(item)
        elif isinstance(item, Schema):
            yield item.keywords
        elif is_injected(item):
            raise Refused(INJECTED_INSIDE)
        elif any(_has(item, hook) for hook in _HOOKS):
            raise Refused(
                f"has {_name(item)} of Pydantic, which would not run here; "
                "put it into a Pydantic model, or check in the function"
            )
        elif isinstance(item, type):
            continue
        elif all(_has(item, name) for name in _FIELD):
            yield from _field(item)
        elif _has(item, _GROUP):
            yield from _notes(_any(item))
        else:
            yield from _constraint(item)


def _any(item: Any) -> Any:
    return item


def _constraint(item: Any) -> Iterator[Condition | JSONObject]:
    """Read what may be a constraint, by its attributes."""
    if isinstance(item, re.Pattern):
        yield Condition("pattern", _pattern(item))
        return
    text = _value(item, "documentation")
    if isinstance(text, str):
        yield from _description(text)
    yield from _operands(item)
    holds = _value(item, "func")
    if callable(holds) and not callable(item):
        yield Condition("predicate", holds)
    if _value(item, "ascii_only"):
        yield Condition("pattern", r"^[\x00-\x7f]*$")
    for name in _CHANGES:
        if _value(item, name):
            raise Refused(
                f"has {name}, which changes the value; do that in the function"
            )


def _operands(item: Any) -> Iterator[Condition]:
    for name in NAMES:
        if name == "tz":
            # None is a demand here: no time zone.
            if _has(item, name) and type(item).__name__ == "Timezone":
                yield Condition(name, item.tz)
        elif (value := _value(item, name)) is not None:
            yield Condition(name, _pattern(value))


def _pattern(value: object) -> object:
    if not isinstance(value, re.Pattern):
        return value
    if value.flags & ~re.UNICODE:
        raise Refused(
            "has a compiled pattern with flags, which JSON Schema has not; "
            "write the pattern so that it needs none"
        )
    return value.pattern


def _field(item: Any) -> Iterator[Condition | JSONObject]:
    """Read what is made by `Field(...)`."""
    for name in _ALIASES:
        if _value(item, name) is not None:
            raise Refused(
                f"has a Field with {name}, which names nothing here; "
                "give the parameter that name"
            )
    if _has(item, "is_required") and not item.is_required():
        raise Refused(
            "has a Field with a default; write the default after '='"
        )
    yield from _notes(item.metadata)
    keywords: dict[str, Any] = {}
    for name in ("title", "description", "examples"):
        if _value(item, name) is not None:
            keywords[name] = _value(item, name)
    if _value(item, "deprecated"):
        keywords["deprecated"] = True
    extra = item.json_schema_extra
    if callable(extra):
        raise Refused(
            "has a Field whose json_schema_extra is a function; give a dict"
        )
    try:
        yield owned_keywords(keywords)
        # It may be for whoever reads the schema, in words of their own.
        yield owned_keywords(extra or {})
    except (TypeError, InvalidJSONError) as error:
        raise Refused(
            f"has a Field whose examples or json_schema_extra are not JSON: "
            f"{error}"
        ) from error


def _description(text: str) -> Iterator[JSONObject]:
    if text.strip():
        yield {"description": cleandoc(text)}


def _name(item: object) -> str:
    return type_name(item if isinstance(item, type) else type(item))


def _has(item: object, name: str) -> bool:
    """Tell whether an attribute is there, without making one up."""
    try:
        getattr_static(item, name)
    except AttributeError:
        return False
    return True


def _value(item: object, name: str) -> Any:
    return getattr(item, name, None) if _has(item, name) else None
