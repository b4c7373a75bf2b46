"""The sentences that a language has to fill in, as a form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolgate.value_object import frozen_dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Phrases:
    """
    Every sentence of one language.

    Each is a template for `str.format`; the comment beside a field names its
    places. A place holds text that is already bounded and escaped. The word
    before the colon of an answer (`invalid_arguments`) is a stable code, the
    same in every language, and is not part of a phrase; neither are the type
    names and keywords of JSON Schema, which are that vocabulary's own words.

    `expected` has the words for what a Python type asks for, by the codes of
    `toolgate.expected`, places `{0}` and `{1}`; they stand in the place of a
    type's name. `keywords` has the sentence for each keyword that needs
    nothing but its value, place `{value}`; `reasons` the one for each
    `InvalidJSONError.code`, place `{found}`. A code without a sentence falls
    back on the error's own reason, which is English. `wanted` has the words
    for what a syntax error expected, by the English ones.

    >>> from toolgate.messages.en import EN
    >>> EN.expected_type.format(expected="integer", received="string")
    'expected integer, got string'
    """

    # One violation, after its place and ": ".
    expected_type: str  # {expected} {received}
    expected: Mapping[str, str]
    any_of_types: str  # {types} {last}
    missing_property: str  # {name}
    missing_properties: str  # {names}
    missing_dependent: str  # {name}
    missing_dependents: str  # {names}
    unknown_property: str  # {name}
    unknown_properties: str  # {names}
    allowed_properties: str  # {names}
    no_names_allowed: str
    closest_property: str  # {name}
    in_property_name: str  # {name} {sentence}
    expected_one_of: str  # {values}
    expected_exactly: str  # {value}
    not_json: str
    not_json_because: str  # {reason}
    broken_keyword: str  # {keyword}
    keywords: Mapping[str, str]

    # A list of violations.
    several_problems: str  # {tool}
    some_problem: str  # {tool}
    and_more: str  # {count}
    and_at_least: str  # {count}
    and_perhaps_more: str

    # Schemas of the host's own, and runs.
    breaks_overlay: str  # {tool}
    invalid_left: str  # {count}
    run_ends: str
    run_over: str

    # Text that is not JSON.
    at_line: str  # {reason} {line} {column}
    at_path: str  # {reason} {path}
    reasons: Mapping[str, str]
    wanted: Mapping[str, str]

    # Outputs.
    invalid_output: str  # {tool} {places} {effect}
    place_and_keyword: str  # {path} {keyword}
    output_not_json: str  # {tool} {reason} {effect}
    output_missing: str  # {tool} {effect}
    perhaps_effective: str
    changed_nothing: str

    # The other answers.
    denied: str
    approval_refused: str  # {tool}
    crashed: str  # {tool} {effect}
    perhaps_in_part: str
    not_read: str  # {tool}
    timed_out: str  # {tool} {call} {seconds}
    of_call: str  # {call}
    outcome_unknown: str
    safe_to_repeat: str
    no_thread: str  # {tool}
    no_stack: str
    unknown_tool: str  # {name}
    closest_tool: str  # {name}
