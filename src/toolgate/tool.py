"""Something a model may ask for, and the schemas that guard it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Generic,
    TypeAlias,
    TypeVar,
    overload,
)

from toolgate.exceptions import InvalidJSONError, InvalidToolError
from toolgate.json_value import own
from toolgate.limits import SchemaLimits, ValueLimits

if TYPE_CHECKING:
    from toolgate.content import Icon
    from toolgate.typing import JSONObject, JSONValue

Handler: TypeAlias = Callable[..., object]
"""`fn(arguments)` or `fn(arguments, context)`, sync or async."""

SIDE_EFFECTS: Final = frozenset({"read", "write", "network"})

_OWN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,127}", re.ASCII)
_MAX_NAME = 128
_SCHEMA = SchemaLimits()
_DOCUMENT = ValueLimits(
    # The exact limits on schemas belong to the validator cache; these only
    # keep a tool from holding what no cache would take.
    max_bytes=4 * _SCHEMA.max_bytes,
    max_depth=256,
    max_nodes=1_000_000,
)


@dataclass(frozen=True, kw_only=True)
class ToolAnnotations:
    """
    Hints about what a tool does, with MCP's defaults.

    MCP 2026-07-28, `ToolAnnotations`: a tool without annotations counts as
    one that writes, destroys, may not be repeated and reaches the open
    world. Hints from an untrusted server are claims, not facts: see
    `Tool.trusted`.

    >>> ToolAnnotations(read_only_hint=True).destructive_hint
    True
    """

    title: str | None = None
    read_only_hint: bool = False
    destructive_hint: bool = True
    idempotent_hint: bool = False
    open_world_hint: bool = True


_T = TypeVar("_T")


class _Given(Generic[_T]):
    """A field that is kept in another form than it is given in."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, tool: None, owner: type) -> None: ...
    @overload
    def __get__(self, tool: object, owner: type) -> _T: ...
    def __get__(self, tool: object | None, owner: type) -> _T | None:
        return None if tool is None else self.kept(tool.__dict__[self.name])

    def kept(self, value: Any) -> _T:
        """Return what the tool shows of the value that it keeps."""
        return value  # type: ignore[no-any-return]


class _Document(_Given[_T]):
    """
    A field that is given as JSON and kept as text.

    The caller's document is copied in, each read hands out a fresh copy, and
    a tool with a text is hashable and small.
    """

    def kept(self, value: Any) -> _T:
        return None if value is None else json.loads(value)  # type: ignore[return-value]

    def __set__(self, tool: object, value: object) -> None:
        text = None
        if value is not None:
            try:
                text = json.dumps(own(value, _DOCUMENT))
            except InvalidJSONError as error:
                raise InvalidToolError(
                    f"{self.name} is not JSON: {error}",
                    tool=str(tool.__dict__["name"]),
                ) from None
        tool.__dict__[self.name] = text


class _Words(_Given[frozenset[str]]):
    """A set of words, given as one word or as several."""

    def __set__(self, tool: object, value: str | Iterable[str] | None) -> None:
        words = (value,) if isinstance(value, str) else value or ()
        tool.__dict__[self.name] = frozenset(words)


