"""
What one would use instead, each with an `async def` tool where it takes one.

Each starts from JSON text: a peer that takes a dict gets a `json.loads`, and
an exception that means "rejected" is caught and made a string, as a host has
to do. Logging is off. The tools are functions with type hints, for none of
these checks arguments against a JSON Schema.
"""

from __future__ import annotations

import asyncio
import json
import logging
import warnings
from typing import TYPE_CHECKING, Literal

from benchmarks.contenders import Contender, built

if TYPE_CHECKING:
    from collections.abc import Iterable

try:
    from pydantic import BaseModel, Field
except ImportError:  # then no peer is installed either
    BaseModel, Field = object, lambda **_: None


class Customer(BaseModel):
    name: str
    email: str
    vip: bool


class Item(BaseModel):
    sku: str
    quantity: int = Field(ge=1)
    cents: int = Field(ge=0)


class Address(BaseModel):
    street: str
    city: str
    zip: str = Field(max_length=10)
    country: Literal["DE", "FR", "IT"]


class Sum(BaseModel):
    result: int


class Receipt(BaseModel):
    order_id: str
    cents: int


def add(a: int, b: int) -> Sum:
    """Add two integers."""
    return Sum(result=a + b)


def order(
    order_id: str,
    customer: Customer,
    items: list[Item],
    shipping: Address,
    coupon: str | None,
    express: bool,
    weight: float,
) -> Receipt:
    """Submit an order."""
    cents = 0
    for item in items:
        cents += item.quantity * item.cents
    return Receipt(order_id=order_id, cents=cents)


async def async_add(a: int, b: int) -> Sum:
    """Add two integers."""
    return add(a, b)


async def async_order(
    order_id: str,
    customer: Customer,
    items: list[Item],
    shipping: Address,
    coupon: str | None,
    express: bool,
    weight: float,
) -> Receipt:
    """Submit an order."""
    return order(order_id, customer, items, shipping, coupon, express, weight)


SYNC = {"add": add, "order": order}
ASYNC = {"add": async_add, "order": async_order}


def read_model(answer):
    return None if isinstance(answer, str) else answer.model_dump()


def openai_agents() -> Iterable[Contender]:
    from agents import function_tool
    from agents.tool_context import ToolContext

    tools = {
        name: function_tool(function, name_override=name)
        for name, function in ASYNC.items()
    }

    def call(name, text):
        # The runner makes one of these for each call, too.
        context = ToolContext(
            context=None,
            tool_name=name,
            tool_call_id="call_1",
            tool_arguments=text,
        )
        return tools[name].on_invoke_tool(context, text)

    # It answers every failure with one sentence, a string.
    yield Contender(
        "openai-agents on_invoke_tool, async def",
        call,
        read_model,
        awaited=True,
    )


def pydantic_ai() -> Iterable[Contender]:
    from pydantic_ai import RunContext
    from pydantic_ai.exceptions import ToolRetryError
    from pydantic_ai.messages import ToolCallPart
    from pydantic_ai.models.test import TestModel
    from pydantic_ai.tool_manager import ToolManager
    from pydantic_ai.toolsets import FunctionToolset
    from pydantic_ai.usage import RunUsage

    toolset = FunctionToolset(max_retries=1_000_000_000)
    for name, function in ASYNC.items():
        toolset.add_function(function, name=name)
    context = RunContext(deps=None, model=TestModel(), usage=RunUsage())
    manager = asyncio.run(ToolManager(toolset).for_run_step(context))

    async def call(name, text):
        part = ToolCallPart(tool_name=name, args=text, tool_call_id="call_1")
        try:
            return await manager.handle_call(part)
        except ToolRetryError as error:
            return str(error)

    yield Contender(
        "pydantic-ai ToolManager.handle_call, async def",
        call,
        read_model,
        awaited=True,
    )


def mcp() -> Iterable[Contender]:
    from mcp.server import MCPServer
    from mcp.server.mcpserver.exceptions import ToolError

    server = MCPServer("benchmark", log_level="CRITICAL")
    for name, function in ASYNC.items():
        server.add_tool(function, name=name)

    async def call(name, text):
        try:
            return await server.call_tool(name, json.loads(text))
        except ToolError as error:
            return str(error)

    yield Contender(
        "mcp MCPServer.call_tool, async def", call, read_mcp, awaited=True
    )


def read_mcp(answer):
    return None if isinstance(answer, str) else answer.structured_content


def fastmcp() -> Iterable[Contender]:
    from fastmcp import FastMCP
    from fastmcp.exceptions import FastMCPError
    from pydantic import ValidationError

    server = FastMCP("benchmark")
    for name, function in ASYNC.items():
        server.tool(function, name=name)

    async def call(name, text):
        try:
            return await server.call_tool(name, json.loads(text))
        except (FastMCPError, ValidationError) as error:
            return str(error)

    yield Contender(
        "fastmcp server.call_tool, async def", call, read_mcp, awaited=True
    )


def langchain() -> Iterable[Contender]:
    from langchain_core.tools import StructuredTool
    from pydantic import ValidationError

    tools = {
        name: StructuredTool.from_function(
            SYNC[name], coroutine=ASYNC[name], name=name
        )
        for name in SYNC
    }

    def call(name, text):
        try:
            return tools[name].invoke(json.loads(text))
        except ValidationError as error:
            return str(error)

    async def awaited(name, text):
        try:
            return await tools[name].ainvoke(json.loads(text))
        except ValidationError as error:
            return str(error)

    name = "langchain-core StructuredTool"
    yield Contender(f"{name}.invoke, def", call, read_model)
    yield Contender(
        f"{name}.ainvoke, async def", awaited, read_model, awaited=True
    )


def peers() -> list[Contender]:
    """Give the peers, those that are not installed as a line that says so."""
    warnings.simplefilter("ignore")
    found = [
        *built("openai-agents", openai_agents),
        *built("pydantic-ai", pydantic_ai),
        *built("mcp", mcp),
        *built("fastmcp", fastmcp),
        *built("langchain-core", langchain),
    ]
    logging.disable(logging.CRITICAL)
    return found
