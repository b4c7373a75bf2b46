"""Markers in the wrong place never leave the host's value to the model."""

# ruff: noqa: UP007, UP045, B008, RUF009 - both spellings, and the mistakes

import dataclasses
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Any, Final, NamedTuple, Optional, Union

import pydantic
import pytest
from typing_extensions import Doc, NotRequired, TypedDict

from toolgate import Injected, Schema, Tool, ToolContext, ToolRegistry
from toolgate.exceptions import InvalidToolError
from toolgate.function.host_values import INJECTED_INSIDE, context_inside

_EMPTY: Final = object()


class Special(Injected):
    pass


def refusal(annotation: object = _EMPTY, default: object = _EMPTY) -> str:
    """Return why a function with this one parameter is refused."""
    if default is _EMPTY:

        def f(tenant): ...
    else:

        def f(tenant=default): ...

    if annotation is not _EMPTY:
        f.__annotations__["tenant"] = annotation
    with pytest.raises(InvalidToolError) as caught:
        Tool.from_function(f)
    start = "f: parameter 'tenant': "
    assert caught.value.reason.startswith(start)
    return caught.value.reason.removeprefix(start)


@pytest.mark.parametrize(
    ("annotation", "default", "advice"),
    [
        (_EMPTY, Injected(), "Annotated[str, Injected()]"),
        (_EMPTY, Injected, "Annotated[str, Injected()]"),
        (_EMPTY, Injected("shop"), 'Annotated[str, Injected("shop")]'),
        (_EMPTY, Special("shop"), 'Annotated[str, Special("shop")]'),
        (_EMPTY, Special, "Annotated[str, Special()]"),
        (Any, Injected(), "Annotated[Any, Injected()]"),
        (str, Injected(), "Annotated[str, Injected()]"),
        ("str", Injected(), "Annotated[str, Injected()]"),
        (date, Injected("day"), 'Annotated[date, Injected("day")]'),
        (list[int], Injected(), "Annotated[list[int], Injected()]"),
        (Optional[str], Injected(), "Annotated[str | None, Injected()]"),
        (Annotated[str, "Who."], Injected(), "Annotated[str, Injected()]"),
        (
            Annotated[str, Injected("a")],
            Injected("b"),
            'Annotated[str, Injected("b")]',
        ),
        (Injected, _EMPTY, "Annotated[str, Injected()]"),
        (Injected, None, "Annotated[str, Injected()]"),
        ("Injected", _EMPTY, "Annotated[str, Injected()]"),
        (Injected("shop"), _EMPTY, 'Annotated[str, Injected("shop")]'),
        ("Injected('shop')", _EMPTY, 'Annotated[str, Injected("shop")]'),
        (Special, _EMPTY, "Annotated[str, Special()]"),
        (Optional[Injected], None, "Annotated[str | None, Injected()]"),
        (Union[int, Injected], 1, "Annotated[int, Injected()]"),
        (Annotated[Injected, "Who."], _EMPTY, "Annotated[str, Injected()]"),
        (
            Annotated[Injected, Injected()],
            _EMPTY,
            "Annotated[str, Injected()]",
        ),
    ],
)
def test_markers_belong_into_annotated(annotation, default, advice):
    said = refusal(annotation, default)
    assert "so the model would fill it in; " in said
    assert said.endswith(f"; write {advice}")


def test_markers_that_python_itself_makes_no_type_of():
    assert refusal("Injected('shop') | None") == (
        ascii("Injected('shop') | None") + " is no type: TypeError while it "
        "was evaluated; a marker stands beside a type: write "
        "Annotated[str, Injected()]"
    )
    assert refusal("1 / 0") == (
        "'1 / 0' is no type: ZeroDivisionError while it was evaluated"
    )


def test_what_is_advised_is_accepted():
    def f(
        one: Annotated[str | None, Injected()],
        two: Annotated[str, Injected],
        three: Annotated[str, Special],
        four: Annotated[list[int], Special("two")],
    ):
        return [one, two, three, four]

    registry = ToolRegistry()
    registry.register(Tool.from_function(f))
    assert registry["f"].input_schema.get("properties") is None
    result = registry.call(
        "f",
        {},
        context=ToolContext(values={"one": "1", "two": "2", "three": "3"}),
    )
    assert result.structured_content == ["1", "2", "3", "2"]


@pytest.mark.parametrize("default", [ToolContext(), ToolContext])
@pytest.mark.parametrize("annotation", [_EMPTY, Any, dict])
def test_a_context_is_no_default_for_what_a_model_fills_in(
    annotation, default
):
    assert refusal(annotation, default) == (
        "has a ToolContext as its default, so the model would fill it in; "
        "annotate it as ToolContext"
    )


def test_a_context_as_an_annotation():
    assert refusal(ToolContext()) == (
        "has a ToolContext as its type; write ToolContext"
    )


def test_a_context_may_have_a_context_for_hosts_that_give_none():
    def f(context: ToolContext[int] = ToolContext(), n: int = 1):
        return n

    assert list(Tool.from_function(f).input_schema["properties"]) == ["n"]


