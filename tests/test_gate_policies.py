"""Policies and approval: allow, deny, ask."""

from __future__ import annotations

import asyncio
import dataclasses
import threading
from typing import TYPE_CHECKING

import pytest

from toolgate import (
    ApprovalRequired,
    Decision,
    Tool,
    ToolContext,
    ToolGate,
    ToolRegistry,
)
from toolgate.gate.approval import ApprovalDesk

if TYPE_CHECKING:
    from toolgate.calls import CheckedCall


def refund_policy(call: CheckedCall) -> Decision:
    if call.arguments["amount"] > 1000:
        return Decision.deny("Refunds over 1000 are not possible")
    if call.arguments["amount"] > 100:
        return Decision.ask("A refund over 100")
    return Decision.allow()


def registry_with(*policies):
    registry = ToolRegistry(policies=policies)
    registry.register(
        Tool(
            name="refund",
            input_schema={
                "type": "object",
                "properties": {"amount": {"type": "number"}},
                "required": ["amount"],
            },
            handler=lambda arguments: f"refunded {arguments['amount']}",
        )
    )
    return registry


@pytest.fixture
def registry():
    return registry_with(refund_policy)


def test_allowed(registry):
    assert registry.call("refund", {"amount": 5}).text == "refunded 5"


def test_denied_with_its_sentence(registry):
    result = registry.call("refund", {"amount": 5000})
    assert result.is_error
    assert result.failure.kind == "denied"
    assert "Refunds over 1000 are not possible" in result.text


@pytest.mark.requirement("verdict-first")
def test_policies_never_see_invalid_arguments():
    registry = registry_with(pytest.fail)
    assert registry.call("refund", {"amount": "5"}).is_error


@pytest.mark.requirement("policies-fail-closed")
@pytest.mark.parametrize(
    "policy",
    [
        lambda call: 1 / 0,
        lambda call: None,
        lambda call: True,
        lambda call: "allow",
        lambda call: Decision("maybe"),
        lambda call: Decision(["allow"]),
        lambda call: Decision.deny(None),
        lambda call: Decision.ask(5),
    ],
)
def test_a_policy_that_fails_denies(policy):
    result = registry_with(policy).call("refund", {"amount": 5})
    assert result.failure.kind == "denied"
    assert result.failure.exception is not None
    assert str(result.failure.exception) not in result.text


def test_long_reasons_are_cut():
    registry = registry_with(lambda call: Decision.deny("z" * 100_000))
    assert len(registry.call("refund", {"amount": 5}).text) < 3_000


def test_a_denial_beats_a_question_whatever_the_order():
    ask = lambda call: Decision.ask("?")  # noqa: E731
    deny = lambda call: Decision.deny("no")  # noqa: E731
    for policies in ((ask, deny), (deny, ask)):
        result = registry_with(*policies).call("refund", {"amount": 5})
        assert result.failure.kind == "denied"


def asking(*reasons):
    return [lambda call, said=said: Decision.ask(said) for said in reasons]


def test_all_questions_are_asked_at_once():
    """Each once, in order; a person who answers has seen them all."""
    registry = registry_with(*asking("Mail?", "Spend?", "", "Mail?"))
    with pytest.raises(ApprovalRequired) as caught:
        dispatch(registry)
    assert caught.value.reason == "Mail?\nSpend?"
    token = caught.value.token
    assert not dispatch(registry, approval=token).is_error


def test_the_answer_to_one_of_two_questions_is_not_enough():
    registry = registry_with()
    call = ("call_1", "refund", {"amount": 5})
    with pytest.raises(ApprovalRequired) as caught:
        ToolGate(registry, policies=asking("Mail?")).dispatch(*call)
    both = ToolGate(registry, policies=asking("Mail?", "Spend?"))
    assert both.dispatch(*call, approval=caught.value.token).is_error


def dispatch(registry, amount=500, call_id="call_1", **options):
    return registry.gate.dispatch(
        call_id, "refund", {"amount": amount}, **options
    )


@pytest.mark.requirement("approval-once")
def test_approval_runs_exactly_that_call_once(registry):
    with pytest.raises(ApprovalRequired) as caught:
        dispatch(registry)
    error = caught.value
    assert error.tool == "refund"
    assert error.tool_call_id == "call_1"
    assert error.arguments == {"amount": 500}
    token = error.token
    for other in ({"amount": 501}, {"call_id": "call_2"}):
        assert dispatch(registry, approval=token, **other).failure.kind == (
            "denied"
        )
    assert dispatch(registry, approval=token).text == "refunded 500"
    assert dispatch(registry, approval=token).failure.kind == "denied"


