"""One JSON object, or one error: texts, bytes and decoded mappings."""

from __future__ import annotations

import collections
import copy
import json
import subprocess
import sys
import threading
import time
import types

import pytest
from hypothesis import given
from hypothesis import strategies as st

from json_values import ARGUMENTS, limits, objects, same, values
from timing import environment, over
from toolgate.exceptions import InvalidJSONError, NotAnObjectError
from toolgate.json_door import JSONDoor

DOOR = JSONDoor(ARGUMENTS)


def refuse(arguments, door=DOOR) -> InvalidJSONError:
    with pytest.raises(InvalidJSONError) as caught:
        door.read(arguments)
    return caught.value


@pytest.fixture(params=["as it is", 640, 0])
def digit_limit(request):
    """Python's own limit on digits: the default, the lowest, none."""
    before = sys.get_int_max_str_digits()
    if request.param != "as it is":
        sys.set_int_max_str_digits(request.param)
    yield
    sys.set_int_max_str_digits(before)


class Text(str):
    __slots__ = ()

    def __str__(self):
        return "{}"

    __len__ = __getitem__ = strip = count = isascii = None


class Data(bytes):
    __slots__ = ()

    def decode(self, *_):
        return "{}"

    __len__ = None


class TestNothing:
    @pytest.mark.requirement("no-arguments")
    @pytest.mark.parametrize(
        "arguments",
        [
            *(None, "", " ", "\n\t\r ", "null", " null\n", b"", b" null "),
            *(bytearray(), memoryview(b""), {}, "{}", " { } ", b"{}"),
            *(Text(""), Text("null"), collections.OrderedDict()),
        ],
        ids=lambda value: type(value).__name__,
    )
    def test_means_no_arguments(self, arguments):
        assert same(DOOR.read(arguments), {})

    @pytest.mark.parametrize("text", ["\u00a0", "\x0c", "Null", "nul", "\x00"])
    def test_is_said_in_json(self, text):
        refuse(text)


class TestText:
    @pytest.mark.requirement("json-strict")
    @given(objects, st.sampled_from([None, 0, 2]), st.booleans())
    def test_written_objects_are_read(self, value, indent, ensure_ascii):
        text = json.dumps(value, indent=indent, ensure_ascii=ensure_ascii)
        assert same(DOOR.read(text), value)
        assert same(DOOR.read(f"\r\n {text}\t"), value)
        assert same(DOOR.read(text.encode()), value)

    def test_numbers_are_exact(self):
        value = DOOR.read('{"a":[18446744073709551617,-0,-0.0,1.0,1e2,0.1]}')
        assert same(value["a"], [2**64 + 1, 0, -0.0, 1.0, 100.0, 0.1])

    def test_longest_integer(self, digit_limit):
        digits = "9" * 4_300
        expected = [10**4_300 - 1, 1 - 10**4_300, 5]
        for blank in ("", " " * 5_000):
            text = f'{{"n":{blank}[{digits}, -{digits}, 5]}}'
            assert DOOR.read(text) == {"n": expected}
        assert DOOR.read(f'{{"n":{"9" * 700}}}') == {"n": 10**700 - 1}

    @pytest.mark.requirement("json-strict")
    def test_longer_integers(self, digit_limit):
        for digits in ("9" * 4_301, "-" + "9" * 4_301, "1" * 1_000_000):
            error = refuse(f'{{"a": 1, "n": {digits}}}')
            assert (error.code, error.path) == ("integer_too_long", ("n",))

    @pytest.mark.requirement("json-strict")
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (
                '{"a": 1}\n\nNow I will look it up.',
                "more text after the end of the JSON value at line 3 column 1",
            ),
            (
                '{"a":1}{"a":2}',
                "more text after the end of the JSON value at line 1 column 8",
            ),
            (
                '```json\n{"a": 1}\n```',
                (
                    "a Markdown code fence, where the bare object belongs "
                    "at line 1 column 1"
                ),
            ),
            (
                "{'a': 'hi'}",
                (
                    "single quotes, where JSON takes double quotes "
                    "at line 1 column 2"
                ),
            ),
            (
                '{"a": True}',
                (
                    "True is Python, JSON writes true, false and null "
                    "at line 1 column 7"
                ),
            ),
            (
                '{"a": "hi',
                (
                    "the text ends before the JSON does; it was cut off "
                    "at line 1 column 10"
                ),
            ),
            ('{"a":1,"n":NaN}', "NaN is not a JSON number at '/n'"),
            ('{"n":[-Infinity]}', "-Infinity is not a JSON number at '/n/0'"),
            ('{"n":1e999}', "a number too large for a double at '/n'"),
            ('{"a":1,"a":1}', "this key occurs twice in one object at '/a'"),
            (
                r'{"a":"\ud800"}',
                "half of a surrogate pair, which is no character at '/a'",
            ),
            (
                '{"a":"\ud800"}',
                (
                    "half of a surrogate pair, which is no character "
                    "at line 1 column 7"
                ),
            ),
            (
                '\ufeff{"a":1}',
                "a byte order mark before the JSON text at line 1 column 1",
            ),
        ],
    )
    def test_what_it_says(self, text, said):
        error = refuse(text)
        assert str(error) == said
        assert type(error) is InvalidJSONError
        assert refuse("\n" + text).code == error.code or text[0] == "\ufeff"

    def test_pairs_of_escaped_surrogates_are_characters(self):
        text = r'{"a": "\ud83d\ude00", "b": "\\ud800", "\ud83d\ude00": 1}'
        expected = {"a": "\U0001f600", "b": "\\ud800", "\U0001f600": 1}
        assert DOOR.read(text) == expected

    def test_lone_escapes_in_keys(self):
        assert refuse(r'{"a": {"\ud800": 1}}').path == ("a",)
        assert refuse(r'{"\udfff": 1}').code == "lone_surrogate"

    def test_a_subclass_is_taken_for_the_text_it_holds(self):
        assert DOOR.read(Text('{"a": 1}')) == {"a": 1}


