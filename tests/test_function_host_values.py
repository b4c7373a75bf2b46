"""What the host supplies stands in no type that a model fills in."""

# ruff: noqa: UP007, UP045 - both spellings must work

from __future__ import annotations

import dataclasses
import json
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    Optional,
    TypeVar,
    Union,
)

import pydantic
import pytest
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Json,
    PlainValidator,
    RootModel,
    SkipValidation,
    WithJsonSchema,
    computed_field,
    validate_call,
)
from typing_extensions import NotRequired, TypeAliasType, TypedDict

from deriving import derive, derive_output
from toolgate import Injected, Tool, ToolContext, ToolRegistry
from toolgate.function.host_values import (
    INJECTED_INSIDE,
    context_inside,
    refuse_host_values,
)
from toolgate.function.shape import Refused

T = TypeVar("T")
Tenant = Annotated[str, Injected("tenant")]
Alias = TypeAliasType("Alias", Tenant)  # type: ignore[valid-type]
TEXT = WithJsonSchema({"type": "string"})


class Sub(ToolContext[Any]):
    pass


class Plain(BaseModel):
    tenant: Tenant


class Inherits(Plain):
    n: int = 1


class Bare(BaseModel):
    tenant: Annotated[str, Injected]


class Deep(BaseModel):
    tenants: dict[str, list[Optional[Tenant]]] = {}


class Generics(BaseModel, Generic[T]):
    value: T


class Root(RootModel[Tenant]):
    pass


@dataclasses.dataclass
class Data:
    tenant: Tenant = ""


@pydantic.dataclasses.dataclass
class PydanticData:
    tenant: Tenant


@pydantic.dataclasses.dataclass
class InitOnly:
    tenant: dataclasses.InitVar[Tenant]


class Row(NamedTuple):
    tenant: Tenant


class Keys(TypedDict):
    tenant: NotRequired[Tenant]


class HoldsModel(TypedDict):
    model: Plain


class HoldsData(BaseModel):
    inner: Data


class HoldsRow(BaseModel):
    inner: Row


class HoldsKeys(BaseModel):
    inner: Keys


class HoldsAlias(BaseModel):
    inner: Alias


class Marked(BaseModel):
    inner: Annotated[PydanticData, Injected("inner")]


class Recursive(BaseModel):
    child: Optional[Recursive] = None
    other: Annotated[Optional[Recursive], Injected("other")] = None


class Deferred(BaseModel):
    model_config = ConfigDict(defer_build=True)
    tenant: Tenant


class Renamed(BaseModel):
    tenant: Tenant = Field(alias="t")


class NoInit(BaseModel):
    """Pydantic's models take it all the same."""

    tenant: Tenant = Field("", init=False)


class Extra(BaseModel):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Tenant]


class First(BaseModel):
    kind: Literal[1]
    tenant: Tenant


class Second(BaseModel):
    kind: Literal[2]


class Told(BaseModel):
    either: Union[First, Second] = Field(discriminator="kind")


class OddNames(BaseModel):
    metadata: Tenant


class OddType(BaseModel):
    type: Tenant


class Before(BaseModel):
    tenant: Annotated[str, Injected(), BeforeValidator(str)]


class Instead(BaseModel):
    tenant: Annotated[str, Injected(), PlainValidator(str), TEXT]


class InsteadInside(BaseModel):
    tenants: Annotated[list[Tenant], PlainValidator(list), TEXT]


class SaidOtherwise(BaseModel):
    tenant: Annotated[str, Injected(), TEXT]


class Custom:
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return handler(Tenant)


class Context(BaseModel):
    context: ToolContext


class MaybeContext(BaseModel):
    context: Optional[ToolContext] = None


class SomeContext(BaseModel):
    contexts: list[ToolContext[int]]


class OddContext(BaseModel):
    default: ToolContext


class OwnContext(BaseModel):
    context: Sub


class SkippedContext(BaseModel):
    context: SkipValidation[ToolContext]


class ContextKeys(TypedDict):
    context: ToolContext


class HoldsContext(BaseModel):
    inner: ContextKeys


class InsteadContext(BaseModel):
    context: Annotated[Union[int, ToolContext], PlainValidator(id), TEXT]


