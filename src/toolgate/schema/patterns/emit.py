r"""
A tree, spelled for `re` and for the Rust engine.

Both spellings use what both engines read alike: code points and ranges,
`(?:...)`, `|`, `{m,n}`, `^`. Where they differ, each gets its own form of the
same thing: the end of the text (`\Z`, `$`), an ASCII word boundary (`\b` with
`re.ASCII`, `(?-u:\b)`), a code point (`\U0000002e`, `\u{2e}`), an empty set.
Word boundaries are the one form for Rust that is not ECMA-262 itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from toolgate.schema.patterns.classes import negated
from toolgate.schema.patterns.syntax import (
    LAST_CODE_POINT,
    Assertion,
    Chars,
    Choice,
    Node,
    Repeat,
    Sequence,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.schema.patterns.syntax import Ranges

_SPECIAL = frozenset(r"\.^$|()[]{}*+?")
_SPECIAL_IN_CLASS = frozenset(r"\[]^-&~|")
_SURROGATES = (0xD800, 0xDFFF)


def _without_surrogates(ranges: Ranges) -> Ranges:
    """
    Leave out what no UTF-8 text, and so no JSON text, can hold.

    What touches the gap on both sides becomes one range: Rust reads it well,
    and takes the negation of two such ranges for the wrong set.
    """
    first, last = _SURROGATES
    result: list[tuple[int, int]] = []
    for low, high in ranges:
        below = (low, min(high, first - 1))
        above = (max(low, last + 1), high)
        if low < first:
            result.append(below)
        if high > last:
            if result and result[-1][1] == first - 1 and above[0] == last + 1:
                above = (result.pop()[0], high)
            result.append(above)
    return tuple(result)


class _Dialect(NamedTuple):
    assertions: dict[Assertion, str]
    code: Callable[[int], str]
    nothing: str
    anything: str
    spellable: Callable[[Ranges], Ranges]


_RE = _Dialect(
    # before 3.14, \B does not match in an empty text
    assertions={
        Assertion.START: "^",
        Assertion.END: r"\Z",
        Assertion.WORD: r"\b",
        Assertion.NOT_WORD: r"(?!\b)",
    },
    code=lambda code: f"\\U{code:08x}",
    nothing="(?!)",
    anything="(?s:.)",
    spellable=lambda ranges: ranges,
)
_RUST = _Dialect(
    assertions={
        Assertion.START: "^",
        Assertion.END: "$",
        Assertion.WORD: r"(?-u:\b)",
        # An ASCII \B holds between the bytes of one character, too, and a
        # search that stops there loses other matches. A Unicode boundary, or
        # none, is only seen between characters.
        Assertion.NOT_WORD: r"(?-u:\B)(?:\b|\B)",
    },
    code=lambda code: f"\\u{{{code:x}}}",
    nothing=r"[^\u{0}-\u{10ffff}]",
    anything=r"[\u{0}-\u{10ffff}]",
    spellable=_without_surrogates,
)


def to_re(node: Node) -> str:
    r"""
    Spell a tree for `re`, to be compiled with `re.ASCII`.

    >>> from toolgate.schema.patterns.parser import parse
    >>> to_re(parse(r"^\d+(?<unit>px|em)?$"))
    '^[0-9]+(?:px|em)?\\Z'
    """
    return _spell(node, _RE)


def to_rust(node: Node) -> str:
    r"""
    Spell a tree for the linear engine of jsonschema-rs.

    >>> from toolgate.schema.patterns.parser import parse
    >>> to_rust(parse(r"\0[^][\b]"))
    '\\u{0}[\\u{0}-\\u{10ffff}]\\u{8}'
    """
    return _spell(node, _RUST)


def _spell(node: Node, dialect: _Dialect) -> str:
    if isinstance(node, Chars):
        return _chars(node.ranges, dialect)
    if isinstance(node, Assertion):
        return dialect.assertions[node]
    if isinstance(node, Sequence):
        return "".join(
            [
                f"(?:{_spell(part, dialect)})"
                if isinstance(part, Choice)
                else _spell(part, dialect)
                for part in node.parts
            ]
        )
    if isinstance(node, Choice):
        return "|".join([_spell(option, dialect) for option in node.options])
    body = _spell(node.body, dialect)
    if not isinstance(node.body, Chars):
        body = f"(?:{body})"
    return body + _counts(node)


def _counts(node: Repeat) -> str:
    if node.high is None:
        return {0: "*", 1: "+"}.get(node.low, f"{{{node.low},}}")
    if node.low == node.high:
        return f"{{{node.low}}}"
    return "?" if node.high == 1 else f"{{{node.low},{node.high}}}"


def _chars(ranges: Ranges, dialect: _Dialect) -> str:
    spellable = dialect.spellable
    ranges = spellable(ranges)
    if not ranges:
        return dialect.nothing
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return _one(ranges[0][0], _SPECIAL, dialect)
    sign = ""
    if ranges[-1][1] == LAST_CODE_POINT:
        # `re` takes milliseconds to compile so long a range
        sign, ranges = "^", spellable(negated(ranges))
        if not ranges:
            return dialect.anything
    return f"[{sign}{''.join([_range(*r, dialect) for r in ranges])}]"


def _range(low: int, high: int, dialect: _Dialect) -> str:
    first = _one(low, _SPECIAL_IN_CLASS, dialect)
    if low == high:
        return first
    last = _one(high, _SPECIAL_IN_CLASS, dialect)
    return f"{first}-{last}" if high > low + 1 else first + last


def _one(code: int, special: frozenset[str], dialect: _Dialect) -> str:
    char = chr(code)
    if not (char.isascii() and char.isprintable()):
        return dialect.code(code)
    return f"\\{char}" if char in special else char
