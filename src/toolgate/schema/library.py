"""
The documents that a `$ref` may lead to, beside the schema itself.

The metaschemas that come with jsonschema, and what the host gave as
`resources`. There is no third source: nothing here opens anything.
"""

from __future__ import annotations

import functools
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

from jsonschema.validators import SPECIFICATIONS
from referencing import Registry

from toolgate.exceptions import InvalidSchemaError, SchemaError
from toolgate.schema.dialects import Dialect, dialect_of
from toolgate.schema.walk import Survey, survey

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolgate.typing import JSONSchema

FOREIGN: Final = (LookupError, TypeError, ValueError, AttributeError)
"""What `referencing` lets through where a document or URI is malformed."""

_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
_METASCHEMA_LIMIT: Final = 1_000


class Shelf(NamedTuple):
    """
    Documents as references of one default dialect find them.

    `surveys` are by the URI that a document was given under, `owners` maps
    every URI that leads into one to that. A document that cannot be used is
    in `broken`, with the reason; it matters only to those who refer to it.
    `ambiguous` are URIs that two documents claim.
    """

    registry: Registry[JSONSchema]
    surveys: Mapping[str, Survey] = _NOTHING
    owners: Mapping[str, str] = _NOTHING
    broken: Mapping[str, SchemaError] = _NOTHING
    ambiguous: frozenset[str] = frozenset()


def resource_uri(uri: str) -> str:
    """
    Return the URI of a resource without its empty fragment.

    Raises `InvalidSchemaError` where it is not absolute or has a fragment.

    >>> resource_uri("https://example.com/address.json#")
    'https://example.com/address.json'
    """
    plain = uri.removesuffix("#")
    try:
        absolute = bool(urlsplit(plain).scheme) and "#" not in plain
    except ValueError:
        absolute = False
    if not absolute:
        raise InvalidSchemaError(
            f"the resource {uri[:100]!a} needs an absolute URI without "
            "fragment"
        )
    return plain


def shelve(
    documents: Iterable[tuple[str, JSONSchema]],
    *,
    enabled: tuple[Dialect, ...],
    default: Dialect,
    limit: int,
) -> Shelf:
    """
    Make a shelf of documents and the bundled metaschemas.

    A document without `$schema` speaks `default`. What is wrong with one is
    kept in `broken`, not raised.
    """
    below = _metaschemas(enabled)
    return _stack(below, documents, (enabled, default, limit))


@functools.lru_cache(maxsize=32)
def _metaschemas(enabled: tuple[Dialect, ...]) -> Shelf:
    documents = [(uri, SPECIFICATIONS[uri].contents) for uri in SPECIFICATIONS]
    settings = (enabled, enabled[0], _METASCHEMA_LIMIT)
    return _stack(Shelf(registry=Registry()), documents, settings)


def _stack(
    below: Shelf,
    documents: Iterable[tuple[str, JSONSchema]],
    settings: tuple[tuple[Dialect, ...], Dialect, int],
) -> Shelf:
    enabled, default, limit = settings
    surveys, owners = dict(below.surveys), dict(below.owners)
    broken, ambiguous = dict(below.broken), set(below.ambiguous)
    resources: list[tuple[str, Any]] = []
    for uri, document in documents:
        try:
            dialect = dialect_of(document, enabled, default)
            notes = survey(document, dialect, limit=limit, base=uri)
            resource = dialect.specification.create_resource(document)
            Registry().with_resource(uri, resource).crawl()
        except SchemaError as error:
            broken[uri] = error
            continue
        except FOREIGN:
            broken[uri] = InvalidSchemaError("no schema of its dialect")
            continue
        resources.append((uri, resource))
        surveys[uri] = notes
        for name in {uri, *(found.base for found in notes.ids)}:
            if owners.setdefault(name, uri) != uri:
                ambiguous.add(name)
    return Shelf(
        registry=below.registry.with_resources(resources).crawl(),
        surveys=surveys,
        owners=owners,
        broken=broken,
        ambiguous=frozenset(ambiguous),
    )
