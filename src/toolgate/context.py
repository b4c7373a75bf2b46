"""What the host tells a handler, beside what the model says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Any, Final, Generic, NamedTuple

from typing_extensions import TypeVar

from toolgate.value_object import ValueObject, frozen_dataclass

Deps_co = TypeVar("Deps_co", default=Any, covariant=True)
INJECTED_MARK: Final = "toolgate_injected"
"""The name of the mark in the metadata of Pydantic's core schemas."""


class _NoValues(Mapping[str, object]):
    """No values at all; unlike an empty mapping proxy, it can be copied."""

    __slots__ = ()

    def __getitem__(self, name: str) -> object:
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "{}"


class Injected(NamedTuple):
    """
    Marks a parameter of a function tool that the host supplies.

    `Annotated[str, Injected("tenant")]` takes `ToolContext.values["tenant"]`;
    without a key, that of the parameter's own name. Such a parameter stands
    in no schema, and a model that sends its name is refused.

    >>> from typing import Annotated
    >>> from toolgate import Tool
    >>> def orders(tenant: Annotated[str, Injected()], day: str) -> str:
    ...     return f"orders of {tenant}"
    >>> list(Tool.from_function(orders).input_schema["properties"])
    ['day']
    """

    key: str | None = None

    @staticmethod
    def __get_pydantic_core_schema__(source: Any, handler: Any) -> Any:
        """Leave a mark in what Pydantic makes of a type with the marker."""
        schema = handler(source)
        metadata = {**(schema.get("metadata") or {}), INJECTED_MARK: True}
        return {**schema, "metadata": metadata}


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ToolContext(ValueObject, Generic[Deps_co]):
    """
    The host's side of a call: trusted, and never set by the model.

    A handler that takes a second argument gets one. `deps` is whatever the
    host's handlers share (a client, a session), and `ToolContext[Client]`
    tells type checkers what; `values` are named trusted values such as a
    tenant, `run_id` names the run of an agent. The gate
    fills in `tool_call_id` and `tool_name`. What is trusted is often secret,
    so the repr names the values and shows none.

    Raises `TypeError` where `values` is no mapping.

    >>> context = ToolContext(values={"tenant": "acme"})
    >>> context.values["tenant"]
    'acme'
    >>> context
    <ToolContext: values 'tenant'>
    """

    deps: Deps_co = None  # type: ignore[assignment]
    values: Mapping[str, object] = field(default_factory=_NoValues)
    tool_call_id: str = ""
    tool_name: str = ""
    run_id: str | None = None

    def __post_init__(self) -> None:
        kind = type(self.values)
        if kind is not dict and not _is_mapping(kind):
            raise TypeError(
                "ToolContext.values must be a mapping of names to values, "
                f"not {kind.__name__}"
            )

    def for_call(
        self, tool_call_id: str, tool_name: str
    ) -> ToolContext[Deps_co]:
        """Return this context with the ids of one call filled in."""
        return replace(self, tool_call_id=tool_call_id, tool_name=tool_name)

    def __hash__(self) -> int:
        # A mapping of values has none.
        return hash(
            (self.deps, self.tool_call_id, self.tool_name, self.run_id)
        )

    def __repr__(self) -> str:
        told = []
        if self.tool_call_id or self.tool_name:
            told.append(f"call {self.tool_call_id!r} of {self.tool_name!r}")
        if self.run_id is not None:
            told.append(f"run {self.run_id!r}")
        if self.deps is not None:
            told.append(f"deps of type {type(self.deps).__name__}")
        told.append(f"values {_names(self.values)}")
        return f"<ToolContext: {', '.join(told)}>"


def _names(values: Mapping[str, object]) -> str:
    try:
        return ", ".join(map(repr, values)) or "none"
    except Exception:  # noqa: BLE001 - a mapping may run code of its own
        return f"of type {type(values).__name__}"


def _is_mapping(kind: type) -> bool:
    try:
        return issubclass(kind, Mapping)
    except Exception:  # noqa: BLE001 - metaclasses run code of their own
        return False
