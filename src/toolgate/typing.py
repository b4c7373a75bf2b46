"""The shapes that JSON takes in Python, as names for signatures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

JSONValue: TypeAlias = Any
"""None, bool, int, float, str, or a list or dict of those."""

JSONObject: TypeAlias = dict[str, Any]
"""A JSON object: a dict with string keys."""

JSONSchema: TypeAlias = Mapping[str, Any] | bool
"""A JSON Schema document or subschema."""

Path: TypeAlias = tuple[str | int, ...]
"""Steps from the root of a document: property names and array indexes."""
