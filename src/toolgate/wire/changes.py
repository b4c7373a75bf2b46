"""What a target made of a schema, entry by entry."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from toolgate.unset import UNSET, Unset

if TYPE_CHECKING:
    from toolgate.typing import JSONValue

Kind: TypeAlias = Literal["widened", "narrowed", "annotation", "encoded"]
Enforcer: TypeAlias = Literal["gate", "description", "nobody"]

_SHOWN: Final = 60


class Change(NamedTuple):
    """
    One difference between an author's schema and its wire schema.

    `pointer` is a JSON Pointer to a subschema of the author's, `keyword` one
    of its keywords, `old` what it says there and `new` what the wire schema
    amounts to; UNSET stands for absent. `kind` is `widened` (the wire takes
    more), `narrowed` (the wire cannot say all of it), `annotation` (nothing
    about values) or `encoded` (written in another way, and read back
    exactly). `enforced_by` tells who sees to it now: the `gate`, which holds
    every call to the author's schema, the `description` that the model
    reads, or `nobody`. `rule` is a short stable name of what asked for it.

    Set each `widened` entry's keyword to `new` in a copy of the author's
    schema, and it takes all that the wire takes, read back; do the same with
    the `narrowed` entries, and all that it takes can be said on the wire.

    >>> change = Change("/n", "const", 1, 2, "narrowed", "nobody", "why")
    >>> print(change)
    /n const: 1 -> 2 (narrowed, why)
    """

    pointer: str
    keyword: str
    old: JSONValue | Unset
    new: JSONValue | Unset
    kind: Kind
    enforced_by: Enforcer
    rule: str

    def __str__(self) -> str:
        seen_to = (
            _READ_BACK
            if self.kind == "encoded"
            else _ENFORCED[self.enforced_by]
        )
        return (
            f"{self.pointer or '(root)'} {self.keyword}: {_told(self.old)} -> "
            f"{_told(self.new)} ({self.kind}, {self.rule}{seen_to})"
        )

    def __repr__(self) -> str:
        return f"<Change {self}>"


_READ_BACK: Final = "; read back"
_ENFORCED: Final = {
    "gate": "; the gate enforces it",
    "description": "; the description tells it",
    "nobody": "",
}


def _told(value: JSONValue | Unset) -> str:
    if value is UNSET:
        return "absent"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
