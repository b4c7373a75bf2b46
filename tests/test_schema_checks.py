"""All checks together: order, errors, laws, the official suite, bounds."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
import textwrap
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timing import environment, over
from toolgate.exceptions import (
    CyclicReferenceError,
    InvalidSchemaError,
    SchemaError,
    SchemaLimitError,
    UnresolvableReferenceError,
    UnsupportedDialectError,
    UnsupportedFormatError,
    UnsupportedPatternError,
)
from toolgate.limits import SchemaLimits
from toolgate.schema.checks import SchemaRules, check_schema
from toolgate.schema.dialects import (
    DEFAULT_DIALECTS,
    DRAFT_07,
    DRAFT_2019_09,
    DRAFT_2020_12,
)
from toolgate.schema.formats import FORMATS

RULES = SchemaRules()


def refusal(schema, rules=RULES, **options):
    with pytest.raises(SchemaError) as caught:
        check_schema(schema, rules, **options)
    return caught.value


# --- what comes out ---------------------------------------------------------


def test_a_plain_tool_schema():
    schema = {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Ünïcode"}},
        "required": ["city"],
        "x-unknown": None,
    }
    checked = check_schema(schema, RULES)
    assert checked.document == schema
    assert list(checked.document) == list(schema)
    assert checked.document is not schema
    assert checked.dialect is DRAFT_2020_12
    assert json.loads(checked.canonical) == schema
    assert checked.patterns == checked.resources == {}
    assert checked.cost.flat
    assert checked.cost.expansion == 1
    assert not checked.links.parts


@pytest.mark.parametrize("schema", [True, False, {}])
def test_the_shortest_schemas(schema):
    assert check_schema(schema, RULES).document == schema


def test_patterns_are_compiled_those_of_resources_too():
    schema = {
        "pattern": "^a",
        "patternProperties": {"b$": {"$ref": "urn:a:b"}},
        "items": {"pattern": "^a"},
        "enum": [{"pattern": "("}],
    }
    rules = SchemaRules(resources={"urn:a:b": {"pattern": "c+"}})
    patterns = check_schema(schema, rules).patterns
    assert patterns.keys() == {"^a", "b$", "c+"}
    assert patterns["^a"].search("ab")
    assert not patterns["^a"].search("ba")


def test_resources_are_those_that_are_reached():
    resources = {
        "urn:r:1": {"$ref": "urn:r:2#/$defs/x"},
        "urn:r:2": {"$defs": {"x": {"items": {"$ref": "urn:r:1"}}}},
        "urn:r:3": {"$ref": "urn:no:where"},
    }
    rules = SchemaRules(resources=resources)
    checked = check_schema({"not": {"$ref": "urn:r:1#"}}, rules)
    assert checked.resources == {
        uri: (resources[uri], DRAFT_2020_12) for uri in ("urn:r:1", "urn:r:2")
    }
    assert check_schema({}, rules).resources == {}


def test_the_bundled_metaschemas_are_resources():
    checked = check_schema({"not": {"$ref": DRAFT_07.uri}}, RULES)
    metaschema = DRAFT_07.validator_class.META_SCHEMA
    assert checked.resources == {DRAFT_07.uri: (metaschema, DRAFT_07)}
    checked = check_schema({"not": {"$ref": DRAFT_2020_12.uri}}, RULES)
    assert len(checked.resources) == 8  # the metaschema, seven vocabularies


def test_each_resource_keeps_its_dialect():
    resources = {
        "urn:r:7": {"$schema": DRAFT_07.uri, "items": [{}]},
        "urn:r:n": {"items": [{}]},
    }
    rules = SchemaRules(resources=resources)
    schema = {"$schema": DRAFT_2020_12.uri, "not": {"$ref": "urn:r:7"}}
    checked = check_schema(schema, rules)
    assert checked.resources["urn:r:7"][1] is DRAFT_07
    # without $schema it speaks the dialect of the schema that is checked
    schema = {"$schema": DRAFT_07.uri, "not": {"$ref": "urn:r:n"}}
    assert check_schema(schema, rules).resources["urn:r:n"][1] is DRAFT_07
    error = refusal({"not": {"$ref": "urn:r:n"}}, rules)
    assert str(error) == (
        "schema at /not/$ref: in urn:r:n#/items: `items` must be a schema: "
        "an object or a boolean"
    )


def test_links_lead_to_the_targets():
    schema = {"$ref": "#/$defs/a", "$defs": {"a": {"type": "null"}}}
    checked = check_schema(schema, RULES)
    document = checked.document
    assert checked.links.targets == {
        (id(document), "$ref"): document["$defs"]["a"]
    }


# --- the order of the checks ------------------------------------------------

FAULTS = [
    (SchemaLimitError, {"a": {"b": {"c": {"d": {"e": {"f": {}}}}}}}),
    (UnsupportedDialectError, {"$schema": "urn:x:y"}),
    (InvalidSchemaError, {"type": "strng"}),
    (UnresolvableReferenceError, {"items": {"$ref": "#/nowhere"}}),
    (CyclicReferenceError, {"not": {"$ref": "#/not"}}),
    (SchemaLimitError, {"allOf": [{}] * 20}),
    (UnsupportedPatternError, {"pattern": "("}),
    (UnsupportedFormatError, {"format": "colour"}),
]


@pytest.mark.parametrize("first", range(len(FAULTS)))
def test_the_first_check_that_fails_says_so(first):
    limits = SchemaLimits(max_depth=5, max_expansion=10)
    rules = SchemaRules(limits=limits, assert_formats=True)
    schema = {}
    for _, fault in FAULTS[first:]:
        schema |= fault
    assert type(refusal(schema, rules)) is FAULTS[first][0]


# --- JSON and limits --------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        (None, "schema at (root): the schema must be an object or a boolean"),
        ([], "schema at (root): the schema must be an object or a boolean"),
        ("{}", "schema at (root): the schema must be an object or a boolean"),
        (
            {"enum": [float("nan")]},
            "schema at /enum/0: NaN is not a JSON number",
        ),
        (
            {"properties": {"a": {"default": {1}}}},
            (
                "schema at /properties/a/default: a Python set is not a JSON "
                "value"
            ),
        ),
        (
            {"const": "\ud800"},
            (
                "schema at /const: half of a surrogate pair, which is no "
                "character"
            ),
        ),
    ],
)
def test_what_is_not_json_is_refused(schema, said):
    error = refusal(schema)
    assert type(error) is InvalidSchemaError
    assert str(error) == said


def test_a_key_that_is_no_string_is_refused():
    assert type(refusal({"properties": {1: {}}})) is InvalidSchemaError


def test_a_schema_that_holds_itself_is_too_deep():
    schema: dict = {}
    schema["not"] = schema
    error = refusal(schema)
    assert type(error) is SchemaLimitError
    assert error.reason == "nested deeper than 64 levels"


def nested(levels):
    schema: dict = {}
    for _ in range(levels - 1):
        schema = {"items": schema}
    return schema


def test_the_limit_on_depth_is_exact():
    assert check_schema(nested(64), RULES).cost.expansion == 1
    assert type(refusal(nested(65))) is SchemaLimitError


def test_the_limit_on_size_is_that_of_the_text_in_utf_8():
    rules = SchemaRules(limits=SchemaLimits(max_bytes=1000))
    text = "é" * 480
    assert check_schema({"title": text}, rules).document["title"] == text
    error = refusal({"title": "é" * 500}, rules)
    assert str(error) == "schema at (root): larger than 1000 bytes"
    assert type(error) is SchemaLimitError
    error = refusal({"enum": [0] * 1000}, rules)
    assert type(error) is SchemaLimitError


def test_the_limit_on_subschemas():
    rules = SchemaRules(limits=SchemaLimits(max_subschemas=3))
    assert check_schema({"allOf": [{}, {}]}, rules)
    error = refusal({"allOf": [{}, {}, {}]}, rules)
    assert str(error) == "schema at /allOf/2: more than 3 subschemas"


def test_the_limit_on_expansion():
    rules = SchemaRules(limits=SchemaLimits(max_expansion=3))
    assert check_schema({"allOf": [{}, {}]}, rules).cost.expansion == 3
    error = refusal({"items": {"allOf": [{}, {}, {}]}}, rules)
    assert str(error) == (
        "schema at /items: more than 3 subschemas apply to one value"
    )


def test_an_integer_beyond_all_bounds_is_refused():
    assert type(refusal({"maximum": 10**5000})) is SchemaLimitError


def test_a_stack_that_runs_out_is_a_refusal():
    def deep(*_):
        raise RecursionError

    error = refusal({}, accepts=deep)
    assert type(error) is SchemaLimitError
    assert error.reason == "nested too deeply for the stack that is left"


# --- metaschema -------------------------------------------------------------


def test_the_engine_is_asked_and_believed():
    asked = []

    def accepts(document, dialect):
        asked.append((document, dialect))
        return True

    schema = {"type": "strng", "$ref": "urn:a:b"}
    rules = SchemaRules(resources={"urn:a:b": {"type": 5}})
    check_schema(schema, rules, accepts)
    check_schema(schema, rules, accepts)
    # a resource is held against its metaschema once
    assert [document for document, _ in asked] == [
        schema,
        {"type": 5},
        schema,
    ]
    assert {dialect.name for _, dialect in asked} == {"2020-12"}


def test_where_the_engine_says_no_the_place_is_given():
    def never(*_):
        return False

    error = refusal({"properties": {"a": {"type": 5}}}, accepts=never)
    assert error.path == ("properties", "a", "type")
    error = refusal({"type": "object"}, accepts=never)
    assert type(error) is InvalidSchemaError
    assert str(error) == "schema at (root): the schema breaks its metaschema"


def test_a_target_in_an_unknown_place_is_held_against_the_metaschema():
    schema = {"x": {"y": {"type": 5}}, "not": {"$ref": "#/x/y"}}
    error = refusal(schema)
    assert type(error) is InvalidSchemaError
    assert error.pointer == "/x/y/type"
    schema["x"]["y"] = {"pattern": "("}
    error = refusal(schema)
    assert type(error) is UnsupportedPatternError
    assert error.pointer == "/x/y/pattern"


# --- patterns and formats ---------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        ({"items": {"pattern": "("}}, "/items/pattern"),
        ({"patternProperties": {"a/(": {}}}, "/patternProperties/a~1("),
    ],
)
def test_a_pattern_is_refused_where_it_stands(schema, pointer):
    error = refusal(schema)
    assert type(error) is UnsupportedPatternError
    assert error.pointer == pointer


def test_a_pattern_refused_twice_is_refused_where_it_stands():
    """The refusal may be remembered; its place must not."""
    for place in ("items", "not"):
        assert refusal({place: {"pattern": "(("}}).path == (place, "pattern")


def test_a_pattern_in_a_resource_is_named_there():
    rules = SchemaRules(resources={"urn:a:b": {"items": {"pattern": "("}}})
    error = refusal({"not": {"$ref": "urn:a:b"}}, rules)
    assert type(error) is UnsupportedPatternError
    assert str(error).startswith(
        "schema at /not/$ref: in urn:a:b#/items/pattern: "
    )


def test_formats_are_annotations_unless_asserted():
    schema = {"properties": {"a": {"format": "colour"}}}
    assert check_schema(schema, RULES)
    rules = SchemaRules(assert_formats=True)
    error = refusal(schema, rules)
    assert type(error) is UnsupportedFormatError
    assert str(error) == (
        "schema at /properties/a/format: format 'colour' cannot be asserted; "
        "those that can: date, time, date-time, duration, email, hostname, "
        "ipv4, ipv6, uuid, uri, uri-reference, json-pointer, "
        "relative-json-pointer"
    )
    for name in FORMATS:
        assert check_schema({"format": name}, rules)


def test_a_format_in_a_resource_is_named_there():
    rules = SchemaRules(
        resources={"urn:a:b": {"format": "x"}}, assert_formats=True
    )
    error = refusal({"not": {"$ref": "urn:a:b"}}, rules)
    assert str(error).startswith("schema at /not/$ref: in urn:a:b#/format: ")


# --- rules ------------------------------------------------------------------


def test_resources_are_copied():
    resource = {"type": "string"}
    resources = {"urn:a:b#": resource}
    rules = SchemaRules(resources=resources)
    resource["type"] = 5
    resources.clear()
    checked = check_schema({"not": {"$ref": "urn:a:b"}}, rules)
    assert checked.resources["urn:a:b"][0] == {"type": "string"}
    with pytest.raises(TypeError):
        rules.resources["urn:a:c"] = {}


@pytest.mark.parametrize(
    ("resource", "kind", "said"),
    [
        (
            {"enum": [{1}]},
            InvalidSchemaError,
            (
                "schema at /enum/0: the resource 'urn:a:b': a Python set is "
                "not a JSON value"
            ),
        ),
        (
            nested(65),
            SchemaLimitError,
            "the resource 'urn:a:b': nested deeper than 64 levels",
        ),
        (
            [],
            InvalidSchemaError,
            (
                "schema at (root): the resource 'urn:a:b': the schema must "
                "be an object or a boolean"
            ),
        ),
    ],
)
def test_resources_that_are_not_json_are_refused_at_once(resource, kind, said):
    with pytest.raises(kind) as caught:
        SchemaRules(resources={"urn:a:b": resource})
    assert said in str(caught.value)


def test_more_dialects_may_be_enabled():
    schema = {"$schema": DRAFT_2019_09.uri, "$recursiveRef": "#/$defs/a"}
    schema["$defs"] = {"a": {"$recursiveAnchor": True}}
    assert type(refusal(schema)) is UnsupportedDialectError
    rules = SchemaRules(dialects=(*DEFAULT_DIALECTS, DRAFT_2019_09))
    assert check_schema(schema, rules).dialect is DRAFT_2019_09


# --- laws -------------------------------------------------------------------

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
SCHEMAS = st.recursive(
    st.booleans()
    | st.fixed_dictionaries({}, optional={"default": JSON, "const": JSON}),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "properties": st.dictionaries(
                st.sampled_from(["a", "$ref", "required"]), inner, max_size=2
            ),
            "not": inner,
            "allOf": st.lists(inner, min_size=1, max_size=2),
            "x-unknown": JSON,
            "enum": st.lists(JSON, max_size=2),
            "$ref": st.just("#/$defs/d"),
            "$defs": st.fixed_dictionaries({"d": st.just({})}),
        },
    ),
    max_leaves=5,
)


def checked_or_refused(schema):
    try:
        return check_schema(schema, RULES)
    except SchemaError as error:
        return error


@given(SCHEMAS)
@pytest.mark.requirement("verbatim")
def test_the_schema_is_kept_verbatim_and_never_changed(schema):
    """Order and nulls included; later edits of the caller's do nothing."""
    before = copy.deepcopy(schema)
    text = json.dumps(schema)
    checked = checked_or_refused(schema)
    assert schema == before
    assert json.dumps(schema) == text
    if not isinstance(checked, SchemaError):
        assert json.dumps(checked.document) == text
        if isinstance(schema, dict):
            schema["properties"] = "spoilt"
            assert json.dumps(checked.document) == text


