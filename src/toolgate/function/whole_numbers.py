"""Whole numbers as integers, where a schema asks for nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from toolgate.typing import JSONObject

_UNIONS: Final = ("anyOf", "oneOf")
_BRANCHES: Final = (*_UNIONS, "allOf")
_KINDS: Final[dict[type, str]] = {list: "array", dict: "object"}


class Schemas(NamedTuple):
    """
    What is known of the schemas that a value is held against.

    `target` gives what a reference leads to, `accepts` tells whether a value
    obeys a schema.
    """

    target: Callable[[JSONObject], JSONObject]
    accepts: Callable[[JSONObject, Any], bool]


def whole(
    value: Any,
    schema: JSONObject,
    schemas: Schemas,
    *,
    is_lenient: bool = False,
) -> Any:
    """
    Return a value, its floats integers where a schema asks for integers.

    Of the branches of a union those count that accept what stands there. A
    place where another number or anything may stand is left as it is; where
    `is_lenient`, that is an integer as well if one branch asks for it.
    Patterns of names count as if all of them fitted.

    >>> schema = {"properties": {"a": {"type": "integer"}, "b": True}}
    >>> schemas = Schemas(lambda schema: schema, lambda schema, value: True)
    >>> whole({"a": 5.0, "b": 5.0}, schema, schemas)
    {'a': 5, 'b': 5.0}
    """
    return _Reading(schemas, is_lenient).whole(value, [schema])


class _Reading(NamedTuple):
    """One run of `whole`."""

    schemas: Schemas
    is_lenient: bool

    def whole(self, value: Any, schemas: list[Any]) -> Any:
        kind = type(value)
        if kind is float:
            is_asked = value.is_integer() and self.asks(value, schemas)
            return int(value) if is_asked else value
        if kind is list:
            flat = self.flat(value, schemas)
            return [
                self.whole(item, [*_of_item(flat, index)])
                for index, item in enumerate(value)
            ]
        if kind is dict:
            flat = self.flat(value, schemas)
            return {
                name: self.whole(item, [*_of_property(flat, name)])
                for name, item in value.items()
            }
        return value

    def flat(self, value: Any, schemas: list[Any]) -> list[JSONObject]:
        """Return all that a value may be held against, each once."""
        found: dict[int, JSONObject] = {}
        waiting = list(schemas)
        for each in waiting:  # grows
            schema: JSONObject = (
                {} if isinstance(each, bool) else self.schemas.target(each)
            )
            if each is False or id(schema) in found:
                continue
            found[id(schema)] = schema
            for keyword in _UNIONS:
                waiting += self.meant(value, schema.get(keyword, []))
            waiting += schema.get("allOf", ())
        return [each for each in found.values() if _speaks(each)]

    def meant(self, value: Any, branches: list[Any]) -> list[Any]:
        """Return the branches of a union that accept a value."""
        kind = _KINDS.get(type(value))
        if kind is None:
            return branches
        branches = [
            each
            for each in branches
            if isinstance(each, bool)
            or _holds(self.schemas.target(each), kind)
        ]
        if len(branches) < 2:  # noqa: PLR2004 - nothing to choose from
            return branches
        accepts = self.schemas.accepts
        return [
            each
            for each in branches
            if isinstance(each, bool) or accepts(each, value)
        ]

    def asks(self, value: float, schemas: list[Any]) -> bool:
        """Whether integers are asked for, and neither numbers nor anything."""
        kinds: set[str] = set()
        for schema in self.flat(value, schemas):
            kinds.update(_kinds(schema, value))
        return "integer" in kinds and (
            self.is_lenient or "number" not in kinds
        )


def _speaks(schema: JSONObject) -> bool:
    """Whether it is not only its branches that say what may stand there."""
    return "type" in schema or not any(map(schema.__contains__, _BRANCHES))


def _kinds(schema: JSONObject, value: float) -> list[str]:
    """Return the types that a schema has for a number."""
    listed = schema.get("enum")
    if listed is None and "const" in schema:
        listed = [schema["const"]]
    if listed is not None:
        return [
            "integer" if type(each) is int else "number"
            for each in listed
            if type(each) in (int, float) and each == value
        ]
    names = schema.get("type", "number")
    return [names] if isinstance(names, str) else names


def _of_item(schemas: list[JSONObject], index: int) -> Iterator[Any]:
    for schema in schemas:
        first = schema.get("prefixItems", ())
        if index < len(first):
            yield first[index]
        else:
            yield schema.get("items", True)


def _of_property(schemas: list[JSONObject], name: str) -> Iterator[Any]:
    for schema in schemas:
        named = schema.get("properties", {})
        if name in named:
            yield named[name]
        else:
            yield from schema.get("patternProperties", {}).values()
            rest = schema.get("additionalProperties", True)
            if rest is not False:
                yield rest


def _holds(schema: JSONObject, kind: str) -> bool:
    names = schema.get("type", kind)
    return kind == names or (isinstance(names, list) and kind in names)