@pytest.mark.parametrize(
    ("annotation", "default", "advice"),
    [
        (int, Schema({"minimum": 1}), "Annotated[int, Schema(...)]"),
        (_EMPTY, Schema({}), "Annotated[str, Schema(...)]"),
        (str, Doc("Who."), "Annotated[str, Doc(...)]"),
        (int, pydantic.Field(gt=3), "Annotated[int, Field(...)]"),
    ],
)
def test_what_describes_a_type_is_no_default(annotation, default, advice):
    name = type(default).__name__.removesuffix("Info")
    assert refusal(annotation, default) == (
        f"has a {name} as its default, which is no value; write {advice}"
    )


def test_markers_of_others_are_not_ours():
    class Depends:
        pass

    def f(tenant: str = Depends()): ...

    assert (
        "default"
        not in (Tool.from_function(f).input_schema["properties"]["tenant"])
    )


@dataclass
class ByDefault:
    tenant: str = Injected("shop")  # type: ignore[assignment]


@dataclass
class ByClass:
    tenant: Any = Injected


@dataclass
class ByFactory:
    tenant: Any = field(default_factory=Injected)


@dataclass
class InitOnly:
    tenant: dataclasses.InitVar[str] = Injected()  # type: ignore[assignment]


class Row(NamedTuple):
    tenant: Any = Injected()


@pytest.mark.parametrize(
    "annotation", [ByDefault, ByClass, ByFactory, InitOnly, Row]
)
def test_no_field_has_a_marker_for_a_default(annotation):
    for each in (annotation, list[annotation], Optional[annotation]):
        said = refusal(each)
        assert "has a field 'tenant' that has Injected" in said
        assert "as its default, so the model would fill it in; " in said
        assert "a parameter of the function itself: Annotated[" in said


@dataclass
class Context:
    context: Any = ToolContext()


@dataclass
class ContextFactory:
    context: Any = field(default_factory=ToolContext)


@pytest.mark.parametrize("annotation", [Context, ContextFactory])
def test_no_field_has_a_context_for_a_default(annotation):
    assert refusal(annotation) == (
        "has a field 'context' that has a ToolContext as its default, so the "
        "model would fill it in; take it as a parameter of the function "
        "itself"
    )


def test_fields_with_descriptions_for_defaults():
    @dataclass
    class Page:
        size: int = pydantic.Field(3)

    assert refusal(Page) == (
        "has a field 'size' that has a Field as its default, which is no "
        "value; write Annotated[int, Field(...)]"
    )


def test_fields_that_no_constructor_takes_are_left_alone():
    @dataclass
    class Page:
        size: int
        tenant: Any = field(init=False, default=Injected())

    def f(page: Page): ...

    page = Tool.from_function(f).input_schema["properties"]["page"]
    assert list(page["properties"]) == ["size"]


@dataclass
class Typed:
    tenant: Injected


@dataclass
class MaybeTyped:
    tenant: Optional[Injected] = None


class TypedKeys(TypedDict):
    tenant: NotRequired[Injected]


class TypedRow(NamedTuple):
    tenant: Injected


class Model(pydantic.BaseModel):
    tenant: str = Injected()  # type: ignore[assignment]


class ModelClass(pydantic.BaseModel):
    tenant: Any = Injected


class ModelField(pydantic.BaseModel):
    tenant: Any = pydantic.Field(default=Injected("shop"))


class ModelFactory(pydantic.BaseModel):
    tenant: Any = pydantic.Field(default_factory=Injected)


class ModelTyped(pydantic.BaseModel):
    tenant: Injected


class ModelInstead(pydantic.BaseModel):
    tenants: Annotated[
        list[Annotated[Injected, "Who."]],
        pydantic.PlainValidator(list),
        pydantic.WithJsonSchema({"type": "array"}),
    ]


@pydantic.dataclasses.dataclass
class PydanticData:
    tenant: Any = Injected()


class Holds(pydantic.BaseModel):
    inner: ByDefault


@pytest.mark.parametrize(
    "annotation",
    [
        Typed,
        MaybeTyped,
        TypedKeys,
        TypedRow,
        Model,
        ModelClass,
        ModelField,
        ModelFactory,
        ModelTyped,
        ModelInstead,
        PydanticData,
        Holds,
        list[Injected],
        dict[str, Injected],
        Optional[list[Model]],
    ],
)
def test_no_type_inside_is_a_marker(annotation):
    assert refusal(annotation) == INJECTED_INSIDE


class ModelContext(pydantic.BaseModel):
    context: Any = ToolContext()


class ModelContextFactory(pydantic.BaseModel):
    context: Any = pydantic.Field(default_factory=ToolContext)


@pytest.mark.parametrize("annotation", [ModelContext, ModelContextFactory])
def test_no_model_has_a_context_for_a_default(annotation):
    assert refusal(annotation) == context_inside("ToolContext")
