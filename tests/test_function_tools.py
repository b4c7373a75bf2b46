"""Functions as tools, from the model's text to the model's answer."""

from __future__ import annotations

import asyncio
import contextvars
import dataclasses
import datetime as dt
import decimal
import enum
import functools
import json
import threading
import uuid
from collections.abc import Mapping
from typing import Annotated, Literal

import pytest
from typing_extensions import NotRequired, TypedDict

from toolgate import (
    CallLimits,
    CheckedCall,
    Decision,
    Injected,
    Tool,
    ToolContext,
    ToolError,
    ToolGate,
    ToolRegistry,
    ToolResult,
    ValueLimits,
    dispatch_tool_call,
)
from toolgate.exceptions import InvalidToolError, MissingContextValue


class Severity(str, enum.Enum):
    low = "low"
    high = "high"


class Stats(TypedDict):
    count: int
    note: NotRequired[str]


@dataclasses.dataclass
class Point:
    x: float
    y: float = 0.0


@pytest.fixture
def registry(validators):
    return ToolRegistry(validators=validators)


@pytest.fixture
def call(registry):
    def call(function, text="{}", **options):
        registry.tool(function, replace=True)
        name = getattr(function, "func", function).__name__
        return dispatch_tool_call(registry, "call_1", name, text, **options)

    return call


