"""What Pydantic refuses, as a misfit: its own words, and nobody else's."""

from __future__ import annotations

import sys
from typing import Any, Final

from toolgate.expected import Expected
from toolgate.function.shape import Misfit

_SHOULD_BE: Final = "Input should be "
_OF_A_KEY: Final = "[key]"
# Told so of JSON; what `PydanticKnownError` tells is of Python.
_IN_JSON: Final = frozenset(
    {
        _SHOULD_BE + text
        for text in ("a valid array", "an array or an object", "an object")
    }
    | {_SHOULD_BE + "null"}
)
# What they say of an error is fixed text; elsewhere it may repeat the value.
_TELLING: Final = frozenset(
    {
        "date_from_datetime_parsing",
        "date_parsing",
        "datetime_from_date_parsing",
        "datetime_parsing",
        "time_delta_parsing",
        "time_parsing",
    }
)


def misfit_of(error: Exception, value: Any, expected: Expected) -> Misfit:
    """
    Say what a model refuses, as far as it is Pydantic that says so.

    `expected` is said where it is the host's code, or where Pydantic would
    repeat the value.

    >>> misfit_of(ValueError("secret"), {}, Expected("valid", ("Order",)))
    Misfit(Expected(code='valid', values=('Order',)))
    """
    core = sys.modules.get("pydantic_core")
    # Whoever has such an error has imported Pydantic; this room never does.
    if not isinstance(error, getattr(core, "ValidationError", ())):
        return Misfit(expected)
    found: Any = error
    first = found.errors(include_url=False, include_input=False)[0]
    steps: list[str | int] = []
    leads = is_key = False
    for step in first["loc"]:
        # Between the steps stand the names of branches and of checks.
        is_key = leads and step == _OF_A_KEY
        leads = _leads(step, value)
        if leads:
            value = value[step]
            steps.insert(0, step)
        elif type(value) is str and _is_inside(step, value):
            return _at(steps, expected)
    phrase = _phrase(first)
    told = Expected("said", (phrase,)) if phrase else expected
    if is_key and not leads:
        # What is wrong is the name, and what has it is an object.
        del steps[0]
        told = Expected("keys_said", (phrase,)) if phrase else expected
    return _at(steps, told)


def _at(steps: list[str | int], expected: Expected) -> Misfit:
    misfit = Misfit(expected)
    misfit.steps.extend(steps)
    return misfit


def _leads(step: object, value: Any) -> bool:
    if type(value) is dict:
        return step in value
    return type(value) is list and type(step) is int and 0 <= step < len(value)


def _is_inside(step: object, text: str) -> bool:
    """Whether a step is one in the JSON that a text holds."""
    return type(step) is int or text.lstrip().startswith("{")


def _phrase(first: dict[str, Any]) -> str | None:
    """Return what Pydantic expects in its words, or None for the host's."""
    context = first.get("ctx")
    core: Any = sys.modules["pydantic_core"]
    try:
        known = core.PydanticKnownError(first["type"], context).message()
    except Exception:  # noqa: BLE001 - it may call what the host put there
        return None
    text: str = first["msg"]
    in_json = known.replace("a valid timedelta", "a valid duration")
    if text not in {known, in_json, *_IN_JSON}:
        return None
    if not text.startswith(_SHOULD_BE):
        return None
    if context and "error" in context and first["type"] not in _TELLING:
        text = text.removesuffix(f", {context['error']}")
    return text.removeprefix(_SHOULD_BE)
