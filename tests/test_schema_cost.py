"""The bound on work, against an instrumented validator."""

from __future__ import annotations

import re
import sys

import jsonschema
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from toolgate.exceptions import CyclicReferenceError, SchemaLimitError
from toolgate.schema import entries
from toolgate.schema.cost import (
    FLAT,
    SATURATED,
    Cost,
    cost_of,
    expansion_of,
    simple_cost,
)
from toolgate.schema.dialects import (
    DEFAULT_DIALECTS,
    DRAFT_07,
    DRAFT_2020_12,
)
from toolgate.schema.expansion import draw
from toolgate.schema.library import shelve
from toolgate.schema.references import follow
from toolgate.schema.walk import survey


def hits(pattern, name):
    return re.search(pattern, name) is not None


def graph_of(schema, dialect=DRAFT_2020_12):
    shelf = shelve((), enabled=DEFAULT_DIALECTS, default=dialect, limit=10_000)
    notes = survey(schema, dialect, limit=10_000)
    return draw(follow(notes, shelf, limit=10_000))


def cost_for(schema, dialect=DRAFT_2020_12, depth=64):
    graph = graph_of(schema, dialect)
    expansion = expansion_of(graph, 10_000)
    return cost_of(graph, expansion=expansion, depth=depth, hits=hits)


def test_a_cost_sums_over_the_depths():
    cost = Cost(expansion=5, work_at=(5, 2, 0))
    assert cost.work_of([1, 10, 7]) == 5 + 20
    assert cost.work_of([1, 1, 1, 1]) == SATURATED
    assert cost.work_of([]) == 0
    assert Cost(expansion=1, work_at=(SATURATED,)).work_of([9]) == SATURATED


@pytest.mark.parametrize(("most", "flat"), [(FLAT, True), (FLAT + 1, False)])
def test_flat_costs_need_no_check(most, flat):
    cost = Cost(expansion=1, work_at=(1, most, 1))
    assert cost.flat is flat
    assert cost.needs_check is not flat


def test_the_simple_cost_is_one_subschema_a_value():
    assert simple_cost(10).work_at == (1,) * 65
    assert len(simple_cost(200).work_at) == 201
    assert len(simple_cost(10**9).work_at) == 1025
    assert simple_cost(64).flat


def chain(length, keyword="allOf"):
    """Definitions that each refer to the next one twice."""
    definitions = {
        f"d{n}": {keyword: [{"$ref": f"#/$defs/d{n + 1}"}] * 2}
        for n in range(length)
    }
    definitions[f"d{length}"] = {"type": "integer"}
    return {"$defs": definitions, "$ref": "#/$defs/d0"}


@pytest.mark.parametrize("keyword", ["allOf", "anyOf"])
def test_the_expansion_of_chained_pairs_doubles(keyword):
    """d_n: 1; d_k: itself, two references, and two of d_(k+1)."""
    size = 1
    for length in range(1, 8):
        size = 1 + 2 + 2 * size
        found = expansion_of(graph_of(chain(length, keyword)), 10_000)
        assert found == size + 1


@pytest.mark.parametrize("length", [16, 28])
def test_too_large_an_expansion_is_refused(length):
    with pytest.raises(SchemaLimitError) as caught:
        expansion_of(graph_of(chain(length)), 10_000)
    assert caught.value.path == ("$defs", f"d{length - 12}")
    assert caught.value.reason == (
        "more than 10000 subschemas apply to one value"
    )


def test_the_limit_on_expansion_is_exact():
    graph = graph_of({"allOf": [{}, {}]})
    assert expansion_of(graph, 3) == 3
    with pytest.raises(SchemaLimitError):
        expansion_of(graph, 2)


def test_a_dynamic_reference_counts_its_worst_target():
    schema = {
        "$id": "urn:a:a",
        "$dynamicAnchor": "n",
        "items": {"$dynamicRef": "#n"},
        "$defs": {
            "b": {"$id": "urn:a:b", "$dynamicAnchor": "n", "allOf": [{}, {}]}
        },
    }
    assert expansion_of(graph_of(schema), 99) == 1 + 3


TREE = {"properties": {"a": {"$ref": "#"}, "b": {"$ref": "#"}}}


def test_plain_recursion_stays_flat():
    cost = cost_for(TREE)
    assert cost.work_at == (1,) + (2,) * 64
    assert cost.flat


def test_recursion_through_one_property_of_two_branches_doubles():
    branch = {"properties": {"a": {"$ref": "#"}}}
    cost = cost_for({"anyOf": [branch, branch]})
    assert cost.work_at[:4] == (3, 2 + 6, 4 + 12, 8 + 24)
    assert cost.work_at[-1] == SATURATED
    assert cost.needs_check


def test_recursion_through_different_properties_of_branches_does_not():
    names = "abcdefgh"
    schema = {"oneOf": [{"properties": {n: {"$ref": "#"}}} for n in names]}
    cost = cost_for(schema)
    assert cost.work_at == (9,) + (10,) * 64


