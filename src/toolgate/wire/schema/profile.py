"""What a target takes of JSON Schema."""

from __future__ import annotations

from dataclasses import field
from typing import Final, Literal, TypeAlias

from toolgate.value_object import ValueObject, frozen_dataclass

References: TypeAlias = Literal["definitions", "inline", "inline_finite"]
Recursion: TypeAlias = Literal["allowed", "refused", "optional"]

_ANY: Final = frozenset(
    {"string", "number", "boolean", "null", "object", "array"}
)


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Limits(ValueObject):
    """
    The size that one wire schema may have; None for no stated limit.

    `depth` counts objects that have properties, one inside another;
    `characters` those of property and definition names, enum and const
    values; `enum_characters` those of one string enum of more than 250.
    """

    depth: int | None = None
    properties: int | None = None
    characters: int | None = None
    enum_values: int | None = None
    enum_characters: int | None = None


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Profile(ValueObject):
    """
    How a target wants a schema.

    `keywords` are those that may stand in it, spelled as in 2020-12.
    `merges` says that an `allOf` is written out as one schema. `closed`
    objects name all their keys, `required_all` of them in `required`.
    `typed` nodes all say a type, `one_type` exactly one; `typed_parts` are
    members and items that do; where `items_due`, arrays say what they hold.
    `plain_unions` have nothing that constrains values beside `anyOf`. Where
    names must be `declared`, `required` has no others. `maps` says whether
    `additionalProperties` may hold a schema; else a map is written as a list
    of pairs. `formats` and `max_min_items` bound those keywords, `patterns`
    names the subset of regular expressions. `values` are the JSON types that
    may stand in an enum, `aliases` says whether a text may stand for
    another. `root` are keywords that the root may not have. `keys` is what
    property names must match, everywhere or at the root. `integral` says
    that whole numbers arrive as floats, `openapi` that null is said by
    `nullable`.
    """

    keywords: frozenset[str]
    merges: bool = False
    closed: bool = False
    required_all: bool = False
    typed: bool = False
    typed_parts: bool = False
    items_due: bool = False
    one_type: bool = False
    plain_unions: bool = False
    declared: bool = False
    maps: bool = True
    references: References = "definitions"
    ref_siblings: bool = False
    recursion: Recursion = "allowed"
    formats: frozenset[str] | None = None
    patterns: Literal["any", "no_lookaround", "simple"] = "any"
    max_min_items: int | None = None
    values: frozenset[str] = _ANY
    empty_values: bool = True
    aliases: bool = True
    root: frozenset[str] = frozenset()
    keys: str | None = None
    keys_everywhere: bool = False
    openapi: bool = False
    integral: bool = False
    limits: Limits = field(default=Limits())
