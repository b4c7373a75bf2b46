"""What is asked of each part of a value, folded by name and index."""

from __future__ import annotations

import re

import pytest

from toolgate.schema import entries
from toolgate.schema.dialects import DIALECTS, DRAFT_07, DRAFT_2020_12
from toolgate.schema.entries import enter
from toolgate.schema.expansion import LEAF, ROOT, draw
from toolgate.schema.library import shelve
from toolgate.schema.references import follow
from toolgate.schema.walk import survey


def root_of(schema, dialect=DRAFT_2020_12):
    shelf = shelve((), enabled=DIALECTS, default=dialect, limit=999)
    notes = survey(schema, dialect, limit=999)
    graph = draw(follow(notes, shelf, limit=999))

    def hits(pattern, name):
        return re.search(pattern, name) is not None

    return enter(graph, hits)[ROOT]


def properties(entry):
    return entry.kinds[0]


def items(entry):
    return entry.kinds[1]


def test_one_name_in_two_branches_is_counted_together():
    branch = {"properties": {"a": {}}}
    alone, groups, always = properties(root_of({"anyOf": [branch, branch]}))
    assert (alone, groups, always) == ([], [((2, LEAF),)], ())


def test_two_names_in_two_branches_are_not():
    schema = {"anyOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}
    alone, groups, _ = properties(root_of(schema))
    assert (alone, groups) == ([LEAF], [])


def test_here_counts_what_applies_in_place():
    schema = {
        "allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}],
        "$defs": {"a": {"not": {}}},
    }
    assert root_of(schema).here == 1 + 2 + 2 + 2


def test_the_rest_sees_what_neither_name_nor_pattern_takes():
    """2020-12 core, section 10.3.2.3."""
    other = {"not": {}}
    schema = {
        "properties": {"a": True, "xb": True},
        "patternProperties": {"^x": True},
        "additionalProperties": other,
        "allOf": [{"properties": {"c": True, "xd": True}}],
    }
    alone, groups, _ = properties(root_of(schema))
    # a: alone; xb, xd: two; c: its own and the rest; any other: both may
    (rest,) = {number for _, number in sum(groups, ())} - {LEAF}
    assert alone == [LEAF]
    assert groups == [((1, LEAF), (1, rest)), ((2, LEAF),)]


def test_indexes_are_told_apart():
    schema = {
        "allOf": [
            {"prefixItems": [True], "items": {"not": {}}},
            {"prefixItems": [True, True]},
        ]
    }
    alone, groups, _ = items(root_of(schema))
    (other,) = {number for _, number in sum(groups, ())} - {LEAF}
    assert alone == [other]
    assert groups == [((1, LEAF), (1, other)), ((2, LEAF),)]


def test_draft_07_items():
    schema = {
        "allOf": [{"items": [True]}],
        "items": [True, True],
        "additionalItems": {"not": {}},
    }
    alone, groups, _ = items(root_of(schema, DRAFT_07))
    assert groups == [((2, LEAF),)]
    assert len(alone) == 2


def test_contains_and_names():
    entry = root_of({"contains": {}, "propertyNames": {}})
    assert items(entry)[2] == ((1, LEAF),)
    assert entry.keys == ((1, LEAF),)


def test_unevaluated_asks_once_more():
    """Once to know what is seen, once more for what hangs in place."""
    schema = {
        "unevaluatedProperties": {},
        "allOf": [{"not": {}, "additionalProperties": {}}],
        "$ref": "#/$defs/a",
        "$defs": {"a": {"anyOf": [{}]}},
    }
    entry = root_of(schema)
    # root, allOf twice, its not four times; the target once, its anyOf twice
    assert entry.here == 1 + 2 + (2 + 1) + 1 + 2
    _, groups, always = properties(entry)
    assert always == ((2, LEAF),)
    assert groups == [((3, LEAF),)]


def test_dynamic_references_hand_on():
    schema = {
        "$dynamicAnchor": "a",
        "properties": {"x": {"allOf": [{"$dynamicRef": "#a"}]}},
    }
    shelf = shelve((), enabled=DIALECTS, default=DRAFT_2020_12, limit=99)
    notes = survey(schema, DRAFT_2020_12, limit=99)
    graph = draw(follow(notes, shelf, limit=99))
    found = enter(graph, lambda *_: True)
    (choosing,) = [entry for entry in found.values() if entry.choices]
    assert choosing.choices == [ROOT]
    assert choosing.here == 0
    (handing,) = [entry for entry in found.values() if entry.on]
    assert [count for count, _ in handing.on] == [1]


@pytest.mark.parametrize("budget", [0, 3, 10])
def test_where_folding_takes_too_long_the_bound_is_coarser(
    monkeypatch, budget
):
    monkeypatch.setattr(entries, "_BUDGET", budget)
    schema = {
        "anyOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}],
        "unevaluatedProperties": {"not": {}},
        "patternProperties": {"c": {}},
        "additionalProperties": {},
        "propertyNames": {},
        "prefixItems": [{}],
        "items": {},
        "contains": {},
    }
    entry = root_of(schema)
    assert entry.here == 1
    assert [count for count, _ in entry.on] == [2, 2]
    alone, groups, always = properties(entry)
    assert (alone, groups) == ([], [])
    assert [count for count, _ in always] == [5, 2]
    assert items(entry)[0] == [LEAF]
    assert entry.keys == ((1, LEAF),)
