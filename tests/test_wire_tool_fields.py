"""Parameters always have properties; options are known, or refused."""

from __future__ import annotations

import pytest

from toolgate.exceptions import WireError
from toolgate.wire.sdk_objects import Reader
from toolgate.wire.tool_fields import (
    examples_of,
    flag,
    json_object,
    objects,
    parameters,
    read_options,
    word,
    words,
)
from wiring import draft

READ = Reader("anthropic")
KNOWN = {
    "flag": flag(),
    "object": json_object(),
    "objects": objects(),
    "word": word("a", "b"),
    "words": words("a", "b"),
}


def test_parameters_have_properties_in_a_copy():
    schema = {"$schema": "s", "type": "object", "required": []}
    made = parameters(schema)
    assert list(made) == ["$schema", "type", "properties", "required"]
    assert "properties" not in schema
    schema = {"type": "object", "properties": {"a": {"enum": [1]}}}
    made = parameters(schema)
    made["properties"]["a"]["enum"].append(2)
    assert schema["properties"]["a"]["enum"] == [1]


def test_options_in_the_order_of_the_table():
    given = {
        "words": ("a", "b"),
        "word": "a",
        "objects": [{}, {"a": 1}],
        "object": {"a": [1]},
        "flag": False,
    }
    read = read_options(READ, draft(options=given), KNOWN)
    assert list(read) == list(KNOWN)
    assert read == {**given, "words": ["a", "b"]}
    given["object"]["a"].append(2)
    assert read["object"] == {"a": [1]}
    assert read_options(READ, draft(options={"flag": None}), KNOWN) == {}


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"flag": 1}, "option 'flag' of tool ping must be true or false"),
        ({"object": []}, "option 'object' of tool ping must be a JSON object"),
        (
            {"object": {"a": {1}}},
            "option 'object' of tool ping must be a JSON object",
        ),
        (
            {"objects": [1]},
            "option 'objects' of tool ping must be a list of JSON objects",
        ),
        (
            {"objects": {}},
            "option 'objects' of tool ping must be a list of JSON objects",
        ),
        ({"word": "c"}, "option 'word' of tool ping must be one of a, b"),
        ({"word": ["a"]}, "option 'word' of tool ping must be one of a, b"),
        ({"words": []}, "option 'words' of tool ping must be a list of a, b"),
        ({"words": "a"}, "option 'words' of tool ping must be a list of a, b"),
        (
            {"words": ["a", {}]},
            "option 'words' of tool ping must be a list of a, b",
        ),
        (
            {"wrod": "a"},
            (
                "tool ping has no option 'wrod' here. Did you mean 'word'? "
                "The options of anthropic: flag, object, objects, word, words"
            ),
        ),
        (
            {5: "a"},
            (
                "tool ping has no option '5' here. "
                "The options of anthropic: flag, object, objects, word, words"
            ),
        ),
    ],
)
def test_other_options_are_refused(options, text):
    with pytest.raises(WireError) as caught:
        read_options(READ, draft(options=options), KNOWN)
    assert caught.value == WireError(text, target="anthropic")


def test_a_target_without_options_says_so():
    with pytest.raises(WireError, match="The options of anthropic: none$"):
        read_options(READ, draft(options={"strict": True}), {})


def test_examples_are_arguments():
    given = [{"a": [1]}, "text", None]
    examples = examples_of(draft(examples=given))
    assert examples == [{"a": [1]}]
    examples[0]["a"].append(2)
    assert given[0] == {"a": [1]}
