"""The strict second reader: RFC 8259, with the reason and the place."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from json_values import values
from toolgate.exceptions import InvalidJSONError
from toolgate.json_fault import check_text

# One row a fault of form: text, code, line and column, and what `found` says.
FORM = [
    # nothing there
    ("", "cut_off", (1, 1)),
    (" \n ", "cut_off", (2, 2)),
    # what is around the JSON
    ("\ufeff{}", "byte_order_mark", (1, 1)),
    ('```json\n{"a": 1}\n```', "code_fence", (1, 1)),
    ("\n ```\n{}\n```", "code_fence", (2, 2)),
    ('{"a": 1}\n\nNow I will look.', "trailing_text", (3, 1)),
    ('{"a": 1}{"a": 2}', "trailing_text", (1, 9)),
    ("{} ]", "trailing_text", (1, 4)),
    ("{}\n```", "trailing_text", (2, 1)),
    ("1 2", "trailing_text", (1, 3)),
    ("{}\x00", "trailing_text", (1, 3)),
    ("{}\u00a0", "trailing_text", (1, 3)),
    ('Sure: {"a": 1}', "leading_text", (1, 1)),
    ('\n- {"a": 1}', "leading_text", (2, 1)),
    ('add({"a": 1})', "leading_text", (1, 1)),
    ('好的 {"a": 1}', "leading_text", (1, 1)),
    ('Sure:\n```json\n{"a": 1}\n```', "leading_text", (1, 1)),
    ("\u00a0{}", "leading_text", (1, 1)),
    ("\x0c{}", "leading_text", (1, 1)),
    ("}{", "leading_text", (1, 1)),
    ("Sure.", "syntax", (1, 1), "one JSON object"),
    ('null {"a": 1}', "trailing_text", (1, 6)),
    ('7 {"a": 1}', "trailing_text", (1, 3)),
    ('"a" {"a": 1}', "trailing_text", (1, 5)),
    ('[] {"a": 1}', "trailing_text", (1, 4)),
    ("}", "syntax", (1, 1), "one JSON object"),
    # cut off
    ("{", "cut_off", (1, 2)),
    ('{"te', "cut_off", (1, 5)),
    ('{"text"', "cut_off", (1, 8)),
    ('{"text":', "cut_off", (1, 9)),
    ('{"text": \n', "cut_off", (2, 1)),
    ('{"text": "hi', "cut_off", (1, 13)),
    ('{"text": "hi\\', "cut_off", (1, 14)),
    ('{"text": "hi\\u00', "cut_off", (1, 17)),
    ('{"text": "hi"', "cut_off", (1, 14)),
    ('{"text": "hi",', "cut_off", (1, 15)),
    ('{"n": -', "cut_off", (1, 8)),
    ('{"n": 1.', "cut_off", (1, 9)),
    ('{"n": 1e', "cut_off", (1, 9)),
    ('{"n": 12', "cut_off", (1, 9)),
    ('{"b": tru', "cut_off", (1, 10)),
    ('{"b": null', "cut_off", (1, 11)),
    ("[1, [2, 3]", "cut_off", (1, 11)),
    # other languages
    ("{'text': 'hi'}", "single_quotes", (1, 2)),
    ("{\"text\": 'hi'}", "single_quotes", (1, 10)),
    ("['hi']", "single_quotes", (1, 2)),
    ('{"a": True}', "python_literal", (1, 7), "True"),
    ('{"a": [False]}', "python_literal", (1, 8), "False"),
    ('{"a": None}', "python_literal", (1, 7), "None"),
    ('{text: "hi"}', "unquoted_key", (1, 2)),
    ('{"a": 1, $b: 2}', "unquoted_key", (1, 10)),
    ('{"a": 1} // one', "trailing_text", (1, 10)),
    ('{"a": /* one */ 1}', "comment", (1, 7)),
    ('{"a": 1, // one\n"b": 2}', "comment", (1, 10)),
    ("// one\n{}", "comment", (1, 1)),
    ('{"a": undefined}', "syntax", (1, 7), "a value"),
    ('{"a": TRUE}', "syntax", (1, 7), "a value"),
    ('{"a": truer}', "syntax", (1, 7), "a value"),
    ('{"a": nul}', "syntax", (1, 7), "a value"),
    # punctuation
    ('{"a": 1,}', "trailing_comma", (1, 9)),
    ("[1,2, ]", "trailing_comma", (1, 7)),
    ("[1,,2]", "syntax", (1, 4), "a value"),
    ("[,1]", "syntax", (1, 2), "a value"),
    ('{,"a":1}', "syntax", (1, 2), "a key in double quotes"),
    ("{1: 2}", "syntax", (1, 2), "a key in double quotes"),
    ('{"a": 1 "b": 2}', "syntax", (1, 9), "a comma or }"),
    ("[1 2]", "syntax", (1, 4), "a comma or ]"),
    ('{"a" 1}', "syntax", (1, 6), "a colon after the key"),
    ('{"a"= 1}', "syntax", (1, 5), "a colon after the key"),
    ('{"a"}', "syntax", (1, 5), "a colon after the key"),
    ('{"a": }', "syntax", (1, 7), "a value"),
    ("[1}", "syntax", (1, 3), "a comma or ]"),
    ('{"a": 1]', "syntax", (1, 8), "a comma or }"),
    ("[1;2]", "syntax", (1, 3), "a comma or ]"),
    ("[-]", "syntax", (1, 2), "a value"),
    ("[- 1]", "syntax", (1, 2), "a value"),
    ("[--1]", "syntax", (1, 2), "a value"),
    ("[&]", "syntax", (1, 2), "a value"),
    # numbers
    ("[01]", "invalid_number", (1, 2)),
    ("[-01]", "invalid_number", (1, 2)),
    ("[00]", "invalid_number", (1, 2)),
    ("[+1]", "invalid_number", (1, 2)),
    ("[.5]", "invalid_number", (1, 2)),
    ("[-.5]", "syntax", (1, 2), "a value"),
    ("[1.]", "invalid_number", (1, 2)),
    ("[1.e5]", "invalid_number", (1, 2)),
    ("[1e]", "invalid_number", (1, 2)),
    ("[1e+]", "invalid_number", (1, 2)),
    ("[1.5.5]", "invalid_number", (1, 2)),
    ("[0x10]", "invalid_number", (1, 2)),
    ("[1_000]", "invalid_number", (1, 2)),
    ("[1-2]", "invalid_number", (1, 2)),
    ("[\u0661]", "syntax", (1, 2), "a value"),
    # strings
    ('["a\nb"]', "control_character", (1, 4)),
    ('["a\tb"]', "control_character", (1, 4)),
    ('["\x00"]', "control_character", (1, 3)),
    ('["\\n\x1f', "control_character", (1, 5)),
    (r'["\x41"]', "invalid_escape", (1, 3)),
    (r'["\n\a"]', "invalid_escape", (1, 5)),
    (r'["\'"]', "invalid_escape", (1, 3)),
    (r'["\u12"]', "invalid_escape", (1, 3)),
    (r'["\u12G4"]', "invalid_escape", (1, 3)),
    (r'["\u+123"]', "invalid_escape", (1, 3)),
    (r'["\U0041"]', "invalid_escape", (1, 3)),
    (r'["\ud83d\u12"]', "invalid_escape", (1, 9)),
    ('["\\\n"]', "invalid_escape", (1, 3)),
]
# Faults of values: text, code, path (or line and column), and `found`.
VALUE = [
    ("[NaN]", "not_finite", (0,), "NaN"),
    ('{"a": [1, NaN]}', "not_finite", ("a", 1), "NaN"),
    ('{"a": -Infinity}', "not_finite", ("a",), "-Infinity"),
    ('{"a": Infinity}', "not_finite", ("a",), "Infinity"),
    ('{"a": -NaN}', "not_finite", ("a",), "-NaN"),
    ('{"n": 1e999}', "number_overflow", ("n",), None),
    ('{"n": -1e309}', "number_overflow", ("n",), None),
    ('{"n": 1' + "0" * 309 + ".0}", "number_overflow", ("n",), None),
    ('{"n": 1' + "0" * 4_300 + "}", "integer_too_long", ("n",), 4_300),
    ('{"n": -1' + "0" * 4_300 + "}", "integer_too_long", ("n",), 4_300),
    ('{"a": 1, "a": 2}', "duplicate_key", ("a",), None),
    (r'{"a": 1, "\u0061": 2}', "duplicate_key", ("a",), None),
    ('{"": 1, "": 1}', "duplicate_key", ("",), None),
    ('[0, {"x": {"k": 1, "k": 1}}]', "duplicate_key", (1, "x", "k"), None),
    (r'{"a": "\ud800"}', "lone_surrogate", ("a",), None),
    (r'{"a": "\udc00\ud800"}', "lone_surrogate", ("a",), None),
    (r'{"a": "\ud800\\udc00"}', "lone_surrogate", ("a",), None),
    ('{"a": ["\ud800"]}', "lone_surrogate", ("a", 0), None),
    (r'{"a": {"\ud800": 1}}', "lone_surrogate", ("a",), None),
    ("NaN ", "not_finite", None, "NaN"),
    (" 1e999", "number_overflow", None, None),
    (r'{"\ud800": 1}', "lone_surrogate", None, None),
]
JSON = [
    "null",
    " true ",
    "-0",
    "-0.0e-0",
    "1E+2",
    "1e-999",
    "[]",
    "[ ]",
    "{ }",
    "\t\r\n{}\t\r\n",
    "[[],{},[{}]]",
    '{"a":{"a":{"a":[]}}}',
    '[{"a":1},{"a":2}]',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9"',
    r'"\ud83d\ude00"',
    '"\u2028\u2029\x7f\U0001f600"',
    '{"\\u0000": "\\u0000"}',
    "1" + "0" * 4_299,
    "-1" + "0" * 4_299,
    "0." + "0" * 5_000 + "1",
    '{"text": "```json {\'a\': NaN, // True }"}',
]


def fault(text) -> InvalidJSONError:
    with pytest.raises(InvalidJSONError) as caught:
        check_text(text)
    return caught.value


@pytest.mark.parametrize("row", FORM, ids=lambda row: ascii(row[0]))
def test_faults_of_form_have_a_line_and_a_column(row):
    text, code, (line, column), *rest = row
    error = fault(text)
    assert (error.code, error.line, error.column) == (code, line, column)
    assert error.path == ()
    assert error.found == (rest[0] if rest else None)


@pytest.mark.parametrize(
    ("text", "code", "path", "found"),
    VALUE,
    ids=[ascii(row[0])[:40] for row in VALUE],
)
def test_faults_of_values_have_a_path(text, code, path, found):
    """Where there is no path, at the root, they have a position instead."""
    error = fault(text)
    assert (error.code, error.found) == (code, found)
    assert error.path == (path or ())
    assert (error.line is None) is (path is not None)


@pytest.mark.parametrize("text", JSON, ids=lambda text: ascii(text)[:40])
def test_json_has_no_fault(text):
    check_text(text)
    json.loads(text)


@given(values, st.sampled_from([None, 0, 3]), st.booleans())
def test_written_values_have_no_fault(value, indent, ensure_ascii):
    check_text(json.dumps(value, indent=indent, ensure_ascii=ensure_ascii))


@given(values, st.data())
def test_every_shorter_text_of_a_container_is_cut_off(value, data):
    text = json.dumps([value])
    size = data.draw(st.integers(0, len(text) - 1))
    error = fault(text[:size])
    assert (error.code, error.line, error.column) == ("cut_off", 1, size + 1)


def strict(text) -> bool:
    """Judge a text by the standard library, told to be strict."""

    def unique(pairs):
        if len(dict(pairs)) < len(pairs):
            raise ValueError
        return dict(pairs)

    def real(literal):
        if float(literal) in (float("inf"), -float("inf")):
            raise ValueError
        return float(literal)

    def never(_):
        raise ValueError

    try:
        value = json.loads(
            text,
            object_pairs_hook=unique,
            parse_float=real,
            parse_constant=never,
        )
        json.dumps(value, ensure_ascii=False).encode()
    except ValueError:
        return False
    return True


pieces = st.sampled_from(
    [
        *'{}[],:"\\ \n',
        *("1", "-", "0", ".5", "e9", "e999", "true", "null", "NaN", "None"),
        *('"a"', '"a":', '"b"', "'", "\\u0041", "\\ud83d", "\\ude00", "/"),
        *("\u00e9", "\ud800", "\x00", "//", "+", "\ufeff"),
    ]
)


@given(st.one_of(st.lists(pieces).map("".join), st.text(max_size=12)))
@example('{"a":1,"b":[{"a":"\\ud83d\\ude00"}]}')
@example('"\\ud83d\\ude00"')
@example('{"a":1,"a":1}')
def test_agrees_with_the_standard_library(text):
    if strict(text):
        check_text(text)
    else:
        error = fault(text)
        assert (error.line is None) is bool(error.path)
