"""
Faults from the field that concern functions, with the right behaviour.

The functions are those of the cases' file, run as they stand there; beside
each stand others of its kind.
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import json
from typing import Annotated, Any, Literal, Optional

import pytest
from typing_extensions import NotRequired, TypedDict

from toolgate import Injected, Tool, ToolContext, ToolRegistry
from toolgate.exceptions import InvalidToolError, MissingContextValue


@pytest.fixture(scope="session")
def field_cases(cases):
    lines = (cases / "field-cases.jsonl").read_text("utf-8").splitlines()
    return {case["id"]: case for case in map(json.loads, lines)}


class Recorder:
    """A registry of functions that remember what they were called with."""

    def __init__(self, source: str = "", **names: Any) -> None:
        self.names = {"__name__": "a_module", **names}
        exec(
            compile(source, "a_module", "exec", dont_inherit=True), self.names
        )
        self.registry = ToolRegistry()
        self.got: list[Any] = []

    def add(self, function: Any, **options: Any) -> Tool:
        @functools.wraps(function)
        def wrapper(*args, **named):
            self.got.append((*args, named) if args else named)

        if isinstance(function, str):
            return self.add(self.names[function], **options)
        tool = Tool.from_function(wrapper, output_schema=None, **options)
        return self.registry.register(tool)

    def verdicts(self, calls, context=None):
        """Return what each call came to, and what its function got."""
        told = []
        for name, arguments in calls:
            self.got.clear()
            result = self.registry.call(name, arguments, context=context)
            assert len(self.got) == (not result.is_error), result
            told.append("reject" if result.is_error else self.got[0])
        return told


def calls_of(case, name=None):
    return [
        (call.get("name", name), call["arguments_json"])
        for call in case["input"]["calls"]
    ]


class TestDefaultIsNotNullable:
    """A default makes a parameter optional; only `| None` lets null in."""

    def test_case(self, field_cases):
        case = field_cases["huggingface/smolagents#2496"]
        one = Recorder(case["input"]["python"])
        one.add("forecast")
        one.add("triage")
        low = one.names["Severity"].low
        told = one.verdicts(calls_of(case))
        assert told == [
            {"city": "Lyon"},
            "reject",
            "reject",
            {"task": "x", "severity": None},
            {"task": "x", "severity": low},
            "reject",
        ]
        assert told[4]["severity"] is low
        assert one.registry["forecast"].input_schema["required"] == ["city"]
        assert one.registry["triage"].input_schema["required"] == [
            "task",
            "severity",
        ]

    def test_fields_of_classes(self):
        @dataclasses.dataclass
        class Job:
            note: str | None
            size: int = 3
            tag: Optional[str] = None  # noqa: UP045 - as written

        def run(job: Job) -> None: ...

        one = Recorder()
        run.__annotations__["job"] = Job
        one.add(run)
        assert one.verdicts(
            [
                ("run", {"job": {"note": None}}),
                ("run", {"job": {}}),
                ("run", {"job": {"note": "a", "size": None}}),
                ("run", {"job": {"note": "a", "tag": None}}),
                ("run", {"job": None}),
            ]
        ) == [
            {"job": Job(None)},
            "reject",
            "reject",
            {"job": Job("a")},
            "reject",
        ]

    def test_keys_of_typed_dicts_and_items(self):
        class Row(TypedDict):
            a: str | None
            b: NotRequired[int]

        def save(row: Row, sizes: list[int | None] = []) -> None: ...  # noqa: B006

        one = Recorder()
        save.__annotations__["row"] = Row
        one.add(save)
        row = {"a": "x"}
        assert one.verdicts(
            [
                ("save", {"row": {"a": None}}),
                ("save", {"row": {}}),
                ("save", {"row": {"a": "x", "b": None}}),
                ("save", {"row": row, "sizes": [None, 1]}),
                ("save", {"row": row, "sizes": None}),
            ]
        ) == [
            {"row": {"a": None}},
            "reject",
            "reject",
            {"row": row, "sizes": [None, 1]},
            "reject",
        ]

    def test_a_default_of_none_without_a_type_that_says_so(self):
        def find(text: str = None) -> None: ...  # noqa: RUF013 - as written

        one = Recorder()
        one.add(find)
        assert one.verdicts([("find", {}), ("find", {"text": None})]) == [
            {},
            "reject",
        ]

    def test_members_of_an_enum_with_a_default(self):
        class Size(enum.IntEnum):
            S = 1
            L = 2

        def pack(size: Size = Size.S) -> None: ...

        one = Recorder()
        pack.__annotations__["size"] = Size
        one.add(pack)
        told = one.verdicts(
            [("pack", text) for text in ("{}", '{"size": 2}', '{"size": 3}')]
            + [("pack", '{"size": null}')]
        )
        assert told == [{}, {"size": Size.L}, "reject", "reject"]
        assert type(told[1]["size"]) is Size


class TestPostponedAnnotations:
    """They mean what they mean in the function's own module."""

    def test_case(self, field_cases):
        case = field_cases["modelcontextprotocol/python-sdk#1129"]
        one = Recorder(case["input"]["python"], Context=ToolContext)
        schema = one.add("greet").input_schema
        checks = case["checks"]
        assert list(schema["properties"]) == checks["properties"]
        assert schema["required"] == checks["required"]
        mood = schema["properties"]["mood"]
        assert (mood["enum"], mood["default"]) == (["calm", "glad"], "calm")
        [got] = one.verdicts([("greet", {"person": "Al"})])
        assert got.pop("ctx").tool_name == "greet"
        assert got == {"person": "Al"}
        for name in checks["absent"]:
            assert name not in json.dumps(schema)
            [told] = one.verdicts([("greet", {"person": "Al", name: {}})])
            assert told == "reject"
        with pytest.raises(InvalidToolError, match=r"pay.*'inv'.*Invoice"):
            one.registry.tool(one.names["pay"])
        assert "pay" not in one.registry

    @pytest.mark.parametrize(
        "parameters",
        [
            "ctx: Context, person: str",
            "person: str, *, ctx: Context",
            "ctx: Context[dict[str, int]], person: str",
            "person: str, ctx: Context[Invoice] | None = None",
            "person: str, ctx: 'Context | None' = None",
            "person: str, ctx: Optional[Context] = None",
            "person: str, ctx: Annotated[Context[int], 'the call'] = None",
        ],
    )
    def test_a_context_wherever_and_however_it_stands(self, parameters):
        source = (
            "from __future__ import annotations\n"
            "from typing import Annotated, Optional\n"
            "class Invoice: ...\n"
            f"def greet({parameters}) -> str: ...\n"
        )
        one = Recorder(source, Context=ToolContext)
        schema = one.add("greet").input_schema
        assert list(schema["properties"]) == schema["required"] == ["person"]
        context = ToolContext[int](deps=5)
        calls = [("greet", {"person": "Al"})]
        [got] = one.verdicts(calls, context)
        seen = got["ctx"] if type(got) is dict else got[0]
        assert (seen.deps, seen.tool_name) == (5, "greet")

    @pytest.mark.parametrize(
        "parameter",
        [
            "inv: list[Invoice]",
            "inv: Invoice | None = None",
            "inv: Annotated[Invoice, 'paid']",
            "inv: dict[str, Invoice] = {}",
        ],
    )
    def test_what_cannot_be_imported_is_refused_wherever_it_stands(
        self, parameter
    ):
        source = (
            "from __future__ import annotations\n"
            "from typing import Annotated\n"
            f"def pay(when: str, {parameter}) -> str: ...\n"
        )
        with pytest.raises(InvalidToolError, match=r"pay.*'inv'.*Invoice"):
            Recorder(source).add("pay")


