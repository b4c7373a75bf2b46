"""
Values to try a schema with: the same ones each time, for everybody.

`drawn` gives values that a schema takes, `mutants` what comes of a value when
one place of it is changed. Both are made without knowing a converter; a plain
validator decides which of them count.
"""

from __future__ import annotations

import copy
import json
import random
from typing import TYPE_CHECKING, Any

from benchmarks.judges import oracle, resolved

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROUNDS = 10
MUTANTS = 24
DEEPEST = 6
TEXTS = ("", "text", "x-a", "2026-01-31")
ANYTHING = ("text", 7, 1.5, True, None, [], ["a", 1], {}, {"k": "v"})
INSTEAD = (None, "text", 7, 1.5, True, [], {})
EXTRA = "undeclared_key"
COMBINATORS = ("anyOf", "oneOf")


def drawn(schema: Any, seed: str) -> list[Any]:
    """Give values that a schema takes: the least, the most, and others."""
    check = oracle(schema)
    draw = Draw(schema, seed)
    values = [draw.value(schema, mode) for mode in (0.0, 1.0)]
    values += [draw.value(schema, 0.5) for _ in range(ROUNDS)]
    return [value for value in distinct(values) if check.is_valid(value)]


def distinct(values: Iterable[Any]) -> list[Any]:
    """Give each value once; 1 and 1.0 are two."""
    return list({json.dumps(value): value for value in values}.values())


class Draw:
    """Draws values; `rate` is how often an optional member is there."""

    def __init__(self, root: Any, seed: str) -> None:
        self.root = root
        self.random = random.Random(seed)

    def value(self, schema: Any, rate: float, depth: int = 0) -> Any:
        schema = self.plain(schema)
        if "const" in schema:
            return copy.deepcopy(schema["const"])
        if schema.get("enum"):
            return copy.deepcopy(self.random.choice(schema["enum"]))
        kind = self.kind(schema)
        if kind is None or depth > DEEPEST:
            return copy.deepcopy(self.random.choice(ANYTHING))
        if kind == "object":
            return self.object(schema, rate, depth)
        if kind == "array":
            return self.array(schema, rate, depth)
        return self.scalar(kind, schema)

    def plain(self, schema: Any) -> dict:
        """Choose a way through references and unions, as one schema."""
        found = schema if isinstance(schema, dict) else {}
        for _ in range(DEEPEST):
            parts = []
            rest = dict(found)
            if "$ref" in rest:
                parts.append(resolved(self.root, rest.pop("$ref")))
            parts += [
                self.random.choice(rest.pop(keyword))
                for keyword in COMBINATORS
                if rest.get(keyword)
            ]
            parts += rest.pop("allOf", [])
            if not parts:
                return rest
            found = rest
            for part in parts:
                found = merged(found, part)
        return found

    def kind(self, schema: dict) -> str | None:
        kind = schema.get("type")
        if isinstance(kind, list):
            return self.random.choice(kind)
        if kind is None and {"properties", "required"} & schema.keys():
            return "object"
        return kind

    def object(self, schema: dict, rate: float, depth: int) -> dict:
        declared = schema.get("properties", {})
        required = schema.get("required", ())
        found = {
            key: self.value(inner, rate, depth + 1)
            for key, inner in declared.items()
            if key in required or self.random.random() < rate
        }
        for key in required:
            found.setdefault(key, self.value({}, rate, depth + 1))
        named = "properties" in schema
        rest = schema.get("additionalProperties", not named)
        # An open object is filled only where it is open on purpose.
        if rest is not False and self.random.random() < rate:
            for key in ("k", "another key"):
                found[key] = self.value(rest, rate, depth + 1)
        return found

    def array(self, schema: dict, rate: float, depth: int) -> list:
        first = schema.get("prefixItems", [])
        least = max(schema.get("minItems", 0), round(rate * 2))
        count = min(least, schema.get("maxItems", least))
        rest = [schema.get("items", {})] * max(0, count - len(first))
        return [
            self.value(inner, rate, depth + 1) for inner in [*first, *rest]
        ]

    def scalar(self, kind: str, schema: dict) -> Any:
        if kind == "null":
            return None
        if kind == "boolean":
            return self.random.random() < 0.5
        if kind == "string":
            text = self.random.choice(TEXTS)
            text = text.ljust(schema.get("minLength", 0), "x")
            return text[: schema.get("maxLength", len(text))]
        low = schema.get("minimum", schema.get("maximum", 5) - 5)
        high = schema.get("maximum", low + 10)
        number = self.random.randint(int(low), max(int(low), int(high)))
        if kind == "number" and self.random.random() < 0.5:
            return number + 0.5
        return number


def merged(left: dict, right: Any) -> dict:
    """Put two schemas into one, as far as drawing from it needs."""
    if not isinstance(right, dict):
        return left
    found = {**left, **right}
    if "properties" in left and "properties" in right:
        found["properties"] = {
            **left["properties"],
            **{
                key: merged(left["properties"].get(key, {}), inner)
                for key, inner in right["properties"].items()
            },
        }
    if "required" in left and "required" in right:
        found["required"] = [*left["required"], *right["required"]]
    return found


def mutants(values: Iterable[Any], seed: str, *, extra: bool) -> list[Any]:
    """Give values with one place of them changed, some of all there are."""
    pool = distinct(
        changed for value in values for changed in changes(value, extra=extra)
    )
    if len(pool) > MUTANTS:
        pool = random.Random(seed).sample(pool, MUTANTS)
    return pool


def changes(value: Any, *, extra: bool) -> Iterator[Any]:
    """Drop a key, add one, put another value in its place, or null."""
    for way in places(value):
        here = value
        for step in way:
            here = here[step]
        if isinstance(here, dict) and extra:
            yield replaced(value, way, {**here, EXTRA: "text"})
        if isinstance(here, list):
            yield replaced(value, way, [*here, *here[:1], None])
        if not way:
            continue
        if isinstance(way[-1], str):
            yield without(value, way)
        if isinstance(here, str):
            yield replaced(value, way, f"{here} or another")
        for other in INSTEAD:
            yield replaced(value, way, copy.deepcopy(other))


def places(value: Any, way: tuple = ()) -> Iterator[tuple]:
    yield way
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*way, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*way, index))


def replaced(value: Any, way: tuple, new: Any) -> Any:
    if not way:
        return new
    found = copy.copy(value)
    found[way[0]] = replaced(value[way[0]], way[1:], new)
    return found


def without(value: Any, way: tuple) -> Any:
    found = copy.copy(value)
    if len(way) == 1:
        del found[way[0]]
    else:
        found[way[0]] = without(value[way[0]], way[1:])
    return found
