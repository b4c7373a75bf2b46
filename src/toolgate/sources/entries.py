"""One entry of `tools/list`: what makes it a tool, and what does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.content import Icon
from toolgate.exceptions import InvalidToolError
from toolgate.json_value import json_type
from toolgate.tool_annotations import ToolAnnotations
from toolgate.tool_fields import check_name
from toolgate.wire.mcp_tools import EXECUTION

if TYPE_CHECKING:
    from toolgate.typing import JSONObject, JSONValue, Path

MEMBERS: Final = "toolgate/members"
"""The key of `Tool.meta` under which members stand that `Tool` has not."""

_KNOWN: Final = frozenset(
    {
        "name",
        "title",
        "description",
        "inputSchema",
        "outputSchema",
        "annotations",
        "icons",
        "_meta",
    }
)
_HINTS: Final = {
    "readOnlyHint": "read_only_hint",
    "destructiveHint": "destructive_hint",
    "idempotentHint": "idempotent_hint",
    "openWorldHint": "open_world_hint",
}


class Unfit(Exception):  # noqa: N818 - never leaves the package
    """An entry, or a part of it, cannot be taken; says where and why."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(reason)
        self.path = path
        self.reason = reason


class Entry:
    """
    Reads one entry that is JSON: the fields of a tool, or `Unfit`.

    `left_out` are the parts that a tool can be without. A null in the place
    of an optional member counts as absent, as SDKs dump it.

    >>> Entry({"name": "a", "inputSchema": {"type": "object"}}).fields()
    {'name': 'a', 'title': None, 'description': None, \
'input_schema': {'type': 'object'}, 'output_schema': None, \
'annotations': ToolAnnotations(read_only_hint=False, destructive_hint=True, \
idempotent_hint=False, open_world_hint=True), 'icons': (), 'meta': None}
    """

    def __init__(self, document: JSONValue) -> None:
        self.document: JSONObject = _object(document, ())
        self.left_out: list[Unfit] = []

    def fields(self) -> dict[str, Any]:
        """Return the fields of the tool that the entry is."""
        name = self.name()
        annotations = self.annotations()
        title = self.text("title")
        return {
            "name": name,
            # MCP 2025-11-25, BaseMetadata: which of the titles is shown.
            "title": annotations.title if title is None else title,
            "description": self.text("description"),
            "input_schema": self.input_schema(),
            "output_schema": self.part("outputSchema"),
            "annotations": annotations,
            "icons": self.icons(),
            "meta": self.meta(),
        }

    def name(self) -> str:
        """Return a name that MCP, and `Tool`, can have."""
        name = self.document.get("name")
        if type(name) is not str:
            raise _mistyped(name, "a string", ("name",))
        try:
            check_name(name, imported=True)
        except InvalidToolError as error:
            raise Unfit(("name",), error.reason) from None
        return name

    def text(self, name: str, inside: str | None = None) -> str | None:
        """Return an optional text."""
        path = (name,) if inside is None else (inside, name)
        holder = self.document if inside is None else self.document[inside]
        text = holder.get(name)
        if text is not None and type(text) is not str:
            raise _mistyped(text, "a string", path)
        return text

    def part(self, name: str) -> JSONObject | None:
        """Return an optional object."""
        part = self.document.get(name)
        return None if part is None else _object(part, (name,))

    def input_schema(self) -> JSONObject:
        """Return the schema, whose root says that it is an object's."""
        schema = _object(self.document.get("inputSchema"), ("inputSchema",))
        if schema.get("type") != "object":
            raise Unfit(
                ("inputSchema", "type"),
                'must be exactly "object" (MCP 2026-07-28, Tool.inputSchema)',
            )
        return schema

    def annotations(self) -> ToolAnnotations:
        """Return the hints; what is not said has MCP's defaults."""
        given = self.part("annotations")
        if given is None:
            return ToolAnnotations()
        hints: dict[str, bool] = {}
        for hint, ours in _HINTS.items():
            value = given.get(hint)
            if type(value) is bool:
                hints[ours] = value
            elif value is not None:
                raise _mistyped(value, "a boolean", ("annotations", hint))
        return ToolAnnotations(
            title=self.text("title", "annotations"), **hints
        )

    def icons(self) -> tuple[Icon, ...]:
        """Return the icons that may be shown; the others are left out."""
        given = self.document.get("icons")
        if given is None:
            return ()
        if type(given) is not list:
            self.left_out.append(_mistyped(given, "an array", ("icons",)))
            return ()
        icons = []
        for index, document in enumerate(given):
            try:
                icons.append(icon_of(document, ("icons", index)))
            except Unfit as unfit:
                self.left_out.append(unfit)
        return tuple(icons)

    def meta(self) -> JSONObject | None:
        """Return `_meta`, with the members that a tool has no field for."""
        given = self.part("_meta")
        meta = dict(given or {})
        for key in (EXECUTION, MEMBERS):
            # These tell of what stands beside `_meta`, and of nothing else.
            if key in meta:
                del meta[key]
                unfit = Unfit(("_meta", key), "this key is toolgate's own")
                self.left_out.append(unfit)
        further = {
            name: value
            for name, value in self.document.items()
            if name not in _KNOWN and value is not None
        }
        if "execution" in further:
            meta[EXECUTION] = further.pop("execution")
        if further:
            meta[MEMBERS] = further
        return None if given is None and not meta else meta


def icon_of(document: JSONValue, path: Path) -> Icon:
    """
    Return an icon that is safe to show; raises `Unfit`.

    MCP 2026-07-28, basic: clients must reject schemes that are not safe.

    >>> icon_of({"src": "https://a.example/i.png", "sizes": ["any"]}, ()).sizes
    ('any',)
    """
    icon = _object(document, path)
    try:
        return Icon(
            src=icon.get("src"),  # type: ignore[arg-type]  # checked there
            mime_type=icon.get("mimeType"),
            sizes=icon.get("sizes") or (),
            theme=icon.get("theme"),
        )
    except (TypeError, ValueError) as error:
        raise Unfit(path, str(error)) from None


def _object(value: JSONValue, path: Path) -> JSONObject:
    if type(value) is not dict:
        raise _mistyped(value, "an object", path)
    return value


def _mistyped(value: JSONValue, wanted: str, path: Path) -> Unfit:
    got = "nothing, or null" if value is None else json_type(value)
    return Unfit(path, f"expected {wanted}, got {got}")
