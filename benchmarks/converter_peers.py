"""
toolgate's export and other libraries' converters, behind one interface.

Each is called as its library calls it for a tool whose schema is given as a
dict. None of the others gives a way back or says what it changed, so none is
asked for it.
"""

from __future__ import annotations

import copy
import functools
import importlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from benchmarks.judges import TARGET

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

OWN = "toolgate"
STRICT, AUTO, PLAIN = "strict", "auto", "plain"
AGAIN = "strict, again"
# What comes of a converter that trips over a schema; a message of these is
# an accident, not a reason.
ACCIDENTS = (
    AssertionError,
    AttributeError,
    IndexError,
    KeyError,
    RecursionError,
)


@dataclass(frozen=True)
class Converted:
    """
    What became of one tool.

    `strict` tells whether it is sent as a strict one. `schema` is None where
    it is not sent; `reason` then says why, or is None where nothing does.
    """

    schema: dict | None
    strict: bool = False
    reason: str | None = None
    changes: Sequence[Any] = ()
    codec: Any = None


@dataclass(frozen=True)
class Converter:
    """
    One way to convert tools.

    `work` is what is timed: it takes what `prepared` made of tools, and
    `read` gives a `Converted` for each. `missing` says why it cannot take
    part.
    """

    name: str
    form: str
    prepared: Callable[[Sequence[dict]], Any] = list
    work: Callable[[Any], Any] = list
    read: Callable[[Any], list[Converted]] = field(default=list)
    missing: str | None = None

    @property
    def title(self) -> str:
        return f"{self.name}, {self.form}"


def own(form: str) -> Converter:
    """Give toolgate's export of registered tools."""
    library = importlib.import_module("toolgate")
    wire = importlib.import_module("toolgate.wire")
    strict = {AUTO: "auto", PLAIN: False}.get(form, True)

    def work(registry):
        """Export, and take what is put into the request."""
        exported = wire.export(registry, to=TARGET, strict=strict)
        return exported, exported.tools

    def prepared(tools: Sequence[dict]):
        registry = library.ToolRegistry()
        registry.register_all(
            library.Tool(
                name=tool["name"],
                description=tool.get("description"),
                input_schema=tool["inputSchema"],
            )
            for tool in tools
        )
        if form == AGAIN:
            work(registry)
        return registry

    def read(done) -> list[Converted]:
        exported, _ = done
        return [
            Converted(
                schema=each.schema,
                strict=each.strict,
                reason=each.reason,
                changes=each.changes,
                codec=each.codec,
            )
            for each in exported.values()
        ]

    return Converter(OWN, form, prepared, work, read)


def peer(
    name: str,
    form: str,
    convert: Callable[[Any], Any],
    *,
    given: Callable[[dict], Any] = lambda tool: tool["inputSchema"],
    schema_of: Callable[[Any], Any] = lambda found: found,
) -> Converter:
    """Give a converter of single tools; one that raises loses that tool."""

    def work(tools: Sequence[Any]) -> list:
        found = []
        for tool in tools:
            try:
                found.append(convert(tool))
            except Exception as error:  # noqa: BLE001 - it is its answer
                found.append(error)
        return found

    def read(found: Iterable[Any]) -> list[Converted]:
        return [
            Converted(None, reason=reason_of(each))
            if isinstance(each, Exception)
            else Converted(schema_of(each), strict=form == STRICT)
            for each in found
        ]

    def prepared(tools: Sequence[dict]) -> list:
        return [given(tool) for tool in tools]

    return Converter(name, form, prepared, work, read)


def reason_of(error: Exception) -> str | None:
    return None if isinstance(error, ACCIDENTS) else str(error)


def openai() -> Iterable[Converter]:
    # `to_strict_json_schema` and `pydantic_function_tool` hand this the
    # schema of a model; there is no other door for a schema as a dict.
    module = importlib.import_module("openai.lib._pydantic")
    ensure = module._ensure_strict_json_schema  # noqa: SLF001 - as said

    def convert(schema):
        return ensure(schema, path=(), root=schema)

    yield peer("openai", STRICT, convert)


def openai_agents() -> Iterable[Converter]:
    module = importlib.import_module("agents.strict_schema")
    yield peer("openai-agents", STRICT, module.ensure_strict_json_schema)


def langchain() -> Iterable[Converter]:
    convert = importlib.import_module(
        "langchain_core.utils.function_calling"
    ).convert_to_openai_tool

    def given(tool):
        return {
            "name": tool["name"],
            "description": tool.get("description", ""),
            "parameters": tool["inputSchema"],
        }

    for form, options in ((STRICT, {"strict": True}), (PLAIN, {})):
        yield peer(
            "langchain-core",
            form,
            functools.partial(convert, **options),
            given=given,
            schema_of=lambda found: found["function"]["parameters"],
        )


def pydantic_ai() -> Iterable[Converter]:
    transformer = importlib.import_module(
        "pydantic_ai.profiles.openai"
    ).OpenAIJsonSchemaTransformer

    def converting(*, strict: bool):
        return lambda schema: transformer(schema, strict=strict).walk()

    yield peer("pydantic-ai", STRICT, converting(strict=True))
    yield peer("pydantic-ai", PLAIN, converting(strict=False))


PEERS = (
    ("openai", (STRICT,), openai),
    ("openai-agents", (STRICT,), openai_agents),
    ("langchain-core", (STRICT, PLAIN), langchain),
    ("pydantic-ai", (STRICT, PLAIN), pydantic_ai),
)


def converters() -> list[Converter]:
    """Give all, those that are not installed with a line that says so."""
    found = [own(STRICT), own(AGAIN), own(AUTO), own(PLAIN)]
    for name, forms, build in PEERS:
        try:
            found += build()
        except ModuleNotFoundError as error:
            missing = f"not installed ({error.name})"
            found += [Converter(name, each, missing=missing) for each in forms]
        except (ImportError, AttributeError) as error:
            # Installed, but of a version that this was not written for.
            missing = f"not usable: {error}"
            found += [Converter(name, each, missing=missing) for each in forms]
    return sorted(found, key=lambda each: each.form == PLAIN)


def fresh(tools: Sequence[dict]) -> list[dict]:
    """Give tools whose schemas nobody else holds."""
    return [
        {**tool, "inputSchema": copy.deepcopy(tool["inputSchema"])}
        for tool in tools
    ]
