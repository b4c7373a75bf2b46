"""Exported tools of every kind, held against the SDKs' own types."""

from __future__ import annotations

import copy

import pytest

from toolgate import Tool, ToolRegistry, wire
from wire_corpus import CORPUS
from wire_rules import STRICT_TARGETS, TARGETS

FORMS = [
    (name, strict)
    for name in TARGETS
    for strict in ([True, False] if name in STRICT_TARGETS else [False])
]
BY_SDK = {
    sdk: [form for form in FORMS if form[0] in targets]
    for sdk, targets in {
        "chat": {"openai-chat", "azure-openai-chat", "openai-compatible"},
        "responses": {"openai-responses", "azure-openai-responses"},
        "anthropic": {"anthropic"},
        "gemini": {"gemini", "gemini-parameters"},
        "bedrock": {"bedrock-converse"},
    }.items()
}


def sent(form):
    """All schemas by hand as one target has them: each on its own."""
    target, strict = form
    found = []
    for name, schema in CORPUS.items():
        tool = Tool(name="t", description=name, input_schema=schema)
        exported = wire.export([tool], to=target, strict=strict)
        found += [(exported["t"], each) for each in exported.tools]
    assert len(found) > len(CORPUS) // 2
    return found


def take_all(kind, form):
    """Let an SDK's type take every tool, and change nothing of it."""
    for _, tool in sent(form):
        assert kind.validate_python(copy.deepcopy(tool)) == tool


@pytest.mark.parametrize("form", BY_SDK["chat"])
def test_chat_completions(form):
    pytest.importorskip("openai")
    pydantic = pytest.importorskip("pydantic")
    chat = pytest.importorskip("openai.types.chat")
    take_all(pydantic.TypeAdapter(chat.ChatCompletionToolUnionParam), form)


@pytest.mark.parametrize("form", BY_SDK["responses"])
def test_responses(form):
    pydantic = pytest.importorskip("pydantic")
    responses = pytest.importorskip("openai.types.responses")
    take_all(pydantic.TypeAdapter(responses.FunctionToolParam), form)


@pytest.mark.parametrize("target", ["openai-chat", "azure-openai-responses"])
def test_openais_own_converter_has_nothing_to_do(target):
    """What it would close, require or write out is closed and required."""
    converter = pytest.importorskip("openai.lib._pydantic")
    for exported, _ in sent((target, True)):
        if not exported.strict:
            continue
        schema = exported.schema
        assert (
            converter._ensure_strict_json_schema(
                copy.deepcopy(schema), path=(), root=copy.deepcopy(schema)
            )
            == schema
        )


@pytest.mark.parametrize("form", BY_SDK["anthropic"])
def test_messages(form):
    pydantic = pytest.importorskip("pydantic")
    anthropic = pytest.importorskip("anthropic.types")
    take_all(pydantic.TypeAdapter(anthropic.ToolParam), form)


@pytest.mark.parametrize("form", BY_SDK["gemini"])
def test_declarations(form):
    types = pytest.importorskip("google.genai.types")
    for exported, entry in sent(form):
        tool = types.Tool.model_validate(entry)
        [declared] = tool.function_declarations
        if form[0] == "gemini":
            assert declared.parameters_json_schema == exported.schema
        elif declared.parameters is not None:
            said = declared.parameters.model_dump(
                mode="json", exclude_unset=True, by_alias=True
            )
            assert lowered(said) == lowered(exported.schema)


def lowered(schema):
    """Their types are an enumeration, and some of their numbers are texts."""
    if isinstance(schema, dict):
        return {key: lowered(held) for key, held in schema.items()}
    if isinstance(schema, list):
        return [lowered(held) for held in schema]
    if isinstance(schema, bool) or schema is None:
        return schema
    try:
        return float(schema)
    except ValueError:
        return schema.lower()


@pytest.mark.parametrize("form", BY_SDK["bedrock"])
def test_converse(form):
    pytest.importorskip("botocore")
    loaders = pytest.importorskip("botocore.loaders")
    model = pytest.importorskip("botocore.model")
    validate = pytest.importorskip("botocore.validate")
    service = model.ServiceModel(
        loaders.Loader().load_service_model("bedrock-runtime", "service-2")
    )
    shape = service.operation_model("Converse").input_shape
    for _, tool in sent(form):
        given = {"modelId": "model", "toolConfig": {"tools": [tool]}}
        report = validate.ParamValidator().validate(given, shape)
        assert not report.has_errors(), report.generate_report()


@pytest.mark.parametrize(
    "protocol", ["2025-06-18", "2025-11-25", "2026-07-28"]
)
def test_lists_of_mcp(protocol):
    types = pytest.importorskip("mcp_types")
    registry = ToolRegistry()
    for number, schema in enumerate(CORPUS.values()):
        registry.register(Tool(name=f"t{number}", input_schema=schema))
    listed = wire.mcp.list_tools(registry, protocol=protocol, page_size=10_000)
    read = types.ListToolsResult.model_validate(copy.deepcopy(listed))
    assert [
        each.model_dump(by_alias=True, exclude_unset=True)["inputSchema"]
        for each in read.tools
    ] == [each["inputSchema"] for each in listed["tools"]]
