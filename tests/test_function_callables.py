"""The function behind what can be called, and its names."""

from __future__ import annotations

import functools

import pytest

from toolgate.function.callables import (
    bound_names,
    doc_of,
    label_of,
    name_of,
    target_of,
    unbound,
)
from toolgate.function.shape import Refused


class Box:
    def put(self, key: str) -> str: ...

    @classmethod
    def size(cls) -> int: ...

    @staticmethod
    def free(key: str) -> str: ...

    def __call__(self, key: str) -> str: ...


def plain(key: str) -> str: ...


@functools.wraps(plain)
def wrapped(*args, **kwargs):
    return plain(*args, **kwargs)


@pytest.mark.parametrize(
    ("function", "target"),
    [
        (plain, plain),
        (wrapped, plain),
        (functools.partial(plain, "a"), plain),
        (functools.partial(functools.partial(wrapped), key="a"), plain),
        (Box().put, Box.put),
        (Box.size, Box.__dict__["size"].__func__),
        (Box.free, Box.free),
        (Box(), Box.__call__),
        (functools.partial(Box().put, "a"), Box.put),
        (len, len),
        (Box, Box),
        (functools.partial(len), len),
    ],
)
def test_the_function_behind(function, target):
    assert target_of(function) is target


def test_an_object_whose_call_is_no_function():
    class Odd:
        __call__ = functools.partial(plain)

    odd = Odd()
    assert target_of(odd) is odd


def test_parts_of_partials():
    one = functools.partial(plain, key="a")
    assert unbound(functools.partial(one)) is plain
    assert unbound(plain) is plain
    assert bound_names(functools.partial(one)) == {"key"}
    assert bound_names(plain) == frozenset()


class Endless:
    """Wraps a new one each time, in a partial."""

    @property
    def __wrapped__(self):
        return functools.partial(Endless())

    def __call__(self): ...


def test_wrappers_without_an_end():
    with pytest.raises(Refused, match="is wrapped too often"):
        target_of(Endless())


class Lying(str):
    __slots__ = ()

    def expandtabs(self, size=8):
        raise KeyError


class Named:
    def __init__(self, name):
        self.__qualname__ = self.__name__ = name


@pytest.mark.parametrize(
    ("function", "label", "name"),
    [
        (plain, "plain", "plain"),
        (Box().put, "Box.put", "put"),
        (Box(), "Box", "Box"),
        (functools.partial(plain), "partial", "plain"),
        (functools.partial(Box()), "partial", "Box"),
        (lambda: 0, "<lambda>", "<lambda>"),
        (Named(5), "Named", ""),
        (Named(Lying("a")), "Named", ""),
        (Named("a\nb"), "Named", "a\nb"),
        (Named("a" * 300), "a" * 200, "a" * 300),
    ],
)
def test_names(function, label, name):
    assert label_of(function) == label
    assert name_of(function) == name


def test_docstrings():
    def told():
        """What it does."""

    assert doc_of(told) == "What it does."
    told.__doc__ = Lying("a\tb")
    assert type(doc_of(told)) is str
    told.__doc__ = None
    assert doc_of(told) is None
    told.__doc__ = 5
    assert doc_of(told) is None
