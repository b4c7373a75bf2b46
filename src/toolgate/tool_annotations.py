"""What a tool does, as MCP hints at it."""

from __future__ import annotations

from toolgate.field_checks import check_optional_texts, kind_of
from toolgate.value_object import ValueObject, frozen_dataclass


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ToolAnnotations(ValueObject):
    """
    Hints about what a tool does, with MCP's defaults.

    MCP 2026-07-28, `ToolAnnotations`: a tool without annotations counts as
    one that writes, destroys, may not be repeated and reaches the open
    world. Hints from an untrusted server are claims, not facts: see
    `Tool.trusted`.

    >>> ToolAnnotations(read_only_hint=True).destructive_hint
    True
    """

    title: str | None = None
    read_only_hint: bool = False
    destructive_hint: bool = True
    idempotent_hint: bool = False
    open_world_hint: bool = True

    def __post_init__(self) -> None:
        check_optional_texts(self, "title")
        for hint, value in self.__dict__.items():
            if hint != "title" and type(value) is not bool:
                raise TypeError(
                    f"ToolAnnotations.{hint} must be a bool, "
                    f"not {kind_of(value)}"
                )
