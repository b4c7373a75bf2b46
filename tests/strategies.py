"""
Schemas and values for them, as Hypothesis makes them up.

The schemas use every keyword of 2020-12 or draft-07 that says something
about values, in small, so that many values pass and many fail. Values are
drawn from the same few names, strings and numbers.
"""

from __future__ import annotations

from hypothesis import strategies as st

NAMES = ("a", "b", "ab", "é")
ODD_NAMES = ("0", "1", "01", "-1", "", "~1", "a/b", "type")
STRINGS = ("", "a", "ab", "b1", "é", "😀", "2026-11-30")
NUMBERS = (0, 1, 1.0, -1, 2, 3, 0.5, 1.5, 19.99, 0.07, 2**53 + 1, 1e16)
PATTERNS = ("^a", "b$", "[0-9]", "^.$", "^a|b$")

names = st.sampled_from(NAMES * 2 + ODD_NAMES)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(NUMBERS),
    st.sampled_from(STRINGS),
)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(names, inner, max_size=4),
    ),
    max_leaves=8,
)
types = st.sampled_from(
    ("null", "boolean", "integer", "number", "string", "array", "object")
)
sizes = st.integers(0, 3)
always, never = st.sampled_from([True]), st.sampled_from([False])

_assertions = {
    "type": types | st.lists(types, min_size=1, max_size=3, unique=True),
    "enum": st.lists(values, min_size=1, max_size=3),
    "const": values,
    "minimum": st.sampled_from(NUMBERS),
    "maximum": st.sampled_from(NUMBERS),
    "exclusiveMinimum": st.sampled_from(NUMBERS),
    "exclusiveMaximum": st.sampled_from(NUMBERS),
    "multipleOf": st.sampled_from((1, 2, 3, 0.5, 1.5)),
    "minLength": sizes,
    "maxLength": sizes,
    "pattern": st.sampled_from(PATTERNS),
    "minItems": sizes,
    "maxItems": sizes,
    "uniqueItems": st.booleans(),
    "minProperties": sizes,
    "maxProperties": sizes,
    "required": st.lists(names, max_size=2, unique=True),
}
_needs = st.dictionaries(
    names, st.lists(names, max_size=2, unique=True), max_size=2
)


def _applicators(inner, draft7):
    several = st.lists(inner, min_size=1, max_size=3)
    members = st.dictionaries(names, inner, max_size=3)
    keywords = {
        "properties": members,
        "patternProperties": st.dictionaries(
            st.sampled_from(PATTERNS), inner, max_size=2
        ),
        "additionalProperties": inner | never,
        "propertyNames": inner,
        "contains": inner,
        "allOf": several,
        "anyOf": several,
        "oneOf": several,
        "not": inner,
        "if": inner,
        "then": inner,
        "else": inner,
    }
    if draft7:
        return keywords | {
            "items": inner | several,
            "additionalItems": inner | never,
            "dependencies": _needs | members,
            # What 2020-12 enforces is data here.
            "prefixItems": several,
            "minContains": sizes,
            "dependentRequired": _needs,
            "unevaluatedProperties": inner,
        }
    return keywords | {
        "items": inner | never,
        "prefixItems": several,
        "minContains": sizes,
        "maxContains": sizes,
        "dependentRequired": _needs,
        "dependentSchemas": members,
        "unevaluatedItems": inner | never,
        "unevaluatedProperties": inner | never,
        # What draft-07 enforces is data here.
        "dependencies": _needs | members,
        "additionalItems": inner,
    }


def _some_of(keywords):
    """Draw a few keywords with their values."""
    pairs = st.lists(
        st.sampled_from(sorted(keywords)), max_size=3, unique=True
    )
    return pairs.flatmap(
        lambda chosen: st.fixed_dictionaries(
            {keyword: keywords[keyword] for keyword in chosen}
        )
    )


UNIONS = {"anyOf", "oneOf", "unevaluatedItems", "unevaluatedProperties"}


def schemas(*, draft7=False, unions=True):
    """
    Schemas, with definitions that may refer to each other downwards.

    Without `unions`, each violation is that of one keyword at one place:
    neither `UNIONS` nor the schema `false` occur, but where it ends an array
    or closes an object.
    """
    booleans = st.booleans() if unions else always
    leaf = _some_of(_assertions) | _some_of(_assertions) | booleans

    def applicators(inner):
        found = _applicators(inner, draft7)
        if unions:
            return found
        return {name: found[name] for name in found if name not in UNIONS}

    references = st.sampled_from(("#/definitions/x", "#/definitions/y")).map(
        lambda reference: {"$ref": reference}
    )

    def deeper(inner):
        return st.one_of(
            _some_of(_assertions | applicators(inner)),
            _some_of(applicators(inner)),
        )

    plain = st.recursive(leaf, deeper, max_leaves=6)
    referring = st.recursive(leaf | references, deeper, max_leaves=8)

    def whole(parts):
        schema, first, second = parts
        if isinstance(schema, bool):
            schema = {"allOf": [schema]}
        schema = {**schema, "definitions": {"x": first, "y": second}}
        if draft7:
            schema["$schema"] = "http://json-schema.org/draft-07/schema#"
            if "$ref" in schema:
                schema = {**schema, "allOf": [{"$ref": schema.pop("$ref")}]}
        return schema

    # `x` may refer to `x` inside of a member, where a step consumes some of
    # the value; what refers to itself in place is refused before.
    return st.tuples(referring, referring, plain).map(whole)


simple_schemas = st.builds(
    lambda assertions, items: assertions | items,
    _some_of(_assertions),
    st.sampled_from(({}, {"items": {"type": "integer"}}, {"items": True})),
)
"""Schemas in which each keyword stands for itself."""
