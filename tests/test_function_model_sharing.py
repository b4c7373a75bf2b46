"""One class, in models that have it written each in its own way."""

from __future__ import annotations

import dataclasses
from datetime import timedelta
from itertools import permutations
from typing import Any

import pydantic
import pytest
from pydantic import ConfigDict, TypeAdapter, create_model
from typing_extensions import NotRequired, TypedDict

from deriving import derive_output
from toolgate import ToolRegistry
from toolgate.function.jsonable import jsonable
from toolgate.function.model_sharing import shared_parts


@dataclasses.dataclass
class Plain:
    """Written with what is left out, where anything may be there."""

    first_name: str
    total: int = dataclasses.field(init=False)
    lasts: timedelta = timedelta(1)

    def __post_init__(self):
        self.total = 4


class Typed(TypedDict):
    first_name: str
    lasts: timedelta


class Checked(TypedDict):
    """Pydantic knows it by what stands around it."""

    first_name: str
    lasts: timedelta
    default: NotRequired[Typed]


@dataclasses.dataclass
class Around:
    type: Plain
    config: Typed


@dataclasses.dataclass
class Endless:
    first_name: str
    below: list[Endless]


@dataclasses.dataclass
class Validated:
    first_name: str

    @pydantic.model_validator(mode="after")
    def seen(self):
        return self


@dataclasses.dataclass
class Own:
    __pydantic_config__ = ConfigDict(extra="allow")
    first_name: str


TYPED = {"first_name": "a", "lasts": timedelta(1)}
VALUES = [
    (Plain, Plain("a")),
    (Typed, {**TYPED, "more": 1}),
    (Checked, {**TYPED, "default": {**TYPED, "more": 1}}),
    (Around, Around(Plain("a"), {**TYPED, "more": 1})),
    (Endless, Endless("a", [Endless("b", [])])),
    (Validated, Validated("a")),
    (Own, Own("a")),
]
CONFIGS = {
    "plain": {},
    "open": {"extra": "allow"},
    "in capitals": {"alias_generator": str.upper},
    "in seconds": {"ser_json_timedelta": "float"},
}


def model(kind, config, *, fields=("inner",)):
    return create_model(
        "Made",
        __config__=ConfigDict(**config),
        **dict.fromkeys(fields, (kind, ...)),
    )


def outer(kinds, config=None):
    fields = {f"f{place}": (kind, ...) for place, kind in enumerate(kinds)}
    return create_model(
        "Outer", __config__=ConfigDict(**config or {}), **fields
    )


def built(made, values):
    return made.model_construct(
        **dict(zip(made.model_fields, values, strict=True))
    )


@pytest.mark.parametrize("names", [*permutations(CONFIGS, 2)], ids=str)
@pytest.mark.parametrize(("kind", "value"), VALUES, ids=str)
def test_what_two_models_write_obeys_the_schema(kind, value, names):
    made = [model(kind, CONFIGS[name]) for name in names]
    whole = outer(made)
    written = built(whole, [built(each, [value]) for each in made])
    derived = derive_output(whole)
    assert derived.is_valid(jsonable(written)), derived.schema


@pytest.mark.parametrize("is_first", [True, False])
@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize(("kind", "value"), VALUES, ids=str)
def test_so_where_it_stands_beside_the_model(kind, value, name, is_first):
    made = model(kind, {})
    rows = [(made, built(made, [value])), (kind, value)]
    kinds, values = zip(*rows[:: 1 if is_first else -1], strict=True)
    whole = outer(kinds, CONFIGS[name])
    derived = derive_output(whole)
    assert derived.is_valid(jsonable(built(whole, values))), derived.schema


@pytest.mark.parametrize("name", CONFIGS)
@pytest.mark.parametrize(("kind", "value"), VALUES, ids=str)
def test_so_where_one_model_has_it_twice(kind, value, name):
    made = model(kind, CONFIGS[name], fields=("left", "right"))
    derived = derive_output(made)
    written = jsonable(built(made, [value, value]))
    assert derived.is_valid(written), derived.schema


def described(*configs: dict[str, Any]) -> Any:
    """Return what is said of a class that stands in models like these."""
    made = outer([model(Plain, config) for config in configs])
    whole = derive_output(made).schema
    found: Any = whole
    for name in ("f0", "inner"):
        found = found["properties"][name]
        if "$ref" in found:
            found = whole["$defs"][found["$ref"].rpartition("/")[2]]
    return found


def test_what_they_agree_on_is_still_said():
    agreed = described({}, CONFIGS["open"])
    assert {*agreed["properties"]} == {"first_name", "lasts"}
    assert agreed["required"] == ["first_name", "lasts"]
    assert agreed["additionalProperties"] is True
    for name in ("in capitals", "in seconds"):
        loose = described({}, CONFIGS[name])
        assert "properties" not in loose
        assert "required" not in loose
        assert loose["type"] == "object"


@pytest.mark.parametrize(
    "config", [{"extra": "forbid"}, {"frozen": True}, {"title": "Other"}]
)
def test_models_that_write_alike_leave_it_as_it_is(config):
    """To forbid more when it is read says nothing of what is written."""
    closed = described({"title": "Some"}, config)
    assert closed["additionalProperties"] is False
    assert {*closed["properties"]} == {"first_name", "lasts"}


def test_a_class_with_a_configuration_of_its_own_is_written_by_that():
    made = outer([model(Own, {}), model(Own, CONFIGS["in capitals"])])
    assert shared_parts(TypeAdapter(made).core_schema) == {}


def test_what_no_definition_tells_of_is_left_to_pydantic():
    lost = {"type": "definition-ref", "schema_ref": "nowhere"}
    assert shared_parts(lost) == {}


@dataclasses.dataclass
class Sent:
    x: int


class Row(TypedDict):
    x: int


def holder(name, extra):
    return create_model(
        name,
        __config__=ConfigDict(extra=extra),
        sent=(Sent, ...),
        row=(Row, ...),
    )


@pytest.mark.parametrize("held", ["sent", "row"])
@pytest.mark.parametrize(
    "extras",
    list(permutations(["allow", "ignore", "forbid"], 2)),
    ids="-".join,
)
def test_nothing_that_is_sent_is_left_out_in_silence(extras, held):
    """Where one model takes what is beyond, and another leaves it out."""
    first, second = (
        holder(name, extra)
        for name, extra in zip(["First", "Second"], extras, strict=True)
    )

    def take(one: first, two: second) -> str:
        return "taken"

    both = create_model("Both", one=(first, ...), two=(second, ...))

    def take_both(both: both) -> str:
        return "taken"

    take.__annotations__ = {"one": first, "two": second, "return": str}
    take_both.__annotations__ = {"both": both, "return": str}
    registry = ToolRegistry()
    registry.tool(take)
    registry.tool(take_both)
    right = {"sent": {"x": 1}, "row": {"x": 1}}
    more = {**right, held: {"x": 1, "y": 2}}
    for one, two in ((right, right), (more, right), (right, more)):
        apart = registry.call("take", {"one": one, "two": two})
        wanted = {"allow": True, "ignore": False, "forbid": False}
        is_right = (one is right or wanted[extras[0]]) and (
            two is right or wanted[extras[1]]
        )
        assert apart.is_error is not is_right
        together = registry.call(
            "take_both", {"both": {"one": one, "two": two}}
        )
        assert together.is_error is (one is more or two is more)
