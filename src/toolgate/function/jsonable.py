"""What a function returns, as JSON: by the value's own type, not a schema."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from toolgate.exceptions import InvalidJSONError
from toolgate.function.model_writing import dumper_of
from toolgate.function.scalar_texts import writer_of
from toolgate.json_copy import type_name
from toolgate.json_reasons import invalid
from toolgate.json_value import canonical
from toolgate.limits import CallLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from toolgate.typing import JSONObject, JSONValue

_LIMITS: Final = CallLimits().outputs
# A type itself may run code of its metaclass when it is looked up.
_SCALARS: Final = frozenset(map(id, (str, int, float, bool, type(None))))

_UNORDERED: Final = (set, frozenset)
_COMPARED: Final = frozenset((str, int))


def jsonable(value: object, *, as_argument: bool = False) -> JSONValue:
    """
    Return a value as JSON types, by what it is at run time.

    Enum members become their value, dates and times ISO 8601 text,
    timedeltas ISO 8601 durations, UUIDs, Decimals and paths their text, bytes
    base64 (RFC 4648, section 4). Tuples and lists become arrays, sets arrays
    in an order that is always the same, dataclasses objects of their fields,
    mappings objects whose keys are written as text, and what has a
    `model_dump` or a serializer of Pydantic's what that returns. Subclasses
    of str, int and float are taken for what they hold. A value that is made
    of JSON types is returned as it is.

    What is meant `as_argument` is without what no argument may have:
    dataclass fields that no constructor takes, and computed fields.

    Whether numbers are finite, characters whole and the value small enough
    is left to whoever makes it his own. Nests at most 64 deep.

    Raises `InvalidJSONError`, with the path, for any other type, for keys
    that have no text or the same one, and for what fails when it is read.

    >>> from datetime import date
    >>> jsonable({"days": (date(2030, 1, 31),)})
    {'days': ['2030-01-31']}
    >>> jsonable({"cost": [3j]})
    Traceback (most recent call last):
    toolgate.exceptions.InvalidJSONError: a Python complex is not a JSON \
value at '/cost/0'
    """
    if id(type(value)) in _SCALARS or _is_plain(value):
        return value
    conversion = _Conversion(as_argument=as_argument)
    try:
        return conversion.convert(value)
    except RecursionError as error:
        raise invalid("stack_exhausted") from error


def _is_plain(value: object) -> bool:
    """Tell whether all that a value holds is of exact JSON types."""
    if type(value) is not dict and type(value) is not list:
        return False
    containers: list[Any] = [value]
    try:
        for here in containers:
            if type(here) is dict:
                if any(type(key) is not str for key in here):
                    return False
                items: Iterable[Any] = here.values()
            else:
                items = here
            for item in items:
                kind = type(item)
                if id(kind) in _SCALARS:
                    continue
                if kind is not dict and kind is not list:
                    return False
                containers.append(item)
            if len(containers) > _LIMITS.max_nodes:
                # It may hold itself.
                return False
    except RuntimeError:
        # Another thread changes it.
        return False
    return True


class _Conversion:
    __slots__ = ("as_argument", "nodes", "path")

    def __init__(self, *, as_argument: bool) -> None:
        self.as_argument = as_argument
        self.nodes = 0
        self.path: list[str | int] = []

    def convert(self, value: Any) -> JSONValue:
        self.nodes += 1
        if self.nodes > _LIMITS.max_nodes:
            raise invalid("too_many_values", found=_LIMITS.max_nodes)
        kind = type(value)
        if id(kind) in _SCALARS:
            return value
        if issubclass(kind, Enum):
            # Its value may be a member, too, but no member holds itself.
            return self.convert(value._value_)
        for base, plain in _SUBCLASSED:
            if issubclass(kind, base):
                return plain(value)
        write = writer_of(kind)
        if write is not None:
            return self.reading(kind, write, value)
        dump = self.reading(kind, self.dumper, kind)
        if dump is not None:
            return self.convert(self.reading(kind, dump, value))
        if len(self.path) >= _LIMITS.max_depth:
            raise self.fault("too_deep", _LIMITS.max_depth)
        return self.container(value, kind)

    def container(self, value: Any, kind: type) -> JSONValue:
        if self.reading(kind, is_dataclass, kind):
            return self.named(self.reading(kind, self.fields, value))
        for base in (list, tuple, deque, set, frozenset):
            if issubclass(kind, base):
                array = self.listed(list(base.__iter__(value)))
                return _ordered(array) if base in _UNORDERED else array
        items = self.reading(kind, _items, value)
        if items is None:
            raise self.fault("not_json", type_name(kind))
        return self.named([(self.name(key), item) for key, item in items])

    def listed(self, items: list[Any]) -> list[JSONValue]:
        array = []
        for index, item in enumerate(items):
            self.path.append(index)
            array.append(self.convert(item))
            self.path.pop()
        return array

    def named(self, items: list[tuple[str, Any]]) -> JSONObject:
        json: JSONObject = {}
        for name, item in items:
            self.path.append(name)
            if name in json:
                raise self.fault("duplicate_key")
            json[name] = self.convert(item)
            self.path.pop()
        return json

    def name(self, key: Any) -> str:
        """Write a key; what is wrong with one is said of its object."""
        kind = type(key)
        if kind is str:
            return key  # type: ignore[no-any-return]
        if issubclass(kind, Enum):
            return self.name(key._value_)
        if issubclass(kind, str):
            return str.__str__(key)
        if kind is bool:
            return "true" if key else "false"
        write = int.__repr__ if issubclass(kind, int) else writer_of(kind)
        if write is None:
            raise self.fault("key_not_string", type_name(kind))
        name: str = self.reading(kind, write, key)
        return name

    def dumper(self, kind: type) -> Callable[[Any], Any] | None:
        return dumper_of(kind, as_argument=self.as_argument)

    def fields(self, value: Any) -> list[tuple[str, Any]]:
        return [
            (field.name, getattr(value, field.name))
            for field in fields(value)
            if field.init or not self.as_argument
        ]

    def reading(
        self, kind: type, read: Callable[[Any], Any], value: Any
    ) -> Any:
        """Run what may run the host's code; its errors are ours here."""
        try:
            return read(value)
        except InvalidJSONError as error:
            raise self.fault(error.code, error.found) from error
        except Exception as error:
            raise self.fault("unreadable", type_name(kind)) from error

    def fault(
        self, code: str, found: str | int | None = None
    ) -> InvalidJSONError:
        return invalid(code, found=found, path=tuple(self.path))


def _ordered(items: list[JSONValue]) -> list[JSONValue]:
    """Put the items of a set into an order that no hash has a part in."""
    kinds = set(map(type, items))
    if len(kinds) == 1 and kinds <= _COMPARED:
        return sorted(items)
    try:
        return sorted(items, key=canonical)
    except InvalidJSONError:
        # It is no JSON value, which is found out when it is owned.
        return items


def _items(value: Any) -> list[tuple[Any, Any]] | None:
    if issubclass(type(value), dict):
        return list(dict.items(value))
    if issubclass(type(value), Mapping):
        return [(key, item) for key, item in value.items()]
    return None


_SUBCLASSED: Final[tuple[tuple[type, Callable[[Any], Any]], ...]] = (
    (str, str.__str__),
    (int, int.__int__),
    (float, float.__float__),
)
