"""The official JSON Schema test suite, through the cache, on both engines."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from toolgate.exceptions import SchemaError
from toolgate.schema.cache import ValidatorCache

DRAFTS = {
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
    "draft7": "http://json-schema.org/draft-07/schema#",
}
HOST = "http://localhost:1234/"

# What deviates from the suite, and why. A file is left out where it agrees.
# "refused": the schema is refused with that error, whatever the value.
# "verdict": it is taken, and the verdict is the other one.
OTHER_METASCHEMA = (
    "UnsupportedDialectError",
    "its metaschema is its author's own, and no table says what it means",
)
OTHER_DRAFT = (
    "UnresolvableReferenceError",
    "a reference leads into a document of a dialect that is not enabled",
)
ANNOTATION = (
    "verdict",
    "2020-12 has no `dependencies`: it is data, as in `jsonschema`",
)
CONTENT = (
    "verdict",
    "draft-07 lets `contentMediaType` and `contentEncoding` be annotations",
)
DEVIATIONS = {
    ("draft2020-12", "vocabulary.json"): {OTHER_METASCHEMA: 5},
    ("draft2020-12", "optional/format-assertion.json"): {OTHER_METASCHEMA: 4},
    ("draft2020-12", "optional/cross-draft.json"): {OTHER_DRAFT: 1},
    ("draft2020-12", "optional/dependencies-compatibility.json"): {
        ANNOTATION: 14
    },
    ("draft7", "optional/cross-draft.json"): {OTHER_DRAFT: 2},
    ("draft7", "optional/content.json"): {CONTENT: 4},
}
# What the fast engine alone refuses; "auto" takes the plain one for it.
ENTERED = (
    "UnsupportedByEngineError",
    "beside dynamic references, it does not see that it enters an `$id`",
)
FAST_ALONE = {
    ("draft2020-12", "dynamicRef.json"): {ENTERED: 23},
    ("draft2020-12", "unevaluatedItems.json"): {ENTERED: 2},
    ("draft2020-12", "unevaluatedProperties.json"): {ENTERED: 2},
    ("draft2020-12", "optional/dynamicRef.json"): {ENTERED: 2},
}
# How many tests there are, so that a suite that was cut short is noticed.
EXPECTED = {"draft2020-12": 1461, "draft7": 1045}


def remotes(folder, draft):
    """Return the documents that tests of one draft refer to, by URI."""
    found = {}
    for path in sorted(folder.rglob("*.json")):
        name = path.relative_to(folder).as_posix()
        first = name.split("/", maxsplit=1)[0]
        if first == draft or not first.startswith(("draft", "v1")):
            found[HOST + name] = json.loads(path.read_text("utf-8"))
    return found


def groups(folder, draft):
    """Yield each group of tests with the name of its file."""
    for pattern in ("*.json", "optional/*.json"):
        for path in sorted((folder / "tests" / draft).glob(pattern)):
            name = path.relative_to(folder / "tests" / draft).as_posix()
            for group in json.loads(path.read_text("utf-8")):
                yield name, group


def declared(schema, draft):
    """Say which draft a schema of the suite is of, where it does not."""
    if isinstance(schema, bool) or "$schema" in schema:
        return schema
    return {"$schema": DRAFTS[draft], **schema}


@pytest.mark.requirement("dialect")
@pytest.mark.parametrize("draft", DRAFTS)
def test_every_verdict_of_the_suite(data, engine, draft):
    """Right, or deviating exactly as the table above says."""
    folder = data / "json-schema-test-suite"
    cache = ValidatorCache(
        engine=engine, resources=remotes(folder / "remotes", draft)
    )
    expected = DEVIATIONS | (FAST_ALONE if engine == "jsonschema-rs" else {})
    count = 0
    wrong = []
    deviating = {}
    for name, group in groups(folder, draft):
        try:
            schema = cache.get(declared(group["schema"], draft))
        except SchemaError as error:
            schema, refusal = None, type(error).__name__
        else:
            assert schema.engine == engine
        for test in group["tests"]:
            count += 1
            found = None
            if schema is None:
                found = refusal
            else:
                valid = schema.is_valid(test["data"])
                # What is refused is explained, and nothing else is.
                assert bool(schema.violations(test["data"])) is not valid
                if valid is not test["valid"]:
                    found = "verdict"
            if found is None:
                continue
            listed = expected.get((draft, name), {})
            if found not in {kind for kind, _ in listed}:
                wrong.append((name, test["description"], found))
            deviating.setdefault(name, Counter())[found] += 1
    assert wrong == []
    assert deviating == {
        name: {kind: times for (kind, _), times in listed.items()}
        for (listed_draft, name), listed in expected.items()
        if listed_draft == draft
    }
    assert count == EXPECTED[draft]


def test_a_document_of_an_enabled_dialect_is_read_as_that(data):
    """Cross-draft references work on the plain engine, which auto takes."""
    folder = data / "json-schema-test-suite"
    resources = remotes(folder / "remotes", "draft2019-09")
    cache = ValidatorCache(
        resources=resources, dialects=["2020-12", "draft-07", "2019-09"]
    )
    for draft in DRAFTS:
        for name, group in groups(folder, draft):
            if name == "optional/cross-draft.json":
                schema = cache.get(declared(group["schema"], draft))
                assert schema.engine == "jsonschema"
                for test in group["tests"]:
                    assert schema.is_valid(test["data"]) is test["valid"]
