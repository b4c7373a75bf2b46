"""What the tests of the JSON rooms share: limits, values, an oracle."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from toolgate.limits import CallLimits, ValueLimits

ARGUMENTS = CallLimits().arguments
OUTPUTS = CallLimits().outputs

# Everything that UTF-8 can say: no surrogates.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
numbers = st.one_of(
    st.integers(),
    st.integers(min_value=2**60, max_value=2**70),
    st.floats(allow_nan=False, allow_infinity=False),
)
scalars = st.one_of(st.none(), st.booleans(), numbers, texts)


def containers(inner):
    return st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(texts, inner, max_size=4),
    )


values = st.recursive(scalars, containers, max_leaves=12)
objects = st.dictionaries(texts, values, max_size=4)


def limits(**changed) -> ValueLimits:
    """Wide limits, but for those that are named."""
    wide = {"max_bytes": 10**7, "max_depth": 100, "max_nodes": 10**6}
    return ValueLimits(**{**wide, **changed})


def same(left, right) -> bool:
    """Compare values and their exact types, the sign of zero included."""
    if type(left) is not type(right):
        return False
    if type(left) is dict:
        return list(left) == list(right) and all(
            same(left[name], right[name]) for name in left
        )
    if type(left) is list:
        return len(left) == len(right) and all(map(same, left, right))
    if type(left) is float and left == right == 0:
        return math.copysign(1, left) == math.copysign(1, right)
    return left == right


def nodes(value) -> int:
    """Count the values in a value, itself included."""
    if type(value) is dict:
        return 1 + sum(map(nodes, value.values()))
    if type(value) is list:
        return 1 + sum(map(nodes, value))
    return 1


def depth(value) -> int:
    """Count the containers around the innermost place, itself included."""
    if type(value) is dict:
        return 1 + max(map(depth, value.values()), default=0)
    if type(value) is list:
        return 1 + max(map(depth, value), default=0)
    return 0
