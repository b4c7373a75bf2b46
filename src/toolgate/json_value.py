"""
JSON values: owned copies, their text, and two ways to compare them.

The types of a JSON value are exactly dict (with str keys), list, str, int,
float (finite), bool and None. `own` makes such a value out of what a host
holds; everything else here expects one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.exceptions import InvalidJSONError
from toolgate.json_copy import SHORT_INTEGER_BITS, copy_value, type_name
from toolgate.json_reasons import invalid
from toolgate.json_writer import Writer
from toolgate.limits import ValueLimits

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from toolgate.typing import JSONValue

# Longer integers are left to the careful copy, which counts their digits.
_MOST = 2**SHORT_INTEGER_BITS
_LEAST = -_MOST
_BELOW, _ABOVE = float("-inf"), float("inf")
# Where nobody said how large a value may be: only finding a fault needs it.
_WIDEST: Final = ValueLimits(max_bytes=2**30, max_depth=2**30, max_nodes=2**30)


_CONTAINERS: Final = frozenset({dict, list})


def json_type(value: object) -> str:
    """
    Name the JSON type of a value, as JSON Schema's `type` has it.

    A number without a fraction is an `integer`, however it is written
    (JSON Schema 2020-12 core, section 4.2.3 and validation, section 6.1.1).
    Tuples are arrays, other mappings than dict are no JSON value.

    Raises `InvalidJSONError` for what has no JSON type.

    >>> json_type(1.0), json_type(True), json_type(1.5), json_type(None)
    ('integer', 'boolean', 'number', 'null')
    """
    kind = type(value)
    if value is None:
        return "null"
    if kind is bool:
        return "boolean"
    for python, name in (
        (str, "string"),
        (int, "integer"),
        (dict, "object"),
        (list, "array"),
        (tuple, "array"),
    ):
        if issubclass(kind, python):
            return name
    if issubclass(kind, float):
        return "integer" if float.is_integer(value) else "number"  # type: ignore[arg-type]
    raise invalid("not_json", found=type_name(kind))


def own(value: object, limits: ValueLimits) -> JSONValue:
    """
    Return a detached copy of a value, made of exact JSON types.

    Tuples become lists. Instances of subclasses of the JSON types (enum
    members, named tuples, ordered dicts) are taken for what they hold;
    their own methods never run. Other mappings are read through `items`,
    and what goes wrong there is a failure like any other.

    Bounded by `limits.max_depth` and `limits.max_nodes`; of `max_bytes`,
    strings, names and the digits of long integers are counted here, the
    whole text where it is made, in `encode`.

    Raises `InvalidJSONError`, whose `path` leads to the value at fault, for
    everything that JSON (RFC 8259) has no form for: other types, keys that
    are no strings, NaN and infinities, lone surrogates, integers of more
    than 4,300 digits, structures that hold themselves.

    >>> from toolgate.limits import CallLimits
    >>> own({"size": (3, 4)}, CallLimits().outputs)
    {'size': [3, 4]}
    >>> own({"ids": [1, {2}]}, CallLimits().outputs)
    Traceback (most recent call last):
    toolgate.exceptions.InvalidJSONError: a Python set is not a JSON value \
