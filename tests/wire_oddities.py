"""
Schemas that nobody writes: keywords put together without a plan.

Made from a number, so that each run has the same ones, and any other can be
had.
"""

from __future__ import annotations

import random
from typing import Any

TEXT = {"type": "string"}
WHOLE = {"type": "integer"}
LEAVES: tuple[Any, ...] = (
    TEXT,
    WHOLE,
    {"type": "number", "minimum": 2},
    {"type": "boolean"},
    {"type": ["string", "null"]},
    {"enum": ["a", 1, None]},
    {"const": "k"},
    {"const": None},
    {"type": "null"},
    {"enum": [1, 2]},
    {},
    True,
    {"type": "string", "pattern": "^a"},
    {"type": "string", "minLength": 2, "format": "uri"},
    {"type": ["integer", "null"], "enum": [1, None]},
    {"enum": ["", "x"]},
    {"type": "string", "enum": ["A", "a"], "default": "A"},
    {"type": "object"},
    {"type": "array"},
    {"const": {"a": 1}},
    {"enum": [[1], {}]},
)
NAMES = ("a", "b", "c", "a b", "t", "key", "value")


class Oddities:
    """Draws schemas from one number."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.kinds = (
            *(self.object,) * 5,
            *(self.union,) * 5,
            *(self.array,) * 2,
            self.map,
            self.reference,
            self.patterns,
            self.places,
            self.negation,
            self.condition,
            self.contained,
            self.dependents,
            self.named,
            self.unevaluated,
        )

    def chance(self, share: float) -> bool:
        return self.draw.random() < share

    def name(self) -> str:
        return self.draw.choice(NAMES)

    def schema(self, depth: int) -> Any:
        if depth <= 0 or self.chance(0.25):
            return False if self.chance(0.01) else self.draw.choice(LEAVES)
        return self.draw.choice(self.kinds)(depth - 1)

    def beside(self, depth: int) -> dict:
        found = self.schema(depth)
        return found if isinstance(found, dict) else {}

    def object(self, depth: int) -> dict:
        members = {
            self.name(): self.schema(depth)
            for _ in range(self.draw.randint(0, 3))
        }
        found: dict[str, Any] = {
            "type": "object" if self.chance(0.8) else ["object", "null"],
            "properties": members,
        }
        if members and self.chance(0.6):
            count = self.draw.randint(1, len(members))
            found["required"] = sorted(
                self.draw.sample(sorted(members), count)
            )
        if self.chance(0.2):
            found["required"] = [*found.get("required", []), "zz"]
        if self.chance(0.4):
            found["additionalProperties"] = self.draw.choice(
                [False, False, True, self.schema(depth)]
            )
        if self.chance(0.15):
            size = self.draw.choice(["minProperties", "maxProperties"])
            found[size] = self.draw.randint(0, 2)
        if self.chance(0.1):
            pattern = self.draw.choice(["^a", "b$", " "])
            found["patternProperties"] = {pattern: self.schema(depth)}
        return found

    def union(self, depth: int) -> dict:
        keyword = self.draw.choice(["anyOf", "oneOf", "allOf"])
        count = self.draw.randint(1, 3)
        branches = [self.schema(depth) for _ in range(count)]
        rest = self.beside(depth) if self.chance(0.3) else {}
        return {**rest, keyword: branches}

    def array(self, depth: int) -> dict:
        types = ["array", "array", ["array", "null"], ["array", "object"]]
        sizes = [{}, {}, {"minItems": 1}, {"maxItems": 2}]
        return {
            "type": self.draw.choice(types),
            "items": self.schema(depth),
            **self.draw.choice([*sizes, {"uniqueItems": True}]),
        }

    def map(self, depth: int) -> dict:
        types = ["object", "object", ["object", "null"]]
        return {
            "type": self.draw.choice(types),
            "additionalProperties": self.schema(depth),
            **({"minProperties": 1} if self.chance(0.3) else {}),
        }

    def reference(self, _: int) -> dict:
        rest = [{}, {}, {"description": "d"}, {"minProperties": 1}]
        return {
            "$ref": f"#/$defs/{self.draw.choice('ABC')}",
            **self.draw.choice([*rest, {"type": "object"}]),
        }

    def patterns(self, depth: int) -> dict:
        found = {"^a": self.schema(depth)}
        if self.chance(0.4):
            found["b$"] = self.schema(depth)
        rest = [{}, {"additionalProperties": False}]
        return {
            "type": "object",
            "patternProperties": found,
            **self.draw.choice(rest),
        }

    def places(self, depth: int) -> dict:
        count = self.draw.randint(1, 2)
        rest = [
            {},
            {"items": False},
            {"items": self.schema(depth)},
            {"minItems": 1},
            {"unevaluatedItems": False},
        ]
        return {
            "type": "array",
            "prefixItems": [self.schema(depth) for _ in range(count)],
            **self.draw.choice(rest),
        }

    def negation(self, depth: int) -> dict:
        return {**self.beside(depth), "not": self.schema(depth)}

    def condition(self, depth: int) -> dict:
        then = {"then": self.schema(depth)}
        other = {"else": self.schema(depth)}
        return {
            **self.beside(depth),
            "if": self.schema(depth),
            **self.draw.choice([then, other, {**then, **other}]),
        }

    def contained(self, depth: int) -> dict:
        sizes = [{}, {"minContains": 0}, {"maxContains": 1}]
        return {
            "type": "array",
            "items": self.schema(depth),
            "contains": self.schema(depth),
            **self.draw.choice([*sizes, {"minContains": 2}]),
        }

    def dependents(self, depth: int) -> dict:
        rest = [
            {"dependentRequired": {self.name(): [self.name()]}},
            {"dependentSchemas": {self.name(): self.schema(depth)}},
        ]
        return {
            **self.beside(depth),
            "type": "object",
            **self.draw.choice(rest),
        }

    def named(self, depth: int) -> dict:
        names = [
            {"pattern": "^[ab]"},
            {"enum": ["a", "b"]},
            {"maxLength": 2},
            {"const": "a"},
        ]
        return {
            **self.beside(depth),
            "type": "object",
            "propertyNames": self.draw.choice(names),
        }

    def unevaluated(self, depth: int) -> dict:
        rest = self.draw.choice([False, self.schema(depth)])
        return {
            **self.beside(depth),
            "type": "object",
            "unevaluatedProperties": rest,
        }


def odd_schema(seed: int) -> tuple[dict, random.Random]:
    """Return the input schema of a number, and what draws from it further."""
    make = Oddities(seed)
    found: dict[str, Any] = {
        "type": "object",
        "properties": {"p": make.schema(3)},
    }
    if make.chance(0.6):
        found["required"] = ["p"]
    if make.chance(0.3):
        found["additionalProperties"] = False
    if make.chance(0.3):
        found["properties"]["q r"] = make.schema(2)
    if make.chance(0.15):
        found["allOf"] = [
            {"properties": {"p": make.schema(1)}},
            {"required": ["p"]},
        ]
    if make.chance(0.1):
        found["anyOf"] = [
            {"required": ["p"]},
            {"properties": {"z": WHOLE}, "required": ["z"]},
        ]
    found["$defs"] = {
        "A": make.schema(2),
        "B": {
            "type": "object",
            "properties": {"n": {"$ref": "#/$defs/B"}, "v": make.schema(1)},
        },
        "C": {
            "anyOf": [
                TEXT,
                {"type": "array", "items": {"$ref": "#/$defs/C"}},
                {
                    "type": "object",
                    "additionalProperties": {"$ref": "#/$defs/C"},
                },
            ]
        },
    }
    return found, make.draw
