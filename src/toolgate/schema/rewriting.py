"""
A schema as the fast engine is to read it.

`jsonschema-rs` has regular expressions of its own kind, follows a `$schema`
anywhere, and enforces some keywords that the dialect does not have. The copy
that it gets says in its terms what the author's schema says.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from toolgate.exceptions import UnsupportedByEngineError
from toolgate.json_value import own
from toolgate.limits import ValueLimits
from toolgate.schema.dialects import DIALECTS, Dialect
from toolgate.schema.walk import subschemas

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from toolgate.schema.checks import CheckedSchema
    from toolgate.schema.patterns.pattern import Pattern
    from toolgate.schema.references import Part
    from toolgate.typing import JSONSchema

_UNBOUNDED: Final = ValueLimits(
    max_bytes=sys.maxsize, max_depth=sys.maxsize, max_nodes=sys.maxsize
)
_COUNTS: Final = frozenset(("minContains", "maxContains"))
_BRANCHES: Final = frozenset(("then", "else"))
_CONTENT: Final = frozenset(
    ("contentEncoding", "contentMediaType", "contentSchema")
)


def _enforced(dialect: Dialect) -> frozenset[str]:
    """Return the keywords of a dialect that say something about values."""
    keywords = frozenset(dialect.validator_class.VALIDATORS)
    if "if" in keywords:
        keywords |= _BRANCHES
    if "dependentSchemas" in keywords:
        keywords |= _COUNTS
    return keywords


_EVERY: Final = _CONTENT.union(*map(_enforced, DIALECTS))
FOREIGN: Final[Mapping[str, frozenset[str]]] = {
    dialect.name: _EVERY - _enforced(dialect) for dialect in DIALECTS
}
"""What each dialect does not enforce, though another or an engine does."""

_TELLTALES: Final = {
    name: tuple(
        f'"{keyword}":'
        for keyword in (*sorted(foreign), "pattern", "patternProperties")
    )
    for name, foreign in FOREIGN.items()
}


def rewritten(
    checked: CheckedSchema,
) -> tuple[JSONSchema, dict[str, JSONSchema]]:
    """
    Return a schema and the documents that it reaches, in the engine's terms.

    None of them names its dialect: it is one and the same. Metaschemas of
    that dialect are left out, since the engine has them.

    Raises `UnsupportedByEngineError` where a reference leads into another
    dialect, or through what has another name in the copy.
    """
    document, text = checked.document, checked.canonical
    if isinstance(document, bool):
        return document, {}
    if checked.dialect.name == "2019-09" and all(
        f'"{keyword}":' in text for keyword in ("contains", "unevaluatedItems")
    ):
        raise UnsupportedByEngineError(
            "jsonschema-rs takes what `contains` found for evaluated, which "
            "it is since 2020-12"
        )
    if not checked.resources:
        if "$schema" in document:
            document = {**document}
            del document["$schema"]
        found = text.count('"$schema":') > (document is not checked.document)
        telltales = _TELLTALES[checked.dialect.name]
        if not found and not any(telltale in text for telltale in telltales):
            return document, {}
    return _Rewriting(checked).run()


class _Rewriting:
    """One run of `rewritten`."""

    def __init__(self, checked: CheckedSchema) -> None:
        self._patterns: Mapping[str, Pattern] = checked.patterns
        self._parts = [part for part in checked.links.parts if part.is_place]
        self._refs = [
            unquote(found.schema[keyword])  # type: ignore[index]
            for part in checked.links.parts
            for keyword, found in part.survey.refs
        ]
        family = checked.dialect.uri.rpartition("/")[0]
        self._sources = {"": (checked.document, checked.dialect)}
        for uri, (document, dialect) in checked.resources.items():
            if dialect != checked.dialect:
                raise UnsupportedByEngineError(
                    f"a reference leads from {checked.dialect.name} into "
                    f"{dialect.name}, and jsonschema-rs reads all documents "
                    "as one dialect"
                )
            if not uri.startswith(family):
                self._sources[uri] = document, dialect

    def run(self) -> tuple[JSONSchema, dict[str, JSONSchema]]:
        copies: dict[str, JSONSchema] = {}
        for uri, (document, dialect) in self._sources.items():
            copies[uri] = copy = own(document, _UNBOUNDED)
            # All are found before one is changed: places have paths.
            for schema in list(self._schemas(uri, copy, dialect)):
                self._rewrite(schema, dialect)
        return copies.pop(""), copies

    def _schemas(
        self, uri: str, copy: JSONSchema, dialect: Dialect
    ) -> Iterator[dict[str, Any]]:
        roots = [copy]
        roots += [_at(copy, part) for part in self._parts if part.uri == uri]
        for root in roots:
            for found in subschemas(root, dialect):
                if isinstance(found.schema, dict):
                    yield found.schema

    def _rewrite(self, schema: dict[str, Any], dialect: Dialect) -> None:
        schema.pop("$schema", None)
        for keyword in FOREIGN[dialect.name] & schema.keys():
            del schema[keyword]
        if isinstance(schema.get("pattern"), str):
            schema["pattern"] = self._patterns[schema["pattern"]].rust
        members = schema.get("patternProperties")
        if not isinstance(members, dict):
            return
        renamed: dict[str, Any] = {}
        for pattern, child in members.items():
            rust = self._patterns[pattern].rust
            while rust in renamed:  # two spellings of one expression
                rust += "(?:)"
            renamed[rust] = child
        if list(renamed) != list(members):
            if any("/patternProperties/" in ref for ref in self._refs):
                raise UnsupportedByEngineError(
                    "a reference leads through `patternProperties`, where "
                    "jsonschema-rs would need another pattern"
                )
            schema["patternProperties"] = renamed


def _at(document: JSONSchema, part: Part) -> JSONSchema:
    """Return, in a copy, a place that only a reference knows as a schema."""
    here: Any = document
    for step in part.survey.found[0].path:
        here = here[int(step) if isinstance(here, list) else step]
    return here  # type: ignore[no-any-return]
