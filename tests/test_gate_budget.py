"""Runs: calls that are counted together, exactly, and bounded."""

from __future__ import annotations

import asyncio
import gc
import inspect
import threading
import time
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolgate import (
    ApprovalRequired,
    CheckedCall,
    Decision,
    Tool,
    ToolCall,
    ToolContext,
    ToolError,
    ToolGate,
    ToolRegistry,
    ToolResult,
    UnknownToolError,
)
from toolgate.exceptions import (
    CallBudgetExceeded,
    InvalidCallBudgetExceeded,
)
from toolgate.gate.budget import Run
from toolgate.gate.call_options import CallOptions, CheckOptions
from toolgate.messages.zh import ZH
from toolgate.result import Failure

N = {
    "type": "object",
    "properties": {"n": {"type": "integer"}},
    "required": ["n"],
    "additionalProperties": False,
}
INVALID = [
    ("t", '{"n": 1'),
    ("t", '{"n": NaN}'),
    ("t", "[]"),
    ("t", [1]),
    ("t", "{}"),
    ("t", '{"n": "1"}'),
]


def registry_with(handler=lambda arguments: "fine", **options):
    registry = ToolRegistry(**options)
    registry.register(Tool(name="t", input_schema=N, handler=handler))
    return registry


@pytest.fixture
def gate():
    return registry_with().gate


def raising(error):
    def handler(arguments):
        raise error

    return handler


@pytest.mark.requirement("call-budget")
@pytest.mark.parametrize(("name", "arguments"), INVALID)
def test_invalid_calls_count_and_say_how_many_are_left(gate, name, arguments):
    run = gate.run("run-42", max_invalid=3)
    plain = gate.dispatch("call_1", name, arguments)
    for left in (2, 1, 0):
        result = run.dispatch("call_1", name, arguments)
        assert result.is_error
        first, _, last = result.text.rpartition("\n")
        assert first == plain.text
        assert last == (
            f"Invalid calls left in this run: {left}. "
            "One more than that ends it."
        )
        assert result.failure == plain.failure._replace(invalid_left=left)
        assert run.invalid_left == left
    assert (run.calls, run.invalid) == (3, 3)


def test_the_line_is_in_the_language_of_the_gate():
    gate = ToolGate(registry_with(), language="zh")
    result = gate.run("r", max_invalid=3).dispatch("call_1", "t", "{")
    assert result.text.splitlines()[-1] == ZH.invalid_left.format(count=2)


@pytest.mark.requirement("call-budget")
def test_eight_are_answered_and_the_ninth_ends_the_run():
    ran = []
    run = registry_with(ran.append).gate.run("run-42")
    for _ in range(8):
        assert run.dispatch("call_1", "t", "{").is_error
    assert not run.dispatch("call_2", "t", '{"n": 1}').is_error
    with pytest.raises(InvalidCallBudgetExceeded) as caught:
        run.dispatch("call_3", "t", "{}")
    error = caught.value
    assert error.run_id == "run-42"
    assert error.limit == 8
    assert error.result.failure.kind == "invalid_arguments"
    assert error.result.text.startswith("invalid_arguments: /: missing prop")
    with pytest.raises(InvalidCallBudgetExceeded):
        run.dispatch("call_4", "t", '{"n": 2}')
    assert ran == [{"n": 1}]
    assert (run.calls, run.invalid, run.invalid_left) == (10, 9, 0)


def test_none_allowed_means_none():
    run = registry_with().gate.run("r", max_invalid=0)
    assert run.dispatch("call_1", "t", '{"n": 1}').text == "fine"
    with pytest.raises(InvalidCallBudgetExceeded):
        run.dispatch("call_2", "t", "{")


@pytest.mark.parametrize(
    "options",
    [
        {"handler": lambda arguments: "fine"},
        {"handler": raising(ToolError("no"))},
        {"handler": raising(ValueError("no"))},
        {"handler": lambda arguments: object()},
        {"handler": lambda arguments: ToolResult.error("no")},
        {"policies": [lambda call: Decision.deny("no")]},
    ],
)
def test_valid_calls_do_not_count_as_invalid_whatever_comes_of_them(options):
    gate = registry_with(**options).gate
    run = gate.run("r", max_invalid=0)
    result = run.dispatch("call_1", "t", '{"n": 1}')
    assert result.text == gate.dispatch("call_1", "t", '{"n": 1}').text
    assert (run.calls, run.invalid) == (1, 0)


def test_a_call_past_its_time_is_not_invalid():
    run = registry_with(lambda arguments: time.sleep(0.2)).gate.run(
        "r", max_invalid=0
    )
    result = run.dispatch("call_1", "t", '{"n": 1}', timeout=0.01)
    assert result.failure.kind == "timed_out"
    assert run.invalid == 0


