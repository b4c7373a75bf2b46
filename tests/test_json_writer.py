"""The standard encoder's text, faster, and integers of any length."""

from __future__ import annotations

import json
import sys
from json import encoder as json_encoder

import pytest
from hypothesis import given
from hypothesis import strategies as st

from json_values import values
from toolgate.json_writer import Writer, digits, integer

FORMS = [
    {"separators": (", ", ": ")},
    {"separators": (",", ":"), "sort_keys": True},
    {"separators": (",", ":"), "ensure_ascii": True, "sort_keys": True},
]


@pytest.fixture
def few_digits():
    """Python's own limit on digits, at the lowest it can be."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    yield
    sys.set_int_max_str_digits(before)


def oracle(value, form) -> str:
    return json.dumps(value, **{"ensure_ascii": False, **form})


@pytest.mark.parametrize("form", FORMS)
def test_both_ways_write_what_the_standard_library_writes(form):
    writer = Writer(**form)

    @given(values)
    def check(value):
        expected = oracle(value, form)
        assert writer.write(value) == expected
        assert writer.spell(value) == expected

    check()


def absent(patch):
    patch.delattr(json_encoder, "c_make_encoder")


def not_accelerated(patch):
    patch.setattr(json_encoder, "c_make_encoder", None)


def rearranged(patch):
    """Swap two parameters, as a later version might, and their one caller."""
    real = json_encoder.c_make_encoder

    def swapped(markers, default, quote, indent, item, key, *rest):
        return real(markers, default, quote, indent, key, item, *rest)

    def iterencode(self, value, _one_shot=False):
        quote = json_encoder.encode_basestring
        item, key = self.item_separator, self.key_separator
        flags = (self.sort_keys, self.skipkeys, self.allow_nan)
        return swapped(None, None, quote, None, item, key, *flags)(value, 0)

    patch.setattr(json_encoder, "c_make_encoder", swapped)
    patch.setattr(json.JSONEncoder, "iterencode", iterencode)


@pytest.mark.parametrize("change", [absent, not_accelerated, rearranged])
def test_other_standard_libraries_give_the_same_text(monkeypatch, change):
    """PyPy, and versions to come, may lack what makes this fast."""
    change(monkeypatch)
    writer = Writer(separators=(", ", ": "))
    monkeypatch.undo()
    assert writer.write({"a": [1, "\u00e9"]}) == '{"a": [1, "\u00e9"]}'


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
def test_no_number_that_json_lacks(value):
    writer = Writer(separators=(", ", ": "))
    for write in (writer.write, writer.spell):
        with pytest.raises(ValueError, match="JSON compliant"):
            write([value])


def test_spell_ignores_the_limit_on_digits(few_digits):
    writer = Writer(separators=(",", ":"), sort_keys=True)
    value = {"b": [10**4_000, -(10**700), 7], "a": True}
    with pytest.raises(ValueError, match="640"):
        writer.write(value)
    assert writer.spell(value) == (
        '{"a":true,"b":[1' + "0" * 4_000 + ",-1" + "0" * 700 + ",7]}"
    )


@given(st.integers(), st.integers(0, 5_000))
def test_digits_and_integer_are_inverses(few, zeros):
    """`few * 10**zeros` has the digits of `few` and so many zeros."""
    value = few * 10**zeros
    text = f"{few}{'0' * zeros}" if few else "0"
    assert digits(value) == text
    assert integer(text) == value


def test_integer_reads_zeros_inside_of_a_chunk(few_digits):
    text = "-1" + "0" * 2_000 + "7"
    assert integer(text) == -(10**2_001 + 7)
    assert digits(integer(text)) == text
