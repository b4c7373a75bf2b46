"""Classes: ECMA-262, 22.2.1, CharacterClass, and annex B.1.2."""

from __future__ import annotations

import pytest

from toolgate.exceptions import UnsupportedPatternError
from toolgate.schema.patterns.brackets import read_class
from toolgate.schema.patterns.classes import ANY, negated


@pytest.mark.parametrize(
    ("source", "members"),
    [
        ("[]", ""),
        ("[a]", "a"),
        ("[cab]", "abc"),
        ("[a-e]", "abcde"),
        ("[a-]", "a-"),
        ("[-a]", "-a"),
        ("[a-c-]", "abc-"),
        ("[+--]", "+,-"),
        (r"[\--\/]", "-./"),
        ("[[]", "["),
        (r"[\]]", "]"),
        ("[a^]", "a^"),
        ("[.*$]", ".*$"),
        (r"[\d]", "0123456789"),
        (r"[\d-.]", "0123456789-."),
        (r"[.-\d]", "0123456789-."),
        (r"[\d-\d]", "0123456789-"),
        (r"[\d-]", "0123456789-"),
        (r"[\d-.-]", "0123456789-."),
        (r"[\b\t]", "\b\t"),
        (r"[\u{1F432}-\ud83d\udc34]", "🐲🐳🐴"),
    ],
)
def test_members_of_a_class(source, members):
    ranges, stop = read_class(f"x{source}y", 1)
    found = "".join(
        chr(code) for low, high in ranges for code in range(low, high + 1)
    )
    assert found == "".join(sorted(members))
    assert stop == 1 + len(source)
    inverted = f"[^{source[1:]}"
    assert read_class(inverted, 0) == (negated(ranges), len(inverted))


def test_the_inverted_empty_class_is_every_code_point():
    assert read_class("[^]", 0) == (ANY, 3)


@pytest.mark.parametrize(
    ("source", "reason", "offset"),
    [
        ("[", "not closed", 0),
        ("x[a", "not closed", 1),
        ("[a-", "not closed", 0),
        (r"[\]", "not closed", 0),
        ("[b-a]", "out of order", 4),
        (r"[\w-a-z]", "two readings", 5),
        (r"[\B]", r"\B is not", 1),
        (r"[\1]", r"\1 is not", 1),
        ("[" + r"\p{L}" * 500 + "]", "more than 16384 ranges", 0),
    ],
)
def test_what_is_no_class_is_refused(source, reason, offset):
    with pytest.raises(UnsupportedPatternError) as caught:
        read_class(source, source.index("["))
    assert reason in caught.value.reason
    assert caught.value.reason.endswith(f", at offset {offset}")
