"""
The one walker over schemas that knows a keyword from a property's name.

Subschemas are found where the dialect says that they are, so a property
called `required` or `$ref` is a property, and what stands in `enum`,
`const`, `default`, `examples` or under an unknown keyword is data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urljoin, urlsplit

from toolgate.exceptions import (
    InvalidSchemaError,
    SchemaLimitError,
    UnsupportedDialectError,
)
from toolgate.schema.dialects import Dialect, children, known

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolgate.typing import JSONSchema, Path

_SHOWN: Final = 100
MAX_URI: Final = 2_048
"""Characters of a URI, a reference or an anchor, alone and resolved."""
_new: Final = tuple.__new__  # what a NamedTuple calls, without the detour


class Subschema(NamedTuple):
    """
    One subschema, where it stands, and the base URI that holds in it.

    `base` is empty where neither the schema nor one around it has an `$id`.
    """

    path: Path
    schema: JSONSchema
    base: str


class Survey:
    """
    What one walk over a document found.

    `overlapping` says whether two subschemas may apply to one value, `obeys`
    is set once the document was held against its metaschema.
    """

    __slots__ = (
        "anchors",
        "dialect",
        "document",
        "formats",
        "found",
        "ids",
        "obeys",
        "overlapping",
        "patterns",
        "refs",
    )

    def __init__(self, *, document: JSONSchema, dialect: Dialect) -> None:
        self.document = document
        self.dialect = dialect
        self.found: list[Subschema] = []
        self.refs: list[tuple[str, Subschema]] = []
        self.ids: list[Subschema] = []
        self.anchors: list[tuple[str, Subschema]] = []
        self.patterns: list[tuple[Path, str]] = []
        self.formats: list[tuple[Path, str]] = []
        self.overlapping = False
        self.obeys = False


def base_inside(schema: JSONSchema, base: str, dialect: Dialect) -> str:
    """
    Return the base URI that holds inside a schema.

    RFC 3986, section 5; JSON Schema 2020-12 core, section 8.2.1; draft-07
    core, section 8.3: there an `$id` beside `$ref` says nothing, and one
    that is a fragment is an anchor.

    Raises `ValueError` where that makes no URI.
    """
    if isinstance(schema, bool):
        return base
    name = schema.get("$id")
    if not isinstance(name, str):
        return base
    if not dialect.anchors and (name.startswith("#") or "$ref" in schema):
        return base
    inside = urljoin(base, name.rstrip("#"))
    urlsplit(inside)
    return inside


def subschemas(
    document: JSONSchema,
    dialect: Dialect,
    *,
    path: Path = (),
    base: str = "",
) -> Iterator[Subschema]:
    """
    Yield a schema and every subschema in it, in the order of the document.

    `path` and `base` are those of the document itself, where it is a part of
    a greater one. Nothing is changed; the work grows with the document, and
    its depth costs no stack.

    Raises `InvalidSchemaError` where an `$id` is no URI reference, and
    `SchemaLimitError` where it is longer than `MAX_URI`.

    >>> from toolgate.schema.dialects import DRAFT_2020_12
    >>> schema = {"properties": {"not": True}, "default": {"not": {}}}
    >>> [found.path for found in subschemas(schema, DRAFT_2020_12)]
    [(), ('properties', 'not')]
    """
    shapes = dialect.subschemas
    holders = dialect.holders
    stack = [Subschema(path, document, base)]
    while stack:
        found = stack.pop()
        here, schema, base = found
        if isinstance(schema, bool):
            yield found
            continue
        if "$id" in schema:
            _refuse_long(schema["$id"], (*here, "$id"))
            try:
                base = base_inside(schema, base, dialect)
            except ValueError:
                raise InvalidSchemaError(
                    "`$id` is no URI reference", path=(*here, "$id")
                ) from None
            _refuse_long(base, (*here, "$id"))
            found = Subschema(here, schema, base)
        yield found
        if not holders.isdisjoint(schema):
            inner = [
                _new(Subschema, (here + steps, child, base))
                for steps, child in children(schema, shapes)
            ]
            inner.reverse()
            stack += inner


def _refuse_long(name: object, path: Path) -> None:
    if isinstance(name, str) and len(name) > MAX_URI:
        raise SchemaLimitError(
            f"`{path[-1]}` is longer than {MAX_URI} characters", path=path
        )


def survey(
    document: JSONSchema,
    dialect: Dialect,
    *,
    limit: int,
    path: Path = (),
    base: str = "",
) -> Survey:
    """
    Walk a document once and note everything that needs a closer look.

    Raises `SchemaLimitError` where it has more than `limit` subschemas,
    `UnsupportedDialectError` where a `$schema` inside names another dialect.
    """
    notes = Survey(document=document, dialect=dialect)
    overlapping, telling = dialect.overlapping, dialect.telling
    walk = subschemas(document, dialect, path=path, base=base)
    for count, found in enumerate(walk, start=1):
        if count > limit:
            raise SchemaLimitError(
                f"more than {limit} subschemas", path=found.path
            )
        notes.found.append(found)
        schema = found.schema
        if not isinstance(schema, bool) and not telling.isdisjoint(schema):
            if not overlapping.isdisjoint(schema):
                notes.overlapping = True
            _note(notes, found)
    return notes


def _note(notes: Survey, found: Subschema) -> None:
    path, schema, _ = found
    telling = notes.dialect.telling
    for keyword, value in schema.items():  # type: ignore[union-attr]
        if keyword not in telling:
            continue
        if isinstance(value, str):
            _note_text(notes, found, keyword, value)
        elif keyword == "patternProperties" and isinstance(value, dict):
            notes.patterns += [((*path, keyword, key), key) for key in value]
        elif keyword == "$schema":
            raise UnsupportedDialectError(
                "$schema is not a string", path=(*path, keyword)
            )


def _note_text(
    notes: Survey, found: Subschema, keyword: str, value: str
) -> None:
    path, dialect = found.path, notes.dialect
    if keyword.startswith("$"):
        _refuse_long(value, (*path, keyword))
    if keyword == "pattern":
        notes.patterns.append(((*path, keyword), value))
    elif keyword == "format":
        notes.formats.append(((*path, keyword), value))
    elif keyword == "$ref" or keyword in dialect.dynamic:
        notes.refs.append((keyword, found))
    elif keyword in dialect.anchors:
        notes.anchors.append((value, found))
    elif keyword == "$id":
        _note_id(notes, found, value)
    elif keyword == "$schema" and path:
        _refuse_other(value, dialect, (*path, keyword))


def _note_id(notes: Survey, found: Subschema, value: str) -> None:
    if notes.dialect.anchors:
        notes.ids.append(found)
    elif value.startswith("#"):
        notes.anchors.append((value[1:], found))
    elif "$ref" not in found.schema:  # type: ignore[operator]
        notes.ids.append(found)


def _refuse_other(name: str, dialect: Dialect, path: Path) -> None:
    if ":" not in name or known(name) != dialect:
        raise UnsupportedDialectError(
            f"$schema is {name[:_SHOWN]!a} inside a schema of dialect "
            f"{dialect.name}",
            path=path,
        )
