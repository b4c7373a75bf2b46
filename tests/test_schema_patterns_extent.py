"""How large a tree becomes, without making it so."""

from __future__ import annotations

import jsonschema_rs
import pytest

from toolgate.schema.patterns.emit import to_rust
from toolgate.schema.patterns.extent import extent_of, is_anchored
from toolgate.schema.patterns.parser import parse
from toolgate.schema.patterns.pattern import MAX_WEIGHT
from toolgate.schema.patterns.syntax import Chars, Repeat
from toolgate.schema.weights import MAX_PATTERNS


@pytest.mark.parametrize(
    ("source", "positions", "longest"),
    [
        ("", 0, 0),
        ("^$", 0, 0),
        ("abc", 3, 3),
        ("ab|c", 3, 2),
        ("a*", 1, None),
        ("a{3,}", 3, None),
        ("(?:ab){2,5}", 10, 10),
        ("(?:a*b){3}", 6, None),
        ("a|b*c", 3, None),
        ("(?:^){9}a", 1, 1),
        ("(a{1000}){1000}", 1_000_000, 1_000_000),
        ("((((a{999}){999}){999}){999}){999}", 999**5, 999**5),
    ],
)
def test_extent(source, positions, longest):
    extent = extent_of(parse(source))
    assert extent.positions == positions
    assert extent.longest == longest


def test_nodes_count_the_tree_as_written():
    assert extent_of(parse("(?:a{1000}b){1000}")).nodes == 5


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("^a", True),
        ("^", True),
        ("^a|^b", True),
        ("(?:^a|^b)c", True),
        ("^a|b", False),
        ("a^", False),
        ("", False),
        ("(?:^a)*", False),
    ],
)
def test_anchored(source, expected):
    assert is_anchored(parse(source)) is expected


CLASSES = {
    "ascii letter": ((97, 97),),
    "ascii ranges": tuple((c, c) for c in range(33, 120, 2)),
    "two bytes": ((0x80, 0x90), (0x600, 0x7AB)),
    "all but one": ((0, 0x3F), (0x41, 0x10FFFF)),
    "ragged, three bytes": tuple(
        (c, c + 61) for c in range(0x801, 0xD000, 97)
    ),
    "ragged, four bytes": tuple(
        (c, c + 7919) for c in range(0x10101, 0x10F000, 9973)
    ),
    "few, four bytes": ((0x10101, 0x23456), (0x34567, 0x9ABCD)),
}


@pytest.mark.parametrize("name", CLASSES)
def test_what_is_within_the_weight_is_within_the_size_of_rust(name):
    """Repeated up to `MAX_WEIGHT`, each class compiles in the Rust engine."""
    ranges = CLASSES[name]
    node = Chars(ranges)
    copies = MAX_WEIGHT // (extent_of(node).weight + 1)
    assert copies > 1
    tree = Repeat(node, copies, copies)
    assert extent_of(tree).weight <= MAX_WEIGHT
    jsonschema_rs.Draft202012Validator(
        # the x keeps its own shortcuts for plain classes out of play
        {"pattern": f"^x{to_rust(tree)}$"},
        pattern_options=jsonschema_rs.RegexOptions(),
    )


def test_all_patterns_together_may_be_as_two():
    assert MAX_PATTERNS == 2 * MAX_WEIGHT
