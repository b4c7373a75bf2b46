"""
Writing a schema anew for a target, and how its values are read back.

Every step takes the subschemas that hold for one value, together: one, as a
rule, and more where an `allOf` or a `$ref` with company is written out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from toolgate.wire.schema.draft import TOP, VIEW, View, Written, sayable
from toolgate.wire.schema.forms import Form
from toolgate.wire.schema.leaves import LeafWriter
from toolgate.wire.schema.notes import noted
from toolgate.wire.schema.plain import write_plain, write_scalar
from toolgate.wire.schema.rewriting import (
    EVERY_TYPE,
    CannotSayError,
    NothingFitsError,
    Rewriting,
)
from toolgate.wire.schema.unions import UnionWriter
from toolgate.wire.schema.verdicts import recursive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolgate.schema.outline import Spot

_WHOLE: Final = (VIEW, TOP)
_ANNOTATIONS: Final = frozenset(
    {"title", "description", "default", "examples", "$comment", "deprecated"}
)
_NO_NAME: Final = re.compile(r"[^A-Za-z0-9_.-]+", re.ASCII)


class _Open:
    """Subschemas that are being written, and the name of what they become."""

    __slots__ = ("form", "name")

    def __init__(self) -> None:
        self.name: str | None = None
        self.form = Form()


class Rewriter:
    """
    Writes the subschemas of one schema.

    Definitions are written one after the other, in `run.definitions`: call
    `finish` when the root is written.
    """

    def __init__(self, run: Rewriting) -> None:
        self.run = run
        self._named: dict[int, tuple[str, Form]] = {}
        self._due: list[tuple[str, Form, Spot]] = []
        self._open: dict[tuple[frozenset[int], View], _Open] = {}
        self._recursive: frozenset[int] | None = None
        self._leaves = LeafWriter(self)
        self._unions = UnionWriter(self)

    def finish(self) -> None:
        """Write the definitions that references ask for."""
        due = self._due
        for name, form, target in due:  # grows as they ask for more
            written = self.node([target])
            if written.schema is False and not self.run.can_deny:
                raise NothingFitsError(id(target.schema))
            self.run.definitions[name] = sayable(written.schema)
            form.choose(written.form)
            form.schema = written.schema

    def node(
        self,
        spots: Sequence[Spot],
        home: Spot | None = None,
        view: View = VIEW,
    ) -> Written:
        """
        Write the schema of values that obey several subschemas at once.

        What is found of all of them together is noted at `home`, by default
        the first.

        Raises `CannotSayError`.
        """
        first = spots[0]
        self.run.enter(first)
        self.run.depth += 1
        try:
            if len(spots) == 1 and home is None and view in _WHOLE:
                written = self._single(first, top=view.top)
                if written is not None:
                    return written
            self.run.is_simple = False
            return self._conjunction(spots, home or first, view)
        finally:
            self.run.depth -= 1

    def _single(self, spot: Spot, *, top: bool) -> Written | None:
        """Write what is soon told of one subschema; None where it is not."""
        schema: Any = spot.schema
        if type(schema) is not dict:
            nothing = Written(False, Form(frozenset()))  # noqa: FBT003
            return nothing if schema is False else None
        if "$ref" in schema:
            self.run.is_simple = False
            return None if top else self._referring(spot)
        if "properties" in schema:
            return write_plain(self, spot, top=top)
        return None if top else write_scalar(self.run, schema)

    def _referring(self, spot: Spot) -> Written | None:  # noqa: PLR0911 - one way out a rule
        """Write a reference as one; None where it is to be written out."""
        run = self.run
        schema: Any = spot.schema
        target = run.outline.target(spot)
        if target is None or isinstance(target.schema, bool):
            return None
        if id(target.schema) in run.impossible:
            return Written(False, Form(frozenset()))  # noqa: FBT003 - a schema
        references = run.profile.references
        if references != "inline":
            self._check_recursion(target)
        if references != "definitions" and (
            references == "inline" or not self._loops(target)
        ):
            return None
        if run.outline.is_alone(spot) or len(schema) == 1:
            return self.reference(target)
        if (
            run.profile.ref_siblings
            or not _ANNOTATIONS.issuperset(schema.keys() - {"$ref"})
            or not self._loops(target)
        ):
            return None
        # Beside `anyOf` annotations may stand, beside `$ref` not.
        reference = self.reference(target)
        notes = noted(run, [spot], VIEW)
        if not notes:
            return reference
        return Written({**notes, "anyOf": [reference.schema]}, reference.form)

    def reference(self, target: Spot) -> Written:
        """Write a reference to what a definition is to hold."""
        name, form = self._define(target)
        return Written({"$ref": f"#/$defs/{name}"}, form)

    def _define(self, target: Spot) -> tuple[str, Form]:
        key = id(target.schema)
        if key not in self._named:
            if self.run.profile.typed_parts and _is_any_value(target):
                self._named[key] = self.run.any_value(), Form()
                return self._named[key]
            name = self._new_name(target)
            self._named[key] = name, Form()
            self._due.append((name, self._named[key][1], target))
        return self._named[key]

    def _new_name(self, target: Spot) -> str:
        """Return a name for a definition, its own where that is fit."""
        said = str(target.path[-1]) if target.path else "root"
        clean = _NO_NAME.sub("_", said)[:64] or "definition"
        return self.run.new_name(clean)

    def _loops(self, target: Spot) -> bool:
        if self._recursive is None:
            self._recursive = recursive(self.run.outline)
        return id(target.schema) in self._recursive

    def _check_recursion(self, target: Spot) -> None:
        if self.run.profile.recursion == "refused" and self._loops(target):
            raise CannotSayError(
                "a schema that refers to itself", target.pointer
            )

    def _conjunction(
        self, spots: Sequence[Spot], home: Spot, view: View
    ) -> Written:
        """Write out what holds together; name it where it leads back here."""
        found, followed = self._expanded(spots, view)
        if found is None:
            return Written(False, Form(frozenset()))  # noqa: FBT003
        if not followed:
            return self._body(found, home, view)
        ids = frozenset(id(spot.schema) for spot in found)
        key = (
            ids,
            view._replace(
                without=frozenset(
                    each for each in view.without if each[0] in ids
                ),
                silent=view.silent & ids,
            ),
        )
        known = self._open.get(key)
        if known is not None:
            return self._back(known, followed[0])
        known = self._open[key] = _Open()
        try:
            written = self._body(found, home, view)
        finally:
            del self._open[key]
        if known.name is None:
            return written
        if written.schema is False and not self.run.can_deny:
            raise CannotSayError("a definition that nothing fits")
        self.run.definitions[known.name] = sayable(written.schema)
        known.form.choose(written.form)
        known.form.schema = written.schema
        return Written({"$ref": f"#/$defs/{known.name}"}, known.form)

    def _back(self, known: _Open, target: Spot) -> Written:
        """Refer to what is being written further out."""
        if self.run.profile.references == "inline":
            raise CannotSayError(
                "a schema that refers to itself", target.pointer
            )
        self._check_recursion(target)
        if known.name is None:
            known.name = self._new_name(target)
            self.run.definitions[known.name] = {}
        return Written({"$ref": f"#/$defs/{known.name}"}, known.form)

    def _expanded(
        self, spots: Sequence[Spot], view: View
    ) -> tuple[list[Spot] | None, list[Spot]]:
        """
        Return the subschemas that hold together, and the targets among them.

        None where one of them accepts nothing.
        """
        outline, profile = self.run.outline, self.run.profile
        merging = profile.merges or len(spots) > 1 or view.top
        found: list[Spot] = []
        targets: list[Spot] = []
        known: set[int] = set()
        stack = [*reversed(spots)]
        while stack:
            spot = stack.pop()
            schema = spot.schema
            if schema is False or _refuses_all(schema):
                return None, targets
            if schema is True or id(schema) in known:
                continue
            known.add(id(schema))
            target = outline.target(spot)
            alone = outline.is_alone(spot)
            if not alone and not (merging and schema.keys() == {"$ref"}):
                found.append(spot)
            if merging or alone:
                if merging and not alone:
                    stack += reversed(spot.branches("allOf"))
                if target is not None:
                    targets.append(target)
                    stack.append(target)
        return found, targets

    def _body(self, spots: list[Spot], home: Spot, view: View) -> Written:
        if self.run.outline.is_alone(home) and spots:
            home = spots[0]  # what stands beside such a `$ref` says nothing
        written = self._unions.write(spots, home, view)
        if written is None:
            written = self._leaves.write(spots, home, view)
        if isinstance(written.schema, dict):
            written.form.schema = written.schema
        return written


def _is_any_value(target: Spot) -> bool:
    """Tell whether a definition is what any value is written as."""
    again = {"$ref": f"#{target.pointer}"}
    return target.schema == {"type": [*EVERY_TYPE], "items": again}


def _refuses_all(schema: Any) -> bool:
    return isinstance(schema, dict) and schema.get("not", None) in ({}, True)
