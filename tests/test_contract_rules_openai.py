"""The checker of what OpenAI takes, held against its own types."""

from __future__ import annotations

import pytest

from test_wire_rules import BAD_STRICT_OPENAI, OPENAI_STRICT, closed
from wire_rules import FIELDS, schema_faults

pytest.importorskip("openai")
chat = pytest.importorskip("openai.types.shared_params.function_definition")
responses = pytest.importorskip("openai.types.responses.function_tool_param")
converter = pytest.importorskip("openai.lib._pydantic")


def test_fields_of_a_function_are_those_of_the_types():
    definition = chat.FunctionDefinition
    assert set(definition.__annotations__) == FIELDS["chat"]
    param = responses.FunctionToolParam
    wire_names = {name.rstrip("_") for name in param.__annotations__}
    assert FIELDS["responses"] - {"async"} <= wire_names
    required = {
        name
        for name, kind in param.__annotations__.items()
        if "Required" in str(kind)
    }
    assert required == {"type", "name", "parameters", "strict"}


SPOILT = [
    "map",
    "open object",
    "any",
    "oneOf",
    "tuple",
    "uri",
    "uniqueItems",
    "patternProperties",
    "not",
    "dependentRequired",
    "root anyOf",
    "bare array",
]


@pytest.mark.parametrize("target", OPENAI_STRICT)
@pytest.mark.parametrize("kind", SPOILT)
def test_what_its_own_converter_lets_through_is_caught(target, kind):
    """The converter repairs a part; what it leaves is refused by the API."""
    made = converter._ensure_strict_json_schema(
        dict(BAD_STRICT_OPENAI[kind]), path=(), root={}
    )
    if kind == "open object":
        made["properties"]["o"].pop("additionalProperties", None)
    assert schema_faults(target, made, strict=True) != []


def test_what_its_own_converter_does_right_is_taken():
    made = converter._ensure_strict_json_schema(
        {"type": "object", "properties": {"q": {"type": "string"}}},
        path=(),
        root={},
    )
    assert made == closed(q={"type": "string"})
    assert schema_faults("openai-chat", made, strict=True) == []
