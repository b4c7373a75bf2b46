"""What each surface of a provider takes of JSON Schema, as data."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolgate.wire.schema.profile import Limits, Profile

_ANNOTATIONS: Final = frozenset(
    {"title", "description", "default", "examples"}
)
_NUMBERS: Final = frozenset(
    {
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
    }
)
_TEXTS: Final = frozenset({"minLength", "maxLength", "pattern", "format"})
_BASE: Final = frozenset(
    {
        "type",
        "enum",
        "anyOf",
        "properties",
        "required",
        "items",
        "$ref",
        "$defs",
        "title",
        "description",
    }
)
_ALL: Final = (
    _BASE
    | _NUMBERS
    | _TEXTS
    | _ANNOTATIONS
    | {
        "const",
        "additionalProperties",
        "patternProperties",
        "propertyNames",
        "minProperties",
        "maxProperties",
        "dependentRequired",
        "dependentSchemas",
        "unevaluatedProperties",
        "prefixItems",
        "minItems",
        "maxItems",
        "uniqueItems",
        "contains",
        "minContains",
        "maxContains",
        "unevaluatedItems",
        "allOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "deprecated",
        "readOnly",
        "writeOnly",
        "contentEncoding",
        "contentMediaType",
    }
)
_FORMATS: Final = frozenset(
    {
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uuid",
    }
)
_SCALARS: Final = frozenset({"string", "number", "boolean", "null"})


_OPENAI_ROOT: Final = frozenset(
    {"oneOf", "anyOf", "allOf", "enum", "not", "const"}
)
_UNION_ROOT: Final = frozenset({"oneOf", "anyOf", "allOf"})
_TOP_KEYS: Final = r"[a-zA-Z0-9_.-]{1,64}"

OPENAI_PLAIN: Final = Profile(
    keywords=_ALL - {"oneOf"},
    typed_parts=True,
    ref_siblings=True,
    root=_OPENAI_ROOT,
)
OPENAI_STRICT: Final = Profile(
    keywords=_BASE
    | _NUMBERS
    | _TEXTS
    | {"const", "additionalProperties", "minItems", "maxItems"},
    merges=True,
    closed=True,
    required_all=True,
    typed=True,
    plain_unions=True,
    maps=False,
    formats=_FORMATS,
    patterns="no_lookaround",
    values=_SCALARS,
    root=_OPENAI_ROOT,
    limits=Limits(
        depth=10,
        properties=5_000,
        characters=120_000,
        enum_values=1_000,
        enum_characters=15_000,
    ),
)
AZURE_STRICT: Final = replace(
    OPENAI_STRICT,
    # The page of 2025-12 supports neither lengths nor bounds nor patterns.
    keywords=_BASE | {"const", "additionalProperties"},
    limits=replace(OPENAI_STRICT.limits, depth=5, properties=100),
)
ANTHROPIC_PLAIN: Final = Profile(
    keywords=_ALL,
    ref_siblings=True,
    root=_UNION_ROOT,
    keys=_TOP_KEYS,
)
ANTHROPIC_STRICT: Final = Profile(
    keywords=_BASE
    | {
        "const",
        "additionalProperties",
        "default",
        "pattern",
        "format",
        "minItems",
    },
    merges=True,
    closed=True,
    typed=True,
    plain_unions=True,
    maps=False,
    recursion="refused",
    formats=_FORMATS | {"uri"},
    patterns="simple",
    max_min_items=1,
    values=_SCALARS,
    root=_UNION_ROOT,
    keys=_TOP_KEYS,
)
BEDROCK_STRICT: Final = replace(
    ANTHROPIC_STRICT,
    keywords=ANTHROPIC_STRICT.keywords - {"default"},
)
GEMINI: Final = Profile(
    keywords=_BASE
    | {
        "prefixItems",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "format",
        "additionalProperties",
    },
    merges=True,
    plain_unions=True,
    declared=True,
    items_due=True,
    recursion="optional",
    values=frozenset({"string", "number"}),
    empty_values=False,
    integral=True,
)
GEMINI_PARAMETERS: Final = Profile(
    keywords=_BASE - {"$ref", "$defs", "title"}
    | {
        "format",
        "minItems",
        "maxItems",
        "minLength",
        "maxLength",
        "pattern",
        "minimum",
        "maximum",
        "minProperties",
        "maxProperties",
        "additionalProperties",
    },
    merges=True,
    typed=True,
    one_type=True,
    plain_unions=True,
    declared=True,
    maps=False,
    references="inline",
    recursion="refused",
    formats=frozenset({"enum", "date-time"}),
    values=frozenset({"string"}),
    empty_values=False,
    keys=r"[A-Za-z_][A-Za-z0-9_]{0,63}",
    keys_everywhere=True,
    openapi=True,
    integral=True,
)
COMPATIBLE: Final = Profile(
    keywords=_BASE
    | _NUMBERS
    | _TEXTS
    | _ANNOTATIONS
    | {
        "const",
        "additionalProperties",
        "minProperties",
        "maxProperties",
        "minItems",
        "maxItems",
        "uniqueItems",
    },
    merges=True,
    items_due=True,
    references="inline_finite",
    root=_OPENAI_ROOT,
    keys=r"[A-Za-z_][A-Za-z0-9_]{0,63}",
    keys_everywhere=True,
)
