"""What looks at which part of a value, read from core schemas."""

from __future__ import annotations

from collections import defaultdict  # noqa: TC003 - Pydantic reads it
from typing import Annotated, Any, NamedTuple

import pytest
from pydantic import (
    AliasChoices,
    AliasPath,
    BaseModel,
    Field,
    TypeAdapter,
)
from pydantic_core import core_schema

from toolgate.function.model_graphs import (
    ANY_ITEM,
    ANY_NAME,
    IN_TEXT,
    graph_of,
    labels_of,
)

NUMBER = {"type": "int"}
FLOATING = {"type": "float"}


class Row(NamedTuple):
    first: int
    second: float


class Inner(BaseModel):
    number: int


class Again(BaseModel, revalidate_instances="always"):
    number: int


class Extra(BaseModel, extra="allow"):
    __pydantic_extra__: dict[str, float]
    a: int


def looks(core, *path):
    """Return the types of what looks at what lies at the end of a path."""
    graph = graph_of(core)
    here = {0}
    for step in (*path, None):
        waiting, here = list(here), set()
        while waiting:
            number = waiting.pop()
            here.add(number)
            waiting += graph[number].in_place
        if step is None:
            break
        label = ANY_NAME if step == "*" else step
        here = {to for n in here for to in labels_of(graph[n], label)}
    return {graph[number].schema["type"] for number in here}


CALL = core_schema.arguments_schema(
    [],
    var_args_schema=NUMBER,
    var_kwargs_schema=FLOATING,
)


@pytest.mark.parametrize(
    ("annotation", "path", "types"),
    [
        (list[int], (3,), {"int"}),
        (tuple[int, float], (0,), {"int"}),
        (tuple[int, float], (1,), {"float"}),
        (tuple[int, float], (2,), set()),
        (tuple[int, ...], (7,), {"int"}),
        (dict[str, float], ("x",), {"str", "float"}),
        (dict[str, float], (0,), set()),
        (Row, (0,), {"int"}),
        (Row, ("second",), {"float"}),
        (Inner, ("number",), {"int"}),
        (Inner, ("other",), set()),
        (Extra, ("other",), {"float"}),
        (Extra, ("a",), {"int"}),
        (
            Annotated[list[int], Field(min_length=1)] | float,
            (1,),
            {"int"},
        ),
    ],
)
def test_a_label_leads_to_what_looks_there(annotation, path, types):
    assert looks(TypeAdapter(annotation).core_schema, *path) == types


def test_calls_take_any_item_and_any_name():
    assert looks(CALL, 5) == {"int"}
    assert looks(CALL, "any") == {"float"}
    assert looks(core_schema.call_schema(CALL, print), 5) == {"int"}


def test_arguments_have_a_place_and_a_name():
    call = core_schema.arguments_schema(
        [core_schema.arguments_parameter("a", NUMBER, alias="b")]
    )
    for place in (0, "a", "b"):
        assert looks(call, place) == {"int"}
    assert looks(call, 1) == set()


def test_a_label_that_stands_for_any_is_no_place_of_its_own():
    (node, *_) = graph_of({"type": "list", "items_schema": NUMBER})
    assert labels_of(node, IN_TEXT) == labels_of(node, ANY_NAME) == ()
    assert labels_of(node, ANY_ITEM) == labels_of(node, 9) != ()


@pytest.mark.parametrize(
    ("alias", "paths"),
    [
        ("b", [("a",), ("b",)]),
        ("a", [("a",)]),
        (AliasPath("b", 0, "c"), [("a",), ("b", 0, "c")]),
        (AliasPath("b", -1), [("b", 4)]),
        (AliasChoices("b", AliasPath("c", "d")), [("b",), ("c", "d")]),
    ],
)
def test_a_field_stands_wherever_its_aliases_say(alias, paths):
    class Named(BaseModel):
        a: int = Field(validation_alias=alias)

    for path in paths:
        assert "int" in looks(Named.__pydantic_core_schema__, *path)


def test_what_is_made_is_not_looked_into_again():
    """Pydantic reads a `defaultdict` as a dict, then looks at that."""

    class Holder(BaseModel):
        inner: defaultdict[str, list[Inner]]
        again: defaultdict[str, list[Again]]

    graph = graph_of(Holder.__pydantic_core_schema__)
    models = [node for node in graph if node.schema["type"] == "model"]
    inner = [node for node in models if node.schema["cls"] is Inner]
    again = [node for node in models if node.schema["cls"] is Again]
    assert inner[0].in_place
    assert not any(node.in_place for node in inner[1:])
    assert all(node.in_place for node in again)


def test_a_chain_that_makes_no_container_is_looked_into():
    core: Any = {
        "type": "chain",
        "steps": [{"type": "str"}, Inner.__pydantic_core_schema__],
    }
    assert looks(core, "number") == {"int"}
