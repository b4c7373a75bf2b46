"""The one answer that a call gets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast, final

from toolgate.blocks import as_blocks, blocks_of, check_blocks
from toolgate.content import TextContent
from toolgate.failure import Failure, FailureKind, Stage, check_failure
from toolgate.field_checks import detached, document, kind_of, plain_text
from toolgate.json_value import encode, own
from toolgate.limits import CallLimits, ValueLimits
from toolgate.unset import UNSET, Unset
from toolgate.value_object import alike, stored, told

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolgate.content import ContentBlock
    from toolgate.typing import JSONObject, JSONValue

__all__ = [
    "DEFAULT_OUTPUTS",
    "Failure",
    "FailureKind",
    "Stage",
    "ToolResult",
    "failed",
    "spoken",
    "structured",
]

DEFAULT_OUTPUTS: Final = CallLimits().outputs


@final
class ToolResult:
    """
    The answer to one call, as MCP 2026-07-28 shapes it.

    `content` are the blocks that the model reads; a plain str becomes one
    text block. `structured_content` is the JSON value, or UNSET where there
    is none (None is JSON's null). `is_error` tells a failure that the model
    can see and mend. `meta` is a JSON object for clients. `failure` is for
    the host only. Results do not change once made: values are copied in,
    and `meta` comes out as a copy. Results are equal if their fields are,
    in type and value: 1, 1.0 and True are three.

    Raises `TypeError` for a field of the wrong type. What is not JSON inside
    of a field is found, and withheld, by the gate.

    >>> result = ToolResult("12 degrees", structured_content={"celsius": 12})
    >>> result.text
    '12 degrees'
    >>> result
    ToolResult('12 degrees', structured_content={'celsius': 12})
    """

    __slots__ = (
        "_content",
        "_failure",
        "_is_error",
        "_meta",
        "_structured",
        "_text",
    )

    _content: tuple[ContentBlock, ...] | None
    _text: str | None

    def __init__(
        self,
        content: str | ContentBlock | Iterable[ContentBlock] = (),
        *,
        structured_content: JSONValue | Unset = UNSET,
        is_error: bool = False,
        meta: Mapping[str, JSONValue] | None = None,
        failure: Failure | None = None,
    ) -> None:
        self._content = as_blocks(content)
        self._text = None
        self._structured = (
            UNSET
            if structured_content is UNSET
            else detached(structured_content)
        )
        if type(is_error) is not bool:
            raise TypeError(
                f"is_error must be a bool, not {kind_of(is_error)}"
            )
        self._is_error = is_error
        self._meta = document(meta, "meta")
        if failure is not None:
            check_failure(failure)
        self._failure = failure

    def __init_subclass__(cls) -> None:
        raise TypeError(
            "ToolResult is final: put extra data into meta= instead"
        )

    if TYPE_CHECKING:  # what follows is faster, and says no types

        @property
        def structured_content(self) -> JSONValue | Unset:
            """The JSON value of the result, or UNSET where there is none."""
            return self._structured

        @property
        def is_error(self) -> bool:
            """Whether the call failed."""
            return self._is_error

        @property
        def failure(self) -> Failure | None:
            """Why the call failed; host only, or None."""
            return self._failure

    else:
        structured_content = stored("_structured", "The value, or UNSET.")
        is_error = stored("_is_error", "Whether the call failed.")
        failure = stored("_failure", "Why it failed; host only, or None.")

    @property
    def meta(self) -> JSONObject | None:
        """A JSON object for clients, as a copy, or None."""
        meta = self._meta
        return None if meta is None else cast("JSONObject", detached(meta))

    @property
    def content(self) -> tuple[ContentBlock, ...]:
        """The blocks of content that the model reads."""
        content = self._content
        if content is None:
            # Most hosts read `text` alone; the block is made when asked for.
            content = self._content = (TextContent(self._text or ""),)
        return content

    @property
    def text(self) -> str:
        """The text of all text blocks, one to a line."""
        text = self._text
        if text is None:
            text = self._text = "\n".join(
                block.text
                for block in self._content or ()
                if isinstance(block, TextContent)
            )
        return text

    @classmethod
    def error(
        cls, text: str, *, meta: Mapping[str, JSONValue] | None = None
    ) -> ToolResult:
        """
        Return an error that the model can read; `text` is a str.

        >>> ToolResult.error("No order 17").is_error
        True
        """
        return cls(
            plain_text(text, "text", "a str for the model"),
            is_error=True,
            meta=meta,
        )

    @classmethod
    def from_value(
        cls, value: object, *, limits: ValueLimits = DEFAULT_OUTPUTS
    ) -> ToolResult:
        """
        Return the result that stands for what a handler returned.

        A str is text alone, None is empty, a content block or a list of
        them is content, a ToolResult stays what it is; any other JSON value
        is structured content, with its JSON text as the text block.

        Raises `InvalidJSONError` for a value that is not JSON or is over
        `limits`.

        >>> ToolResult.from_value({"total": 3})
        ToolResult('{"total": 3}', structured_content={'total': 3})
        """
        if type(value) is ToolResult:
            return value
        blocks = blocks_of(value)
        if blocks is not None:
            check_blocks(blocks, limits)
            return cls(blocks)
        owned = own(value, limits)
        if owned is None:
            return cls()
        if type(owned) is str:
            encode(owned, limits)
            return spoken(owned)
        return structured(owned, limits)

    def __repr__(self) -> str:
        parts = []
        if self._content is None or self.text:
            parts.append(repr(self.text))
        elif self._content:
            parts.append(repr(list(self._content)))
        if self._structured is not UNSET:
            parts.append(f"structured_content={told(self._structured)}")
        if self._is_error:
            parts.append("is_error=True")
        return f"ToolResult({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not ToolResult:
            return NotImplemented
        return alike(self._fields(), other._fields())

    def __hash__(self) -> int:
        return hash((self.text, self._is_error))

    def _fields(self) -> tuple[object, ...]:
        return (
            self.content,
            self._structured,
            self._is_error,
            self._meta,
            self._failure,
        )


_new = object.__new__


def spoken(text: str, failure: Failure | None = None) -> ToolResult:
    """Return a result of one text block, an error where there is a failure."""
    result = _new(ToolResult)
    result._content = None  # noqa: SLF001 - the fast way to make our own
    result._text = text  # noqa: SLF001 - as above
    result._structured = UNSET  # noqa: SLF001 - as above
    result._is_error = failure is not None  # noqa: SLF001 - as above
    result._meta = None  # noqa: SLF001 - as above
    result._failure = failure  # noqa: SLF001 - as above
    return result


def failed(
    text: str,
    kind: FailureKind,
    stage: Stage,
    exception: BaseException | None = None,
) -> ToolResult:
    """Return the error result of one text."""
    return spoken(text, Failure(kind, stage, (), exception))


def structured(value: JSONValue, limits: ValueLimits) -> ToolResult:
    """
    Return the result of a JSON value that is our own, with its text.

    Raises `InvalidJSONError` for text over the limit.
    """
    result = _new(ToolResult)
    result._text = encode(value, limits)  # noqa: SLF001 - as above
    result._structured = value  # noqa: SLF001 - as above
    result._is_error = False  # noqa: SLF001 - as above
    result._content = result._meta = result._failure = None  # noqa: SLF001
    return result
