"""RFC 6901, sections 3 to 7."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from json_values import values
from toolgate.exceptions import PointerError
from toolgate.pointer import from_fragment, from_pointer, resolve, to_pointer

# The document and the tables of RFC 6901, sections 5 and 6.
DOCUMENT = {
    "foo": ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    'k"l': 6,
    " ": 7,
    "m~n": 8,
}
STRINGS = {
    "": DOCUMENT,
    "/foo": ["bar", "baz"],
    "/foo/0": "bar",
    "/": 0,
    "/a~1b": 1,
    "/c%d": 2,
    "/e^f": 3,
    "/g|h": 4,
    "/i\\j": 5,
    '/k"l': 6,
    "/ ": 7,
    "/m~0n": 8,
}
FRAGMENTS = {
    "": DOCUMENT,
    "/foo": ["bar", "baz"],
    "/foo/0": "bar",
    "/": 0,
    "/a~1b": 1,
    "/c%25d": 2,
    "/e%5Ef": 3,
    "/g%7Ch": 4,
    "/i%5Cj": 5,
    "/k%22l": 6,
    "/%20": 7,
    "/m~0n": 8,
}


@pytest.mark.parametrize("pointer", STRINGS)
def test_strings_of_the_specification(pointer):
    assert resolve(DOCUMENT, pointer) == STRINGS[pointer]


@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_fragments_of_the_specification(fragment):
    pointer = to_pointer(from_fragment(fragment))
    assert resolve(DOCUMENT, pointer) == FRAGMENTS[fragment]


def test_tilde_zero_one_is_a_tilde_and_a_one():
    """RFC 6901, section 4: ~1 is replaced first, ~0 second."""
    assert from_pointer("/~01") == ("~1",)
    assert to_pointer(("~1",)) == "/~01"


@given(st.lists(st.text(max_size=6)))
def test_pointers_lead_back_to_their_paths(path):
    assert from_pointer(to_pointer(tuple(path))) == tuple(path)


def places(value, path=()):
    """Yield each path of a value with what stands there."""
    yield path, value
    if isinstance(value, dict):
        for name, item in value.items():
            yield from places(item, (*path, name))
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from places(item, (*path, index))


@given(values)
def test_every_place_is_found_again(value):
    for path, expected in places(value):
        assert resolve(value, to_pointer(path)) is expected


@pytest.mark.parametrize(
    ("pointer", "reason"),
    [
        ("foo", "a JSON Pointer is empty or starts with /"),
        ("#/foo", "a JSON Pointer is empty or starts with /"),
        ("/~", "~ in a JSON Pointer is followed by 0 or 1"),
        ("/a~2b", "~ in a JSON Pointer is followed by 0 or 1"),
        ("/bar", "no such member"),
        ("/foo/2", "no such item"),
        ("/foo/999999999999999999", "no such item"),
        ("/foo/-", "not an index"),
        ("/foo/-1", "not an index"),
        ("/foo/+1", "not an index"),
        ("/foo/01", "not an index"),
        ("/foo/00", "not an index"),
        ("/foo/", "not an index"),
        ("/foo/ 1", "not an index"),
        ("/foo/1 ", "not an index"),
        ("/foo/1\n", "not an index"),
        ("/foo/1_0", "not an index"),
        ("/foo/1.0", "not an index"),
        ("/foo/\u0661", "not an index"),
        ("/foo/\u00b2", "not an index"),
        ("/foo/" + "9" * 10_000, "not an index"),
        ("/foo/bar", "not an index"),
        ("/foo/0/0", "a scalar has nothing inside"),
        ("//0", "a scalar has nothing inside"),
    ],
)
def test_pointers_to_nothing(pointer, reason):
    with pytest.raises(PointerError) as caught:
        resolve(DOCUMENT, pointer)
    error = caught.value
    assert (error.reason, error.pointer) == (reason, pointer)
    assert str(error) == reason
    assert pickle.loads(pickle.dumps(error)) == error


@pytest.mark.parametrize("scalar", [None, True, 1, 1.5, "text"])
def test_scalars_have_nothing_inside(scalar):
    with pytest.raises(PointerError):
        resolve(scalar, "/0")


def test_tuples_are_arrays():
    assert resolve(("a", "b"), "/1") == "b"


@pytest.mark.parametrize(
    ("fragment", "reason"),
    [
        ("/%", "% in a URI is followed by two hexadecimal digits"),
        ("/%4", "% in a URI is followed by two hexadecimal digits"),
        ("/%zz", "% in a URI is followed by two hexadecimal digits"),
        ("/%\u0661\u0661", "% in a URI is followed by two hexadecimal digits"),
        ("/%ff", "the fragment is not UTF-8"),
        ("/%ed%a0%80", "the fragment is not UTF-8"),
        ("/\ud800", "the fragment is not UTF-8"),
        ("anchor", "a JSON Pointer is empty or starts with /"),
        ("%2", "% in a URI is followed by two hexadecimal digits"),
    ],
)
def test_fragments_that_are_no_pointers(fragment, reason):
    with pytest.raises(PointerError) as caught:
        from_fragment(fragment)
    assert caught.value.reason == reason


def test_an_encoded_slash_separates():
    """RFC 6901, section 6: the percent-encoding is undone first."""
    assert from_fragment("%2Fa%7E1b%2Fc") == ("a/b", "c")
    assert from_fragment("/\u4e16%e7%95%8c") == ("\u4e16\u754c",)


@given(st.text(max_size=12), values)
def test_nothing_else_is_ever_raised(text, document):
    for pointer in (text, "/" + text, "/0/" + text):
        try:
            resolve(document, pointer)
        except PointerError:
            pass
        try:
            from_fragment(pointer)
        except PointerError:
            pass
