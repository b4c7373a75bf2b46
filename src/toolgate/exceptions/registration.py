"""Errors of tools and schemas that cannot be registered."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from toolgate.exceptions.root import ToolgateError, pointer_of

if TYPE_CHECKING:
    from toolgate.typing import JSONValue, Path

_SHOWN = 200


class RegistrationError(ToolgateError):
    """
    A tool cannot be registered.

    `tool` is the tool's name, where it is known by then.
    """

    def __init__(self, reason: str, *, tool: str | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.tool = tool

    def __str__(self) -> str:
        return f"tool {self.tool}: {self.reason}" if self.tool else self.reason


class InvalidToolError(RegistrationError):
    """A field of a tool is wrong: its name, its handler, a content type."""


class DuplicateToolError(RegistrationError):
    """
    The name is taken.

    `origins` are those of the registered tool and of the new one; None
    stands for tools that the host defined itself. `alias_of` is the tool of
    the two that has the name as an alias, None where neither has.
    """

    def __init__(
        self,
        tool: str,
        *,
        origins: tuple[str | None, str | None],
        alias_of: str | None = None,
        in_batch: bool = False,
    ) -> None:
        held, new = (origin or "this host" for origin in origins)
        if held != new:
            advice = "Register with namespace=, or rename one"
        elif alias_of is not None:
            advice = f"It is an alias of {alias_of}: rename or drop one"
        elif in_batch:
            advice = "A batch holds each name once: rename one"
        else:
            advice = "Rename one, or pass replace=True to replace it"
        super().__init__(
            f"the name is taken: registered from {held}, offered again "
            f"from {new}. {advice}",
            tool=tool,
        )
        self.origins = origins
        self.alias_of = alias_of


class SchemaError(RegistrationError):
    """
    A schema cannot be enforced.

    `path` leads to the place in the schema (printed as a JSON Pointer),
    `part` is `input_schema` or `output_schema` where a tool is known.
    """

    default_reason: ClassVar[str] = "the schema cannot be enforced"

    def __init__(
        self,
        reason: str | None = None,
        *,
        path: Path = (),
        tool: str | None = None,
        part: str | None = None,
    ) -> None:
        super().__init__(reason or self.default_reason, tool=tool)
        self.path = path
        self.part = part

    @property
    def pointer(self) -> str:
        """The place in the schema, as an RFC 6901 JSON Pointer."""
        return pointer_of(self.path)

    def __str__(self) -> str:
        owner = f"tool {self.tool}: " if self.tool else ""
        part = self.part or "schema"
        return f"{owner}{part} at {self.pointer or '(root)'}: {self.reason}"


class InvalidSchemaError(SchemaError):
    """The schema breaks its dialect's metaschema, or is not JSON."""


class SchemaLimitError(SchemaError):
    """The schema is too large, too deep or asks for too much work."""


class UnsupportedDialectError(SchemaError):
    """`$schema` names a dialect that is not enabled."""


class UnresolvableReferenceError(SchemaError):
    """A `$ref` or `$dynamicRef` leads nowhere that is known offline."""


class CyclicReferenceError(SchemaError):
    """A `$ref` leads back to itself without consuming any of the value."""


class UnsupportedPatternError(SchemaError):
    """A `pattern` is no ECMA-262 regular expression, or not a safe one."""


class UnsupportedFormatError(SchemaError):
    """`format` is to be asserted, and this one is not on the list."""


class UnsupportedByEngineError(SchemaError):
    """The engine that was asked for cannot enforce this schema."""


class AnswerError(ToolgateError):
    """
    What a server answered is not what was asked for.

    A listing that cannot be read as one is raised; of a tool's result, this
    is the `failure.exception`. `path` leads to the place in the answer,
    `code`, `message` and `data` are those of a JSON-RPC error, where that is
    what the server answered with.

    >>> str(AnswerError("expected an array, got null", path=("tools",)))
    "expected an array, got null at '/tools'"
    """

    def __init__(
        self,
        reason: str,
        *,
        path: Path = (),
        code: int | None = None,
        message: str | None = None,
        data: JSONValue = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = path
        self.code = code
        self.message = message
        self.data = data

    @property
    def pointer(self) -> str:
        """The place in the answer, as an RFC 6901 JSON Pointer."""
        return pointer_of(self.path)

    def __str__(self) -> str:
        if not self.path:
            return self.reason
        # Keys come from outside: escaped and cut where they are shown.
        return f"{self.reason} at {self.pointer[:_SHOWN]!a}"
