"""Keywords side by side that leave no value, and those that do."""

# ruff: noqa: UP007 - both spellings must work

from __future__ import annotations

from typing import Annotated, Literal, Union

import pytest
from annotated_types import Ge, Gt, Le, Lt
from jsonschema import Draft202012Validator
from pydantic import Field

from deriving import deriver
from toolgate import Schema
from toolgate.function.contradictions import refuse_contradictions
from toolgate.function.shape import Refused

# Values of which one fits wherever any value does.
TRIED = [None, "", "a", "b", "ab", "abc", True, [], [1], [1, 2], {}, {"a": 1}]
TRIED += [n / 2 for n in range(-4, 20)] + list(range(-2, 12))

SCHEMAS = [
    {"minimum": 5, "maximum": 3},
    {"minimum": 3, "maximum": 3},
    {"minimum": 3, "exclusiveMaximum": 3},
    {"exclusiveMinimum": 3, "maximum": 3},
    {"exclusiveMinimum": 3, "exclusiveMaximum": 3},
    {"exclusiveMinimum": 3, "exclusiveMaximum": 4},
    {"exclusiveMinimum": 3, "maximum": 4},
    {"minimum": 3.5, "maximum": 3.5},
    {"minimum": 3.5, "maximum": 4},
    {"minimum": 3, "exclusiveMaximum": 4},
    {"exclusiveMinimum": 3, "minimum": 4, "maximum": 4},
    {"minLength": 3, "maxLength": 2},
    {"minLength": 2, "maxLength": 2},
    {"minItems": 3, "maxItems": 2},
    {"minItems": 1},
    {"minProperties": 2, "maxProperties": 1},
    {"enum": ["a", 3], "minLength": 2, "minimum": 4},
    {"enum": ["a", 3], "minLength": 2},
    {"enum": ["abc"], "maxLength": 2},
    {"enum": [1, 2], "exclusiveMinimum": 2},
    {"enum": [1, 2], "exclusiveMaximum": 1},
    {"enum": [1, 2], "maximum": 0},
    {"enum": [1, 2], "maximum": 1},
    {"enum": [[]], "maximum": 1},
    {"const": 3, "maximum": 1},
    {"const": 3, "allOf": [{"const": 3.0}]},
    {"const": 3, "allOf": [{"const": 4}, True]},
    {"enum": ["a", "b"], "allOf": [{"enum": ["b", "c"]}]},
    {"enum": ["a", "b"], "allOf": [{"enum": ["c"]}]},
    {"allOf": [{"enum": ["c"]}, {"const": "a"}]},
    {"enum": [1, 2.5], "type": "number", "minimum": 2},
    {"enum": [1], "type": "number"},
    {"enum": ["a"], "type": "integer"},
    {"enum": [None], "type": ["integer", "null"]},
]


KINDS = {
    "Length": ("string",),
    "Items": ("array",),
    "Properties": ("object",),
    "imum": ("integer", "number"),
}


def meant(schema):
    """Give the schema with each type that its keywords are for."""
    if {"enum", "const", "allOf"} & schema.keys():
        return [schema]
    (kinds,) = {
        kinds
        for end, kinds in KINDS.items()
        if any(each.endswith(end) for each in schema)
    }
    return [{"type": [kind, "null"], **schema} for kind in kinds]


@pytest.mark.parametrize(
    "schema", [each for schema in SCHEMAS for each in meant(schema)]
)
def test_what_is_refused_leaves_nothing_but_null(schema):
    accepts = Draft202012Validator(schema).is_valid
    left = [value for value in TRIED if value is not None and accepts(value)]
    if left:
        refuse_contradictions(schema)
    else:
        with pytest.raises(Refused):
            refuse_contradictions(schema)


@pytest.mark.parametrize(
    ("annotation", "said"),
    [
        (
            Annotated[int, Schema({"minimum": 5}), Le(3)],
            "has a minimum above its maximum; swap them",
        ),
        (
            Annotated[int, Schema({"minimum": 5, "maximum": 3})],
            "has a minimum above its maximum; swap them",
        ),
        (
            Annotated[Annotated[int, Gt(3)], Lt(4)],
            (
                "has exclusiveMinimum 3 and exclusiveMaximum 4, and no value "
                "is both"
            ),
        ),
        (
            Annotated[float, Field(gt=3), Schema({"maximum": 3})],
            "has exclusiveMinimum 3 and maximum 3, and no value is both",
        ),
        (
            Annotated[
                Union[Annotated[int, Le(3)], list[str]], Schema({"minimum": 5})
            ],
            "has a minimum above its maximum; swap them",
        ),
        (
            Annotated[
                Union[Annotated[int, Le(3)], list[str]],
                Schema({"minimum": 1, "maximum": 0}),
            ],
            "has a minimum above its maximum; swap them",
        ),
        (
            Annotated[str, Field(min_length=3), Schema({"maxLength": 2})],
            "has a minLength above its maxLength; swap them",
        ),
        (
            Annotated[
                list[int] | None,
                Schema({"minItems": 3}),
                Field(max_length=1),
            ],
            "has a minItems above its maxItems; swap them",
        ),
        (
            Annotated[Literal["a", "b"], Schema({"enum": ["c"]})],
            (
                "has a list of values of which its other keywords leave "
                "none; change one of them"
            ),
        ),
        (
            Annotated[Literal[1, 2] | None, Schema({"minimum": 3})],
            (
                "has a list of values of which its other keywords leave "
                "none; change one of them"
            ),
        ),
        (
            Annotated[str, Schema({"const": "a"}), Schema({"const": "b"})],
            (
                "has a list of values of which its other keywords leave "
                "none; change one of them"
            ),
        ),
    ],
)
def test_wherever_they_are_said(annotation, said):
    with pytest.raises(Refused) as caught:
        deriver().shape(annotation)
    assert caught.value.reason == said


@pytest.mark.parametrize(
    "annotation",
    [
        Annotated[int, Ge(3), Le(3)],
        Annotated[Union[int, list[str]], Schema({"minimum": 3, "maximum": 4})],
        Annotated[Union[Literal["a"], int], Schema({"enum": [3]})],
        Annotated[int, Ge(3), Schema({"minimum": 5}), Le(5)],
        Annotated[float, Gt(3), Lt(4)],
        Annotated[Literal["a", "b"] | None, Schema({"enum": ["b", None]})],
        Annotated[str, Schema({"enum": 5})],
    ],
)
def test_what_leaves_a_value(annotation):
    assert deriver().shape(annotation).schema
