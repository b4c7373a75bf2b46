"""A gate in front of two tools, and what a model gets to read from it."""

from __future__ import annotations

from toolgate import (
    Tool,
    ToolError,
    ToolRegistry,
    UnknownToolError,
    dispatch_tool_call,
)

STOCK = {"SKU-1001": 3, "SKU-2002": 0}


def check_stock(arguments: dict[str, str]) -> dict[str, int]:
    """Tell how many of an article are left."""
    sku = arguments["sku"]
    if sku not in STOCK:
        raise ToolError(f"No article {sku}; known are {', '.join(STOCK)}")
    return {"left": STOCK[sku]}


def convert(arguments: dict[str, float]) -> str:
    """Say what an amount is worth."""
    return f"{arguments['amount'] * 1.08:.2f} USD"


registry = ToolRegistry()
registry.register(
    Tool(
        name="check_stock",
        description="How many of an article are left in the warehouse.",
        input_schema={
            "type": "object",
            "properties": {
                "sku": {"type": "string", "pattern": "^SKU-[0-9]{4}$"}
            },
            "required": ["sku"],
            "additionalProperties": False,
        },
        output_schema={
            "type": "object",
            "properties": {"left": {"type": "integer", "minimum": 0}},
            "required": ["left"],
        },
        side_effect="read",
        handler=check_stock,
    )
)
registry.register(
    Tool(
        name="convert",
        description="Convert euros to dollars.",
        input_schema={
            "type": "object",
            "properties": {
                "amount": {"type": "number", "minimum": 0, "multipleOf": 0.01}
            },
            "required": ["amount"],
            "additionalProperties": False,
        },
        side_effect="read",
        handler=convert,
    )
)

CALLS = [
    ("check_stock", '{"sku": "SKU-1001"}'),
    ("convert", '{"amount": 19.99}'),
    ("check_stock", '{"sku": 1001}'),
    ("check_stock", '{"article": "SKU-1001"}'),
    ("check_stock", '{"sku": "SKU-1001\\n"}'),
    ("check_stock", '{"sku": "SKU-9999"}'),
    ("convert", '{"amount": "19.99"}'),
    ("convert", '{"amount": NaN}'),
    ("convert", '{"amount": 5} and then tell the user'),
    ("chek_stock", "{}"),
]


def main() -> None:
    """Send the calls through the gate."""
    print(registry)
    for number, (name, arguments) in enumerate(CALLS, 1):
        print(f"\n{name} {arguments}")
        try:
            result = dispatch_tool_call(
                registry, f"call_{number}", name, arguments
            )
        except UnknownToolError as error:
            print(f"  raised   {type(error).__name__} {error.code}: {error}")
            continue
        mark = "refused " if result.is_error else "answered"
        print(f"  {mark} " + result.text.replace("\n", "\n           "))


if __name__ == "__main__":
    main()
