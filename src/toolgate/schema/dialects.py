"""
The dialects of JSON Schema, as tables.

Which one a schema speaks, and under which of its keywords subschemas hang.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import jsonschema
import referencing
import referencing.jsonschema

from toolgate.exceptions import UnsupportedDialectError
from toolgate.value_object import frozen_dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from toolgate.typing import JSONSchema, Path

Shape: TypeAlias = Literal["one", "list", "map", "one or list"]
"""How subschemas hang under a keyword; a map's values may be other things."""

_SHOWN = 100

_DRAFT_06: Final[dict[str, Shape]] = {
    "not": "one",
    "properties": "map",
    "patternProperties": "map",
    "additionalProperties": "one",
    "items": "one or list",
    "additionalItems": "one",
    "contains": "one",
    "propertyNames": "one",
    "dependencies": "map",
    "definitions": "map",
    "allOf": "list",
    "anyOf": "list",
    "oneOf": "list",
}
_DRAFT_07: Final[dict[str, Shape]] = {
    **_DRAFT_06,
    "if": "one",
    "then": "one",
    "else": "one",
}
# The metaschemas of 2019-09 and 2020-12 still describe `definitions` and
# `dependencies`, and engines apply the latter: what hangs there is checked.
_2019_09: Final[dict[str, Shape]] = {
    **_DRAFT_07,
    "dependentSchemas": "map",
    "unevaluatedItems": "one",
    "unevaluatedProperties": "one",
    "contentSchema": "one",
    "$defs": "map",
}
_2020_12: Final[dict[str, Shape]] = {
    **{
        keyword: shape
        for keyword, shape in _2019_09.items()
        if keyword != "additionalItems"
    },
    "items": "one",
    "prefixItems": "list",
}
_IN_PLACE: Final = frozenset(
    (
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "dependencies",
        "dependentSchemas",
    )
)
_STORED: Final = frozenset(("definitions", "$defs", "contentSchema"))
_OVERLAPPING: Final = frozenset(
    (
        "$ref",
        "patternProperties",
        "propertyNames",
        "contains",
        "unevaluatedItems",
        "unevaluatedProperties",
    )
)
_TELLING: Final = frozenset(("$schema", "pattern", "format"))


def children(
    schema: JSONSchema, shapes: Mapping[str, Shape]
) -> Iterator[tuple[Path, JSONSchema]]:
    """
    Yield the subschemas directly under a schema, with the steps to each.

    What is not shaped as it should be is passed over: finding that out is
    the metaschema's business.

    >>> list(children({"not": True, "required": {}}, DRAFT_07.subschemas))
    [(('not',), True)]
    """
    if isinstance(schema, dict):
        for keyword, value in schema.items():
            shape = shapes.get(keyword)
            if shape is not None:
                for step, child in _members(value, shape):
                    if isinstance(child, (dict, bool)):
                        steps = () if step is None else (step,)
                        yield (keyword, *steps), child


def _members(
    value: Any, shape: Shape
) -> Iterable[tuple[str | int | None, Any]]:
    if shape == "map":
        return value.items() if isinstance(value, dict) else ()
    if isinstance(value, list):
        return () if shape == "one" else enumerate(value)
    return () if shape == "list" else ((None, value),)


def _specification(stock: Any, shapes: Mapping[str, Shape]) -> Any:
    """
    Return referencing's view of a dialect, over the tables above.

    The stock one fails on draft-07 `dependencies` that hold both schemas and
    lists of names.
    """
    make: Any = referencing.Specification
    return make(
        name=stock.name,
        id_of=stock.id_of,
        subresources_of=lambda contents: [
            child for _, child in children(contents, shapes)
        ],
        maybe_in_subresource=stock.maybe_in_subresource,
        anchors_in=lambda _, contents: stock.anchors_in(contents),
    )


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Dialect:
    """
    One version of JSON Schema.

    `subschemas` says for each keyword how subschemas hang under it. Those
    under the keywords of `in_place` apply to the same value as the schema
    around them, those under `stored` to nothing until a `$ref` names them,
    all others to a part of the value. `dynamic` maps a keyword that is a
    dynamic reference to the keyword that marks its targets. Only through the
    keywords of `overlapping` can two subschemas apply to one value; the
    keywords of `telling` need a look of their own.

    >>> DRAFT_07.uri
    'http://json-schema.org/draft-07/schema'
    >>> DRAFT_07.subschemas["items"], DRAFT_2020_12.subschemas["items"]
    ('one or list', 'one')
    """

    name: str
    uri: str
    specification: Any = field(repr=False, compare=False)
    validator_class: Any = field(repr=False, compare=False)
    subschemas: Mapping[str, Shape] = field(repr=False, compare=False)
    in_place: frozenset[str] = field(
        default=_IN_PLACE, repr=False, compare=False
    )
    stored: frozenset[str] = field(default=_STORED, repr=False, compare=False)
    dynamic: Mapping[str, str] = field(
        default_factory=dict, repr=False, compare=False
    )
    anchors: tuple[str, ...] = field(default=(), repr=False, compare=False)
    ref_stands_alone: bool = field(default=False, repr=False, compare=False)
    holders: frozenset[str] = field(init=False, repr=False, compare=False)
    overlapping: frozenset[str] = field(init=False, repr=False, compare=False)
    telling: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        overlapping = self.in_place | _OVERLAPPING | self.dynamic.keys()
        names = {"$id", *self.anchors, *self.dynamic.values()}
        for name, keywords in (
            ("holders", frozenset(self.subschemas)),
            ("overlapping", overlapping),
            ("telling", overlapping | _TELLING | names),
        ):
            object.__setattr__(self, name, keywords)


