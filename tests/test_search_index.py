"""The simplest honest ranking."""

from __future__ import annotations

import pytest

from toolgate import Tool, ToolRegistry
from toolgate.search.tokens import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("getHTTPResponse", ["get", "http", "response"]),
        ("list_open_orders", ["list", "open", "order"]),
        ("OAuth2Token", ["o", "auth", "2", "token"]),
        ("status address bus", ["status", "address", "bus"]),
        ("天气 查询", ["天气", "查询"]),
        ("Ünïts", ["ünït"]),
        ("", []),
    ],
)
def test_words(text, expected):
    assert words(text) == expected


@pytest.fixture
def registry():
    registry = ToolRegistry()
    for name, description in (
        ("getWeather", "Tell the weather of a city"),
        ("list_orders", "List the orders of a customer"),
        ("order", "Place an order for a product"),
        ("send_mail", "Send mail to an address"),
    ):
        registry.register(
            Tool(
                name=name,
                description=description,
                input_schema={
                    "type": "object",
                    "properties": {f"{name}_target": {"type": "string"}},
                },
                tags=("shop",) if "order" in name else (),
            )
        )
    return registry


def names(hits):
    return [hit.tool.name for hit in hits]


def test_camel_case_is_found(registry):
    assert names(registry.search("what is the weather in Paris"))[0] == (
        "getWeather"
    )


def test_an_exact_name_comes_first(registry):
    assert names(registry.search("list_orders"))[0] == "list_orders"
    assert names(registry.search("order"))[0] == "order"


def test_tags_and_parameters_are_searched(registry):
    assert names(registry.search("shop")) == ["list_orders", "order"]
    assert len(registry.search("target")) == 4


def test_hits_say_what_matched(registry):
    (hit,) = registry.search("mail zebra", top_k=1)
    assert hit.matched == ("mail",)
    assert hit.score > 0


@pytest.mark.parametrize("query", ["", "   ", "zebra", "\ud800", "!?"])
def test_nothing_found(registry, query):
    assert registry.search(query) == []


def test_top_k(registry):
    assert len(registry.search("target", top_k=2)) == 2
    assert registry.search("target", top_k=0) == []
    assert registry.search("target", top_k=-1) == []


def test_schemas_without_properties_are_fine():
    registry = ToolRegistry()
    registry.register(Tool(name="ping"))
    assert names(registry.search("ping")) == ["ping"]


def test_huge_queries_are_cut(registry):
    assert registry.search("zebra " * 200_000 + "weather") == []
