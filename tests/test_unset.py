"""UNSET is not None."""

from __future__ import annotations

from toolgate import UNSET


def test_unset_is_falsy_and_itself():
    assert not UNSET
    assert UNSET is not None
    assert repr(UNSET) == str(UNSET) == "UNSET"
