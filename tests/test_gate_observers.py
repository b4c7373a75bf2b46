"""Observers: one record a call, whatever becomes of it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from datetime import date  # noqa: TC003 - read by a tool

import pytest

from toolgate import (
    ApprovalRequired,
    AsyncToolError,
    CallCounter,
    Decision,
    LoggingObserver,
    Tool,
    ToolContext,
    ToolGate,
    ToolRegistry,
    ToolResult,
    UnknownToolError,
    Violation,
)
from toolgate.gate.overlays import Overlay
from toolgate.result import Failure

SCHEMA = {
    "type": "object",
    "properties": {"n": {"type": "integer"}, "m": {"type": "integer"}},
}


@pytest.fixture
def records():
    return []


@pytest.fixture
def registry(records):
    return ToolRegistry(observers=[records.append])


def add(registry, handler, **fields):
    fields.setdefault("input_schema", SCHEMA)
    registry.register(Tool(name="t", handler=handler, **fields), replace=True)


async def coroutine(arguments):
    return "x"


def fail(arguments):
    raise OSError("s3cret")


def test_a_successful_call(registry, records):
    add(registry, lambda arguments: {"a": 1}, output_schema={"type": "object"})
    registry.gate.dispatch("call_1", "t", "{}")
    (record,) = records
    entry = registry.entry("t")
    assert record.tool_call_id == "call_1"
    assert (record.tool, record.tool_id, record.origin) == ("t", "t", None)
    assert (record.outcome, record.kind) == ("ok", None)
    assert record.input_fingerprint == entry.validator_id
    assert record.output_fingerprint == entry.output_id is not None
    assert record.seconds >= 0
    assert record.keywords == ()
    assert record.exception is None


@pytest.mark.parametrize(
    ("handler", "arguments", "stage", "kind", "validation", "keywords"),
    [
        (print, "{", "parse", "invalid_json", None, ()),
        (print, "[]", "parse", "invalid_arguments", None, ()),
        (
            print,
            '{"n": "x", "m": 1.5}',
            "input",
            "invalid_arguments",
            "input",
            ("type", "type"),
        ),
        (fail, "{}", "handler", "crashed", None, ()),
        (
            lambda arguments: ToolResult.error("no"),
            "{}",
            "handler",
            "tool_error",
            None,
            (),
        ),
        (lambda arguments: {1}, "{}", "output", "invalid_output", None, ()),
        (
            lambda arguments: [],
            "{}",
            "output",
            "invalid_output",
            "output",
            ("type",),
        ),
    ],
)
def test_failed_calls(
    registry, records, handler, arguments, stage, kind, validation, keywords
):
    add(registry, handler, output_schema={"type": "object"})
    registry.gate.dispatch("call_1", "t", arguments)
    (record,) = records
    assert record.outcome == "error"
    assert (record.stage, record.kind) == (stage, kind)
    assert record.validation_stage == validation
    assert record.keywords == keywords


@pytest.mark.parametrize("timeout", [None, 5])
@pytest.mark.parametrize("awaiting", [False, True])
def test_what_only_a_type_refuses_is_a_broken_input(
    registry, records, timeout, awaiting
):
    """The function did not run, whichever driver found that out."""

    @registry.tool(timeout=timeout)
    def opening(days: list[date]) -> None:
        pytest.fail("must not run")

    arguments = {"days": ["2030-02-30"]}
    if awaiting:
        result = asyncio.run(registry.acall("opening", arguments))
    else:
        result = registry.call("opening", arguments)
    assert result.failure.kind == "invalid_arguments"
    assert result.failure.stage == "input"
    (record,) = records
    assert (record.stage, record.outcome) == ("input", "error")
    assert record.kind == "invalid_arguments"
    assert record.validation_stage == "input"
    assert record.keywords == ("type",)


def test_a_class_that_breaks_while_it_is_read_is_a_crash(registry, records):
    """Nothing was refused: the class is at fault, and no keyword broken."""

    @dataclass
    class Odd:
        n: int

        def __post_init__(self):
            raise OSError("s3cret")

    def use(one) -> None:
        pytest.fail("must not run")

    use.__annotations__["one"] = Odd
    registry.tool(use)
    registry.call("use", {"one": {"n": 1}})
    (record,) = records
    assert (record.stage, record.kind) == ("handler", "crashed")
    assert record.validation_stage is None


def test_raised_calls(registry, records):
    gate = ToolGate(registry, policies=[lambda call: Decision.ask("?")])
    add(registry, print)
    with pytest.raises(ApprovalRequired):
        gate.dispatch("c", "t", "{}")
    with pytest.raises(UnknownToolError):
        gate.dispatch("c", "nope" * 100, "{}")
    add(registry, coroutine)
    with pytest.raises(AsyncToolError):
        gate.dispatch("c", "t", "{}")
    assert [(r.tool, r.stage, r.outcome, r.kind) for r in records] == [
        ("t", "policy", "raised", "ApprovalRequired"),
        ("unknown", "lookup", "raised", "UnknownToolError"),
        ("t", "lookup", "raised", "AsyncToolError"),
    ]
    assert records[1].tool_id is None


def test_a_crash_is_shown_to_the_host(registry, records):
    add(registry, fail)
    registry.call("t")
    assert isinstance(records[0].exception, OSError)


def test_async_calls(registry, records):
    add(registry, coroutine)
    asyncio.run(registry.acall("t"))
    assert [record.outcome for record in records] == ["ok"]


def test_a_cancelled_call(registry, records):
    async def hang(arguments):
        await asyncio.sleep(60)

    add(registry, hang)

    async def main():
        task = asyncio.ensure_future(registry.acall("t"))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert [record.kind for record in records] == ["CancelledError"]


def test_check_and_finish_give_one_record(registry, records):
    add(registry, None)
    gate = registry.gate
    checked = gate.check("c", "t", "{}")
    assert records == []
    gate.finish(checked, "done")
    assert [record.outcome for record in records] == ["ok"]
    assert gate.check("c", "t", '{"n": "x"}').is_error
    assert records[1].kind == "invalid_arguments"
    with pytest.raises(UnknownToolError):
        gate.check("c", "nope")
    assert records[2].outcome == "raised"


def interrupted():
    yield 1
    raise KeyboardInterrupt


@pytest.mark.parametrize("observed", [True, False])
def test_what_leaves_check_or_finish_is_recorded(observed, records):
    registry = ToolRegistry(observers=[records.append] if observed else [])
    add(registry, None)
    gate = registry.gate
    with pytest.raises(UnknownToolError):
        gate.check("c", "nope")
    checked = gate.check("c", "t")
    with pytest.raises(KeyboardInterrupt):
        gate.finish(checked, interrupted())
    told = [(record.outcome, record.kind) for record in records]
    raised = [("raised", "UnknownToolError"), ("raised", "KeyboardInterrupt")]
    assert told == (raised if observed else [])


def test_a_gate_adds_observers(registry, records):
    own = []
    add(registry, print)
    ToolGate(registry, observers=[own.append]).dispatch("c", "t")
    assert len(own) == len(records) == 1


@pytest.mark.requirement("observers-harmless")
def test_an_observer_that_raises_changes_nothing(caplog):
    def broken(record):
        raise OSError("observer")

    seen = []
    registry = ToolRegistry(observers=[broken, seen.append])
    add(registry, lambda arguments: "ok")
    assert registry.call("t").text == "ok"
    assert len(seen) == 1
    assert "an observer raised" in caplog.text


def test_nothing_of_an_observer_gets_out():
    class Filter(logging.Filter):
        def filter(self, record):
            raise OSError

    logger, trouble = logging.getLogger("toolgate"), Filter()
    logger.addFilter(trouble)
    try:
        registry = ToolRegistry(observers=[lambda record: 1 / 0])
        add(registry, lambda arguments: "ok")
        assert registry.call("t").text == "ok"
    finally:
        logger.removeFilter(trouble)


def test_an_observer_that_stops_the_program_is_told_once(records):
    def stop(record):
        raise KeyboardInterrupt

    registry = ToolRegistry(observers=[records.append, stop])
    add(registry, lambda arguments: "ok")
    with pytest.raises(KeyboardInterrupt):
        registry.call("t")
    assert len(records) == 1


def test_logging_without_arguments(caplog):
    caplog.set_level(logging.INFO)
    observer = LoggingObserver(logging.getLogger("my.tools"))
    registry = ToolRegistry(observers=[observer])
    add(registry, lambda arguments: "ok")
    registry.gate.dispatch("call\n1", "t", '{"note": "s3cret"}')
    registry.gate.dispatch("call_2", "t", '{"n": "s3cret"}')
    add(registry, fail)
    registry.gate.dispatch("call_3", "t", "{}")
    levels = [record.levelname for record in caplog.records]
    assert levels == ["INFO", "WARNING", "ERROR"]
    messages = [record.getMessage() for record in caplog.records]
    assert messages[0].startswith("tool call 'call\\n1': t ok in ")
    assert "(invalid_arguments: type)" in messages[1]
    assert "(crashed)" in messages[2]
    assert not any("s3cret" in message for message in messages)
    assert caplog.records[2].exc_info
    assert repr(observer) == "LoggingObserver('my.tools')"
    assert repr(LoggingObserver()) == "LoggingObserver('toolgate')"


def test_policies_that_break_are_logged_with_their_traceback(caplog):
    registry = ToolRegistry(
        observers=[LoggingObserver()], policies=[lambda call: True]
    )
    add(registry, print)
    registry.call("t")
    (record,) = caplog.records
    assert record.levelname == "ERROR"
    assert "a policy must answer with Decision.allow()" in caplog.text


def test_denials_are_no_errors_of_the_host(caplog):
    registry = ToolRegistry(
        observers=[LoggingObserver()],
        policies=[lambda call: Decision.deny("not today")],
    )
    add(registry, print)
    registry.call("t")
    (record,) = caplog.records
    assert (record.levelname, record.exc_info) == ("WARNING", None)


def test_logging_which_overlay_refused(caplog):
    """By name, whatever is in it, on one line."""
    registry = ToolRegistry(
        observers=[LoggingObserver()],
        overlays=[Overlay(False, name="no\nnight"), Overlay(False)],
    )
    add(registry, print)
    registry.call("t")
    assert (
        "t error (invalid_arguments by overlay 'no\\nnight', 'Overlay()': "
        "false, false) in "
    ) in caplog.text


def test_counter():
    counter = CallCounter()
    registry = ToolRegistry(observers=[counter])
    add(registry, lambda arguments: "ok")
    registry.call("t", {"n": "x", "m": "y"})
    registry.call("t", {"n": 1})
    for n in range(3):
        with pytest.raises(UnknownToolError):
            registry.call(f"made_up_{n}")
    assert counter.tool_calls_total == {
        ("t", "invalid_arguments"): 1,
        ("t", "ok"): 1,
        ("unknown", "UnknownToolError"): 3,
    }
    assert counter.tool_validation_failed_total == {("t", "type"): 1}
    assert repr(counter) == "<CallCounter: 5 calls>"
    with pytest.raises(TypeError):
        counter.tool_calls_total["a", "b"] = 1


@pytest.mark.requirement("observers-harmless")
def test_records_hold_no_arguments(registry, records):
    add(registry, lambda arguments: arguments)
    registry.call(
        "t", {"n": "s3cret"}, context=ToolContext(values={"k": "s3cret"})
    )
    assert "s3cret" not in repr(records)


def test_violations_without_fields_are_recorded_without_keywords(
    registry, records
):
    """A handler can get past the constructor; its call is recorded still."""
    empty = Violation.__new__(Violation)
    failure = Failure("invalid_output", "output", (empty,))
    add(
        registry,
        lambda arguments: ToolResult("x", is_error=True, failure=failure),
    )
    assert registry.call("t").is_error
    assert [record.keywords for record in records] == [()]


@pytest.mark.parametrize(
    "wrong", [{"context": {"a": 1}}, {"timeout": -1}], ids=str
)
def test_what_the_host_got_wrong_is_recorded_at_the_lookup(
    registry, records, wrong
):
    add(registry, lambda arguments: "x")
    with pytest.raises((TypeError, ValueError)):
        registry.call("t", **wrong)
    assert [record.stage for record in records] == ["lookup"]


@pytest.mark.parametrize("timeout", [None, 5])
def test_a_handler_that_returned_an_awaitable_was_reached(
    registry, records, timeout
):
    add(registry, lambda arguments: coroutine(arguments))
    with pytest.raises(AsyncToolError) as caught:
        registry.call("t", timeout=timeout)
    assert caught.value.called
    assert [record.stage for record in records] == ["handler"]


def test_a_call_that_is_finished_twice_is_recorded_once(registry, records):
    add(registry, None)
    checked = registry.gate.check("c", "t")
    registry.gate.finish(checked, 1)
    with pytest.raises(ValueError, match="once"):
        registry.gate.finish(checked, 2)
    assert len(records) == 1
