"""What is measured: a gate written by hand, toolgate, and the interface."""

from __future__ import annotations

import functools
import importlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from benchmarks.workloads import WORKLOADS, Workload

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

BASELINE = "hand-written, json + jsonschema-rs"
PLAIN_BASELINE = "hand-written, json + jsonschema"


@dataclass(frozen=True)
class Contender:
    """
    Something that takes a tool's name and JSON text and answers.

    `call` is what is timed; where `awaited`, it returns an awaitable.
    `value` reads an answer: what the tool returned, or None for "rejected".
    `missing` says why it cannot take part.
    """

    name: str
    call: Callable[[str, str], Any] | None = None
    value: Callable[[Any], Any] = lambda answer: answer
    awaited: bool = False
    missing: str | None = None


Build = "Callable[[], Iterable[Contender]]"


def built(name: str, build: Build) -> list[Contender]:
    """Build contenders; what is not installed becomes a visible line."""
    try:
        return list(build())
    except ModuleNotFoundError as error:
        return [Contender(name, missing=f"not installed ({error.name})")]
    except ImportError as error:
        # Installed, but of a version that this was not written for.
        return [Contender(name, missing=f"not usable: {error}")]


def by_hand(check: Callable[[Any], Any], explain: Callable[[Any, Any], Any]):
    """
    Write the gate that one writes: no more than what has to be done.

    No limits, no duplicate keys, no NaN check, no policies, no guard around
    the handler: this is what the ratios are taken from, not a model.
    """
    tools = {
        load.name: (
            load.handler,
            check(load.input_schema),
            check(load.output_schema),
        )
        for load in WORKLOADS
    }

    def dispatch(name: str, text: str) -> tuple[str, bool, Any]:
        tool = tools.get(name)
        if tool is None:
            return ("call_1", True, "unknown tool")
        handler, takes, returns = tool
        try:
            arguments = json.loads(text)
        except ValueError as error:
            return ("call_1", True, str(error))
        if not takes.is_valid(arguments):
            return ("call_1", True, explain(takes, arguments))
        result = handler(arguments)
        if not returns.is_valid(result):
            return ("call_1", True, "invalid output")
        return ("call_1", False, json.dumps(result))

    return dispatch


def read_by_hand(answer: tuple[str, bool, Any]) -> Any:
    return None if answer[1] else json.loads(answer[2])


def hand_fast() -> Iterable[Contender]:
    engine = importlib.import_module("jsonschema_rs")

    def check(schema):
        return engine.validator_for(
            schema, offline=True, pattern_options=engine.RegexOptions()
        )

    def explain(validator, arguments):
        return [error.message for error in validator.iter_errors(arguments)]

    gate = by_hand(check, explain)

    async def awaited(name, text):
        return gate(name, text)

    yield Contender(BASELINE, gate, read_by_hand)
    yield Contender(
        f"{BASELINE}, awaited", awaited, read_by_hand, awaited=True
    )


def hand_plain() -> Iterable[Contender]:
    engine = importlib.import_module("jsonschema")
    best_match = engine.exceptions.best_match

    def explain(validator, arguments):
        return best_match(validator.iter_errors(arguments)).message

    gate = by_hand(engine.Draft202012Validator, explain)
    yield Contender(PLAIN_BASELINE, gate, read_by_hand)


def toolgate(engine: str) -> Callable[[], Iterable[Contender]]:
    def build() -> Iterable[Contender]:
        library = importlib.import_module("toolgate")

        def gate(handler: Callable[[Workload], Any]):
            registry = library.ToolRegistry(
                validators=library.ValidatorCache(engine=engine)
            )
            for load in WORKLOADS:
                registry.register(
                    library.Tool(
                        name=load.name,
                        input_schema=load.input_schema,
                        output_schema=load.output_schema,
                        handler=handler(load),
                    )
                )
            return library.ToolGate(registry)

        def functions():
            made = importlib.import_module("benchmarks.functions")
            registry = library.ToolRegistry(
                validators=library.ValidatorCache(engine=engine)
            )
            for name, function in made.FUNCTIONS.items():
                registry.tool(name=name)(function)
            return library.ToolGate(registry)

        dispatch = gate(lambda load: load.handler).dispatch
        adispatch = gate(lambda load: load.async_handler).adispatch

        # Partial, so that no frame of the benchmark's own is timed.
        sync_call = functools.partial(dispatch, "call_1")
        async_call = functools.partial(adispatch, "call_1")

        def value(result):
            # As the hand-written gate, it has to have written the text too.
            if result.is_error:
                return None
            assert json.loads(result.text) == result.structured_content
            return result.structured_content

        yield Contender(f"toolgate dispatch, {engine}", sync_call, value)
        yield Contender(
            f"toolgate dispatch, {engine}, function",
            functools.partial(functions().dispatch, "call_1"),
            value,
        )
        yield Contender(
            f"toolgate adispatch, {engine}, async def",
            async_call,
            value,
            awaited=True,
        )

    return build


def core() -> list[Contender]:
    """Give the contenders that need no framework."""
    return [
        *built(BASELINE, hand_fast),
        *built("toolgate, jsonschema-rs", toolgate("jsonschema-rs")),
        *built(PLAIN_BASELINE, hand_plain),
        *built("toolgate, jsonschema", toolgate("jsonschema")),
    ]


async def answer(contender: Contender, name: str, text: str) -> Any:
    """Call once and read the answer."""
    result = contender.call(name, text)
    if contender.awaited:
        result = await result
    return contender.value(result)


async def prove(contender: Contender) -> None:
    """Assert that a contender accepts and rejects what it should."""
    for load in WORKLOADS:
        accepted = await answer(contender, load.name, load.accepted)
        assert accepted == load.result, (contender.name, load.name, accepted)
        rejected = await answer(contender, load.name, load.rejected)
        assert rejected is None, (contender.name, load.name, rejected)
