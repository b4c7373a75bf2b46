"""
strands-agents beside the gate written by hand.

In an environment of its own: strands-agents caps mcp below what fastmcp
needs. `pip install . strands-agents jsonschema-rs`, then
`python -m benchmarks.strands`.
"""

from __future__ import annotations

import argparse
import json
import logging
from typing import TYPE_CHECKING

from benchmarks import peers  # noqa: TC001 - it resolves the annotations
from benchmarks.comparison import compared
from benchmarks.contenders import Contender, built, core
from benchmarks.workloads import WORKLOADS

if TYPE_CHECKING:
    from collections.abc import Iterable


def strands() -> Iterable[Contender]:
    from strands import tool

    loads = {load.name: load for load in WORKLOADS}

    async def add(a: int, b: int) -> dict:
        """Add two integers."""
        return success(loads["add"].handler({"a": a, "b": b}))

    # The models arrive as dicts again.
    async def order(
        order_id: str,
        customer: peers.Customer,
        items: list[peers.Item],
        shipping: peers.Address,
        coupon: str | None,
        express: bool,
        weight: float,
    ) -> dict:
        """Submit an order."""
        return success(
            loads["order"].handler({"order_id": order_id, "items": items})
        )

    tools = {"add": tool(add), "order": tool(order)}

    async def call(name, text):
        use = {"toolUseId": "call_1", "name": name, "input": json.loads(text)}
        async for event in tools[name].stream(use, {}):
            last = event
        return last

    yield Contender(
        "strands tool.stream, async def", call, value, awaited=True
    )


def success(result):
    return {"status": "success", "content": [{"json": result}]}


def value(event):
    result = event.tool_result
    if result["status"] == "error":
        return None
    return result["content"][0]["json"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strands")
    parser.add_argument("--rounds", type=int, default=61)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    compared([*core(), *built("strands-agents", strands)], options.rounds)


if __name__ == "__main__":
    main()
