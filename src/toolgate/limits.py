"""How large, deep and costly things from outside may be."""

from __future__ import annotations

from dataclasses import field

from toolgate.value_object import ValueObject, frozen_dataclass

_KIB = 1024
_MIB = 1024 * 1024


def _need_counts(limits: object, *fields: str, least: int = 1) -> None:
    for field_name in fields:
        count = getattr(limits, field_name)
        name = f"{type(limits).__name__}.{field_name}"
        if type(count) is not int:
            raise TypeError(
                f"{name} must be an int, not {type(count).__name__}"
            )
        if count < least:
            raise ValueError(f"{name} must be {least} or more")


def _need_values(limits: object, *fields: str) -> None:
    for field_name in fields:
        bounds = getattr(limits, field_name)
        if type(bounds) is not ValueLimits:
            raise TypeError(
                f"{type(limits).__name__}.{field_name} must be ValueLimits, "
                f"not {type(bounds).__name__}"
            )


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class ValueLimits(ValueObject):
    """
    Bounds on one JSON value.

    `max_bytes` is the size of its JSON text in UTF-8, `max_depth` how deep
    its arrays and objects nest (a scalar is 0 deep, `{}` is 1), `max_nodes`
    the number of values in it, itself included. Each is an int of at least 0.

    Raises `TypeError` or `ValueError` for other fields.

    >>> ValueLimits(max_bytes=100, max_depth=8, max_nodes=50).max_depth
    8
    """

    max_bytes: int
    max_depth: int
    max_nodes: int

    def __post_init__(self) -> None:
        # 0 has a sense here: scalars only, or nothing at all.
        _need_counts(self, "max_bytes", "max_depth", "max_nodes", least=0)


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class CallLimits(ValueObject):
    """
    Bounds on one tool call.

    `max_violations` is how many violations an answer lists,
    `max_text` how many characters of one sentence from a handler or a policy
    reach the model. Both are ints of at least 1.

    Raises `TypeError` or `ValueError` for other fields.

    >>> CallLimits().arguments.max_depth
    64
    """

    arguments: ValueLimits = field(
        default=ValueLimits(max_bytes=_MIB, max_depth=64, max_nodes=100_000)
    )
    outputs: ValueLimits = field(
        default=ValueLimits(
            max_bytes=16 * _MIB, max_depth=64, max_nodes=1_000_000
        )
    )
    max_violations: int = 5
    max_text: int = 2_000

    def __post_init__(self) -> None:
        _need_counts(self, "max_violations", "max_text")
        _need_values(self, "arguments", "outputs")


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SchemaLimits(ValueObject):
    """
    Bounds on one JSON Schema, and on the work that it may ask for.

    `max_expansion` counts the subschemas that apply to one and the same
    value once every `$ref` is followed; `max_work` counts the subschemas
    that may be tried in the course of one validation. All are ints of at
    least 1.

    Raises `TypeError` or `ValueError` for other fields.

    >>> SchemaLimits().max_subschemas
    10000
    """

    max_bytes: int = 256 * _KIB
    max_depth: int = 64
    max_subschemas: int = 10_000
    max_expansion: int = 10_000
    max_work: int = 1_000_000
    instances: ValueLimits = field(
        default=ValueLimits(
            max_bytes=16 * _MIB, max_depth=64, max_nodes=1_000_000
        )
    )

    def __post_init__(self) -> None:
        _need_counts(
            self,
            "max_bytes",
            "max_depth",
            "max_subschemas",
            "max_expansion",
            "max_work",
        )
        _need_values(self, "instances")
