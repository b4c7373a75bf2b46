"""Writing what is no union: types, and all that hangs on one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolgate.json_value import canonical
from toolgate.unset import UNSET
from toolgate.wire.schema.arrays import write_array
from toolgate.wire.schema.assertions import (
    TYPES,
    both_types,
    implied_type,
    is_of,
    kinds_of,
    merged_types,
    merged_values,
    obeys,
)
from toolgate.wire.schema.bounds import write_bounds
from toolgate.wire.schema.draft import ANY_SCALAR, Draft, Written, sayable
from toolgate.wire.schema.enums import wire_kinds, write_values
from toolgate.wire.schema.forms import Form
from toolgate.wire.schema.inlining import folded
from toolgate.wire.schema.logic import is_carried, write_logic
from toolgate.wire.schema.notes import described, noted
from toolgate.wire.schema.objects import write_object
from toolgate.wire.schema.unions import exclusive, unions_of

if TYPE_CHECKING:
    from toolgate.schema.outline import Spot
    from toolgate.typing import JSONValue
    from toolgate.wire.schema.draft import Node, View

_ALL: Final = frozenset(TYPES)
_NOTHING: Final = frozenset[str]()


class LeafWriter:
    """Writes subschemas that hold together, and need no union around them."""

    def __init__(self, node: Node) -> None:
        self._node = node

    def write(self, spots: list[Spot], home: Spot, view: View) -> Written:
        """Write subschemas that hold together."""
        run = self._node.run
        types = both_types(merged_types(spots), view.only)
        draft = Draft(spots, home, view, types)
        draft.schema.update(noted(run, spots, view))
        values = merged_values(spots)
        self._beside(draft)
        if not self._type(draft, values):
            return Written(False, Form(_NOTHING))  # noqa: FBT003 - a schema
        is_written = values is not None and write_values(run, draft, values)
        if values and (
            not run.profile.merges
            or any(isinstance(each, (dict, list)) for each in values)
        ):
            is_written = False  # what stands beside the enum still holds
        listed = draft.form.kinds
        if not is_written and not self._content(draft):
            return Written(False, Form(_NOTHING))  # noqa: FBT003 - a schema
        if {"enum", "const"} & draft.schema.keys():
            draft.form.kinds &= listed
        write_logic(self._node, draft)
        if draft.schema.get("not") == {}:
            return Written(False, Form(_NOTHING))  # noqa: FBT003 - a schema
        if draft.form.choices:
            # Beside a union, it speaks for what it holds itself.
            draft.form.kinds = frozenset(
                kind
                for kind, held in (
                    ("object", draft.form.members),
                    ("array", draft.form.items),
                )
                if held
            )
        schema = described(draft.schema, draft.notes)
        if run.profile.merges:
            schema = folded(schema)
        return Written(schema, draft.form)

    def _content(self, draft: Draft) -> bool:
        """Write what hangs on the types; False where no type is left."""
        run = self._node.run
        draft.form.kinds = wire_kinds(draft.types)
        draft.form.whole = (
            run.profile.integral
            and draft.types is not None
            and "integer" in draft.types
        )
        write_bounds(run, draft)
        if draft.holds("object") and not write_object(self._node, draft):
            draft.types = both_types(draft.types or _ALL, _ALL - {"object"})
            if not draft.types:
                return False
            draft.say_type()
            draft.form.kinds = wire_kinds(draft.types)
        if draft.holds("array") and draft.form.pairs is None:
            write_array(self._node, draft)
        return True

    def _beside(self, draft: Draft) -> None:
        """Write what stands beside the rest: references, `allOf`, unions."""
        node, spots = self._node, draft.spots
        run = node.run
        if spots and not (
            run.profile.merges or len(spots) > 1 or draft.view.top
        ):
            target = run.outline.target(spots[0])
            if target is not None:
                schema, form = node.reference(target)
                draft.schema["$ref"] = schema["$ref"]  # type: ignore[index]
                draft.form.choices += (form,)
            branches = spots[0].branches("allOf")
            if branches:
                written = [node.node([each]) for each in branches]
                draft.schema["allOf"] = [
                    sayable(each.schema) for each in written
                ]
                draft.form.choices += tuple(each.form for each in written)
        for union in unions_of(spots, draft.view):
            self._union(draft, *union)

    def _union(
        self, draft: Draft, spot: Spot, keyword: str, branches: list[Spot]
    ) -> None:
        """Write a union beside the rest of a schema."""
        run, out = self._node.run, draft.schema
        root = run.profile.root if draft.view.top else _NOTHING
        wanted = keyword
        if keyword == "oneOf" and not (
            "oneOf" in run.profile.keywords
            and "oneOf" not in root
            and all(is_carried(run, branch) for branch in branches)
        ):
            wanted = "anyOf"
        if wanted in root or wanted in out:
            run.change(spot, keyword, UNSET, "widened", "unsupported")
            return
        if wanted != keyword:
            exclusive(run, spot, keyword, branches)
        written = [self._node.node([branch]) for branch in branches]
        kept = [each for each in written if each.schema is not False]
        if wanted == "anyOf" and any(each.schema == {} for each in kept):
            return  # one of them takes all values
        schemas = [each.schema for each in kept] or [{"not": {}}]
        if wanted == "anyOf":
            schemas = [*{canonical(each): each for each in schemas}.values()]
        out[wanted] = schemas
        draft.form.choices += tuple(each.form for each in kept)

    def _type(self, draft: Draft, values: list[JSONValue] | None) -> bool:
        """Write the type; False where none is left."""
        profile = self._node.run.profile
        if draft.types is not None and not draft.types:
            return False
        if values is not None:
            values[:] = [
                each
                for each in values
                if is_of(each, draft.types)
                and all(obeys(each, spot.schema) for spot in draft.spots)
            ]
            if not values:
                return False
            if profile.typed:
                draft.types = both_types(draft.types, kinds_of(values))
        elif (
            draft.types is None
            and profile.typed
            and not {"anyOf", "$ref"} & draft.schema.keys()
        ):
            self._untyped(draft)
        draft.say_type()
        return True

    def _untyped(self, draft: Draft) -> None:
        """Give a type to what has none, and say that this narrows it."""
        change = self._node.run.change
        implied = implied_type(draft.spots)
        if implied is None:
            draft.types = frozenset(ANY_SCALAR)
            change(draft.home, "type", [*ANY_SCALAR], "narrowed", "any-value")
        else:
            draft.types = frozenset({implied})
            change(draft.home, "type", [implied], "narrowed", "inferred-type")
