"""The async driver: threads, tasks, time limits, cancellation."""

from __future__ import annotations

import asyncio
import contextvars
import sys
import threading
import time

import pytest

from timing import over
from toolgate import (
    Tool,
    ToolCall,
    ToolContext,
    ToolError,
    ToolGate,
    ToolRegistry,
    ValueLimits,
    adispatch_tool_call,
)
from toolgate.exceptions import NoHandlerError
from toolgate.gate import tasks


@pytest.fixture
def registry():
    return ToolRegistry()


@pytest.fixture
def add(registry):
    def add(handler, **fields):
        fields.setdefault("input_schema", {"type": "object"})
        return registry.register(Tool(name="t", handler=handler, **fields))

    return add


@pytest.fixture
def dispatch(registry):
    async def dispatch(arguments="{}", **options):
        return await adispatch_tool_call(
            registry, "call_1", "t", arguments, **options
        )

    return dispatch


class Later:
    def __await__(self):
        yield from asyncio.sleep(0).__await__()
        return "later"


async def coroutine(arguments):
    await asyncio.sleep(0)
    return {"done": True}


async def items(arguments):
    yield 1
    yield 2


def test_async_handlers(add, dispatch):
    add(coroutine)
    result = asyncio.run(dispatch())
    assert result.structured_content == {"done": True}


def test_async_generators_are_collected(add, dispatch):
    add(items)
    assert asyncio.run(dispatch()).structured_content == [1, 2]


@pytest.mark.parametrize(
    ("handler", "text"),
    [
        (lambda arguments: coroutine(arguments), '{"done": true}'),
        (lambda arguments: items(arguments), "[1, 2]"),
        (lambda arguments: Later(), "later"),
        (lambda arguments: (n for n in (1, 2)), "[1, 2]"),
    ],
)
@pytest.mark.parametrize("inline", [True, False])
def test_what_does_not_look_async_is_awaited(
    add, dispatch, handler, text, inline
):
    add(handler, inline=inline)
    assert asyncio.run(dispatch()).text == text


def test_endless_async_generators_end(add, registry):
    closed = []

    async def forever(arguments):
        try:
            while True:
                yield 1
        finally:
            closed.append(True)

    add(forever)
    gate = ToolGate(registry)
    gate._outputs = ValueLimits(max_bytes=1000, max_depth=8, max_nodes=10)
    result = asyncio.run(gate.adispatch("c", "t"))
    assert result.structured_content == [1] * 11
    assert closed == [True]


@pytest.mark.parametrize("error", [ToolError("said"), OSError("s3cret")])
@pytest.mark.parametrize("timeout", [None, 5])
def test_exceptions(add, dispatch, error, timeout):
    async def fail(arguments):
        raise error

    def fail_sync(arguments):
        raise error

    for handler in (fail, fail_sync):
        add(handler) if handler is fail else None
        result = asyncio.run(dispatch(timeout=timeout))
        assert result.is_error
        assert result.failure.exception is error
        assert "s3cret" not in result.text


@pytest.mark.requirement("off-the-loop")
def test_sync_handlers_leave_the_loop_free(add, dispatch):
    """Two slow calls overlap, and the loop keeps ticking."""
    add(lambda arguments: time.sleep(0.3))

    async def main():
        gaps, last = [], time.perf_counter()
        both = asyncio.gather(dispatch(), dispatch())
        while not both.done():
            await asyncio.sleep(0.01)
            gaps.append(time.perf_counter() - last)
            last = time.perf_counter()
        return max(gaps)

    def measure(_):
        started = time.perf_counter()
        gap = asyncio.run(main())
        both = time.perf_counter() - started
        return {"gap of 0.25 s": gap / 0.25, "both in 0.58 s": both / 0.58}

    assert over(1, measure) == {}


def test_inline_stays_on_the_thread(add, dispatch):
    add(lambda arguments: threading.get_ident(), inline=True)
    result = asyncio.run(dispatch())
    assert result.structured_content == threading.get_ident()


