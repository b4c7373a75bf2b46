"""Writing objects: their members, and what may stand beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolgate.schema.outline import Spot
from toolgate.wire.schema.bounds import takes
from toolgate.wire.schema.draft import (
    ANY_SCALAR,
    Written,
    any_written,
    drop,
    said,
)
from toolgate.wire.schema.forms import Form
from toolgate.wire.schema.maps import is_map, write_map
from toolgate.wire.schema.nulls import declare, write_optional
from toolgate.wire.schema.openness import close, write_openness
from toolgate.wire.schema.undeclared import asking_of, hold_against
from toolgate.wire.schema.verdicts import takes_null

if TYPE_CHECKING:
    from toolgate.wire.schema.draft import Draft, Node
    from toolgate.wire.schema.rewriting import Rewriting


def write_object(node: Node, draft: Draft) -> bool:
    """Write the object keywords of subschemas; False where none can be."""
    profile = node.run.profile
    required = _required(draft)
    members = _members(node, draft)
    if profile.closed or profile.declared:
        _declare(node, draft, required, members)
    if (
        not profile.maps
        and not members
        and is_map(draft)
        and write_map(node, draft)
    ):
        return True
    written: dict[str, Written] = {}
    for name, spots in members.items():
        found = _member(node, spots)
        if found.schema is not False:
            written[name] = found
        elif name in required:
            return False
        elif not profile.closed:
            forbidden = _forbidden(node, draft, name, spots)
            if forbidden is not None:
                written[name] = forbidden
    _assemble(node, draft, written, members)
    return True


def _held(spot: Spot) -> Any:
    return {} if isinstance(spot.schema, bool) else spot.schema


def _required(draft: Draft) -> list[str]:
    """Return the names that must be there, each once."""
    return list(
        dict.fromkeys(
            name
            for spot in draft.spots
            for name in _held(spot).get("required", ())
        )
    )


def _members(node: Node, draft: Draft) -> dict[str, list[Spot]]:
    """Return the declared names, with all that holds for each."""
    merging = node.run.profile.merges or len(draft.spots) > 1
    found: dict[str, list[Spot]] = {}
    for spot in draft.spots:
        for name, child in spot.members("properties"):
            found.setdefault(name, []).append(child)
    asking = asking_of(draft.spots) if merging else []
    if asking:
        hold_against(node.run, draft.home, found, asking)
        for name, children in found.items():
            for rule in asking:
                children.extend(rule.beside(name))
    return found


def _declare(
    node: Node,
    draft: Draft,
    required: list[str],
    members: dict[str, list[Spot]],
) -> None:
    """Declare what must be there and was not declared."""
    missing = [name for name in required if name not in members]
    asking = asking_of(draft.spots) if missing else []
    hold_against(node.run, draft.home, missing, asking)
    for name in missing:
        members[name] = [
            found for rule in asking for found in rule.beside(name)
        ]
    bare = [name for name in missing if not members[name]]
    if bare and node.run.profile.typed:
        _note_scalars(node.run, draft.home, bare)


def _note_scalars(run: Rewriting, home: Spot, names: list[str]) -> None:
    scalars = {"type": [*ANY_SCALAR]}
    held = _held(home)
    if "properties" in held:
        around = home.at("properties")
        for name in names:
            run.change(around, name, scalars, "narrowed", "any-value")
    else:
        properties = dict.fromkeys(names, scalars)
        run.change(home, "properties", properties, "narrowed", "any-value")


def _member(node: Node, spots: list[Spot]) -> Written:
    run = node.run
    if not spots:  # required, and nothing is said of it
        if run.profile.typed:
            return any_written(run.profile)
        return Written({}, Form())
    written = node.node(spots)
    if written.schema is False:
        return written
    return Written(said(run, written.schema), written.form)


def _forbidden(
    node: Node, draft: Draft, name: str, spots: list[Spot]
) -> Written | None:
    """Write that a member must not be there, where a target can say that."""
    run = node.run
    if "not" in run.profile.keywords:
        return Written(said(run, {"not": {}}), Form(frozenset()))
    if not any(
        _held(spot).get("additionalProperties") is False
        for spot in draft.spots
    ):
        _unbind(run, name, spots, "unsupported")
    return None


def _assemble(
    node: Node,
    draft: Draft,
    written: dict[str, Written],
    members: dict[str, list[Spot]],
) -> None:
    required = _required(draft)
    run, out = node.run, draft.schema
    profile = run.profile
    bound = profile.keys is not None and (
        profile.keys_everywhere or draft.view.top
    )
    names = [*written, *required]
    keys = run.keys(names) if bound else {name: name for name in names}
    due = frozenset(required)
    nulls = {
        name: members[name]
        for name in written
        if all(takes_null(run.outline, spot) for spot in members[name])
    }
    absent = write_optional(
        run, draft.home, written, required=due, nulls=nulls
    )
    properties = declare(
        draft.form,
        written,
        required=due,
        nulls=nulls,
        absent=absent,
        keys=keys,
    )
    if (
        properties
        or profile.closed
        or draft.view.top
        or "properties" in _held(draft.home)
    ):
        out["properties"] = properties
    wanted = [*written] if profile.required_all else required
    if wanted or profile.required_all:
        out["required"] = [keys[name] for name in wanted]
    _write_others(node, draft, keys, members)
    _sizes(node, draft)


def _write_others(
    node: Node,
    draft: Draft,
    keys: dict[str, str],
    members: dict[str, list[Spot]],
) -> None:
    """Write what may stand beside the declared members."""
    profile, out = node.run.profile, draft.schema
    is_renamed = any(keys[name] != name for name in keys)
    if is_renamed:
        _renamed(node, draft, keys)
    if profile.closed:
        names = [name for name in keys if keys[name] in draft.form.members]
        draft.form.closed = True
        draft.form.complete = len(out.get("required", ())) == len(names)
        close(node, draft, names)
    else:
        write_openness(node, draft, is_renamed=is_renamed)
        draft.form.closed = (
            out.get("additionalProperties") is False
            and "patternProperties" not in out
        )
        if is_renamed and out.get("additionalProperties", True) is not False:
            # By its own name, a renamed member is any other one.
            for name, spots in members.items():
                if keys.get(name, name) != name:
                    _unbind(node.run, name, spots, "renamed-key")


def _renamed(node: Node, draft: Draft, keys: dict[str, str]) -> None:
    properties = _held(draft.home).get("properties", {})
    node.run.change(
        draft.home,
        "properties",
        {keys.get(name, name): child for name, child in properties.items()},
        "encoded",
        "renamed-key",
    )


def _unbind(run: Rewriting, name: str, spots: list[Spot], rule: str) -> None:
    """Note that the wire does not bind a member of that name."""
    for spot in spots:
        if spot.path[-2:-1] == ("properties",) and spot.schema is not True:
            around = Spot({name: spot.schema}, spot.path[:-1], spot.uri)
            run.change(around, name, True, "widened", rule)  # noqa: FBT003 - a schema


def _sizes(node: Node, draft: Draft) -> None:
    for keyword, value in draft.sizes.items():
        if takes(node.run.profile, keyword, value):
            draft.schema[keyword] = value
            continue
        for spot in draft.spots:
            if keyword in _held(spot):
                drop(node.run, draft, spot, keyword)
