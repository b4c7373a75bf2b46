"""The careful way to own a value: any kind of Python value, every rule."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from toolgate.json_reasons import invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolgate.exceptions import InvalidJSONError
    from toolgate.limits import ValueLimits
    from toolgate.typing import JSONObject, JSONValue

MAX_INTEGER_DIGITS: Final = 4_300
"""Decimal digits of the longest integer that is taken or given."""

SHORT_INTEGER_BITS: Final = 64
"""Integers up to here do not count as text that takes room."""

_Steps: TypeAlias = "list[tuple[Any, Any]]"

_INTEGER_BOUND = 10**MAX_INTEGER_DIGITS
_INFINITY = float("inf")
# log10(2), rounded down: bits times this is never more than the digits.
_DIGITS_PER_BIT = 0.30102
_NAME_LIMIT = 60
_UNNAMED = "object"

# A metaclass may lie about a name; this reads what the interpreter holds.
_name_of = type.__dict__["__name__"].__get__


def type_name(kind: type) -> str:
    """
    Give the name of a Python type, where it is fit to be shown.

    >>> type_name(set)
    'set'
    """
    name: str = _name_of(kind)
    plain = name.isascii() and name.isidentifier()
    return name if plain and len(name) <= _NAME_LIMIT else _UNNAMED


def copy_value(value: object, limits: ValueLimits) -> JSONValue:
    """
    Return a copy made of exact JSON types, or raise `InvalidJSONError`.

    Subclasses of dict, list, tuple, str, int and float are read through
    the base type, so that methods of their own never run; other mappings
    are read through `items`. The first fault in document order is reported.
    Nothing is recursive: a structure that holds itself runs into the bound
    on depth. A value that is too large is so as a whole: that has no path.

    >>> from toolgate.limits import CallLimits
    >>> copy_value({"at": (1, 2)}, CallLimits().outputs)
    {'at': [1, 2]}
    """
    copy = _Copy(limits)
    try:
        return copy.run(value)
    except (MemoryError, RuntimeError) as error:
        # A dict that another thread changes meanwhile, or a spent stack.
        raise copy.fault("unreadable", type_name(type(value))) from error


class _Copy:
    __slots__ = ("frames", "limits", "nodes", "path", "size")

    def __init__(self, limits: ValueLimits) -> None:
        self.limits = limits
        self.nodes = 0
        self.size = 0
        # One frame, and one step of the path, for each open container.
        self.frames: list[tuple[Iterator[tuple[Any, Any]], Any]] = []
        self.path: list[str | int] = []

    def run(self, value: object) -> JSONValue:
        self.count(1)
        root = self.enter(value)
        frames, path = self.frames, self.path
        while frames:
            steps, target = frames[-1]
            depth = len(frames)
            for step, item in steps:
                if type(target) is dict:
                    path[-1] = name = self.name(step, target)
                    target[name] = self.enter(item)
                else:
                    path[-1] = step
                    target.append(self.enter(item))
                if len(frames) != depth:
                    break
            else:
                frames.pop()
                path.pop()
        return root

    def enter(self, value: object) -> JSONValue:
        """Copy a scalar; for a container, start its copy and a frame."""
        kind = type(value)
        if kind is str or issubclass(kind, str):
            return self.text(value)
        if value is None or kind is bool:
            return value
        if issubclass(kind, int):
            return self.integer(value)
        if issubclass(kind, float):
            return self.number(value)
        steps = self.steps(value, kind)
        if len(self.frames) >= self.limits.max_depth:
            raise self.fault("too_deep", self.limits.max_depth)
        target: JSONValue = [] if issubclass(kind, (list, tuple)) else {}
        self.frames.append((iter(steps), target))
        self.path.append(0)
        return target

    def text(self, value: Any) -> str:
        # The size first: copying a subclass takes memory.
        self.spend(str.__len__(value))
        text = value if type(value) is str else str.__str__(value)
        if not text.isascii() and not is_unicode(text):
            raise self.fault("lone_surrogate")
        return text

    def integer(self, value: Any) -> int:
        number = int.__int__(value)
        if not -_INTEGER_BOUND < number < _INTEGER_BOUND:
            raise self.fault("integer_too_long", MAX_INTEGER_DIGITS)
        bits = number.bit_length()
        if bits > SHORT_INTEGER_BITS:
            self.spend(int(bits * _DIGITS_PER_BIT))
        return number

    def number(self, value: Any) -> float:
        number = float.__float__(value)
        if -_INFINITY < number < _INFINITY:
            return number
        names = {_INFINITY: "Infinity", -_INFINITY: "-Infinity"}
        raise self.fault("not_finite", names.get(number, "NaN"))

    def name(self, key: Any, target: JSONObject) -> str:
        """Check a key; what is wrong with one is said of its object."""
        kind = type(key)
        step = self.path.pop()
        if kind is not str and not issubclass(kind, str):
            raise self.fault("key_not_string", type_name(kind))
        name = self.text(key)
        self.path.append(step)
        if name in target:
            self.path[-1] = name
            raise self.fault("duplicate_key")
        return name

    def steps(self, value: Any, kind: type) -> _Steps:
        """Take what a container holds, once, and not more than is left."""
        if issubclass(kind, dict):
            self.count(dict.__len__(value))
            return list(dict.items(value))
        if issubclass(kind, list):
            self.count(list.__len__(value))
            return list(enumerate(list.__iter__(value)))
        if issubclass(kind, tuple):
            self.count(tuple.__len__(value))
            return list(enumerate(tuple.__iter__(value)))
        steps = self.mapping_steps(value, kind)
        if steps is None:
            raise self.fault("not_json", type_name(kind))
        self.count(len(steps))
        return steps

    def mapping_steps(self, value: Any, kind: type) -> _Steps | None:
        """Run the host's mapping; None where the value is no mapping."""
        left = self.limits.max_nodes - self.nodes + 1
        try:
            if not issubclass(kind, Mapping):
                return None
            return [(key, item) for key, item in islice(value.items(), left)]
        except Exception as error:
            raise self.fault("unreadable", type_name(kind)) from error

    def count(self, nodes: int) -> None:
        self.nodes += nodes
        if self.nodes > self.limits.max_nodes:
            raise invalid("too_many_values", found=self.limits.max_nodes)

    def spend(self, size: int) -> None:
        self.size += size
        if self.size > self.limits.max_bytes:
            raise invalid("too_large", found=self.limits.max_bytes)

    def fault(
        self, code: str, found: str | int | None = None
    ) -> InvalidJSONError:
        return invalid(code, found=found, path=tuple(self.path))


def is_unicode(text: str) -> bool:
    r"""
    Tell whether a text has no surrogate, and so can be written as UTF-8.

    >>> is_unicode("\N{SNOWMAN}"), is_unicode("\ud800")
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