class TestUnknownTools:
    def test_raised_ones_count_and_say_what_is_left(self, gate):
        run = gate.run("r", max_invalid=1)
        with pytest.raises(UnknownToolError) as caught:
            run.dispatch("call_1", "tt")
        assert str(caught.value).splitlines() == [
            "Unknown tool: tt. Did you mean t?",
            "Invalid calls left in this run: 0. One more than that ends it.",
        ]
        assert caught.value.data == {"invalid_left": 0}
        with pytest.raises(InvalidCallBudgetExceeded) as caught:
            run.check("call_2", "tt")
        assert caught.value.result.failure.kind == "unknown_tool"
        assert isinstance(caught.value.__cause__, UnknownToolError)

    def test_answered_ones_count(self):
        gate = ToolGate(registry_with(), unknown_tool="result")
        run = gate.run("r", max_invalid=1)
        assert run.dispatch("call_1", "x").failure.invalid_left == 0
        with pytest.raises(InvalidCallBudgetExceeded):
            run.dispatch("call_2", "x")

    def test_at_the_other_doors(self, gate):
        run = gate.run("r", max_invalid=2)
        with pytest.raises(UnknownToolError, match="left in this run: 1"):
            asyncio.run(run.adispatch("call_1", "x"))
        with pytest.raises(UnknownToolError, match="left in this run: 0"):
            run.check("call_1", "x")
        with pytest.raises(InvalidCallBudgetExceeded):
            asyncio.run(run.adispatch("call_1", "x"))


class TestMaxCalls:
    def test_all_calls_count(self, gate):
        run = gate.run("r", max_calls=3)
        run.dispatch("call_1", "t", '{"n": 1}')
        run.dispatch("call_2", "t", "{")
        with pytest.raises(UnknownToolError):
            run.dispatch("call_3", "x")
        with pytest.raises(CallBudgetExceeded) as caught:
            run.dispatch("call_4", "t", '{"n": 1}')
        assert not isinstance(caught.value, InvalidCallBudgetExceeded)
        assert (caught.value.run_id, caught.value.limit) == ("r", 3)
        assert caught.value.result.failure.kind == "denied"
        assert (run.calls, run.invalid) == (3, 2)

    def test_a_call_counts_again_when_it_comes_back_approved(self):
        gate = registry_with(policies=[lambda call: Decision.ask("?")]).gate
        run = gate.run("r", max_calls=2)
        with pytest.raises(ApprovalRequired) as caught:
            run.dispatch("call_1", "t", '{"n": 1}')
        token = caught.value.token
        result = run.dispatch("call_1", "t", '{"n": 1}', approval=token)
        assert result.text == "fine"
        with pytest.raises(CallBudgetExceeded):
            run.check("call_2", "t", '{"n": 1}')


@pytest.mark.parametrize(
    "method",
    [
        "dispatch",
        "adispatch",
        "dispatch_call",
        "adispatch_call",
        "check",
        "finish",
    ],
)
def test_methods_are_those_of_the_gate(method):
    of_run, of_gate = getattr(Run, method), getattr(ToolGate, method)
    assert inspect.iscoroutinefunction(of_run) == (
        inspect.iscoroutinefunction(of_gate)
    )
    assert positional(of_run) == positional(of_gate)


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("dispatch", CallOptions),
        ("adispatch", CallOptions),
        ("check", CheckOptions),
    ],
)
def test_options_are_the_gates(method, options):
    parameters = inspect.signature(getattr(ToolGate, method)).parameters
    named = {
        each.name: each.annotation
        for each in parameters.values()
        if each.kind is each.KEYWORD_ONLY
    }
    told = {}
    for each in (CheckOptions, options):
        told |= inspect.get_annotations(each)
    assert named == {
        name: getattr(hint, "__forward_arg__", hint)
        for name, hint in told.items()
    }


def positional(method):
    return [
        str(each)
        for each in inspect.signature(method).parameters.values()
        if each.kind is each.POSITIONAL_OR_KEYWORD
    ]


def test_calls_as_objects(gate):
    run = gate.run("r", max_invalid=0)
    call = ToolCall(tool_call_id="call_1", name="t", arguments='{"n": 1}')
    assert run.dispatch_call(call).text == "fine"
    assert asyncio.run(run.adispatch_call(call)).text == "fine"
    bad = ToolCall(tool_call_id="call_2", name="t", arguments="{")
    with pytest.raises(InvalidCallBudgetExceeded):
        asyncio.run(run.adispatch_call(bad))
    with pytest.raises(InvalidCallBudgetExceeded):
        run.dispatch_call(call)


