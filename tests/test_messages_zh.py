"""Chinese: every sentence is Chinese, simplified, for every reason too."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from toolgate.exceptions import InvalidJSONError
from toolgate.json_fault import check_text
from toolgate.messages.zh import ZH

chinese = re.compile("[\u4e00-\u9fff]").search
# A few characters whose traditional form would betray a slip.
TRADITIONAL = "應實際為與屬參數這個調請長對象沒無開關類過"


def texts():
    for text in vars(ZH).values():
        yield from [text] if isinstance(text, str) else text.values()


def test_every_sentence_is_chinese():
    for text in texts():
        assert chinese(text) or text in {ZH.place_and_keyword, "{0}"}


@pytest.mark.parametrize(
    "text", ["@", "[1 2]", '{"a": 1 "b": 2}', "{1: 2}", '{"a" 1}', "[@]"]
)
def test_what_a_syntax_error_expected_is_chinese_too(text):
    with pytest.raises(InvalidJSONError) as caught:
        check_text(text)
    assert caught.value.code == "syntax"
    assert chinese(ZH.wanted[caught.value.found])


def test_characters_are_simplified():
    allowed = set("应实际为与属参数这个调请长对象没无开关类过")
    traditional = set(TRADITIONAL) - allowed
    assert not traditional & set(chain.from_iterable(texts()))