class TestArguments:
    def test_absent_default_and_null(self, registry):
        """Field case: a default is not a null, and a member is a member."""
        got = []

        @registry.tool
        def forecast(city: str, metric: bool = True) -> str:
            got.append((city, metric))
            return "sun"

        @registry.tool
        def triage(task: str, severity: Severity | None) -> str:
            got.append((task, severity))
            return "done"

        def told(name, text):
            return dispatch_tool_call(registry, "c", name, text).is_error

        assert not told("forecast", '{"city": "Lyon"}')
        assert told("forecast", '{"city": "Lyon", "metric": null}')
        assert told("triage", '{"task": "x"}')
        assert not told("triage", '{"task": "x", "severity": null}')
        assert not told("triage", '{"task": "x", "severity": "low"}')
        assert told("triage", '{"task": "x", "severity": "mid"}')
        assert got == [("Lyon", True), ("x", None), ("x", Severity.low)]
        assert type(got[2][1]) is Severity

    def test_types_are_what_the_annotations_say(self, call):
        got = []

        def f(
            n: int,
            x: float,
            when: dt.datetime,
            price: decimal.Decimal,
            at: Point,
            tags: set[str],
        ) -> None:
            got.extend((n, x, when, price, at, tags))

        result = call(
            f,
            json.dumps(
                {
                    "n": 50.0,
                    "x": 5,
                    "when": "2030-01-02T03:04:05Z",
                    "price": "1.10",
                    "at": {"x": 1},
                    "tags": ["a", "b"],
                }
            ),
        )
        assert not result.is_error, result
        assert (result.content, result.failure) == ((), None)
        utc = dt.timezone.utc
        assert got == [
            *(50, 5.0, dt.datetime(2030, 1, 2, 3, 4, 5, tzinfo=utc)),
            *(decimal.Decimal("1.10"), Point(1.0), {"a", "b"}),
        ]
        assert [type(one) for one in got[:2]] == [int, float]
        assert type(got[4].x) is float

    def test_types_that_are_alike_in_json(self, call):
        got = []

        def f(x: list[Point] | dict[str, Point] | list[int]) -> None:
            got.append(x)

        for text in ('[{"x": 1}]', "[1.0, 2]", '{"a": {"x": 2}}'):
            assert not call(f, f'{{"x": {text}}}').is_error
        assert got == [[Point(1.0)], [1, 2], {"a": Point(2.0)}]
        assert type(got[1][0]) is int

    def test_what_only_the_type_refuses(self, call):
        """It is the model's to mend, and no crash."""

        def f(days: list[dt.date]) -> None:
            pytest.fail("must not run")

        result = call(f, '{"days": ["2030-01-31", "2030-02-30"]}')
        assert result.is_error
        assert result.failure.kind == "invalid_arguments"
        (violation,) = result.failure.violations
        assert violation.instance_path == ("days", 1)
        assert violation.received == "string"
        assert result.text.startswith("invalid_arguments: /days/1: expected")
        assert "02-30" not in result.text

    def test_a_dataclass_that_refuses(self, call):
        @dataclasses.dataclass
        class Even:
            n: int

            def __post_init__(self):
                if self.n % 2:
                    raise ValueError("secret: must be even")

        def f(one) -> int:
            return one.n

        f.__annotations__["one"] = Even

        assert call(f, '{"one": {"n": 2}}').structured_content == 2
        result = call(f, '{"one": {"n": 3}}')
        assert result.failure.kind == "invalid_arguments"
        assert result.failure.violations[0].instance_path == ("one",)

    def test_unknown_names_are_refused_with_the_known_ones(self, call):
        def find(query: str, limit: int = 5) -> str:
            pytest.fail("must not run")

        result = call(find, '{"query": "a", "limmit": 3}')
        assert 'unknown property "limmit"' in result.text
        assert "Did you mean limit?" in result.text

    def test_positional_only(self, call):
        def f(a: int, b: int = 2, /, c: int = 3) -> list[int]:
            return [a, b, c]

        assert call(f, '{"a": 1, "c": 9}').structured_content == [1, 2, 9]

    def test_partials_keep_what_they_bound(self, registry):
        def post(channel: str, text: str, urgent: bool = False) -> str:
            """Post a message."""
            return f"{channel} {text} {urgent}"

        for number, bound in enumerate(
            (
                functools.partial(post, channel="ops"),
                functools.partial(post, "ops"),
            )
        ):
            registry.register(Tool.from_function(bound, name=f"post{number}"))
            name = f"post{number}"
            good = dispatch_tool_call(registry, "c", name, '{"text": "hi"}')
            assert good.text == "ops hi False"
            bad = '{"text": "hi", "channel": "all"}'
            assert dispatch_tool_call(registry, "c", name, bad).is_error

    def test_what_partials_bound_no_model_sets(self, registry):
        """In an open schema, too."""

        def pay(amount: int, account: str, limit: int = 5) -> str:
            return f"{amount} from {account}, {limit}"

        for bound in (
            functools.partial(pay, account="ours"),
            functools.partial(functools.partial(pay, 7), account="ours"),
        ):
            tool = Tool.from_function(bound)
            opened = dataclasses.replace(tool, input_schema={"type": "object"})
            registry.register(opened, replace=True)
            for name in ("account", "amount") if bound.args else ("account",):
                result = registry.call("pay", {"amount": 1, name: "theirs"})
                assert result.failure.kind == "invalid_arguments"
            good = {} if bound.args else {"amount": 7}
            assert registry.call("pay", good).text == "7 from ours, 5"

    def test_recursive_types(self, registry):
        namespace = {}
        exec(
            "from __future__ import annotations\n"
            "import dataclasses\n"
            "@dataclasses.dataclass\n"
            "class Node:\n"
            "    value: int\n"
            "    children: list[Node] = dataclasses.field("
            "default_factory=list)\n"
            "def total(tree: Node) -> int:\n"
            "    return tree.value + sum(map(total, tree.children))\n",
            namespace,
        )
        registry.tool(namespace["total"])
        tree = {"value": 1, "children": [{"value": 2}, {"value": 3.0}]}
        result = registry.call("total", {"tree": tree})
        assert result.structured_content == 6
        tree["children"].append({"value": "x"})
        failure = registry.call("total", {"tree": tree}).failure
        assert failure.violations[0].instance_path == (
            *("tree", "children", 2, "value"),
        )


