"""Writing a value for the wire: the way back from `readers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolgate.exceptions import ToolgateError
from toolgate.json_value import equality_key
from toolgate.schema.cache import ValidatorCache

if TYPE_CHECKING:
    from toolgate.schema.compiled import CompiledSchema
    from toolgate.typing import JSONObject
    from toolgate.wire.schema.forms import Form


class UnfitError(ToolgateError):
    """A value cannot be written in a form."""


class FormWriter:
    """
    Writes values in the forms of one wire schema.

    `definitions` are those that the schemas of its forms refer to. Of a
    union's forms the first is taken whose schema accepts what it makes.
    """

    __slots__ = ("_definitions", "_known", "_validators")

    def __init__(self, definitions: JSONObject) -> None:
        self._definitions = definitions
        self._validators: ValidatorCache | None = None
        self._known: dict[int, CompiledSchema] = {}

    def write(self, form: Form, value: Any) -> Any:
        """
        Return a value as the wire has it; copies what changes.

        Raises `UnfitError`.
        """
        return _Writing(self).write(form, value)

    def is_valid(self, form: Form, written: Any) -> bool:
        """Tell whether what was written has a form."""
        found = self._known.get(id(form))
        if found is None:
            schema = form.schema
            if self._definitions and isinstance(schema, dict):
                schema = {**schema, "$defs": self._definitions}
            if self._validators is None:
                self._validators = ValidatorCache(engine="jsonschema")
            found = self._known[id(form)] = self._validators.get(schema)
        return found.is_valid(written)


class _Writing:
    """The writing of one value, each part once in each union."""

    __slots__ = ("_made", "_writer")

    def __init__(self, writer: FormWriter) -> None:
        self._writer = writer
        self._made: dict[tuple[int, int], Any] = {}

    def write(self, form: Form, value: Any) -> Any:
        if form.choices:
            key = id(form), id(value)
            if key not in self._made:
                self._made[key] = self._chosen(form, value)
            value = self._made[key]
            if form.is_union:
                return value
        if type(value) is dict:
            if form.pairs is not None:
                return self._pairs(form.pairs, value)
            return self._object(form, value)
        if type(value) is list and form.items is not None:
            return [self.write(form.items, item) for item in value]
        if form.aliases:
            wanted = equality_key(value)
            for text, meant in form.aliases.items():
                if equality_key(meant) == wanted:
                    return text
        return value

    def _chosen(self, form: Form, value: Any) -> Any:
        for choice in form.choices:
            try:
                written = self.write(choice, value)
            except UnfitError:
                continue
            if self._writer.is_valid(choice, written):
                return written
        return value

    def _pairs(self, form: Form, value: dict[str, Any]) -> list[Any]:
        return [
            {"key": name, "value": self.write(form, member)}
            for name, member in value.items()
        ]

    def _object(self, form: Form, value: dict[str, Any]) -> dict[str, Any]:
        written = {}
        names = {member.name for member in form.members.values()}
        for key, member in form.members.items():
            if member.name in value:
                if value[member.name] is None and member.null == "absent":
                    raise UnfitError("null would be read as absent")
                written[key] = self.write(member.form, value[member.name])
            elif member.null == "absent":
                written[key] = None
        for name, held in value.items():
            if name in names:
                continue
            if name in form.members:
                raise UnfitError("a key that stands for another")
            rest = form.rest
            written[name] = held if rest is None else self.write(rest, held)
        return written