INJECTED = [
    Plain,
    Inherits,
    Bare,
    Deep,
    Generics[Tenant],
    Root,
    PydanticData,
    InitOnly,
    HoldsModel,
    HoldsData,
    HoldsRow,
    HoldsKeys,
    HoldsAlias,
    Marked,
    Recursive,
    Deferred,
    Renamed,
    NoInit,
    Extra,
    Told,
    OddNames,
    OddType,
    Before,
    Instead,
    InsteadInside,
    SaidOtherwise,
    Custom,
    list[Plain],
    Optional[Plain],
    dict[str, Plain],
    Json[Plain],
]
CONTEXTS = [
    Context,
    MaybeContext,
    SomeContext,
    OddContext,
    Generics[ToolContext],
    Generics[ToolContext[int]],
    SkippedContext,
    HoldsContext,
    Json[ToolContext],
    InsteadContext,
]


@pytest.mark.parametrize("annotation", INJECTED)
def test_no_pydantic_type_lets_a_model_fill_in_what_is_injected(
    annotation: Any,
) -> None:
    with pytest.raises(Refused) as caught:
        derive(annotation)
    assert caught.value.reason == INJECTED_INSIDE


@pytest.mark.parametrize("annotation", CONTEXTS)
def test_no_pydantic_type_lets_a_model_fill_in_a_context(
    annotation: Any,
) -> None:
    with pytest.raises(Refused) as caught:
        derive(annotation)
    assert caught.value.reason == context_inside("ToolContext")


def test_own_types_and_those_of_pydantic_are_refused_in_the_same_words() -> (
    None
):
    for own, other in ((list[Tenant], Plain), (list[Sub], OwnContext)):
        with pytest.raises(Refused) as first:
            derive(own)
        with pytest.raises(Refused) as second:
            derive(other)
        assert first.value.reason == second.value.reason


@pytest.mark.parametrize("annotation", [Plain, Context])
def test_results_are_held_to_the_same(annotation: Any) -> None:
    with pytest.raises(Refused):
        derive_output(annotation)


@pydantic.dataclasses.dataclass
class Unsettable:
    b: int
    tenant: Tenant = dataclasses.field(init=False, default="host")


class Private(BaseModel):
    kind: ClassVar[Tenant] = "host"
    _tenant: Tenant = "host"
    n: int = 1


class Computed(BaseModel):
    n: int = 1

    @computed_field  # type: ignore[prop-decorator]
    @property
    def tenant(self) -> Tenant:
        return "host"


class Order(BaseModel):
    n: int


class Harmless(BaseModel):
    """Names and defaults that only look like what is refused."""

    metadata: int = 1
    type: str = "str"
    default: dict[str, Any] = {
        "type": "dataclass",
        "cls": ToolContext,
        "metadata": {"toolgate_injected": True},
    }


@pytest.mark.filterwarnings("ignore:Default value")
@pytest.mark.parametrize("model", [Private, Computed, Harmless])
def test_what_a_model_cannot_set_is_left_alone(model: Any) -> None:
    derived = derive(model)
    assert derived.outcome({}) == model()
    assert derived.outcome({"tenant": "evil"}).path is None


def test_fields_that_no_constructor_takes_are_left_alone() -> None:
    assert derive(Unsettable).outcome({"b": 1}) == Unsettable(1)
    assert derive(Unsettable).outcome({"b": 1, "tenant": "x"}).path is None
    with pytest.raises(Refused):
        derive_output(Unsettable)


def test_a_computed_field_is_part_of_a_result() -> None:
    with pytest.raises(Refused):
        derive_output(Computed)


def test_models_with_the_marker_work_without_tools() -> None:
    assert Plain.model_validate({"tenant": "a"}).tenant == "a"
    assert Plain.model_json_schema()["properties"]["tenant"] == {
        "title": "Tenant",
        "type": "string",
    }


def test_parameters_themselves_still_get_what_the_host_supplies() -> None:
    @validate_call
    def order(
        order: Order,
        tenant: Tenant,
        whole: Annotated[Plain, Injected("plain")],
    ) -> str:
        return f"{order.n} {tenant} {whole.tenant}"

    registry = ToolRegistry()
    registry.register(Tool.from_function(order))
    values = {"tenant": "acme", "plain": Plain(tenant="own")}
    result = registry.call(
        "order",
        json.dumps({"order": {"n": 1}}),
        context=ToolContext(values=values),
    )
    assert result.text == "1 acme own"


def test_each_part_is_looked_at_once() -> None:
    """What contains itself has an end."""
    core: dict[str, Any] = {"type": "list", "fields": {"a": {"type": "x"}}}
    core["items_schema"] = core
    core["choices"] = [core, (core, "label")]
    refuse_host_values(core, is_output=False)