class TestResults:
    def test_field_case_stats(self, call):
        for value, good in (
            ({"count": 2}, True),
            ({"total": 2}, False),
            ({"count": 2, "note": None}, False),
            ({"count": object()}, False),
        ):

            def stats(mode: str, value=value) -> Stats:
                return value

            bound = functools.partial(stats, value=value)
            result = call(bound, '{"mode": "m"}')
            assert result.is_error is not good
            if good:
                assert result.structured_content == {"count": 2}
                assert json.loads(result.text) == {"count": 2}
            else:
                assert result.failure.kind == "invalid_output"
                assert "object at" not in result.text

    def test_values_of_any_kind(self, call):
        """Field case: ISO 8601, decimals without loss, UUIDs as they read."""

        def when() -> dict[str, object]:
            return {
                "at": dt.datetime(2030, 1, 2, tzinfo=dt.timezone.utc),
                "sum": decimal.Decimal("1.10"),
                "id": uuid.UUID(int=7),
            }

        result = call(when)
        found = dict(result.structured_content)
        at = found.pop("at")
        assert dt.datetime.fromisoformat(at.replace("Z", "+00:00")) == (
            dt.datetime(2030, 1, 2, tzinfo=dt.timezone.utc)
        )
        assert found == {"sum": "1.10", "id": str(uuid.UUID(int=7))}
        assert json.loads(result.text) == result.structured_content

    @pytest.mark.parametrize("annotated", [True, False])
    def test_dataclasses(self, call, annotated):
        def where():
            return [Point(1, 2)]

        if annotated:
            where.__annotations__["return"] = list[Point]
        assert call(where).structured_content == [{"x": 1, "y": 2}]

    def test_keys_that_are_not_text(self, call):
        def counts() -> dict[int, int]:
            return {7: 1}

        result = call(counts)
        assert result.structured_content == {"7": 1}

    def test_text_and_nothing(self, call):
        def text() -> str:
            return "plain"

        result = call(text)
        assert (result.text, result.structured_content) == (
            "plain",
            ToolResult().structured_content,
        )

        def nothing() -> None:
            return None

        assert call(nothing) == ToolResult()

    def test_generators_are_collected(self, call):
        def numbers(n: int):
            yield from range(n)

        assert call(numbers, '{"n": 3}').structured_content == [0, 1, 2]

    def test_a_result_of_a_wrong_type(self, call):
        def count() -> int:
            return "three"

        result = call(count)
        assert result.failure.kind == "invalid_output"
        assert "three" not in result.text

    def test_model_code_that_raises(self, call):
        class Model:
            def model_dump(self, **options):
                raise OSError("s3cret")

        def broken():
            return Model()

        result = call(broken)
        assert result.failure.kind == "invalid_output"
        assert "s3cret" not in result.text


class TestTheHost:
    def test_the_model_cannot_set_what_the_host_must(self, registry):
        """Field case: refused by name, in open schemas, too."""
        got = []

        def read_file(path: str, account: Annotated[str, Injected()]) -> str:
            got.append((path, account))
            return "text"

        tool = Tool.from_function(read_file)
        opened = dataclasses.replace(
            tool,
            name="open_file",
            input_schema={
                key: value
                for key, value in tool.input_schema.items()
                if key != "additionalProperties"
            },
        )
        registry.register_all([tool, opened])
        context = ToolContext(values={"account": "acct-1"})
        for name in ("read_file", "open_file"):
            assert "account" not in json.dumps(registry[name].input_schema)
            good = dispatch_tool_call(
                registry, "c", name, '{"path": "a.txt"}', context=context
            )
            assert good.text == "text"
            bad = dispatch_tool_call(
                registry,
                "c",
                name,
                '{"path": "a.txt", "account": "acct-2"}',
                context=context,
            )
            assert bad.failure.kind == "invalid_arguments"
            assert 'unknown property "account"' in bad.text
            assert "acct" not in bad.text.replace("account", "")
        assert got == [("a.txt", "acct-1")] * 2
        assert not registry.search("account")

    @pytest.mark.parametrize(
        "context", [None, ToolContext(values={"other": 1})]
    )
    def test_what_is_missing_is_the_hosts_fault(self, registry, context):
        @registry.tool
        def orders(tenant: Annotated[str, Injected("tenant_id")]) -> str:
            pytest.fail("must not run")

        gate = ToolGate(registry)
        for door in (gate.dispatch, gate.check):
            with pytest.raises(MissingContextValue) as caught:
                door("c", "orders", "{}", context=context)
        assert caught.value.keys == ("tenant_id",)
        assert str(caught.value) == (
            "tool orders needs 'tenant_id' from the host: pass "
            "context=ToolContext(values={...})"
        )

    def test_a_default_stands_in(self, call):
        def f(limit: Annotated[int, Injected()] = 5) -> int:
            return limit

        assert call(f).structured_content == 5
        context = ToolContext(values={"limit": 7})
        assert call(f, context=context).structured_content == 7

    @pytest.mark.parametrize("given", [None, ToolContext(run_id="r")])
    def test_a_context_is_always_there(self, call, given):
        def f(ctx: ToolContext | None, n: int) -> str:
            return f"{ctx.tool_call_id} {ctx.tool_name} {ctx.run_id} {n}"

        result = call(f, '{"n": 1}', context=given)
        run_id = given and given.run_id
        assert result.text == f"call_1 f {run_id} 1"

    def test_contexts_do_not_leak_between_calls(self, registry):
        """A thousand at once, in tasks and on worker threads."""
        variable = contextvars.ContextVar("variable")

        @registry.tool
        async def ahold(n: int, who: Annotated[int, Injected()]) -> list[int]:
            await asyncio.sleep(0.001 * (n % 7))
            return [n, who, variable.get()]

        @registry.tool
        def hold(n: int, who: Annotated[int, Injected()]) -> list[int]:
            return [n, who, variable.get()]

        async def one(n):
            variable.set(n)
            return await registry.acall(
                "hold" if n % 2 else "ahold",
                {"n": n},
                context=ToolContext(values={"who": n}),
            )

        async def main():
            return await asyncio.gather(*map(one, range(1_000)))

        found = [result.structured_content for result in asyncio.run(main())]
        assert found == [[n, n, n] for n in range(1_000)]