def shuffled(value, order):
    if isinstance(value, list):
        return [shuffled(each, order) for each in value]
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: hash((key, order)))
        return {key: shuffled(value[key], order) for key in keys}
    return value


@given(JSON, st.integers())
@pytest.mark.requirement("verbatim")
def test_fingerprints_do_not_see_the_order_of_keys(value, order):
    one = check_schema({"const": value, "title": "t"}, RULES)
    other = shuffled({"title": "t", "const": value}, order)
    assert one.fingerprint == check_schema(other, RULES).fingerprint


def same(one, other):
    """Whether two JSON values are one, types of numbers included."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(
            same(one[key], other[key]) for key in one
        )
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return repr(one) == repr(other)


@given(JSON, JSON)
def test_fingerprints_are_one_only_for_the_same_schema(one, other):
    prints = [
        check_schema({"const": each}, RULES).fingerprint
        for each in (one, other)
    ]
    assert (prints[0] == prints[1]) is same(one, other)


def test_fingerprints_never_mix_numbers_and_booleans():
    values = [1, 1.0, True, "1", [1], None, 0, 0.0, False, -0.0]
    prints = {check_schema({"const": v}, RULES).fingerprint for v in values}
    assert len(prints) == len(values)


def test_fingerprints_tell_dialects_apart():
    """The same text, read in another dialect, is another schema."""
    rules = SchemaRules(dialects=DEFAULT_DIALECTS)
    texts = [
        {"$schema": uri}
        for uri in (DRAFT_07.uri, f"{DRAFT_07.uri}#", DRAFT_2020_12.uri)
    ]
    prints = {check_schema(text, rules).fingerprint for text in texts}
    assert len(prints) == 3
    assert all(p.startswith("sha256:") and len(p) == 71 for p in prints)


ANYTHING = st.recursive(
    JSON,
    lambda inner: st.dictionaries(
        st.sampled_from(
            [
                *("$ref", "$id", "$anchor", "$defs", "properties", "items"),
                *("allOf", "pattern", "patternProperties", "$schema", "not"),
                *("$dynamicRef", "$dynamicAnchor", "dependencies", "type"),
                *("unevaluatedItems", "definitions", "format"),
            ]
        ),
        inner
        | st.sampled_from(
            ["#", "#/not", "#/x/-1", "a", "#a", "http://[", "urn:a:b", "(", ""]
        ),
        max_size=4,
    ),
    max_leaves=12,
)


@given(ANYTHING, st.booleans())
def test_whatever_comes_ends_in_a_verdict_or_a_schema_error(schema, modern):
    rules = SchemaRules(resources={"urn:a:b": True}, assert_formats=True)
    if isinstance(schema, dict) and not modern:
        schema["$schema"] = DRAFT_07.uri
    error = refusal_or_none(schema, rules)
    assert error is None or (error.reason and str(error))


def refusal_or_none(schema, rules):
    try:
        check_schema(schema, rules)
    except SchemaError as error:
        return error
    return None


# --- the official suite -----------------------------------------------------

SUITE_DIALECTS = (
    ("draft2020-12", DRAFT_2020_12),
    ("draft7", DRAFT_07),
)
REFUSED = {
    # a $schema of its own, which nobody enabled
    (
        "draft2020-12/vocabulary.json",
        (
            "schema that uses custom metaschema with with no validation "
            "vocabulary"
        ),
    ): UnsupportedDialectError,
    (
        "draft2020-12/vocabulary.json",
        "ignore unrecognized optional vocabulary",
    ): UnsupportedDialectError,
    (
        "draft2020-12/optional/format-assertion.json",
        "schema that uses custom metaschema with format-assertion: false",
    ): UnsupportedDialectError,
    (
        "draft2020-12/optional/format-assertion.json",
        "schema that uses custom metaschema with format-assertion: true",
    ): UnsupportedDialectError,
    # a resource in 2019-09, which is not enabled
    (
        "draft2020-12/optional/cross-draft.json",
        "refs to historic drafts are processed as historic drafts",
    ): UnsupportedDialectError,
    (
        "draft7/optional/cross-draft.json",
        "refs to future drafts are processed as future drafts",
    ): UnsupportedDialectError,
}


def suite_schemas(data):
    folder = data / "json-schema-test-suite" / "tests"
    for name, dialect in SUITE_DIALECTS:
        for path in sorted((folder / name).rglob("*.json")):
            for case in json.loads(path.read_text(encoding="utf-8")):
                schema = case["schema"]
                if isinstance(schema, dict):
                    schema = {"$schema": dialect.uri, **schema}
                where = path.relative_to(folder).as_posix()
                yield where, case["description"], schema


def test_the_official_suite_is_taken_save_for_foreign_dialects(data):
    remotes = data / "json-schema-test-suite" / "remotes"
    rules = SchemaRules(
        resources={
            f"http://localhost:1234/{path.relative_to(remotes).as_posix()}": (
                json.loads(path.read_text(encoding="utf-8"))
            )
            for path in sorted(remotes.rglob("*.json"))
        }
    )
    refused, count = {}, 0
    for where, description, schema in suite_schemas(data):
        count += 1
        error = refusal_or_none(schema, rules)
        # what patterns are refused is the business of another room
        if error is not None and type(error) is not UnsupportedPatternError:
            refused[where, description] = type(error)
    assert count > 700
    assert refused == REFUSED


def test_all_real_tools_are_taken(data):
    lines = (data / "bfcl" / "tools.jsonl").read_text(encoding="utf-8")
    tools = [json.loads(line) for line in lines.splitlines()]
    assert len(tools) == 1765
    for tool in tools:
        checked = check_schema(tool["inputSchema"], RULES)
        assert json.dumps(checked.document) == json.dumps(tool["inputSchema"])


# --- offline ----------------------------------------------------------------


@pytest.fixture
def listener():
    """A server that notes each request, and answers it with a schema."""
    seen = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            seen.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/", seen
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.requirement("offline")
def test_no_keyword_opens_a_connection_or_a_file(listener, tmp_path):
    url, seen = listener
    file = tmp_path / "schema.json"
    file.write_text("{}", encoding="utf-8")
    for place in (f"{url}x", file.as_uri(), str(file)):
        for schema in (
            {"$ref": place},
            {"properties": {"unused": {"$ref": place}}},
            {"$defs": {"unused": {"$dynamicRef": f"{place}#a"}}},
            {"$schema": place},
            {"$id": place, "$ref": "other"},
            {"x": {"$ref": place}, "not": {"$ref": "#/x"}},
            {"$schema": DRAFT_07.uri, "definitions": {"a": {"$ref": place}}},
            {"not": {"$schema": place}},
        ):
            assert isinstance(refusal(schema), SchemaError)
        # an `$id` alone is a name, and no place to look at
        assert check_schema({"$id": place, "not": {"$id": place}}, RULES)
        rules = SchemaRules(resources={"urn:a:b": {"$ref": place}})
        error = refusal({"not": {"$ref": "urn:a:b"}}, rules)
        assert type(error) is UnresolvableReferenceError
    assert seen == []


# --- bounds -----------------------------------------------------------------

BOUNDS = """
import json, sys, threading, time
from toolgate.exceptions import SchemaError
from toolgate.schema.checks import SchemaRules, check_schema

