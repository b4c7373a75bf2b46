"""What is being written: one subschema, for values that obey several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from toolgate.unset import UNSET
from toolgate.wire.schema.assertions import TYPES
from toolgate.wire.schema.forms import Form
from toolgate.wire.schema.rewriting import EVERY_TYPE, Rewriting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolgate.schema.outline import Spot
    from toolgate.typing import JSONObject
    from toolgate.wire.schema.profile import Profile

ANY_SCALAR: Final = ("string", "number", "boolean", "null")
"""What is left of "any value" where a target wants types."""
_TYPED_BY: Final = frozenset(
    {"type", "$ref", "anyOf", "oneOf", "enum", "const"}
)


class Written(NamedTuple):
    """
    A subschema for the wire, and the form of its values.

    `schema` is False where nothing fits.
    """

    schema: JSONObject | bool
    form: Form


class View(NamedTuple):
    """
    What of some subschemas is looked at.

    `only` are the types that are written, `without` unions that are written
    already, `silent` subschemas whose annotations are. `top` marks the root.
    """

    only: frozenset[str] | None = None
    without: frozenset[tuple[int, str]] = frozenset()
    silent: frozenset[int] = frozenset()
    top: bool = False


VIEW: Final = View()
"""All of a subschema."""
TOP: Final = View(top=True)
"""All of the root."""


class Draft:
    """
    A subschema for the wire that is being written.

    `types` are those that its values may have, None for all; `sizes` the
    bounds on the number of keys, for whoever writes the object; `notes` are
    what the description is to tell.
    """

    __slots__ = (
        "form",
        "home",
        "notes",
        "schema",
        "sizes",
        "spots",
        "types",
        "view",
    )

    def __init__(
        self,
        spots: list[Spot],
        home: Spot,
        view: View,
        types: frozenset[str] | None,
    ) -> None:
        self.spots = spots
        self.home = home
        self.view = view
        self.types = types
        self.schema: dict[str, Any] = {}
        self.form = Form()
        self.notes: list[tuple[str, Any]] = []
        self.sizes: dict[str, int] = {}

    def holds(self, kind: str) -> bool:
        """Tell whether values of a type may stand here."""
        types = self.types
        if types is None or kind in types:
            return True
        return kind == "number" and "integer" in types

    def say_type(self) -> None:
        """Write the types, where they are known."""
        if self.types is not None:
            said = [kind for kind in TYPES if kind in self.types]
            self.schema["type"] = said[0] if len(said) == 1 else said


class Node(Protocol):
    """Rewrites what stands deeper, for rooms that the driver looks down on."""

    @property
    def run(self) -> Rewriting:
        """The account of this rewriting."""

    def node(
        self,
        spots: Sequence[Spot],
        home: Spot | None = None,
        view: View = VIEW,
    ) -> Written:
        """Write the schema of values that obey several subschemas at once."""

    def reference(self, target: Spot) -> Written:
        """Write a reference to what a definition is to hold."""


def drop(run: Rewriting, draft: Draft, spot: Spot, keyword: str) -> None:
    """Leave out what a keyword asserts, and have the description tell it."""
    run.change(spot, keyword, UNSET, "widened", "unsupported")
    draft.notes.append((keyword, spot.schema[keyword]))  # type: ignore[index]


def said(run: Rewriting, schema: Any) -> Any:
    """Return the schema of a part of a value, with a type where one is due."""
    schema = sayable(schema)
    if (
        not run.profile.typed_parts
        or not isinstance(schema, dict)
        or not _TYPED_BY.isdisjoint(schema)
    ):
        return schema
    items = {"$ref": f"#/$defs/{run.any_value()}"}
    return {
        **schema,
        "type": [*EVERY_TYPE],
        "items": schema.get("items", items),
    }


def any_scalar(profile: Profile) -> dict[str, Any]:
    """Return the schema of what is left of any value among types."""
    if profile.one_type:
        return {"anyOf": [{"type": kind} for kind in ANY_SCALAR]}
    return {"type": [*ANY_SCALAR]}


def any_written(profile: Profile) -> Written:
    """Write what is left of any value among types."""
    return Written(any_scalar(profile), Form(frozenset(ANY_SCALAR)))


def sayable(schema: Any) -> Any:
    """Return a schema that is an object, for where `false` is none."""
    return {"not": {}} if schema is False else schema