class TestDoors:
    def test_the_function_stays_the_function(self, registry):
        def double(n: int) -> int:
            return 2 * n

        assert registry.tool(double) is double
        decorated = registry.tool(name="again", tags="math")(double)
        assert decorated is double
        assert registry["again"].tags == {"math"}
        with pytest.raises(Exception, match="the name is taken"):
            registry.tool(double)
        assert registry.tool(replace=True)(double) is double

    def test_async_functions(self, registry):
        @registry.tool
        async def later(n: int) -> int:
            await asyncio.sleep(0)
            return n

        result = asyncio.run(registry.acall("later", {"n": 1}))
        assert result.structured_content == 1

    def test_in_a_worker_thread_with_a_limit(self, call):
        def where() -> bool:
            return threading.current_thread() is threading.main_thread()

        assert call(where, timeout=5).structured_content is False

    def test_check_and_finish(self, registry):
        @registry.tool
        def where(at: Point) -> Point: ...

        gate = ToolGate(registry)
        checked = gate.check("c", "where", '{"at": {"x": 1}}')
        assert isinstance(checked, CheckedCall)
        done = gate.finish(checked, Point(1, 2))
        assert done.structured_content == {"x": 1, "y": 2}

    def test_policies_see_what_the_model_sent(self, validators):
        seen = []
        registry = ToolRegistry(
            validators=validators,
            policies=[
                lambda call: seen.append(call.arguments) or Decision.allow()
            ],
        )

        @registry.tool
        def f(day: dt.date, who: Annotated[str, Injected()]) -> str:
            return "ok"

        context = ToolContext(values={"who": "ann"})
        registry.call("f", {"day": "2030-01-02"}, context=context)
        assert seen == [{"day": "2030-01-02"}]

    def test_what_a_function_raises(self, call):
        def f(mode: Literal["tool", "other"]) -> str:
            if mode == "tool":
                raise ToolError("try again")
            raise ValueError("s3cret")

        assert call(f, '{"mode": "tool"}').text == "try again"
        assert "s3cret" not in call(f, '{"mode": "other"}').text


def test_a_metaclass_that_raises_is_answered(call):
    class Meta(type):
        def __getattr__(cls, name):
            raise RuntimeError

    class Odd(metaclass=Meta):
        pass

    def f() -> object:
        return Odd()

    assert call(f).failure.kind == "invalid_output"


@dataclasses.dataclass
class Checked:
    why: str

    def __post_init__(self) -> None:
        if self.why == "told":
            raise ToolError("not today")
        raise {"os": OSError, "stack": RecursionError}.get(
            self.why, RuntimeError
        )


