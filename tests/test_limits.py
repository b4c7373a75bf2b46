"""How large, deep and costly things may be: counts, and nothing else."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from toolgate import CallLimits, SchemaLimits, ValueLimits

VALUES = ValueLimits(max_bytes=1, max_depth=1, max_nodes=1)
NESTED = {"arguments", "outputs", "instances"}
LIMITS = [VALUES, CallLimits(), SchemaLimits()]
PLACES = [
    (limits, field.name) for limits in LIMITS for field in fields(limits)
]
COUNTS = [place for place in PLACES if place[1] not in NESTED]


@pytest.mark.parametrize(("limits", "name"), PLACES)
@pytest.mark.parametrize("value", ["5", None, True, 1.5, float("inf")])
def test_other_types_are_refused_by_name(limits, name, value):
    place = f"^{type(limits).__name__}.{name} must be"
    with pytest.raises(TypeError, match=place):
        replace(limits, **{name: value})


@pytest.mark.parametrize(("limits", "name"), COUNTS)
def test_counts_have_a_least(limits, name):
    """0 of a value is a bound; 0 violations or subschemas are a mistake."""
    least = 0 if limits is VALUES else 1
    assert getattr(replace(limits, **{name: least}), name) == least
    with pytest.raises(ValueError, match=f"{name} must be {least} or more"):
        replace(limits, **{name: least - 1})
