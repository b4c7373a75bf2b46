"""What is known of a JSON text by counting, without reading it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from toolgate.json_reasons import invalid, position_of

if TYPE_CHECKING:
    from toolgate.limits import ValueLimits
    from toolgate.typing import JSONObject

_not_brackets = re.compile(r"[^\[\]{}]+")


def check_bounds(text: str, limits: ValueLimits) -> None:
    """
    Raise `InvalidJSONError` for a text that is over a limit.

    Linear, and not recursive. What is counted is exact for JSON texts. For
    any other text, the depth is exact up to its first fault, which is as
    far as a decoder gets. A text with a surrogate has no size in UTF-8 and
    is refused, too.

    >>> from toolgate.limits import CallLimits
    >>> check_bounds("[" * 65, CallLimits().arguments)
    Traceback (most recent call last):
    toolgate.exceptions.InvalidJSONError: nested deeper than 64 levels
    """
    _check_size(text, limits.max_bytes)
    openers = text.count("[") + text.count("{")
    if (
        openers > limits.max_depth
        or openers + text.count(",") >= limits.max_nodes
    ):
        bones = _bones(text)
        _check_depth(bones, limits.max_depth)
        _check_nodes(bones, limits.max_nodes)


def repeats_names(text: str, value: JSONObject, colons: int) -> bool:
    """
    Whether an object in a JSON text has two members of one name.

    `value` is what was read from the text, the last of such members kept;
    `colons` is how many the text has. Each member is written with one.

    >>> repeats_names('{"a": 1, "a": 2}', {"a": 2}, 2)
    True
    """
    left = colons - len(value)
    containers: list[Any] = [value]
    for here in containers:
        for item in here.values() if type(here) is dict else here:
            kind = type(item)
            if kind is dict:
                left -= len(item)
                containers.append(item)
            elif kind is list:
                # Next, and not in its turn: its objects come sooner.
                for inner in item:
                    kind = type(inner)
                    if kind is dict:
                        left -= len(inner)
                        containers.append(inner)
                    elif kind is list:
                        containers.append(inner)
        if not left:
            return False
    # There are colons in strings, too, or names come twice.
    return colons - left != _bones(text).count(":")


def _check_size(text: str, max_bytes: int) -> None:
    size = len(text)
    if size <= max_bytes and not text.isascii():
        try:
            size = len(text.encode())
        except UnicodeEncodeError as error:
            place = error.start
        else:
            place = -1
        if place >= 0:
            raise invalid("lone_surrogate", position=position_of(text, place))
    if size > max_bytes:
        raise invalid("too_large", found=max_bytes)


def _bones(text: str) -> str:
    """Take the content of strings out of a text."""
    if "\\" in text:
        # Pairs first: what is left of a backslash before a quote escapes it.
        text = text.replace("\\\\", "").replace('\\"', "")
    return '"'.join(text.split('"')[::2])


def _check_nodes(bones: str, max_nodes: int) -> None:
    tight = "".join(bones.split())
    openers = tight.count("[") + tight.count("{")
    empty = tight.count("[]") + tight.count("{}")
    # Each container that is not empty has a value more than commas.
    if 1 + openers - empty + tight.count(",") > max_nodes:
        raise invalid("too_many_values", found=max_nodes)


def _check_depth(bones: str, max_depth: int) -> None:
    depth = 0
    for bracket in _not_brackets.sub("", bones):
        depth += 1 if bracket in "[{" else -1
        if depth > max_depth:
            raise invalid("too_deep", found=max_depth)
