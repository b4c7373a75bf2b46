"""Equal, hashed and shown by what the fields hold, as dataclasses are."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field, make_dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate.value_object import ValueObject, alike, told


@dataclass(frozen=True, eq=False, repr=False)
class Own(ValueObject):
    x: object
    y: object = None
    names: tuple = ()
    meta: object = field(default=None)


class Other(Own):
    pass


Stock = make_dataclass(
    "Stock", ["x", "y", "names", "meta"], frozen=True, namespace={}
)
fields = st.tuples(
    st.integers(0, 2),
    st.sampled_from([None, "a", ""]),
    st.sampled_from([(), ("a",)]),
    st.sampled_from([None, "m"]),
)


@given(fields, fields)
def test_equality_and_hash_are_a_dataclasss(left, right):
    equal = Own(*left) == Own(*right)
    assert equal == (Stock(*left) == Stock(*right))
    assert not equal or hash(Own(*left)) == hash(Own(*right))


scalars = st.sampled_from([None, 0, 0.0, False, 1, 1.0, True, "a"])
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
        st.tuples(inner),
    ),
    max_leaves=6,
)


def typed(value):
    if isinstance(value, dict):
        return {name: typed(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [type(value), *map(typed, value)]
    return (type(value), value)


@given(values, values)
def test_alike_is_equal_in_type_and_value(left, right):
    assert alike(left, right) == (typed(left) == typed(right))
    assert alike(left, copy.deepcopy(left))


def test_what_holds_itself_is_compared_in_the_end():
    loop = []
    loop.append(loop)
    assert alike(loop, loop)
    assert alike(loop, [loop])


def test_what_has_no_repr_is_told_by_its_class():
    class Odd:
        def __repr__(self):
            raise RuntimeError

    assert "Odd object at" in told(Odd())


def test_another_class_is_never_equal():
    assert Own(1) != Other(1)
    assert Own(1) != 1
    assert hash(Own(1)) != hash(Other(1))


def test_meta_need_not_be_hashable():
    assert hash(Own(1, meta={"a": []})) == hash(Own(1))
    assert Own(1, meta={"a": []}) != Own(1)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Own(0), "Own(x=0)"),
        (Own("a", "", ("n",)), "Own(x='a', y='', names=('n',))"),
        (Own(0.0, meta={}), "Own(x=0.0, meta={})"),
    ],
)
def test_what_is_absent_is_not_shown(value, expected):
    assert repr(value) == expected
