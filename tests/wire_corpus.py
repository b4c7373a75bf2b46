"""Schemas by hand, one for each way in which authors say things."""

from __future__ import annotations

from typing import Any

DRAFT_07 = "http://json-schema.org/draft-07/schema#"
TEXT = {"type": "string"}
WHOLE = {"type": "integer"}


def obj(*required: str, **properties: Any) -> dict:
    return {
        "type": "object",
        "properties": properties,
        **({"required": list(required)} if required else {}),
    }


def closed(*required: str, **properties: Any) -> dict:
    return {**obj(*required, **properties), "additionalProperties": False}


def old(schema: dict) -> dict:
    return {**schema, "$schema": DRAFT_07}


TREE = obj(
    "v", v=WHOLE, kids={"type": "array", "items": {"$ref": "#/$defs/T"}}
)
CAT = obj("t", "n", t={"const": "cat"}, n={"type": "integer", "minimum": 1})
DOG = obj("t", t={"const": "dog"}, n={"type": ["string", "null"]}, m=TEXT)

CORPUS: dict[str, dict] = {
    # arrays
    "bare array": obj(a={"type": "array"}),
    "any items": obj(a={"type": "array", "items": True}),
    "no items": obj(a={"type": "array", "items": False}),
    "untold items": obj(a={"type": "array", "items": {}}),
    "tuple": obj(a={"type": "array", "prefixItems": [TEXT, WHOLE]}),
    "closed tuple": obj(
        a={"type": "array", "prefixItems": [TEXT, WHOLE], "items": False}
    ),
    "tuple and rest": obj(
        a={
            "type": "array",
            "prefixItems": [TEXT, False],
            "items": {"type": "boolean"},
            "minItems": 1,
            "maxItems": 4,
        }
    ),
    "short tuple": obj(
        a={"type": "array", "prefixItems": [TEXT, WHOLE], "maxItems": 2}
    ),
    "old tuple": old(obj(a={"type": "array", "items": [TEXT, WHOLE]})),
    "old tuple and rest": old(
        obj(
            a={
                "type": "array",
                "items": [TEXT, WHOLE],
                "additionalItems": {"type": "boolean"},
            }
        )
    ),
    "old closed tuple": old(
        obj(a={"type": "array", "items": [TEXT], "additionalItems": False})
    ),
    "two tuples": obj(
        a={
            "type": "array",
            "allOf": [
                {"prefixItems": [TEXT]},
                {"prefixItems": [{"minLength": 1}], "items": WHOLE},
                {"items": {"maxLength": 3}},
            ],
        }
    ),
    "bounded array": obj(
        a={
            "type": "array",
            "items": TEXT,
            "minItems": 3,
            "uniqueItems": True,
            "contains": {"const": "a"},
            "minContains": 1,
            "maxContains": 2,
        }
    ),
    "trivial bounds": obj(
        a={"type": "array", "items": TEXT, "minItems": 0, "uniqueItems": False}
    ),
    "array or object": obj(
        a={
            "type": ["array", "object"],
            "items": TEXT,
            "properties": {"x": TEXT},
        }
    ),
    "any of all types": obj(
        a={"type": ["array", "object", "string", "null"], "items": WHOLE}
    ),
    # texts and numbers
    "lookahead": obj(a={"type": "string", "pattern": "^(?=a)"})
    | {"properties": {"a": {"type": "string", "pattern": "^a{2,4}$"}}},
    "word bound": obj("a", a={"type": "string", "pattern": "^a\\b"}),
    "formats": obj(
        a={"type": "string", "format": "color"},
        b={"type": "string", "format": "date"},
        c={"type": "string", "contentEncoding": "base64"},
    ),
    "bounds together": obj(
        "n",
        n={
            "type": "number",
            "minimum": 0,
            "multipleOf": 2,
            "allOf": [
                {"minimum": 2, "maximum": 40},
                {"multipleOf": 3, "maximum": 60},
                {"exclusiveMinimum": 1, "exclusiveMaximum": 50},
            ],
        },
    ),
    "fractions together": obj(
        n={
            "type": "number",
            "multipleOf": 0.5,
            "allOf": [{"multipleOf": 0.75}],
        }
    ),
    "patterns together": obj(
        s={"type": "string", "pattern": "a", "allOf": [{"pattern": "b"}]}
    ),
    "integer and number": obj(n={"type": "number", "allOf": [WHOLE]}),
    "long description": obj(
        s={
            "type": "string",
            "pattern": "^a*$",
            "description": "x",
            "default": "a" * 120,
        }
    ),
    # values
    "mixed enum": obj("e", e={"enum": ["a", 1, True, None, ""]}),
    "enum of types": obj(
        "e", e={"type": ["string", "null"], "enum": ["a", 1]}
    ),
    "nullable enum": obj(e={"type": ["string", "null"], "enum": ["C", "F"]}),
    "enum with null": obj("e", e={"enum": ["x", None]}),
    "only null": obj("e", e={"const": None}),
    "objects in enum": obj(e={"enum": [{"a": 1}, "b"]}),
    "object const": obj("e", e={"const": {"a": {"b": [1]}}}),
    "array const": obj("e", e={"const": [1], "type": "array"}),
    "bound enum": obj(
        "e", e={"enum": ["a", "abc", 1, 9], "maxLength": 2, "maximum": 5}
    ),
    "patterned enum": obj("e", e={"enum": ["ab", "cd"], "pattern": "^a"}),
    "enums together": obj(
        "e", e={"enum": ["a", "b"], "allOf": [{"enum": ["b", "c"]}]}
    ),
    "numbers in enum": obj(e={"enum": [1, 2.5]}, f={"enum": [1, 2]}),
    "texts like numbers": obj("e", e={"enum": ["1", 1, ""]}),
    "enum or text": obj(e={"anyOf": [{"const": True}, TEXT]}),
    "impossible enum": obj(e={"type": "integer", "enum": ["a"]}, f=TEXT),
    # objects
    "no properties": {"type": "object"},
    "anything": {"type": "object", "additionalProperties": True},
    "typed rest": {"type": "object", "additionalProperties": WHOLE},
    "rest and names": {**obj(a=TEXT), "additionalProperties": WHOLE},
    "open on purpose": {**obj("a", a=TEXT), "additionalProperties": {}},
    "untyped rest": {**obj(a=TEXT), "additionalProperties": {"minLength": 1}},
    "undeclared": {
        "type": "object",
        "required": ["a", "b"],
        "properties": {"a": TEXT},
    },
    "undeclared and closed": obj(
        o={"type": "object", "required": ["b"], "additionalProperties": False},
        p=TEXT,
    ),
    "undeclared by rest": {
        "type": "object",
        "required": ["a"],
        "additionalProperties": TEXT,
    },
    "true and false": obj("a", a=True, b=False, c=TEXT),
    "false and closed": closed(a=False, b=TEXT),
    "refused": obj(a={"not": {}}, b=TEXT),
    "untyped": obj(
        a={},
        b={"description": "any"},
        c={"minLength": 1},
        d={"properties": {}},
    ),
    "untyped object": obj(
        "a", a={"properties": {"x": TEXT}, "required": ["x"]}
    ),
    "conflicting hints": obj(a={"minLength": 1, "minimum": 2}),
    "sizes": obj(
        a={**obj(x=TEXT), "minProperties": 1, "maxProperties": 2},
        b={
            "type": "object",
            "additionalProperties": TEXT,
            "minProperties": 2,
            "maxProperties": 3,
        },
    ),
    "optional nulls": obj(
        a={"type": ["integer", "null"], "default": None},
        b={"type": ["integer", "null"]},
        c={"anyOf": [TEXT, {"type": "null"}]},
        d={"type": "string", "const": "x"},
    ),
    "nulls refused": obj(
        a={"type": ["string", "null"], "not": {"type": "null"}},
        b={"oneOf": [{}, {"type": "null"}]},
        c={"if": {"type": "null"}, "then": False, "type": ["string", "null"]},
        d={"if": {"type": "null"}, "else": False, "type": ["string", "null"]},
        e={"allOf": [{"type": ["string", "null"]}, {"enum": ["a", None]}]},
        f={"enum": ["a"], "type": ["string", "null"]},
    ),
    "odd keys": obj(
        "a b",
        **{"a b": TEXT, "": WHOLE, "x.y": TEXT, "größe": {"type": "boolean"}},
    ),
    "odd keys, closed": closed("a b", **{"a b": TEXT, "$ref": WHOLE}),
    "odd keys, typed rest": {
        **obj(**{"a b": TEXT}),
        "additionalProperties": WHOLE,
        "propertyNames": {"maxLength": 9},
        "patternProperties": {"^x-": TEXT},
        "if": {"required": ["a b"]},
        "then": {"required": ["c"]},
    },
    "patterns beside names": {
        **obj(**{"x-a": {"maxLength": 3}, "y": TEXT}),
        "patternProperties": {"^x-": TEXT},
    },
    "patterns, closed": obj(
        a={**closed(y=TEXT), "patternProperties": {"^x-": TEXT}}
    ),
    "key names": obj(
        a={**obj(y=TEXT), "propertyNames": {"maxLength": 3}},
        b={
            "type": "object",
            "additionalProperties": WHOLE,
            "propertyNames": {"enum": ["p", "q"]},
        },
    ),
    "impossible keys": obj(
        a={
            "type": "object",
            "additionalProperties": WHOLE,
            "propertyNames": {"type": "integer"},
        },
        b=TEXT,
    ),
    # maps
    "map": obj("m", m={"type": "object", "additionalProperties": TEXT}),
    "map of maps": obj(
        m={
            "type": ["object", "null"],
            "additionalProperties": {
                "type": "object",
                "additionalProperties": WHOLE,
            },
        }
    ),
    "map of anything": obj("m", m={"type": "object"}),
    "map of nothing": obj(
        m={"type": "object", "additionalProperties": {"not": {}}}, b=TEXT
    ),
    "map by pattern": obj(
        m={
            "type": "object",
            "patternProperties": {"^x-": WHOLE},
            "additionalProperties": False,
        }
    ),
    "map by open pattern": obj(
        m={"type": "object", "patternProperties": {"^x-": WHOLE}}
    ),
    "map by two patterns": obj(
        m={
            "type": "object",
            "patternProperties": {"^x-": WHOLE, "^y-": TEXT},
            "additionalProperties": False,
        }
    ),
    "map by hard pattern": obj(
        m={
            "type": "object",
            "patternProperties": {
                "^a\\b": {"type": "object", "additionalProperties": WHOLE}
            },
            "additionalProperties": False,
        }
    ),
    "map or list": obj(
        m={
            "anyOf": [
                {"type": "object", "additionalProperties": TEXT},
                {"type": "array", "items": TEXT},
            ]
        }
    ),
    # unions
    "tagged": obj("p", p={"oneOf": [CAT, DOG]}),
    "tagged, by enum": obj(
        p={
            "oneOf": [
                closed("t", t={"enum": ["a", "b"]}, x=WHOLE),
                closed(
                    "t", t={"enum": ["c"]}, x={"type": ["integer", "null"]}
                ),
            ]
        }
    ),
    "overlapping": obj(p={"oneOf": [WHOLE, {"type": "number"}]}),
    "overlapping, relaxed": obj(
        p={
            "oneOf": [
                {"type": "string", "minLength": 2},
                {"type": "string", "maxLength": 3, "format": "color"},
            ]
        }
    ),
    "one of one of": obj(
        p={
            "oneOf": [
                {
                    "oneOf": [
                        {"type": "string", "minLength": 2},
                        {"type": "string"},
                    ]
                },
                {"type": "null"},
            ]
        }
    ),
    "one of any": obj(p={"oneOf": [{}, {"type": "null"}], "description": "p"}),
    "any of any": obj(p={"anyOf": [True, TEXT]}),
    "both unions": obj(
        p={
            "anyOf": [{"minLength": 1}, {"type": "null"}],
            "oneOf": [{"type": "string"}, {"type": "integer"}],
        }
    ),
    "many unions": obj(
        p={
            "allOf": [
                {"anyOf": [{"minimum": i}, {"maximum": -i}, {"const": i}]}
                for i in range(1, 6)
            ],
            "type": "integer",
        }
    ),
    "beside a union": obj(
        p={
            **obj("a", a=TEXT, b=WHOLE),
            "anyOf": [{"required": ["b"]}, obj(c=TEXT)],
        }
    ),
    "impossible branch": obj(
        p={"anyOf": [{"type": "string", "enum": [1]}, WHOLE]}
    ),
    "union of one": obj(p={"anyOf": [TEXT], "description": "one"}),
    "same branches": obj(p={"anyOf": [TEXT, TEXT]}),
    "alike but for null": obj(
        p={
            "anyOf": [
                closed("x", x={"type": ["string", "null"]}),
                closed(x=TEXT),
            ]
        }
    ),
    "told apart by keys": obj(
        p={
            "anyOf": [
                closed("x", x={"type": ["string", "null"]}, y=WHOLE),
                closed(x=TEXT, z=WHOLE),
            ]
        }
    ),
    "union of types": obj(p={"type": ["string", "integer", "boolean"]}),
    # all of
    "all of objects": obj(
        p={"allOf": [obj("a", a=TEXT), obj(b=WHOLE, a={"maxLength": 3})]}
    ),
    "all of, one closed": obj(
        p={"allOf": [closed(a=TEXT, c=TEXT), obj(b=WHOLE, c={"minLength": 1})]}
    ),
    "all of, with rest": obj(
        p={
            "allOf": [
                {**obj(a=TEXT), "additionalProperties": WHOLE},
                obj(b={"minimum": 1}),
                {"patternProperties": {"^x": WHOLE}},
            ]
        }
    ),
    "all of, typed rests": obj(
        p={
            "allOf": [
                {"type": "object", "additionalProperties": WHOLE},
                {"additionalProperties": {"minimum": 1}},
            ]
        }
    ),
    "unevaluated": obj(
        p={
            "type": "object",
            "allOf": [obj(a=TEXT)],
            "properties": {"b": WHOLE},
            "unevaluatedProperties": False,
        },
        q={
            "allOf": [{**obj(a=TEXT), "unevaluatedProperties": False}],
            "type": "object",
        },
        r={"type": "array", "prefixItems": [TEXT], "unevaluatedItems": False},
    ),
    "impossible all of": obj(p={"allOf": [TEXT, WHOLE]}, q=TEXT),
    # verdicts
    "verdicts": obj(
        a={"type": "string", "not": {"const": "x"}},
        b={
            "type": "string",
            "if": {"minLength": 2},
            "then": {"pattern": "^a"},
            "else": {"const": "b"},
        },
        c={"type": "string", "then": {"const": "ignored"}},
        d={"not": {"oneOf": [TEXT, {"type": "string", "minLength": 2}]}},
    ),
    "dependent": {
        **obj(a=TEXT, b=TEXT),
        "dependentRequired": {"a": ["b"]},
        "dependentSchemas": {"b": {"required": ["a"]}},
        "dependencies": {"a": ["zzz"]},
    },
    "old dependencies": old(
        {
            **obj(a=TEXT, b=TEXT, c=TEXT),
            "dependencies": {"a": ["b"], "b": {"required": ["c"]}},
        }
    ),
    "annotations": {
        **obj(
            a={
                "type": "string",
                "title": "A",
                "default": "x",
                "examples": ["y"],
                "deprecated": True,
                "readOnly": True,
                "$comment": "no",
                "x-own": 1,
                "allOf": [{"title": "B", "description": "b"}],
            },
            o={**obj(x=TEXT), "default": {"x": "y"}},
        ),
        "title": "Root",
        "$id": "https://example.com/root",
    },
    # references
    "reference": {**obj("u", u={"$ref": "#/$defs/U"}), "$defs": {"U": TEXT}},
    "named twice": {
        **obj(
            a={"$ref": "#/$defs/a~1b"},
            b={"$ref": "#/$defs/a%20b"},
            c={"$ref": "#x"},
        ),
        "$defs": {
            "a/b": {"enum": ["a"]},
            "a b": {"type": "integer"},
            "": {"$anchor": "x", "type": "boolean"},
        },
    },
    "reference to true": {
        **obj(a={"$ref": "#/$defs/A"}, b={"$ref": "#/$defs/B"}, c=TEXT),
        "$defs": {"A": True, "B": False},
    },
    "reference with company": {
        **obj(
            a={"$ref": "#/$defs/A", "description": "an A", "maxLength": 3},
            b={"$ref": "#/$defs/A", "description": "only told"},
        ),
        "$defs": {"A": {"type": "string", "minLength": 1, "description": "A"}},
    },
    "old reference": old(
        {
            **obj(a={"$ref": "#/definitions/A", "maxLength": 1}),
            "definitions": {"A": TEXT},
        }
    ),
    "old closed reference": old(
        {
            **obj(
                a={"$ref": "#/definitions/A"},
                b={"allOf": [{"$ref": "#/definitions/A"}], "title": "b"},
            ),
            "definitions": {"A": obj(x=TEXT)},
        }
    ),
    "tree": {**obj(t={"$ref": "#/$defs/T"}), "$defs": {"T": TREE}},
    "told tree": {
        **obj(
            t={"$ref": "#/$defs/T", "description": "told"},
            u={"$ref": "#/$defs/T", "$comment": "nothing"},
        ),
        "$defs": {"T": TREE},
    },
    "bound tree": {
        **obj(t={"$ref": "#/$defs/T", "minProperties": 1}),
        "$defs": {
            "T": obj(v=TEXT, k={"$ref": "#/$defs/T", "minProperties": 1})
        },
    },
    "tree of all of": {
        **obj(t={"$ref": "#/$defs/T"}),
        "$defs": {
            "T": {
                "allOf": [{"$ref": "#/$defs/B"}, obj(n={"$ref": "#/$defs/T"})]
            },
            "B": obj("v", v=WHOLE),
        },
    },
    "endless": {
        **obj(t={"$ref": "#/$defs/T"}, s=TEXT),
        "$defs": {"T": obj("n", n={"$ref": "#/$defs/T"})},
    },
    "endless and bound": {
        **obj(t={"$ref": "#/$defs/T", "minProperties": 1}, s=TEXT),
        "$defs": {
            "T": closed("n", n={"$ref": "#/$defs/T", "minProperties": 1})
        },
    },
    "impossible definition": {
        **obj(a={"$ref": "#/$defs/A"}, b=TEXT),
        "$defs": {"A": {"allOf": [TEXT, WHOLE]}},
    },
    "root again": obj(v=TEXT, kids={"type": "array", "items": {"$ref": "#"}}),
    # roots
    "root union": {
        "type": "object",
        "anyOf": [obj("a", a=TEXT), obj("b", b=TEXT)],
    },
    "root one of": {
        **obj(x=TEXT),
        "oneOf": [closed("a", a=TEXT), closed("b", b=TEXT)],
    },
    "root requirement": {
        **obj(a=TEXT, b=TEXT),
        "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
    },
    "root all of": {
        **obj(a=TEXT),
        "allOf": [obj("b", b=TEXT), {"required": ["a"]}],
    },
    "closed root all of": {**closed(a=TEXT), "allOf": [obj(b=TEXT)]},
    "odd root all of": {
        **obj(a=TEXT),
        "allOf": [
            True,
            {"if": {"required": ["a"]}, "then": {"required": ["b"]}},
        ],
    },
    "root reference": {
        "type": "object",
        "$ref": "#/$defs/R",
        "$defs": {"R": obj("a", a=TEXT)},
    },
    "root enum": {"type": "object", "enum": [{"a": 1}, {}]},
    "root not": {**obj(a=TEXT), "not": {"required": ["a"]}},
    "impossible root": {**obj("a", a=False)},
    "union of roots and nulls": {
        **obj(k={"type": "integer"}),
        "anyOf": [obj("a", a=TEXT, k={"minimum": 1}), obj("b", b=WHOLE)],
        "description": "pick",
    },
    # what meets seldom
    "tuple of nothing": obj(
        a={"type": "array", "prefixItems": [False]}, b=TEXT
    ),
    "pattern twice": obj(
        s={"type": "string", "pattern": "a", "allOf": [{"pattern": "a"}]}
    ),
    "impossible root enum": {"type": "object", "enum": ["a"]},
    "impossible object or text": obj(
        a={
            "type": ["object", "string"],
            "required": ["b"],
            "properties": {"b": False},
        }
    ),
    "contains on a text": obj(a={"type": "string", "contains": TEXT}),
    "nested dependencies": old(
        obj(
            o={
                **obj(a=TEXT, b=TEXT),
                "dependencies": {"a": ["b"], "b": {"required": ["a"]}},
            }
        )
    ),
    "nested dependents": obj(
        o={
            **obj(a=TEXT, b=TEXT),
            "dependentRequired": {"a": ["b"]},
            "dependentSchemas": {"b": {"required": ["a"]}},
        }
    ),
    "map of all of": obj(
        m={
            "type": "object",
            "allOf": [{"minProperties": 2}, {"additionalProperties": TEXT}],
        }
    ),
    "null refused beside a union": obj(
        a={
            "anyOf": [TEXT, {"type": "null"}],
            "not": {"type": "null"},
        }
    ),
    "old null refused": old(
        {
            **obj(a={"$ref": "#/definitions/A", "type": "string"}),
            "definitions": {"A": {"type": ["string", "null"]}},
        }
    ),
    "one of references": {
        **obj(
            p={
                "oneOf": [
                    {"$ref": "#/$defs/C"},
                    {"$ref": "#/$defs/D"},
                    {"type": "null"},
                ]
            },
            q={"oneOf": [{"$ref": "#/$defs/C"}, False, True]},
        ),
        "$defs": {"C": CAT, "D": {"allOf": [DOG]}},
    },
    "old one of references": old(
        {
            **obj(
                p={
                    "oneOf": [
                        {"$ref": "#/definitions/C"},
                        {"$ref": "#/definitions/D"},
                    ]
                }
            ),
            "definitions": {"C": CAT, "D": DOG},
        }
    ),
    "verdict on references": {
        **obj(
            a={"not": {"$ref": "#/$defs/N"}}, b={"not": {"$ref": "#/$defs/T"}}
        ),
        "$defs": {
            "N": {"type": "null"},
            "T": obj(t={"$ref": "#/$defs/T"}, d={"$ref": "#/$defs/N"}),
        },
    },
    "trees in each other": {
        **obj(a={"$ref": "#/$defs/A"}),
        "$defs": {
            "A": obj(b={"$ref": "#/$defs/B"}, c={"$ref": "#/$defs/C"}),
            "B": obj(a={"$ref": "#/$defs/A"}, c={"$ref": "#/$defs/C"}),
            "C": obj(x={"anyOf": [True, TEXT]}, y=TEXT),
        },
    },
    "any scalar among types": obj(
        a={"type": "array", "items": {}, "minItems": 1}
    ),
    "union beside texts": obj(
        p={
            "type": "string",
            "minLength": 1,
            "oneOf": [{"maxLength": 3}, {"pattern": "^a"}],
        }
    ),
    "two unions beside": obj(
        p={
            **obj(a=TEXT),
            "anyOf": [{"required": ["a"]}, {"minProperties": 2}],
            "oneOf": [obj("b", b={"const": 1}), obj("b", b={"const": 2})],
        }
    ),
    "names like keywords among dependents": {
        **obj(a=TEXT, properties=TEXT),
        "dependentRequired": {"properties": ["a"], "$defs": ["a"]},
    },
    "null of an undeclared member": {
        "type": "object",
        "anyOf": [obj(limit=TEXT), obj(query=TEXT)],
    },
    "null of a member that only the wire takes": {
        "type": "object",
        "additionalProperties": {
            "anyOf": [
                obj("query", query=TEXT, tags={"type": "integer"}),
                obj(
                    "tags", tags={"oneOf": [{"minimum": 1}, {"type": "null"}]}
                ),
                obj("kind", kind={"oneOf": [{}, {"type": "null"}]}),
            ]
        },
    },
    "a map that nothing may be in": obj(
        a={"type": "object", "unevaluatedProperties": False},
        b={"type": "object", "unevaluatedProperties": WHOLE},
        c={"type": "object", "dependentRequired": {"a b": ["value"]}},
        d={
            "type": "object",
            "dependentSchemas": {"a": {"minProperties": 2}},
            "oneOf": [{"properties": {}}],
        },
    ),
    "a map beside what is said of lists": obj(
        a={"type": "object", "maxItems": 2, "items": TEXT},
        b={"type": "object", "allOf": [{"uniqueItems": True}]},
        c={"allOf": [{"items": TEXT}], "anyOf": [{"type": ["object"]}]},
    ),
    "items that nothing fits": obj(
        a={"items": {"enum": []}},
        b={"items": {"const": "k", "allOf": [{"enum": ["a"]}]}},
        c={"type": "array", "items": {"type": "object", "const": None}},
        d={"oneOf": [{"items": {"enum": []}}], "type": "object"},
    ),
    "undeclared names": obj(
        "a",
        "zz",
        a={
            "type": "object",
            "properties": {"a b": {}},
            "required": ["c", "zz"],
        },
        b={"type": "object", "required": ["c", "zz"]},
    ),
    "a renamed key like another": {
        **obj("a b", p_a_b_c8687a08=WHOLE, **{"a b": TEXT}),
        "additionalProperties": False,
    },
    "a definition named like any value": {
        **obj(c={"$ref": "#/$defs/any_value"}, d={"type": "array"}),
        "$defs": {"any_value": obj(x={"$ref": "#/$defs/any_value"})},
    },
    "texts of a true subschema": {
        **obj(p=True),
        "allOf": [obj(p={"enum": [""]})],
    },
    "null beside a value that is no text": obj(
        "p",
        p={"allOf": [{"type": ["object", "null"]}, {"enum": [{}]}]},
    ),
    "evaluated by the rest": obj(
        p={
            **obj(a={}),
            "additionalProperties": {},
            "unevaluatedProperties": False,
        }
    ),
    "true at a place": obj(
        p={"type": "array", "prefixItems": [{"enum": [1, 2]}, True]}
    ),
    "null further in, where another form is open": {
        **obj(p={"anyOf": [{"$ref": "#/$defs/B"}, {"type": "object"}]}),
        "$defs": {"B": obj(n={"$ref": "#/$defs/B"}, v={"type": "array"})},
    },
    "a true member with an odd name": obj(**{"q r": True}),
    "listed names that match a pattern": obj(
        a={
            "patternProperties": {"^a": {}},
            "propertyNames": {"enum": ["a", "b"]},
        },
        b={
            "type": "object",
            "patternProperties": {"^a": TEXT},
            "propertyNames": {"const": "b"},
        },
    ),
    "null in an enum that only the wire takes": obj(
        p={
            "anyOf": [{"enum": [None]}],
            "if": {"type": "string"},
            "else": {"enum": [{}]},
        }
    ),
    "any other member": obj(
        a={"additionalProperties": {"allOf": [{}]}},
        b={"properties": {"a b": {"additionalProperties": {"anyOf": [{}]}}}},
    ),
    "evaluated by a condition": {
        **obj(
            p={
                "properties": {},
                "unevaluatedProperties": False,
                "if": {"$ref": "#/$defs/B"},
                "else": {"type": "object"},
            }
        ),
        "$defs": {"B": obj(v={"type": "object"})},
    },
    "anything beside a map of objects": obj(
        p={
            "oneOf": [
                {"anyOf": [{}]},
                {"type": "object", "additionalProperties": obj(b=TEXT)},
            ]
        },
        q={"anyOf": [{"type": "array"}, {"items": obj(b=TEXT)}]},
    ),
    "a size beside null that only the wire takes": obj(
        "p",
        p={
            "type": "object",
            "properties": {"v": {"oneOf": [True, True, TEXT]}},
            "minProperties": 1,
        },
    ),
    "not anything": obj(
        p={"oneOf": [TEXT, {"not": {"anyOf": [WHOLE, True]}}]},
        q={"not": {"anyOf": [{}]}},
    ),
    "branches alike beside the rest": obj(
        t={
            "oneOf": [{"type": "boolean"}, {"type": "boolean"}],
            "not": {"type": "string"},
        }
    ),
    "tuple of mixed values": obj(
        a={
            "type": "array",
            "prefixItems": [{"enum": ["a", 1]}, TEXT],
            "items": False,
        }
    ),
    "reference to a union of one": {
        **obj(limit={"$ref": "#/$defs/I"}),
        "$defs": {"I": {"anyOf": [TEXT, TEXT]}},
    },
}
"""Each is an input schema that a registry takes."""