class TestBytes:
    @pytest.mark.parametrize(
        "data",
        [
            b'{"a": "\xc3\xa9"}',
            bytearray(b'{"a": "\xc3\xa9"}'),
            memoryview(b'{"a": "\xc3\xa9"}'),
            memoryview(bytes(reversed(b'{"a": "\xc3\xa9"}')))[::-1],
            Data(b'{"a": "\xc3\xa9"}'),
        ],
        ids=["bytes", "bytearray", "view", "view backwards", "subclass"],
    )
    def test_are_utf8(self, data):
        assert DOOR.read(data) == {"a": "\u00e9"}

    @pytest.mark.parametrize(
        ("data", "position"),
        [
            (b'{"a": "\xff"}', (1, 8)),
            (b'{"\xc3\xa9":\n "\xc3"}', (2, 3)),
            (b'{"a": "\xed\xa0\x80"}', (1, 8)),  # an encoded surrogate
            (b'{"a": "\xc0\xaf"}', (1, 8)),  # an overlong slash
            (b"\xff\xfe{\x00}\x00", (1, 1)),  # UTF-16
        ],
    )
    def test_are_nothing_else(self, data, position):
        error = refuse(data)
        assert error.code == "invalid_utf8"
        assert (error.line, error.column) == position
        assert error.__context__ is None

    def test_with_a_mark_or_in_another_encoding(self):
        assert refuse(b'\xef\xbb\xbf{"a": 1}').code == "byte_order_mark"
        assert refuse('{"a": 1}'.encode("utf-16-le")).code == "syntax"

    def test_that_cannot_be_read(self):
        view = memoryview(b"{}")
        view.release()
        error = refuse(view)
        assert (error.code, error.found) == ("unreadable", "memoryview")

    def test_over_the_limit_are_not_copied(self):
        door = JSONDoor(limits(max_bytes=10))
        assert door.read(b'{"a": 123}') == {"a": 123}
        assert refuse(b'{"a": 1234}', door).code == "too_large"


