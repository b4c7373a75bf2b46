"""Types that map keys to values: JSON objects with keys of one kind."""

from __future__ import annotations

import collections.abc
import json
from functools import partial
from typing import TYPE_CHECKING, Any, Final, get_origin

from toolgate.expected import Expected
from toolgate.function.collisions import refuse_collisions
from toolgate.function.containers import takes
from toolgate.function.shape import Misfit, Refused, Shape
from toolgate.json_copy import MAX_INTEGER_DIGITS

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.function.definitions import Definitions, DerivesNamed
    from toolgate.typing import JSONObject

_MAPPINGS: Final = frozenset(
    {
        dict,
        collections.Counter,
        collections.OrderedDict,
        collections.abc.Mapping,
        collections.abc.MutableMapping,
        collections.defaultdict,
    }
)
# What a defaultdict may be filled up with: what a call of the type makes.
_FACTORIES: Final = (bool, dict, float, frozenset, int, list, set, str, tuple)
_INTEGER: Final = "^(0|-?[1-9][0-9]*)$"
# What says nothing about which numbers there may be.
_UNBOUNDED: Final = frozenset({"type", "description", "title", "examples"})
_KEY_TYPES: Final = frozenset({str, int, bool})


def shape_of(annotation: object, deriver: DerivesNamed) -> Shape | None:
    """
    Return the shape of a dict or mapping, or None for other annotations.

    A `Counter`, an `OrderedDict` and a `defaultdict` are read as what they
    are, all others as a dict. JSON's keys are strings; keys of other types
    stand in them as `jsonable` writes them.

    Raises `Refused` for keys that no string stands for.

    >>> from toolgate.function.types import Deriver
    >>> deriver = Deriver(compile=lambda schema: lambda value: True)
    >>> shape_of(dict[int, str], deriver).read({"7": "seven"})
    {7: 'seven'}
    """
    origin = get_origin(annotation) or annotation
    try:
        if origin not in _MAPPINGS:
            return None
    except TypeError:  # an annotation that cannot be hashed
        return None
    if origin is collections.Counter:
        key, value = (*(takes(1, annotation) or (str,)), int)
    else:
        key, value = takes(2, annotation) or (str, Any)
    make = _maker(origin, value)
    names, read_name = _keys(
        deriver.shape(str if key is Any else key), key, deriver.definitions
    )
    inner = deriver.shape(value)
    schema: dict[str, Any] = {
        "type": "object",
        "additionalProperties": inner.schema or True,
    }
    if names:
        schema["propertyNames"] = names
    read = None if inner.read is None else values_reader(inner.read)
    if read_name is not None:
        read = _names_reader(read_name, read)
    return Shape(schema, read if make is None else _made(make, read))


def _maker(origin: object, value: object) -> Callable[[Any], Any] | None:
    """Return what makes a mapping of its own class out of a dict."""
    if origin is collections.defaultdict:
        factory: Any = get_origin(value) or value
        if factory not in _FACTORIES:
            raise Refused(
                "is a defaultdict of a type that has no value to begin with; "
                "take a dict, and fill it up in the function"
            )
        return partial(collections.defaultdict, factory)
    if origin is collections.OrderedDict:
        return collections.OrderedDict
    return collections.Counter if origin is collections.Counter else None


def _made(
    make: Callable[[Any], Any], read: Callable[[Any], Any] | None
) -> Callable[[Any], Any]:
    if read is None:
        return make
    return lambda value: make(read(value))


def values_reader(
    read_value: Callable[[Any], Any],
) -> Callable[[Any], Any]:
    """
    Return what reads each value of an object.

    >>> values_reader(int)({"a": 1.0})
    {'a': 1}
    """

    def read(value: Any) -> Any:
        result = {}
        name = ""
        try:
            for name, item in value.items():
                result[name] = read_value(item)
        except Misfit as misfit:
            misfit.steps.append(name)
            raise
        return result

    return read


def _names_reader(
    read_name: Callable[[str], Any], values: Callable[[Any], Any] | None
) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if values is not None:
            value = values(value)
        names = []
        for name in value:
            try:
                names.append(read_name(name))
            except Misfit as misfit:
                misfit.steps.append(name)
                raise
        refuse_collisions(names)
        result = dict(zip(names, value.values(), strict=True))
        if len(result) != len(value):
            raise Misfit(Expected("distinct_keys"))
        return result

    return read


def _keys(
    shape: Shape, key: object, definitions: Definitions
) -> tuple[JSONObject, Callable[[str], Any] | None]:
    """Return a schema for the names of an object, and what reads one."""
    schema = definitions.target(shape.schema)
    if _is_text(schema, definitions):
        names = {
            keyword: value
            for keyword, value in shape.schema.items()
            if keyword not in ("type", "description")
        }
        return names, shape.read
    read = shape.read or _same
    if "enum" in schema and _KEY_TYPES.issuperset(map(type, schema["enum"])):
        by_text = {_text(each): each for each in schema["enum"]}
        if len(by_text) < len(schema["enum"]):
            raise Refused(
                f"{key!r:.100} has keys that are the same text in JSON; "
                "leave one out"
            )
        return {"enum": list(by_text)}, lambda name: read(by_text[name])
    kind = schema.get("type")
    if kind == "boolean":
        return {"enum": ["true", "false"]}, lambda name: name == "true"
    if kind == "integer":
        return {"pattern": _INTEGER}, _integer(schema, read, definitions)
    raise Refused(
        f"{key!r:.100} cannot be the key of a JSON object; take str, int, "
        "bool, an Enum or Literal of those, or what is written as text"
    )


def _integer(
    schema: JSONObject, read: Callable[[Any], Any], definitions: Definitions
) -> Callable[[str], Any]:
    # Bounds on the number say nothing about the text that stands for it.
    bounded = not _UNBOUNDED.issuperset(schema)
    accepts = definitions.check(dict(schema)) if bounded else None

    def read_name(name: str) -> Any:
        if len(name) > MAX_INTEGER_DIGITS:
            raise Misfit(Expected("integer_digits", (MAX_INTEGER_DIGITS,)))
        value = int(name)
        if accepts is not None and not accepts(value):
            raise Misfit(Expected("key_bounds"))
        return read(value)

    return read_name


def _is_text(schema: JSONObject, definitions: Definitions) -> bool:
    if "enum" in schema:
        return all(isinstance(each, str) for each in schema["enum"])
    if "anyOf" in schema:
        return all(
            _is_text(definitions.target(each), definitions)
            for each in schema["anyOf"]
        )
    return schema.get("type") == "string"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _same(value: Any) -> Any:
    return value
