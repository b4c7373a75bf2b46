"""Raw JSON Schema keywords beside those that a type gives."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, final

from toolgate.function.shape import Refused
from toolgate.json_value import canonical, equality_key, own
from toolgate.limits import CallLimits, ValueLimits
from toolgate.schema.misspelt import refuse_misspelt

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolgate.typing import JSONObject

_LIMITS: Final[ValueLimits] = CallLimits().arguments

TIGHTER: Final[Mapping[str, Callable[[Any, Any], Any]]] = MappingProxyType(
    {
        "minimum": max,
        "exclusiveMinimum": max,
        "minLength": max,
        "minItems": max,
        "minProperties": max,
        "maximum": min,
        "exclusiveMaximum": min,
        "maxLength": min,
        "maxItems": min,
        "maxProperties": min,
    }
)
"""Keywords of which the stricter of two says all, and which that is."""

# What these mean may change with a neighbour, so they keep their own.
_APPLICATORS: Final = frozenset(
    (
        "additionalItems",
        "additionalProperties",
        "allOf",
        "anyOf",
        "contains",
        "contentSchema",
        "dependencies",
        "dependentRequired",
        "dependentSchemas",
        "else",
        "if",
        "items",
        "maxContains",
        "minContains",
        "not",
        "oneOf",
        "patternProperties",
        "prefixItems",
        "properties",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    )
)
_ASSERTIONS: Final = frozenset(
    (
        "const",
        "contentEncoding",
        "contentMediaType",
        "enum",
        "format",
        "multipleOf",
        "pattern",
        "required",
        "type",
        "uniqueItems",
    )
)


@final
class Schema:
    """
    JSON Schema keywords for a parameter, as metadata of `Annotated`.

    They are added to what the type says, and can only narrow it: where both
    say something, both hold. `title`, `description`, `default`, `examples`
    and keywords that JSON Schema does not know replace the type's own.

    Raises `TypeError` for what is no mapping, `InvalidJSONError` for
    keywords that are not JSON, and `InvalidSchemaError` for one that is
    close to a keyword of JSON Schema, and none.

    >>> from typing import Annotated
    >>> Price = Annotated[float, Schema({"minimum": 0, "title": "Euro"})]
    """

    __slots__ = ("_keywords",)

    def __init__(self, keywords: Mapping[str, Any]) -> None:
        self._keywords = owned_keywords(keywords)
        refuse_misspelt(self._keywords)

    @property
    def keywords(self) -> JSONObject:
        """The keywords, as a copy."""
        copy: JSONObject = own(self._keywords, _LIMITS)
        return copy

    def __eq__(self, other: object) -> bool:
        if type(other) is not Schema:
            return NotImplemented
        return canonical(self._keywords) == canonical(other._keywords)

    def __hash__(self) -> int:
        return hash(canonical(self._keywords))

    def __repr__(self) -> str:
        return f"Schema({self._keywords!r})"


def owned_keywords(keywords: Mapping[str, Any]) -> JSONObject:
    """
    Return keywords as a copy, whatever they are.

    Raises `TypeError` for what is no mapping, and `InvalidJSONError` for
    keywords that are not JSON.

    >>> owned_keywords({"minimum": 1})
    {'minimum': 1}
    """
    owned = own(keywords, _LIMITS)
    if type(owned) is not dict:
        raise TypeError(
            f"keywords must be a mapping, not {type(keywords).__name__}"
        )
    return owned


def merge(schema: JSONObject, keywords: JSONObject) -> None:
    """
    Add keywords to a schema, in place, so that both hold.

    Raises `Refused` for references, which have nothing to lead to, and for
    a type that leaves no value of the schema's.

    >>> schema = {"type": "string", "minLength": 1}
    >>> merge(schema, {"minLength": 3, "pattern": "^a"})
    >>> schema
    {'type': 'string', 'minLength': 3, 'pattern': '^a'}
    """
    together: JSONObject = {}
    for keyword, value in keywords.items():
        if keyword.startswith("$") and keyword != "$comment":
            raise Refused(
                f"has the keyword {keyword!r} in its schema, which belongs "
                "to a whole document; write out what it stands for"
            )
        if keyword in _APPLICATORS:
            together[keyword] = value
        elif keyword in TIGHTER:
            tighten(schema, keyword, value)
        elif keyword in _ASSERTIONS and keyword in schema:
            if keyword == "type":
                _check_types(schema["type"], value)
            if equality_key(schema[keyword]) != equality_key(value):
                together[keyword] = value
        else:
            schema[keyword] = value
    if together:
        both(schema, together)


def tighten(schema: JSONObject, keyword: str, bound: Any) -> None:
    """Set a bound, or leave a stricter one; `Refused` for no number."""
    if type(bound) is not int and type(bound) is not float:
        raise Refused(
            f"has a {keyword} that is no number; give an int or a float"
        )
    if keyword in schema:
        bound = TIGHTER[keyword](schema[keyword], bound)
    schema[keyword] = bound


def both(schema: JSONObject, other: JSONObject) -> None:
    """Make a second schema hold, too."""
    schema["allOf"] = [*schema.get("allOf", ()), other]


def _check_types(own_type: Any, other: Any) -> None:
    sets = [
        {kind} if type(kind) is str else set(kind)
        for kind in (own_type, other)
    ]
    for kinds in sets:
        if "number" in kinds:
            kinds.add("integer")
    if not sets[0] & sets[1]:
        raise Refused(
            f"has the type {other!r} in its schema, which no value of the "
            "annotated type is; leave it out"
        )
