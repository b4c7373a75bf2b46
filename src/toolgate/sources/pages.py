"""One page of a list, taken apart: its entries, and what else it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from toolgate.exceptions import AnswerError, InvalidJSONError
from toolgate.json_copy import type_name
from toolgate.json_reasons import invalid
from toolgate.json_value import own
from toolgate.limits import ValueLimits
from toolgate.sources.objects import (
    check_complete,
    dumped,
    is_series,
    items_of,
)

if TYPE_CHECKING:
    from toolgate.typing import JSONObject

_SAID: Final = ValueLimits(max_bytes=2**20, max_depth=64, max_nodes=100_000)
_MEMBERS: Final = (
    "resultType",
    "ttlMs",
    "cacheScope",
    "nextCursor",
    "error",
    "result",
)


def parts_of(listed: Any) -> tuple[list[Any], JSONObject]:
    """
    Return the entries of a listing as they are, and what it says of itself.

    Raises `AnswerError` for what is no listing.

    >>> parts_of({"tools": ["?"], "ttlMs": 5, "_meta": {}})
    (['?'], {'ttlMs': 5})
    """
    try:
        if is_series(listed):
            return items_of(listed), {}
        tools, members = _split(listed)
        said: Any = own(members, _SAID)
    except InvalidJSONError as error:
        raise AnswerError(error.reason, path=error.path) from error
    if said is None:
        raise AnswerError(
            "expected a ListToolsResult (a dict, or an SDK's object), got "
            + type_name(type(listed))
        )
    has_tools = is_series(tools)
    check_complete(said, "listing", is_there=has_tools)
    if not has_tools:
        got = type_name(type(tools)) if tools is not None else "null"
        raise AnswerError(
            f"expected an array of tools, got {got}", path=("tools",)
        )
    return items_of(tools), said


def _split(listed: Any) -> tuple[Any, dict[str, Any] | None]:
    """
    Take the tools out, to be read one by one, as each may be bad.

    With what else is said; None for what is no document.
    """
    try:
        tools = None
        if not issubclass(type(listed), Mapping):
            tools = getattr(listed, "tools", None)
            one_by_one = is_series(tools)
            listed = dumped(listed, without="tools" if one_by_one else None)
        if not issubclass(type(listed), Mapping):
            return None, None
        said = {name: listed[name] for name in _MEMBERS if name in listed}
        return listed.get("tools") if tools is None else tools, said
    except InvalidJSONError:
        raise
    except Exception as error:
        raise invalid("unreadable", found=type_name(type(listed))) from error