rules = SchemaRules()
check_schema({"not": {"$ref": "#/a"}, "a": {}}, rules)  # import what is late

def chain(length, keyword="allOf"):
    definitions = {
        f"d{n}": {keyword: [{"$ref": f"#/$defs/d{n + 1}"}] * 2}
        for n in range(length)
    }
    return {"$defs": {**definitions, f"d{length}": {}}, "$ref": "#/$defs/d0"}

def line(length, more):
    definitions = {
        f"d{n}": {**more, "allOf": [{"$ref": f"#/$defs/d{n + 1}"}]}
        for n in range(length)
    }
    return {"$defs": {**definitions, f"d{length}": {}}}

ref = {"$ref": "#"}
nested = {}
for _ in range(100_000):
    nested = {"not": nested}
cases = {
    "flat": {"properties": {f"p{n}": {"type": "null"} for n in range(9999)}},
    "wide": {"allOf": [{"type": "string"}] * 9999},
    "many": {"allOf": [{}] * 60_000},
    "refs": {
        "$defs": {
            f"d{n}": {"items": {"$ref": f"#/$defs/d{(n * 7 + 1) % 3000}"}}
            for n in range(3000)
        },
    },
    "pointers": {
        "enum": [{"not": {}} for _ in range(3000)],
        "properties": {
            f"p{n}": {"$ref": f"#/enum/{n}"} for n in range(3000)
        },
    },
    "28 chained": chain(28),
    "2^16 anyOf": chain(16, "anyOf"),
    "line": line(3000, {}),
    "asking line": line(2000, {"unevaluatedProperties": False}),
    "ids": {
        "$defs": {
            f"d{n}": {"$id": f"http://x/{n}", "$anchor": "a"}
            for n in range(2000)
        },
        "properties": {
            f"p{n}": {"$ref": f"http://x/{n}#a"} for n in range(2000)
        },
    },
    "dynamic": {
        "$defs": {
            f"d{n}": {
                "$id": f"http://x/{n}",
                "$dynamicAnchor": "n",
                "items": {"$dynamicRef": "#n"},
            }
            for n in range(1500)
        },
    },
    "names and patterns": {
        "properties": {f"n{n}": {"items": ref} for n in range(1000)},
        "patternProperties": {f"^n{n % 9}{n}": ref for n in range(400)},
    },
    "branches": {
        "anyOf": [
            {"properties": {f"n{m}": {"items": ref} for m in range(n, n + 40)}}
            for n in range(60)
        ]
    },
    "tuples": {"prefixItems": [{"prefixItems": [ref] * 1000}] * 3},
    "names": {"required": ["a"] * 60_000},
    "objects": {"required": [{}] * 60_000},
    "types": {"type": [1] * 100_000},
    "nested": nested,
}

