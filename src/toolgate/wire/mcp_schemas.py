"""
Schemas as the revisions of MCP before 2026-07-28 take them.

Those want an output schema to say `type: "object"` at its root, and members
of a root's `properties` to be objects. What says otherwise is written in
another way that means the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from toolgate.exceptions import InvalidSchemaError
from toolgate.schema.dialects import DIALECTS, Dialect, dialect_of
from toolgate.wire.mcp_places import places, references

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolgate.typing import JSONObject
    from toolgate.wire.mcp_revisions import Revision

RESULT: Final = "result"
"""The member that holds an output which is not known to be an object."""

_PLACE: Final = f"#/properties/{RESULT}"
_NAMELESS: Final = frozenset({"", "#"})
_URN: Final = "urn:toolgate:result"


def input_for(schema: JSONObject, revision: Revision) -> JSONObject:
    """
    Return an input schema for a revision; the given one may be changed.

    Raises `InvalidSchemaError` for one that no revision takes.

    >>> from toolgate.wire.mcp_revisions import REVISIONS
    >>> anything = {"type": "object", "properties": {"a": True}}
    >>> input_for(anything, REVISIONS["2025-06-18"])
    {'type': 'object', 'properties': {'a': {}}}
    """
    if schema.get("type") != "object":
        raise InvalidSchemaError(
            'the root of an input schema must say "type": "object" '
            "(MCP 2026-07-28, Tool.inputSchema)"
        )
    dialect_of(schema, DIALECTS)
    return _plain_members(schema) if revision.object_members else schema


def output_for(schema: JSONObject, revision: Revision) -> JSONObject:
    """
    Return an output schema for a revision; the given one may be changed.

    Raises `SchemaError` for one that no revision takes.

    >>> from toolgate.wire.mcp_revisions import REVISIONS
    >>> output_for({"type": "null"}, REVISIONS["2025-06-18"])
    {'type': 'object', 'properties': {'result': {'type': 'null'}}, \
'required': ['result']}
    """
    dialect = dialect_of(schema, DIALECTS)
    if not revision.object_outputs:
        return schema
    if is_wrapped(schema):
        return _wrapped(schema, dialect)
    return _plain_members(schema)


def is_wrapped(schema: Mapping[str, Any]) -> bool:
    """
    Tell whether revisions before 2026-07-28 see outputs as `{"result": …}`.

    That is so wherever the root does not say `type: "object"` itself. In
    draft-07 a `$ref` beside it makes it say nothing.

    Raises `UnsupportedDialectError` for a dialect that is unknown.

    >>> is_wrapped({"type": "object"}), is_wrapped({"type": ["object"]})
    (False, True)
    """
    if schema.get("type") != "object":
        return True
    return "$ref" in schema and dialect_of(schema, DIALECTS).ref_stands_alone


def _plain_members(schema: JSONObject) -> JSONObject:
    """Say `true` and `false` as objects: {} and {"not": {}}."""
    members = schema.get("properties", {})
    required = schema.get("required", [])
    if not isinstance(members, dict) or not isinstance(required, list):
        raise InvalidSchemaError(
            "`properties` must be an object and `required` an array"
        )
    for name, member in members.items():
        if isinstance(member, bool):
            members[name] = {} if member else {"not": {}}
        elif not isinstance(member, dict):
            raise InvalidSchemaError(
                "a schema must be an object or a boolean",
                path=("properties", name),
            )
    if not all(isinstance(name, str) for name in required):
        raise InvalidSchemaError("`required` holds names", path=("required",))
    return schema


def _wrapped(schema: JSONObject, dialect: Dialect) -> JSONObject:
    """Put a schema one level down, its references with it."""
    if schema.get("$id") in _NAMELESS:
        # It names the document, which from now on is another.
        del schema["$id"]
    found = list(places(schema, dialect))
    if any("$recursiveRef" in references(place, dialect) for place in found):
        # That leads to the root of a resource, whatever the root is; so the
        # schema has to be a resource still.
        schema["$id"] = _URN
    else:
        for place in found:
            for keyword in references(place, dialect):
                _move(place.schema, keyword)
    named = {"$schema": schema.pop("$schema")} if "$schema" in schema else {}
    return {
        **named,
        "type": "object",
        "properties": {RESULT: schema},
        "required": [RESULT],
    }


def _move(schema: Any, keyword: str) -> None:
    """Let a reference lead to where its target is now; anchors stay."""
    fragment = schema[keyword][1:]
    if not fragment or unquote(fragment).startswith("/"):
        schema[keyword] = _PLACE + fragment
