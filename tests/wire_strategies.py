"""
Schemas as authors of tools write them, and values that a schema takes.

The schemas are the kinds that are met in the field: what Pydantic, Zod,
OpenAPI converters and people by hand produce, in small. The values are made
from a schema's structure and judged by the plain validator; what a maker
cannot hit is simply not drawn.
"""

from __future__ import annotations

import copy
import json
import random
import re
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from toolgate import RegistrationError, Tool, ToolRegistry
from wire_schemas import is_draft7, oracle, resolved

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
NAMES = ("query", "limit", "user", "tags", "kind", "id", "unit", "filters")
ODD_NAMES = (
    "type",
    "properties",
    "required",
    "title",
    "default",
    "enum",
    "oneOf",
    "$ref",
    "$defs",
    "items",
    "key",
    "value",
    "input",
    "a b",
    "a/b",
    "a~b",
    "x.y",
    "größe",
    "日本",
    "0",
    "",
    "X-Header",
)
DEFINITIONS = ("Node", "Item", "Filter", "a/b", "t~x", "my def", "Größe")
WORDS = ("", "a", "ab", "abc", "B1", "2026-11-30", "é", "😀", "a b", "{}")
PATTERNS = {
    "^[a-z]+$": ("a", "abc", "xyz"),
    "^\\d{2,4}$": ("12", "2026"),
    "^a\\b": ("a", "a b"),
    "^x-": ("x-a", "x-"),
    "[0-9]": ("1", "b1", "10"),
}
FORMATS = {
    "date-time": "2026-11-30T12:00:00Z",
    "date": "2026-11-30",
    "uri": "https://example.org/a",
    "uuid": "6f1c3a52-3a0e-4a36-9d5e-0f6f1a2b3c4d",
    "email": "a@example.org",
    "color": "red",
}
ENUMS = (
    ["C", "F"],
    ["asc", "desc", ""],
    [1, 2, 3],
    ["a", 1, True, None],
    [None, "x"],
    ["only"],
    [1.5, 2],
    [{"a": 1}, "b"],
)
CONSTS = ("ok", 3, True, None, 1.0, "", [1], {"a": "b"})
NUMBERS = (0, 1, 1.0, 2, 3, -1, 0.5, 1.5, 10, 100, 2**53 + 1)


