"""Cursors lead on whatever became of the list, and nothing breaks them."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from json_values import values
from mcp_documents import outcome
from toolgate import ProtocolError
from toolgate.wire.mcp_cursors import cursor_after, place_of

NAMES = tuple("abcdefghijkl")
unique = st.lists(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
    min_size=1,
    max_size=20,
    unique=True,
)


def refused(cursor, names=NAMES):
    with pytest.raises(ProtocolError) as caught:
        place_of(cursor, names)
    assert caught.value.code == -32602
    assert "invalid cursor" in str(caught.value)


@given(unique, st.data())
def test_an_unchanged_list_goes_on_where_it_ended(names, data):
    end = data.draw(st.integers(1, len(names)))
    assert place_of(cursor_after(names, end), names) == end


@given(unique, unique, st.data())
def test_what_was_not_sent_comes_and_nothing_twice(names, new, data):
    """Tools may go, and come at the end; one that came again may mislead."""
    end = data.draw(st.integers(1, len(names)))
    gone = data.draw(st.sets(st.sampled_from(names)))
    back = data.draw(st.permutations(sorted(gone)))
    back = back[: data.draw(st.integers(0, len(back)))]
    stay = [name for name in names if name not in gone]
    now = stay + [name for name in new if name not in names] + back
    cursor = cursor_after(names, end)
    remembered = names[max(0, end - 8) : end]
    if not set(remembered) & set(now):
        refused(cursor, now)
    elif set(remembered) & set(stay) and not set(remembered) & set(back):
        sent = {name for name in names[:end] if name in stay}
        # Of those that stayed, exactly the ones that were sent come before.
        place = place_of(cursor, now)
        assert sent <= set(now[:place])
        assert sent == set(now[:place]) & set(stay)
    else:
        assert 0 < place_of(cursor, now) <= len(now)


def test_a_tool_that_went_and_came_again_marks_no_place():
    cursor = cursor_after(NAMES, 3)
    assert place_of(cursor, ("a", "b", "d", "e", "c")) == 2
    # None that stayed is left: the last one sent is the best there is.
    assert place_of(cursor, ("d", "e", "f", "c")) == 4


def test_a_host_may_put_tools_in_front():
    assert place_of(cursor_after(NAMES, 3), ("x", "y", *NAMES)) == 5


@pytest.mark.requirement("mcp-cursor")
def test_an_empty_text_is_a_cursor_and_none_of_ours():
    refused("")


@pytest.mark.parametrize(
    "cursor",
    [
        None,
        0,
        b"",
        ["a"],
        "a",
        "!!!!",
        "é",
        "\ud800",
        "\x00",
        "A" * 10_000,
        "W" * 8_000,
        base64.b64encode(b"[" * 5_000).decode(),
        base64.b64encode(b"[1" + b"0" * 5_000 + b',["a"]]').decode(),
    ],
)
def test_no_text_breaks_it(cursor):
    refused(cursor)


@pytest.mark.parametrize(
    "inside",
    [
        {},
        [],
        [1],
        [1, "a"],
        ["1", ["a"]],
        [True, ["a"]],
        [1.0, ["a"]],
        [1, [1]],
        [1, []],
        [0, ["a"]],
        [-1, ["a"]],
        [1, ["a", "b"]],
        [99, [*"abcdefghi"]],
        [1, ["unknown"]],
        [1, ["a"], 3],
    ],
)
def test_what_we_would_not_write_is_refused(inside):
    refused(base64.urlsafe_b64encode(json.dumps(inside).encode()).decode())


@given(st.text() | values.map(json.dumps))
def test_any_text_is_a_place_or_refused(text):
    for cursor in (
        text,
        base64.urlsafe_b64encode(text.encode(errors="replace")).decode(),
    ):
        place, error = outcome(place_of, cursor, NAMES)
        assert error is not None or 0 < place <= len(NAMES)
        assert error is None or error.code == -32602


def test_the_longest_names_fit():
    names = ["😀" * 127 + str(number) for number in range(9)]
    assert place_of(cursor_after(names, 9), names) == 9
