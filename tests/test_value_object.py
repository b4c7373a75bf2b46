"""Equal, hashed and shown by what the fields hold, as dataclasses are."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
from dataclasses import (
    FrozenInstanceError,
    dataclass,
    field,
    make_dataclass,
)
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate import Tool
from toolgate.value_object import ValueObject, alike, frozen_dataclass, told


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


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Light(ValueObject):
    kind: ClassVar[str] = "light"
    x: int
    names: list = field(default_factory=list)
    y: int = 0
    seen: list = field(init=False, default_factory=list)
    fixed: int = field(init=False, default=7)

    def __post_init__(self):
        self.seen.append(self.x)


@frozen_dataclass(frozen=True, eq=False, repr=False)
class Positional(ValueObject):
    x: int
    y: int = 0


class TestFrozenDataclass:
    """Made quickly, and to its users a frozen dataclass like any other."""

    def test_fields_get_what_is_given_or_their_defaults(self):
        made = Light(x=1, y=2)
        assert (made.x, made.y, made.names, made.fixed) == (1, 2, [], 7)
        assert made.seen == [1]
        assert Light(x=1).names is not Light(x=1).names
        assert Positional(1, y=2) == Positional(x=1, y=2) == Positional(1, 2)

    def test_it_cannot_be_changed(self):
        made = Light(x=1)
        for change in (
            lambda: setattr(made, "x", 2),
            lambda: setattr(made, "other", 2),
            lambda: delattr(made, "x"),
        ):
            with pytest.raises(FrozenInstanceError, match="of a Light"):
                change()
        assert made.x == 1

    @pytest.mark.parametrize(
        ("make", "said"),
        [
            (lambda: Light(), "Light: missing a required"),
            (lambda: Light(1), "Light: too many positional arguments"),
            (lambda: Light(x=1, z=2), "Light: got an unexpected keyword"),
            (lambda: Light(x=1, seen=[]), "Light: got an unexpected keyword"),
            (lambda: Light(x=1, kind="a"), "Light: got an unexpected keyword"),
            (lambda: Positional(), "Positional: missing a required"),
            (lambda: Positional(1, x=1), "multiple values for argument 'x'"),
            (lambda: Positional(1, 2, 3), "too many positional arguments"),
        ],
    )
    def test_other_arguments_are_refused_by_name(self, make, said):
        with pytest.raises(TypeError, match=said):
            make()

    def test_the_tools_of_dataclasses_take_it(self):
        made = Light(x=1, y=2)
        assert dataclasses.is_dataclass(made)
        assert [each.name for each in dataclasses.fields(made)] == [
            *("x", "names", "y", "seen", "fixed")
        ]
        assert dataclasses.replace(made, x=3).x == 3
        assert dataclasses.asdict(made)["names"] == []
        assert copy.deepcopy(made) == copy.copy(made) == made
        assert pickle.loads(pickle.dumps(made)) == made

    def test_the_signature_is_a_dataclasss(self):
        stock = make_dataclass(
            "Stock",
            [("x", "int"), ("names", "list", ()), ("y", "int", 0)],
            kw_only=True,
        )
        mine = inspect.signature(Light).parameters.values()
        theirs = inspect.signature(stock).parameters.values()
        assert [(each.name, each.kind) for each in mine] == [
            (each.name, each.kind) for each in theirs
        ]
        assert str(inspect.signature(Positional)) == (
            "(x: 'int', y: 'int' = 0)"
        )

    def test_a_subclass_is_frozen_too(self):
        @dataclass(frozen=True)
        class Inner(Positional):
            z: int = 1

        assert Inner(1).z == 1
        with pytest.raises(TypeError, match="non-frozen"):
            dataclass(type("Loose", (Positional,), {}))

    def test_a_field_may_be_called_self(self):
        with pytest.raises(TypeError, match="Positional: got an unexpected"):
            Positional(x=1, self=2)

    @pytest.mark.parametrize(
        ("make", "said"),
        [
            (lambda: Light(x=1, nmaes=[]), "'nmaes'; did you mean names?"),
            (lambda: Light(x=1, other=2), "'other'; it takes x, names, y"),
            (lambda: Light(1), "positional arguments; give them by name"),
            (lambda: Tool(name="a", inputSchema={}), "mean input_schema?"),
        ],
    )
    def test_a_refusal_says_what_to_do(self, make, said):
        with pytest.raises(TypeError, match=re.escape(said)):
            make()
