"""
A model that moves money, and a person at a terminal who must agree.

Asks on standard input. `--yes` and `--no` answer every question beforehand.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Annotated

from toolgate import (
    ApprovalRequired,
    CheckedCall,
    Decision,
    Injected,
    Schema,
    ToolContext,
    ToolRegistry,
    ToolResult,
)

Ask = Callable[[str], bool]

MAX_CENTS = 100_000
ASK_FROM_CENTS = 1_000


def large_sums_need_a_person(call: CheckedCall) -> Decision:
    """Allow small sums, ask about large ones, deny what is too much."""
    arguments = call.arguments
    cents = int(arguments["cents"])
    if cents > MAX_CENTS:
        most = MAX_CENTS / 100
        return Decision.deny(
            f"{most:.2f} is the most that can be moved at once."
        )
    if cents < ASK_FROM_CENTS:
        return Decision.allow()
    payer = call.context.values["payer"] if call.context else "nobody"
    return Decision.ask(
        f"Move {cents / 100:.2f} to {arguments['to']} for {payer}?"
    )


registry = ToolRegistry(policies=[large_sums_need_a_person])


@registry.tool(tags="money")
def move_money(
    to: Annotated[str, Schema({"pattern": "^[a-z]{1,20}$"})],
    cents: Annotated[int, Schema({"minimum": 1})],
    payer: Annotated[str, Injected()],
) -> str:
    """
    Move money to somebody.

    Args:
        to: The first name, in lower case.
        cents: How much.
    """
    del payer  # a bank would want to know
    return f"Moved {cents / 100:.2f} to {to}."


def at_the_terminal(reason: str) -> bool:
    """Ask the person; only an explicit yes is one."""
    print(f"  {ascii(reason)[1:-1]}")
    try:
        return input("  approve? [y/N] ").strip().lower() in {"y", "yes"}
    except EOFError:
        print()
        return False


def always(answer: str) -> Ask:
    """Return what answers every question alike."""

    def ask(reason: str) -> bool:
        print(f"  {ascii(reason)[1:-1]}\n  approve? [y/N] {answer}")
        return answer == "y"

    return ask


def answer(
    call: tuple[str, str, str], context: ToolContext, ask: Ask
) -> ToolResult:
    """Run one call; where a policy asks, let the person decide."""
    try:
        return registry.gate.dispatch(*call, context=context)
    except ApprovalRequired as question:
        if not ask(question.reason):
            return ToolResult.error(
                "denied: the user said no. It did not run."
            )
        return registry.gate.dispatch(
            *call, context=context, approval=question.token
        )


CALLS = [
    ("move_money", '{"to": "bob", "cents": 500}'),
    ("move_money", '{"to": "bob", "cents": 90000}'),
    ("move_money", '{"to": "eve", "cents": 200000}'),
]


def main() -> None:
    """Send the calls through the gate, and ask where it is asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    preset = parser.add_mutually_exclusive_group()
    preset.add_argument("--yes", action="store_true", help="agree to all")
    preset.add_argument("--no", action="store_true", help="agree to nothing")
    options = parser.parse_args()
    ask: Ask = at_the_terminal
    if options.yes or options.no:
        ask = always("y" if options.yes else "n")
    context = ToolContext(values={"payer": "ann"})
    for number, (name, arguments) in enumerate(CALLS, 1):
        print(
            f"{name} {arguments}" if number == 1 else f"\n{name} {arguments}"
        )
        call = (f"call_{number}", name, arguments)
        result = answer(call, context, ask)
        mark = "refused " if result.is_error else "answered"
        print(f"  {mark} {result.text}")


if __name__ == "__main__":
    main()