def test_worker_is_another_thread(add, dispatch):
    add(lambda arguments: threading.get_ident())
    result = asyncio.run(dispatch())
    assert result.structured_content != threading.get_ident()


def test_context_variables_reach_the_worker(add, dispatch):
    variable = contextvars.ContextVar("variable", default="unset")
    add(lambda arguments: variable.get())

    async def main():
        variable.set("set")
        return await dispatch()

    assert asyncio.run(main()).text == "set"


def test_tool_context(add, dispatch):
    async def who(arguments, context):
        return f"{context.tool_call_id} {context.values['tenant']}"

    add(who)
    context = ToolContext(values={"tenant": "acme"})
    assert asyncio.run(dispatch(context=context)).text == "call_1 acme"


def test_bad_arguments(add, dispatch):
    add(pytest.fail, input_schema={"type": "object", "required": ["a"]})
    assert asyncio.run(dispatch()).failure.kind == "invalid_arguments"


def test_time_limit_cancels_an_async_handler(add, dispatch):
    cleaned = []

    async def hang(arguments):
        try:
            await asyncio.sleep(60)
        finally:
            cleaned.append(True)

    add(hang)
    result = asyncio.run(dispatch(timeout=0.05))
    assert result.failure.kind == "timed_out"
    assert cleaned == [True]


def test_time_limit_leaves_a_thread_behind(add, dispatch):
    release = threading.Event()
    add(lambda arguments: release.wait(10))
    result = asyncio.run(dispatch(timeout=0.05))
    release.set()
    assert result.failure.kind == "timed_out"


def test_work_in_time_is_not_limited(add, dispatch):
    add(coroutine, timeout=30)
    assert not asyncio.run(dispatch()).is_error


def test_a_handlers_own_timeout_is_a_crash(add, dispatch):
    async def fail(arguments):
        raise asyncio.TimeoutError

    add(fail)
    assert asyncio.run(dispatch(timeout=5)).failure.kind == "crashed"


@pytest.mark.requirement("cancellation")
@pytest.mark.parametrize("timeout", [None, 30])
def test_cancellation_propagates_and_leaves_no_task(add, dispatch, timeout):
    state = []

    async def hang(arguments):
        state.append("begun")
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            state.append("cancelled")
            raise

    add(hang)

    async def main():
        task = asyncio.ensure_future(dispatch(timeout=timeout))
        while not state:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return asyncio.all_tasks()

    assert len(asyncio.run(main())) == 1  # main itself
    assert state == ["begun", "cancelled"]


def test_a_handler_that_fights_its_cancellation(add, dispatch, monkeypatch):
    monkeypatch.setattr(tasks, "CANCEL_GRACE", 0.05)

    async def stubborn(arguments):
        for _ in range(20):
            try:
                await asyncio.sleep(0.05)
            except asyncio.CancelledError:
                pass

    add(stubborn)

    async def main():
        started = time.perf_counter()
        result = await dispatch(timeout=0.05)
        return result, time.perf_counter() - started

    result, seconds = asyncio.run(main())
    assert result.failure.kind == "timed_out"
    assert seconds < 0.9


def test_a_handler_that_raises_while_it_is_cancelled(add, dispatch):
    async def hang(arguments):
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            raise OSError from None

    add(hang)
    assert asyncio.run(dispatch(timeout=0.05)).failure.kind == "timed_out"


def test_cancelling_the_wait_for_a_thread(add, dispatch):
    begun, release = threading.Event(), threading.Event()

    def hang(arguments):
        begun.set()
        release.wait(10)

    add(hang)

    async def main():
        task = asyncio.ensure_future(dispatch())
        while not begun.is_set():
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        release.set()
        await asyncio.sleep(0.05)  # the late outcome finds nobody waiting

    asyncio.run(main())