class _Series(_Given[tuple[_T, ...]]):
    """A tuple, given as anything that can be iterated."""

    def __set__(self, tool: object, value: Iterable[_T] | None) -> None:
        tool.__dict__[self.name] = tuple(value or ())


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Tool:
    """
    Something a model may ask for, and the schemas that guard it.

    `name` is 1 to 128 of `A-Z a-z 0-9 _ . -` and starts with a letter or
    `_`; with an `origin` (the server it comes from) any printable name is
    taken, since MCP's rule is a SHOULD. `input_schema` is a JSON Schema of
    `type: "object"`; without one the tool takes no arguments.
    `output_schema` is a JSON Schema of any root. Documents are copied in:
    later edits have no effect here, and what a tool hands out is a copy.

    `handler` is called as `handler(arguments)`, or as
    `handler(arguments, context)` if it takes two positional arguments. A
    tool without one can be checked, and finished, but not dispatched.

    `title`, `description`, `annotations`, `icons` and `meta` are MCP's.
    `tags`, `owner`, `examples` and `strict_priority` help hosts to sort,
    find and export. `side_effect` is one or more of `read`, `write` and
    `network`: `write` unless said otherwise, `network` for tools with an
    origin. `trusted` says whether to believe the annotations: by default
    those of the host's own tools. `aliases` are former names that still
    lead here and are not listed. `timeout` is in seconds. `inline` keeps a
    sync handler on the event loop's thread. `deprecated` tells what to use
    instead. `source_name` is the name at the origin, where that differs.

    Raises `InvalidToolError` for a bad field. Whether the schemas can be
    enforced is found out when the tool is registered.

    >>> ping = Tool(name="ping", handler=lambda arguments: "pong")
    >>> ping
    Tool('ping')
    >>> ping.input_schema
    {'type': 'object', 'additionalProperties': False}
    """

    name: str
    title: str | None = None
    description: str | None = None
    input_schema: _Document[JSONObject] = _Document()
    output_schema: _Document[JSONObject | None] = _Document()
    annotations: ToolAnnotations = field(default=ToolAnnotations())
    icons: _Series[Icon] = _Series()
    meta: _Document[JSONObject | None] = _Document()
    tags: _Words = _Words()
    owner: str | None = None
    origin: str | None = None
    source_name: str | None = None
    side_effect: _Words = _Words()
    trusted: bool | None = None
    aliases: _Series[str] = _Series()
    examples: _Document[list[JSONValue]] = _Document()
    timeout: float | None = None
    inline: bool = False
    strict_priority: int = 0
    deprecated: str | None = None
    handler: Handler | None = None

    def __init_subclass__(cls) -> None:
        raise TypeError(
            "Tool is final: put extra data into meta=, and behaviour into "
            "handler="
        )

    def __post_init__(self) -> None:
        _check_name(self.name, imported=self.origin is not None)
        for alias in self.aliases:
            _check_name(alias, imported=self.origin is not None)
        given = self.__dict__
        given["side_effect"] = self._side_effects()
        if self.trusted is None:
            given["trusted"] = self.origin is None
        if self.source_name is None:
            given["source_name"] = self.name
        self._check_documents()
        self._check_running()

    def _side_effects(self) -> frozenset[str]:
        classes = self.side_effect
        if not classes <= SIDE_EFFECTS:
            raise InvalidToolError(
                "side_effect is one or more of read, write and network, not "
                + ", ".join(sorted(map(repr, classes - SIDE_EFFECTS))),
                tool=self.name,
            )
        return classes or frozenset(
            {"write" if self.origin is None else "network"}
        )

    def _check_documents(self) -> None:
        given = self.__dict__
        if given["input_schema"] is None:
            given["input_schema"] = _NO_ARGUMENTS
        for name in ("input_schema", "output_schema", "meta"):
            if given[name] is not None and given[name][0] != "{":
                raise InvalidToolError(
                    f"{name} must be a JSON object", tool=self.name
                )
        if given["examples"] is None:
            given["examples"] = "[]"

    def _check_running(self) -> None:
        if self.handler is not None and not callable(self.handler):
            raise InvalidToolError(
                "handler must be callable: fn(arguments) or "
                f"fn(arguments, context), not {type(self.handler).__name__}",
                tool=self.name,
            )
        if self.timeout is not None and not is_time_limit(self.timeout):
            raise InvalidToolError(
                "timeout must be a positive number of seconds",
                tool=self.name,
            )

    def __repr__(self) -> str:
        origin = f", origin={self.origin!r}" if self.origin else ""
        return f"Tool({self.name!r}{origin})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tool):
            return NotImplemented
        return self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((self.name, self.origin, self.__dict__["input_schema"]))


_NO_ARGUMENTS: Final = '{"type": "object", "additionalProperties": false}'


def is_time_limit(seconds: object) -> bool:
    """Tell whether a value is a positive, finite number of seconds."""
    return (
        isinstance(seconds, (int, float))
        and not isinstance(seconds, bool)
        and 0 < seconds < float("inf")
    )


def _check_name(name: object, *, imported: bool) -> None:
    if not isinstance(name, str):
        raise InvalidToolError(
            f"a tool's name must be a str, not {type(name).__name__}"
        )
    if imported:
        if 0 < len(name) <= _MAX_NAME and name.isprintable():
            return
        raise InvalidToolError(
            "the name of an imported tool must be 1 to 128 printable "
            "characters"
        )
    if not _OWN_NAME.fullmatch(name):
        raise InvalidToolError(
            "a tool's name must be 1 to 128 of A-Z a-z 0-9 _ . - and start "
            "with a letter or _ (tools with an origin may have any "
            "printable name)"
        )
