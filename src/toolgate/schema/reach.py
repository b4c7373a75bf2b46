"""Where the references of a schema lead."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolgate.schema.dialects import Dialect
    from toolgate.schema.references import Links
    from toolgate.typing import JSONSchema

_NOTHING: Final[Mapping[Any, Any]] = MappingProxyType({})


class Reach(NamedTuple):
    """
    Where the references of a schema lead, as the graph needs it.

    `targets` is keyed by the identity of the schema that holds a reference
    and the keyword, `places` by the identity of a schema: the base URI and
    the dialect that hold in it. `dynamic` are the dynamic anchors of each
    resource; 2019-09's have no name.
    """

    targets: Mapping[tuple[int, str], JSONSchema] = _NOTHING
    places: Mapping[int, tuple[str, Dialect]] = _NOTHING
    dynamic: Mapping[tuple[str, str], JSONSchema] = _NOTHING


def reach(links: Links) -> Reach:
    """Index the documents that references lead through."""
    if not links.targets:
        return Reach()
    places: dict[int, tuple[str, Dialect]] = {}
    dynamic: dict[tuple[str, str], JSONSchema] = {}
    for part in links.parts:
        dialect = part.survey.dialect
        for found in part.survey.found:
            schema = found.schema
            if isinstance(schema, bool):
                continue
            places[id(schema)] = (found.base, dialect)
            for keyword in dialect.dynamic.values():
                name = schema.get(keyword)
                if isinstance(name, str):
                    dynamic[found.base, name] = schema
                elif name is True:
                    dynamic.setdefault((found.base, ""), schema)
    return Reach(targets=links.targets, places=places, dynamic=dynamic)
