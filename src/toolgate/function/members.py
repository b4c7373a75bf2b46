"""Which members of sets and dicts others may choose the hashes of."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from toolgate.function.model_graphs import IN_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from toolgate.function.model_graphs import Node

# Python salts the hashes of text and bytes, and what is hashed as they are.
_SALTED: Final = frozenset({"str", "bytes", "date", "multi-host-url", "url"})
# There are too few of them for many to share a hash.
_FEW: Final = frozenset(
    {"bool", "datetime", "float", "literal", "none", "time", "timedelta"}
)
# `collisions` knows the hashes of these, alone and in rows.
_COUNTED: Final = frozenset({"any", "decimal", "int", "uuid"})
_IN_ROWS: Final = (
    _SALTED | _COUNTED | frozenset({"bool", "float", "literal", "none"})
)
_ALONE: Final = _SALTED | _COUNTED | _FEW
# They have no hash, and no set takes them.
_UNHASHABLE: Final = frozenset({"dict", "list", "set", "typed-dict"})
_PASSING: Final = frozenset(
    {
        "chain",
        "custom-error",
        "default",
        "definition-ref",
        "definitions",
        "json-or-python",
        "lax-or-strict",
        "nullable",
        "tagged-union",
        "union",
    }
)
_MADE_OF_TEXT: Final = (
    "EmailStr._validate",
    "SecretBytes",
    "SecretStr",
    "path_validator",
    "pattern_either_validator",
    "wrap_val",
)
_ADDRESSES: Final = (
    "IPv4Address",
    "IPv4Interface",
    "IPv4Network",
    "IPv6Address",
    "IPv6Interface",
    "IPv6Network",
    "IPvAnyAddress._validate",
    "IPvAnyInterface._validate",
    "IPvAnyNetwork._validate",
    "ip_v4_address_validator",
    "ip_v4_interface_validator",
    "ip_v4_network_validator",
    "ip_v6_address_validator",
    "ip_v6_interface_validator",
    "ip_v6_network_validator",
)
_THEIRS: Final = ("ipaddress", "pydantic.", "pydantic_core")
_SETS: Final = frozenset({"set", "frozenset"})


def guarded(graph: Sequence[Node]) -> frozenset[int]:
    """
    Return the sets and dicts whose members may share a hash unnoticed.

    All but those of which the hashes are salted, or too few to be alike, or
    counted by `collisions`: also whatever a class or a function makes that
    is none of Pydantic's.
    """
    in_text = _reached(
        graph, (to for node in graph for to in node.below.get(IN_TEXT, ()))
    )
    return frozenset(
        number
        for number, node in enumerate(graph)
        if _is_open(
            graph,
            _members(node),
            _SALTED | _FEW if number in in_text else _ALONE,
        )
        or (number in in_text and _takes_anything(node))
    )


def _takes_anything(node: Node) -> bool:
    return node.schema["type"] in _SETS and not node.below


def _members(node: Node) -> Iterable[int]:
    """Return what reads the members of a set, or the keys of a dict."""
    if node.schema["type"] in _SETS:
        return [to for targets in node.below.values() for to in targets]
    if "keys_schema" in node.schema:
        return [next(iter(node.below.values()))[0]]
    return ()


def _reached(graph: Sequence[Node], starts: Iterable[int]) -> set[int]:
    waiting = list(starts)
    reached = set()
    while waiting:
        number = waiting.pop()
        if number not in reached:
            reached.add(number)
            node = graph[number]
            waiting += node.in_place
            waiting += (to for some in node.below.values() for to in some)
    return reached


def _is_open(
    graph: Sequence[Node], starts: Iterable[int], known: frozenset[str]
) -> bool:
    """Whether one of these may be what has a hash that others choose."""
    waiting = list(starts)
    seen = set()
    while waiting:
        number = waiting.pop()
        if number in seen:
            continue
        seen.add(number)
        node = graph[number]
        kind = node.schema["type"]
        if kind in _PASSING:
            waiting += node.in_place
        elif not _is_known(graph, node, kind, known):
            return True
    return False


def _is_known(
    graph: Sequence[Node], node: Node, kind: str, known: frozenset[str]
) -> bool:
    if kind in known or kind in _UNHASHABLE:
        return True
    if kind == "enum":
        return _is_plain_enum(node.schema)
    if kind.startswith("function-"):
        return _is_theirs(node.schema, addresses=known is _ALONE)
    inner = [to for targets in node.below.values() for to in targets]
    if kind == "tuple" and known is _ALONE:
        return not _is_open(graph, inner, _IN_ROWS)
    if kind in {"frozenset", "tuple"}:
        return not _is_open(graph, inner, _SALTED)
    return False


def _is_plain_enum(schema: Mapping[str, Any]) -> bool:
    """Whether it is hashed by the name of its member, or as JSON has it."""
    hashed = schema["cls"].__hash__
    return any(hashed is kind.__hash__ for kind in (Enum, str, int, float))


def _is_theirs(schema: Mapping[str, Any], *, addresses: bool) -> bool:
    function = schema["function"]["function"]
    module = getattr(function, "__module__", None) or ""
    name: str = getattr(function, "__qualname__", "")
    wanted = _MADE_OF_TEXT + _ADDRESSES if addresses else _MADE_OF_TEXT
    return module.startswith(_THEIRS) and name.endswith(wanted)
