"""The answers of the gate, word for word, and what can never be in them."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from test_messages_sentences import anything, violation, violations
from toolgate.exceptions import InvalidJSONError, NotAnObjectError
from toolgate.messages.render import (
    MESSAGE_LIMIT,
    Messages,
    messages_for,
)
from toolgate.messages.zh import ZH
from toolgate.violation import Violation

english = messages_for("en")
chinese = messages_for("zh")

WRONG = violation("type", "integer", path=("limit",), received="string")
MISSING = violation("required", names=("city",))


PAGE = Path(__file__).parent.parent / "docs" / "reference" / "messages.md"


def test_the_reference_page_shows_the_texts_as_they_are():
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.attempted > 50
    assert not found.failed


def test_one_object_a_language():
    assert messages_for("en") is english
    assert isinstance(english, Messages)


@pytest.mark.parametrize("language", ["", "EN", "de", "zh-TW"])
def test_an_unknown_language_is_refused_by_name(language):
    with pytest.raises(ValueError, match=r"known: en, zh") as caught:
        messages_for(language)
    assert repr(language) in str(caught.value)


class TestBreaksOverlay:
    def test_says_whose_rule_it_is_and_lists(self):
        assert english.breaks_overlay(
            "t", [WRONG, MISSING], 1, exact=True
        ) == (
            "invalid_arguments: the arguments of t fit its input schema, but "
            "not the rules that this host adds to it\n"
            "- /limit: expected integer, got string\n"
            '- /: missing property "city"\n'
            "and 1 more"
        )
        head = ZH.breaks_overlay.format(tool="t")
        assert chinese.breaks_overlay("t", [], 0, exact=True) == (
            f"invalid_arguments: {head}"
        )


class TestInvalidArguments:
    def test_one_violation_is_one_line(self):
        assert english.invalid_arguments("t", [WRONG], 0, exact=True) == (
            "invalid_arguments: /limit: expected integer, got string"
        )
        assert chinese.invalid_arguments("t", [WRONG], 0, exact=True) == (
            "invalid_arguments: /limit: "
            + ZH.expected_type.format(expected="integer", received="string")
        )

    def test_several_are_a_list(self):
        text = english.invalid_arguments(
            "get", [WRONG, MISSING], 0, exact=True
        )
        assert text == (
            "invalid_arguments: the arguments of get do not fit its input "
            "schema:\n"
            "- /limit: expected integer, got string\n"
            '- /: missing property "city"'
        )

    @pytest.mark.parametrize(
        ("more", "exact", "tail"),
        [
            (3, True, "\nand 3 more"),
            (3, False, "\nand at least 3 more"),
            (0, False, "\nand perhaps more"),
        ],
    )
    def test_what_is_not_listed_is_counted(self, more, exact, tail):
        for listed in ([WRONG], [WRONG, MISSING]):
            text = english.invalid_arguments("get", listed, more, exact)
            assert text.endswith(tail)

    def test_nothing_listed_is_still_an_answer(self):
        assert english.invalid_arguments("run it", [], 0, exact=True) == (
            'invalid_arguments: the arguments of "run it" do not fit its '
            "input schema"
        )

    def test_lines_that_have_no_room_are_counted_too(self):
        long = violation("enum", tuple("x" * 100 + str(n) for n in range(9)))
        text = english.invalid_arguments("t", [long] * 100, 7, exact=True)
        shown = text.count("\n- ")
        assert 5 <= shown < 100
        assert text.endswith(f"\nand {107 - shown} more")
        assert len(text) <= MESSAGE_LIMIT

    def test_a_hundred_violations_with_huge_names(self):
        names = tuple(f"{n}" + "\u202e!" * 5_000 for n in range(100))
        broken = violation(
            "additionalProperties", names, path=names, names=names
        )
        for messages in (english, chinese):
            text = messages.invalid_arguments(
                "t", [broken] * 100, 0, exact=True
            )
            assert len(text) <= MESSAGE_LIMIT


class TestInvalidOutput:
    def test_says_where_and_which_keyword(self):
        broken = Violation(
            keyword="type",
            instance_path=("rows", 3, "total"),
            schema_path=(
                *("properties", "rows", "items"),
                *("properties", "total", "type"),
            ),
            expected="number",
            received="string",
        )
        text = english.invalid_output("report", [broken], 0, exact=True)
        assert text == (
            "invalid_output: report ran, but its result breaks its output "
            "schema and is withheld: /rows/3/total (type). The arguments were "
            "fine; it may have taken effect."
        )

    def test_names_that_came_with_the_output_are_not_shown(self):
        broken = Violation(
            keyword="additionalProperties",
            instance_path=("users", "ann@example.org"),
            schema_path=(
                *("properties", "users"),
                *("additionalProperties", "additionalProperties"),
            ),
            expected=("age",),
            received="object",
            names=("s3cret",),
        )
        text = english.invalid_output("t", [broken] * 2, 4, exact=False)
        assert "/users/* (additionalProperties), /users/*" in text
        assert "and at least 4 more. The" in text
        assert "ann" not in text
        assert "s3cret" not in text

    def test_nothing_listed_is_still_an_answer(self):
        text = english.invalid_output("t", [], 0, exact=True)
        assert "withheld: /. The" in text

    @given(
        st.lists(violations, max_size=8), st.integers(0, 10**9), st.booleans()
    )
    def test_is_the_same_whatever_the_names_are(self, broken, more, exact):
        """Names and what was expected leave no trace in the text."""
        blank = [
            Violation(
                keyword=one.keyword,
                instance_path=tuple(
                    step
                    if isinstance(step, int) or step in one.schema_path
                    else "other"
                    for step in one.instance_path
                ),
                schema_path=tuple(
                    step for step in one.schema_path if step != "other"
                ),
                received="null",
            )
            for one in broken
        ]
        for messages in (english, chinese):
            assert messages.invalid_output(
                "t", broken, more, exact
            ) == messages.invalid_output("t", blank, more, exact)

    def test_an_output_that_is_not_json(self):
        error = InvalidJSONError(
            "not a JSON value", code="odd", path=("s3cret",)
        )
        assert english.output_not_json("t", error) == (
            "invalid_output: t ran, but its result is not acceptable as JSON "
            "and is withheld: not a JSON value. The arguments were fine; it "
            "may have taken effect."
        )
        assert "s3cret" not in chinese.output_not_json("t", error)

    def test_an_output_that_is_missing(self):
        assert english.output_missing("t") == (
            "invalid_output: t ran, but returned no structured result, which "
            "its output schema asks for. The arguments were fine; it may "
            "have taken effect."
        )


class TestInvalidJSON:
    def test_line_and_column(self):
        error = InvalidJSONError("text after", code="odd", line=1, column=9)
        assert english.invalid_json(error) == (
            "invalid_json: text after at line 1 column 9"
        )
        assert chinese.invalid_json(error).endswith("位于第 1 行第 9 列")

    def test_path(self):
        error = InvalidJSONError("odd", code="odd", path=("a", 0))
        assert english.invalid_json(error) == "invalid_json: odd at /a/0"

    def test_neither(self):
        error = InvalidJSONError("too long\x00", code="odd")
        assert english.invalid_json(error) == r"invalid_json: too long\u0000"

    @pytest.mark.parametrize("found", ["array", "null", "string"])
    def test_not_an_object(self, found):
        reason = f"expected one JSON object, got {found}"
        error = NotAnObjectError(reason, code="not_an_object", found=found)
        assert english.not_an_object(error) == f"invalid_arguments: {reason}"
        assert chinese.not_an_object(error).endswith(f" {found}")

    def test_a_code_picks_the_chinese_sentence(self):
        error = InvalidJSONError("too deep", code="too_deep", found=64)
        assert chinese.invalid_json(error) == (
            "invalid_json: " + ZH.reasons["too_deep"].format(found=64)
        )


class TestOtherAnswers:
    def test_denied(self):
        assert english.denied("Ask Ann first") == "denied: Ask Ann first"
        for none in (None, ""):
            assert english.denied(none) == (
                "denied: this call is not allowed. It did not run."
            )
        assert len(english.denied("z" * 200_000)) == MESSAGE_LIMIT

    def test_approval_refused(self):
        assert english.approval_refused("pay") == (
            "denied: pay needs a person's approval for exactly this call, "
            "and does not have it. It did not run."
        )

    def test_crashed_names_the_tool(self):
        """Field case modelcontextprotocol/python-sdk#2386."""
        assert english.crashed("query") == (
            "crashed: query failed inside, after its arguments were accepted."
            " It may have taken effect in part. The details stay with the "
            "host."
        )

    def test_what_changes_nothing_never_took_effect(self):
        """For a tool that reads, neither language says that it may have."""
        error = InvalidJSONError("not a JSON value", code="odd")
        for messages, effect in (english, "effect"), (chinese, "生效"):
            for say, about in (
                (messages.crashed, ()),
                (messages.output_missing, ()),
                (messages.output_not_json, (error,)),
                (messages.invalid_output, ([WRONG], 0, True)),
            ):
                assert effect in say("t", *about)
                assert effect not in say("t", *about, harmless=True)
        assert english.invalid_output(
            "look", [WRONG], 0, exact=True, harmless=True
        ).endswith("The arguments were fine; it changed nothing.")
        assert "you may call it again" in english.crashed("t", harmless=True)

    def test_timed_out_without_an_id_names_no_call(self):
        """`registry.call` gives none."""
        for messages, seconds in (
            (english, "30 s."),
            (chinese, "30 秒内完成。"),
        ):
            text = messages.timed_out("t", "", 30, outcome_unknown=True)
            assert seconds in text
            assert '""' not in text

    def test_timed_out_names_the_call(self):
        """Field case modelcontextprotocol/python-sdk#1839."""
        assert english.timed_out(
            "hang", "call_7", 0.2, outcome_unknown=True
        ) == (
            'timed_out: hang did not finish within 0.2 s (call "call_7"). '
            "Its outcome is unknown: it may still take effect. Check before "
            "you call it again."
        )
        assert english.timed_out(
            "look", "call_7", 30, outcome_unknown=False
        ) == (
            'timed_out: look did not finish within 30 s (call "call_7"). It '
            "changes nothing, so you may call it again."
        )

    def test_what_is_left_of_a_run(self):
        assert english.invalid_left(3) == (
            "Invalid calls left in this run: 3. One more than that ends it."
        )
        assert english.run_ends() == (
            "That was one invalid call too many: this run is over."
        )
        assert english.run_over() == (
            "denied: this run is over, since it used up the calls that it "
            "may make. This call did not run."
        )
        assert "3" in chinese.invalid_left(3)
        assert chinese.run_ends() == ZH.run_ends
        assert chinese.run_over() == f"denied: {ZH.run_over}"

    def test_unknown_tool(self):
        assert english.unknown_tool("get_wether", "get_weather") == (
            'unknown_tool: there is no tool "get_wether". Did you mean '
            "get_weather?"
        )
        assert english.unknown_tool("x", None) == (
            'unknown_tool: there is no tool "x".'
        )