class Author:
    """One author at work: draws a schema node by node."""

    def __init__(self, draw: Any, *, draft7: bool) -> None:
        self.draw = draw
        self.draft7 = draft7
        self.used: list[str] = []
        self.anchors: dict[str, str] = {}
        self.place = "definitions" if draft7 else "$defs"
        # How many definitions may be named where nothing is consumed yet.
        self.lower: int | None = None

    def one(self, options: Any) -> Any:
        return self.draw(st.sampled_from(options))

    def maybe(self, chance: int) -> bool:
        """Draw true in about `chance` of ten."""
        return self.draw(st.integers(0, 9)) >= 10 - chance

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    # ------------------------------------------------------------- scalars

    def text(self) -> dict:
        schema: dict = {"type": "string"}
        kind = self.number(0, 9)
        if kind == 6:
            schema["minLength"] = self.number(0, 2)
        elif kind == 7:
            schema["maxLength"] = self.number(1, 3)
        elif kind == 8:
            schema["pattern"] = self.one(tuple(PATTERNS))
        elif kind == 9:
            schema["format"] = self.one(tuple(FORMATS))
        return schema

    def numeric(self) -> dict:
        schema: dict = {"type": self.one(("integer", "number"))}
        kind = self.number(0, 8)
        if kind == 5:
            schema["minimum"] = self.one((0, 1, 1.0, -1.5))
        elif kind == 6:
            schema |= {"minimum": 0, "maximum": self.one((1, 10, 2.5))}
        elif kind == 7:
            schema["multipleOf"] = self.one((1, 2, 0.5))
        elif kind == 8:
            schema["exclusiveMinimum"] = self.one((0, 1.5))
        return schema

    def flag(self) -> dict:
        return {"type": "boolean"}

    def enum(self) -> dict:
        values = list(self.one(ENUMS))
        kinds = {type(value) for value in values}
        schema: dict = {"enum": values}
        if kinds == {str} and self.maybe(7):
            schema["type"] = "string"
        elif kinds == {int} and self.maybe(7):
            schema["type"] = "integer"
        elif kinds == {str, type(None)} and self.maybe(7):
            schema["type"] = ["string", "null"]
        return schema

    def const(self) -> dict:
        value = self.one(CONSTS)
        schema: dict = {"const": copy.deepcopy(value)}
        if isinstance(value, str) and self.maybe(5):
            schema["type"] = "string"
        return schema

    def scalar(self) -> dict:
        kinds = (self.text, self.text, self.numeric, self.flag, self.enum)
        return self.one((*kinds, self.numeric, self.const))()

    def anything(self) -> Any:
        return copy.deepcopy(
            self.one(
                (
                    {},
                    {"description": "any JSON"},
                    True,
                    {"type": ["string", "number", "boolean"]},
                    {"type": "object"},
                    {"type": "array"},
                    {"type": "null"},
                    {"minimum": 1},
                )
            )
        )

    # ------------------------------------------------------------ containers

    def inside(self, depth: int) -> Any:
        """Draw a schema of something smaller than what holds it."""
        before, self.lower = self.lower, None
        found = self.schema(depth - 1)
        self.lower = before
        return found

    def array(self, depth: int) -> dict:
        schema: dict = {"type": "array", "items": self.inside(depth)}
        kind = self.number(0, 9)
        if kind == 5:
            schema["minItems"] = self.number(0, 2)
        elif kind == 6:
            schema["maxItems"] = self.number(1, 3)
        elif kind == 7:
            schema["uniqueItems"] = True
        elif kind in {2, 3, 8}:
            schema = self.tuple(depth)
        elif kind == 9:
            schema["contains"] = {"type": self.one(("string", "integer"))}
        return schema

    def tuple(self, depth: int) -> dict:
        several = [self.inside(depth) for _ in range(self.number(1, 2))]
        rest = self.one((None, False, True, {"type": "string"}))
        first, last = (
            ("items", "additionalItems")
            if self.draft7
            else ("prefixItems", "items")
        )
        schema: dict = {"type": "array", first: several}
        if rest is not None:
            schema[last] = copy.deepcopy(rest)
        if self.maybe(5):
            schema["minItems"] = len(several)
        return schema

    def map(self, depth: int) -> dict:
        schema: dict = {"type": "object"}
        kind = self.number(0, 9)
        if kind <= 5:
            schema["additionalProperties"] = self.inside(depth)
        elif kind in {6, 9}:
            schema["patternProperties"] = {"^x-": self.inside(depth)}
            if self.maybe(5):
                schema["additionalProperties"] = False
        elif kind == 7:
            schema["additionalProperties"] = self.inside(depth)
            schema["propertyNames"] = {"pattern": "^[a-z]+$"}
        else:
            schema["additionalProperties"] = self.inside(depth)
            schema[self.one(("minProperties", "maxProperties"))] = 1
        return schema

    def object(self, depth: int) -> dict:
        names = self.names(self.number(1, 3))
        properties = {name: self.member(depth) for name in names}
        schema: dict = {"type": "object", "properties": properties}
        required = [name for name in names if self.maybe(5)]
        if required or self.maybe(3):
            schema["required"] = required
        self.ending(schema, depth)
        if len(names) > 1 and self.maybe(1):
            self.dependence(schema, names)
        return schema

    def names(self, count: int) -> list[str]:
        found: list[str] = []
        for _ in range(count):
            pool = ODD_NAMES if self.maybe(2) else NAMES
            left = [name for name in pool if name not in found]
            found.append(self.one(left))
        return found

    def ending(self, schema: dict, depth: int) -> None:
        kind = self.number(0, 9)
        if kind >= 6:
            schema["additionalProperties"] = False
        elif kind == 5:
            schema["additionalProperties"] = self.one((True, {}))
        elif kind == 4:
            schema["additionalProperties"] = self.inside(depth)
        elif kind == 3:
            schema["patternProperties"] = {"^x-": self.inside(depth)}

    def dependence(self, schema: dict, names: list[str]) -> None:
        keyword = "dependencies" if self.draft7 else "dependentRequired"
        schema[keyword] = {names[0]: [names[1]]}

    def member(self, depth: int) -> Any:
        """Draw what stands below a property, with what is told of it."""
        found = self.inside(depth)
        if not isinstance(found, dict):
            return found
        if self.maybe(3):
            found = self.nullable(found)
        # A definition reached twice is one object; a copy may be annotated.
        return self.annotated(dict(found))

    def nullable(self, schema: dict) -> dict:
        kind = schema.get("type")
        if isinstance(kind, str) and kind != "null" and self.maybe(5):
            widened = {**schema, "type": [kind, "null"]}
            if "enum" in schema and self.maybe(7):
                widened["enum"] = [*schema["enum"], None]
            return widened
        keyword = "oneOf" if self.maybe(2) else "anyOf"
        return {keyword: [schema, {"type": "null"}]}

    def annotated(self, schema: dict) -> dict:
        if self.maybe(2):
            schema["description"] = self.one(("What to find.", "Größe in mm"))
        if self.maybe(1):
            schema["title"] = "Title"
        if self.maybe(2):
            schema["default"] = self.one((None, 10, "a", [], False, 1.0))
        if self.maybe(1):
            schema["examples"] = ["a", 1]
        return schema

    # -------------------------------------------------------------- in place

    def union(self, depth: int) -> dict:
        keyword = self.one(("anyOf", "anyOf", "oneOf"))
        kind = self.number(0, 4)
        if kind <= 1:
            found: dict = {keyword: self.discriminated(depth)}
        elif kind == 2:
            found = {keyword: [self.object(depth), self.object(depth)]}
        elif kind == 3:
            found = {keyword: [self.scalar(), self.scalar()]}
        else:
            found = {keyword: [self.schema(depth - 1), self.array(depth)]}
        if self.maybe(1):
            found["anyOf" if keyword == "oneOf" else "oneOf"] = [
                {"type": ["object", "string"]},
                {"type": "array"},
            ]
        return found

    def discriminated(self, depth: int) -> list[dict]:
        tag = self.one(("kind", "t", "type"))
        branches = []
        for value in ("a", "b"):
            branch = self.object(depth)
            branch["properties"][tag] = (
                {"const": value} if self.maybe(7) else {"enum": [value]}
            )
            if self.maybe(8):
                branch["required"] = [
                    *(
                        name
                        for name in branch.get("required", ())
                        if name != tag
                    ),
                    tag,
                ]
            branches.append(branch)
        return branches

    def every(self, depth: int) -> dict:
        """Draw an `allOf`, alone or beside more."""
        kind = self.number(0, 4)
        if kind == 0:
            found: dict = {"allOf": [self.reference()]}
        elif kind == 1:
            found = {"allOf": [self.object(depth), self.object(depth)]}
            for part in found["allOf"]:
                if self.maybe(8):
                    part.pop("additionalProperties", None)
        elif kind == 2:
            found = {"type": "string", "minLength": 2}
            found["allOf"] = [{"minLength": 1}, {"maxLength": 3}]
        elif kind == 3:
            found = self.object(depth)
            found["allOf"] = [{"required": [next(iter(found["properties"]))]}]
        else:
            found = {"allOf": [{"allOf": [self.scalar()]}, {}]}
        if self.maybe(3):
            found["description"] = "All of it."
        return found

    def negated(self, depth: int) -> dict:
        found = self.one((self.scalar, self.text))()
        kind = self.number(0, 3)
        if kind == 0:
            found["not"] = {"const": "a"}
        elif kind == 1:
            found["not"] = {"type": "null"}
        elif kind == 2:
            found["if"] = {"minLength": 2}
            found["then"] = {"maxLength": 3}
        else:
            found = self.object(depth)
            found["if"] = {"required": ["query"]}
            found["then"] = {"required": ["limit"]}
            found["else"] = {"properties": {"unit": {"const": "C"}}}
        return found

    def reference(self) -> dict:
        known = DEFINITIONS[: self.lower]
        if not known:
            return self.scalar()
        name = self.one(known)
        if name not in self.used:
            self.used.append(name)
        if self.maybe(1):
            anchor = f"anchor{DEFINITIONS.index(name)}"
            self.anchors[name] = anchor
            return {"$ref": f"#{anchor}"}
        token = name.replace("~", "~0").replace("/", "~1")
        token = token.replace(" ", "%20")
        found: dict = {"$ref": f"#/{self.place}/{token}"}
        kind = self.number(0, 9)
        if kind == 7:
            found["description"] = "One of them."
        elif kind == 8:
            found["default"] = None
        elif kind == 9:
            found |= self.one(
                ({"maxLength": 2}, {"minProperties": 1}, {"type": "string"})
            )
        return found

    # ----------------------------------------------------------------- whole

    def schema(self, depth: int) -> Any:
        if depth <= 0:
            kinds: Any = (self.scalar,) * 8 + (self.anything, self.reference)
            return self.one(kinds)()
        deep = (
            *(self.object, self.object, self.array, self.array, self.map),
            *(self.union, self.union, self.every, self.negated),
        )
        flat = (
            *(self.scalar,) * 5,
            *(self.anything, self.reference, self.reference),
        )
        made = self.one((*flat, *deep))
        return made(depth) if made in deep else made()

    def definition(self, index: int) -> Any:
        self.lower = index
        kind = self.number(0, 5)
        if kind <= 2:
            found: Any = self.object(2)
        elif kind == 3:
            found = self.enum()
        else:
            found = self.schema(2)
        self.lower = None
        return found

    def root(self) -> dict:
        schema = self.object(self.number(1, 3))
        kind = self.number(0, 19)
        if kind == 17:
            schema["anyOf"] = [self.object(1), self.object(1)]
        elif kind == 18:
            schema["allOf"] = [self.reference(), {"type": "object"}]
        elif kind == 19:
            schema["oneOf"] = self.discriminated(1)
        if self.maybe(1):
            self.selves(schema)
        self.define(schema)
        if self.draft7:
            schema["$schema"] = DRAFT_07
        elif self.maybe(1):
            schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        if self.maybe(1):
            schema["title"] = "Arguments"
        return schema

    def selves(self, schema: dict) -> None:
        """Let the root contain itself, as a tree does."""
        kids = {"type": "array", "items": {"$ref": "#"}}
        schema["properties"]["children"] = kids

    def define(self, schema: dict) -> None:
        bodies: dict[str, Any] = {}
        while len(bodies) < len(self.used):
            for name in list(self.used):
                if name not in bodies:
                    bodies[name] = self.definition(DEFINITIONS.index(name))
        for name, anchor in self.anchors.items():
            if isinstance(bodies[name], bool):
                bodies[name] = {"allOf": [bodies[name]]}
            marked = {"$id": f"#{anchor}"} if self.draft7 else {}
            bodies[name] = {
                **(marked or {"$anchor": anchor}),
                **bodies[name],
            }
            if self.draft7 and "$ref" in bodies[name]:
                reference = {"$ref": bodies[name].pop("$ref")}
                bodies[name]["allOf"] = [reference]
        if bodies:
            schema[self.place] = bodies


