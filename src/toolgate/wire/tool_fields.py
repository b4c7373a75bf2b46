"""Fields of a provider's tool: its parameters, and what is passed through."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from toolgate.exceptions import InvalidJSONError
from toolgate.field_checks import detached
from toolgate.json_value import copied, own
from toolgate.limits import ValueLimits
from toolgate.wire.sdk_objects import quoted

if TYPE_CHECKING:
    from toolgate.typing import JSONObject, JSONValue
    from toolgate.wire.calls import ToolDraft
    from toolgate.wire.sdk_objects import Reader

_LIMITS: Final = ValueLimits(
    max_bytes=1024 * 1024, max_depth=64, max_nodes=100_000
)


class Option(NamedTuple):
    """A field that a provider's tool may have: what it takes, in words."""

    wanted: str
    holds: Callable[[JSONValue], bool]


Options: TypeAlias = Mapping[str, Option]


def flag() -> Option:
    """Return the option that is true or false."""
    return Option("true or false", lambda value: type(value) is bool)


def json_object() -> Option:
    """Return the option that is a JSON object."""
    return Option("a JSON object", lambda value: type(value) is dict)


def objects() -> Option:
    """Return the option that is a list of JSON objects."""
    return Option(
        "a list of JSON objects",
        lambda value: (
            type(value) is list and all(type(item) is dict for item in value)
        ),
    )


def word(*known: str) -> Option:
    """Return the option that is one of some words."""
    return Option(
        f"one of {', '.join(known)}",
        lambda value: type(value) is str and value in known,
    )


def words(*known: str) -> Option:
    """Return the option that is a list of some words, at least one."""
    return Option(
        f"a list of {', '.join(known)}",
        lambda value: (
            type(value) is list
            and bool(value)
            and all(type(item) is str and item in known for item in value)
        ),
    )


def read_options(read: Reader, draft: ToolDraft, known: Options) -> JSONObject:
    """
    Return the options of a draft as plain JSON, sorted as `known` is.

    None leaves an option out. Raises `WireError` for a name that the
    provider does not know, and for a value that it does not take.

    >>> from toolgate.wire.calls import ToolDraft
    >>> from toolgate.wire.sdk_objects import Reader
    >>> draft = ToolDraft("t", None, {}, options={"defer_loading": True})
    >>> read_options(Reader("anthropic"), draft, {"defer_loading": flag()})
    {'defer_loading': True}
    """
    given = draft.options
    for name in given:
        if name not in known:
            raise read.error(_unknown(name, draft.name, read.target, known))
    options: JSONObject = {}
    for name, option in known.items():
        if given.get(name) is None:
            continue
        try:
            value = own(given[name], _LIMITS)
        except InvalidJSONError:
            value = None
        if value is None or not option.holds(value):
            raise read.error(
                f"option {name!r} of tool {draft.name} must be {option.wanted}"
            )
        options[name] = value
    return options


def parameters(schema: JSONObject) -> JSONObject:
    """
    Return a copy of an object schema, which always has `properties`.

    Some servers refuse an object schema without them, also where a tool
    takes no arguments.

    >>> parameters({"type": "object", "additionalProperties": False})
    {'type': 'object', 'properties': {}, 'additionalProperties': False}
    """
    copy: JSONObject = copied(schema)
    if "properties" in copy:
        return copy
    first: JSONObject = {
        name: copy[name] for name in ("$schema", "type") if name in copy
    }
    return {**first, "properties": {}, **copy}


def examples_of(draft: ToolDraft) -> list[JSONValue]:
    """Return copies of the examples that are arguments: JSON objects."""
    return [
        detached(example)
        for example in draft.examples
        if type(example) is dict
    ]


def _unknown(name: object, tool: str, target: str, known: Options) -> str:
    shown = quoted(str(name))
    close = get_close_matches(str(name), known, 1)
    meant = f" Did you mean {close[0]!r}?" if close else ""
    takes = ", ".join(known) or "none"
    return (
        f"tool {tool} has no option {shown} here.{meant} "
        f"The options of {target}: {takes}"
    )
