"""What leads back to itself, against the plain way to find it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from toolgate.wire.schema.cycles import looping

NODES = range(7)
GRAPHS = st.fixed_dictionaries(
    {node: st.sets(st.sampled_from(NODES), max_size=3) for node in NODES}
)


def reached(graph, start):
    found = set()
    stack = [*graph[start]]
    while stack:
        node = stack.pop()
        if node not in found:
            found.add(node)
            stack += graph[node]
    return found


@given(GRAPHS)
def test_a_node_loops_that_is_reached_from_itself(graph):
    assert looping(graph) == {
        node for node in graph if node in reached(graph, node)
    }


def test_known_graphs():
    assert looping({}) == set()
    assert looping({1: [2], 2: [3], 3: [2], 4: [1, 3]}) == {2, 3}
    assert looping({1: [2, 3], 2: [1], 3: [1, 4], 4: []}) == {1, 2, 3}
    assert looping({1: [1]}) == {1}


def test_a_long_chain_costs_no_stack():
    long = {node: [node + 1] for node in range(5_000)}
    assert looping({**long, 5_000: []}) == set()
    assert len(looping({**long, 5_000: [0]})) == 5_001
