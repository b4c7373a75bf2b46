"""
Where every reference of a schema leads, without asking anybody.

Resolution is the `referencing` package's, over documents in memory; what it
finds must also be what RFC 6901 finds, which is stricter on array indexes.
A target outside the places that the dialect knows as schemas (the standard
leaves that undefined) is taken as a schema and checked like one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import unquote, urldefrag, urljoin

from referencing.exceptions import Unresolvable

from toolgate.exceptions import (
    InvalidSchemaError,
    SchemaError,
    SchemaLimitError,
    UnresolvableReferenceError,
)
from toolgate.schema.library import FOREIGN, Shelf
from toolgate.schema.walk import Subschema, Survey, survey

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolgate.typing import JSONSchema, Path

_INDEX: Final = re.compile(r"0|[1-9][0-9]{0,8}")
_SHOWN: Final = 100


class Part(NamedTuple):
    """
    A document, or a place in one, that the check of a schema covers.

    `uri` is empty for the schema itself. `via` leads, in the schema, to the
    reference through which another document was reached first.
    """

    uri: str
    survey: Survey
    via: Path = ()
    is_place: bool = False

    def locate(self, error: SchemaError) -> SchemaError:
        """Return an error in this part as one of the schema itself."""
        if not self.uri:
            return error
        where = f"{self.uri[:_SHOWN]}#{error.pointer[:_SHOWN]}"
        return type(error)(f"in {where}: {error.reason}", path=self.via)


class Links:
    """
    Where the references of a schema lead.

    `targets` is keyed by the identity of the schema that holds a reference,
    and by the keyword. `parts` begins with the schema itself.
    """

    __slots__ = ("parts", "targets")

    def __init__(self, parts: Iterable[Part] = ()) -> None:
        self.parts: list[Part] = [*parts]
        self.targets: dict[tuple[int, str], JSONSchema] = {}


def follow(root: Survey, shelf: Shelf, *, limit: int) -> Links:
    """
    Resolve every reference in a schema and in all that it reaches.

    Raises `UnresolvableReferenceError` where one leads nowhere or to
    something that is no schema, the error of the document where one leads
    into a broken document, `SchemaLimitError` where more than `limit`
    subschemas come together, and `InvalidSchemaError` where two schemas
    claim one URI or anchor.
    """
    search = _Search(root, shelf, limit)
    search.run()
    _refuse_doubles(search.links.parts)
    return search.links


class _Search:
    """One run of `follow`."""

    def __init__(self, root: Survey, shelf: Shelf, limit: int) -> None:
        self.shelf = shelf
        self.limit = limit
        self.links = Links()
        self.known: dict[int, tuple[Part, Subschema]] = {}
        self.memo: dict[tuple[str, str], JSONSchema] = {}
        self.own = {"", *(found.base for found in root.ids)}
        self.reached: set[str] = set()
        self.count = 0
        self.add(Part(uri="", survey=root))
        resource = root.dialect.specification.create_resource(root.document)
        registry = shelf.registry.with_resource("", resource)
        try:
            self.registry = registry.crawl()
        except FOREIGN:
            raise InvalidSchemaError(
                "its `$id`s and anchors cannot be indexed"
            ) from None

    def add(self, part: Part) -> None:
        self.links.parts.append(part)
        self.count += len(part.survey.found)
        if self.count > self.limit:
            raise SchemaLimitError(
                f"more than {self.limit} subschemas, those of the documents "
                "it refers to included",
                path=part.via,
            )
        for found in part.survey.found:
            if isinstance(found.schema, dict):
                self.known.setdefault(id(found.schema), (part, found))

    def run(self) -> None:
        for part in self.links.parts:  # grows as documents are reached
            for keyword, found in part.survey.refs:
                via = part.via or (*found.path, keyword)
                ref = found.schema[keyword]  # type: ignore[index]
                try:
                    target = self.resolve(found.base, ref, via)
                except UnresolvableReferenceError as error:
                    error.path = (*found.path, keyword)
                    raise part.locate(error) from None
                self.links.targets[id(found.schema), keyword] = target

    def resolve(self, base: str, ref: str, via: Path) -> JSONSchema:
        """Return the schema that a reference names."""
        if (base, ref) in self.memo:
            return self.memo[base, ref]
        try:
            if ref.startswith("#"):
                uri, fragment = base, ref[1:]
            else:
                uri, fragment = urldefrag(urljoin(base, ref))
            self.reach(uri, via)
            found = self.registry.resolver(base).lookup(ref).contents
            root = self.registry[uri].contents
        except (Unresolvable, *FOREIGN):
            raise _nowhere(ref) from None
        if not isinstance(found, (dict, bool)):
            raise UnresolvableReferenceError(
                f"{ref[:_SHOWN]!a} leads to something that is no schema"
            )
        if fragment.startswith("/"):
            self.enter(root, ref, fragment, found)
        self.memo[base, ref] = found
        return found

    def reach(self, uri: str, via: Path) -> None:
        """Bring in the document that a URI leads into, if it is another."""
        shelf = self.shelf
        if uri in self.own:
            return
        if uri in shelf.broken:
            part = Part(uri=uri, survey=self.links.parts[0].survey, via=via)
            raise part.locate(shelf.broken[uri])
        if uri in shelf.ambiguous:
            raise UnresolvableReferenceError(
                f"more than one resource is called {uri[:_SHOWN]!a}"
            )
        owner = shelf.owners.get(uri)
        if owner is not None and owner not in self.reached:
            self.reached.add(owner)
            notes = shelf.surveys[owner]
            self.add(Part(uri=owner, survey=notes, via=via))

    def enter(
        self, root: Any, ref: str, fragment: str, expected: JSONSchema
    ) -> None:
        """Walk a JSON Pointer, and take in a target that is no known place."""
        here, trail = root, [root]
        steps: list[str | int] = []
        for token in unquote(fragment[1:]).split("/"):
            step: str | int = token.replace("~1", "/").replace("~0", "~")
            if isinstance(here, list):
                if _INDEX.fullmatch(token) is None:
                    raise _nowhere(ref)
                step = int(token)
            here = here[step]
            steps.append(step)
            trail.append(here)
        if isinstance(expected, dict) and id(here) not in self.known:
            self.take_in(trail, tuple(steps))

    def take_in(self, trail: list[Any], steps: Path) -> None:
        """Survey a target that stands where the dialect knows no schema."""
        part, root = self.known[id(trail[0])]
        nearest = root
        for value in trail:
            part, nearest = self.known.get(id(value), (part, nearest))
        notes = survey(
            trail[-1],
            part.survey.dialect,
            limit=self.limit,
            path=root.path + steps,
            base=nearest.base,
        )
        for found in notes.ids:
            if id(found.schema) not in self.known:
                raise UnresolvableReferenceError(
                    "leads to an `$id` in a place where the dialect knows no "
                    "schema"
                )
        self.add(Part(uri=part.uri, survey=notes, via=part.via, is_place=True))


def _nowhere(ref: str) -> UnresolvableReferenceError:
    hint = (
        ""
        if ref.startswith("#")
        else "; other documents come only from resources="
    )
    return UnresolvableReferenceError(f"{ref[:_SHOWN]!a} leads nowhere{hint}")


def _refuse_doubles(parts: list[Part]) -> None:
    """Refuse URIs and anchors that name two things: engines differ there."""
    names: dict[tuple[str, str], int] = {}
    for part in parts:
        notes = part.survey
        claims = [((found.base, ""), "$id", found) for found in notes.ids]
        claims += [
            ((found.base, name), "anchor", found)
            for name, found in notes.anchors
        ]
        for name, kind, found in claims:
            if names.setdefault(name, id(found.schema)) != id(found.schema):
                error = InvalidSchemaError(
                    f"this {kind} is that of another schema, too",
                    path=found.path,
                )
                raise part.locate(error)
