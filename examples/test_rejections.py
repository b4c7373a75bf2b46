"""
Unit tests of tools: what must be refused is refused, and nothing runs.

Run them with `python -m pytest examples/test_rejections.py`.
"""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from typing import Annotated

import pytest

from toolgate import (
    ApprovalRequired,
    CheckedCall,
    Decision,
    Injected,
    Schema,
    ToolContext,
    ToolRegistry,
    ToolResult,
    UnknownToolError,
)
from toolgate.exceptions import MissingContextValue

Paid = list[tuple[str, Decimal, date, str]]
ANN = ToolContext(values={"payer": "ann"})
GOOD = {"to": "bob", "euros": "5.00", "on": "2030-01-31"}


def only_small_sums(call: CheckedCall) -> Decision:
    """Ask about more than 100."""
    if Decimal(call.arguments["euros"]) > 100:  # noqa: PLR2004 - the rule
        return Decision.ask("Pay that much?")
    return Decision.allow()


@pytest.fixture
def paid() -> Paid:
    """Hold what was paid: nothing, after a refusal."""
    return []


@pytest.fixture
def registry(paid: Paid) -> ToolRegistry:
    """Make the tools under test, whose side effects go to a list."""
    registry = ToolRegistry(policies=[only_small_sums])

    @registry.tool
    def pay(
        to: Annotated[str, Schema({"enum": ["bob", "eve"]})],
        euros: Decimal,
        on: date,
        payer: Annotated[str, Injected()],
    ) -> str:
        """Pay somebody."""
        paid.append((to, euros, on, payer))
        return "paid"

    return registry


def call(registry: ToolRegistry, **changes: object) -> ToolResult:
    """Pay as in GOOD, but for some arguments; None leaves one out."""
    arguments = {**GOOD, **changes}
    sent = {name: it for name, it in arguments.items() if it is not None}
    return registry.call("pay", json.dumps(sent), context=ANN)


def test_a_good_call_runs_with_what_the_types_promise(
    registry: ToolRegistry, paid: Paid
) -> None:
    assert not call(registry).is_error
    assert paid == [("bob", Decimal("5.00"), date(2030, 1, 31), "ann")]


@pytest.mark.parametrize(
    ("changes", "keyword", "path"),
    [
        ({"to": None}, "required", ()),
        ({"to": "mallory"}, "enum", ("to",)),
        ({"euros": 5.0}, "type", ("euros",)),
        ({"euros": "5,00"}, "pattern", ("euros",)),
        ({"on": "2030-02-30"}, "type", ("on",)),
        ({"payer": "eve"}, "additionalProperties", ()),
        ({"dry_run": True}, "additionalProperties", ()),
    ],
)
def test_what_does_not_fit_does_not_run(
    registry: ToolRegistry,
    paid: Paid,
    changes: dict[str, object],
    keyword: str,
    path: tuple[str, ...],
) -> None:
    result = call(registry, **changes)
    assert result.failure is not None
    assert result.failure.kind == "invalid_arguments"
    (violation,) = result.failure.violations
    assert (violation.keyword, violation.instance_path) == (keyword, path)
    assert paid == []


def test_an_answer_never_repeats_a_value(registry: ToolRegistry) -> None:
    assert "mallory" not in call(registry, to="mallory").text


def test_text_that_is_no_json(registry: ToolRegistry, paid: Paid) -> None:
    result = registry.call("pay", json.dumps(GOOD) + " Done!", context=ANN)
    assert result.failure is not None
    assert result.failure.kind == "invalid_json"
    assert paid == []


def test_a_large_sum_waits_for_a_person(
    registry: ToolRegistry, paid: Paid
) -> None:
    with pytest.raises(ApprovalRequired) as caught:
        call(registry, euros="100.01")
    assert caught.value.arguments["euros"] == "100.01"
    assert paid == []


def test_the_host_must_say_who_pays(
    registry: ToolRegistry, paid: Paid
) -> None:
    with pytest.raises(MissingContextValue) as caught:
        registry.call("pay", GOOD)
    assert caught.value.keys == ("payer",)
    assert paid == []


def test_a_tool_that_is_not_there(registry: ToolRegistry) -> None:
    with pytest.raises(UnknownToolError) as caught:
        registry.call("pai", GOOD)
    assert caught.value.closest == "pay"


def test_judging_without_running(registry: ToolRegistry, paid: Paid) -> None:
    checked = registry.gate.check("call_1", "pay", GOOD, context=ANN)
    assert isinstance(checked, CheckedCall)
    assert paid == []