class TestLimits:
    def test_bytes(self):
        door = JSONDoor(limits(max_bytes=12))
        for text in ('{"a":"12345"}', '{"a":"\u00e9\u00e9x"}'):
            assert len(text.encode()) == 13 or not text.isascii()
        assert door.read('{"a":"1234"}') == {"a": "1234"}
        assert door.read('{"a":"\u00e9\u00e9"}') == {"a": "\u00e9\u00e9"}
        for text in (
            '{"a":"12345"}',
            '{"a":"\u00e9\u00e9x"}',
            " " * 13,
            "\u4e16" * 5,
        ):
            error = refuse(text, door)
            assert (error.code, error.found) == ("too_large", 12)

    @pytest.mark.parametrize("levels", [1, 2, 64, 100])
    def test_depth(self, levels):
        door = JSONDoor(limits(max_depth=levels))
        for opener, closer in (("[", "]"), ('{"k":', "}")):
            inside = levels - 1
            text = f'{{"a": {opener * inside} 1 {closer * inside}}}'
            value = door.read(text)
            assert same(door.read(value), value)
            text = f'{{"a": {opener * levels} 1 {closer * levels}}}'
            assert refuse(text, door).code == "too_deep"
            assert refuse(json.loads(text), door).code == "too_deep"
            assert refuse('{"a": ' + opener * levels, door).code in (
                "too_deep",
                "cut_off",
            )

    def test_nodes(self):
        door = JSONDoor(limits(max_nodes=6))
        for fits in ('{"a": [1, 2, [], ",,,[[["]}', '{"a":1,"b":{"c":2}}'):
            assert same(door.read(fits), json.loads(fits))
            assert same(door.read(json.loads(fits)), json.loads(fits))
        for beyond in ('{"a": [1, 2, 3, 4, 5]}', '{"a":[[],{},{},[],[]]}'):
            assert refuse(beyond, door).code == "too_many_values"
            assert refuse(json.loads(beyond), door).code == "too_many_values"

    def test_a_long_valid_text(self):
        """Beyond the lengths that need no counting."""
        value = {"rows": [{"k,[{": [n, 0.5, None]} for n in range(15_000)]}
        text = json.dumps(value)
        assert len(text) > 2 * 100_000
        assert same(DOOR.read(text), value)
        assert same(DOOR.read(value), value)

    def test_size_of_a_mapping_is_that_of_its_text(self):
        value = {"a": ["\u00e9", 1.5]}
        size = len('{"a": ["\u00e9", 1.5]}'.encode())
        assert JSONDoor(limits(max_bytes=size)).read(value) == value
        error = refuse(value, JSONDoor(limits(max_bytes=size - 1)))
        assert (error.code, error.found) == ("too_large", size - 1)

    def test_shared_parts_of_a_mapping(self):
        text = "x" * 100_000
        assert refuse({"a": [text] * 1_000}).code == "too_large"


class TestNotAnObject:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("[]", "array"),
            ('[{"text": "hi"}]', "array"),
            ('"hi"', "string"),
            ('""', "string"),
            ("1", "integer"),
            ("1.0", "integer"),
            ("1.5", "number"),
            ("true", "boolean"),
            (" false ", "boolean"),
        ],
    )
    def test_text(self, text, found):
        error = refuse(text)
        assert type(error) is NotAnObjectError
        assert (error.code, error.found) == ("not_an_object", found)
        assert str(error) == f"expected one JSON object, got {found}"

    @pytest.mark.parametrize(
        ("value", "found"),
        [
            ([], "array"),
            (({"a": 1},), "array"),
            (0, "integer"),
            (0.5, "number"),
            (False, "boolean"),
        ],
    )
    def test_decoded(self, value, found):
        error = refuse(value)
        assert type(error) is NotAnObjectError
        assert (error.code, error.found) == ("not_an_object", found)

    @pytest.mark.parametrize(
        "inner", ['{"text": "hi"}', " {}", "\n{", '{"a": "\u00e9"}']
    )
    def test_encoded_twice(self, inner):
        error = refuse(json.dumps(inner))
        assert type(error) is NotAnObjectError
        assert (error.code, error.found) == ("double_encoded", None)
        assert str(error) == (
            "expected one JSON object, got a string that holds JSON text; "
            "send the object itself, encoded once"
        )

    @pytest.mark.parametrize("text", ["[1", "[1] 2", "[NaN]", '"a', "1e999"])
    def test_only_json_is_not_an_object(self, text):
        """What is no JSON at all is no JSON first."""
        assert type(refuse(text)) is InvalidJSONError


