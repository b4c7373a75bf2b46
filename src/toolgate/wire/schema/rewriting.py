"""What the rewriting of one schema for one target keeps account of."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any, Final

from toolgate.exceptions import ToolgateError
from toolgate.unset import UNSET, Unset
from toolgate.wire.changes import Change

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolgate.schema.outline import Outline, Spot
    from toolgate.typing import JSONObject, JSONValue
    from toolgate.wire.changes import Enforcer, Kind
    from toolgate.wire.schema.profile import Profile

MAX_NODES: Final = 2_000
"""Subschemas that are written for one schema, where it has few itself."""
MAX_GROWTH: Final = 4
"""How often each of its own may be written."""
MAX_MATCHES: Final = 100_000
"""Names that are held against the rules for undeclared ones."""
MAX_DEPTH: Final = 100
EVERY_TYPE: Final = (
    "string",
    "number",
    "boolean",
    "object",
    "array",
    "null",
)
_ANY_VALUE: Final = "any_value"
_KEPT: Final = 40
HARMLESS: Final = frozenset({"closed", "null-default", "inferred-type"})
"""
Rules whose narrowings cost nothing that an author asked for.

An object that was open since nobody said otherwise, an absent value that is
null by its own default, a type that was left out and is implied.
"""


class CannotSayError(ToolgateError):
    """A target has no way to say a schema; `pointer` tells where."""

    def __init__(self, reason: str, pointer: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.pointer = pointer

    def __str__(self) -> str:
        where = f" at {self.pointer}" if self.pointer else ""
        return f"{self.reason}{where}"


class NothingFitsError(ToolgateError):
    """A definition turned out to be one that nothing fits: start again."""

    def __init__(self, subschema: int) -> None:
        super().__init__("nothing fits a definition")
        self.subschema = subschema


class Rewriting:
    """
    One rewriting of a schema.

    `copies` are the entries whose new value stands elsewhere in the schema,
    by their pointer and keyword, with the pointer to that place; `names` are
    those of the definitions, written and to be written;
    `impossible` are subschemas that nothing fits, by their identity. It
    `is_simple` as long as there was nothing but plain objects in it.
    """

    __slots__ = (
        "_any",
        "_changes",
        "_keys",
        "_matches",
        "_most",
        "copies",
        "count",
        "definitions",
        "depth",
        "impossible",
        "is_simple",
        "names",
        "outline",
        "profile",
    )

    def __init__(
        self,
        outline: Outline,
        profile: Profile,
        impossible: frozenset[int] = frozenset(),
        count: int = 0,
    ) -> None:
        self.outline = outline
        self.profile = profile
        self.definitions: JSONObject = {}
        self.count = count
        self.depth = 0
        self.is_simple = True
        self._changes: dict[tuple[str, str, Kind], Change] = {}
        self._keys: dict[str, str] = {}
        self._any: str | None = None
        self._matches = 0
        self._most: int | None = None
        self.names: set[str] = set()
        self.impossible = impossible
        self.copies: dict[tuple[str, str], str] = {}

    @property
    def can_deny(self) -> bool:
        """Whether the target has a schema that nothing fits."""
        return "not" in self.profile.keywords

    @property
    def changes(self) -> tuple[Change, ...]:
        """The entries so far, those of inner places before outer ones."""
        return tuple(self._changes.values())

    def change(  # noqa: PLR0917 - the parts of an entry, in its order
        self,
        spot: Spot,
        keyword: str,
        new: JSONValue | Unset,
        kind: Kind,
        rule: str,
        *,
        enforced_by: Enforcer | None = None,
    ) -> None:
        """Note that a keyword of a subschema means something else now."""
        old: JSONValue | Unset
        if isinstance(spot.schema, bool) and isinstance(spot.path[-1], int):
            old = UNSET  # in a list: `true` stands for an empty schema
        elif isinstance(spot.schema, bool):
            # The keyword is the whole subschema: told from the one around.
            old, path = spot.schema, spot.path
            new = True if new is UNSET else {keyword: new}
            keyword = str(path[-1])
            spot = spot._replace(path=path[:-1])
        else:
            old = spot.schema.get(keyword, UNSET)
        if enforced_by is None:
            enforced_by = (
                "gate" if kind in ("widened", "encoded") else "nobody"
            )
        pointer = spot.pointer
        key = (pointer, keyword, kind)
        known = self._changes.get(key)
        if known is not None:
            new = _both(keyword, kind, known.new, new)
            rule = known.rule if rule in HARMLESS else rule
        self._changes[key] = Change(
            pointer, keyword, old, new, kind, enforced_by, rule
        )

    def enter(self, spot: Spot) -> None:
        """Count a subschema that is written; refuse one too many."""
        self.count += 1
        if self.count > MAX_NODES and self.count > self._bound():
            raise CannotSayError(
                f"more than {self._bound()} subschemas when its references "
                "are written out"
            )
        if self.depth > MAX_DEPTH:
            raise CannotSayError(
                f"nested deeper than {MAX_DEPTH} levels when its references "
                "are written out",
                spot.pointer,
            )

    def _bound(self) -> int:
        if self._most is None:
            own = MAX_GROWTH * self.outline.size()
            self._most = max(MAX_NODES, own)
        return self._most

    def hold_against(self, names: int, rules: int, spot: Spot) -> None:
        """Count names that meet the rules for others; refuse too many."""
        self._matches += names * rules
        if self._matches > MAX_MATCHES:
            raise CannotSayError(
                "too many names beside too many patterns", spot.pointer
            )

    def any_value(self) -> str:
        """Return the name of a definition that any value obeys."""
        if self._any is None:
            name = self._any = self.new_name(_ANY_VALUE)
            again = {"$ref": f"#/$defs/{name}"}
            self.definitions[name] = {"type": [*EVERY_TYPE], "items": again}
        return self._any

    def new_name(self, wanted: str) -> str:
        """Return a name for a definition that no other has, and take it."""
        name, number = wanted, 2
        while name in self.names:
            name = f"{wanted}_{number}"
            number += 1
        self.names.add(name)
        return name

    def keys(self, names: Iterable[str]) -> dict[str, str]:
        """Return the keys that stand for some properties of one object."""
        asked = list(dict.fromkeys(names))
        found = {name: name for name in asked if self.key(name) == name}
        taken = set(found)
        for name in asked:
            if name not in found:
                key = self.key(name)
                while key in taken:
                    key = f"{key}_"
                taken.add(key)
                found[name] = key
        return found

    def key(self, name: str) -> str:
        """Return the key that stands for a property where names are bound."""
        found = self._keys.get(name)
        if found is None:
            found = name
            pattern = self.profile.keys or ""
            if re.fullmatch(pattern, name, re.ASCII) is None:
                digest = hashlib.sha256(name.encode()).hexdigest()[:8]
                clean = re.sub(r"[^A-Za-z0-9_]+", "_", name, flags=re.ASCII)
                found = f"p_{clean.strip('_')[:_KEPT]}_{digest}"
            self._keys[name] = found
        return found


def _both(keyword: str, kind: Kind, one: Any, other: Any) -> Any:
    """Return what two entries for one place amount to."""
    if keyword == "required" or (keyword == "type" and kind == "widened"):
        return list(dict.fromkeys([*one, *other]))
    if keyword == "type" and kind == "narrowed":
        return [kind for kind in one if kind in other]
    if keyword == "propertyNames" and kind == "narrowed":
        return {
            "enum": [name for name in one["enum"] if name in other["enum"]]
        }
    return one