def run():
    for name, schema in cases.items():
        before = time.process_time()
        try:
            check_schema(schema, rules)
            verdict = "taken"
        except SchemaError as error:
            verdict = type(error).__name__
        print(json.dumps([name, verdict, time.process_time() - before]))

threading.stack_size(256 * 1024)
thread = threading.Thread(target=run)
thread.start()
thread.join()
"""
VERDICTS = {
    "flat": "taken",
    "wide": "taken",
    "many": "SchemaLimitError",
    "refs": "taken",
    "pointers": "taken",
    "28 chained": "SchemaLimitError",
    "2^16 anyOf": "SchemaLimitError",
    "line": "taken",
    "asking line": "SchemaLimitError",
    "ids": "taken",
    "dynamic": "taken",
    "names and patterns": "taken",
    "branches": "taken",
    "tuples": "taken",
    "names": "InvalidSchemaError",
    "objects": "InvalidSchemaError",
    "types": "InvalidSchemaError",
    "nested": "SchemaLimitError",
}


def test_hostile_schemas_are_settled_within_a_second_in_a_small_stack():
    def measure(_):
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(BOUNDS)],
            env=environment(),
            check=True,
            capture_output=True,
            text=True,
            timeout=120,
        )
        found = [json.loads(line) for line in done.stdout.splitlines()]
        assert {name: verdict for name, verdict, _ in found} == VERDICTS
        return {name: taken for name, _, taken in found}

    assert over(1, measure, VERDICTS) == {}


def test_the_deepest_schema_is_checked_in_a_small_stack():
    """64 levels in 256 KiB, references and all."""
    schema = nested(61)
    schema["$ref"] = "#/items"
    results = []

    def run():
        results.append(check_schema(schema, RULES).cost.expansion)
        results.append(check_schema(nested(64), RULES).cost.expansion)

    size = threading.stack_size(256 * 1024)
    try:
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(size)
    assert results == [2, 1]