def test_equal_arguments_in_another_order_are_the_same_call():
    registry = registry_with(lambda call: Decision.ask("?"))
    with pytest.raises(ApprovalRequired) as caught:
        registry.gate.dispatch("c", "refund", '{"amount": 5, "note": "x"}')
    result = registry.gate.dispatch(
        "c",
        "refund",
        '{"note": "x", "amount": 5}',
        approval=caught.value.token,
    )
    assert not result.is_error


def test_true_is_not_one_for_an_approval():
    registry = registry_with(lambda call: Decision.ask("?"))
    with pytest.raises(ApprovalRequired) as caught:
        registry.gate.dispatch("c", "refund", '{"amount": 5, "n": 1}')
    result = registry.gate.dispatch(
        "c",
        "refund",
        '{"amount": 5, "n": true}',
        approval=caught.value.token,
    )
    assert result.is_error


def test_approval_never_beats_a_denial(registry):
    with pytest.raises(ApprovalRequired) as caught:
        dispatch(registry)
    strict = ToolGate(registry, policies=[lambda c: Decision.deny("no")])
    result = strict.dispatch(
        "call_1", "refund", {"amount": 500}, approval=caught.value.token
    )
    assert result.failure.kind == "denied"


def test_a_made_up_token_is_refused_even_where_nobody_asks():
    registry = registry_with()
    result = dispatch(registry, amount=1, approval="made up")
    assert result.failure.kind == "denied"


def test_a_replaced_schema_voids_the_approval(registry):
    with pytest.raises(ApprovalRequired) as caught:
        dispatch(registry)
    registry.register(
        Tool(name="refund", input_schema={"type": "object"}, handler=print),
        replace=True,
    )
    result = dispatch(registry, approval=caught.value.token)
    assert result.failure.kind == "denied"


def test_forgotten_questions_are_refused(registry):
    desk = ApprovalDesk(max_pending=1)
    checked = ToolGate(registry).check("c", "refund", {"amount": 1})
    first, second = desk.issue(checked, "?"), desk.issue(checked, "?")
    assert not desk.redeem(first, checked, "?")
    assert desk.redeem(second, checked, "?")


def test_a_replaced_tool_voids_the_approval(registry):
    """The same schema, but another handler: nobody approved that."""
    with pytest.raises(ApprovalRequired) as caught:
        dispatch(registry)
    registry.register(
        dataclasses.replace(registry["refund"], handler=pytest.fail),
        replace=True,
    )
    result = dispatch(registry, approval=caught.value.token)
    assert result.failure.kind == "denied"


def test_trusted_values_are_part_of_what_was_approved():
    registry = registry_with(lambda call: Decision.ask("?"))
    acme = ToolContext(values={"tenant": "acme"})
    evil = ToolContext(values={"tenant": "evil"})
    with pytest.raises(ApprovalRequired) as caught:
        dispatch(registry, context=acme)
    token = caught.value.token
    for context in (evil, None):
        refused = dispatch(registry, approval=token, context=context)
        assert refused.is_error
    same = ToolContext(values={"tenant": "acme"})
    assert not dispatch(registry, approval=token, context=same).is_error


def test_values_that_cannot_be_compared_void_the_approval():
    class Odd:
        def __eq__(self, other):
            raise RuntimeError

        __hash__ = object.__hash__

    registry = registry_with(lambda call: Decision.ask("?"))
    with pytest.raises(ApprovalRequired) as caught:
        dispatch(registry, context=ToolContext(values={"a": Odd()}))
    result = dispatch(
        registry,
        approval=caught.value.token,
        context=ToolContext(values={"a": Odd()}),
    )
    assert result.is_error


@pytest.mark.parametrize(
    ("value", "change"),
    [
        ({"roles": ["user"]}, lambda value: value["roles"].append("admin")),
        ([("a", [1])], lambda value: value[0][1].append(2)),
        ({1}, lambda value: value.add(2)),
        (bytearray(b"a"), lambda value: value.append(0)),
    ],
)
def test_trusted_values_that_change_meanwhile_void_the_approval(value, change):
    registry = registry_with(lambda call: Decision.ask("?"))
    context = ToolContext(values={"it": value})
    tokens = []
    for _ in range(2):
        with pytest.raises(ApprovalRequired) as caught:
            dispatch(registry, context=context)
        tokens.append(caught.value.token)
    unchanged = dispatch(registry, approval=tokens[0], context=context)
    assert not unchanged.is_error
    change(value)
    assert dispatch(registry, approval=tokens[1], context=context).is_error


