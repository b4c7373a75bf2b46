"""The two tools once more, as functions whose signatures say it all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from typing_extensions import TypedDict

from toolgate import Schema

if TYPE_CHECKING:
    from collections.abc import Callable


class Sum(TypedDict):
    result: int


class Customer(TypedDict):
    name: str
    email: str
    vip: bool


class Item(TypedDict):
    sku: str
    quantity: Annotated[int, Schema({"minimum": 1})]
    cents: Annotated[int, Schema({"minimum": 0})]


class Address(TypedDict):
    street: str
    city: str
    zip: Annotated[str, Schema({"maxLength": 10})]
    country: Literal["DE", "FR", "IT"]


class Total(TypedDict):
    order_id: str
    cents: int


def add(a: int, b: int) -> Sum:
    return {"result": a + b}


def order(
    order_id: Annotated[str, Schema({"minLength": 1})],
    customer: Customer,
    items: Annotated[list[Item], Schema({"minItems": 1})],
    shipping: Address,
    coupon: str | None,
    express: bool,
    weight: Annotated[float, Schema({"exclusiveMinimum": 0})],
) -> Total:
    cents = 0
    for item in items:
        cents += item["quantity"] * item["cents"]
    return {"order_id": order_id, "cents": cents}


FUNCTIONS: dict[str, Callable[..., Any]] = {"add": add, "order": order}
