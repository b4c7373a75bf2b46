"""contains, propertyNames and unevaluated…, on items, members and names."""

from __future__ import annotations

import pytest

from judging import (
    ALL_DIALECTS,
    DRAFT_07,
    DRAFT_2019_09,
    both,
    fast,
    places,
    plain,
    told,
)
from toolgate.exceptions import UnsupportedByEngineError
from toolgate.schema.cache import ValidatorCache

EVEN = {"multipleOf": 2}


@pytest.mark.parametrize(
    ("extra", "items", "keyword"),
    [
        ({}, [1, 2], None),
        ({}, [1, 3], "contains"),
        ({}, [], "contains"),
        ({"minContains": 2}, [2, 4], None),
        ({"minContains": 2}, [1, 2], "minContains"),
        ({"minContains": 2}, [1], "contains"),
        ({"minContains": 0}, [1], None),
        ({"maxContains": 1}, [2, 1], None),
        ({"maxContains": 1}, [2, 1, 4], "maxContains"),
        ({"minContains": 0, "maxContains": 0}, [2], "maxContains"),
        ({"minContains": 1, "maxContains": 2}, [2, 4], None),
    ],
)
def test_contains_tells_which_number_is_off(extra, items, keyword):
    schema = {"contains": EVEN, **extra}
    assert told(schema, items) == ([(keyword, ())] if keyword else [])
    if keyword in extra:
        (found,) = plain(schema).violations(items)
        assert found.expected == extra[keyword]
    assert told(schema, "no array") == []


def test_contains_looks_into_items_that_are_no_leaves():
    schema = {"contains": {"properties": {"a": {"items": EVEN}}}}
    assert told(schema, [{"a": [1]}, {"a": [2]}]) == []
    assert told(schema, [{"a": [1]}]) == [("contains", ())]


def test_a_bad_name_is_told_at_the_object():
    schema = {"propertyNames": {"maxLength": 2, "pattern": "^a"}}
    found = plain(schema).violations({"ab": 1, "abc": 2, "bcd": 3})
    assert [(one.keyword, one.names) for one in found] == [
        ("maxLength", ("abc",)),
        ("maxLength", ("bcd",)),
        ("pattern", ("bcd",)),
    ]
    assert found[0].instance_path == ()
    assert found[0].schema_path == ("propertyNames", "maxLength")
    assert found[0].received == "string"
    assert told(schema, {"abc": 1}) == [("maxLength", ())]
    assert told(schema, ["abc"]) == []
    union = {"propertyNames": {"anyOf": [{"pattern": "^x"}, {"maxLength": 1}]}}
    assert told(union, {"abc": 1, "x": 1}) == [("anyOf", ())]


def test_names_are_told_up_to_the_limit(validators):
    schema = validators.get({"propertyNames": {"maxLength": 1}})
    value = {f"name{n}": n for n in range(500)}
    answer = schema.explain(value, 5)
    assert (answer.found, answer.exact) == (100, False)


def test_unevaluated_properties_are_told_with_the_known_names():
    schema = {
        "properties": {"a": True},
        "anyOf": [{"properties": {"b": True}, "required": ["b"]}, True],
        "unevaluatedProperties": False,
    }
    (found,) = plain(schema).violations({"a": 1, "b": 2, "c": 3})
    assert found.names == ("c",)
    assert found.expected == ("a", "b")
    (found,) = both(schema)[1].violations({str(n): n for n in range(99)})
    assert len(found.names) == 20
    assert told(schema, [1]) == []


def test_unevaluated_schemas_are_told_where_they_fail():
    schema = {
        "properties": {"a": True},
        "unevaluatedProperties": {"type": "null"},
    }
    assert told(schema, {"a": 1, "b": None, "c": 2}) == [("type", ("c",))]
    items = {"prefixItems": [True], "unevaluatedItems": {"type": "null"}}
    assert told(items, [1, None, 2]) == [("type", (2,))]
    many = plain(items).explain([0] * 1000, 5)
    assert (many.found, many.exact) == (100, False)


@pytest.mark.parametrize(
    ("schema", "evaluated", "left"),
    [
        ({"prefixItems": [True]}, [1], [1, 2]),
        ({"items": True}, [1, 2], None),
        ({"contains": EVEN}, [2, 4], [2, 3]),
        (
            {"allOf": [{"prefixItems": [True]}, {"contains": EVEN}]},
            [1, 2],
            [1, 2, 3],
        ),
        ({"contains": EVEN, "minContains": 0}, [], [1]),
        ({"allOf": [{"unevaluatedItems": True}]}, [1, 2], None),
        (
            {
                "anyOf": [
                    {"prefixItems": [True, True], "minItems": 2},
                    {"prefixItems": [True]},
                ]
            },
            [1, 2],
            [1, 2, 3],
        ),
    ],
)
def test_unevaluated_items(schema, evaluated, left):
    """JSON Schema 2020-12 core, section 11.2."""
    schema = {**schema, "unevaluatedItems": False}
    assert told(schema, evaluated) == []
    assert told(schema, {"an": "object"}) == []
    if left is not None:
        assert told(schema, left) == [("unevaluatedItems", ())]


def test_contains_evaluates_nothing_before_2020_12():
    schema = {"contains": EVEN, "unevaluatedItems": False}
    old = {**schema, "$schema": DRAFT_2019_09}
    assert told(schema, [2]) == []
    compiled = ValidatorCache(dialects=ALL_DIALECTS).get(old)
    assert compiled.engine == "jsonschema"
    assert places(compiled.violations([2])) == [("unevaluatedItems", ())]
    with pytest.raises(UnsupportedByEngineError):
        fast(old, dialects=ALL_DIALECTS)
    none = {"$schema": DRAFT_07, "unevaluatedItems": False}
    assert told(none, [1]) == []
