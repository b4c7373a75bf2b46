"""What registration finds out about a tool."""

from __future__ import annotations

import functools

import pytest

from toolgate import (
    SchemaError,
    Tool,
    ToolContext,
    ToolRegistry,
    ValidatorCache,
)
from toolgate.entry import build_entry
from toolgate.exceptions import InvalidSchemaError, InvalidToolError


def one(arguments):
    return None


def two(arguments, context):
    return None


def annotated(arguments, context: ToolContext = None):
    return None


def unrelated(arguments, retries=3):
    return None


def many(*parts):
    return None


def one_and_many(arguments, *rest):
    return None


def two_and_many(arguments, context, *rest):
    return None


async def async_one(arguments):
    return None


async def async_items(arguments):
    yield 1


def items(arguments):
    yield 1


class Callable:
    def __call__(self, arguments):
        return None

    async def method(self, arguments, context):
        return None


class AsyncCallable:
    async def __call__(self, arguments):
        return None


def entry_of(**fields):
    return build_entry(Tool(name="t", **fields), ValidatorCache())


@pytest.mark.parametrize(
    ("handler", "wants_context", "is_async"),
    [
        (one, False, False),
        (two, True, False),
        (annotated, True, False),
        (unrelated, False, False),
        (many, False, False),
        (one_and_many, False, False),
        (two_and_many, True, False),
        (lambda arguments, ctx: None, True, False),
        (async_one, False, True),
        (async_items, False, True),
        (items, False, False),
        (Callable(), False, False),
        (Callable().method, True, True),
        (AsyncCallable(), False, True),
        (functools.partial(two, context=1), False, False),
        (functools.partial(async_one), False, True),
        (dict, False, False),
        (len, False, False),
    ],
)
def test_handlers_are_understood(handler, wants_context, is_async):
    entry = entry_of(handler=handler)
    assert entry.wants_context is wants_context
    assert entry.is_async is is_async


@pytest.mark.parametrize(
    "handler",
    [
        lambda: None,
        lambda a, b, c: None,
        lambda a, *, must: None,
        lambda *, a: None,
        lambda city, units: None,
        functools.partial(lambda city, units: None),
    ],
)
def test_handlers_that_cannot_be_called_are_refused(handler):
    with pytest.raises(InvalidToolError, match=r"\(arguments, context\)"):
        entry_of(handler=handler)


def test_inline_with_a_time_limit_is_refused():
    with pytest.raises(InvalidToolError, match="inline=True"):
        entry_of(handler=one, inline=True, timeout=1)


def test_inline_means_nothing_for_an_async_handler():
    assert entry_of(handler=async_one, inline=True, timeout=1).timeout == 1


def test_ids(validators):
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    mine = build_entry(Tool(name="t", input_schema=schema), validators)
    imported = build_entry(
        Tool(name="crm.t", source_name="t", origin="crm", input_schema=schema),
        validators,
    )
    assert (mine.tool_id, imported.tool_id) == ("t", "crm:t")
    assert mine.dialect == "2020-12"
    assert mine.validator_id == imported.validator_id
    assert mine.output_id is None
    assert not mine.wants_context


@pytest.mark.requirement("input-root")
@pytest.mark.parametrize(
    "root", [{}, {"type": ["object"]}, {"type": "array"}, {"$ref": "#/x"}]
)
def test_input_schemas_are_objects(root):
    """MCP 2026-07-28: the root type is the literal string object."""
    with pytest.raises(InvalidSchemaError, match='"type": "object"'):
        entry_of(input_schema=root)


@pytest.mark.parametrize("part", ["input_schema", "output_schema"])
def test_schema_errors_name_tool_and_part(part):
    broken = {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/none"}},
    }
    with pytest.raises(SchemaError) as caught:
        entry_of(**{part: broken})
    assert caught.value.tool == "t"
    assert caught.value.part == part
    assert f"tool t: {part} at /properties/a" in str(caught.value)


def raiser(*ignored):
    raise RuntimeError


class Signed:
    __signature__ = property(raiser)

    def __call__(self, arguments):
        return None


class Guarded:
    __getattr__ = raiser

    def __call__(self, arguments):
        return None


class Silent:
    __str__ = __repr__ = raiser


def silent_default(arguments, retries=Silent(), *, needed):  # noqa: B008
    return None


def strange(arguments, extra=None):
    return None


strange.__annotations__["extra"] = Silent()


@pytest.mark.parametrize(
    "make",
    [Signed, Guarded, lambda: strange, lambda: silent_default],
    ids=["signature", "attributes", "annotation", "default"],
)
def test_handlers_that_fail_when_they_are_looked_at(make):
    handler = make()
    registry = ToolRegistry()
    done = registry.register_all(
        [Tool(name="bad", handler=handler), Tool(name="good")],
        on_error="collect",
    )
    assert registry.names() == ("good",)
    error = done.rejected[0].error
    assert type(error) is InvalidToolError
    assert "signature cannot be read" in str(error)
    assert type(error.__cause__) is RuntimeError


def test_an_entry_is_told_by_its_tool():
    registry = ToolRegistry()
    registry.register(Tool(name="t"))
    assert repr(registry.entry("t")) == "<Entry 't': Tool('t')>"
