"""
The text that a model reads, made from what went wrong.

A message is at most 2,000 characters, whatever it is made from. It never
holds a value from a call or from a handler; names that come from there are
quoted, escaped and cut, and names from an output do not appear at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from toolgate.messages.en import EN
from toolgate.messages.places import MESSAGE_LIMIT, declared, fitting
from toolgate.messages.quoting import (
    cut,
    inline,
    pointer_text,
    quoted,
    tool_name,
)
from toolgate.messages.sentences import Sentences
from toolgate.messages.zh import ZH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolgate.exceptions import InvalidJSONError, NotAnObjectError
    from toolgate.messages.phrases import Phrases
    from toolgate.violation import Violation

__all__ = ["MESSAGE_LIMIT", "Messages", "cut", "messages_for", "quoted"]

_ID_LIMIT = 100
_REASON_LIMIT = 300
_KEYWORD_LIMIT = 40


class Messages:
    """
    The answers of the gate in one language; build it with `messages_for`.

    >>> from toolgate.violation import Violation
    >>> wrong = Violation(
    ...     keyword="type",
    ...     instance_path=("limit",),
    ...     schema_path=("properties", "limit", "type"),
    ...     expected="integer",
    ...     received="string",
    ... )
    >>> english = messages_for("en")
    >>> english.invalid_arguments("list_rows", [wrong], 0, exact=True)
    'invalid_arguments: /limit: expected integer, got string'
    """

    __slots__ = ("_phrases", "_sentences", "_several")

    def __init__(self, phrases: Phrases) -> None:
        self._phrases = phrases
        self._sentences = Sentences(phrases)
        self._several = (
            "invalid_arguments: " + phrases.several_problems
        ).split("{tool}")

    def invalid_json(self, error: InvalidJSONError) -> str:
        """Say why a text is not JSON, and where; never quote the text."""
        return cut(f"invalid_json: {self._where(error)}", MESSAGE_LIMIT)

    def not_an_object(self, error: NotAnObjectError) -> str:
        """Say that the arguments are JSON, but not one JSON object."""
        return cut(f"invalid_arguments: {self._where(error)}", MESSAGE_LIMIT)

    def invalid_arguments(
        self,
        tool: str,
        violations: Sequence[Violation],
        more: int,
        exact: bool,  # noqa: FBT001 - one fact with `more`, always given
    ) -> str:
        """
        List violations of an input schema.

        `more` counts those that are not among `violations`; where `exact`
        is false, counting stopped there, and there may be others.
        """
        phrases = self._phrases
        line = self._sentences.line
        if len(violations) == 1 and not more and exact:
            return "invalid_arguments: " + line(violations[0])
        if not violations:
            text = phrases.some_problem.format(tool=tool_name(tool))
            return f"invalid_arguments: {text}"
        return self._listed(
            tool_name(tool).join(self._several), violations, more, exact
        )

    def breaks_overlay(
        self,
        tool: str,
        violations: Sequence[Violation],
        more: int,
        exact: bool,  # noqa: FBT001 - as above
    ) -> str:
        """List violations of what a host asks for beyond an input schema."""
        text = self._phrases.breaks_overlay.format(tool=tool_name(tool))
        head = f"invalid_arguments: {text}"
        return self._listed(head, violations, more, exact)

    def _listed(
        self,
        head: str,
        violations: Sequence[Violation],
        more: int,
        exact: bool,  # noqa: FBT001 - as above
    ) -> str:
        line = self._sentences.line
        shown = fitting(map(line, violations), head)
        tail = self._more(more + len(violations) - len(shown), exact)
        lines = "\n- ".join([head, *shown])
        return f"{lines}\n{tail}" if tail else lines

    def invalid_output(
        self,
        tool: str,
        violations: Sequence[Violation],
        more: int,
        exact: bool,  # noqa: FBT001 - as above
        *,
        harmless: bool = False,
    ) -> str:
        """
        Say where an output breaks its schema: pointer and keyword only.

        A step of the path is shown where the schema names it too; any other
        came with the output and is shown as `*`. Here as in the others,
        `harmless` says that the tool changes nothing.
        """
        phrases = self._phrases
        places = (
            phrases.place_and_keyword.format(
                path=pointer_text(declared(violation)),
                keyword=inline(violation.keyword, _KEYWORD_LIMIT),
            )
            for violation in violations
        )
        name, effect = tool_name(tool), self._effect(harmless)
        frame = phrases.invalid_output.format(
            tool=name, places="", effect=effect
        )
        shown = fitting(places, frame)
        tail = self._more(more + len(violations) - len(shown), exact)
        listed = ", ".join([*shown, tail] if tail else shown)
        text = phrases.invalid_output.format(
            tool=name, places=listed or "/", effect=effect
        )
        return f"invalid_output: {text}"

    def output_not_json(
        self, tool: str, error: InvalidJSONError, *, harmless: bool = False
    ) -> str:
        """Say that a result is not JSON; neither names nor values of it."""
        text = self._phrases.output_not_json.format(
            tool=tool_name(tool),
            reason=self._reason(error),
            effect=self._effect(harmless),
        )
        return f"invalid_output: {text}"

    def output_missing(self, tool: str, *, harmless: bool = False) -> str:
        """Say that a result is missing that an output schema asks for."""
        text = self._phrases.output_missing.format(
            tool=tool_name(tool), effect=self._effect(harmless)
        )
        return f"invalid_output: {text}"

    def invalid_left(self, count: int) -> str:
        """Say how many more invalid calls a run may make; a line of text."""
        return self._phrases.invalid_left.format(count=count)

    def run_ends(self) -> str:
        """Say that a run made one invalid call too many; a line of text."""
        return self._phrases.run_ends

    def run_over(self) -> str:
        """Say that a call did not run, since its run is over."""
        return f"denied: {self._phrases.run_over}"

    def denied(self, reason: str | None) -> str:
        """Pass on a policy's sentence, or say plainly that it denied."""
        return cut(f"denied: {reason or self._phrases.denied}", MESSAGE_LIMIT)

    def approval_refused(self, tool: str) -> str:
        """Say that the approval which this call needs was not given."""
        text = self._phrases.approval_refused.format(tool=tool_name(tool))
        return f"denied: {text}"

    def crashed(self, tool: str, *, harmless: bool = False) -> str:
        """Say that a handler failed; nothing of its exception is in it."""
        phrases = self._phrases
        text = phrases.crashed.format(
            tool=tool_name(tool),
            effect=phrases.safe_to_repeat
            if harmless
            else phrases.perhaps_in_part,
        )
        return f"crashed: {text}"

    def not_read(self, tool: str) -> str:
        """Say that a call did not run, since its arguments broke a class."""
        text = self._phrases.not_read.format(tool=tool_name(tool))
        return f"crashed: {text}"

    def timed_out(
        self,
        tool: str,
        tool_call_id: str,
        seconds: float,
        outcome_unknown: bool,  # noqa: FBT001 - always given
    ) -> str:
        """Say that a limit in seconds passed, and what may have happened."""
        phrases = self._phrases
        call = ""
        if tool_call_id:
            call = phrases.of_call.format(call=quoted(tool_call_id, _ID_LIMIT))
        text = phrases.timed_out.format(
            tool=tool_name(tool), seconds=f"{seconds:g}", call=call
        )
        if outcome_unknown:
            return f"timed_out: {text}{phrases.outcome_unknown}"
        return f"timed_out: {text}{phrases.safe_to_repeat}"

    def no_thread(self, tool: str) -> str:
        """Say that a call did not run, for want of a thread."""
        text = self._phrases.no_thread.format(tool=tool_name(tool))
        return f"timed_out: {text}"

    def no_stack(self) -> str:
        """Say that a tool ran, and that its output could not be checked."""
        return f"invalid_output: {self._phrases.no_stack}"

    def unknown_tool(self, name: str, closest: str | None) -> str:
        """Say that no tool has this name, and which one comes closest."""
        text = self._phrases.unknown_tool.format(name=quoted(name))
        if closest is not None:
            text += self._phrases.closest_tool.format(name=tool_name(closest))
        return f"unknown_tool: {text}"

    def _effect(self, harmless: bool) -> str:  # noqa: FBT001 - passed on
        phrases = self._phrases
        return (
            phrases.changed_nothing if harmless else phrases.perhaps_effective
        )

    def _where(self, error: InvalidJSONError) -> str:
        reason = self._reason(error)
        if error.line is not None:
            return self._phrases.at_line.format(
                reason=reason, line=error.line, column=error.column
            )
        if error.path:
            return self._phrases.at_path.format(
                reason=reason, path=pointer_text(error.path)
            )
        return reason

    def _reason(self, error: InvalidJSONError) -> str:
        reason = self._phrases.reasons.get(error.code)
        if reason is None:
            return inline(error.reason, _REASON_LIMIT)
        found = str(error.found)
        found = self._phrases.wanted.get(found, found)
        return reason.format(found=inline(found, _KEYWORD_LIMIT))

    def _more(self, count: int, exact: bool) -> str:  # noqa: FBT001 - as above
        if not count:
            return "" if exact else self._phrases.and_perhaps_more
        phrases = self._phrases
        template = phrases.and_more if exact else phrases.and_at_least
        return template.format(count=count)


_LANGUAGES: Final = {"en": Messages(EN), "zh": Messages(ZH)}


def messages_for(language: str) -> Messages:
    """
    Give the answers in a language, `en` or `zh`.

    Raises `ValueError` for any other, naming the known ones.

    >>> messages_for("en").denied(None)
    'denied: this call is not allowed. It did not run.'
    """
    messages = _LANGUAGES.get(language)
    if messages is None:
        known = ", ".join(_LANGUAGES)
        raise ValueError(f"unknown language {language!r}; known: {known}")
    return messages
