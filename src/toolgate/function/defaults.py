"""Defaults, as a schema shows them: as values that a model could send."""

from __future__ import annotations

import json
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from toolgate.exceptions import InvalidJSONError
from toolgate.function.inlining import referring
from toolgate.function.jsonable import jsonable
from toolgate.function.scalar_texts import writer_of
from toolgate.function.shape import Misfit, Refused
from toolgate.function.unread import is_unread, written
from toolgate.json_value import equality_key, json_type, own
from toolgate.limits import CallLimits
from toolgate.unset import UNSET, Unset

if TYPE_CHECKING:
    from toolgate.function.definitions import Definitions
    from toolgate.function.shape import Shape
    from toolgate.typing import JSONObject, JSONValue

_LIMITS: Final = CallLimits().arguments
_SHOWN: Final = 60
_SCALARS: Final = (bool, int, float, str, Enum, type(None))
_SERIES: Final = (list, tuple, set, frozenset)
# A schema of only these can be tried without compiling it.
_PLAIN: Final = frozenset(
    {
        "anyOf",
        "default",
        "deprecated",
        "description",
        "enum",
        "examples",
        "title",
        "type",
    }
)


def shown_default(
    default: object,
    shape: Shape,
    definitions: Definitions,
    annotation: object = None,
) -> JSONValue | Unset:
    """
    Return a default in the form in which it would be sent, or UNSET.

    UNSET stands for what is not to be shown: what JSON has no form for,
    None where the type has no null (it marks that nothing was sent), and
    objects of classes that are written in another form than they are read.

    Raises `Refused` for a value that a model would be refused for, and for
    one in the form of JSON where the type, `annotation`, means another: what
    is left out is not read, and the function would get it as it is.

    >>> from toolgate.function.types import Deriver
    >>> deriver = Deriver(compile=lambda schema: lambda value: True)
    >>> shape = deriver.shape(int)
    >>> shown_default(3, shape, deriver.definitions)
    3
    >>> shown_default(None, shape, deriver.definitions)
    UNSET
    """
    try:
        value = own(jsonable(default, as_argument=True), _LIMITS)
    except InvalidJSONError:
        return UNSET
    meant = _meant(value, shape, definitions)
    if meant is not UNSET:
        if is_unread(default, meant, annotation):
            raise Refused(
                f"has the default {json.dumps(value)[:_SHOWN]}, which the "
                "function would get as it is, and not as its type says; "
                f"write {written(meant)[:_SHOWN]}"
            )
        return value
    if value is None or not _is_plain(default):
        return UNSET
    raise Refused(
        f"has the default {json.dumps(value)[:_SHOWN]}, which its own type "
        "refuses; change one of them"
    )


def _meant(value: JSONValue, shape: Shape, definitions: Definitions) -> Any:
    """Return what a value is read as, or UNSET where it is refused."""
    verdict = _glance(value, shape.schema, definitions)
    if verdict is None:
        if not _is_complete(shape.schema, definitions):
            return value  # inside of the type that is being derived
        verdict = definitions.check(shape.schema)(value)
    if not verdict:
        return UNSET
    if shape.read is None:
        return value
    try:
        return shape.read(value)
    except Misfit:
        return UNSET


def _glance(
    value: JSONValue, schema: JSONObject, definitions: Definitions
) -> bool | None:
    """Tell whether a schema accepts a value; None: not at a glance."""
    schema = definitions.target(schema)
    kinds = schema.get("type")
    if kinds is not None:
        kind = json_type(value)
        listed = [kinds] if type(kinds) is str else kinds
        if kind not in listed and (
            kind != "integer" or "number" not in listed
        ):
            return False
    if not _PLAIN.issuperset(schema):
        return None
    if "enum" in schema:
        return equality_key(value) in map(equality_key, schema["enum"])
    branches: list[Any] = schema.get("anyOf", [])
    verdicts = [_glance(value, each, definitions) for each in branches]
    if not verdicts or True in verdicts:
        return True
    return None if None in verdicts else False


def _is_complete(schema: JSONObject, definitions: Definitions) -> bool:
    """Tell whether all that a schema refers to has been derived."""
    met = set()
    waiting = [schema]
    for each in waiting:  # grows
        for holder in referring(each):
            if holder["$ref"] not in met:
                met.add(holder["$ref"])
                target = definitions.target({"$ref": holder["$ref"]})
                if "$ref" in target:
                    return False
                waiting.append(target)
    return True


def _is_plain(default: Any) -> bool:
    """Tell whether a value is read as it is written, all through."""
    kind = type(default)
    if issubclass(kind, _SERIES):
        return all(map(_is_plain, default))
    if issubclass(kind, dict):
        return all(map(_is_plain, default.values()))
    return issubclass(kind, _SCALARS) or writer_of(kind) is not None
