"""Every schema inside of a schema, those that only a reference shows too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolgate.exceptions import PointerError
from toolgate.pointer import from_fragment
from toolgate.schema.walk import Subschema, subschemas

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolgate.schema.dialects import Dialect
    from toolgate.typing import JSONObject, Path


def places(document: JSONObject, dialect: Dialect) -> Iterator[Subschema]:
    """
    Yield each schema object in a document once.

    A reference makes a schema of what it names, also where the dialect
    knows none: those follow the others. No other document is looked at.

    Raises `SchemaError` as `schema.walk.subschemas` does.

    >>> from toolgate.schema.dialects import DRAFT_2020_12
    >>> schema = {"$ref": "#/x-parts/a", "x-parts": {"a": {"not": {}}}}
    >>> [found.path for found in places(schema, DRAFT_2020_12)]
    [(), ('x-parts', 'a'), ('x-parts', 'a', 'not')]
    """
    known: dict[int, Subschema] = {}
    waiting = [Subschema((), document, "")]
    for root in waiting:  # grows as references are met
        met = [
            found
            for found in subschemas(
                root.schema, dialect, path=root.path, base=root.base
            )
            if isinstance(found.schema, dict) and id(found.schema) not in known
        ]
        known.update((id(found.schema), found) for found in met)
        yield from met
        for found in met:
            for keyword in references(found, dialect):
                fragment = found.schema[keyword].partition("#")[2]  # type: ignore[index]
                named = _named(document, fragment, known)
                if named is not None:
                    waiting.append(named)


def references(found: Subschema, dialect: Dialect) -> list[str]:
    """
    Return the keywords of a schema that lead into its own document.

    Those inside of an embedded resource lead into that one instead.

    >>> from toolgate.schema.dialects import DRAFT_2020_12
    >>> references(Subschema((), {"$ref": "#/$defs/a"}, ""), DRAFT_2020_12)
    ['$ref']
    """
    if found.base:
        return []
    schema: Any = found.schema
    return [
        keyword
        for keyword in ("$ref", *dialect.dynamic)
        if isinstance(schema.get(keyword), str)
        and (not schema[keyword] or schema[keyword].startswith("#"))
    ]


def _named(
    document: JSONObject, fragment: str, known: dict[int, Subschema]
) -> Subschema | None:
    """Return what a JSON Pointer names, where that is an object."""
    here: Any = document
    base = ""
    path: Path = ()
    try:
        for token in from_fragment(fragment):
            step: str | int = token
            if isinstance(here, list) and token.isdecimal():
                step = int(token)
            here = here[step]
            path = (*path, step)
            base = known[id(here)].base if id(here) in known else base
    except (PointerError, LookupError, TypeError, ValueError):
        # An anchor, or a reference that no registry takes.
        return None
    return Subschema(path, here, base) if isinstance(here, dict) else None
