"""What may be said of a tool that is made from a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolgate.content import Icon
    from toolgate.tool_annotations import ToolAnnotations
    from toolgate.typing import JSONObject, JSONValue


class ToolOptions(TypedDict, total=False):
    """
    The fields of a `Tool` that its function does not tell.

    `output_schema=None` leaves out the one that the return annotation
    gives; `name` and `description` replace the function's own.
    """

    name: str
    title: str | None
    description: str | None
    output_schema: JSONObject | None
    annotations: ToolAnnotations
    icons: Icon | Iterable[Icon]
    meta: Mapping[str, JSONValue] | None
    tags: str | Iterable[str]
    owner: str | None
    side_effect: str | Iterable[str]
    aliases: str | Iterable[str]
    examples: Iterable[JSONValue]
    timeout: float | None
    inline: bool
    strict_priority: int
    deprecated: str | None
