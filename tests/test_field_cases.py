"""
Faults from the field: inputs of real reports, with the right behaviour.

Driven from the cases' file as far as they need neither derived functions
nor export; the few that tell a story are played here by hand.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time

import pytest

from timing import over
from toolgate import (
    DuplicateToolError,
    RegistrationError,
    TextContent,
    Tool,
    ToolError,
    ToolRegistry,
    ToolResult,
    dispatch_tool_call,
)
from toolgate.exceptions import (
    UnresolvableReferenceError,
    UnsupportedDialectError,
)

MESSAGE_LIMIT = 4096
PLAIN_CASES = [
    "mpfaffenberger/code_puppy#506",
    "pydantic/pydantic-ai#1512",
    "librefang/librefang#2995",
    "SAP/cloud-sdk-python#180",
    "python-jsonschema/jsonschema#1002",
]


@pytest.fixture(scope="session")
def field_cases(cases):
    lines = (cases / "field-cases.jsonl").read_text("utf-8").splitlines()
    return {case["id"]: case for case in map(json.loads, lines)}


@pytest.fixture
def registry(validators):
    return ToolRegistry(validators=validators)


def tool_of(definition, handler=None, **fields):
    return Tool(
        name=definition["name"],
        input_schema=definition["inputSchema"],
        output_schema=definition.get("outputSchema"),
        handler=handler,
        **fields,
    )


@pytest.mark.parametrize("case_id", PLAIN_CASES)
def test_verdicts(field_cases, registry, case_id):
    """Accepted calls run the handler with exactly what came; others do not."""
    case = field_cases[case_id]
    definitions = case["input"].get("tools") or [case["input"]["tool"]]
    got = []
    for definition in definitions:
        registry.register(tool_of(definition, got.append))
    checks = case["checks"]
    calls = case["input"]["calls"]
    wanted = checks.get("handler_gets") or [None] * len(calls)
    for number, (call, verdict, gets) in enumerate(
        zip(calls, checks["verdicts"], wanted, strict=True)
    ):
        arguments = (
            eval(call["arguments_python"], {"__builtins__": {}})
            if "arguments_python" in call
            else call["arguments_json"]
        )
        name = call.get("name", definitions[0]["name"])
        got.clear()
        result = dispatch_tool_call(registry, "call", name, arguments)
        accepted = verdict == "accept"
        assert len(got) == accepted, (number, result)
        assert result.is_error is not accepted
        if gets is not None:
            assert got == [gets]
        assert len(result.text.encode()) <= MESSAGE_LIMIT
        if "must_mention" in checks:
            assert checks["must_mention"][number] in result.text


def test_the_message_names_argument_expected_and_received(
    field_cases, registry
):
    """Case 1: the text is the model's only guide."""
    case = field_cases["mpfaffenberger/code_puppy#506"]
    registry.register(tool_of(case["input"]["tool"], pytest.fail))
    expected = [
        ("/tags", "array", "string"),
        ("/limit", "integer", "string"),
        ("/verbose", "boolean", "string"),
        ("/limit", "integer", "boolean"),
    ]
    for call, words in zip(case["input"]["calls"], expected, strict=False):
        text = dispatch_tool_call(
            registry, "c", "list_rows", call["arguments_json"]
        ).text
        assert all(word in text for word in words), text


@pytest.mark.requirement("no-arguments")
def test_missing_city_is_the_schemas_complaint(field_cases, registry):
    """Case 2: an empty text means no arguments, not broken JSON."""
    case = field_cases["pydantic/pydantic-ai#1512"]
    registry.register(tool_of(case["input"]["tools"][1], pytest.fail))
    text = dispatch_tool_call(registry, "c", "weather", "").text
    assert "city" in text
    assert "JSON" not in text


def test_the_branch_that_was_meant_is_explained(field_cases, registry):
    """Case 24: not that `kind` should be 'url'."""
    case = field_cases["python-jsonschema/jsonschema#1002"]
    registry.register(tool_of(case["input"]["tool"], pytest.fail))
    arguments = case["input"]["calls"][0]["arguments_json"]
    result = dispatch_tool_call(registry, "c", "put", arguments)
    (violation,) = result.failure.violations
    assert violation.instance_path == ("target", "path")
    assert violation.expected == "string"
    assert "url" not in result.text


