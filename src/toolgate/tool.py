"""Something a model may ask for, and the schemas that guard it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from toolgate.content import Icon, payloads
from toolgate.exceptions import InvalidToolError
from toolgate.field_checks import check_optional_texts, kind_of
from toolgate.json_copy import is_unicode
from toolgate.signatures import fields_of
from toolgate.time_limits import MAX_SECONDS, is_time_limit
from toolgate.tool_annotations import ToolAnnotations
from toolgate.tool_fields import (
    Document,
    Series,
    Words,
    check_name,
    refused,
)
from toolgate.value_object import frozen_dataclass

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from toolgate.function.binding import Binder
    from toolgate.tool_options import ToolOptions
    from toolgate.typing import JSONObject, JSONValue

Handler: TypeAlias = Callable[..., object]
"""`fn(arguments)` or `fn(arguments, context)`, sync or async."""

JSONMapping: TypeAlias = Mapping[str, Any]
"""A JSON object, as a host gives it."""

Examples: TypeAlias = Sequence[Any]
"""JSON values, as a host gives them."""

SideEffect: TypeAlias = Literal["read", "write", "network"]
"""What a tool does to the world; see `Tool`."""

SIDE_EFFECTS: Final[frozenset[str]] = frozenset({"read", "write", "network"})

_TEXTS = (
    "title",
    "description",
    "owner",
    "origin",
    "source_name",
    "deprecated",
)


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
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
    find and export; toolgate itself does not read the last, which is for
    exporters. `side_effect` is one or more of `read` (changes nothing,
    wherever it reads), `write` and `network`: `write` unless said otherwise,
    `network` for tools with an origin. Only exactly `read` is told to the
    model as safe to repeat. `trusted` says whether to believe the
    annotations: by default those of the host's own tools. `aliases` are
    former names that still lead here and are not listed. `timeout` is in
    seconds, at most `MAX_SECONDS`. `inline` keeps a sync handler on the
    event loop's thread. `deprecated` tells what to use instead.
    `source_name` is the name at the origin, where that differs.
    `binder` is how `from_function` has the handler called.

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
    input_schema: Document[JSONObject, JSONMapping | None] = Document()
    output_schema: Document[JSONObject | None, JSONMapping | None] = Document()
    annotations: ToolAnnotations = ToolAnnotations()
    icons: Series[Icon] = Series(Icon)
    meta: Document[JSONObject | None, JSONMapping | None] = Document()
    tags: Words[str] = Words()
    owner: str | None = None
    origin: str | None = None
    source_name: str | None = None
    side_effect: Words[SideEffect] = Words()
    trusted: bool | None = None
    aliases: Series[str] = Series(str)
    examples: Document[list[JSONValue], Examples | None] = Document()
    timeout: float | None = None
    inline: bool = False
    strict_priority: int = 0
    deprecated: str | None = None
    handler: Handler | None = None
    binder: Binder | None = None

    @classmethod
    def from_function(
        cls, function: Callable[..., object], /, **options: Unpack[ToolOptions]
    ) -> Tool:
        """
        Make a tool out of a function, by what its signature says.

        Parameters become the properties of a closed schema, the docstring
        becomes descriptions, the return annotation the output schema. The
        handler gets what the annotations promise. `options` are fields of
        the tool, and go before what the function says.

        Raises `TypeError` for what is no option, `InvalidToolError` where a
        type has no form in JSON or a parameter none in a schema.

        >>> def add(a: int, b: int = 0) -> int:
        ...     "Add two numbers."
        ...     return a + b
        >>> tool = Tool.from_function(add, tags="math")
        >>> tool.description, tool.input_schema["required"]
        ('Add two numbers.', ['a'])
        """
        return cls(handler=function, **fields_of(function, options))

    def __init_subclass__(cls) -> None:
        raise TypeError(
            "Tool is final: put extra data into meta=, and behaviour into "
            "handler="
        )

    def __post_init__(self) -> None:
        given = self.__dict__
        given["name"] = _plain_name(self.name)
        self._check_texts()
        imported = self.origin is not None
        check_name(self.name, imported=imported)
        for alias in self.aliases:
            try:
                check_name(alias, imported=imported)
            except InvalidToolError as error:
                raise self._refused(f"aliases: {error.reason}") from None
        given["side_effect"] = self._side_effects()
        if self.trusted is None:
            given["trusted"] = self.origin is None
        if self.source_name is None:
            given["source_name"] = self.name
        self._check_documents()
        self._check_kinds()
        self._check_running()

    def _refused(self, reason: str) -> InvalidToolError:
        return refused(self, reason)

    def _check_texts(self) -> None:
        try:
            check_optional_texts(self, *_TEXTS)
        except TypeError as error:
            # The tool's name is told by the error.
            reason = str(error).removeprefix("Tool.")
            raise self._refused(reason) from None
        for name in _TEXTS:
            self._check_sendable(name, self.__dict__[name])

        if self.origin == "":
            raise self._refused(
                "origin must not be empty; None stands for this host"
            )

    def _check_sendable(self, name: str, part: object) -> None:
        if not part or (type(part) is str and part.isascii()):
            return
        if not all(map(is_unicode, payloads(part))):
            raise self._refused(
                f"{name} holds half of a surrogate pair, which is no character"
            )

    def _check_kinds(self) -> None:
        if type(self.annotations) is not ToolAnnotations:
            raise self._refused(
                "annotations must be ToolAnnotations(read_only_hint=...), "
                f"not {kind_of(self.annotations)}"
            )
        self._check_sendable("annotations", self.annotations.title)
        self._check_sendable("icons", self.icons)
        self._check_sendable("tags", tuple(self.tags))
        for name, kind in (
            ("trusted", bool),
            ("inline", bool),
            ("strict_priority", int),
        ):
            if type(self.__dict__[name]) is not kind:
                raise self._refused(
                    f"{name} must be {kind.__name__}, "
                    f"not {kind_of(self.__dict__[name])}"
                )

    def _side_effects(self) -> frozenset[str]:
        classes = self.side_effect
        if not classes <= SIDE_EFFECTS:
            raise self._refused(
                "side_effect is one or more of read, write and network, not "
                + ", ".join(sorted(map(ascii, classes - SIDE_EFFECTS)))
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
                raise self._refused(f"{name} must be a JSON object")
        if given["examples"] is None:
            given["examples"] = "[]"
        if given["examples"][0] != "[":
            raise self._refused("examples must be a list of JSON values")

    def _check_running(self) -> None:
        if self.handler is not None and not callable(self.handler):
            raise self._refused(
                "handler must be callable: fn(arguments) or "
                f"fn(arguments, context), not {kind_of(self.handler)}"
            )
        if (
            self.handler is not None
            and self.binder is not None
            and getattr(self.binder, "function", None) is not self.handler
        ):
            raise self._refused(
                "handler is not the function that binder was made for: make "
                "a new tool with Tool.from_function"
            )
        if self.timeout is not None and not is_time_limit(self.timeout):
            raise self._refused(
                "timeout must be a positive number of seconds, "
                f"at most {MAX_SECONDS}"
            )

    def __repr__(self) -> str:
        origin = f", origin={self.origin!r}" if self.origin else ""
        return f"Tool({self.name!r}{origin})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not Tool:
            return NotImplemented
        one, two = dict(self.__dict__), dict(other.__dict__)
        # Whether there is one decides how the handler is called; the rest
        # of it follows from that.
        if (one.pop("binder") is None) != (two.pop("binder") is None):
            return False
        try:
            return one == two
        except Exception:  # noqa: BLE001 - a handler may run its own code
            return False

    def __hash__(self) -> int:
        return hash((self.name, self.origin, self.__dict__["input_schema"]))


_NO_ARGUMENTS: Final = '{"type":"object","additionalProperties":false}'


def _plain_name(name: Any) -> str:
    if not issubclass(type(name), str):
        raise InvalidToolError(
            f"a tool's name must be a str, not {kind_of(name)}"
        )
    return str.__str__(name)
