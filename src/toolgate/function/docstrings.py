"""What a function's docstring tells a model: purpose and parameters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from toolgate.function.docstring.entries import parameters_of, returned
from toolgate.function.docstring.prose import clean, closing, prose
from toolgate.function.docstring.sections import split

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_calls = re.compile(r"[^\W\d][\w.]*\(").match
_drop_strings = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"").sub


class Documented(NamedTuple):
    """
    What a docstring says.

    `description` is empty where it says nothing, `parameters` has the names
    that have a text, in the order of the docstring.
    """

    description: str
    parameters: Mapping[str, str]
    returns: str | None


def read_docstring(text: str | None, names: Collection[str]) -> Documented:
    '''
    Read a docstring of any of the usual styles, or of several mixed.

    Google (`Args:`), NumPy (underlined headings), Sphinx (`:param x:`) and
    Epytext (`@param x:`). The description is everything before the first
    section, in paragraphs, without doctests. Only `names`, the parameters
    of the function, are looked for. Of two texts for one name the first
    holds; one from a section "Attributes" or its fields comes last. A
    docstring that is nothing but a signature, as `dataclass` writes it, says
    nothing. Takes time in proportion to the text; raises nothing.

    >>> read_docstring(
    ...     """
    ...     Move money
    ...     between accounts.
    ...
    ...     Args:
    ...         amount (int): In cents,
    ...             more than 0.
    ...     """,
    ...     {"amount"},
    ... )
    ... # doctest: +NORMALIZE_WHITESPACE
    Documented(description='Move money between accounts.',
        parameters={'amount': 'In cents, more than 0.'}, returns=None)
    '''
    lines = clean(text or "")
    if len(lines) == 1 and _is_signature(lines[0]):
        return Documented("", {}, None)
    told, sections = split(lines, names)
    parameters: dict[str, str] = {}
    for kind in ("parameters", "attributes"):
        for section in sections:
            if section.kind == kind:
                for name, words in parameters_of(section, names):
                    parameters.setdefault(name, words)
    results = (
        returned(section) for section in sections if section.kind == "returns"
    )
    return Documented(
        prose(told), parameters, next(filter(None, results), None)
    )


def _is_signature(line: str) -> bool:
    """Tell whether a line is what `dataclass` and C functions put there."""
    bare = _drop_strings("", line)
    start = _calls(bare)
    if start is None:
        return False
    rest = bare[closing(bare, start.end() - 1) :]
    return not rest or rest == ")" or rest.startswith(" -> ")