class TestDecoded:
    @pytest.mark.parametrize(
        "value", [set(), object(), 1j, range(3), iter([]), len, dict]
    )
    def test_what_is_no_json(self, value):
        error = refuse(value)
        assert type(error) is InvalidJSONError
        assert error.code == "not_json"

    @given(objects)
    def test_copy_is_detached(self, value):
        before = copy.deepcopy(value)
        owned = DOOR.read(value)
        assert same(owned, value)
        owned["scribble"] = 1
        for item in owned.values():
            if type(item) is list:
                item.append(1)
            if type(item) is dict:
                item["scribble"] = 1
        assert same(value, before)

    @given(objects)
    def test_text_and_mapping_are_read_alike(self, value):
        assert same(DOOR.read(json.dumps(value)), DOOR.read(value))

    @pytest.mark.parametrize(
        "value",
        [
            {"a": [1, float("nan")]},
            {"a": {"b": -float("inf")}},
            {"a": "\ud800"},
            {"a": {"\ud800": 1}},
            {"n": [10**4_300]},
        ],
        ids=["NaN", "-Infinity", "surrogate", "key", "integer"],
    )
    def test_text_and_mapping_are_refused_alike(self, value, digit_limit):
        """The same code, the same path."""
        if "n" in value:
            text = '{"n": [1' + "0" * 4_300 + "]}"
        else:
            text = json.dumps(value)
        assert refuse(text) == refuse(value)

    def test_other_mappings(self):
        value = types.MappingProxyType({"a": collections.ChainMap({"b": 1})})
        assert same(DOOR.read(value), {"a": {"b": 1}})

    def test_mapping_that_fails(self):
        class Broken(collections.abc.Mapping):
            def items(self):
                raise OSError("the secret of the host")

            __getitem__ = __len__ = __iter__ = None

        error = refuse({"a": Broken()})
        assert (error.code, error.path) == ("unreadable", ("a",))
        assert "secret" not in str(error)


def assert_answered(arguments):
    """One object, or one of our errors, which drags no text along."""
    try:
        answer = DOOR.read(arguments)
    except InvalidJSONError as error:
        answer = error
    assert type(answer) is dict or answer.__context__ is None


alphabet = st.one_of(
    st.sampled_from(list('{}[]:,"\\ntrue0123e+-.\u00e9\ud800\x00 \n')),
    st.characters(),
)


@given(objects, st.data())
def test_mutated_texts_raise_nothing_else(value, data):
    """Each ends in an object, or in one error with a place or a reason."""
    text = json.dumps(value, ensure_ascii=data.draw(st.booleans()))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 3))
        text = text[:start] + data.draw(st.text(alphabet)) + text[end:]
    assert_answered(text)


@given(st.binary(max_size=40))
def test_bytes_raise_nothing_else(data):
    for arguments in (data, b'{"a": "' + data + b'"}'):
        assert_answered(arguments)


@given(values, st.data())
def test_never_the_text_itself(value, data):
    """A marked value shows up nowhere in an error."""
    text = json.dumps({"key": ["s3cret", value, "s3cret"]})
    place = data.draw(st.integers(0, len(text)))
    noise = data.draw(st.sampled_from(["NaN", "'", '"', "\\", "}", "\ud800"]))
    try:
        DOOR.read(text[:place] + noise + text[place:])
    except InvalidJSONError as error:
        shown = f"{error} {error.reason} {error.found} {error.args}"
        assert "s3cret" not in shown


@pytest.mark.requirement("json-strict")
@pytest.mark.parametrize(
    "report",
    [
        "pydantic/pydantic-ai#1512",
        "librefang/librefang#2995",
        "mpfaffenberger/code_puppy#506",
        "SAP/cloud-sdk-python#180",
    ],
)
def test_field_cases(cases, report):
    """What a schema decides later, the door reads exactly as it was sent."""
    lines = (cases / "field-cases.jsonl").read_text(encoding="utf-8")
    case = next(
        case
        for case in map(json.loads, lines.splitlines())
        if case["id"] == report
    )
    texts = [call["arguments_json"] for call in case["input"]["calls"]]
    verdicts = case["checks"]["verdicts"]
    assert len(texts) == len(verdicts)
    for text, verdict in zip(texts, verdicts, strict=True):
        if case["kind"] == "parse" and verdict != "accept" and text:
            refuse(text)
        elif text is None or text.strip() in ("", "null"):
            assert DOOR.read(text) == {}
        else:
            assert same(DOOR.read(text), json.loads(text))