@pytest.mark.parametrize(
    ("why", "kind"),
    [("os", OSError), ("stack", RecursionError), ("x", RuntimeError)],
)
def test_a_class_that_raises_keeps_the_function_from_running(call, why, kind):
    def f(at: Checked) -> str:
        raise AssertionError

    result = call(f, json.dumps({"at": {"why": why}}))
    failure = result.failure
    assert (failure.kind, failure.stage) == ("crashed", "handler")
    assert type(failure.exception) is kind
    assert result.text == (
        "crashed: f did not run: reading its arguments failed inside. "
        "The details stay with the host."
    )


def test_a_class_may_speak_to_the_model(call):
    def f(at: Checked) -> str:
        raise AssertionError

    result = call(f, '{"at": {"why": "told"}}')
    assert result.failure.kind == "tool_error"
    assert result.text == "not today"


class Vault(Mapping):
    """Values of the host's that cannot be had, from one question on."""

    def __init__(self, answers):
        self.answers = answers

    def __contains__(self, key):
        if not self.answers:
            raise ConnectionError
        return True

    def __getitem__(self, key):
        raise ConnectionError

    def __iter__(self):
        raise ConnectionError

    def __len__(self):
        raise ConnectionError


def test_values_that_cannot_be_looked_up_are_missing(call):
    def f(tenant: Annotated[str, Injected()]) -> str:
        raise AssertionError

    context = ToolContext(values=Vault(answers=False))
    with pytest.raises(MissingContextValue, match="'tenant'") as caught:
        call(f, context=context)
    assert caught.value.keys == ("tenant",)
    assert type(caught.value.__cause__) is ConnectionError
    assert repr(context) == "<ToolContext: values of type Vault>"


@pytest.mark.parametrize("answers", [True, False])
def test_values_that_cannot_be_read_are_answered(call, answers):
    def f(tenant: Annotated[str, Injected()] = "none") -> str:
        raise AssertionError

    result = call(f, context=ToolContext(values=Vault(answers)))
    assert result.text.startswith("crashed: f did not run")
    assert type(result.failure.exception) is ConnectionError


@pytest.mark.parametrize("driver", ["sync", "async", "finish"])
class TestItemsOfGenerators:
    @pytest.fixture
    def drive(self, driver, registry):
        def drive(function):
            name = registry[function.__name__].name
            if driver == "sync":
                return registry.gate.dispatch("c", name)
            if driver == "async":
                return asyncio.run(registry.gate.adispatch("c", name))
            checked = registry.gate.check("c", name)
            return registry.gate.finish(checked, function())

        return drive

    def test_are_written_one_by_one(self, registry, drive):
        @registry.tool
        def points():
            point = Point(0.0)
            for x in range(3):
                point.x = x
                yield point

        assert drive(points).structured_content == [
            {"x": x, "y": 0.0} for x in range(3)
        ]

    def test_end_where_they_are_too_much(self, registry, drive):
        taken = []

        @registry.tool
        def lines():
            while True:
                taken.append(1)
                yield {"x" * 100_000}

        result = drive(lines)
        assert result.failure.kind == "invalid_output"
        assert len(taken) <= registry.gate._outputs.max_bytes // 100_000 + 1

    def test_end_where_one_is_no_json(self, registry, drive):
        @registry.tool
        def numbers():
            yield 1
            yield 1j
            raise AssertionError

        result = drive(numbers)
        assert result.failure.kind == "invalid_output"
        assert result.failure.exception.path == (1,)


def test_items_of_async_generators_are_written_one_by_one(registry):
    taken = []

    @registry.tool
    async def points(n: int):
        while len(taken) < n:
            taken.append(1)
            yield Point(1.0)

    nodes = 3_000
    limits = ValueLimits(max_bytes=10**9, max_depth=8, max_nodes=nodes)
    gate = ToolGate(registry, limits=CallLimits(outputs=limits))

    def drive(n):
        return asyncio.run(gate.adispatch("c", "points", {"n": n}))

    assert drive(1).structured_content == [{"x": 1.0, "y": 0.0}]
    assert drive(10 * nodes).failure.kind == "invalid_output"
    assert len(taken) <= nodes // 3 + 2