class TestCheckAndFinish:
    def test_a_refusal_counts(self, gate):
        run = gate.run("r", max_invalid=1)
        assert run.check("call_1", "t", "{").failure.invalid_left == 0
        with pytest.raises(InvalidCallBudgetExceeded):
            run.check("call_2", "t", "{")

    def test_a_call_that_began_is_concluded_when_the_run_is_over(self, gate):
        run = gate.run("r", max_invalid=0)
        checked = run.check("call_1", "t", '{"n": 1}')
        assert isinstance(checked, CheckedCall)
        assert checked.context.run_id == "r"
        with pytest.raises(InvalidCallBudgetExceeded):
            run.dispatch("call_2", "t", "{")
        assert run.finish(checked, "done").text == "done"

    def test_an_answer_passed_on_counts_by_its_kind(self, gate):
        run = gate.run("r", max_invalid=1)
        checked = run.check("call_1", "t", '{"n": 1}')
        theirs = ToolResult(
            "wrong",
            is_error=True,
            failure=Failure("invalid_arguments", "input"),
        )
        assert run.finish(checked, theirs).failure.invalid_left == 0
        assert run.invalid == 1


class TestContext:
    @pytest.mark.parametrize(
        ("given", "seen"),
        [
            (None, ToolContext(run_id="run-42")),
            (ToolContext(deps=1), ToolContext(deps=1, run_id="run-42")),
            (ToolContext(run_id="own"), ToolContext(run_id="own")),
        ],
    )
    def test_handlers_and_policies_find_the_id(self, given, seen):
        judged, got = [], []

        def policy(call):
            judged.append(call.context)
            return Decision.allow()

        registry = registry_with(
            lambda arguments, context: got.append(context), policies=[policy]
        )
        run = registry.gate.run("run-42")
        run.dispatch("call_1", "t", '{"n": 1}', context=given)
        asyncio.run(run.adispatch("call_1", "t", '{"n": 1}', context=given))
        run.check("call_1", "t", '{"n": 1}', context=given)
        assert judged == [seen] * 3
        assert got == [seen.for_call("call_1", "t")] * 2

    def test_what_is_no_context_is_the_gates_to_refuse(self, gate):
        with pytest.raises(TypeError, match="must be a ToolContext"):
            gate.run("r").dispatch("c", "t", '{"n": 1}', context={"run_id": 1})


def test_nothing_is_kept_when_the_run_is_gone(gate):
    """Not in the gate, and not until the collector comes."""
    gc.disable()
    try:
        before = dict(vars(gate))
        run = gate.run("r")
        run.dispatch("call_1", "t", "{")
        checked = run.check("call_2", "t", '{"n": 1}')
        run.finish(checked, "done")
        gone = weakref.ref(run)
        del run
        assert gone() is None
        assert vars(gate) == before
    finally:
        gc.enable()


def test_runs_of_one_id_know_nothing_of_each_other(gate):
    one, other = gate.run("r", max_invalid=1), gate.run("r", max_invalid=1)
    one.dispatch("call_1", "t", "{")
    assert (one.invalid_left, other.invalid_left) == (0, 1)
    assert gate.dispatch("call_1", "t", "{").failure.invalid_left is None


def test_state_can_be_read_only(gate):
    run = gate.run("run-42", max_invalid=2)
    run.dispatch("call_1", "t", "{")
    assert repr(run) == "<Run 'run-42': 1 calls, 1 invalid of 2 allowed>"
    assert run.run_id == "run-42"
    for name in ("run_id", "calls", "invalid", "invalid_left"):
        with pytest.raises(AttributeError):
            setattr(run, name, 0)


CALLS = {"valid": '{"n": 1}', "invalid": "{}", "unknown": None}


@given(
    st.lists(st.sampled_from(list(CALLS)), max_size=20),
    st.integers(0, 5),
    st.none() | st.integers(0, 15),
)
def test_counts_are_those_of_a_list(kinds, max_invalid, max_calls):
    """The law, said once more over the whole list of calls so far."""
    run = GATE.run("r", max_invalid=max_invalid, max_calls=max_calls)
    began: list[str] = []
    for kind in kinds:
        over = sum(k != "valid" for k in began) > max_invalid
        full = max_calls is not None and len(began) >= max_calls
        try:
            name = "x" if kind == "unknown" else "t"
            said = run.dispatch("c", name, CALLS[kind]).is_error
        except UnknownToolError:
            said = "unknown"
        except CallBudgetExceeded as error:
            said = type(error)
        if over:
            assert said is InvalidCallBudgetExceeded
            continue
        if full:
            assert said is CallBudgetExceeded
            continue
        began.append(kind)
        if sum(k != "valid" for k in began) > max_invalid:
            assert said is InvalidCallBudgetExceeded
        else:
            expected = {"valid": False, "invalid": True, "unknown": "unknown"}
            assert said == expected[kind]
    assert run.calls == len(began)
    assert run.invalid == sum(k != "valid" for k in began)


