"""
Writing what most tools are: objects of described scalars.

Nothing is written otherwise here than by the rooms that take everything;
there is less to ask, so it is done sooner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.wire.schema.draft import VIEW, Written, said
from toolgate.wire.schema.forms import Form
from toolgate.wire.schema.notes import noted
from toolgate.wire.schema.nulls import declare, write_optional
from toolgate.wire.schema.verdicts import takes_null

if TYPE_CHECKING:
    from toolgate.schema.outline import Spot
    from toolgate.wire.schema.draft import Node
    from toolgate.wire.schema.rewriting import Rewriting

_KEYWORDS: Final = frozenset(
    {
        "type",
        "description",
        "properties",
        "required",
        "additionalProperties",
    }
)
_OBJECT: Final = frozenset({"object"})
_TEXT: Final = frozenset({"string"})
_LIST: Final = frozenset({"array"})
_CLOSED: Final = False


def _form(kind: str, name: str, *, whole: bool = False) -> Form:
    form = Form(frozenset({kind}), schema={"type": name})
    form.whole = whole
    return form


_SCALARS: Final = {
    "string": _form("string", "string"),
    "number": _form("number", "number"),
    "integer": _form("number", "integer"),
    "boolean": _form("boolean", "boolean"),
}
_INTEGRAL: Final = {
    **_SCALARS,
    "integer": _form("number", "integer", whole=True),
}


def write_scalar(run: Rewriting, schema: Any) -> Written | None:
    """
    Write a scalar that may have a description, an enum of texts, or both.

    None for what is none.

    >>> from toolgate.schema.checks import SchemaRules
    >>> from toolgate.schema.outline import outline
    >>> from toolgate.wire.profiles import COMPATIBLE
    >>> from toolgate.wire.schema.rewriting import Rewriting
    >>> run = Rewriting(outline({}, SchemaRules()), COMPATIBLE)
    >>> write_scalar(run, {"enum": ["C", "F"], "type": "string"}).schema
    {'type': 'string', 'enum': ['C', 'F']}
    """
    kind = schema.get("type") if type(schema) is dict else None
    forms = _INTEGRAL if run.profile.integral else _SCALARS
    form = forms.get(kind) if type(kind) is str else None
    if form is None:
        return None
    size = len(schema) - 1
    out: dict[str, Any] = {}
    if "description" in schema:
        out["description"] = schema["description"]
        size -= 1
    out["type"] = kind
    if not size:
        return Written(out, form)
    if size > 1 or kind != "string" or not _are_texts(schema.get("enum")):
        return None
    out["enum"] = schema["enum"]
    return Written(out, Form(_TEXT, schema=out))


def _are_texts(values: Any) -> bool:
    """Tell whether an enum has some texts, each once, none of them empty."""
    return (
        bool(values)
        and all(type(value) is str and value for value in values)
        and len(set(values)) == len(values)
    )


def _is_plain(schema: Any) -> bool:
    """Tell whether an object says no more than which members it has."""
    members = schema.get("properties")
    required = schema.get("required", ())
    return (
        bool(members)
        and schema.get("type") == "object"
        and _KEYWORDS.issuperset(schema)
        and schema.get("additionalProperties", False) is False
        and len(set(required)) == len(required)
        and members.keys() >= set(required)
    )


def write_plain(node: Node, spot: Spot, *, top: bool) -> Written | None:
    """
    Write an object that says no more than its members; None for another.

    `top` marks the root.
    """
    schema: Any = spot.schema
    if not _is_plain(schema):
        return None
    run = node.run
    profile = run.profile
    bound = profile.keys is not None and (profile.keys_everywhere or top)
    if bound and any(run.key(name) != name for name in schema["properties"]):
        return None
    required = schema.get("required", ())
    due = frozenset(required)
    written, nulls = _members(node, spot)
    if written is None:
        return None
    absent = write_optional(run, spot, written, required=due, nulls=nulls)
    out: dict[str, Any] = {}
    if "description" in schema:
        out["description"] = schema["description"]
    out["type"] = "object"
    form = Form(_OBJECT, schema=out)
    out["properties"] = declare(
        form, written, required=due, nulls=nulls, absent=absent
    )
    if profile.required_all:
        out["required"] = [*written]
    elif required:
        out["required"] = required
    form.closed = "additionalProperties" in schema
    if profile.closed:
        form.complete = len(out.get("required", ())) == len(written)
        if not form.closed:
            run.change(
                spot, "additionalProperties", _CLOSED, "narrowed", "closed"
            )
        form.closed = True
    if form.closed:
        out["additionalProperties"] = False
    return Written(out, form)


def _members(
    node: Node, spot: Spot
) -> tuple[dict[str, Written] | None, dict[str, list[Spot]]]:
    """
    Write the members of an object, and tell those that take null.

    None where nothing fits one of them.
    """
    run = node.run
    written: dict[str, Written] = {}
    nulls: dict[str, list[Spot]] = {}
    members: dict[str, Any] = spot.schema["properties"]  # type: ignore[index]
    run.count += len(members)
    for name, member in members.items():
        found = write_scalar(run, member)
        if found is None:
            place = spot.at("properties", name)
            found = _default(run, place) or _list(run, place)
        if found is None:
            found = node.node([place])
            if found.schema is False:
                return None, nulls
            if takes_null(run.outline, place):
                nulls[name] = [place]
            found = Written(said(run, found.schema), found.form)
        written[name] = found
    return written, nulls


def _default(run: Rewriting, spot: Spot) -> Written | None:
    """Write a scalar that has a default."""
    schema: Any = spot.schema
    if type(schema) is not dict or "default" not in schema:
        return None
    found = write_scalar(
        run,
        {key: held for key, held in schema.items() if key != "default"},
    )
    if found is None:
        return None
    notes = noted(run, [spot], VIEW)
    out: dict[str, Any] = found.schema  # type: ignore[assignment]
    if "description" in notes:
        out = {"description": None, **out, **notes}
    else:
        out.update(notes)
    return Written(out, found.form)


def _list(run: Rewriting, spot: Spot) -> Written | None:
    """Write a list of scalars."""
    schema: Any = spot.schema
    if (
        type(schema) is not dict
        or schema.get("type") != "array"
        or "items" not in schema
        or len(schema) > 2 + ("description" in schema)
    ):
        return None
    items = write_scalar(run, schema["items"])
    if items is None:
        return None
    out: dict[str, Any] = {}
    if "description" in schema:
        out["description"] = schema["description"]
    out["type"] = "array"
    out["items"] = items.schema
    form = Form(_LIST, schema=out)
    form.items = items.form
    return Written(out, form)