def test_a_loop_that_closed_meanwhile(add, dispatch):
    begun, release = threading.Event(), threading.Event()
    finished = threading.Event()

    def hang(arguments):
        begun.set()
        release.wait(10)
        finished.set()

    add(hang)

    async def main():
        task = asyncio.ensure_future(dispatch())
        while not begun.is_set():
            await asyncio.sleep(0.01)
        task.cancel()

    asyncio.run(main())
    release.set()
    assert finished.wait(5)
    time.sleep(0.05)


@pytest.mark.parametrize("inline", [True, False])
def test_what_is_no_exception_propagates(add, registry, inline):
    class Stop(BaseException):
        pass

    def fail(arguments):
        raise Stop

    add(fail, inline=inline)

    async def main():
        with pytest.raises(Stop):
            await ToolGate(registry).adispatch("c", "t")

    asyncio.run(main())


def test_no_thread_where_the_system_gives_none(add, dispatch, monkeypatch):
    def refuse(self):
        raise RuntimeError("can't start new thread")

    add(pytest.fail)

    async def main():
        monkeypatch.setattr(threading.Thread, "start", refuse)
        return await dispatch()

    result = asyncio.run(main())
    assert result.failure.kind == "timed_out"
    assert "did not run" in result.text


def test_unknown_and_undispatchable(registry, add):
    gate = ToolGate(registry, unknown_tool="result")
    assert asyncio.run(gate.adispatch("c", "nope")).is_error
    add(None)
    with pytest.raises(NoHandlerError):
        asyncio.run(gate.adispatch("c", "t"))


def test_adispatch_call(add, registry):
    add(coroutine)
    call = ToolCall(tool_call_id="c", name="t")
    result = asyncio.run(ToolGate(registry).adispatch_call(call))
    assert result.structured_content == {"done": True}


def test_a_coroutine_that_returns_a_generator(add, dispatch):
    async def later(arguments):
        return (n for n in range(3))

    add(later)
    assert asyncio.run(dispatch()).structured_content == [0, 1, 2]


@pytest.mark.skipif(
    sys.version_info < (3, 11), reason="a task cannot tell before 3.11"
)
def test_a_handler_that_raises_while_it_is_cancelled_stays_cancelled(
    add, dispatch
):
    begun = []

    async def hang(arguments):
        begun.append(1)
        try:
            await asyncio.sleep(60)
        finally:
            raise ConnectionError

    add(hang)

    async def main():
        task = asyncio.ensure_future(dispatch())
        while not begun:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


@pytest.mark.skipif(
    sys.version_info < (3, 11), reason="a task cannot tell before 3.11"
)
@pytest.mark.parametrize("timeout", [None, 60])
def test_a_handler_that_swallows_its_cancellation_stays_cancelled(
    add, dispatch, timeout
):
    begun = []

    async def deaf(arguments):
        begun.append(1)
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            return "swallowed"

    add(deaf)

    async def main():
        task = asyncio.ensure_future(dispatch(timeout=timeout))
        while not begun:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())


@pytest.mark.parametrize("timeout", [None, 5])
def test_a_task_that_was_cancelled_before_may_go_on_with_tools(
    add, dispatch, timeout
):
    """As hosts do to clean up: an error is an error, not a cancellation."""

    async def fail(arguments):
        raise ToolError("told")

    add(fail)

    async def host():
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            return await dispatch(timeout=timeout)

    async def main():
        task = asyncio.ensure_future(host())
        await asyncio.sleep(0.01)
        task.cancel()
        return await task

    assert asyncio.run(main()).text == "told"