def is_taken(schema: Any) -> bool:
    """Tell whether a registry takes a tool with this input schema."""
    try:
        ToolRegistry().register(Tool(name="t", input_schema=schema))
    except RegistrationError:
        return False
    return True


@st.composite
def author_schemas(draw: Any, *, draft7: bool | None = None) -> dict:
    """Draw an input schema that a registry takes."""
    if draft7 is None:
        draft7 = draw(st.integers(0, 4)) == 4
    schema = Author(draw, draft7=draft7).root()
    # No part stands in it twice: an edit of one is no edit of another.
    schema = json.loads(json.dumps(schema))
    assume(is_taken(schema))
    return schema


# ------------------------------------------------------------------- values

_ANY = (None, True, 0, 1.5, "a", "", [], [1], {}, {"a": 1}, {"query": "a"})
_EXTRA = ("extra", "x-a", "a", "query", "limit", "kind")
_MOST = 7


class Maker:
    """Makes values by a schema's structure; few of them miss."""

    def __init__(self, root: Any, seed: int) -> None:
        self.root = root
        self.draft7 = is_draft7(root)
        self.random = random.Random(seed)

    def value(self) -> Any:
        return self.make([self.root], 0)

    def atoms(self, schemas: list[Any], found: list[dict], depth: int) -> None:
        """Collect what holds in one place, with one branch of each union."""
        for schema in schemas:
            if not isinstance(schema, dict) or depth > 40:
                continue
            inner = []
            if isinstance(schema.get("$ref"), str):
                inner.append(resolved(self.root, schema["$ref"]))
                if self.draft7:
                    self.atoms(inner, found, depth + 1)
                    continue
            found.append(schema)
            inner.extend(schema.get("allOf", ()))
            inner.extend(
                self.random.choice(schema[keyword])
                for keyword in ("anyOf", "oneOf")
                if schema.get(keyword)
            )
            if "if" in schema:
                side = self.random.choice(("then", "else"))
                if side == "then":
                    inner.append(schema["if"])
                inner.append(schema.get(side, True))
            self.atoms(inner, found, depth + 1)

    def make(self, schemas: list[Any], depth: int) -> Any:
        if depth > 3 * _MOST:
            return None  # what requires itself has no values
        found: list[dict] = []
        self.atoms(schemas, found, 0)
        for atom in found:
            if "const" in atom:
                return copy.deepcopy(atom["const"])
        for atom in found:
            if atom.get("enum"):
                return copy.deepcopy(self.from_enum(found))
        makers: dict[str, Any] = {
            "object": lambda: self.object(found, depth),
            "array": lambda: self.array(found, depth),
            "string": lambda: self.text(found),
            "integer": lambda: self.number(found, "integer"),
            "number": lambda: self.number(found, "number"),
            "boolean": lambda: self.random.choice((True, False)),
            "null": lambda: None,
        }
        return makers[self.kind(found)]()

    def from_enum(self, found: list[dict]) -> Any:
        enums = [atom["enum"] for atom in found if atom.get("enum")]
        several = [
            value
            for value in enums[0]
            if all(value in enum for enum in enums[1:])
        ]
        return self.random.choice(several or enums[0])

    def kind(self, found: list[dict]) -> str:
        kinds: set[str] | None = None
        for atom in found:
            named = atom.get("type")
            if named is None:
                continue
            several = {named} if isinstance(named, str) else set(named)
            if "number" in several:
                several.add("integer")
            kinds = several if kinds is None else kinds & several
        if kinds is None:
            kinds = _implied(found)
        return self.random.choice(sorted(kinds)) if kinds else "null"

    def text(self, found: list[dict]) -> str:
        for atom in found:
            if atom.get("pattern") in PATTERNS:
                return self.random.choice(PATTERNS[atom["pattern"]])
        for atom in found:
            if atom.get("format") in FORMATS and self.random.random() < 0.7:
                return FORMATS[atom["format"]]
        low = max((atom.get("minLength", 0) for atom in found), default=0)
        high = min((atom.get("maxLength", 99) for atom in found), default=99)
        fitting = [word for word in WORDS if low <= len(word) <= high]
        return self.random.choice(fitting or ["a" * int(low)])

    def number(self, found: list[dict], kind: str) -> Any:
        low = [
            atom[key]
            for atom in found
            for key in ("minimum", "exclusiveMinimum")
            if key in atom
        ]
        high = [
            atom[key]
            for atom in found
            for key in ("maximum", "exclusiveMaximum")
            if key in atom
        ]
        pool = [*NUMBERS, *low, *high, *(n + 1 for n in low)]
        step = [atom["multipleOf"] for atom in found if "multipleOf" in atom]
        pool += [step[0] * n for n in (1, 2, 5)] if step else []
        fitting = [
            number
            for number in pool
            if all(number >= bound for bound in low)
            and all(number <= bound for bound in high)
            and (kind == "number" or number == int(number))
        ]
        return self.random.choice(fitting or pool)

    def array(self, found: list[dict], depth: int) -> list:
        low = int(max((atom.get("minItems", 0) for atom in found), default=0))
        high = min((atom.get("maxItems", 9) for atom in found), default=9)
        most = low if depth > _MOST else min(low + 3, int(high))
        count = self.random.randint(low, max(low, most))
        made = [
            self.make(
                [part for atom in found for part in self.items(atom, index)],
                depth + 1,
            )
            for index in range(count)
        ]
        wanted = [atom["contains"] for atom in found if "contains" in atom]
        if wanted and made:
            made[-1] = self.make(wanted, depth + 1)
        return made

    def items(self, atom: dict, index: int) -> list[Any]:
        items = atom.get("items")
        first = items if isinstance(items, list) else atom.get("prefixItems")
        if first is not None and index < len(first):
            return [first[index]]
        if isinstance(items, list):
            return [atom.get("additionalItems", True)]
        return [] if items is None else [items]

    def object(self, found: list[dict], depth: int) -> dict:
        needed = [name for atom in found for name in atom.get("required", ())]
        declared = [
            name for atom in found for name in atom.get("properties", ())
        ]
        names = list(needed)
        if depth <= _MOST:
            chance = self.random.choice((0, 0.5, 0.5, 1))
            names += [
                name for name in declared if self.random.random() < chance
            ]
            names += self.extra(found)
        for atom in found:
            needs = atom.get("dependentRequired", atom.get("dependencies", {}))
            for name in list(names):
                if isinstance(needs.get(name), list):
                    names += needs[name]
        return {
            name: self.make(self.members(found, name), depth + 1)
            for name in dict.fromkeys(names)
        }

    def extra(self, found: list[dict]) -> list[str]:
        """Draw names that no schema names."""
        if any(atom.get("additionalProperties") is False for atom in found):
            several = [
                text
                for atom in found
                for pattern in atom.get("patternProperties", ())
                for text in PATTERNS.get(pattern, ())
            ]
        else:
            several = [*_EXTRA, *WORDS, *ODD_NAMES]
        mapping = any(
            atom.get("additionalProperties") not in (None, True, False, {})
            or "patternProperties" in atom
            for atom in found
        )
        most = self.random.choice((0, 1, 2, 3) if mapping else (0, 0, 0, 1))
        return [self.random.choice(several) for _ in range(most) if several]

    def members(self, found: list[dict], name: str) -> list[Any]:
        several = []
        for atom in found:
            properties = atom.get("properties", {})
            patterns = atom.get("patternProperties", {})
            fitting = [
                inner
                for pattern, inner in patterns.items()
                if re.search(pattern, name)
            ]
            if name in properties:
                fitting.append(properties[name])
            if not fitting and "additionalProperties" in atom:
                fitting.append(atom["additionalProperties"])
            several += fitting
        return several or [{"enum": list(_ANY)}]