def test_a_strict_tree_stays_flat():
    """The use that $dynamicRef was made for."""
    schema = {
        "$id": "urn:x:strict",
        "$dynamicAnchor": "node",
        "$ref": "urn:x:tree",
        "unevaluatedProperties": False,
        "$defs": {
            "tree": {
                "$id": "urn:x:tree",
                "$dynamicAnchor": "node",
                "properties": {
                    "children": {"items": {"$dynamicRef": "#node"}}
                },
            }
        },
    }
    assert cost_for(schema).flat


def test_below_a_schema_without_recursion_there_is_no_work():
    schema = {"properties": {"a": {"items": {"anyOf": [{}, {}]}}}}
    assert cost_for(schema).work_at == (1, 1, 3) + (0,) * 62


def test_the_metaschemas_stay_flat():
    for dialect in DEFAULT_DIALECTS:
        schema = {"properties": {"schema": {"$ref": dialect.uri}}}
        assert cost_for(schema, dialect).flat


def test_deeper_instances_have_a_longer_table():
    assert len(cost_for(TREE, depth=100).work_at) == 101


# --- the law: what a validator evaluates is within the bound ---------------

REFS = st.sampled_from(["#", "#/$defs/a", "#/$defs/b"]).map(
    lambda ref: {"$ref": ref}
)
NAMES = st.sampled_from("xyz")
IN_PLACE = ("allOf", "anyOf", "oneOf")
SINGLE = (
    *("not", "if", "then", "else", "additionalProperties"),
    *("items", "contains", "propertyNames"),
)
MODERN = ("unevaluatedProperties", "unevaluatedItems")


def schemas(single, maps):
    def more(inner):
        pairs = st.one_of(
            st.tuples(st.sampled_from(single), inner),
            st.tuples(
                st.sampled_from(maps),
                st.dictionaries(NAMES, inner, min_size=1, max_size=2),
            ),
            st.tuples(
                st.sampled_from(IN_PLACE),
                st.lists(inner, min_size=1, max_size=2),
            ),
        )
        return st.lists(pairs, min_size=1, max_size=3).map(dict)

    leaves = REFS | st.sampled_from(
        [{}, {"type": "object"}, {"type": "array"}, {"type": "null"}]
    )
    return st.recursive(leaves, more, max_leaves=8)


MAPS = ("properties", "patternProperties")
MODERN_SCHEMAS = schemas(SINGLE + MODERN, (*MAPS, "dependentSchemas"))
LEGACY_SCHEMAS = schemas(SINGLE, MAPS)
INSTANCES = st.recursive(
    st.none() | st.sampled_from(["x", 1]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3)
    ),
    max_leaves=8,
)


class Counting:
    """jsonschema, made to count the object schemas that it evaluates."""

    def __init__(self, dialect):
        self.count = 0
        self.alone = dialect.ref_stands_alone
        stock = dialect.validator_class
        self.validator_class = jsonschema.validators.create(
            stock.META_SCHEMA,
            validators=stock.VALIDATORS,
            applicable_validators=self.look,
        )

    def look(self, part):
        # It is asked once more while a validator is made.
        caller = sys._getframe(1).f_code.co_name
        self.count += caller in ("iter_errors", "descend")
        if self.alone and "$ref" in part:
            return [("$ref", part["$ref"])]
        return part.items()

    def evaluations(self, schema, instance):
        self.count = 0
        list(self.validator_class(schema).iter_errors(instance))
        return self.count


COUNTING = {dialect.name: Counting(dialect) for dialect in DEFAULT_DIALECTS}


def nodes_per_depth(instance):
    counts, level = [], [instance]
    while level:
        counts.append(len(level))
        level = [
            child
            for value in level
            if isinstance(value, (dict, list))
            for child in (value.values() if isinstance(value, dict) else value)
        ]
    return counts


@pytest.mark.parametrize("budget", [20_000, 0], ids=["folded", "coarse"])
@pytest.mark.parametrize(
    ("dialect", "strategy"),
    [(DRAFT_2020_12, MODERN_SCHEMAS), (DRAFT_07, LEGACY_SCHEMAS)],
    ids=["2020-12", "draft-07"],
)
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_no_validation_evaluates_more_than_the_bound(
    dialect, strategy, budget, data
):
    schema = {
        **data.draw(strategy),
        "$defs": {"a": data.draw(strategy), "b": data.draw(strategy)},
    }
    instance = data.draw(INSTANCES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(entries, "_BUDGET", budget)
        try:
            cost = cost_for(schema, dialect)
        except (CyclicReferenceError, SchemaLimitError):
            assume(False)
    bound = cost.work_of(nodes_per_depth(instance))
    assume(bound < 50_000)
    counting = COUNTING[dialect.name]
    assert counting.evaluations(schema, instance) <= bound
