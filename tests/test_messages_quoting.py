"""Strings from outside, made short and harmless."""

from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate.messages.quoting import (
    LIST_LIMIT,
    LIST_TEXT_LIMIT,
    NAME_LIMIT,
    POINTER_LIMIT,
    cut,
    inline,
    listing,
    name_text,
    pointer_text,
    quoted,
    tool_name,
    value_text,
)

anything = st.text(st.characters(exclude_categories=()))
"""Any text at all, lone surrogates included."""

BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
FILLERS = "\u115f\u1160\u3164\uffa0\u2800\u034f\ufe0f\U000e0100"
TAGS = "\U000e0041\U000e007f"


def unseen(text: str) -> set[str]:
    """Find the characters that a reader would not see, or not as one."""
    return {
        char
        for char in text
        if char in BIDI + ZERO_WIDTH + FILLERS + TAGS
        or unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
    }


class TestCut:
    def test_short_text_passes_unchanged(self):
        text = "No order 17; call list_orders first"
        assert cut(text, len(text)) == text

    def test_line_breaks_and_tabs_pass(self):
        text = "one\ttwo\nthree\r\nfour"
        assert cut(text, 100) == text

    def test_long_text_ends_in_an_ellipsis_within_the_limit(self):
        assert cut("z" * 200_000, 10) == "z" * 9 + "…"

    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("a\x00b", "a\\u0000b"),
            ("a\x1b[31mb", "a\\u001b[31mb"),
            ("a\rb", "a\\u000db"),
            ("a\x85b", "a\\u0085b"),
            ("a\u202eb", "a\\u202eb"),
            ("a\ud800b", "a\\ud800b"),
            ("a\U000e0041b", "a\\udb40\\udc41b"),
        ],
    )
    def test_controls_become_visible(self, text, shown):
        assert cut(text, 100) == shown

    def test_escapes_are_never_split(self):
        for limit in range(1, 30):
            shown = cut("ab\x00\U000e0041cd" * 3, limit)
            assert len(shown) <= limit
            whole = shown.replace("\\udb40\\udc41", "").replace("\\u0000", "")
            assert "\\" not in whole

    def test_a_line_break_is_never_split(self):
        assert cut("a\r\nbcd", 3) == "a…"

    @pytest.mark.parametrize("limit", [0, -1])
    def test_no_room_gives_nothing(self, limit):
        assert cut("abc", limit) == ""

    @given(anything, st.integers(0, 100))
    def test_is_bounded_and_can_be_encoded(self, text, limit):
        shown = cut(text, limit)
        assert len(shown) <= limit
        shown.encode()
        controls = {
            char for char in shown if unicodedata.category(char) == "Cc"
        }
        assert controls <= {"\n", "\t", "\r"}
        assert "\r" not in shown.replace("\r\n", "")
        assert not set(BIDI + TAGS) & set(shown)

    @given(st.text(st.characters(categories=("L", "N", "P"))))
    def test_keeps_plain_text_and_cuts_at_the_limit(self, text):
        assert cut(text, len(text)) == text
        assert cut(text + "xx", len(text) + 1) == text + "…"


class TestQuoted:
    @pytest.mark.parametrize(
        ("name", "shown"),
        [
            ("city", '"city"'),
            ("", '""'),
            ("城市", '"城市"'),
            ('a"b', r'"a\"b"'),
            ("a\\b", r'"a\\b"'),
            ("a\nb", r'"a\u000ab"'),
            ("a\u00a0b", r'"a\u00a0b"'),
            ("a\u3164b", r'"a\u3164b"'),
            ("\ud800", r'"\ud800"'),
            ("a\U000e0041", r'"a\udb40\udc41"'),
            ("x" * 61, '"' + "x" * 60 + '"…'),
            ("\n" * 11, '"' + r"\u000a" * 10 + '"…'),
        ],
    )
    def test_names(self, name, shown):
        assert quoted(name) == shown

    @given(anything)
    def test_is_bounded_and_wholly_visible(self, name):
        shown = quoted(name)
        assert len(shown) <= NAME_LIMIT + 3
        assert not unseen(shown)
        assert shown[0] == '"'
        assert shown.endswith(('"', '"…'))

    @given(st.text(st.characters(exclude_categories=("Cs",)), max_size=10))
    def test_is_the_json_string_of_the_name(self, name):
        """JSON, RFC 8259 section 7, is the law; `json` is the oracle."""
        assert json.loads(quoted(name, 200)) == name

    @given(anything)
    def test_no_quotation_mark_ends_the_name_early(self, name):
        inner = quoted(name).removesuffix("…")[1:-1]
        assert '"' not in inner.replace("\\\\", "").replace('\\"', "")


@given(anything, st.integers(1, 80))
def test_inline_is_one_bounded_line(text, limit):
    shown = inline(text, limit)
    assert len(shown) <= limit + 1
    assert not unseen(shown)


