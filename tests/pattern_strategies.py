"""
Regular expressions, as Hypothesis makes them up, with an oracle for each.

A drawn `Expression` is spelled twice: as ECMA-262, and as Python's `re` reads
the same thing (with `re.ASCII`). Both are written by hand, part by part, so
that `re` is an oracle independent of the library's own translation.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from hypothesis import strategies as st


class Expression(NamedTuple):
    ecma: str
    python: str

    def matches(self, text: str) -> bool:
        return re.search(self.python, text, re.ASCII) is not None


SPACE = r"\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
ATOMS = [
    *(Expression(same, same) for same in "abc1- _é"),
    *(Expression(same, same) for same in ("[ab]", "[^a]", "[a-c1]", r"\.")),
    Expression(".", r"[^\n\r\u2028\u2029]"),
    Expression(r"\d", "[0-9]"),
    Expression(r"\D", "[^0-9]"),
    Expression(r"\w", "[A-Za-z0-9_]"),
    Expression(r"\W", "[^A-Za-z0-9_]"),
    Expression(r"\s", f"[{SPACE}]"),
    Expression(r"\S", f"[^{SPACE}]"),
    Expression("[^]", "(?s:.)"),
    Expression("[]", "(?!)"),
    Expression(r"[\w-.]", "[A-Za-z0-9_.-]"),
    Expression(r"\u0061", "a"),
    Expression(r"\cJ", r"\n"),
    Expression(r"\p{ASCII}", r"[\x00-\x7f]"),
]
ASSERTIONS = [
    Expression("^", r"\A"),
    Expression("$", r"\Z"),
    Expression(r"\b", r"\b"),
    Expression(r"\B", r"(?!\b)"),
]
QUANTIFIERS = [
    "*",
    "+",
    "?",
    "{2}",
    "{0,2}",
    "{1,3}",
    "{2,}",
    "*?",
    "+?",
    "{0}",
]


def _joined(parts: list[Expression]) -> Expression:
    ecma, python = zip(*parts, strict=True)
    return Expression("".join(ecma), "".join(python))


def _chosen(options: list[Expression]) -> Expression:
    ecma, python = zip(*options, strict=True)
    return Expression(f"({'|'.join(ecma)})", f"(?:{'|'.join(python)})")


def _repeated(pair: tuple[Expression, str]) -> Expression:
    body, quantifier = pair
    return Expression(
        f"(?:{body.ecma}){quantifier}", f"(?:{body.python}){quantifier}"
    )


atoms = st.sampled_from(ATOMS) | st.sampled_from(ATOMS[:2])
expressions = st.recursive(
    atoms | st.sampled_from(ASSERTIONS),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map(_joined),
        st.lists(inner, min_size=1, max_size=3).map(_chosen),
        st.tuples(inner, st.sampled_from(QUANTIFIERS)).map(_repeated),
    ),
    max_leaves=8,
)
texts = st.text("aaabbbc1- _.é\n\u2028🐲", max_size=8)
"""Short, since the oracle backtracks."""

# Patterns made for ambiguity: few letters, many loops.
_letters = st.sampled_from(("a", "b", "[ab]", "c", "[^c]", ".", r"\w"))
_loops = st.sampled_from(("*", "+", "?", "{0,3}", "{2}", "{2,}", "{0,30}"))
_ambiguous = st.recursive(
    _letters,
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map("".join),
        st.lists(inner, min_size=2, max_size=3).map(
            lambda options: f"(?:{'|'.join(options)})"
        ),
        st.tuples(inner, _loops).map(lambda pair: f"(?:{pair[0]}){pair[1]}"),
    ),
    max_leaves=7,
)
ambiguous = st.builds(
    lambda start, body, stop: start + body + stop,
    st.sampled_from(("^", "^", "^", "")),
    _ambiguous,
    st.sampled_from(("$", "$", "c$", "!", "")),
)
pumps = st.tuples(
    st.text("abc", max_size=2),
    st.text("abc", min_size=1, max_size=4),
    st.sampled_from(("", "!", "c!", "c")),
)
