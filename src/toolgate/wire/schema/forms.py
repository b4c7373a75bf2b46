"""
How a value looks on the wire, as a graph that grows with the wire schema.

A form says what has to be undone when a value is read back. Where a union
leaves several forms for one value, `readers` decides by what is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Hashable

    from toolgate.typing import JSONValue

Null: TypeAlias = Literal["absent", "forgiven", "value", "required"]
"""
What null means for a member.

That it is absent, in the wire schema's own words or against them; a value;
or that of a member which must be there: a value where the wire takes it.
"""

KINDS: Final = frozenset(
    {"object", "array", "string", "number", "boolean", "null"}
)
ABSENT: Final = frozenset({"absent", "forgiven"})
"""What null is read as nothing for."""


class Member(NamedTuple):
    """A member of an object: its name at the author's, and its form."""

    name: str
    null: Null
    form: Form


class Form:
    """
    What a place of the wire schema holds.

    `kinds` are the JSON types that may stand there. `members` are those of
    an object by their keys on the wire, `rest` the form of its others,
    `items` that of an array's items, `pairs` that of the values of a map
    that is written as pairs. `aliases` are values by the text that stands
    for them. `whole` says that numbers are integers. `closed` objects have
    no members but theirs, `complete` ones have all of them. `tags` are
    properties that must be there, with the values they may have. Of
    `choices` one holds, instead of the form itself where it `is_union`,
    beside it otherwise. `schema` is the wire schema.
    """

    __slots__ = (
        "aliases",
        "choices",
        "closed",
        "complete",
        "is_union",
        "items",
        "kinds",
        "members",
        "pairs",
        "rest",
        "schema",
        "tags",
        "whole",
    )

    def __init__(
        self, kinds: frozenset[str] = KINDS, *, schema: Any = True
    ) -> None:
        self.kinds = kinds
        self.members: dict[str, Member] = {}
        self.items: Form | None = None
        self.rest: Form | None = None
        self.pairs: Form | None = None
        self.aliases: dict[str, JSONValue] = {}
        self.whole = False
        self.closed = self.complete = False
        self.tags: dict[str, frozenset[Hashable]] = {}
        self.choices: tuple[Form, ...] = ()
        self.is_union = False
        self.schema = schema

    def choose(self, *forms: Form) -> None:
        """Stand for one of some forms."""
        self.choices = forms
        self.is_union = True
        self.kinds = frozenset().union(*(form.kinds for form in forms))

    def inner(self) -> list[Form]:
        """Return the forms directly below."""
        found = [member.form for member in self.members.values()]
        found += self.choices
        found += [
            form
            for form in (self.items, self.pairs, self.rest)
            if form is not None
        ]
        return found

    def acts(self) -> bool:
        """Tell whether this form alone has something to undo."""
        return self.rewrites() or any(
            member.null in ABSENT for member in self.members.values()
        )

    def rewrites(self) -> bool:
        """Tell whether it has more to undo than nulls."""
        return bool(
            self.pairs is not None
            or self.aliases
            or self.whole
            or any(key != member.name for key, member in self.members.items())
        )


def reachable(form: Form) -> list[Form]:
    """Return a form and all below it, each once."""
    found = [form]
    known = {id(form)}
    for here in found:
        for other in here.inner():
            if id(other) not in known:
                known.add(id(other))
                found.append(other)
    return found
