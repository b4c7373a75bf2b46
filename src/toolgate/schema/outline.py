"""
A schema as somebody reads it who wants to write it anew.

Where each subschema stands, and where its references lead: RFC 6901
pointers, `$anchor`, `$id` and recursion included. Nothing is changed here.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolgate.pointer import to_pointer
from toolgate.schema.dialects import dialect_of
from toolgate.schema.references import follow
from toolgate.schema.walk import subschemas, survey

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolgate.schema.checks import SchemaRules
    from toolgate.schema.dialects import Dialect
    from toolgate.typing import JSONSchema, Path


_NOTHING: Final[Mapping[Any, Any]] = MappingProxyType({})


class Spot(NamedTuple):
    """
    A subschema, and the place where it stands.

    `uri` is empty in the schema itself, and names another document that a
    reference leads into.
    """

    schema: JSONSchema
    path: Path
    uri: str = ""

    @property
    def pointer(self) -> str:
        """The place as a JSON Pointer, after the URI of another document."""
        here = to_pointer(self.path)
        return f"{self.uri}#{here}" if self.uri else here

    def at(self, *steps: str | int) -> Spot:
        """Return the subschema that some steps lead to."""
        found: Any = self.schema
        for step in steps:
            found = found[step]
        return Spot(found, self.path + steps, self.uri)

    def members(self, keyword: str) -> Iterator[tuple[str, Spot]]:
        """Yield the subschemas by name under a keyword that holds a map."""
        for name in self.schema.get(keyword, ()):  # type: ignore[union-attr]
            yield name, self.at(keyword, name)

    def branches(self, keyword: str) -> list[Spot]:
        """Return the subschemas under a keyword that holds a list."""
        held: Any = self.schema
        return [
            self.at(keyword, index)
            for index in range(len(held.get(keyword, ())))
        ]


class Outline:
    """
    A checked schema, and where its references lead.

    >>> from toolgate.schema.checks import SchemaRules
    >>> tree = {"items": {"$ref": "#/$defs/a~1b"}, "$defs": {"a/b": {}}}
    >>> found = outline(tree, SchemaRules())
    >>> found.target(found.root.at("items")).pointer
    '/$defs/a~1b'
    """

    __slots__ = ("_dialects", "_places", "_targets", "root")

    def __init__(
        self,
        document: JSONSchema,
        dialects: Mapping[str, Dialect],
        targets: Mapping[tuple[int, str], JSONSchema] = _NOTHING,
        places: Mapping[int, Spot] = _NOTHING,
    ) -> None:
        self.root = Spot(document, ())
        self._dialects = dialects
        self._targets = targets
        self._places = places

    def dialect(self, spot: Spot) -> Dialect:
        """Return the dialect that a subschema speaks."""
        return self._dialects[spot.uri]

    def target(self, spot: Spot) -> Spot | None:
        """Return what the `$ref` of a subschema leads to, or None."""
        schema = spot.schema
        if isinstance(schema, bool) or "$ref" not in schema:
            return None
        found = self._targets[id(schema), "$ref"]
        return self._places.get(id(found)) or Spot(
            found, (*spot.path, "$ref"), spot.uri
        )

    def size(self) -> int:
        """Return how many subschemas the schema has."""
        dialect = self._dialects[""]
        return sum(1 for _ in subschemas(self.root.schema, dialect))

    def targets(self) -> Iterator[Spot]:
        """Yield the schemas that references lead to, each once."""
        leads = {id(held): held for held in self._targets.values()}
        for key, held in leads.items():
            if not isinstance(held, bool):
                yield self._places.get(key) or Spot(held, ("$ref",))

    def is_alone(self, spot: Spot) -> bool:
        """Tell whether nothing but the `$ref` of a subschema counts."""
        return (
            not isinstance(spot.schema, bool)
            and "$ref" in spot.schema
            and self.dialect(spot).ref_stands_alone
        )


def outline(document: JSONSchema, rules: SchemaRules) -> Outline:
    """
    Read a schema that passed the checks of `rules`.

    Raises a `SchemaError` where it would not pass for its references.
    """
    dialect = dialect_of(document, rules.dialects)
    if not _refers(document):
        return Outline(document, {"": dialect})
    limit = rules.limits.max_subschemas
    notes = survey(document, dialect, limit=limit)
    links = follow(notes, rules.shelf(dialect), limit=limit)
    places = {
        id(found.schema): Spot(found.schema, found.path, part.uri)
        for part in reversed(links.parts)
        for found in part.survey.found
        if isinstance(found.schema, dict)
    }
    dialects = {part.uri: part.survey.dialect for part in links.parts}
    return Outline(document, dialects, links.targets, places)


def _refers(document: JSONSchema) -> bool:
    """Tell whether there is a `$ref` in a schema, or what looks like one."""
    stack: list[Any] = [document]
    while stack:
        here = stack.pop()
        if type(here) is dict:
            if "$ref" in here:
                return True
            stack += here.values()
        elif type(here) is list:
            stack += here
    return False