def test_how_many_more(field_cases, registry):
    """Case 24, call 3: a few of 5,000, and that there are more."""
    case = field_cases["python-jsonschema/jsonschema#1002"]
    registry.register(tool_of(case["input"]["tool"], pytest.fail))
    arguments = {"target": {"kind": "url", "href": "u"}, "n": ["a"] * 5000}
    result = dispatch_tool_call(registry, "c", "put", arguments)
    assert len(result.failure.violations) == 5
    assert "more" in result.text


@pytest.mark.requirement("dialect")
def test_dialects(field_cases, validators):
    """Case 4: draft-07 under each of its spellings, nothing silently."""
    case = field_cases["anthropics/claude-code#90549"]
    definition = case["input"]["tool"]
    for uri in case["input"]["schema_uri_variants"]:
        registry = ToolRegistry(validators=validators)
        definition["inputSchema"]["$schema"] = uri
        registry.register(tool_of(definition, lambda arguments: "ok"))
        assert registry.entry("mark").dialect == "draft-07"
        verdicts = [
            dispatch_tool_call(
                registry, "c", "mark", call["arguments_json"]
            ).is_error
            for call in case["input"]["calls"]
        ]
        assert verdicts == [False, True, True, True]
    unsupported = case["input"]["unsupported_uri"]
    definition["inputSchema"]["$schema"] = unsupported
    with pytest.raises(UnsupportedDialectError, match=unsupported):
        registry.register(tool_of(definition), replace=True)


def test_references_stay_offline(field_cases, registry):
    """Case 5; that nothing is opened is shown with the engines' tests."""
    case = field_cases["PrefectHQ/prefect#22252"]
    for number, schema in enumerate(case["input"]["schemas"]):
        tool = Tool(
            name=f"t{number}", input_schema=schema, handler=lambda a: "ok"
        )
        ref = schema["properties"]["cfg"]["$ref"]
        if ref.startswith("https://json-schema.org/"):
            registry.register(tool)
            assert registry.call(tool.name, {"cfg": 5}).is_error
            assert not registry.call(tool.name, {"cfg": True}).is_error
        else:
            with pytest.raises(UnresolvableReferenceError):
                registry.register(tool)


def test_two_servers_offer_one_name(field_cases, registry):
    """Case 16: an error that names both, or a namespace; no overwrite."""
    sources = field_cases["openai/openai-agents-python#2830"]["input"][
        "sources"
    ]
    tools = {
        origin: [
            tool_of(
                definition,
                lambda arguments, origin=origin: origin,
                origin=origin,
            )
            for definition in definitions
        ]
        for origin, definitions in sources.items()
    }
    registry.register_all(tools["crm"])
    with pytest.raises(DuplicateToolError, match="crm.*wiki"):
        registry.register_all(tools["wiki"])
    assert registry.call("lookup", {"id": 1}).text == "crm"

    registry = ToolRegistry()
    for origin, listed in tools.items():
        registry.register_all(listed, namespace=origin)
    assert registry.names() == ("crm.lookup", "wiki.lookup")
    assert registry.call("crm.lookup", {"id": 1}).text == "crm"
    assert registry.call("wiki.lookup", {"page": "x"}).text == "wiki"
    assert registry.call("wiki.lookup", {"id": 1}).is_error
    assert registry["wiki.lookup"].source_name == "lookup"
    with pytest.raises(DuplicateToolError):
        registry.register_all(tools["wiki"], namespace="wiki")
    registry.register_all(tools["wiki"], namespace="wiki", replace=True)
    assert len(registry) == 2