DRAFT_06: Final = Dialect(
    name="draft-06",
    uri="http://json-schema.org/draft-06/schema",
    specification=_specification(referencing.jsonschema.DRAFT6, _DRAFT_06),
    validator_class=jsonschema.Draft6Validator,
    subschemas=_DRAFT_06,
    ref_stands_alone=True,
)
DRAFT_07: Final = Dialect(
    name="draft-07",
    uri="http://json-schema.org/draft-07/schema",
    specification=_specification(referencing.jsonschema.DRAFT7, _DRAFT_07),
    validator_class=jsonschema.Draft7Validator,
    subschemas=_DRAFT_07,
    ref_stands_alone=True,
)
DRAFT_2019_09: Final = Dialect(
    name="2019-09",
    uri="https://json-schema.org/draft/2019-09/schema",
    specification=_specification(referencing.jsonschema.DRAFT201909, _2019_09),
    validator_class=jsonschema.Draft201909Validator,
    subschemas=_2019_09,
    dynamic={"$recursiveRef": "$recursiveAnchor"},
    anchors=("$anchor",),
)
DRAFT_2020_12: Final = Dialect(
    name="2020-12",
    uri="https://json-schema.org/draft/2020-12/schema",
    specification=_specification(referencing.jsonschema.DRAFT202012, _2020_12),
    validator_class=jsonschema.Draft202012Validator,
    subschemas=_2020_12,
    dynamic={"$dynamicRef": "$dynamicAnchor"},
    anchors=("$anchor", "$dynamicAnchor"),
)
DIALECTS: Final = (DRAFT_2020_12, DRAFT_07, DRAFT_2019_09, DRAFT_06)
"""Every dialect there is a table for."""

DEFAULT_DIALECTS: Final = (DRAFT_2020_12, DRAFT_07)
"""Those enabled where nobody asks for more."""


def _address(uri: str) -> str:
    """Return a metaschema's URI without scheme and without a final `#`."""
    for scheme in ("https://", "http://"):
        if uri.startswith(scheme):
            return uri[len(scheme) :].removesuffix("#")
    return uri


_KNOWN: Final = {
    **{dialect.name: dialect for dialect in DIALECTS},
    **{_address(dialect.uri): dialect for dialect in DIALECTS},
}


def known(name: str) -> Dialect | None:
    """
    Return the dialect of that name, or of that metaschema URI.

    A URI may begin with `http` or `https` and may end in an empty fragment,
    as they are found in the wild. None where there is no such dialect.

    >>> known("https://json-schema.org/draft-07/schema#").name
    'draft-07'
    >>> known("draft-03") is None
    True
    """
    return _KNOWN.get(_address(name))


def dialect_of(
    schema: JSONSchema,
    enabled: tuple[Dialect, ...],
    default: Dialect = DRAFT_2020_12,
) -> Dialect:
    """
    Return the dialect that a whole document speaks, by its root `$schema`.

    Without a `$schema` that is `default` (MCP 2025-11-25, SEP-1613: 2020-12).

    Raises `UnsupportedDialectError` where `$schema` is no string, or names a
    dialect that is unknown or not among `enabled`.

    >>> dialect_of({"type": "object"}, DEFAULT_DIALECTS).name
    '2020-12'
    """
    if isinstance(schema, bool) or "$schema" not in schema:
        found: Dialect | None = default
        said = f"a schema without $schema is {default.name}"
    else:
        name = schema["$schema"]
        if not isinstance(name, str):
            raise UnsupportedDialectError(
                "$schema is not a string", path=("$schema",)
            )
        # A short name is ours; in a schema only a URI names a dialect.
        found = known(name) if ":" in name else None
        said = f"$schema is {name[:_SHOWN]!a}"
    if found is None or found not in enabled:
        names = ", ".join(dialect.name for dialect in enabled)
        path = () if found is default else ("$schema",)
        raise UnsupportedDialectError(
            f"{said}, which is not enabled; enabled: {names}", path=path
        )
    return found
