"""Which tools of a request are strict, where not all of them can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from toolgate.schema.dialects import DRAFT_2020_12
from toolgate.schema.walk import subschemas

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolgate.tool import Tool
    from toolgate.wire.targets import Budget


_COUNTED: Final = (
    "tools",
    "optional parameters",
    "parameters with a union",
)


class Cost(NamedTuple):
    """What a strict tool takes of a request's budget."""

    tools: int
    optional: int
    unions: int


NO_COST: Final = Cost(0, 0, 0)


def cost_of(schema: dict[str, Any]) -> Cost:
    """
    Count a wire schema's optional parameters, and those with a union.

    Not through references, each definition once.

    >>> cost_of({"properties": {"a": {"type": ["string", "null"]}}})
    Cost(tools=1, optional=1, unions=1)
    """
    optional = unions = 0
    for found in subschemas(schema, DRAFT_2020_12):
        held: Any = found.schema
        if isinstance(held, bool):
            continue
        members = held.get("properties", {})
        optional += len(members.keys() - set(held.get("required", ())))
        unions += sum(map(_is_union, members.values()))
    return Cost(1, optional, unions)


def _is_union(schema: Any) -> bool:
    return isinstance(schema, dict) and (
        "anyOf" in schema or isinstance(schema.get("type"), list)
    )


def chosen(
    candidates: Iterable[tuple[Tool, Cost]], budget: Budget
) -> dict[str, str]:
    """
    Choose which tools are strict, by priority and then by name.

    Returns the names of those that do not fit any more, each with the
    reason.
    """
    if not budget.is_bound:
        return {}
    limits = (budget.tools, budget.optional, budget.unions)
    left: dict[str, str] = {}
    spent = NO_COST
    ranked = sorted(
        candidates, key=lambda pair: (-pair[0].strict_priority, pair[0].name)
    )
    for tool, cost in ranked:
        total = Cost(
            *(one + other for one, other in zip(spent, cost, strict=True))
        )
        over = [
            f"{most} {what}"
            for what, size, most in zip(_COUNTED, total, limits, strict=True)
            if most is not None and size > most
        ]
        if over:
            left[tool.name] = (
                f"not strict: the strict tools of one request have {over[0]} "
                "at most; raise its strict_priority, or export fewer tools"
            )
        else:
            spent = total
    return left
