"""Types with alternatives: unions, and what may be null."""

from __future__ import annotations

import threading
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    NamedTuple,
    TypeAlias,
    Union,
    get_args,
    get_origin,
)

from toolgate.function.shape import Misfit, Shape
from toolgate.json_value import canonical

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from toolgate.function.definitions import Definitions, DerivesNamed
    from toolgate.typing import JSONObject

    # The value, which keeps its id meanwhile; what was read; the misfit.
    _Outcome: TypeAlias = tuple[Any, Any, Misfit | None]

_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "null": (type(None),),
    "boolean": (bool,),
    "integer": (int, float),  # 5.0 is an integer, too
    "number": (int, float),
    "string": (str,),
    "array": (list,),
    "object": (dict,),
}
_ALL: Final = frozenset(kind for kinds in _KINDS.values() for kind in kinds)
_SCALAR: Final = ("string", "integer", "number", "boolean")
# What beside a scalar type says nothing about null.
_BESIDE: Final = frozenset(
    {
        "contentEncoding",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "maxLength",
        "maximum",
        "minLength",
        "minimum",
        "multipleOf",
        "pattern",
        "type",
    }
)
# With these alone, the JSON type of a value decides.
_DECIDED: Final = frozenset(
    {"contentEncoding", "default", "description", "format", "type"}
)


class _Branch(NamedTuple):
    """
    One alternative, for values of one JSON type.

    `accepts` is None where the JSON type alone decides.
    """

    schema: JSONObject
    read: Callable[[Any], Any] | None
    accepts: Callable[[Any], bool] | None


def shape_of(annotation: object, deriver: DerivesNamed) -> Shape | None:
    """
    Return the shape of a union, or None for other annotations.

    A value is read as the first type whose schema accepts it and whose
    reading fits. Numbers go by how they are written: 5 is an int before it
    is a float, 5.0 a float before it is an int. The JSON type of a value,
    the names of an object and its tags decide as far as they can.

    >>> from toolgate.function.types import Deriver
    >>> deriver = Deriver(compile=lambda schema: lambda value: True)
    >>> shape_of(Union[int, None], deriver).schema
    {'type': ['integer', 'null']}
    >>> shape_of(Union[float, int], deriver).read(5)
    5
    """
    origin = get_origin(annotation)
    if origin is not Union and origin is not UnionType:
        return None
    shapes = [deriver.shape(each) for each in get_args(annotation)]
    schema = _schema(shapes)
    if all(shape.read is None for shape in shapes):
        return Shape(schema)
    others = [shape for shape in shapes if shape.schema != {"type": "null"}]
    if len(others) < len(shapes) and len(others) == 1 and others[0].read:
        return Shape(schema, _optional_reader(others[0].read))
    return Shape(schema, _reader(shapes, deriver.definitions))


def _schema(shapes: list[Shape]) -> JSONObject:
    schemas = {canonical(shape.schema): shape.schema for shape in shapes}
    branches = list(schemas.values())
    if {} in branches:
        return {}
    if len(branches) == 1:
        return branches[0]
    null = {"type": "null"}
    if null in branches and len(branches) == 2:  # noqa: PLR2004 - it and null
        (other,) = (each for each in branches if each != null)
        if other.get("type") in _SCALAR and _BESIDE.issuperset(other):
            return {**other, "type": [other["type"], "null"]}
    return {"anyOf": branches}


