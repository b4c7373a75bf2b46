"""One violation in one line: where, what was expected, what came."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Final

from toolgate.expected import Expected
from toolgate.messages.quoting import (
    LIST_LIMIT,
    cut,
    inline,
    listing,
    name_text,
    pointer_text,
    quoted,
    value_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from toolgate.messages.phrases import Phrases
    from toolgate.violation import Violation

JSON_TYPES: Final = (
    "null",
    "boolean",
    "integer",
    "number",
    "string",
    "array",
    "object",
)
LINE_LIMIT: Final = 330
"""Characters of one violation's line: five lines fit into one message."""

_TEXT_LIMIT = 120
_WORD_LIMIT = 40
_NAMES_SHOWN = 3
_HINT_LIMIT = 32
_COMPARISONS = 50
_CLOSE = 0.7


class Sentences:
    """
    The lines of one language.

    >>> from toolgate.messages.en import EN
    >>> from toolgate.violation import Violation
    >>> missing = Violation(
    ...     keyword="required",
    ...     instance_path=("items", 0),
    ...     schema_path=("properties", "items", "items", "required"),
    ...     received="object",
    ...     names=("sku",),
    ... )
    >>> print(Sentences(EN).line(missing))
    /items/0: missing property "sku"
    """

    __slots__ = (
        "_about_names",
        "_about_values",
        "_allowed",
        "_missing_one",
        "_phrases",
        "_types",
        "_unknown_one",
    )

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases
        # The commonest violation by far: all its sentences, made once.
        self._types: dict[tuple[object, str], str] = {
            (expected, received): phrases.expected_type.format(
                expected=expected, received=received
            )
            for expected in JSON_TYPES
            for received in JSON_TYPES
        }
        # So are the frames around a single name, the next commonest.
        self._missing_one = phrases.missing_property.split("{name}")
        self._unknown_one = phrases.unknown_property.split("{name}")
        self._allowed = phrases.allowed_properties.split("{names}")
        self._about_names: dict[str, Callable[[Violation], str]] = {
            "required": self._missing,
            "dependentRequired": self._missing_dependent,
            "dependencies": self._missing_dependent,
            "additionalProperties": self._unknown,
            "unevaluatedProperties": self._unknown,
        }
        self._about_values: dict[str, Callable[[Violation], str]] = {
            "type": self._wrong_type,
            "enum": self._not_listed,
            "const": self._not_exactly,
            "json": self._not_json,
        }

    def line(self, violation: Violation) -> str:
        """Give the line, at most `LINE_LIMIT` characters."""
        if violation.keyword == "type" and not violation.names:
            text = self._wrong_type(violation)
        else:
            text = self._sentence(violation)
        line = f"{pointer_text(violation.instance_path)}: {text}"
        return line if len(line) <= LINE_LIMIT else cut(line, LINE_LIMIT)

    def _sentence(self, violation: Violation) -> str:
        keyword, names = violation.keyword, violation.names
        if names and keyword in self._about_names:
            return self._about_names[keyword](violation)
        if keyword in self._about_values:
            text = self._about_values[keyword](violation)
        else:
            text = self._by_value(keyword, violation.expected)
        if not names:
            return text
        # The value at fault is the name of a property: `propertyNames`.
        return self._phrases.in_property_name.format(
            name=quoted(names[0]), sentence=text
        )

    def _by_value(self, keyword: str, expected: object) -> str:
        template = self._phrases.keywords.get(keyword)
        if template is None or (expected is None and "{value}" in template):
            shown = inline(keyword, _WORD_LIMIT)
            return self._phrases.broken_keyword.format(keyword=shown)
        return template.format(value=_words(expected))

    def _wrong_type(self, violation: Violation) -> str:
        expected, received = violation.expected, violation.received
        if isinstance(expected, str):
            known = self._types.get((expected, received))
            if known is not None:
                return known
        return self._phrases.expected_type.format(
            expected=self._any_of(expected),
            received=inline(received, _WORD_LIMIT),
        )

    def _any_of(self, types: object) -> str:
        if isinstance(types, (tuple, list)):
            shown = [self._type(name) for name in types[: len(JSON_TYPES)]]
            if len(shown) > 1:
                return self._phrases.any_of_types.format(
                    types=", ".join(shown[:-1]), last=shown[-1]
                )
            return "".join(shown)
        return self._type(types)

    def _type(self, expected: object) -> str:
        if type(expected) is not Expected:
            return _words(expected)
        template = self._phrases.expected[expected.code]
        return inline(template.format(*expected.values), _TEXT_LIMIT)

    def _not_listed(self, violation: Violation) -> str:
        values = violation.expected
        if not isinstance(values, (tuple, list)):
            return self._by_value("enum", None)
        return self._phrases.expected_one_of.format(
            values=listing(
                [value_text(value) for value in values[: LIST_LIMIT + 1]]
            )
        )

    def _not_exactly(self, violation: Violation) -> str:
        return self._phrases.expected_exactly.format(
            value=value_text(violation.expected)
        )

    def _not_json(self, violation: Violation) -> str:
        reason = violation.expected
        if not isinstance(reason, str):
            return self._phrases.not_json
        return self._phrases.not_json_because.format(
            reason=inline(reason, _TEXT_LIMIT)
        )

    def _missing(self, violation: Violation) -> str:
        names = violation.names
        if len(names) == 1:
            return quoted(names[0]).join(self._missing_one)
        return self._phrases.missing_properties.format(names=_quoted(names))

    def _missing_dependent(self, violation: Violation) -> str:
        names = violation.names
        if len(names) == 1:
            return self._phrases.missing_dependent.format(
                name=quoted(names[0])
            )
        return self._phrases.missing_dependents.format(names=_quoted(names))

    def _unknown(self, violation: Violation) -> str:
        phrases, names = self._phrases, violation.names
        if len(names) == 1:
            text = quoted(names[0]).join(self._unknown_one)
        else:
            text = phrases.unknown_properties.format(names=_quoted(names))
        allowed = violation.expected
        if not isinstance(allowed, (tuple, list)):
            return text
        if not allowed:
            return text + phrases.no_names_allowed
        names_allowed = [
            name_text(str(name)) for name in allowed[: LIST_LIMIT + 1]
        ]
        text += listing(names_allowed).join(self._allowed)
        meant = _closest(names, allowed)
        if meant:
            text += phrases.closest_property.format(name=listing(meant))
        return text