errors = {
    "reason": anything,
    "code": anything,
    "found": st.none() | anything | st.integers(),
    "path": st.lists(anything | st.integers(0)).map(tuple),
    "line": st.none() | st.integers(1, 10**9),
    "column": st.integers(1, 10**9),
}
names = st.text(st.characters(exclude_categories=()), max_size=200)


@given(st.lists(violations, max_size=8), st.integers(0, 10**9), st.booleans())
def test_lists_are_bounded_and_hold_no_controls(broken, more, exact):
    for messages in (english, chinese):
        for text in (
            messages.invalid_arguments("t", broken, more, exact),
            messages.breaks_overlay("t", broken, more, exact),
            messages.invalid_output("t", broken, more, exact),
        ):
            assert len(text) <= MESSAGE_LIMIT
            assert text.replace("\n", "").isprintable()
    text = messages.invalid_output("t", broken, more, exact)
    assert "\n" not in text


@given(names, names, st.fixed_dictionaries(errors), st.floats(0.001, 1e6))
def test_every_other_answer_is_bounded_and_printable(
    tool, other, fields, seconds
):
    error = InvalidJSONError(fields.pop("reason"), **fields)
    not_object = NotAnObjectError(error.reason, **fields)
    for messages in (english, chinese):
        for text in (
            messages.invalid_json(error),
            messages.not_an_object(not_object),
            messages.output_not_json(tool, error),
            messages.output_missing(tool),
            messages.approval_refused(tool),
            messages.crashed(tool),
            messages.crashed(tool, harmless=True),
            messages.not_read(tool),
            messages.timed_out(tool, other, seconds, outcome_unknown=True),
            messages.timed_out(tool, other, seconds, outcome_unknown=False),
            messages.unknown_tool(tool, other),
            messages.run_over(),
        ):
            assert len(text) <= MESSAGE_LIMIT
            assert text.isprintable()
        assert len(messages.denied(other * 100)) <= MESSAGE_LIMIT
        json.dumps(messages.denied(other)).encode()