class TestReplacedFields:
    @pytest.fixture
    def tool(self):
        def f(x: int, *, y: str = "a") -> str:
            got.append((x, y))
            return "done"

        got = self.got = []
        return Tool.from_function(f)

    @pytest.mark.parametrize(
        ("text", "keyword"),
        [
            ("{}", "required"),
            ('{"x": "12"}', "type"),
            ('{"x": 1, "y": 2}', "type"),
            ('{"x": 1, "z": 2}', "additionalProperties"),
        ],
    )
    def test_a_wider_schema_lets_nothing_more_in(
        self, registry, tool, text, keyword
    ):
        wide = dataclasses.replace(tool, input_schema={"type": "object"})
        registry.register(wide)
        result = registry.call("f", text)
        assert result.failure.kind == "invalid_arguments"
        assert [each.keyword for each in result.failure.violations] == [
            keyword
        ]
        assert not self.got
        assert registry.call("f", '{"x": 2.0}').text == "done"
        assert self.got == [(2, "a")]

    def test_a_stricter_schema_is_told_of_first(self, registry, tool):
        strict = dataclasses.replace(
            tool,
            input_schema={
                "type": "object",
                "properties": {"x": {"maximum": 5}},
            },
        )
        registry.register(strict)
        broken = registry.call("f", '{"x": 7, "z": 1}').failure.violations
        assert [each.keyword for each in broken] == ["maximum"]

    def test_one_schema_is_compiled_where_there_is_one(self, registry, tool):
        registry.register(dataclasses.replace(tool, description="D"))
        assert registry.gate._entry("f").derived is None

    def test_another_handler_needs_another_tool(self, tool):
        with pytest.raises(InvalidToolError, match=r"Tool\.from_function"):
            dataclasses.replace(tool, handler=lambda arguments: "other")
        raw = dataclasses.replace(tool, handler=str, binder=None)
        assert raw.handler is str
        assert dataclasses.replace(tool, handler=None).binder is tool.binder

    def test_what_is_no_binder_is_refused(self):
        with pytest.raises(InvalidToolError):
            Tool(name="t", handler=str, binder=len)

    def test_a_function_tool_is_no_raw_one(self, tool):
        assert tool == dataclasses.replace(tool)
        assert tool != dataclasses.replace(tool, binder=None)
        assert tool == Tool.from_function(tool.handler)


class Sly:
    """What a default, or a handler, may do."""

    def __call__(self, x: int = 1) -> str:
        return "called"

    def __eq__(self, other):
        raise RuntimeError

    def __hash__(self):
        raise RuntimeError

    def __repr__(self):
        raise RuntimeError

    def __bool__(self):
        raise RuntimeError


def test_a_default_that_does_nothing_right_is_a_default(registry):
    def f(x: int = Sly(), *, y: int = Sly()) -> str:
        return type(x).__name__

    tool = registry.register(Tool.from_function(f))
    assert "default" not in tool.input_schema["properties"]["x"]
    assert tool == Tool.from_function(f)
    assert hash(tool) == hash(Tool.from_function(f))
    assert registry.call("f").text == "Sly"
    partial = functools.partial(f, y=Sly())
    registry.tool(partial, name="g")
    assert registry.call("g").text == "Sly"


def test_a_handler_that_cannot_be_compared_is_equal_to_itself():
    sly = Sly()
    assert Tool(name="t", handler=sly) == Tool(name="t", handler=sly)
    assert Tool(name="t", handler=sly) != Tool(name="t", handler=Sly())


@pytest.mark.parametrize(
    "option",
    ["input_schema", "handler", "origin", "source_name", "trusted", "binder"],
)
def test_what_a_function_says_is_no_option(registry, option):
    """Nor is what only imported tools have, nor what there is not."""

    def f() -> None: ...

    for name in (option, f"{option}s"):
        with pytest.raises(TypeError, match=rf"^{name} is no option .*inline"):
            Tool.from_function(f, **{name: None})
        with pytest.raises(TypeError, match=rf"^{name} is no option"):
            registry.tool(**{name: None})(f)
    assert not registry.list()
