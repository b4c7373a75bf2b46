"""Keywords of JSON Schema that somebody meant, and wrote otherwise."""

from __future__ import annotations

import difflib
import functools
from typing import TYPE_CHECKING, Final

from toolgate.exceptions import InvalidSchemaError
from toolgate.schema.dialects import DRAFT_2020_12, Dialect, known
from toolgate.schema.walk import subschemas

if TYPE_CHECKING:
    from toolgate.typing import JSONSchema

KEYWORDS: Final = frozenset(
    [
        "$anchor",
        "$comment",
        "$defs",
        "$dynamicAnchor",
        "$dynamicRef",
        "$id",
        "$recursiveAnchor",
        "$recursiveRef",
        "$ref",
        "$schema",
        "$vocabulary",
        "additionalItems",
        "additionalProperties",
        "allOf",
        "anyOf",
        "const",
        "contains",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "default",
        "definitions",
        "dependencies",
        "dependentRequired",
        "dependentSchemas",
        "deprecated",
        "description",
        "else",
        "enum",
        "examples",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "if",
        "items",
        "maxContains",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minContains",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "multipleOf",
        "not",
        "oneOf",
        "pattern",
        "patternProperties",
        "prefixItems",
        "properties",
        "propertyNames",
        "readOnly",
        "required",
        "then",
        "title",
        "type",
        "unevaluatedItems",
        "unevaluatedProperties",
        "uniqueItems",
        "writeOnly",
    ]
)
"""The keywords of all dialects that there is a table for."""

# Of drafts before those, and of OpenAPI.
_ELSEWHERE: Final = frozenset(
    ("disallow", "divisibleBy", "example", "extends", "id")
)
_PRIVATE: Final = "x-"
_CLOSE: Final = 0.82
_SHORT: Final = 3  # what is shorter is close to too much
_LONG: Final = 40
_FOLDED: Final = {each.lower(): each for each in sorted(KEYWORDS)}
_LIKELY: Final = [each for each in _FOLDED if len(each) > _SHORT]


@functools.lru_cache(maxsize=256)
def meant(keyword: str) -> str | None:
    """
    Return the keyword that an unknown one was to be, or None.

    None, too, for one that is known, resembles nothing, or starts with `x-`.

    >>> meant("minimun"), meant("maxlength"), meant("unit")
    ('minimum', 'maxLength', None)
    """
    folded = keyword.lower()
    if (
        keyword in KEYWORDS
        or keyword in _ELSEWHERE
        or folded.startswith(_PRIVATE)
        or len(keyword) > _LONG
    ):
        return None
    if folded in _FOLDED:
        return _FOLDED[folded]
    found = difflib.get_close_matches(folded, _LIKELY, n=1, cutoff=_CLOSE)
    return _FOLDED[found[0]] if found else None


def refuse_misspelt(schema: JSONSchema) -> None:
    """
    Refuse a schema with a keyword that is close to one that there is.

    No dialect forbids unknown keywords, so this is for what a host writes
    itself. Names of properties and data are no keywords.

    Raises `InvalidSchemaError` with the place and the keyword meant.

    >>> refuse_misspelt({"properties": {"minimun": {}}})
    >>> try:
    ...     refuse_misspelt({"items": {"minimun": 1}})
    ... except InvalidSchemaError as error:
    ...     print(error)
    schema at /items/minimun: 'minimun' is no keyword; write 'minimum'
    """
    for found in subschemas(schema, _dialect(schema)):
        if isinstance(found.schema, bool):
            continue
        for keyword in found.schema:
            right = meant(keyword)
            if right is not None:
                raise InvalidSchemaError(
                    f"{keyword!a} is no keyword; write {right!r}",
                    path=(*found.path, keyword),
                )


def _dialect(schema: JSONSchema) -> Dialect:
    name = None if isinstance(schema, bool) else schema.get("$schema")
    return (known(name) if isinstance(name, str) else None) or DRAFT_2020_12
