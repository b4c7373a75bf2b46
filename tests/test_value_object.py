"""Equal, hashed and shown by what the fields hold, as dataclasses are."""

from __future__ import annotations

from dataclasses import dataclass, field, make_dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate.value_object import ValueObject


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