at '/ids/1'
    """
    kind = type(value)
    if (
        type(value) is str
        and value.isascii()
        and len(value) <= limits.max_bytes
        and limits.max_nodes > 0
    ):
        return value
    if kind is dict or kind is list:
        try:
            return _plain_copy(value, limits)
        except InvalidJSONError:
            raise
        except Exception:  # noqa: BLE001, S110 - keys may run host code
            pass
    # Not of exact types only, or not JSON: start again, with all care.
    return copy_value(value, limits)


def _plain_copy(value: Any, limits: ValueLimits) -> JSONValue:  # noqa: C901, PLR0912 - one branch a type, on the hot path
    """Copy a value of ordinary types level by level; raise for others."""
    # A container is copied first and looked at afterwards, so that no other
    # thread can change it in between.
    most, levels, size = limits.max_nodes, limits.max_depth, 0
    nodes = 1 + len(value)
    level = [root := value.copy()]
    while level:
        levels -= 1
        if nodes > most:
            raise invalid("too_many_values", found=most)
        if levels < 0:
            raise ValueError
        deeper = []
        for container in level:
            named = type(container) is dict
            steps: Iterable[Any] = (
                container.items() if named else enumerate(container)
            )
            for step, item in steps:
                if named:
                    if type(step) is not str:
                        raise ValueError
                    if not step.isascii():
                        step.encode()
                    size += len(step)
                kind = type(item)
                if kind is str:
                    if not item.isascii():
                        item.encode()
                    size += len(item)
                elif kind is int:
                    if not _LEAST < item < _MOST:
                        raise ValueError
                elif kind is float:
                    if not _BELOW < item < _ABOVE:
                        raise ValueError
                elif kind is dict or kind is list or kind is tuple:
                    nodes += len(item)
                    if nodes > most:
                        raise invalid("too_many_values", found=most)
                    copy = list(item) if kind is tuple else item.copy()
                    container[step] = copy
                    deeper.append(copy)
                elif kind is not bool and item is not None:
                    raise ValueError
        level = deeper
    if size > limits.max_bytes:
        raise invalid("too_large", found=limits.max_bytes)
    return root


_READABLE = Writer(separators=(", ", ": "))
_chunks = _READABLE.chunks
_CANONICAL = Writer(separators=(",", ":"), sort_keys=True, ensure_ascii=True)
_COMPARED = Writer(separators=(",", ":"), sort_keys=True)


def encode(value: JSONValue, limits: ValueLimits) -> str:
    """
    Return the JSON text of an owned value, as the model reads it.

    One line, a space after each comma and colon, characters beyond ASCII as
    they are. The text reads back as the same value, whatever
    `sys.set_int_max_str_digits` says.

    Raises `InvalidJSONError` for text of more than `limits.max_bytes` bytes
    of UTF-8, and as `own` does for what is not an owned value.

    >>> from toolgate.limits import CallLimits
    >>> encode({"city": "Zürich", "at": [1, None]}, CallLimits().outputs)
    '{"city": "Zürich", "at": [1, null]}'
    """
    try:
        text = "".join(_chunks(value, 0))
        size = len(text) if text.isascii() else len(text.encode())
    except (ValueError, TypeError, RecursionError):
        size = -1
    if size < 0:
        text = _spelled(_READABLE, value, limits)
        size = len(text.encode())
    if size > limits.max_bytes:
        raise invalid("too_large", found=limits.max_bytes)
    return text


def canonical(value: JSONValue) -> str:
    r"""
    Return a text that is one and the same for equal owned values.

    For fingerprints.
    The order of keys does not matter; 1, 1.0 and true stay
    apart. ASCII only, without spaces.

    Raises `InvalidJSONError` for what is not an owned value.

    >>> canonical({"b": [1, 1.0, True], "a": "é"})
    '{"a":"\\u00e9","b":[1,1.0,true]}'
    """
    try:
        return _CANONICAL.write(value)
    except (ValueError, TypeError, RecursionError):
        pass
    return _spelled(_CANONICAL, value, _WIDEST)


def equality_key(value: JSONValue) -> Hashable:
    """
    Return a key that is equal for two owned values JSON Schema calls equal.

    JSON Schema 2020-12 core, section 4.2.2: numbers by their mathematical
    value (1 and 1.0 are one, 2**64 + 1 and its nearest double are two),
    objects regardless of order, and true is not 1. Keys are strings, whose
    hashes nobody can steer, of a size linear in the value's.

    Raises `InvalidJSONError` for what is not an owned value, RecursionError
    where the stack that is left is too small for it.

    >>> equality_key({"a": 1, "b": 2}) == equality_key({"b": 2.0, "a": 1})
    True
    >>> equality_key([1]) == equality_key([True])
    False
    """
    try:
        text = _COMPARED.write(value)
        if "." in text or "e+" in text or "e-" in text:
            # There may be floats; those of a whole number look like it.
            return _COMPARED.write(_whole(value))
    except (ValueError, TypeError, RecursionError):
        pass
    else:
        return text
    return _COMPARED.spell(_whole(copy_value(value, _WIDEST)))


def _whole(value: JSONValue) -> JSONValue:
    """Copy a value, writing floats without a fraction as integers."""
    root = [value]
    containers: list[Any] = [root]
    for container in containers:
        is_object = type(container) is dict
        for step, item in (
            container.items() if is_object else enumerate(container)
        ):
            kind = type(item)
            if kind is float:
                if item.is_integer():
                    container[step] = int(item)
            elif kind is dict or kind is list:
                container[step] = copy = item.copy()
                containers.append(copy)
    return root[0]


def _spelled(writer: Writer, value: object, limits: ValueLimits) -> str:
    """Write what the fast way refused, or raise what is wrong with it."""
    owned = own(value, limits)
    try:
        return writer.spell(owned)
    except RecursionError as error:
        raise invalid("stack_exhausted") from error


def copied(value: Any) -> Any:
    """
    Return a copy of what holds exact JSON types, and was bounded before.

    >>> copied({"at": [1, 2]})
    {'at': [1, 2]}
    """
    # Most containers are flat: a copy at once, and a look at what it holds.
    if type(value) is dict:
        found = value.copy()
        for key, held in value.items():
            if type(held) in _CONTAINERS:
                found[key] = copied(held)
        return found
    if type(value) is list:
        return [
            copied(held) if type(held) in _CONTAINERS else held
            for held in value
        ]
    return value
