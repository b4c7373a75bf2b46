"""JSON Pointer (RFC 6901): paths as text, and the way back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from toolgate.exceptions import PointerError

if TYPE_CHECKING:
    from toolgate.typing import JSONValue, Path

_stray_tilde = re.compile(r"~(?![01])").search
_stray_percent = re.compile(r"%(?![0-9a-fA-F]{2})").search
# RFC 6901, section 4: ASCII digits without leading zeros. Eighteen of them
# are more than any array has items.
_index = re.compile(r"0|[1-9][0-9]{0,17}").fullmatch


def to_pointer(path: Path) -> str:
    """
    Write a path as a JSON Pointer; the root is the empty string.

    RFC 6901, section 3.

    >>> to_pointer(("paths", "/users", 0, "a~b"))
    '/paths/~1users/0/a~0b'
    """
    return "".join(
        "/" + str(step).replace("~", "~0").replace("/", "~1") for step in path
    )


def from_pointer(text: str) -> tuple[str, ...]:
    """
    Read a JSON Pointer into its steps, all of them strings.

    Whether a step is a name or an index, the document decides (RFC 6901,
    section 4). Raises `PointerError` for text that is no JSON Pointer.

    >>> from_pointer("/paths/~1users/0")
    ('paths', '/users', '0')
    >>> from_pointer("paths")
    Traceback (most recent call last):
    toolgate.exceptions.PointerError: a JSON Pointer is empty or starts with /
    """
    if not text:
        return ()
    if text[0] != "/":
        raise PointerError(
            "a JSON Pointer is empty or starts with /", pointer=text
        )
    if _stray_tilde(text):
        raise PointerError(
            "~ in a JSON Pointer is followed by 0 or 1", pointer=text
        )
    return tuple(
        # In this order, so that ~01 becomes ~1 (RFC 6901, section 4).
        step.replace("~1", "/").replace("~0", "~")
        for step in text[1:].split("/")
    )


def from_fragment(fragment: str) -> tuple[str, ...]:
    """
    Read the fragment of a URI, percent-encoded and without its `#`.

    RFC 6901, section 6. Raises `PointerError` for a fragment that is not
    valid percent-encoded UTF-8, or no JSON Pointer.

    >>> from_fragment("/$defs/a%20b%25")
    ('$defs', 'a b%')
    """
    if _stray_percent(fragment):
        raise PointerError(
            "% in a URI is followed by two hexadecimal digits",
            pointer=fragment,
        )
    try:
        text = unquote_to_bytes(fragment).decode()
    except UnicodeError:
        text = None
    if text is None:
        raise PointerError("the fragment is not UTF-8", pointer=fragment)
    return from_pointer(text)


def resolve(document: JSONValue, pointer: str) -> JSONValue:
    """
    Return the value in a document that a JSON Pointer refers to.

    RFC 6901, sections 4 and 7. Raises `PointerError` where there is none,
    and for text that is no JSON Pointer. `-`, the place after the last item,
    holds nothing and is refused, too.

    >>> resolve({"items": [{"sku": "A-1"}]}, "/items/0/sku")
    'A-1'
    >>> resolve({"items": []}, "/items/0")
    Traceback (most recent call last):
    toolgate.exceptions.PointerError: no such item
    """
    value = document
    for step in from_pointer(pointer):
        if isinstance(value, Mapping):
            if step not in value:
                raise PointerError("no such member", pointer=pointer)
            value = value[step]
        elif isinstance(value, (list, tuple)):
            if not _index(step):
                raise PointerError("not an index", pointer=pointer)
            index = int(step)
            if index >= len(value):
                raise PointerError("no such item", pointer=pointer)
            value = value[index]
        else:
            raise PointerError("a scalar has nothing inside", pointer=pointer)
    return value
