"""What Pydantic applies to which part of a value, as a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

Label: TypeAlias = "str | int | None"
"""How a part lies in a value: by a name, by an index, or by one of these."""

ANY_NAME: Final = None
ANY_ITEM: Final = -1
IN_TEXT: Final = -2
"""What a text says in JSON."""

# Of these, one alone looks at a value, whatever their number.
_ONE_OF: Final = frozenset({"tagged-union", "lax-or-strict"})
_IN_PLACE: Final = (
    "schema",
    "arguments_schema",
    "lax_schema",
    "strict_schema",
)
_CALLS: Final = frozenset({"arguments", "arguments-v3"})
# What their own `fields` names stands in the schema in them.
_INSTANCES: Final = frozenset({"model", "dataclass"})


class Use(NamedTuple):
    """A core schema in its place, and whether others made what it sees."""

    schema: Mapping[str, Any]
    made: bool = False


class Node(NamedTuple):
    """
    One core schema: what looks at the same value, and what at its parts.

    Of those `in_place` one alone looks where it `chooses`.
    """

    schema: Mapping[str, Any]
    chooses: bool
    in_place: tuple[int, ...]
    below: dict[Label, tuple[int, ...]]


def graph_of(core: Mapping[str, Any]) -> tuple[Node, ...]:
    """
    Return the graph of a core schema, its root first.

    A core schema is what Pydantic makes a validator of; it is read as the
    mapping it is. Where Pydantic may do one thing or another, both stand in
    the graph.

    >>> [node.below for node in graph_of({"type": "list"})]
    [{}]
    """
    refs = {found["ref"]: found for found in _all(core) if "ref" in found}
    uses = [Use(core)]
    numbers: dict[tuple[int, bool], int] = {(id(core), False): 0}

    def number(use: Use) -> int:
        key = (id(use.schema), use.made)
        if key not in numbers:
            numbers[key] = len(uses)
            uses.append(use)
        return numbers[key]

    nodes = []
    for use in uses:  # grows
        below: dict[Label, list[int]] = {}
        for label, part in _below(use):
            below.setdefault(label, []).append(number(part))
        nodes.append(
            Node(
                schema=use.schema,
                chooses=use.schema["type"] in _ONE_OF,
                in_place=tuple(map(number, _in_place(use, refs))),
                below={label: tuple(to) for label, to in below.items()},
            )
        )
    return tuple(nodes)


def labels_of(node: Node, label: Label) -> tuple[int, ...]:
    """Return what looks at the part that a label, or any such, leads to."""
    found = node.below.get(label)
    if found is not None:
        return found
    if type(label) is str:
        return node.below.get(ANY_NAME, ())
    if type(label) is int and label >= 0:
        return node.below.get(ANY_ITEM, ())
    return ()


def _all(core: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield every mapping in a core schema."""
    waiting: list[Any] = [core]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            yield here
            waiting += (
                part
                for key, part in here.items()
                if key not in {"metadata", "serialization", "default"}
            )
        elif isinstance(here, (list, tuple)):
            waiting += here


def _in_place(
    use: Use, refs: Mapping[str, Mapping[str, Any]]
) -> Iterable[Use]:
    schema, made = use
    kind = schema["type"]
    if kind == "definition-ref":
        return [Use(refs[schema["schema_ref"]], made)]
    if kind == "json-or-python":
        of = "python_schema" if made else "json_schema"
        return [Use(schema[of], made)]
    if kind == "chain":
        first, *others = schema["steps"]
        # What makes a container makes what is in it as well.
        done = made or _makes(first)
        return [Use(first, made), *(Use(other, done) for other in others)]
    if kind == "json":
        return []
    if kind in _INSTANCES and made and not _looks_again(schema):
        return []
    inner = [schema[key] for key in _IN_PLACE if key in schema]
    choices = schema.get("choices", ())
    if isinstance(choices, dict):
        choices = choices.values()
    inner += (
        choice[0] if isinstance(choice, tuple) else choice
        for choice in choices
    )
    return [Use(each, made) for each in inner if isinstance(each, dict)]


def _makes(schema: Mapping[str, Any]) -> bool:
    schema = schema.get("json_schema", schema)
    return "items_schema" in schema or "values_schema" in schema


def _looks_again(schema: Mapping[str, Any]) -> bool:
    asked = schema.get("revalidate_instances") or (
        schema.get("config") or {}
    ).get("revalidate_instances", "never")
    return bool(asked != "never")


def _below(use: Use) -> Iterator[tuple[Label, Use]]:
    schema, made = use
    kind = schema["type"]
    if kind == "json" and "schema" in schema:
        yield IN_TEXT, Use(schema["schema"])
    elif kind == "path":
        yield schema["step"], Use(schema["to"], made)
    elif "fields" in schema and kind not in _INSTANCES:
        yield from ((to, Use(part, made)) for to, part in _fields(schema))
    elif kind in _CALLS:
        yield from ((to, Use(part, made)) for to, part in _arguments(schema))
    else:
        items = schema.get("items_schema", ())
        if isinstance(items, dict):
            items = (items,)
            fixed = False
        else:
            fixed = "variadic_item_index" not in schema
        for index, item in enumerate(items):
            yield (index if fixed else ANY_ITEM), Use(item, made)
        for key in ("keys_schema", "values_schema"):
            if key in schema:
                yield ANY_NAME, Use(schema[key], made)


def _fields(
    schema: Mapping[str, Any],
) -> Iterator[tuple[Label, Mapping[str, Any]]]:
    fields = schema["fields"]
    named = (
        fields.items()
        if isinstance(fields, dict)
        else ((field["name"], field) for field in fields)
    )
    for index, (name, field) in enumerate(named):
        if not isinstance(fields, dict):
            # Of named tuples and dataclasses, which may come as arrays.
            yield index, field["schema"]
        for path in _paths(name, field.get("validation_alias")):
            yield _led(path, field["schema"])
    for key in ("extras_schema", "extras_keys_schema"):
        if key in schema:
            yield ANY_NAME, schema[key]


def _arguments(
    schema: Mapping[str, Any],
) -> Iterator[tuple[Label, Mapping[str, Any]]]:
    for index, argument in enumerate(schema["arguments_schema"]):
        yield index, argument["schema"]
        for path in _paths(argument["name"], argument.get("alias")):
            yield _led(path, argument["schema"])
    if "var_args_schema" in schema:
        yield ANY_ITEM, schema["var_args_schema"]
    if "var_kwargs_schema" in schema:
        yield ANY_NAME, schema["var_kwargs_schema"]


def _paths(name: str, alias: Any) -> list[list[str | int]]:
    """Return where a field may stand: by its name, its alias, a path."""
    if alias is None:
        return [[name]]
    if isinstance(alias, str):
        return [[name], [alias]] if alias != name else [[name]]
    paths = alias if isinstance(alias[0], list) else [alias]
    return [[name], *(path for path in paths if path != [name])]


def _led(
    path: list[str | int], schema: Mapping[str, Any]
) -> tuple[Label, Mapping[str, Any]]:
    """Return the first step of a path, and what looks at what is there."""
    first, *others = path
    for step in reversed(others):
        to = step if isinstance(step, str) else ANY_ITEM
        schema = {"type": "path", "step": to, "to": schema}
    return first if isinstance(first, str) else ANY_ITEM, schema
