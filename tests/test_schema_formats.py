"""Formats, against the official suite and the grammars they come from."""

from __future__ import annotations

import datetime as dt
import ipaddress
import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from timing import over
from toolgate.schema.formats import FORMATS


def suite(data):
    folder = data / "json-schema-test-suite" / "tests"
    for path in sorted(folder.glob("*/optional/format/*.json")):
        for case in json.loads(path.read_text(encoding="utf-8")):
            name = case["schema"].get("format")
            for test in case["tests"]:
                if isinstance(test["data"], str) and name in FORMATS:
                    yield name, test["data"], test["valid"]


def test_the_official_suite_agrees_save_for_encoded_labels(data):
    """IDNA's rules for `xn--` labels need tables that Python lacks."""
    wrong = [
        (name, text)
        for name, text, valid in suite(data)
        if FORMATS[name](text) is not valid
    ]
    assert len(wrong) == 46  # 23 texts, in each of the two drafts
    assert {name for name, _ in wrong} == {"hostname"}
    assert all(text.lower().startswith("xn--") for _, text in wrong)


def test_the_suite_tests_each_format(data):
    assert {name for name, _, _ in suite(data)} == FORMATS.keys()


MORE = {
    "date": {
        True: ["0000-02-29", "2024-02-29", "9999-12-31"],
        False: ["2023-02-29", "1900-02-29", "2024-00-01", "2024-01-00"],
    },
    "time": {
        True: ["00:00:00Z", "23:59:60z", "00:29:60+00:30", "23:29:60-00:30"],
        False: ["24:00:00Z", "12:00:60Z", "00:00:00", "1:00:00Z", "12:00Z"],
    },
    "date-time": {
        True: [
            "1998-12-31T23:59:60Z",
            "1999-01-01T00:59:60+01:00",
            "1998-12-31T15:59:60.5-08:00",
            "1990-06-30t23:59:60z",
        ],
        False: [
            "1998-12-30T23:59:60Z",
            "1998-12-31T23:59:60+01:00",
            "1999-01-02T00:59:60+01:00",
            "1998-12-31 23:59:59Z",
            "1998-12-31",
            "",
        ],
    },
    "duration": {
        True: ["P1Y2M3DT4H5M6S", "P2W", "PT1M", "P1M", "PT0S", "P1DT1H"],
        False: ["P", "PT", "P1DT", "P1Y1D", "PT1H1S", "P1W1D", "1D", "P1S"],
    },
    "email": {
        True: ['"a\\"b"@x', "a@[IPv6:::1]", "a" * 64 + "@x.y"],
        False: ["a@[::1]", "a" * 65 + "@x.y", '"a@x', "a@x.", "a@", "é@x.y"],
    },
    "hostname": {True: ["a", "a-b.c"], False: ["a..b", "é", "a_b"]},
    "ipv4": {True: ["0.0.0.0"], False: ["1.2.3.4.5", "1.2.3", "1.2.3.04"]},
    "ipv6": {
        True: ["::", "::ffff:1.2.3.4", "1:2:3:4:5:6:7:8"],
        False: ["::1%eth0", "::/64", "1::2::3", "12345::", ":" * 50],
    },
    "uuid": {False: ["{2eb8aa08-aa98-11ea-b4aa-73b441d16380}"]},
    "uri": {
        True: [
            "a:",
            "a:b:c",
            "http://[::1]:80/",
            "http://[v1.a:b]/",
            "http://u:p@h:8080/p?q=1/?#f/?",
            "http://",
            "file:///a",
            "mailto:a@b",
            "http://h:/?#",
        ],
        False: [
            "a",
            ":a",
            "1a:b",
            "//a/b",
            "a:%2",
            "a:b c",
            "http://[::1",
            "http://[::1]x",
            "http://[::g]/",
            "http://h:x/",
            "http://a@b@c",
            "a:b#c#d",
            "a:é",
            "a:\n",
            "http://u[@h/",
            "a:?^",
            "a:#^",
        ],
    },
    "uri-reference": {
        True: ["", "a", "//a/b", "./a:b", "?q", "#f", "a/b:c"],
        False: [":a", "1:a", "a b", "//[", "a\\b"],
    },
    "json-pointer": {True: ["", "/", "/\n"], False: ["a", "/~", "/~2"]},
    "relative-json-pointer": {True: ["0", "1/a"], False: ["a", "1a", "0+1"]},
}


@pytest.mark.parametrize(
    ("name", "text", "valid"),
    [
        (name, text, valid)
        for name, verdicts in MORE.items()
        for valid, texts in verdicts.items()
        for text in texts
    ],
)
def test_more_of_the_grammars(name, text, valid):
    assert FORMATS[name](text) is valid


@given(st.dates())
def test_dates_that_python_writes_are_dates(day):
    assert FORMATS["date"](day.isoformat())


@given(st.datetimes(timezones=st.just(dt.timezone.utc)))
def test_date_times_that_python_writes_are_date_times(moment):
    assert FORMATS["date-time"](moment.isoformat())


@given(st.uuids())
def test_uuids_that_python_writes_are_uuids(value):
    assert FORMATS["uuid"](str(value))
    assert FORMATS["uri"](value.urn)


@given(st.ip_addresses())
def test_addresses_that_python_writes_are_addresses(address):
    version = isinstance(address, ipaddress.IPv6Address)
    assert FORMATS["ipv6"](str(address)) is version
    assert FORMATS["ipv4"](str(address)) is not version


@given(st.text(alphabet="aAzZ019-:/?#[]@!$&'()*+,;=._~%\\\"\n é", max_size=12))
def test_any_text_gets_a_verdict_and_a_line_end_is_never_overlooked(text):
    for name, check in FORMATS.items():
        assert check(text) in (True, False)
        if "pointer" not in name:
            assert not check(f"{text}\n")


def timed(check):
    def seconds(text):
        before = time.thread_time()
        check(text)
        return time.thread_time() - before

    return seconds


def test_the_time_is_linear_in_the_text():
    """A hundred thousand characters in a tenth of a second, for any."""
    pieces = ["a", "1", "/", '"\\', "P1Y", ":", "a@", "%41", "a.", "[", "1.."]
    starts = ["", "http://", "P", '"', "a:", "/"]
    texts = [
        start + piece * (100_000 // len(piece)) + " "
        for start in starts
        for piece in pieces
    ]

    def measure(names):
        return {name: max(map(timed(FORMATS[name]), texts)) for name in names}

    # Five times as much, since coverage may be watching.
    assert over(0.5, measure, FORMATS) == {}
