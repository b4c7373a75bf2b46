"""What a host says of the tools that it imports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from typing_extensions import TypedDict

from toolgate.exceptions import InvalidToolError
from toolgate.json_copy import type_name
from toolgate.tool import Tool

if TYPE_CHECKING:
    from collections.abc import Iterable

_FIELDS: Final = ("side_effect", "trusted", "tags", "owner", "timeout")


class ImportOptions(TypedDict, total=False):
    """What a host knows of the tools of a server."""

    side_effect: str | Iterable[str] | Mapping[str, str | Iterable[str]] | None
    trusted: bool
    tags: str | Iterable[str]
    owner: str | None
    timeout: float | None
    max_tools: int
    check_headers: bool


def check_options(origin: str, options: ImportOptions) -> None:
    """
    Raise `TypeError` for what is no option, and for an origin that is none.

    >>> check_options("crm", {"owner": "sales"})
    """
    known = ImportOptions.__annotations__
    for name in options:
        if name not in known:
            raise TypeError(
                f"{name} is no option of an import; there are "
                + ", ".join(known)
            )
    if not issubclass(type(origin), str):
        raise TypeError(
            "origin must be your name for the server, a str, not "
            + type_name(type(origin))
        )


def common_fields(origin: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """
    Return the fields that all tools have.

    What no tool can have is the host's fault, and would reject them all:
    raises `InvalidToolError`, once.

    >>> common_fields("crm", {})["side_effect"]
    frozenset({'network'})
    """
    given = {name: options[name] for name in _FIELDS if name in options}
    if issubclass(type(given.get("side_effect")), Mapping):
        del given["side_effect"]
    try:
        tool = Tool(name="all", origin=origin, **given)
    except InvalidToolError as error:
        raise InvalidToolError(error.reason) from None
    return {name: getattr(tool, name) for name in ("origin", *_FIELDS)}


def effects_by_name(origin: str, effects: Any) -> dict[str, frozenset[str]]:
    """
    Return the side effects of single tools, where those are given.

    >>> effects_by_name("crm", {"lookup": "read"})
    {'lookup': frozenset({'read'})}
    """
    if not issubclass(type(effects), Mapping):
        return {}
    return {
        name: common_fields(origin, {"side_effect": effect})["side_effect"]
        for name, effect in effects.items()
    }
