"""Whether a schema leads back to itself, so that it is as deep as a value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolgate.schema.walk import subschemas

if TYPE_CHECKING:
    from toolgate.schema.checks import CheckedSchema
    from toolgate.typing import JSONSchema


def is_recursive(checked: CheckedSchema) -> bool:
    """
    Whether a reference may lead to a schema that it stands in.

    Dynamic references always may. Schemas that are only stored count as
    well, so that the answer may be yes where nothing leads there.

    >>> from toolgate.schema.checks import SchemaRules, check_schema
    >>> tree = {"type": "object", "properties": {"left": {"$ref": "#"}}}
    >>> is_recursive(check_schema(tree, SchemaRules()))
    True
    """
    leads: dict[int, JSONSchema] = {}
    for (holder, keyword), target in checked.links.targets.items():
        if keyword != "$ref":
            return True
        if isinstance(target, dict):
            leads[holder] = target
    inside: dict[int, list[int]] = {}
    for schema in leads.values():
        if id(schema) not in inside:
            inside[id(schema)] = [
                id(leads[id(found.schema)])
                for found in subschemas(schema, checked.dialect)
                if id(found.schema) in leads
            ]
    return _has_cycle(inside)


def _has_cycle(edges: dict[int, list[int]]) -> bool:
    """Take away what leads nowhere, until nothing or a cycle is left."""
    waiting = {start: set(ends) for start, ends in edges.items()}
    sources: dict[int, list[int]] = {start: [] for start in edges}
    for start, ends in waiting.items():
        for end in ends:
            sources[end].append(start)
    done = [start for start, ends in waiting.items() if not ends]
    for end in done:
        for start in sources[end]:
            waiting[start].discard(end)
            if not waiting[start]:
                done.append(start)
    return len(done) < len(edges)
