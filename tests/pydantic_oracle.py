"""What Pydantic makes of a JSON text, as the oracle for derived types."""

from __future__ import annotations

import json
from functools import lru_cache

import pydantic
from jsonschema import Draft202012Validator

from toolgate.function.shape import Misfit

REFUSED = object()
"""Stands for a text that was not taken."""


def adapter(annotation):
    """The strict adapter of a type that has no configuration of its own."""
    return pydantic.TypeAdapter(
        annotation, config=pydantic.ConfigDict(strict=True)
    )


_adapter = lru_cache(maxsize=None)(adapter)


def pydantic_reads(annotation, text):
    """What Pydantic reads from a JSON text, or REFUSED."""
    try:
        return _adapter(annotation).validate_json(text)
    except pydantic.ValidationError:
        return REFUSED


def shape_reads(shape, text):
    """What a shape reads from a JSON text, or REFUSED."""
    value = json.loads(text)
    if not Draft202012Validator(shape.schema).is_valid(value):
        return REFUSED
    try:
        return value if shape.read is None else shape.read(value)
    except Misfit:
        return REFUSED


def same(one, other):
    """Whether two values are equal, of one type, and show the same clock."""
    if type(one) is not type(other) or one != other:
        return False
    offset = getattr(one, "utcoffset", lambda: None)
    return offset() == getattr(other, "utcoffset", lambda: None)()


def without_titles(schema):
    """A schema without the titles that Pydantic makes up."""
    if isinstance(schema, list):
        return [without_titles(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: without_titles(item)
        for name, item in schema.items()
        if name != "title"
    }
