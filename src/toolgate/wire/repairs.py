"""Mending what models are known to get wrong, where a host asks for it."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Final

from toolgate.exceptions import InvalidJSONError
from toolgate.json_door import JSONDoor
from toolgate.limits import CallLimits
from toolgate.pointer import to_pointer
from toolgate.wire.calls import Repair

if TYPE_CHECKING:
    from toolgate.schema.compiled import CompiledSchema
    from toolgate.typing import Path

_DOOR: Final = JSONDoor(CallLimits().arguments)
_ROUNDS: Final = 8
_ACTION: Final = "read the text as the JSON that it holds"


def read_json_strings(
    arguments: Any, schema: CompiledSchema
) -> tuple[Any, tuple[Repair, ...]]:
    """
    Read texts as JSON where a schema refuses a text and takes what it holds.

    A text that the schema takes is never touched. Returns the arguments and
    what was done; they are the same object where nothing was.
    """
    repairs: list[Repair] = []
    mended = arguments
    for _ in range(_ROUNDS):
        found = _mended(mended, schema)
        if found is None:
            break
        mended, path = found
        repairs.append(Repair(to_pointer(path), _ACTION))
    return mended, tuple(repairs)


def _mended(arguments: Any, schema: CompiledSchema) -> tuple[Any, Path] | None:
    for violation in schema.violations(arguments):
        path = violation.instance_path
        text = _at(arguments, path)
        if type(text) is not str:
            continue
        value = _parsed(text)
        if type(value) is str:
            continue
        changed = _with(arguments, path, value)
        length = len(path)
        if not any(
            other.instance_path[:length] == path
            for other in schema.violations(changed)
        ):
            return changed, path
    return None


def _parsed(text: str) -> Any:
    """Return the JSON value that a text is; the text itself if it is none."""
    try:
        # As a member, so that it may be of any type.
        members = _DOOR.read(f'{{"value": {text}}}')
    except InvalidJSONError:
        return text
    return members["value"] if len(members) == 1 else text


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def _with(value: Any, path: Path, part: Any) -> Any:
    """Return a copy of a value with another part in one place."""
    if not path:
        return part
    changed = copy.copy(value)
    changed[path[0]] = _with(value[path[0]], path[1:], part)
    return changed
