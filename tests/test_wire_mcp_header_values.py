"""Values of headers: plain where they can be, base64 where they cannot."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_documents import outcome
from toolgate import ProtocolError
from toolgate.exceptions import InvalidJSONError
from toolgate.wire.mcp_header_values import (
    decode_header_value,
    encode_header_value,
    mismatch,
)

texts = st.text(st.characters(exclude_categories=["Cs"]))
printable = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E))


@given(texts | printable.map("=?base64?{}?=".format) | printable)
def test_every_text_comes_back(text):
    value = encode_header_value(text)
    assert decode_header_value(value) == text
    assert value.isascii()
    assert value == value.strip()
    assert value.isprintable()


@given(printable.filter(lambda text: text == text.strip(" ")))
def test_plain_texts_stay_as_they_are(text):
    if not text.startswith("=?base64?"):
        assert encode_header_value(text) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", ""),
        ("us-east-1", "us-east-1"),
        ("two words", "two words"),
        ("Zürich", "=?base64?WsO8cmljaA==?="),
        (" a", "=?base64?IGE=?="),
        ("a ", "=?base64?YSA=?="),
        ("a\tb", "=?base64?YQli?="),
        ("a\r\nX: b", "=?base64?YQ0KWDogYg==?="),
        ("a\n", "=?base64?YQo=?="),
        ("\x7f", "=?base64?fw==?="),
        ("=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="),
        ("=?base64??=", "=?base64?PT9iYXNlNjQ/Pz0=?="),
        ("=?base64?=", "=?base64?="),
        ("=?BASE64?YQ==?=", "=?BASE64?YQ==?="),
        ("=?base64?YQ==", "=?base64?YQ=="),
    ],
)
def test_values_as_they_are_sent(text, value):
    assert encode_header_value(text) == value
    assert decode_header_value(value) == text


@pytest.mark.parametrize(
    "value",
    [
        "é",
        "a\tb",
        "a\n",
        "a\r\nb",
        "\x00",
        "\x7f",
        "\ud800",
        "=?base64?YQ=?=",
        "=?base64?YQ?=",
        "=?base64?YR==?=",  # not the shortest form: bits are left over
        "=?base64?Y Q==?=",
        "=?base64?YQ==YQ==?=",
        "=?base64?_w==?=",
        "=?base64?/w==?=",  # not UTF-8
        "=?base64?7aCA?=",  # half of a surrogate pair
        None,
        5,
        b"a",
    ],
)
def test_broken_values_are_refused(value):
    with pytest.raises(ProtocolError) as caught:
        decode_header_value(value)
    assert caught.value.code == -32020


@given(st.text())
def test_any_value_is_a_text_or_refused(value):
    text, error = outcome(decode_header_value, value)
    if error is None:
        assert decode_header_value(encode_header_value(text)) == text
    else:
        assert error.code == -32020


def test_an_empty_payload_is_an_empty_text():
    assert decode_header_value("=?base64??=") == ""


def test_half_of_a_surrogate_pair_has_no_value():
    with pytest.raises(InvalidJSONError, match="half of a surrogate pair"):
        encode_header_value("\ud800")


@pytest.mark.parametrize("value", [None, 5, b"a"])
def test_values_are_texts(value):
    with pytest.raises(TypeError, match="a header's value must be a str"):
        encode_header_value(value)


def test_payload_is_rfc_4648():
    payload = base64.b64encode("😀?>".encode()).decode()
    assert encode_header_value("😀?>") == f"=?base64?{payload}?="


def test_mismatch_names_the_header():
    assert str(mismatch("is missing", "Mcp-Param-A")) == (
        "Header mismatch: Mcp-Param-A is missing"
    )
