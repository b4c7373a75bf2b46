"""
What the proofs of the wire know of schemas, on their own.

Written beside the walker of the library, not with it: a fault in the one is
not a fault in the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from jsonschema import Draft7Validator, Draft202012Validator

if TYPE_CHECKING:
    from collections.abc import Iterator

SINGLE = {
    "additionalItems",
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
}
LISTS = {"allOf", "anyOf", "items", "oneOf", "prefixItems"}
MAPS = {
    "$defs",
    "definitions",
    "dependencies",
    "dependentSchemas",
    "patternProperties",
    "properties",
}
DEFINITIONS = {"$defs", "definitions"}


class Node(NamedTuple):
    """A subschema, and the way to it from its parent."""

    place: str
    schema: Any
    keyword: str = ""
    key: str = ""


def escaped(token: str) -> str:
    return token.replace("~", "~0").replace("/", "~1")


def children(node: Node) -> Iterator[Node]:
    """Yield the subschemas right below; keys of `properties` are names."""
    if not isinstance(node.schema, dict):
        return
    for keyword, value in node.schema.items():
        place = f"{node.place}/{escaped(keyword)}"
        if keyword in MAPS and isinstance(value, dict):
            for key, inner in value.items():
                if isinstance(inner, (dict, bool)):
                    yield Node(f"{place}/{escaped(key)}", inner, keyword, key)
        elif keyword in LISTS and isinstance(value, list):
            for index, inner in enumerate(value):
                yield Node(f"{place}/{index}", inner, keyword, str(index))
        elif keyword in SINGLE and isinstance(value, (dict, bool)):
            yield Node(place, value, keyword)


def nodes(schema: Any) -> list[Node]:
    """Return a schema and all that stand in it, from the root on."""
    found = [Node("#", schema)]
    for node in found:
        found.extend(children(node))
    return found


def resolved(root: Any, reference: str) -> Any:
    """Return what a reference of the document leads to, or None."""
    if not reference.startswith("#"):
        return None
    fragment = unquote(reference[1:])
    if fragment and not fragment.startswith("/"):
        return _anchored(root, fragment)
    found = root
    for token in fragment.split("/")[1:]:
        name = token.replace("~1", "/").replace("~0", "~")
        if isinstance(found, list) and name.isdecimal():
            found = found[int(name)] if int(name) < len(found) else None
        elif isinstance(found, dict):
            found = found.get(name)
        else:
            return None
    return found if isinstance(found, (dict, bool)) else None


def _anchored(root: Any, name: str) -> Any:
    for node in nodes(root):
        if isinstance(node.schema, dict) and (
            node.schema.get("$anchor") == name
            or node.schema.get("$id") == f"#{name}"
        ):
            return node.schema
    return None


def is_draft7(schema: Any) -> bool:
    return isinstance(schema, dict) and "draft-07" in schema.get("$schema", "")


def oracle(schema: Any) -> Any:
    """Return the plain validator of a schema's own dialect."""
    kind = Draft7Validator if is_draft7(schema) else Draft202012Validator
    return kind(schema)


def cycles(root: Any, *, optional_breaks: bool = False) -> list[str]:
    """
    Return the places from which a schema leads back into itself.

    With `optional_breaks`, a step into a property that need not be there
    ends the way.
    """
    found: list[str] = []
    state: dict[int, str] = {}

    def visit(node: Node) -> None:
        if not isinstance(node.schema, dict):
            return
        state[id(node.schema)] = "open"
        for step in _steps(node, root, optional_breaks=optional_breaks):
            known = state.get(id(step.schema))
            if known == "open":
                found.append(node.place)
            elif known is None:
                visit(step)
        state[id(node.schema)] = "done"

    for node in nodes(root):
        if id(node.schema) not in state:
            visit(node)
    return found


def _steps(node: Node, root: Any, *, optional_breaks: bool) -> Iterator[Node]:
    reference = node.schema.get("$ref")
    if isinstance(reference, str):
        target = resolved(root, reference)
        if isinstance(target, dict):
            yield Node(reference, target)
    required = node.schema.get("required", ())
    for child in children(node):
        skipped = child.keyword in DEFINITIONS or (
            optional_breaks
            and child.keyword == "properties"
            and child.key not in required
        )
        if not skipped:
            yield child


def lowered(schema: Any) -> Any:
    """
    Return an OpenAPI-like schema of Gemini's as JSON Schema.

    `nullable` says that null passes whatever stands beside it; type names
    may be written large.
    """
    if not isinstance(schema, dict):
        return schema
    found = {
        key: _lowered_value(key, value)
        for key, value in schema.items()
        if key != "nullable"
    }
    if schema.get("nullable") is True:
        return {"anyOf": [found, {"type": "null"}]}
    return found


def _lowered_value(key: str, value: Any) -> Any:
    if key == "type" and isinstance(value, str):
        return value.lower()
    if key == "properties":
        return {name: lowered(inner) for name, inner in value.items()}
    if key == "anyOf":
        return [lowered(inner) for inner in value]
    if key in {"items", "additionalProperties"}:
        return lowered(value)
    return value
