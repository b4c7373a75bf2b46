"""A gate in front of two tools, and what a model gets to read from it."""

from __future__ import annotations

from typing import Annotated

from toolgate import (
    Schema,
    Tool,
    ToolError,
    ToolRegistry,
    UnknownToolError,
    dispatch_tool_call,
)

STOCK = {"SKU-1001": 3, "SKU-2002": 0}

registry = ToolRegistry()


@registry.tool(side_effect="read")
def check_stock(
    sku: Annotated[str, Schema({"pattern": "^SKU-[0-9]{4}$"})],
) -> dict[str, int]:
    """Tell how many of an article are left in the warehouse."""
    if sku not in STOCK:
        raise ToolError(f"No article {sku}; known are {', '.join(STOCK)}")
    return {"left": STOCK[sku]}


# Where there is a schema already, a tool is that and a handler.
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
        handler=lambda arguments: f"{arguments['amount'] * 1.08:.2f} USD",
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
