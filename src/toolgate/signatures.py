"""The way to what reads functions, for hosts that have some."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from toolgate.tool_fields import document_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from toolgate.tool_options import ToolOptions


def fields_of(
    function: Callable[..., object], options: ToolOptions
) -> dict[str, Any]:
    """
    Return the fields of a tool that a function says, `options` first.

    Raises `InvalidToolError` where it says what no tool can keep.

    >>> fields_of(lambda n: n, {"name": "same"})["name"]
    'same'
    """
    derived = _signature().derive(
        function, output="output_schema" not in options
    )
    derived.binder.function = function
    derived.binder.input_schema = document_text(derived.input_schema)
    return {
        "name": derived.name,
        "description": derived.description,
        "input_schema": derived.input_schema,
        "output_schema": derived.output_schema,
        "binder": derived.binder,
        **options,
    }


@cache
def _signature() -> ModuleType:
    from toolgate.function import signature  # noqa: PLC0415 - slow to import

    return signature
