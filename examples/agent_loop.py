"""
An agent whose model gets calls wrong, and mends them by what it reads.

The model is a script, so nothing is sent anywhere. It knows what it wants,
writes it down badly, and looks into the answers for what to do about it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Annotated, Literal

from toolgate import (
    Injected,
    ToolContext,
    ToolGate,
    ToolRegistry,
    ToolResult,
)
from toolgate.exceptions import InvalidCallBudgetExceeded

registry = ToolRegistry()


@registry.tool(side_effect="read")
def find_trains(start: str, to: str, seats: int = 1) -> list[str]:
    """
    Find the trains of today.

    Args:
        start: A town.
        to: Another one.
        seats: How many must be free.
    """
    return [f"ICE {number} {start}-{to}" for number in (517, 593)][: 3 - seats]


@registry.tool
def book(
    train: str,
    coach: Literal["first", "second"],
    passenger: Annotated[str, Injected()],
) -> str:
    """Book a seat in a train."""
    return f"{passenger} has a seat in {train}, {coach} class."


@dataclass
class Call:
    """What the model writes, and what it says when that was fine."""

    name: str
    text: str


@dataclass
class CarelessModel:
    """Wants a few calls, and repairs one until it goes through."""

    wanted: list[Call]
    reads_answers: bool = True
    heard: list[str] = field(default_factory=list)

    def next_call(self) -> Call | None:
        """Return the next call to make, or None when all are done."""
        return self.wanted[0] if self.wanted else None

    def hear(self, result: ToolResult) -> None:
        """Take the answer to the last call."""
        if not result.is_error:
            self.heard.append(result.text)
            del self.wanted[0]
        elif self.reads_answers:
            self.wanted[0] = mended(self.wanted[0], result.text)


def mended(call: Call, answer: str) -> Call:
    """Return a call with the fault gone that an answer tells of."""
    name, text = call.name, call.text
    if answer.startswith("unknown_tool"):
        found = re.search(r"Did you mean (\w+)\?", answer)
        name = found[1] if found else name
    elif answer.startswith("invalid_json"):
        text = text[text.index("{") : text.rindex("}") + 1]
    else:
        text = json.dumps(mended_arguments(json.loads(text), answer))
    return Call(name, text)


def mended_arguments(
    arguments: dict[str, object], answer: str
) -> dict[str, object]:
    """Rename, convert or replace what an answer finds fault with."""
    for wrong, right in re.findall(
        r'unknown property "(\w+)".*Did you mean (\w+)\?', answer
    ):
        arguments[right] = arguments.pop(wrong)
    for name in re.findall(r"/(\w+): expected integer", answer):
        arguments[name] = int(str(arguments[name]))
    choices = re.findall(r'/(\w+): expected one of "(\w+)"', answer)
    return {**arguments, **dict(choices)}


def converse(model: CarelessModel, run_id: str, max_invalid: int) -> None:
    """Make the calls of a model until it has no more, or has had enough."""
    # Providers want an answer to each call, also to one of no tool at all.
    gate = ToolGate(registry, unknown_tool="result")
    run = gate.run(run_id, max_invalid=max_invalid)
    context = ToolContext(values={"passenger": "Ann"})
    while (call := model.next_call()) is not None:
        print(f"model  {call.name} {call.text}")
        try:
            result = run.dispatch(
                f"call_{run.calls + 1}", call.name, call.text, context=context
            )
        except InvalidCallBudgetExceeded as error:
            print("gate   " + error.result.text.replace("\n", "\n       "))
            print(f"host   {run_id}: a person takes over")
            return
        print("gate   " + result.text.replace("\n", "\n       "))
        model.hear(result)
    print(f"host   {run_id}: {run.calls} calls, {run.invalid} invalid")


def wishes() -> list[Call]:
    """Return what the model wants, as badly as it puts it."""
    return [
        Call("find_train", 'Let me see: {"start": "Ulm", "too": "Bonn"}'),
        Call("book", '{"train": "ICE 517 Ulm-Bonn", "coach": "1st"}'),
    ]


def main() -> None:
    """Run a model that reads the answers, and one that does not."""
    converse(CarelessModel(wishes()), "run-1", max_invalid=5)
    print()
    stubborn = CarelessModel(
        [Call("find_trains", '{"start": "Ulm", "to": "Bonn", "seats": "2"}')],
        reads_answers=False,
    )
    converse(stubborn, "run-2", max_invalid=1)


if __name__ == "__main__":
    main()
