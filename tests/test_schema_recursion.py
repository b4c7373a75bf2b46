"""Whether a schema leads back to itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate.schema.checks import SchemaRules, check_schema
from toolgate.schema.recursion import is_recursive


def recursive(schema):
    return is_recursive(check_schema(schema, SchemaRules()))


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({}, False),
        ({"items": {"$ref": "#"}}, True),
        ({"items": {"$ref": "#/$defs/a"}, "$defs": {"a": True}}, False),
        ({"items": {"$ref": "#/$defs/a"}, "$defs": {"a": {}}}, False),
        (
            {
                "items": {"$ref": "#/$defs/a"},
                "$defs": {"a": {"items": {"$ref": "#/$defs/a"}}},
            },
            True,
        ),
        (
            {
                "$defs": {
                    "a": {"items": {"$ref": "#/$defs/b"}},
                    "b": {"items": {"items": {"$ref": "#/$defs/a"}}},
                }
            },
            True,
        ),
        (
            {"$dynamicAnchor": "n", "items": {"$dynamicRef": "#n"}},
            True,
        ),
    ],
)
def test_examples(schema, expected):
    assert recursive(schema) is expected


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12))
def test_it_is_so_where_following_references_comes_round(edges):
    definitions = {f"d{n}": {"prefixItems": []} for n in range(6)}
    for start, end in edges:
        definitions[f"d{start}"]["prefixItems"].append(
            {"$ref": f"#/$defs/d{end}"}
        )
    for body in definitions.values():
        body["prefixItems"].append({})

    def reached(start):
        found, todo = set(), [start]
        while todo:
            here = todo.pop()
            for first, last in edges:
                if first == here and last not in found:
                    found.add(last)
                    todo.append(last)
        return found

    expected = any(n in reached(n) for n in range(6))
    assert recursive({"$defs": definitions}) is expected