def test_inline_keeps_a_pattern_readable():
    assert inline(r'^"\d+"$', 20) == r'^"\d+"$'
    assert inline("x" * 30, 20) == "x" * 20 + "…"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("get_weather", "get_weather"),
        ("a.b-c", "a.b-c"),
        ("x" * 128, "x" * 128),
        ("run it", '"run it"'),
        ("x" * 129, '"' + "x" * 128 + '"…'),
        ("", '""'),
        ("a\n", r'"a\u000a"'),
    ],
)
def test_tool_names(name, shown):
    assert tool_name(name) == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("limit", "limit"),
        ("$ref", "$ref"),
        ("城市", "城市"),
        ("two words", '"two words"'),
        ("a\u3164", r'"a\u3164"'),
        ("x" * 41, '"' + "x" * 40 + '"…'),
    ],
)
def test_names_of_an_author(name, shown):
    assert name_text(name) == shown


class TestPointer:
    @pytest.mark.parametrize(
        ("path", "shown"),
        [
            ((), "/"),
            (("limit",), "/limit"),
            (("rows", 0, "x"), "/rows/0/x"),
            ((0,), "/0"),
            (("a/b", "m~n"), "/a~1b/m~0n"),
            (("a b",), '/"a b"'),
            (("a b/c~d",), '/"a b~1c~0d"'),
            (("",), '/""'),
            (("a\nb",), r'/"a\u000ab"'),
            (("x" * 50,), '/"' + "x" * 40 + '"…'),
            (tuple("abcdefg"), "/a/b/c/d/e/f/g"),
            (tuple("abcdefgh"), "/a/b/c/…/e/f/g/h"),
            ((10**4000,), "/…"),
        ],
    )
    def test_paths(self, path, shown):
        assert pointer_text(path) == shown

    def test_a_path_of_long_names_keeps_both_ends(self):
        path = tuple(char * 40 for char in "abcdef")
        shown = pointer_text(path)
        assert shown == "/…/" + "f" * 40 or shown.startswith("/" + "a" * 40)
        assert shown.endswith("/" + "f" * 40)
        assert "…" in shown

    @given(st.lists(anything | st.integers(0)).map(tuple))
    def test_is_bounded_and_wholly_visible(self, path):
        shown = pointer_text(path)
        assert shown.startswith("/")
        assert len(shown) <= POINTER_LIMIT + 12
        assert not unseen(shown)

    @given(
        st.lists(st.from_regex(r"\A[a-z/~]{1,5}\Z"), min_size=1, max_size=7)
    )
    def test_plain_short_paths_follow_rfc_6901(self, path):
        """RFC 6901, section 4: first ~1 becomes /, then ~0 becomes ~."""
        steps = pointer_text(tuple(path))[1:].split("/")
        assert path == [
            step.replace("~1", "/").replace("~0", "~") for step in steps
        ]


class TestValue:
    @pytest.mark.parametrize(
        "value",
        [
            *(None, True, False, 0, -7, 1.5, "a", "", '"', "城市"),
            *([], {}, ["a", 1, None], {"a": [1, {"b": False}]}),
        ],
    )
    def test_small_values_are_shown_as_json(self, value):
        assert value_text(value) == json.dumps(value, ensure_ascii=False)

    @pytest.mark.parametrize(
        ("value", "shown"),
        [
            ((1, 2), "[1, 2]"),
            ([1, 2, 3, 4, 5, 6], "[1, 2, 3, 4, 5, …]"),
            (
                dict.fromkeys("abcdef", 1),
                '{"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, …}',
            ),
            ([[[[1]]]], "[[[…]]]"),
            (10**50, "1" + "0" * 38 + "…"),
            (object(), "…"),
        ],
    )
    def test_large_and_odd_values_are_cut(self, value, shown):
        assert value_text(value) == shown

    def test_an_integer_too_large_to_print_is_not_printed(self):
        assert value_text(10**5000) == "…"

    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | anything,
            lambda inner: (
                st.lists(inner).map(tuple) | st.dictionaries(anything, inner)
            ),
        )
    )
    def test_is_bounded_and_wholly_visible(self, value):
        shown = value_text(value)
        assert len(shown) <= 4 * LIST_TEXT_LIMIT
        assert not unseen(shown)


class TestListing:
    def test_few_items(self):
        assert listing([]) == ""
        assert listing(["a"]) == "a"
        assert listing(["a", "b"]) == "a, b"

    def test_there_is_more_than_was_given(self):
        assert listing(["a"], more=True) == "a, …"

    def test_stops_at_its_count(self):
        shown = listing(str(n) for n in range(100))
        assert shown.split(", ") == [
            *(str(n) for n in range(LIST_LIMIT)),
            "…",
        ]

    def test_stops_at_its_length_but_shows_one(self):
        assert listing(["x" * 150, "y" * 150]) == "x" * 150 + ", …"
        assert listing(["x" * 500, "y"]) == "x" * 500 + ", …"
