"""A host's further schemas, on top of those of its tools."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, final

from toolgate.exceptions import SchemaError
from toolgate.field_checks import detached, kind_of, plain_text
from toolgate.limits import SchemaLimits
from toolgate.result import Failure, spoken
from toolgate.schema.misspelt import refuse_misspelt
from toolgate.schema.owning import owned_schema
from toolgate.tool import SIDE_EFFECTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from toolgate.entry import Entry
    from toolgate.messages.render import Messages
    from toolgate.result import ToolResult
    from toolgate.schema.cache import ValidatorCache
    from toolgate.schema.compiled import CompiledSchema
    from toolgate.tool import Tool
    from toolgate.typing import JSONSchema, JSONValue

Known = TypeVar("Known", "dict[object, tuple[Enforced, ...]]", "set[object]")

MAX_KNOWN: Final = 10_000
"""Tools of which a gate remembers whether overlays hold for them."""

# The exact limits are those of the cache that compiles the schema.
_WIDE: Final = SchemaLimits(max_bytes=2**30, max_depth=1_000)


@final
class Overlay:
    """
    A JSON Schema that the calls of some tools must satisfy as well.

    On top of a tool's own schema: a call runs only where both accept its
    arguments, so an overlay can forbid and never allow. The tool, its
    listing and its exports stay as they are.

    It holds for the tools that fit all of what is given: `side_effect`, one
    of `read`, `write` and `network`, is among the tool's; `tag` is one of
    its tags; `origin` is its origin. With none of them it holds for every
    tool. `name` is what the host reads: in errors about the overlay itself,
    and in `Failure.overlays` and `CallRecord.overlays` where it refused.

    `schema` is an object or a boolean of any root, in whatever dialect its
    `$schema` says; it is copied in. Whether it can be enforced is found out
    by the registry or the gate that it is given to. Raises `SchemaError`
    for what is no JSON or has a keyword misspelt, and `TypeError` or
    `ValueError` for another field.

    >>> small = Overlay(
    ...     {"properties": {"amount": {"maximum": 100}}},
    ...     side_effect="write",
    ...     name="small-amounts",
    ... )
    >>> small
    Overlay('small-amounts', side_effect='write')
    """

    __slots__ = (
        "_name",
        "_origin",
        "_schema",
        "_side_effect",
        "_tag",
        "_text",
    )

    def __init__(
        self,
        schema: JSONSchema,
        *,
        side_effect: str | None = None,
        tag: str | None = None,
        origin: str | None = None,
        name: str | None = None,
    ) -> None:
        self._side_effect = _text_or_none(side_effect, "side_effect")
        self._tag = _text_or_none(tag, "tag")
        self._origin = _text_or_none(origin, "origin")
        self._name = _text_or_none(name, "name")
        if side_effect is not None and side_effect not in SIDE_EFFECTS:
            raise ValueError(
                "side_effect is one of read, write and network, "
                f"not {side_effect!a}"
            )
        try:
            self._schema, self._text = owned_schema(schema, _WIDE)
            refuse_misspelt(self._schema)
        except SchemaError as error:
            error.part = _part(self, None)
            raise

    side_effect = property(
        attrgetter("_side_effect"), doc="The class of side effect, or None."
    )
    tag = property(attrgetter("_tag"), doc="The tag, or None.")
    origin = property(attrgetter("_origin"), doc="The origin, or None.")
    name = property(
        attrgetter("_name"), doc="What the host reads of it, or None."
    )

    @property
    def schema(self) -> JSONSchema:
        """The schema, as a copy."""
        return detached(self._schema)  # type: ignore[no-any-return]

    def applies_to(self, tool: Tool) -> bool:
        """
        Tell whether the calls of a tool are held to this overlay.

        >>> from toolgate import Tool
        >>> Overlay(False, tag="beta").applies_to(Tool(name="ping"))
        False
        """
        return (
            (
                self._side_effect is None
                or self._side_effect in tool.side_effect
            )
            and (self._tag is None or self._tag in tool.tags)
            and (self._origin is None or self._origin == tool.origin)
        )

    def _fields(self) -> tuple[str | None, ...]:
        return (
            self._text,
            self._side_effect,
            self._tag,
            self._origin,
            self._name,
        )

    def __eq__(self, other: object) -> bool:
        if type(other) is not Overlay:
            return NotImplemented
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash(self._fields())

    def __repr__(self) -> str:
        told = [] if self._name is None else [repr(self._name)]
        told += [
            f"{field}={value!r}"
            for field in ("side_effect", "tag", "origin")
            if (value := getattr(self, field)) is not None
        ]
        return f"Overlay({', '.join(told)})"


class Enforced(NamedTuple):
    """An overlay with its schema compiled."""

    overlay: Overlay
    schema: CompiledSchema
    check: Callable[[JSONValue], bool]


def enforced(
    overlays: Iterable[Overlay], validators: ValidatorCache
) -> tuple[Enforced, ...]:
    """
    Compile overlays, now and for good.

    Raises `TypeError` for what is no list of overlays, and `SchemaError`,
    whose `part` says which overlay it is about.
    """
    given: Any = overlays
    if type(given) is Overlay:
        raise TypeError("overlays takes a list of them: overlays=[...]")
    found = []
    for number, overlay in enumerate(overlays):
        if type(overlay) is not Overlay:
            raise TypeError(
                "overlays holds Overlay(schema, ...) objects, "
                f"not {kind_of(overlay)}"
            )
        try:
            schema = validators.get(overlay.schema, compile="immediately")
        except SchemaError as error:
            error.part = _part(overlay, number)
            raise
        found.append(Enforced(overlay, schema, schema.check))
    return tuple(found)


class Overlays:
    """
    Holds calls to the overlays of their tools.

    Which ones those are is worked out at a tool's first call. `free` has the
    marks of entries that none is for; who finds one there need not ask.
    """

    __slots__ = ("_held", "_max_violations", "_messages", "_overlays", "free")

    def __init__(
        self,
        overlays: tuple[Enforced, ...],
        max_violations: int,
        messages: Messages,
    ) -> None:
        self._overlays = overlays
        self._max_violations = max_violations
        self._messages = messages
        # By mark: comparing tools costs more than a lookup may.
        self._held: dict[object, tuple[Enforced, ...]] = {}
        self.free: set[object] = set()

    def refusal(self, entry: Entry, value: JSONValue) -> ToolResult | None:
        """Return None where all overlays of a tool accept the arguments."""
        held = self._held.get(entry.mark)
        if held is None:
            held = self._match(entry)
        return self._judged(entry.tool, held, value) if held else None

    def _match(self, entry: Entry) -> tuple[Enforced, ...]:
        found = tuple(
            one for one in self._overlays if one.overlay.applies_to(entry.tool)
        )
        if found:
            _room_in(self._held)[entry.mark] = found
        else:
            _room_in(self.free).add(entry.mark)
        return found

    def _judged(
        self, tool: Tool, held: tuple[Enforced, ...], value: JSONValue
    ) -> ToolResult | None:
        broken = [one for one in held if not one.check(value)]
        if not broken:
            return None
        limit = self._max_violations
        told = [one.schema.explain(value, limit) for one in broken]
        violations = tuple(
            violation for one in told for violation in one.violations
        )[:limit]
        text = self._messages.breaks_overlay(
            tool.name,
            violations,
            sum(one.found for one in told) - len(violations),
            all(one.exact for one in told),
        )
        return spoken(
            text,
            Failure(
                "invalid_arguments",
                "overlay",
                violations,
                overlays=tuple(_name(one.overlay) for one in broken),
            ),
        )


def _room_in(known: Known) -> Known:
    # What is forgotten is worked out again: no tool goes free by it.
    if len(known) >= MAX_KNOWN:
        known.clear()
    return known


def _name(overlay: Overlay) -> str:
    """Return what the host is told of an overlay that refuses."""
    name: str | None = overlay.name
    return repr(overlay) if name is None else name


def _part(overlay: Overlay, number: int | None) -> str:
    if overlay._name is not None:  # noqa: SLF001 - one room
        return f"overlay {overlay._name}"  # noqa: SLF001 - as above
    return "overlay" if number is None else f"overlays[{number}]"


def _text_or_none(value: object, field: str) -> str | None:
    if value is None:
        return None
    return plain_text(value, f"Overlay.{field}", "a str or None")