def _words(expected: object) -> str:
    """Show a keyword's value; text as it is, since it needs no quotes."""
    if isinstance(expected, str):
        return inline(expected, _TEXT_LIMIT)
    return value_text(expected)


def _quoted(names: tuple[str, ...]) -> str:
    shown = [quoted(name, _WORD_LIMIT) for name in names[:_NAMES_SHOWN]]
    return listing(shown, more=len(names) > _NAMES_SHOWN)


def _closest(names: tuple[str, ...], allowed: Sequence[object]) -> list[str]:
    """
    Find which allowed names the first unknown ones may stand for.

    Long names and long lists are left alone: comparing them would cost
    more than the hint is worth.
    """
    asked = [name for name in names[:_NAMES_SHOWN] if len(name) <= _HINT_LIMIT]
    if not asked or len(allowed) * len(asked) > _COMPARISONS:
        return []
    known = {
        _folded(name): name
        for name in allowed
        if isinstance(name, str) and len(name) <= _HINT_LIMIT
    }
    meant = [
        name_text(known[match])
        for name in asked
        for match in _match(_folded(name), known)
    ]
    return list(dict.fromkeys(meant))


def _match(name: str, known: Mapping[str, str]) -> list[str]:
    if name in known:
        return [name]
    letters, size = set(name), len(name)
    # Comparing is dear: leave out what cannot be close by its length alone,
    # and what shares no letter.
    likely = [
        other
        for other in known
        if 2 * min(size, len(other)) >= _CLOSE * (size + len(other))
        and not letters.isdisjoint(other)
    ]
    if not likely:
        return []
    return difflib.get_close_matches(name, likely, n=1, cutoff=_CLOSE)


def _folded(name: str) -> str:
    """Take away what models get wrong first: case, `_` and `-`."""
    return name.casefold().replace("_", "").replace("-", "")