def _implied(found: list[dict]) -> set[str]:
    """Return the types that keywords without a type speak of."""
    keys = {key for atom in found for key in atom}
    if keys & {"properties", "required", "additionalProperties"}:
        return {"object"}
    if keys & {"items", "prefixItems", "minItems", "contains"}:
        return {"array"}
    if keys & {"minLength", "maxLength", "pattern", "format"}:
        return {"string"}
    if keys & {"minimum", "maximum", "multipleOf", "exclusiveMinimum"}:
        return {"integer", "number"}
    return {"null", "boolean", "integer", "string", "array", "object"}


def places(value: Any, path: tuple = ()) -> list[tuple]:
    """Return the paths to all that stands in a value."""
    found = [path]
    members = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, inner in members:
        found.extend(places(inner, (*path, key)))
    return found


def mutated(value: Any, rng: random.Random) -> Any:
    """Return a value that differs in one place."""
    value = copy.deepcopy(value)
    spots = [path for path in places(value) if path]
    if not spots or rng.random() < 0.2:
        if isinstance(value, dict):
            value[rng.choice(_EXTRA)] = copy.deepcopy(rng.choice(_ANY))
        return value
    *way, last = rng.choice(spots)
    holder = value
    for step in way:
        holder = holder[step]
    kind = rng.randint(0, 4)
    if kind == 0:
        del holder[last]
    elif kind == 1:
        holder[last] = None
    elif kind == 2:
        holder[last] = copy.deepcopy(rng.choice(_ANY))
    elif isinstance(holder[last], dict):
        holder[last][rng.choice(_EXTRA)] = copy.deepcopy(rng.choice(_ANY))
    elif isinstance(holder[last], str):
        holder[last] = rng.choice(WORDS)
    elif isinstance(holder[last], list):
        holder[last] = holder[last] * 2
    else:
        holder[last] = rng.choice(NUMBERS)
    return value


def candidates(schema: Any, seed: int, count: int = 12) -> list[Any]:
    """Return values near what a schema takes, the same for each seed."""
    maker = Maker(schema, seed)
    made = []
    for _ in range(count):
        value = maker.value()
        made += [value, mutated(value, maker.random)]
    return made


def accepted(schema: Any, seed: int, count: int = 12) -> list[Any]:
    """Return distinct values that a schema takes, small ones first."""
    check = oracle(schema)
    found = {
        json.dumps(value, sort_keys=True): value
        for value in candidates(schema, seed, count)
        if check.is_valid(value)
    }
    return [found[text] for text in sorted(found, key=lambda t: (len(t), t))]
