"""The keys of Pydantic's dicts, as they stand in JSON: as text."""

from __future__ import annotations

import json
import sys
from typing import Any, Final

_MEMBERS: Final = {"enum": "members", "literal": "expected"}
_REF: Final = "definition-ref"
_STRING: Final = "string"


def resolved(core: Any, parts: dict[str, Any]) -> Any:
    """
    Return the core schema that a reference leads to, by the parts known.

    >>> known = {"a": {"type": "int"}}
    >>> resolved({"type": "definition-ref", "schema_ref": "a"}, known)
    {'type': 'int'}
    """
    met = set()
    while core["type"] == _REF and core["schema_ref"] not in met:
        met.add(core["schema_ref"])
        core = parts.get(core["schema_ref"], core)
    return core


def names_of(core: Any, *, is_output: bool) -> Any:
    """
    Return the schema of the names that are the keys of a core schema.

    So of those whose values are listed; None of others, and where the names
    are the values themselves. Pydantic is asked which text it writes for a
    value, and which of them it reads: not always the same.

    >>> names_of({"type": "str"}, is_output=False)
    """
    listed = _MEMBERS.get(core["type"])
    if listed is None:
        return None
    values = list(core[listed])
    texts = [_written(value, core) for value in values]
    if not is_output:
        texts = [text for text in texts if text and _is_read(text, core)]
    elif None in texts:
        return {"type": _STRING}
    if texts == [getattr(value, "value", value) for value in values]:
        return None
    return {"enum": texts} if texts else False


def may_name(schema: Any) -> bool:
    """
    Tell whether a schema is meant for names, which all are strings.

    >>> may_name({"type": "string"}), may_name({"type": "integer"})
    (True, False)
    """
    return isinstance(schema, dict) and schema.get("type") == _STRING


def _written(value: Any, core: Any) -> str | None:
    # Whoever has such a schema has imported Pydantic; this room never does.
    serializer = sys.modules["pydantic_core"].SchemaSerializer(_dict_of(core))
    try:
        (text,) = serializer.to_python({value: None}, mode="json")
    except Exception:  # noqa: BLE001 - a value may be of any type
        return None
    return text if isinstance(text, str) else None


def _is_read(text: str, core: Any) -> bool:
    validator = sys.modules["pydantic_core"].SchemaValidator(_dict_of(core))
    try:
        validator.validate_json(json.dumps({text: None}), strict=True)
    except Exception:  # noqa: BLE001 - an Enum may look for what is missing
        return False
    return True


def _dict_of(core: Any) -> Any:
    return {"type": "dict", "keys_schema": core}