GATE = registry_with().gate


def in_threads(work, count=16):
    """Run `work(number)` in threads that start together."""
    start, found = threading.Barrier(count), []

    def body(number):
        start.wait()
        try:
            found.extend(work(number))
        except BaseException as error:
            found.append(error)

    threads = [
        threading.Thread(target=body, args=(number,))
        for number in range(count)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def outcomes(run, arguments, times):
    for _ in range(times):
        try:
            yield run.dispatch("c", "t", arguments)
        except CallBudgetExceeded as error:
            yield error


@pytest.mark.requirement("call-budget")
@pytest.mark.parametrize("max_invalid", [8, 100])
def test_exact_under_sixteen_threads(max_invalid):
    ran = []
    run = registry_with(ran.append).gate.run("r", max_invalid=max_invalid)
    found = in_threads(lambda number: outcomes(run, "{}", 20))
    assert len(found) == 320
    answers = [one for one in found if isinstance(one, ToolResult)]
    assert sorted(one.failure.invalid_left for one in answers) == list(
        range(max_invalid)
    )
    others = [one for one in found if not isinstance(one, ToolResult)]
    assert {type(one) for one in others} == {InvalidCallBudgetExceeded}
    assert all(one.result.is_error for one in others)
    assert run.invalid_left == 0
    # Calls that were under way when the run ended were judged as well.
    assert max_invalid < run.invalid <= max_invalid + 16
    assert run.calls == run.invalid


def test_all_calls_are_exact_under_sixteen_threads():
    ran = []
    run = registry_with(ran.append).gate.run("r", max_calls=100)
    found = in_threads(lambda number: outcomes(run, '{"n": 1}', 20))
    assert len(ran) == run.calls == 100
    assert sum(isinstance(one, ToolResult) for one in found) == 100
    assert sum(type(one) is CallBudgetExceeded for one in found) == 220


def test_exact_where_tasks_interleave():
    """Handlers that await, answers that come out of order."""

    async def relay(arguments):
        for _ in range(arguments["n"] % 7):
            await asyncio.sleep(0)
        if arguments["n"] % 2:
            return ToolResult(
                "wrong",
                is_error=True,
                failure=Failure("invalid_arguments", "input"),
            )
        return "fine"

    async def story():
        run = registry_with(relay).gate.run("r", max_invalid=8, max_calls=150)

        async def one(number):
            for _ in range(number % 3):
                await asyncio.sleep(0)
            arguments = "{}" if number % 5 == 0 else {"n": number}
            return await run.adispatch(f"call_{number}", "t", arguments)

        found = await asyncio.gather(
            *map(one, range(200)), return_exceptions=True
        )
        return run, found

    run, found = asyncio.run(story())
    answers = [one for one in found if isinstance(one, ToolResult)]
    left = [one.failure.invalid_left for one in answers if one.is_error]
    assert sorted(left) == list(range(8))
    errors = [one for one in found if not isinstance(one, ToolResult)]
    assert {type(one) for one in errors} <= {
        CallBudgetExceeded,
        InvalidCallBudgetExceeded,
    }
    assert len(errors) + len(answers) == 200
    assert run.calls <= 150


def raised(call, *arguments, **options):
    """Return the exception that a call raised, without its traceback."""
    try:
        call(*arguments, **options)
    except BaseException as error:
        return error.with_traceback(None)
    return None


class TestUnderAttack:
    """Whatever a call comes to, it counts once, and the run goes on."""

    @pytest.mark.parametrize("timeout", [None, 5])
    def test_what_is_not_caught(self, timeout):
        run = registry_with(raising(KeyboardInterrupt())).gate.run("r")
        for _ in range(3):
            error = raised(run.dispatch, "c", "t", '{"n": 1}', timeout=timeout)
            assert type(error) is KeyboardInterrupt
        assert (run.calls, run.invalid) == (3, 0)
        assert run.dispatch("c", "t", "{}").failure.invalid_left == 7

    def test_tasks_that_are_cancelled(self):
        async def hang(arguments):
            await asyncio.sleep(60)

        async def story():
            run = registry_with(hang).gate.run("r", max_calls=30)
            tasks = [
                asyncio.ensure_future(run.adispatch("c", "t", '{"n": 1}'))
                for _ in range(30)
            ]
            await asyncio.sleep(0.01)
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            assert {type(one) for one in ended} == {asyncio.CancelledError}
            assert (run.calls, run.invalid) == (30, 0)
            with pytest.raises(CallBudgetExceeded) as caught:
                await run.adispatch("c", "t", '{"n": 1}')
            assert type(caught.value) is CallBudgetExceeded

        asyncio.run(story())

    def test_a_handler_that_calls_through_its_own_run(self):
        """Its calls count as any other, while it is under way itself."""

        def relay(arguments):
            yield run.dispatch("inner", "t", "{}").text.count("missing")
            yield raised(run.dispatch, "inner", "t", "{}").result.is_error

        registry = registry_with()
        registry.register(Tool(name="relay", handler=relay))
        run = registry.gate.run("r", max_invalid=1)
        assert run.dispatch("c", "relay").structured_content == [1, True]
        assert (run.calls, run.invalid) == (3, 2)
        error = raised(run.dispatch, "c", "relay")
        assert type(error) is InvalidCallBudgetExceeded

    def test_an_approval_that_is_replayed(self):
        """It is refused, which is no invalid call, and it counts."""
        registry = registry_with(policies=[lambda call: Decision.ask("?")])
        run = registry.gate.run("r", max_invalid=0, max_calls=4)
        asked = raised(run.dispatch, "c", "t", '{"n": 1}')
        assert type(asked) is ApprovalRequired
        answers = [
            run.dispatch("c", "t", '{"n": 1}', approval=asked.token)
            for _ in range(3)
        ]
        assert answers[0].text == "fine"
        assert [one.failure.kind for one in answers[1:]] == ["denied"] * 2
        assert (run.calls, run.invalid) == (4, 0)
        error = raised(run.dispatch, "c", "t", '{"n": 1}')
        assert type(error) is CallBudgetExceeded

    def test_a_run_that_is_over_spends_no_approval(self):
        registry = registry_with(policies=[lambda call: Decision.ask("?")])
        run = registry.gate.run("r", max_calls=1)
        token = raised(run.dispatch, "c", "t", '{"n": 1}').token
        refused = raised(run.dispatch, "c", "t", '{"n": 1}', approval=token)
        assert type(refused) is CallBudgetExceeded
        said = registry.gate.dispatch("c", "t", '{"n": 1}', approval=token)
        assert said.text == "fine"

    def test_every_door_in_sixteen_threads(self):
        """One answer or error, and one record, for each call of any kind."""
        records = []
        registry = registry_with(observers=[records.append])
        run = registry.gate.run("r", max_invalid=40)

        def check_and_finish(arguments):
            checked = run.check("c", "t", arguments)
            if type(checked) is CheckedCall:
                return run.finish(checked, "fine")
            return checked

        doors = [
            lambda: run.dispatch("c", "t", '{"n"'),
            lambda: run.dispatch("c", "t", '{"n": 1}'),
            lambda: run.dispatch("c", "nobody"),
            lambda: check_and_finish('{"n": 1}'),
            lambda: check_and_finish("{}"),
            lambda: asyncio.run(run.adispatch("c", "t", "[]")),
        ]

        def work(number):
            for turn in range(18):
                try:
                    yield doors[(number + turn) % 6]()
                except (UnknownToolError, CallBudgetExceeded) as error:
                    yield error

        found = in_threads(work)
        assert len(found) == len(records) == 16 * 18
        left = [
            one.data["invalid_left"]
            if type(one) is UnknownToolError
            else one.failure.invalid_left
            for one in found
            if type(one) is UnknownToolError
            or (type(one) is ToolResult and one.is_error)
        ]
        assert sorted(left) == list(range(40))
        spent = [type(one) is InvalidCallBudgetExceeded for one in found]
        assert sum(spent) == len(found) - run.calls + run.invalid - 40

    def test_nothing_is_kept_of_a_run_that_is_over(self):
        async def hang(arguments):
            await asyncio.sleep(60)

        registry = registry_with(hang)
        run = registry.gate.run("r", max_invalid=1)

        async def cancelled(run):
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(
                    run.adispatch("c", "t", '{"n": 1}'), 0.01
                )

        asyncio.run(cancelled(run))
        for arguments in ("{}", "{}", "{}"):
            raised(run.dispatch, "c", "t", arguments)
            raised(run.dispatch, "c", "nobody", arguments)
        gone = weakref.ref(run)
        del run
        gc.collect()
        assert gone() is None