def test_trusted_values_that_cannot_be_read_are_never_approved():
    class Odd(dict):
        def keys(self):
            raise RuntimeError

        __iter__ = items = keys

    registry = registry_with(lambda call: Decision.ask("?"))
    context = ToolContext(values=Odd())
    with pytest.raises(ApprovalRequired) as caught:
        dispatch(registry, context=context)
    token = caught.value.token
    assert dispatch(registry, approval=token, context=context).is_error


def test_values_that_come_back_to_the_desk_while_they_are_compared():
    """Comparing runs host code, and holds no lock meanwhile."""
    registry = registry_with(lambda call: Decision.ask("?"))
    inner = []

    class Odd:
        __hash__ = object.__hash__

        def __eq__(self, other):
            with pytest.raises(ApprovalRequired) as caught:
                dispatch(registry)
            inner.append(caught.value.token)
            return True

    with pytest.raises(ApprovalRequired) as caught:
        dispatch(registry, context=ToolContext(values={"a": Odd()}))
    again = ToolContext(values={"a": Odd()})
    answers = []
    thread = threading.Thread(
        target=lambda: answers.append(
            dispatch(registry, approval=caught.value.token, context=again)
        ),
        daemon=True,
    )
    thread.start()
    thread.join(5)
    assert len(inner) == 1
    assert not answers[0].is_error


def test_the_answer_to_one_question_answers_no_other():
    registry = registry_with()
    intern = ToolGate(
        registry, policies=[lambda c: Decision.ask("An intern may approve")]
    )
    cfo = ToolGate(
        registry, policies=[lambda c: Decision.ask("The CFO must approve")]
    )
    call = ("call_1", "refund", {"amount": 5})
    with pytest.raises(ApprovalRequired) as caught:
        intern.dispatch(*call)
    token = caught.value.token
    assert cfo.dispatch(*call, approval=token).is_error
    assert not intern.dispatch(*call, approval=token).is_error


def test_a_question_that_is_no_longer_asked_needs_no_answer():
    registry = registry_with()
    gate = ToolGate(registry, policies=[lambda c: Decision.ask("?")])
    with pytest.raises(ApprovalRequired) as caught:
        gate.dispatch("call_1", "refund", {"amount": 5})
    token = caught.value.token
    assert not dispatch(registry, amount=5, approval=token).is_error


@pytest.mark.parametrize("token", [[], 5, b"x", {}])
def test_what_is_no_token_is_refused(registry, token):
    assert dispatch(registry, approval=token).failure.kind == "denied"


def test_policies_change_nothing_that_runs():
    """What reaches the handler is what was found valid."""

    def meddle(call):
        call.arguments["amount"] = {"a", "set"}
        return Decision.allow()

    registry = registry_with(meddle)
    assert registry.call("refund", {"amount": 5}).text == "refunded 5"


def test_no_policy_blinds_the_next():
    seen = []

    def meddle(call):
        call.arguments.clear()
        return Decision.allow()

    def look(call):
        seen.append(call.arguments)
        return Decision.allow()

    registry_with(meddle, look).call("refund", {"amount": 5})
    assert seen == [{"amount": 5}]


@pytest.mark.parametrize("given", [refund_policy, "abc", [5], b"abc"])
def test_policies_are_a_list_of_functions(given):
    with pytest.raises(TypeError, match="policies"):
        ToolRegistry(policies=given)


def test_async_policies_are_refused(registry):
    async def policy(call):
        return Decision.allow()

    class Rule:
        async def __call__(self, call):
            return Decision.allow()

    for given in policy, Rule():
        with pytest.raises(TypeError, match="policies are called and never"):
            ToolGate(registry, policies=[given])
        with pytest.raises(TypeError, match="observers are called and never"):
            ToolGate(registry, observers=[given])


def test_a_policy_that_turns_out_async_denies_and_says_why():
    async def rule(call):
        return Decision.allow()

    registry = ToolRegistry(policies=[lambda call: rule(call)])
    registry.register(Tool(name="t", handler=pytest.fail))
    failure = registry.call("t").failure
    assert failure.kind == "denied"
    assert "not coroutine" in str(failure.exception)
    assert "never awaited" in str(failure.exception)


@pytest.mark.requirement("floor")
def test_a_gate_adds_to_the_floor_and_takes_nothing_away(registry):
    gate = ToolGate(registry, policies=[lambda call: Decision.allow()])
    assert gate.dispatch("c", "refund", {"amount": 5000}).is_error
    snapshot = registry.snapshot()
    assert snapshot.call("refund", {"amount": 5000}).is_error


def test_async_calls_are_judged_too(registry):
    result = asyncio.run(registry.acall("refund", {"amount": 5000}))
    assert result.failure.kind == "denied"