class TestTrustedValues:
    """The model neither sets them nor learns that they are there."""

    def test_case(self, field_cases):
        case = field_cases["langchain-ai/langchain#36408"]

        class Marked:
            """Stands for the mark that the case's own text has."""

            def __class_getitem__(cls, kind):
                return Annotated[kind, Injected()]

        one = Recorder(case["input"]["python"], Injected=Marked)
        one.add("read_file")
        context = ToolContext(values=case["input"]["host_injects"])
        calls = calls_of(case, "read_file")
        first, second = case["checks"]["handler_gets"]
        assert one.verdicts(calls, context) == [first, second or "reject"]
        assert "account" not in json.dumps(
            one.registry["read_file"].input_schema
        )
        text = one.registry.call(*calls[1], context=context).text
        assert text == (
            'invalid_arguments: /: unknown property "account"; allowed: path'
        )

    @pytest.mark.parametrize(
        "schema",
        [
            {"type": "object"},
            {"type": "object", "additionalProperties": True},
            {"type": "object", "properties": {"account": {}}},
            {"type": "object", "patternProperties": {"^a": {}}},
        ],
    )
    def test_open_schemas_do_not_let_them_through(self, schema):
        def read_file(
            path: str, account: Annotated[str, Injected()]
        ) -> None: ...

        one = Recorder()
        tool = one.add(read_file)
        one.registry.register(
            dataclasses.replace(tool, input_schema=schema), replace=True
        )
        context = ToolContext(values={"account": "acct-1"})
        sent = {"path": "a.txt", "account": "acct-2"}
        assert one.verdicts(
            [("read_file", {"path": "a.txt"}), ("read_file", sent)], context
        ) == [{"path": "a.txt", "account": "acct-1"}, "reject"]

    def test_neither_the_key_nor_the_name_may_be_sent(self):
        def orders(
            owner: Annotated[str, Injected("tenant")] = "?",
        ) -> None: ...

        one = Recorder()
        one.add(orders)
        calls = [("orders", text) for text in ("{}", '{"owner": "x"}')]
        calls += [("orders", '{"tenant": "x"}')]
        context = ToolContext(values={"tenant": "acme"})
        assert one.verdicts(calls, context) == [
            {"owner": "acme"},
            "reject",
            "reject",
        ]
        assert one.verdicts(calls[:1]) == [{}]

    def test_what_the_host_left_out_is_the_hosts_fault(self):
        def orders(tenant: Annotated[str | None, Injected()]) -> None: ...

        one = Recorder()
        one.add(orders)
        with pytest.raises(MissingContextValue, match="'tenant'"):
            one.registry.call("orders")
        assert not one.got
        nothing = ToolContext(values={"tenant": None})
        assert one.verdicts([("orders", {})], nothing) == [{"tenant": None}]

    def test_inside_of_a_class_there_are_none(self):
        @dataclasses.dataclass
        class Query:
            tenant: Annotated[str, Injected()]

        def find(query) -> None: ...

        find.__annotations__["query"] = Query
        with pytest.raises(InvalidToolError, match=r"find.*'query'.*Injected"):
            Recorder().add(find)


