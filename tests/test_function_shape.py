"""The contract between the rooms of `toolgate.function`."""

from __future__ import annotations

import pytest

from toolgate.expected import Expected
from toolgate.function.shape import Misfit, Refused, Shape


def test_a_misfit_knows_its_way_from_the_outside_in():
    """Containers append their step while the misfit passes through."""
    misfit = Misfit(Expected("date"))
    assert misfit.path == ()
    misfit.steps.append(3)
    misfit.steps.append("dates")
    assert misfit.path == ("dates", 3)
    assert misfit.expected == (Expected("date"),)


def test_two_misfits_share_no_steps():
    first, second = Misfit(Expected("uuid")), Misfit(Expected("uuid"))
    first.steps.append(0)
    assert second.path == ()


@pytest.mark.parametrize("kind", [Misfit, Refused])
def test_a_verdict_is_no_value_error(kind):
    """A handler's own `except ValueError` does not swallow it."""
    assert not issubclass(kind, (ValueError, TypeError))


def test_a_refusal_says_why():
    assert Refused("no type").reason == str(Refused("no type")) == "no type"


def test_a_shape_without_a_reader():
    schema = {"type": "string"}
    shape = Shape(schema)
    assert shape.schema is schema
    assert shape.read is None
