"""The two tools that every contender serves, and the calls it gets."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

INTEGER = {"type": "integer"}
TEXT = {"type": "string"}


def closed(properties: dict[str, Any]) -> dict[str, Any]:
    """Make an object schema that asks for these properties and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


@dataclass(frozen=True)
class Workload:
    """
    A tool, a call of it that is right, and one that is not.

    `result` is what the handler has to return for the right one.
    """

    name: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any]
    handler: Callable[[dict[str, Any]], dict[str, Any]]
    accepted: str
    rejected: str
    result: dict[str, Any]

    async def async_handler(self, arguments: dict[str, Any]) -> dict[str, Any]:
        return self.handler(arguments)


def add(arguments: dict[str, Any]) -> dict[str, Any]:
    return {"result": arguments["a"] + arguments["b"]}


def order_total(arguments: dict[str, Any]) -> dict[str, Any]:
    cents = 0
    for item in arguments["items"]:
        cents += item["quantity"] * item["cents"]
    return {"order_id": arguments["order_id"], "cents": cents}


ADDRESS = closed(
    {
        "street": TEXT,
        "city": TEXT,
        "zip": {"type": "string", "maxLength": 10},
        "country": {"type": "string", "enum": ["DE", "FR", "IT"]},
    }
)
ITEM = closed(
    {
        "sku": TEXT,
        "quantity": {"type": "integer", "minimum": 1},
        "cents": {"type": "integer", "minimum": 0},
    }
)
ORDER = closed(
    {
        "order_id": {"type": "string", "minLength": 1},
        "customer": closed(
            {"name": TEXT, "email": TEXT, "vip": {"type": "boolean"}}
        ),
        "items": {"type": "array", "items": ITEM, "minItems": 1},
        "shipping": ADDRESS,
        "coupon": {"type": ["string", "null"]},
        "express": {"type": "boolean"},
        "weight": {"type": "number", "exclusiveMinimum": 0},
    }
)


def an_order(quantity: Any) -> dict[str, Any]:
    """Make an order of 20 leaves, 392 bytes as JSON with the number 2."""
    return {
        "order_id": "A-2026-000417",
        "customer": {
            "name": "Ann Lee",
            "email": "ann@example.org",
            "vip": False,
        },
        "items": [
            {"sku": "PEN-01", "quantity": 12, "cents": 90},
            {"sku": "INK-07", "quantity": quantity, "cents": 450},
            {"sku": "PAPER-A4", "quantity": 5, "cents": 399},
        ],
        "shipping": {
            "street": "Markt",
            "city": "Bonn",
            "zip": "53111",
            "country": "DE",
        },
        "coupon": None,
        "express": True,
        "weight": 4.25,
    }


WORKLOADS = (
    Workload(
        name="add",
        input_schema=closed({"a": INTEGER, "b": INTEGER}),
        output_schema=closed({"result": INTEGER}),
        handler=add,
        accepted='{"a": 17, "b": 25}',
        rejected='{"a": 17, "b": "many"}',
        result={"result": 42},
    ),
    Workload(
        name="order",
        input_schema=ORDER,
        output_schema=closed({"order_id": TEXT, "cents": INTEGER}),
        handler=order_total,
        accepted=json.dumps(an_order(2)),
        rejected=json.dumps(an_order("two")),
        result={"order_id": "A-2026-000417", "cents": 3975},
    ),
)
