"""
Everything that is checked on a schema before it may guard a tool.

JSON and limits, dialect, metaschema, references, cycles, expansion, patterns
and formats, in that order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from toolgate.exceptions import (
    InvalidSchemaError,
    SchemaError,
    SchemaLimitError,
    UnsupportedFormatError,
)
from toolgate.limits import SchemaLimits
from toolgate.schema.cost import Cost, cost_of, expansion_of, simple_cost
from toolgate.schema.dialects import (
    DEFAULT_DIALECTS,
    Dialect,
    dialect_of,
)
from toolgate.schema.expansion import draw
from toolgate.schema.formats import FORMATS
from toolgate.schema.library import Shelf, resource_uri, shelve
from toolgate.schema.metaschema import first_fault, plain_accepts
from toolgate.schema.owning import owned_schema
from toolgate.schema.references import Links, Part, follow
from toolgate.schema.walk import Survey, survey
from toolgate.schema.weights import Weights, patterns_of, weigh
from toolgate.typing import JSONSchema
from toolgate.value_object import frozen_dataclass

if TYPE_CHECKING:
    from toolgate.schema.patterns.pattern import Pattern

Accepts: TypeAlias = Callable[[JSONSchema, Dialect], bool]
"""An engine's verdict: does this document obey its dialect's metaschema?"""

_SHOWN: Final = 100
_UNLINKED: Final = Links()


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SchemaRules:
    """
    What schemas are checked against; one for each cache, made once.

    `resources` maps absolute URIs to the documents that `$ref`s may reach;
    they are copied here, and looked into when a schema first refers to one.

    Raises `InvalidSchemaError` or `SchemaLimitError` where one of them is
    not JSON, over a limit, or under a URI that is not absolute.

    >>> rules = SchemaRules(resources={"urn:example:city#": {}})
    >>> list(rules.resources)
    ['urn:example:city']
    """

    limits: SchemaLimits = field(default=SchemaLimits())
    dialects: tuple[Dialect, ...] = DEFAULT_DIALECTS
    resources: Mapping[str, JSONSchema] = field(default_factory=dict)
    assert_formats: bool = False
    _shelves: dict[str, Shelf] = field(
        init=False, default_factory=dict, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        owned = {}
        for uri, document in self.resources.items():
            plain = resource_uri(uri)
            try:
                owned[plain], _ = owned_schema(document, self.limits)
            except SchemaError as error:
                raise type(error)(
                    f"the resource {plain[:_SHOWN]!a}: {error.reason}",
                    path=error.path,
                ) from None
        object.__setattr__(self, "resources", MappingProxyType(owned))

    def shelf(self, default: Dialect) -> Shelf:
        """Return the other documents, as schemas of a dialect find them."""
        found = self._shelves.get(default.name)
        if found is None:
            found = self._shelves[default.name] = shelve(
                self.resources.items(),
                enabled=self.dialects,
                default=default,
                limit=self.limits.max_subschemas,
            )
        return found


class CheckedSchema(NamedTuple):
    """
    A schema that passed every check, with what the checks found out.

    `document` is a private copy, verbatim; nobody may change it. `canonical`
    is its text with sorted keys, `fingerprint` is `sha256:` and the digest of
    dialect and text. `patterns` holds every `pattern` and every key of
    `patternProperties`, here and in the documents it reaches. `resources`
    are those documents: their absolute URI without fragment, the document
    and its dialect, bundled metaschemas included. `links` says where each
    reference leads; it is empty where there is none.
    """

    document: JSONSchema
    dialect: Dialect
    canonical: str
    fingerprint: str
    patterns: Mapping[str, Pattern]
    resources: Mapping[str, tuple[JSONSchema, Dialect]]
    links: Links
    cost: Cost
    weights: Weights


def check_schema(
    document: object,
    rules: SchemaRules,
    accepts: Accepts = plain_accepts,
) -> CheckedSchema:
    """
    Check a schema once and for all.

    `accepts` is a quick verdict of the metaschema; where it says no,
    `InvalidSchemaError` says where and why.

    Raises a `SchemaError` of the type that tells what is wrong, with the
    place in the schema: `InvalidSchemaError`, `SchemaLimitError`,
    `UnsupportedDialectError`, `UnresolvableReferenceError`,
    `CyclicReferenceError`, `UnsupportedPatternError` or
    `UnsupportedFormatError`.

    >>> checked = check_schema({"type": "object"}, SchemaRules())
    >>> checked.dialect.name, checked.fingerprint[:14]
    ('2020-12', 'sha256:63b8485')
    """
    schema, text = owned_schema(document, rules.limits)
    return check_owned(schema, text, rules, accepts)


def check_owned(
    schema: JSONSchema,
    text: str,
    rules: SchemaRules,
    accepts: Accepts = plain_accepts,
) -> CheckedSchema:
    """
    Do the same for what `owned_schema` returned.

    Raises as `check_schema` does.
    """
    try:
        return _checked(schema, text, rules, accepts)
    except RecursionError:
        raise SchemaLimitError(
            "nested too deeply for the stack that is left"
        ) from None


def _checked(
    schema: JSONSchema, text: str, rules: SchemaRules, accepts: Accepts
) -> CheckedSchema:
    limits = rules.limits
    dialect = dialect_of(schema, rules.dialects)
    notes = survey(schema, dialect, limit=limits.max_subschemas)
    if not accepts(schema, dialect):
        raise _disobedience(Part(uri="", survey=notes))
    links = _UNLINKED
    patterns: dict[str, Pattern] = {}
    cost = simple_cost(limits.instances.max_depth)
    if notes.overlapping or notes.patterns or notes.formats:
        links = _linked(notes, rules, accepts)
        graph = draw(links) if notes.overlapping else None
        expansion = expansion_of(graph, limits.max_expansion) if graph else 1
        patterns = patterns_of(links)
        if rules.assert_formats:
            _check_formats(links)
        if graph is not None:
            cost = cost_of(
                graph,
                expansion=expansion,
                depth=limits.instances.max_depth,
                hits=lambda pattern, name: patterns[pattern].search(name),
            )
    name = f"{dialect.name}\n{text}".encode()
    return CheckedSchema(
        document=schema,
        dialect=dialect,
        canonical=text,
        fingerprint="sha256:" + hashlib.sha256(name).hexdigest(),
        patterns=patterns,
        resources={
            part.uri: (part.survey.document, part.survey.dialect)
            for part in links.parts
            if part.uri and not part.is_place
        },
        links=links if notes.refs else _UNLINKED,
        cost=cost,
        weights=weigh(
            [part.survey for part in links.parts] or [notes], patterns
        ),
    )


def _linked(notes: Survey, rules: SchemaRules, accepts: Accepts) -> Links:
    """Follow the references, and hold what they reach to its metaschema."""
    if not notes.refs:
        return Links(parts=[Part(uri="", survey=notes)])
    shelf = rules.shelf(notes.dialect)
    links = follow(notes, shelf, limit=rules.limits.max_subschemas)
    for part in links.parts[1:]:
        reached = part.survey
        if not reached.obeys:
            if not accepts(reached.document, reached.dialect):
                raise _disobedience(part)
            reached.obeys = True
    return links


def _disobedience(part: Part) -> SchemaError:
    """Return how a part breaks its metaschema."""
    notes = part.survey
    start = notes.found[0].path
    fault = first_fault(notes.document, notes.dialect)
    path, reason = fault or ((), "the schema breaks its metaschema")
    return part.locate(InvalidSchemaError(reason, path=start + path))


def _check_formats(links: Links) -> None:
    for part in links.parts:
        for path, name in part.survey.formats:
            if name not in FORMATS:
                raise part.locate(
                    UnsupportedFormatError(
                        f"format {name[:_SHOWN]!a} cannot be asserted; those "
                        f"that can: {', '.join(FORMATS)}",
                        path=path,
                    )
                )