class TestVariadicParameters:
    """What decides is the kind of a parameter, not its name."""

    def test_case(self, field_cases):
        case = field_cases["modelcontextprotocol/python-sdk#3514"]
        one = Recorder(case["input"]["python"])
        with pytest.raises(InvalidToolError, match=r"tag.*'\*labels'"):
            one.add("tag")
        schema = one.add("run").input_schema
        assert schema["required"] == case["checks"]["required"]["run"]
        assert one.verdicts(calls_of(case)[1:]) == [
            {"args": ["-v"], "kwargs": {"HOME": "/tmp"}},
            "reject",
        ]

    @pytest.mark.parametrize(
        ("parameters", "refused"),
        [
            ("*labels: str", "labels"),
            ("**extra: int", "extra"),
            ("a: int, **extra", "extra"),
            ("a: int = 1, /, *rest, b: int", "rest"),
        ],
    )
    def test_those_that_take_any_number(self, parameters, refused):
        one = Recorder(f"def tag({parameters}) -> str: ...")
        with pytest.raises(InvalidToolError, match=rf"tag.*'\*+{refused}'"):
            one.add("tag")

    def test_names_that_mean_something_elsewhere(self):
        names = "self cls name arguments handler context tool_call_id kwargs"
        parameters = ", ".join(f"{name}: int" for name in names.split())
        one = Recorder(f"def f({parameters}) -> str: ...")
        sent = dict.fromkeys(names.split(), 1)
        assert list(one.add("f").input_schema["properties"]) == [*sent]
        assert one.verdicts([("f", sent)]) == [sent]


