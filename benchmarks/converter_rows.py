"""
What people reported of converters, each as the smallest schema that shows it.

The number leads to the row on docs/explanation/converters.md. Where a report
is about calls or about a whole request, this is the schema it was seen with.
"""

from __future__ import annotations

TEXT = {"type": "string"}
OPTIONAL = {
    "type": "object",
    "properties": {
        "q": {"type": "string"},
        "limit": {"type": "integer", "default": 10},
    },
    "required": ["q"],
}
TAGGED = {
    "type": "object",
    "properties": {
        "p": {
            "oneOf": [
                {
                    "type": "object",
                    "properties": {"t": {"const": value}},
                    "required": ["t"],
                }
                for value in ("a", "b")
            ]
        }
    },
    "required": ["p"],
}
ROOT_UNION = {
    "type": "object",
    "anyOf": [
        {"type": "object", "properties": {key: TEXT}, "required": [key]}
        for key in ("a", "b")
    ],
}
CLOSED = {
    "type": "object",
    "properties": {"q": TEXT},
    "required": ["q"],
    "additionalProperties": False,
}


def referring(**inner: object) -> dict:
    """Give a schema with an object behind a reference."""
    return {
        "type": "object",
        "properties": {"c": {"$ref": "#/$defs/C"}},
        "$defs": {
            "C": {
                "type": "object",
                "properties": {"n": {"type": "string", **inner}},
            }
        },
    }


def holding(key: str, schema: dict, *, required: bool = True) -> dict:
    """Give an open object with one property."""
    return {
        "type": "object",
        "properties": {key: schema},
        **({"required": [key]} if required else {}),
    }


ROWS: tuple[tuple[int, str, dict], ...] = (
    (1, "an optional integer with a default", OPTIONAL),
    (2, "null sent for that optional", OPTIONAL),
    (3, "oneOf of two tagged objects", TAGGED),
    (4, "the same among other tools", TAGGED),
    (5, "anyOf at the root", ROOT_UNION),
    (6, "a const", holding("s", {"const": "ok"})),
    (7, "a closed object, many times", CLOSED),
    (8, "a reference to a definition", referring()),
    (9, "an enum behind a reference", referring(enum=["x", "y"])),
    (10, "an object left open", holding("q", TEXT)),
    (
        11,
        "a map of texts",
        holding("tags", {"type": "object", "additionalProperties": TEXT}),
    ),
    (
        12,
        "a property of any value",
        {
            "type": "object",
            "properties": {
                "key": TEXT,
                "value": {"description": "any JSON"},
            },
            "required": ["key", "value"],
        },
    ),
    (13, "no parameters", {"type": "object", "properties": {}}),
    (
        14,
        "a nested object",
        holding(
            "user",
            {
                "type": "object",
                "properties": {"name": TEXT},
                "required": ["name"],
            },
        ),
    ),
    (15, "an integer", holding("n", {"type": "integer"})),
    (
        16,
        "an optional enum",
        holding("u", {"type": "string", "enum": ["C", "F"]}, required=False),
    ),
)


def documents() -> list[dict]:
    """Give the rows as tools."""
    return [
        {
            "name": f"row_{number}",
            "description": title,
            "inputSchema": schema,
        }
        for number, title, schema in ROWS
    ]
