"""How large, deep and costly things from outside may be."""

from __future__ import annotations

from dataclasses import dataclass, field

_KIB = 1024
_MIB = 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class ValueLimits:
    """
    Bounds on one JSON value.

    `max_bytes` is the size of its JSON text in UTF-8, `max_depth` how deep
    its arrays and objects nest (a scalar is 0 deep, `{}` is 1), `max_nodes`
    the number of values in it, itself included.

    >>> ValueLimits(max_bytes=100, max_depth=8, max_nodes=50).max_depth
    8
    """

    max_bytes: int
    max_depth: int
    max_nodes: int


@dataclass(frozen=True, kw_only=True)
class CallLimits:
    """
    Bounds on one tool call.

    `max_violations` is how many violations an answer lists,
    `max_text` how many characters of one sentence from a handler or a policy
    reach the model.

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


@dataclass(frozen=True, kw_only=True)
class SchemaLimits:
    """
    Bounds on one JSON Schema, and on the work that it may ask for.

    `max_expansion` counts the subschemas that apply to one and the same
    value once every `$ref` is followed; `max_work` counts the subschemas
    that may be tried in the course of one validation.

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
