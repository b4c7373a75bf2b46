"""The schemas that Pydantic makes, of what it reads and of what it writes."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from toolgate.exceptions import InvalidJSONError
from toolgate.function.host_values import refuse_host_values
from toolgate.function.model_keys import may_name, names_of, resolved
from toolgate.function.model_sharing import shared_parts
from toolgate.json_value import own
from toolgate.limits import CallLimits

if TYPE_CHECKING:
    from toolgate.typing import JSONObject

_READ: Final = "validation"
_WRITTEN: Final = "serialization"
_LIMITS: Final = CallLimits().outputs
_BUT_NULL: Final = ("unless-none", "json-unless-none")
_BY_FUNCTION: Final = ("function-plain", "function-wrap")
# Those of its fields that are left out are not written either.
_TYPED_DICT: Final = "typed-dict-field"
_PARTS: Final = "definitions"
_DICTS: Final = (
    "counter_schema",
    "dict_schema",
    "frozendict_schema",
    "ordered_dict_schema",
)
_ANY: Final = {"type": "any"}
_NAMES: Final = "propertyNames"


def model_schema(model: Any, *, is_output: bool) -> JSONObject:
    """
    Return Pydantic's schema of a type, by alias, as it makes it.

    That of what is read, or of what `model_dump` writes in JSON mode: then
    all fields are required that are always written, and where nobody says
    what a serializer returns, anything may be.

    Raises `Refused` where the model would fill in what the host supplies,
    and what Pydantic raises where it makes no schema.
    """
    # Whoever made the type has imported Pydantic; this room never does.
    adapter = sys.modules["pydantic"].TypeAdapter(model)
    document: JSONObject = adapter.json_schema(
        mode=_WRITTEN if is_output else _READ,
        by_alias=True,
        schema_generator=_generator(
            sys.modules["pydantic.json_schema"].GenerateJsonSchema
        ),
    )
    return document


def core_schema(model: Any) -> dict[str, Any]:
    """Return what Pydantic makes the validator of a type of."""
    adapter = sys.modules["pydantic"].TypeAdapter(model)
    # What stands in for one that was put off makes it when it is asked.
    return dict(adapter.core_schema)


_BASE: Any = object


class _Truthful(_BASE):  # type: ignore[misc]
    """Says of what is written what holds, as a part of a generator."""

    asked = _READ
    parts: Any
    shared: Any

    def generate(self, schema: Any, mode: Any = _READ) -> Any:
        refuse_host_values(schema, is_output=mode == _WRITTEN)
        self.asked = mode
        self.parts = {}
        self.shared = shared_parts(schema)
        return super().generate(schema, mode=mode)

    @property
    def mode(self) -> Any:
        # A model's configuration may ask for the other one.
        return self.asked

    def field_is_present(self, field: Any) -> Any:
        if self.asked == _READ and field.get("init") is False:
            return False  # what no constructor takes
        return super().field_is_present(field)

    def field_is_required(self, field: Any, total: Any) -> Any:
        if self.asked == _READ:
            return super().field_is_required(field, total)
        if field["type"] == _TYPED_DICT and not field.get("required", total):
            return False
        return field.get("serialization_exclude_if") is None

    def ser_schema(self, schema: Any) -> Any:
        kind = schema["type"]
        if kind == "any" or (
            kind in _BY_FUNCTION and schema.get("return_schema") is None
        ):
            return {}
        made = super().ser_schema(schema)
        if made is not None and schema.get("when_used") in _BUT_NULL:
            # Whatever type it stands at, which need not say so itself.
            return self.get_flattened_anyof([{"type": "null"}, made])
        return made

    def default_schema(self, schema: Any) -> Any:
        made = super().default_schema(schema)
        try:
            own(made.get("default"), _LIMITS)
        except InvalidJSONError:
            del made["default"]  # it has one, which JSON has not
        return made

    def definitions_schema(self, schema: Any) -> Any:
        self.parts.update({each["ref"]: each for each in schema[_PARTS]})
        return super().definitions_schema(schema)

    def named(self, made: Any, schema: Any) -> Any:
        keys = resolved(schema.get("keys_schema", _ANY), self.parts)
        names = names_of(keys, is_output=self.asked == _WRITTEN)
        if names is not None:
            made[_NAMES] = names
        elif "$ref" in made.get(_NAMES, ()) and not may_name(
            self.resolve_ref_schema(made[_NAMES])
        ):
            del made[_NAMES]
        return made

    def model_schema(self, schema: Any) -> Any:
        made = super().model_schema(schema)
        return self.opened(made, schema["cls"].model_config)

    def dataclass_schema(self, schema: Any) -> Any:
        made = super().dataclass_schema(schema)
        config = getattr(schema["cls"], "__pydantic_config__", None)
        return self.loose(self.opened(made, config or {}), schema)

    def typed_dict_schema(self, schema: Any) -> Any:
        return self.loose(super().typed_dict_schema(schema), schema)

    def loose(self, made: Any, schema: Any) -> Any:
        is_named = self.shared.get(id(schema))
        if is_named is None:
            return made
        if self.asked == _READ:
            # One model of them would leave out in silence what is beyond.
            made["additionalProperties"] = False
            return made
        made["additionalProperties"] = True
        if not is_named:
            made.pop("properties", None)
            made.pop("required", None)
        return made

    def opened(self, made: Any, config: Any) -> Any:
        if (
            self.asked == _WRITTEN
            and "properties" in made
            and config.get("polymorphic_serialization")
        ):
            # Subclasses write what they have beyond.
            made["additionalProperties"] = True
        return made


@lru_cache(maxsize=1)
def _generator(base: type) -> Any:
    dicts = {kind: _naming(kind) for kind in _DICTS}
    return type("Generator", (_Truthful, base), dicts)


def _naming(kind: str) -> Any:
    def made(self: Any, schema: Any) -> Any:
        of_base = getattr(super(_Truthful, self), kind)
        return self.named(of_base(schema), schema)

    return made