def test_exception_texts_stay_with_the_host(field_cases, registry):
    """Case 17."""
    case = field_cases["modelcontextprotocol/python-sdk#2386"]
    for name, source in case["input"]["handlers"].items():

        def handler(arguments, source=source):
            exec(source, {"ToolError": ToolError})

        registry.register(Tool(name=name, handler=handler))
        result = registry.call(name)
        assert result.is_error
        for secret in case["checks"]["must_not_contain"]:
            assert secret not in result.text
            assert secret not in repr(result.content)
    assert registry.call("b").text == "No order 17; call list_orders first"
    assert len(registry.call("c").text) <= 2_000
    assert "a" in registry.call("a").text
    assert isinstance(registry.call("d").failure.exception, KeyError)


def test_error_results_and_output_schemas(field_cases, registry):
    """Case 18: what an MCP server answered, as results of a handler."""
    case = field_cases["modelcontextprotocol/typescript-sdk#1947"]
    answers = iter(case["input"]["handler_returns"])

    def relay(arguments):
        answer = next(answers)
        options = {"is_error": answer.get("isError", False)}
        if "structuredContent" in answer:
            options["structured_content"] = answer["structuredContent"]
        return ToolResult(
            [TextContent(block["text"]) for block in answer["content"]],
            **options,
        )

    registry.register(tool_of(case["input"]["tool"], relay))
    results = [
        registry.call("order_total", {"id": 17})
        for _ in case["input"]["handler_returns"]
    ]
    assert [result.is_error for result in results] == case["checks"]["isError"]
    assert results[0].text == results[1].text == "order 17 not found"
    assert results[1].structured_content == {"code": 404}
    assert "total" in results[3].text
    assert not results[3].structured_content


def test_sync_handlers_and_time(registry):
    """Case 20: two slow calls, a hung one, and the opt-out."""
    release = threading.Event()
    registry.register(
        Tool(name="slow", handler=lambda a: time.sleep(0.3) or "ok")
    )
    registry.register(
        Tool(name="hang", handler=lambda a: release.wait(5), timeout=0.2)
    )
    registry.register(
        Tool(
            name="inline", inline=True, handler=lambda a: threading.get_ident()
        )
    )

    async def tick(gaps):
        last = time.perf_counter()
        while True:
            await asyncio.sleep(0.01)
            gaps.append(time.perf_counter() - last)
            last = time.perf_counter()

    async def main(gaps):
        ticker = asyncio.ensure_future(tick(gaps))
        started = time.perf_counter()
        await asyncio.gather(registry.acall("slow"), registry.acall("slow"))
        both = time.perf_counter() - started
        started = time.perf_counter()
        timed_out = await registry.gate.adispatch("call_7", "hang")
        ticker.cancel()
        return both, timed_out, time.perf_counter() - started

    def measure(_):
        gaps = []
        both, timed_out, seconds = asyncio.run(main(gaps))
        assert timed_out.is_error
        assert "call_7" in timed_out.text
        return {
            "both in 0.5 s": both / 0.5,
            "gap of 0.1 s": max(gaps) / 0.1,
            "limit of 0.2 s in 0.4 s": seconds / 0.4,
        }

    assert over(1, measure) == {}
    release.set()
    assert asyncio.run(registry.acall("inline")).structured_content == (
        threading.get_ident()
    )


@pytest.mark.requirement("one-bad-tool")
def test_one_bad_entry_leaves_the_others(field_cases, registry):
    """Case 22: reported one by one, found at registration."""
    case = field_cases["anomalyco/opencode#26529"]
    good, rejected = [], []
    for definition in case["input"]["mcp_list"]:
        if definition["inputSchema"].get("type") == "objekt":
            with pytest.raises(RegistrationError):
                registry.register(tool_of(definition))
    done = registry.register_all(
        [
            tool_of(definition, lambda arguments: "ok", origin="server")
            for definition in case["input"]["mcp_list"]
        ],
        on_error="collect",
    )
    good = [tool.name for tool in done.tools]
    rejected = [bad.tool.name for bad in done.rejected]
    assert good == case["checks"]["registered"] == list(registry)
    assert rejected == case["checks"]["reported"]
    assert "/properties/shot" in str(done.rejected[0].error)
    for name in good:
        assert not registry.call(name, {"a": 1}).is_error