def _optional_reader(read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read_optional(value: Any) -> Any:
        return None if value is None else read(value)

    return read_optional


def _reader(
    shapes: list[Shape], definitions: Definitions
) -> Callable[[Any], Any]:
    # Filled when values come: types that are recursive are complete by then.
    plans: dict[type, list[_Branch]] = {}

    def read(value: Any) -> Any:
        kind = type(value)
        plan = plans.get(kind)
        if plan is None:
            plan = plans[kind] = _plan(kind, shapes, definitions)
        if len(plan) == 1:
            only = plan[0].read
            return value if only is None else only(value)
        if kind is not list and kind is not dict:
            return _first_fit(plan, value)
        outcomes = _reading.outcomes
        if outcomes is None:
            _reading.outcomes = {}
            try:
                return _first_fit(plan, value)
            finally:
                _reading.outcomes = None
        key = (id(value), id(plans))
        if key not in outcomes:
            outcomes[key] = _outcome(plan, value)
        _, result, refused = outcomes[key]
        if refused is not None:
            raise _again(refused)
        return result

    return read


class _Reading(threading.local):
    """
    What unions made of containers while an outermost one is being read.

    Each branch of it reads what the one before has read. Without this, the
    work would double with every level.
    """

    outcomes: dict[tuple[int, int], _Outcome] | None = None


_reading: Final = _Reading()


def _outcome(plan: list[_Branch], value: Any) -> _Outcome:
    try:
        return value, _first_fit(plan, value), None
    except Misfit as misfit:
        return value, None, _again(misfit)


def _again(told: Misfit) -> Misfit:
    """Return a misfit of its own: containers add their steps to it."""
    misfit = Misfit(*told.expected)
    misfit.steps.extend(told.steps)
    return misfit


def _first_fit(plan: list[_Branch], value: Any) -> Any:
    if type(value) is dict:
        plan = [
            branch for branch in plan if not _excludes(branch.schema, value)
        ]
    misfits: list[Misfit] = []
    for number, branch in enumerate(plan, start=1):
        # The union accepts the value: if no other branch does, the last one.
        sure = number == len(plan) and not misfits
        if not sure and branch.accepts and not branch.accepts(value):
            continue
        if branch.read is None:
            return value
        try:
            return branch.read(value)
        except Misfit as misfit:
            misfits.append(misfit)
    raise _told(misfits)


def _told(misfits: list[Misfit]) -> Misfit:
    """Return the misfit that says most: the one found deepest, or all."""
    deepest = max(misfits, key=lambda misfit: len(misfit.steps))
    if deepest.steps:
        return deepest
    return Misfit(
        *dict.fromkeys(each for misfit in misfits for each in misfit.expected)
    )


def _plan(
    kind: type, shapes: Iterable[Shape], definitions: Definitions
) -> list[_Branch]:
    """Return the branches that a value of a JSON type may be for, in order."""
    found = []
    for shape in shapes:
        schema = definitions.target(shape.schema)
        if kind not in _kinds(schema, definitions):
            continue
        decided = _DECIDED.issuperset(schema)
        check = None if decided else definitions.check(shape.schema)
        found.append(_Branch(schema, shape.read, check))
    if kind is int or kind is float:
        found.sort(key=lambda branch: _is_other(kind, branch.schema))
    return found


def _kinds(schema: JSONObject, definitions: Definitions) -> frozenset[type]:
    """Return the types of JSON values that a schema may accept."""
    schema = definitions.target(schema)
    if "type" in schema:
        names = schema["type"]
        if isinstance(names, str):
            return frozenset(_KINDS[names])
        return frozenset(kind for name in names for kind in _KINDS[name])
    if "enum" in schema:
        kinds = {type(value) for value in schema["enum"]}
        numbers = {int, float}  # 5 may be written as 5.0
        return frozenset(kinds | numbers if kinds & numbers else kinds)
    found: frozenset[type] = frozenset()
    for branch in schema.get("anyOf", ()):
        found |= _kinds(branch, definitions)
    return found or _ALL


def _is_other(kind: type, schema: JSONObject) -> bool:
    """Whether a schema asks first for the other way to write a number."""
    if "enum" in schema:
        return kind not in {type(value) for value in schema["enum"]}
    names = schema.get("type", ())
    names = {names} if isinstance(names, str) else {*names}
    asked = {"integer": int, "number": float}
    return kind not in {asked.get(name, kind) for name in names or {""}}


def _excludes(schema: JSONObject, value: dict[str, Any]) -> bool:
    """Whether the names of an object or its tags rule a schema out."""
    names = schema.get("properties")
    if names is None:
        return False
    if not value.keys() >= set(schema.get("required", ())):
        return True
    if schema.get("additionalProperties") is False and not (
        names.keys() >= value.keys() or "patternProperties" in schema
    ):
        return True
    return any(
        value[name] not in tags
        for name in value.keys() & names.keys()
        if (tags := _tags(names[name])) and isinstance(value[name], str)
    )


def _tags(schema: Any) -> list[str]:
    """Return the texts that a property must be one of, if it must."""
    tags = [schema["const"]] if "const" in schema else schema.get("enum", [])
    return tags if all(isinstance(tag, str) for tag in tags) else []
