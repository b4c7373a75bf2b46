"""A wire schema in the form of OpenAPI 3.0, which is not JSON Schema."""

from __future__ import annotations

from typing import Any


def to_openapi(schema: Any) -> Any:
    """
    Return a wire schema with `nullable` instead of the type null.

    Each node has one type by then, or a union.

    >>> to_openapi({"type": ["string", "null"], "enum": ["a", None]})
    {'type': 'string', 'enum': ['a'], 'nullable': True}
    >>> to_openapi({"anyOf": [{"type": "string"}, {"type": "null"}]})
    {'type': 'string', 'nullable': True}
    """
    found = {key: _part(key, value) for key, value in schema.items()}
    is_nullable = False
    kinds = found.get("type")
    if isinstance(kinds, list):
        real = [kind for kind in kinds if kind != "null"]
        is_nullable = len(real) < len(kinds)
        found["type"] = real[0] if real else "null"
    if "enum" in found:
        found["enum"] = [each for each in found["enum"] if each is not None]
        if not found["enum"]:
            del found["enum"]
    if "anyOf" in found:
        real = [each for each in found["anyOf"] if each.get("type") != "null"]
        is_nullable = is_nullable or len(real) < len(found["anyOf"])
        found["anyOf"] = real
        if len(real) == 1:
            del found["anyOf"]
            found = {**real[0], **found}
    if is_nullable:
        found["nullable"] = True
    return found


def _part(key: str, value: Any) -> Any:
    if key == "properties":
        return {name: to_openapi(child) for name, child in value.items()}
    if key == "items":
        return to_openapi(value)
    if key == "anyOf":
        return [to_openapi(child) for child in value]
    return value
