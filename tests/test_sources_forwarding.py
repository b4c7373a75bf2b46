"""Handlers that hand calls on: what is sent, and what is said of failures."""

from __future__ import annotations

import asyncio
import functools
import gc

import pytest

from toolgate import AsyncToolError, ToolRegistry
from toolgate.exceptions import AnswerError
from toolgate.sources.mcp import import_tools

LOOKUP = {
    "name": "lookup",
    "inputSchema": {
        "type": "object",
        "properties": {"id": {"type": "integer", "default": 1}},
    },
}
ANSWER = {"content": [{"type": "text", "text": "ok"}]}


def registered(call, **options):
    registry = ToolRegistry()
    imported = import_tools([LOOKUP], call=call, origin="crm", **options)
    registry.register_all(imported.tools, namespace="crm")
    return registry


@pytest.mark.requirement("as-sent")
@pytest.mark.parametrize(
    ("sent", "forwarded"),
    [
        ("{}", {}),
        ("", {}),
        (None, {}),
        ('{"id": 7}', {"id": 7}),
        ('{"id": 7.0, "x": null}', {"id": 7.0, "x": None}),
    ],
)
def test_what_the_server_gets(sent, forwarded):
    """The name there, and the arguments as sent: no default, no coercion."""
    got = []

    def call(*arguments):
        got.append(arguments)
        return ANSWER

    result = registered(call).gate.dispatch("c", "crm.lookup", sent)
    assert result.text == "ok"
    assert got == [("lookup", forwarded)]
    assert [type(value) for value in got[0][1].values()] == [
        type(value) for value in forwarded.values()
    ]


@pytest.mark.requirement("verdict-first")
def test_nothing_is_sent_before_the_verdict():
    registry = registered(pytest.fail)
    assert registry.call("crm.lookup", '{"id": "7"}').is_error


async def call_async(name, arguments):
    await asyncio.sleep(0)
    return ANSWER


class Session:
    async def call_tool(self, name, arguments=None, **options):
        return await call_async(name, arguments)

    async def __call__(self, name, arguments):
        return await call_async(name, arguments)


@pytest.mark.parametrize(
    "call",
    [
        call_async,
        Session().call_tool,
        Session(),
        functools.partial(call_async),
        lambda name, arguments: call_async(name, arguments),
        lambda name, arguments: ANSWER,
    ],
)
def test_async_calls(call):
    registry = registered(call, timeout=5)
    assert asyncio.run(registry.acall("crm.lookup", {"id": 1})).text == "ok"


@pytest.mark.parametrize(
    "call", [call_async, lambda name, arguments: call_async(name, arguments)]
)
def test_async_calls_at_the_sync_door(call):
    """Refused by name, and no coroutine is left over to warn of."""
    with pytest.raises(AsyncToolError):
        registered(call).call("crm.lookup")
    gc.collect()


def test_something_else_to_await():
    async def main():
        future = asyncio.get_running_loop().create_future()
        future.set_result(ANSWER)
        registry = registered(lambda name, arguments: future)
        return await registry.acall("crm.lookup")

    assert asyncio.run(main()).text == "ok"


class ErrorData:
    def __init__(self, code, message):
        self.code = code
        self.message = message


class MCPError(Exception):
    """Shaped as that of the official SDK, of both lines."""

    def __init__(self, code, message):
        super().__init__(code, message)
        self.error = ErrorData(code, message)


def raising(error, *, asynchronous):
    def call(name, arguments):
        raise error

    async def later(name, arguments):
        raise error

    return later if asynchronous else call


@pytest.mark.requirement("exceptions-stay")
@pytest.mark.parametrize("asynchronous", [False, True])
@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        (
            MCPError(-32602, "Unknown tool: lookup"),
            "tool_error",
            "the server refused this call: Unknown tool: lookup",
        ),
        (
            MCPError(-32602, ""),
            "tool_error",
            "the server refused this call: it is not valid",
        ),
        (MCPError(-32603, "db:secret"), "crashed", None),
        (MCPError(0, "secret"), "crashed", None),
        (MCPError("-32602", "secret"), "crashed", None),
        (ConnectionError("secret"), "crashed", None),
    ],
)
def test_what_a_client_raises(error, kind, said, asynchronous):
    registry = registered(raising(error, asynchronous=asynchronous))
    result = asyncio.run(registry.acall("crm.lookup"))
    assert result.is_error
    assert result.failure.kind == kind
    assert "secret" not in result.text
    if said is None:
        assert result.failure.exception is error
    else:
        assert result.text == said
        assert result.failure.exception.__cause__ is error


@pytest.mark.requirement("exceptions-stay")
def test_json_rpc_errors_as_documents():
    answers = iter(
        [
            {"error": {"code": -32602, "message": "No such id\x00"}},
            {"error": {"code": -32603, "message": "secret"}},
        ]
    )
    registry = registered(lambda name, arguments: next(answers))
    told = registry.call("crm.lookup")
    assert told.text == "the server refused this call: No such id\\u0000"
    crashed = registry.call("crm.lookup")
    assert crashed.failure.kind == "crashed"
    assert "secret" not in crashed.text
    assert isinstance(crashed.failure.exception, AnswerError)
    assert crashed.failure.exception.code == -32603


@pytest.mark.requirement("one-answer", "mcp-final")
@pytest.mark.parametrize("kind", ["input_required", "task"])
def test_what_is_not_final_is_an_error_answer(kind):
    answer = {"resultType": kind, "content": [], "requestState": "s"}
    registry = registered(lambda name, arguments: answer)
    result = registry.call("crm.lookup")
    assert result.is_error
    assert kind in result.text
    assert result.failure.exception.path == ("resultType",)


def test_tools_that_only_read_changed_nothing():
    registry = registered(lambda name, arguments: {}, side_effect="read")
    assert registry.call("crm.lookup").text.endswith("it changed nothing.")
    registry = registered(
        lambda name, arguments: {}, side_effect={"lookup": "write"}
    )
    assert "may have taken effect" in registry.call("crm.lookup").text


def test_cancellation_goes_through():
    async def call(name, arguments):
        raise asyncio.CancelledError

    async def main():
        with pytest.raises(asyncio.CancelledError):
            await registered(call).acall("crm.lookup")

    asyncio.run(main())
