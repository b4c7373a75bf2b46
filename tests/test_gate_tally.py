"""What a run counts, and what it says when its calls are used up."""

from __future__ import annotations

import pytest

from toolgate import TextContent, Tool, ToolRegistry, ToolResult
from toolgate.content import ImageContent
from toolgate.exceptions import (
    CallBudgetExceeded,
    InvalidCallBudgetExceeded,
    UnknownToolError,
)
from toolgate.gate.tally import INVALID, Tally
from toolgate.result import Failure, failed


@pytest.fixture
def records():
    return []


@pytest.fixture
def registry(records):
    registry = ToolRegistry(observers=[records.append])
    registry.register(Tool(name="ping", origin="crm", handler=pytest.fail))
    return registry


@pytest.fixture
def tally(registry):
    def tally(max_invalid=2, max_calls=None, run_id="r", catalog=registry):
        return Tally(
            run_id,
            max_invalid,
            max_calls,
            catalog=catalog,
            floor=catalog.floor,
        )

    return tally


def invalid():
    return failed("wrong", "invalid_json", "parse")


def test_kinds_that_count():
    """Those that the model causes and can mend; see the page on runs."""
    assert {"invalid_json", "invalid_arguments", "unknown_tool"} == INVALID


@pytest.mark.parametrize(
    "result",
    [
        ToolResult("fine"),
        ToolResult.error("the handler's own"),
        failed("no", "denied", "policy"),
        failed("no", "tool_error", "handler"),
        failed("no", "crashed", "handler"),
        failed("no", "timed_out", "handler"),
        failed("no", "invalid_output", "output"),
    ],
)
def test_other_answers_pass_as_they_are(tally, result):
    one = tally()
    assert one.counted(result) is result
    assert one.invalid == 0


def test_an_answer_keeps_all_it_has_and_gains_a_line(tally):
    """Also one that a handler passed on, from a gate of its own say."""
    picture = ImageContent.from_bytes(b"1", mime_type="image/png")
    failure = Failure("invalid_arguments", "input")
    result = ToolResult(
        [TextContent("wrong"), picture],
        structured_content={"a": 1},
        is_error=True,
        meta={"b": 2},
        failure=failure,
    )
    told = tally(5).counted(result)
    assert told.content[:2] == result.content
    assert told.text.splitlines() == [
        "wrong",
        "Invalid calls left in this run: 4. One more than that ends it.",
    ]
    assert told.structured_content == {"a": 1}
    assert told.meta == {"b": 2}
    assert told.is_error
    assert told.failure == failure._replace(invalid_left=4)


def test_one_too_many_is_raised_with_its_answer(tally):
    one = tally(1)
    assert one.left == 1
    assert one.counted(invalid()).failure.invalid_left == 0
    with pytest.raises(InvalidCallBudgetExceeded) as caught:
        one.counted(invalid())
    error = caught.value
    assert (error.run_id, error.limit) == ("r", 1)
    assert error.result.text.splitlines() == [
        "wrong",
        "That was one invalid call too many: this run is over.",
    ]
    assert error.result.failure.invalid_left == 0
    assert (one.left, one.invalid) == (0, 2)


def test_an_unknown_tool_that_is_raised_for(tally):
    one = tally(1)
    error = UnknownToolError("pin", closest="ping")
    one.count_unknown("pin", error)
    assert str(error).splitlines() == [
        "Unknown tool: pin. Did you mean ping?",
        "Invalid calls left in this run: 0. One more than that ends it.",
    ]
    assert error.message == str(error)
    assert error.data == {"invalid_left": 0}
    with pytest.raises(InvalidCallBudgetExceeded) as caught:
        one.count_unknown("pin", error)
    assert caught.value.__cause__ is error
    assert caught.value.result.failure.kind == "unknown_tool"
    assert "ping" in caught.value.result.text


@pytest.mark.parametrize(
    ("name", "tool", "origin"),
    [
        ("ping", "ping", "crm"),
        ("pong", "unknown", None),
        (["ping"], "unknown", None),
    ],
)
def test_observers_learn_of_calls_that_are_refused(
    tally, records, name, tool, origin
):
    one = tally(0, 0)
    with pytest.raises(CallBudgetExceeded) as caught:
        one.begin("call_1", name)
    [record] = records
    assert (record.tool, record.origin) == (tool, origin)
    assert (record.tool_call_id, record.stage) == ("call_1", "lookup")
    assert (record.outcome, record.kind) == ("raised", "CallBudgetExceeded")
    assert record.exception is caught.value


def test_without_observers_nobody_is_told(tally):
    one = tally(0, 1, catalog=ToolRegistry())
    one.begin("call_1", "ping")
    with pytest.raises(CallBudgetExceeded) as caught:
        one.begin("call_2", "ping")
    assert type(caught.value) is CallBudgetExceeded
    assert caught.value.limit == 1
    assert caught.value.result.failure == Failure("denied", "lookup")
    assert one.calls == 1


def test_a_run_that_is_over_stays_over(tally, records):
    """Used-up invalid calls weigh more than used-up calls."""
    one = tally(0, 1)
    one.begin("call_1", "ping")
    with pytest.raises(InvalidCallBudgetExceeded):
        one.counted(invalid())
    for _ in range(2):
        with pytest.raises(InvalidCallBudgetExceeded) as caught:
            one.begin("call_2", "ping")
        assert caught.value.result.text.startswith("denied: ")
    assert [record.kind for record in records] == [
        "InvalidCallBudgetExceeded"
    ] * 2
    assert repr(one) == "1 calls, 1 invalid of 0 allowed"


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"run_id": 42}, TypeError),
        ({"max_invalid": None}, TypeError),
        ({"max_invalid": True}, TypeError),
        ({"max_invalid": -1}, ValueError),
        ({"max_calls": 1.0}, TypeError),
        ({"max_calls": -1}, ValueError),
    ],
)
def test_counts_are_whole_numbers(tally, wrong, error):
    [field] = wrong
    with pytest.raises(error, match=field):
        tally(**wrong)
