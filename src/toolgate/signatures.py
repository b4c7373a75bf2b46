"""The way to what reads functions, for hosts that have some."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from toolgate.exceptions import InvalidJSONError, InvalidToolError
from toolgate.tool_fields import (
    NAME_RULE,
    Written,
    document_text,
    is_own_name,
)
from toolgate.tool_options import ToolOptions

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

_SHOWN: Final = 200


def fields_of(
    function: Callable[..., object], options: ToolOptions
) -> dict[str, Any]:
    """
    Return the fields of a tool that a function says, `options` first.

    Raises `InvalidToolError` where it says what no tool can keep, and
    `TypeError` for what is no option.

    >>> fields_of(lambda n: n, {"name": "same"})["name"]
    'same'
    """
    known = ToolOptions.__annotations__
    for name in options:
        if name not in known:
            raise TypeError(
                f"{name} is no option of a tool that is made from a "
                f"function; there are {', '.join(known)}"
            )
    derived = _signature().derive(
        function, output="output_schema" not in options
    )
    if "name" not in options and not is_own_name(derived.name):
        raise InvalidToolError(_unnamed(derived.label, derived.name))
    try:
        text = document_text(derived.input_schema)
    except InvalidJSONError as error:
        raise InvalidToolError(
            f"{derived.label}: what it says is not JSON: {error}"
        ) from None
    derived.binder.serve(function)
    derived.binder.input_schema = text
    return {
        "name": derived.name,
        "description": derived.description,
        "input_schema": Written(text),
        "output_schema": derived.output_schema,
        **options,
        "binder": derived.binder,
    }


def _unnamed(label: str, name: str) -> str:
    start = "" if label == name else f"{label}: "
    shown = json.dumps(name[:_SHOWN])
    return (
        f"{start}{shown} cannot be a tool's name, which must be {NAME_RULE}; "
        "pass name="
    )


@cache
def _signature() -> ModuleType:
    from toolgate.function import signature  # noqa: PLC0415 - slow to import

    return signature