def test_a_tool_that_hangs_leaves_threads_to_the_others(registry):
    release, ran = threading.Event(), []
    registry.floor.workers._max_threads = 16  # two of them to each tool
    for name, handler in (
        ("hang", lambda arguments: release.wait(10)),
        ("count", lambda arguments: ran.append(1)),
    ):
        registry.register(Tool(name=name, handler=handler))

    async def main():
        answers = [await registry.acall("hang", timeout=0.05) for _ in "ab"]
        answers.append(await registry.acall("hang"))
        return answers, await registry.acall("count", timeout=5)

    answers, other = asyncio.run(main())
    refused = registry.call("hang", timeout=5)
    release.set()
    for answer in (*answers, refused):
        assert answer.failure.kind == "timed_out"
    assert "did not finish" in answers[1].text
    for answer in (answers[2], refused):
        assert "did not run" in answer.text
        assert "hang on threads" in str(answer.failure.exception)
    assert not other.is_error
    assert ran == [1]


def test_a_call_without_limit_does_not_wait_for_lost_threads(
    registry, monkeypatch
):
    """It is refused, once all threads are lost to others."""
    monkeypatch.setattr(tasks, "PATIENCE", 0.01)
    registry.floor.workers._max_threads = 1
    release = threading.Event()
    registry.register(Tool(name="hang", handler=lambda a: release.wait(10)))
    registry.register(Tool(name="pay", handler=pytest.fail))

    async def main():
        hung = asyncio.ensure_future(registry.acall("hang", timeout=0.2))
        await asyncio.sleep(0.05)
        waiting = asyncio.ensure_future(registry.acall("pay"))
        return await hung, await waiting, await registry.acall("pay")

    _, waited, late = asyncio.run(main())
    release.set()
    for answer in (waited, late):
        assert answer.failure.kind == "timed_out"
        assert "did not run" in answer.text


def test_a_call_that_waits_for_a_thread_gets_it_in_the_end(
    registry, monkeypatch
):
    monkeypatch.setattr(tasks, "PATIENCE", 0.01)
    registry.floor.workers._max_threads = 1
    registry.register(Tool(name="slow", handler=lambda a: time.sleep(0.1)))
    registry.register(Tool(name="pay", handler=lambda a: "paid"))

    async def main():
        return await asyncio.gather(
            registry.acall("slow"), registry.acall("pay")
        )

    assert asyncio.run(main())[1].text == "paid"


def test_a_cancelled_call_that_waits_for_a_thread_never_runs(registry):
    ran, release = [], threading.Event()
    registry.floor.workers._max_threads = 1
    registry.register(Tool(name="hang", handler=lambda a: release.wait(10)))
    registry.register(Tool(name="pay", handler=lambda a: ran.append(1)))

    async def main():
        hung = asyncio.ensure_future(registry.acall("hang"))
        await asyncio.sleep(0.05)
        waiting = asyncio.ensure_future(registry.acall("pay"))
        await asyncio.sleep(0.05)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        release.set()
        await hung

    asyncio.run(main())
    time.sleep(0.1)
    assert ran == []


def test_handlers_that_call_tools_do_not_starve_each_other(registry):
    registry.floor.workers._max_threads = 4
    registry.register(Tool(name="inner", handler=lambda a: "inner"))
    registry.register(
        Tool(
            name="outer",
            handler=lambda a: asyncio.run(registry.acall("inner")).text,
        )
    )

    async def main():
        return await asyncio.wait_for(
            asyncio.gather(*(registry.acall("outer") for _ in range(12))), 20
        )

    assert {result.text for result in asyncio.run(main())} == {"inner"}


def test_async_generators_of_long_texts_end(add, registry):
    taken = []

    async def texts(arguments):
        while True:
            taken.append(1)
            yield "x" * 600

    add(texts)
    gate = ToolGate(registry)
    gate._outputs = ValueLimits(max_bytes=1000, max_depth=8, max_nodes=10)
    asyncio.run(gate.adispatch("c", "t"))
    assert len(taken) == 2


def test_what_a_cancelled_handler_throws_is_dropped(add, dispatch):
    class StopError(BaseException):
        pass

    async def hang(arguments):
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            raise StopError from None

    add(hang)
    assert asyncio.run(dispatch(timeout=0.05)).failure.kind == "timed_out"