class TestSpentStack:
    def test_answers_are_ours(self):
        """Wherever the stack ends: an object, or one of our errors."""
        inner = '{"a":' * 40 + "1" + "}" * 40
        answers = set()

        def attempt(left):
            if left:
                attempt(left - 1)
                return
            for arguments in (inner, json.loads(inner), inner + "]"):
                try:
                    answers.add(type(DOOR.read(arguments)).__name__)
                except InvalidJSONError as error:
                    answers.add(error.code)

        def sweep():
            for left in range(sys.getrecursionlimit() - 100):
                try:
                    attempt(left)
                except RecursionError:
                    break

        thread = threading.Thread(target=sweep)
        thread.start()
        thread.join()
        codes = {"dict", "trailing_text", "stack_exhausted", "unreadable"}
        assert answers <= codes
        assert {"dict", "trailing_text"} <= answers

    def test_bound_beyond_the_stack(self):
        """A host may allow more levels than its interpreter has."""
        levels = 50_000
        door = JSONDoor(limits(max_depth=levels))
        text = '{"a":' + "[" * 40_000 + "]" * 40_000 + "}"
        assert refuse(text, door).code == "stack_exhausted"


SCRIPT = """
import json, sys, threading, time
from toolgate.exceptions import InvalidJSONError
from toolgate.json_door import JSONDoor
from toolgate.limits import CallLimits
door = JSONDoor(CallLimits().arguments)
deep = {}
for _ in range(100_000):
    deep = {"a": deep}
ring = {}
ring["a"] = ring
attacks = {
    "arrays": "[" * 100_000,
    "objects": '{"a":' * 100_000,
    "closed": '{"a":' + "[" * 100_000 + "]" * 100_000 + "}",
    "spaced": '{"a":' + "[ " * 100_000,
    "escaped": '{"\\\\\\\\":' * 100_000,
    "mapping": deep,
    "ring": ring,
    "digits": '{"a":' + "9" * 1_000_000 + "}",
    "many digits": '{"a":[' + ",".join(["9" * 4_300] * 240) + "]}",
    "exponents": '{"a":[' + ",".join(["1e9999"] * 99_000) + "]}",
    "numbers": '{"a":[' + ",".join(["1"] * 500_000) + "]}",
    "empty": '{"a":[' + "[]," * 90_000 + "]}",
    "quotes": '{"a":' + '"' * 1_000_000,
    "escapes": '{"a":"' + "\\\\n" * 500_000,
    "backslashes": '{"a":"' + "\\\\" * 1_000_000,
    "bad escape": '{"a":"' + "\\\\n" * 500_000 + '\\\\x"}',
    "surrogates": '{"a":"' + "\\\\ud800" * 170_000 + '"}',
    "colons": '{"a"' + ":" * 1_000_000,
    "commas": "[" + "," * 1_000_000,
    "closers": "{}" + "]" * 1_000_000,
    "blanks": " " * 1_000_000 + "x",
    "lines": "\\n" * 1_000_000 + "{",
    "keys": "{" + ",".join('"%d":1' % n for n in range(70_000)) + ',"0":1}',
    "same key": "{" + ",".join(['"a":1'] * 90_000) + "}",
    "minus": '{"a":' + "-" * 1_000_000 + "}",
    "words": '{"a":' + "t" * 1_000_000 + "}",
    "large": "x" * 10_000_000,
    "large mapping": {"a": "x" * 10_000_000},
}
taken = {}
codes = {}

def run():
    for name, attack in attacks.items():
        started = time.thread_time()
        try:
            door.read(attack)
        except InvalidJSONError as error:
            codes[name] = error.code
            str(error)
        else:
            codes[name] = "read"
        taken[name] = time.thread_time() - started

threading.stack_size(int(sys.argv[1]))
sys.set_int_max_str_digits(int(sys.argv[2]))
thread = threading.Thread(target=run)
thread.start()
thread.join()
print(json.dumps([taken, codes]))
# Not even the destructor of a deep structure may be what ends the test.
import os; sys.stdout.flush(); os._exit(0)
"""
CODES = {
    "arrays": "too_deep",
    "objects": "too_deep",
    "closed": "too_deep",
    "spaced": "too_deep",
    "escaped": "too_deep",
    "mapping": "too_deep",
    "ring": "too_deep",
    "digits": "integer_too_long",
    "many digits": "read",
    "exponents": "number_overflow",
    "numbers": "too_many_values",
    "empty": "trailing_comma",
    "quotes": "syntax",
    "escapes": "cut_off",
    "backslashes": "cut_off",
    "bad escape": "invalid_escape",
    "surrogates": "lone_surrogate",
    "colons": "syntax",
    "commas": "too_many_values",
    "closers": "trailing_text",
    "blanks": "syntax",
    "lines": "cut_off",
    "keys": "duplicate_key",
    "same key": "duplicate_key",
    "minus": "syntax",
    "words": "syntax",
    "large": "too_large",
    "large mapping": "too_large",
}


