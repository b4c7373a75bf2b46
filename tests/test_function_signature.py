"""From a function to a tool: names, parameters, results, refusals."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import AsyncIterator, Awaitable, Iterator
from dataclasses import make_dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, Optional

import pydantic
import pytest
from typing_extensions import TypeAliasType, TypedDict

from toolgate import TextContent, Tool, ToolContext, ToolResult
from toolgate.content import ImageContent
from toolgate.context import Injected
from toolgate.exceptions import InvalidToolError
from toolgate.function.signature import derive

if TYPE_CHECKING:
    from billing import Invoice

CLOSED = {"type": "object", "additionalProperties": False}


def read(function):
    return derive(function)


def refuse(function) -> str:
    with pytest.raises(InvalidToolError) as caught:
        read(function)
    return caught.value.reason


def post(channel: str, text: str, urgent: bool = False) -> str:
    """Post a message."""


class Box:
    """A box."""

    def put(self, key: str) -> str:
        """Store it."""

    @classmethod
    def size(cls) -> int:
        """Count."""

    @staticmethod
    def free(key: str) -> str:
        """Free it."""

    def __call__(self, key: str) -> str:
        """Look it up."""


class OwnContext(ToolContext):
    pass


class TestFunctions:
    def test_all_that_a_function_says(self):
        def greet(person: str, times: int = 2):
            """Say hello."""

        derived = read(greet)
        assert derived.name == "greet"
        assert derived.description == "Say hello."
        assert derived.input_schema == {
            "type": "object",
            "properties": {
                "person": {"type": "string"},
                "times": {"type": "integer", "default": 2},
            },
            "required": ["person"],
            "additionalProperties": False,
        }
        assert list(derived.input_schema["properties"]) == ["person", "times"]
        assert derived.output_schema is None

    def test_parameters_are_described_by_the_docstring(self):
        def find(city: str, day: Annotated[str, "ISO 8601"], n: int = 1):
            """
            Find something.

            Args:
                city: Where to look.
                day: When.
            """

        found = read(find).input_schema["properties"]
        assert found["city"]["description"] == "Where to look."
        assert found["day"]["description"] == "ISO 8601"
        assert "description" not in found["n"]

    def test_a_function_that_says_nothing(self):
        def silent(): ...

        derived = read(silent)
        assert derived.description is None
        assert derived.input_schema == CLOSED

    def test_what_is_not_annotated_is_any_value(self):
        assert read(lambda x, y=1: x).input_schema["properties"] == {
            "x": {},
            "y": {"default": 1},
        }

    @pytest.mark.parametrize(
        ("function", "name", "description", "properties"),
        [
            (functools.partial(post, "ops"), "post", "Post a message.", "tu"),
            (
                functools.partial(post, channel="ops"),
                "post",
                "Post a message.",
                "tu",
            ),
            (
                functools.partial(functools.partial(post, "ops"), urgent=True),
                "post",
                "Post a message.",
                "t",
            ),
            (Box().put, "put", "Store it.", "k"),
            (Box.size, "size", "Count.", ""),
            (Box().size, "size", "Count.", ""),
            (Box.free, "free", "Free it.", "k"),
            (Box(), "Box", "Look it up.", "k"),
            (functools.partial(Box(), key="a"), "Box", "Look it up.", ""),
        ],
    )
    def test_other_callables(self, function, name, description, properties):
        derived = read(function)
        assert (derived.name, derived.description) == (name, description)
        found = derived.input_schema.get("properties", {})
        assert "".join(each[0] for each in found) == properties
        assert "channel" not in derived.input_schema.get("required", [])

    def test_wrapped(self):
        @functools.wraps(post)
        def logged(*args, **kwargs):
            return post(*args, **kwargs)

        assert read(logged).input_schema == read(post).input_schema

    @pytest.mark.parametrize(
        "name", ["self", "cls", "name", "context", "arguments", "handler"]
    )
    def test_names_mean_nothing(self, name):
        namespace = {}
        exec(f"def run({name}: str, n: int = 0): ...", namespace)
        schema = read(namespace["run"]).input_schema
        assert list(schema["properties"]) == [name, "n"]

    def test_variadics_by_kind_and_not_by_name(self):
        def run(args: list[str], kwargs: dict[str, str]) -> str: ...

        assert read(run).input_schema["required"] == ["args", "kwargs"]


class TestDefaults:
    def test_a_default_is_not_null(self):
        """Two axes: what may be left out, and what may be null."""

        def f(
            a: str | None,
            b: str | None = None,
            c: str = None,  # noqa: RUF013 - what people write
            d: list[int] = [],  # noqa: B006 - as above
            e: object = object(),
            g: float = math.nan,
            h: Any = None,
        ): ...

        schema = read(f).input_schema
        assert schema["required"] == ["a"]
        found = schema["properties"]
        assert found["a"] == {"type": ["string", "null"]}
        assert found["b"] == {"type": ["string", "null"], "default": None}
        assert found["c"] == {"type": "string"}
        assert found["d"]["default"] == []
        assert "default" not in found["e"]
        assert "default" not in found["g"]
        assert found["h"] == {"default": None}

    def test_null_in_each_of_its_forms(self):
        def f(
            a: Literal["x", None] = None,  # noqa: PYI061 - as written
            b: list[int] | dict[str, Any] | None = None,
            c: list[int] | dict[str, Any] = None,  # noqa: RUF013 - as written
            d: None = None,
            e: Literal["x"] = None,  # noqa: RUF013 - as written
        ): ...

        found = read(f).input_schema["properties"]
        assert {name for name in found if "default" in found[name]} == set(
            "abd"
        )


class TestTheHost:
    def test_its_part_is_in_no_schema(self):
        def f(
            a: str,
            ctx: ToolContext,
            tenant: Annotated[str, Injected("tenant_id")],
            maybe: ToolContext | None = None,
            size: Annotated[int, Injected] = 5,
            *,
            b: int = 0,
        ): ...

        derived = read(f)
        assert list(derived.input_schema["properties"]) == ["a", "b"]
        assert derived.binder.hidden == {"ctx", "tenant", "maybe", "size"}
        assert derived.binder.needs == ("tenant_id",)

    def test_whose_context_is_only_seen_by_type_checkers(self):
        def f(a: str, ctx: ToolContext | None): ...

        f.__globals__  # noqa: B018 - the name is known here
        f.__annotations__["ctx"] = "gate.ToolContext | None"
        assert list(read(f).input_schema["properties"]) == ["a"]


class TestResults:
    @pytest.mark.parametrize(
        ("returned", "schema"),
        [
            (int, {"type": "integer"}),
            (list[int], {"type": "array", "items": {"type": "integer"}}),
            (Annotated[bool, "whether"], {"type": "boolean"}),
            (Optional[str], {"type": ["string", "null"]}),  # noqa: UP045 - as written
            (Awaitable[int], {"type": "integer"}),
        ],
    )
    def test_what_is_described(self, returned, schema):
        def f(): ...

        f.__annotations__["return"] = returned
        found = read(f).output_schema
        assert {key: found[key] for key in schema} == schema

    @pytest.mark.parametrize(
        "returned",
        [
            *(str, None, Any, object, ToolResult, TextContent),
            *(Annotated[str, "text"], ToolResult | dict[str, int]),
            *(list[TextContent], list[TextContent | ImageContent]),
            Awaitable[None],
        ],
    )
    def test_what_speaks_for_itself(self, returned):
        def f(): ...

        f.__annotations__["return"] = returned
        assert read(f).output_schema is None

    def test_generators_are_collected(self):
        def numbers() -> Iterator[int]:
            yield 1

        async def anumbers() -> AsyncIterator[int]:
            yield 1

        def bare() -> Iterator:
            yield 1

        for function in (numbers, anumbers):
            found = read(function).output_schema
            assert found["items"] == {"type": "integer"}
        assert read(bare).output_schema["type"] == "array"


class TestRefusals:
    def test_variadics(self):
        def tag(item: int, *labels: str): ...
        def more(item: int, **extra: int): ...

        assert "tag: parameter '*labels': a schema" in refuse(tag)
        assert "more: parameter '**extra': a schema" in refuse(more)

    def test_methods_of_no_instance(self):
        assert refuse(Box.put) == (
            "Box.put: parameter 'self': this is a method of no instance; "
            "pass it as instance.put"
        )

    def test_names_that_are_not_there(self):
        def pay(inv: Invoice) -> str: ...
        def bill(n: int) -> Invoice: ...

        said = refuse(pay)
        assert said.startswith("pay: parameter 'inv': 'Invoice' cannot be")
        assert "TYPE_CHECKING" in said
        said = refuse(bill)
        assert said.startswith("bill: return annotation: 'Invoice' cannot")
        assert said.endswith("or pass output_schema=None to leave it out")

    @pytest.mark.parametrize(
        "annotation",
        [
            Annotated[str, Injected("t")] | None,
            list[Annotated[str, Injected]],
            dict[str, Annotated[int, "n", Injected()]],
            TypeAliasType("Tenant", Annotated[str, Injected()]),
            make_dataclass("Order", [("who", Annotated[str, Injected()])]),
            TypedDict("Row", {"who": Annotated[str, Injected()]}),
        ],
    )
    def test_what_the_host_supplies_inside_of_a_type(self, annotation):
        """The model would fill it in."""

        def f(x): ...

        f.__annotations__["x"] = annotation
        assert "mark the parameter itself: Annotated[type, Inj" in refuse(f)

    @pytest.mark.parametrize(
        "annotation",
        [
            OwnContext,
            OwnContext | None,
            list[ToolContext],
            list[ToolContext[int]],
            dict[str, OwnContext],
            make_dataclass("Wrap", [("context", ToolContext)]),
        ],
    )
    def test_contexts_inside_of_a_type(self, annotation):
        def f(x): ...
        def g(): ...

        f.__annotations__["x"] = annotation
        g.__annotations__["return"] = annotation
        for function in (f, g):
            assert "comes from the host, and the model would" in refuse(
                function
            )

    def test_fields_of_pydantic_are_no_defaults(self):
        def f(n: int = pydantic.Field(gt=3)): ...

        assert refuse(f) == (
            "f: parameter 'n': has a Field as its default, which is no value; "
            "write Annotated[int, Field(...)]"
        )

    def test_types_that_json_cannot_carry(self):
        def f(x: memoryview): ...

        assert "f: parameter 'x': " in refuse(f)

    @pytest.mark.parametrize("thing", [Box, 5, None, int])
    def test_what_is_no_function(self, thing):
        assert "is no function: pass a function" in refuse(thing)

    def test_what_python_cannot_read(self):
        assert "Python cannot tell its parameters" in refuse(dict.update)


class TestTools:
    def test_options_go_before_the_function(self):
        tool = Tool.from_function(
            post,
            name="say",
            description="Say it.",
            tags={"chat"},
            side_effect="network",
            timeout=5,
        )
        assert (tool.name, tool.description) == ("say", "Say it.")
        assert tool.tags == {"chat"}
        assert tool.handler is post
        assert tool == Tool.from_function(
            post,
            name="say",
            description="Say it.",
            tags="chat",
            side_effect="network",
            timeout=5,
        )
        assert tool != Tool.from_function(post)

    def test_an_output_schema_can_be_left_out(self):
        def count() -> int: ...

        assert Tool.from_function(count).output_schema == {"type": "integer"}

        def bill() -> Invoice: ...

        assert Tool.from_function(bill, output_schema=None).name == "bill"
        tool = Tool.from_function(count, output_schema=None)
        assert tool.output_schema is None

    def test_lambdas_need_a_name(self):
        rule = (
            "cannot be a tool's name, which must be 1 to 128 of A-Z a-z 0-9 "
            "_ . - and start with a letter or _; pass name="
        )

        class Nameless:
            def __call__(self): ...

        Nameless.__name__ = "größe"

        class Box:
            of = staticmethod(lambda x: x)

        for function, said in (
            (lambda x: x, '"<lambda>" '),
            (functools.partial(lambda x: x), '"<lambda>" '),
            (Nameless(), 'Nameless.__call__: "gr\\u00f6\\u00dfe" '),
            (Box.of, '"<lambda>" '),
        ):
            with pytest.raises(InvalidToolError) as caught:
                Tool.from_function(function)
            assert caught.value.reason.endswith(said + rule)
        assert Tool.from_function(lambda x: x, name="same").name == "same"


class Raises(Exception):
    pass


class Limit:
    @property
    def gt(self):
        raise Raises


class Equal:
    __hash__ = None

    def __eq__(self, other):
        raise Raises


class UnhashableType(type):
    def __hash__(cls):
        raise Raises


class SecretiveType(type):
    def __getattr__(cls, name):
        raise Raises


@pytest.mark.parametrize(
    "annotation",
    [
        Annotated[int, Limit()],
        Equal(),
        UnhashableType("Unhashable", (), {}),
        SecretiveType("Secretive", (), {}),
    ],
)
@pytest.mark.parametrize("name", ["x", "return"])
def test_what_annotations_raise_is_no_exception_of_ours(annotation, name):
    def f(x: int):
        return x

    f.__annotations__[name] = annotation
    with pytest.raises(InvalidToolError) as caught:
        derive(f)
    assert re.search(r"\bf: ", str(caught.value))


class Endless:
    """Every attribute of it is itself."""

    def __getattr__(self, name):
        return self

    def __call__(self):
        raise NotImplementedError


class Hidden:
    def __getattribute__(self, name):
        raise Raises

    def __call__(self):
        raise NotImplementedError


class Unshown:
    def __repr__(self):
        raise Raises


@pytest.mark.parametrize("make", [Endless, Hidden, Unshown])
def test_objects_that_pretend_to_be_functions_are_refused(make):
    with pytest.raises(
        InvalidToolError,
        match=f"{make.__name__}: its signature cannot be read: .* raised",
    ):
        derive(make())


class Wrapping:
    """Wraps a new one each time, in a partial."""

    @property
    def __wrapped__(self):
        return functools.partial(Wrapping())

    def __call__(self): ...


def test_wrappers_without_an_end_are_refused():
    with pytest.raises(InvalidToolError) as caught:
        derive(Wrapping())
    assert caught.value.reason == (
        "Wrapping: is wrapped too often; pass the function itself"
    )


def test_functions_that_wrap_themselves_are_refused():
    def f(x: int):
        return x

    f.__wrapped__ = f
    with pytest.raises(InvalidToolError, match="ValueError was raised"):
        derive(f)