class TestCallables:
    """What is bound is neither seen nor overwritten."""

    def test_case(self, field_cases):
        case = field_cases["pydantic/pydantic-ai#2347"]
        one = Recorder(case["input"]["python"])
        for name in ("by_kw", "by_pos"):
            tool = Tool.from_function(one.names[name])
            assert (tool.name, tool.description) == ("post", "Post a message.")
            assert list(tool.input_schema["properties"]) == ["text", "urgent"]
            registry = ToolRegistry()
            registry.register(tool)
            first, second = calls_of(case)
            assert not registry.call(*first).is_error
            assert registry.call(*second).failure.kind == "invalid_arguments"
        for name, described in (
            ("bound", "Store it."),
            ("klass", "Count."),
            ("obj", "Look it up."),
        ):
            tool = Tool.from_function(one.names[name], name=name)
            assert tool.description == described
            assert not {"self", "cls"} & {
                *tool.input_schema.get("properties", ())
            }
        assert Tool.from_function(one.names["obj"]).name == "Box"
        with pytest.raises(InvalidToolError, match=r"put.*instance\.put"):
            Tool.from_function(one.names["unbound"])

    def test_partials_of_partials_and_of_methods(self):
        class Box:
            def put(self, key: str, size: int, note: str = "") -> str:
                return f"{key} {size} {note}"

        inner = functools.partial(Box().put, "k")
        registry = ToolRegistry()
        registry.register(
            Tool.from_function(functools.partial(inner, note="n"))
        )
        assert list(registry["put"].input_schema["properties"]) == ["size"]
        assert registry.call("put", '{"size": 2}').text == "k 2 n"
        for name in ("key", "note"):
            sent = {"size": 2, name: "x"}
            assert registry.call("put", sent).is_error

    def test_static_and_async_methods(self):
        class Box:
            @staticmethod
            def count(key: str) -> str:
                return key

            async def fetch(self, key: str) -> str:
                return key

        for function in (Box.count, Box().count, Box().fetch):
            tool = Tool.from_function(function)
            assert list(tool.input_schema["properties"]) == ["key"]


class TestUnknownArguments:
    """A misspelt name is an error that says which one was meant."""

    def test_case(self, field_cases):
        case = field_cases["modelcontextprotocol/python-sdk#3067"]
        one = Recorder(case["input"]["python"])
        schema = one.add("recent_orders").input_schema
        assert schema["additionalProperties"] is False
        calls = calls_of(case, "recent_orders")
        assert one.verdicts(calls) == [
            "reject",
            {"status": "closed"},
            "reject",
        ]
        texts = [one.registry.call(*calls[n]).text for n in (0, 2)]
        for text, unknown, meant in zip(
            texts, ("state", "Limit"), ("status", "limit"), strict=True
        ):
            assert f'unknown property "{unknown}"' in text
            assert "allowed: status, limit" in text
            assert f"Did you mean {meant}?" in text

    @pytest.mark.parametrize(
        "name", ["", "status ", "STATUS", "sta\u0000tus", "st\u0430tus"]
    )
    def test_names_that_look_right(self, name):
        def recent_orders(status: str = "open") -> None: ...

        one = Recorder()
        one.add(recent_orders)
        calls = [("recent_orders", {name: "closed"})]
        assert one.verdicts(calls) == ["reject"]

    def test_deep_inside(self):
        @dataclasses.dataclass
        class Filter:
            status: str = "open"

        def find(filters) -> None: ...

        find.__annotations__["filters"] = dict[str, list[Filter]]
        one = Recorder()
        one.add(find)
        good, bad = {"a": [{"status": "x"}]}, {"a": [{"state": "x"}]}
        assert one.verdicts(
            [("find", {"filters": good}), ("find", {"filters": bad})]
        ) == [{"filters": {"a": [Filter("x")]}}, "reject"]


class TestWhatIsLeftOut:
    """It is not passed at all, so the function's own default applies."""

    def test_of_a_function(self):
        def find(
            query: str,
            lang: str = "en",
            limit: int | None = 7,
            sort: Literal["up", "down"] = "up",
        ) -> None: ...

        one = Recorder()
        one.add(find)
        assert one.verdicts(
            [
                ("find", {"query": ""}),
                ("find", {"query": "x", "limit": None}),
                ("find", {"query": "x", "lang": None}),
                ("find", {"query": "x", "sort": ""}),
                ("find", {"query": None}),
            ]
        ) == [
            {"query": ""},
            {"query": "x", "limit": None},
            "reject",
            "reject",
            "reject",
        ]
