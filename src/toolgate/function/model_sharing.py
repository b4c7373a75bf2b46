"""What is written as the model wants that it stands in, and in several."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

_CONFIGS: Final = {
    "model": "model_config",
    "dataclass": "__pydantic_config__",
    "typed-dict": "__pydantic_config__",
}
# What they hold is no type: a default may look like one.
_ASIDE: Final = frozenset({"metadata", "default", "expected", "config"})
_FORMS: Final = {
    "ser_json_bytes": "utf8",
    "ser_json_inf_nan": "null",
    "ser_json_temporal": "iso8601",
    "ser_json_timedelta": "iso8601",
}
_MADE_BY: Final = ("alias_generator", "json_encoders")


class _Way(NamedTuple):
    """How a configuration has a class without one written."""

    is_open: bool
    made_by: tuple[int, ...]
    forms: tuple[Any, ...]


class _Place(NamedTuple):
    """Where a part stands: what it is known by, and in what."""

    ref: str | None
    way: _Way
    is_apart: bool


def shared_parts(core: Any) -> dict[int, bool]:
    """
    Find the classes in a core schema that are written in more than one way.

    A dataclass or a TypedDict without a configuration has that of the model
    it stands in, and Pydantic writes it so. But it describes it once, as it
    stands in the first of them, or, as for dates, as if it stood in none.

    Returns the ids of their parts, and whether the description holds of
    all, but for what may be there besides.

    >>> shared_parts({"type": "str"})
    {}
    """
    definitions: dict[Any, Any] = {}
    ways: dict[Any, set[_Way]] = {}
    refs: dict[int, Any] = {}
    waiting = [(core, _Place(None, _way({}), is_apart=False))]
    met: set[Any] = set()
    for part, place in waiting:  # grows
        if (id(part), place) in met:
            continue
        met.add((id(part), place))
        if isinstance(part, (list, tuple)):
            waiting += [(inner, place) for inner in part]
        if not isinstance(part, dict):
            continue
        # Parts are told from what maps names to parts.
        kind = part.get("type")
        if not isinstance(kind, str):
            waiting += [(inner, place) for inner in part.values()]
            continue
        inside = _inside(part, kind, place)
        if inside.way is place.way and kind in _CONFIGS:
            ref = refs[id(part)] = inside.ref or id(part)
            ways.setdefault(ref, set()).update(_as_told(inside))
        held = _held(part, kind, definitions)
        waiting += [(inner, inside) for inner in held]
    return {
        part: len({way[1:] for way in ways[ref]}) == 1
        for part, ref in refs.items()
        if len(ways[ref]) > 1
    }


def _held(
    part: dict[Any, Any], kind: str, definitions: dict[Any, Any]
) -> list[Any]:
    """Return what a part holds, where it stands: not what it defines."""
    if kind == "definitions":
        definitions.update({each["ref"]: each for each in part[kind]})
        return [part["schema"]]
    if kind == "definition-ref":
        return [definitions.get(part["schema_ref"])]
    return [inner for name, inner in part.items() if name not in _ASIDE]


def _inside(part: dict[Any, Any], kind: str, place: _Place) -> _Place:
    """Return where that stands what a part holds."""
    if kind == "definition-ref":
        return place._replace(is_apart=True)
    config = getattr(part.get("cls"), _CONFIGS.get(kind, ""), None)
    if config is not None:
        return _Place(None, _way(config), is_apart=False)
    return place._replace(ref=part.get("ref", place.ref))


def _way(config: Any) -> _Way:
    return _Way(
        config.get("extra") == "allow",
        tuple(id(config.get(name)) for name in _MADE_BY),
        tuple(config.get(name, usual) for name, usual in _FORMS.items()),
    )


def _as_told(place: _Place) -> set[_Way]:
    """Return how what stands somewhere is written, and how described."""
    usual = tuple(_FORMS.values())
    if place.is_apart:
        return {place.way, place.way._replace(forms=usual)}
    return {place.way}