@pytest.mark.requirement("json-strict")
@pytest.mark.parametrize("stack", [0, 256 * 1024])
@pytest.mark.parametrize("digits", [4_300, 0])
def test_hostile_arguments(stack, digits):
    """Within a second each, on a small stack, with any limit on digits."""

    def measure(_):
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT, str(stack), str(digits)],
            env=environment(),
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        taken, codes = json.loads(done.stdout)
        assert codes == CODES
        return taken

    assert over(1, measure, CODES) == {}


def test_many_threads_share_a_door():
    value = {"a": [1, {"b": "\u00e9"}]}
    text = json.dumps(value)
    wrong = []

    def run():
        until = time.monotonic() + 0.2
        while time.monotonic() < until:
            if DOOR.read(text) != value or refuse(text[:-1]).code != "cut_off":
                wrong.append(1)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


class Doubled(Exception):
    pass


def written(value, space) -> str:
    """Write a value whose objects are tuples of pairs, doubled or not."""
    if type(value) is tuple:
        members = (
            f"{json.dumps(name)}{space}:{space}{written(item, space)}"
            for name, item in value
        )
        return "{" + f"{space},".join(members) + "}"
    if type(value) is list:
        return "[" + ",".join(written(item, space) for item in value) + "]"
    return json.dumps(value)


def refuse_doubles(pairs):
    if len(dict(pairs)) < len(pairs):
        raise Doubled
    return dict(pairs)


# Few names, so that some come twice; colons, brackets, quotes and escapes
# where counting might trip over them.
NAMES = st.sampled_from(["a", "b", ":", '":', "{", "\\", '\\":', "\u00e9"])
TREES = st.recursive(
    st.one_of(NAMES, st.integers(0, 9), st.none()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.lists(st.tuples(NAMES, inner), max_size=3).map(tuple),
    ),
    max_leaves=10,
)
PAIRS = st.lists(st.tuples(NAMES, TREES), max_size=4).map(tuple)


@pytest.mark.requirement("json-strict")
@given(PAIRS, st.sampled_from(["", " ", "\n"]), st.sampled_from([0, 5_000]))
def test_a_name_that_comes_twice_is_found(pairs, space, blanks):
    text = written(pairs, space) + " " * blanks
    try:
        expected = json.loads(text, object_pairs_hook=refuse_doubles)
    except Doubled:
        assert refuse(text).code == "duplicate_key"
    else:
        assert same(DOOR.read(text), expected)


@pytest.mark.parametrize("blanks", [0, 5_000])
@pytest.mark.parametrize(
    "inner",
    ['{"b": 1, "b": 2}', '[{"b": 1, "b": 2}]', '[[{"b": 1, "b": 2}]]'],
)
def test_no_name_that_comes_twice_is_too_deep_to_be_found(inner, blanks):
    text = f'{{"a": {inner}}}' + " " * blanks
    assert refuse(text).code == "duplicate_key"
    assert DOOR.read(text.replace('"b": 1', '"c": 1'))


@given(st.lists(st.booleans(), max_size=90), st.sampled_from([0, 200]))
def test_depth_is_exact(steps, blanks):
    """Whatever nests, arrays or objects, at any length of the text."""
    text = "1"
    for is_object in steps:
        text = f'{{"a": {text}}}' if is_object else f"[{text}]"
    text = f'{{"a": {text}}}' + " " * blanks
    levels = len(steps) + 1
    assert JSONDoor(limits(max_depth=levels)).read(text)
    error = refuse(text, JSONDoor(limits(max_depth=levels - 1)))
    assert error.code == "too_deep"
