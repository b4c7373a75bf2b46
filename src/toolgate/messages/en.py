"""English."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from toolgate.messages.phrases import Phrases

EN: Final = Phrases(
    expected_type="expected {expected}, got {received}",
    expected=MappingProxyType(
        {
            "at_least": "a value of at least {0}",
            "at_most": "a value of at most {0}",
            "base64": "bytes in base64, such as aGVsbG8=",
            "date": "a date such as 2030-01-31",
            "date_time": "a date and time such as 2030-01-31T09:30:00Z",
            "decimal": (
                "a decimal number with an exponent of at most {0} and at most "
                "{1} characters"
            ),
            "distinct_hashes": "values that are told apart more easily",
            "distinct_items": "items that are all different",
            "distinct_keys": "keys that all mean something different",
            "double": "a number that a double can hold",
            "duration": (
                "a duration in weeks, days, hours, minutes and seconds, such "
                "as P1DT2H30M"
            ),
            "greater_than": "a value greater than {0}",
            "hashable_items": "items that a set can hold",
            "integer_digits": "an integer of at most {0} digits",
            "key_bounds": "an integer within the bounds of the key's type",
            "keys_said": "keys that are each {0}",
            "less_than": "a value less than {0}",
            "less_work": (
                "a smaller or flatter value: this one asks for more work than "
                "its type may take"
            ),
            "max_bytes": "at most {0} bytes",
            "max_digits": "at most {0} digits",
            "max_members": (
                "at most {0} members in a set, or keys, and fewer where there "
                "are many such sets"
            ),
            "max_places": "at most {0} digits after the point",
            "min_bytes": "at least {0} bytes",
            "multiple_of": "a multiple of {0}",
            "own_check": "a value that the tool's own check lets through",
            "path": "a path without NUL characters",
            "predicate": "a value for which {0} holds",
            "said": "{0}",
            "time": "a time such as 09:30:00",
            "uuid": "a UUID such as 123e4567-e89b-12d3-a456-426614174000",
            "valid": "a valid {0}",
            "with_offset": "a time with an offset",
            "without_offset": "a time without an offset",
        }
    ),
    any_of_types="{types} or {last}",
    missing_property="missing property {name}",
    missing_properties="missing properties {names}",
    missing_dependent=(
        "missing property {name}, required beside another that is present"
    ),
    missing_dependents=(
        "missing properties {names}, required beside another that is present"
    ),
    unknown_property="unknown property {name}",
    unknown_properties="unknown properties {names}",
    allowed_properties="; allowed: {names}",
    no_names_allowed="; this object takes no properties",
    closest_property=". Did you mean {name}?",
    in_property_name="property name {name}: {sentence}",
    expected_one_of="expected one of {values}",
    expected_exactly="expected exactly {value}",
    not_json="not a JSON value, or over a limit",
    not_json_because="not acceptable as JSON: {reason}",
    broken_keyword="breaks {keyword} of the schema",
    keywords=MappingProxyType(
        {
            "minimum": "expected a number >= {value}",
            "maximum": "expected a number <= {value}",
            "exclusiveMinimum": "expected a number > {value}",
            "exclusiveMaximum": "expected a number < {value}",
            "multipleOf": "expected a multiple of {value}",
            "minLength": "expected at least {value} character(s)",
            "maxLength": "expected at most {value} character(s)",
            "pattern": "expected text that matches the pattern {value}",
            "format": "expected text in the format {value}",
            "minItems": "expected at least {value} item(s)",
            "maxItems": "expected at most {value} item(s)",
            "uniqueItems": "expected items that all differ",
            "contains": "no item fits what `contains` asks for",
            "minContains": (
                "expected at least {value} item(s) that fit `contains`"
            ),
            "maxContains": (
                "expected at most {value} item(s) that fit `contains`"
            ),
            "items": "more items than allowed",
            "additionalItems": "more items than allowed",
            "unevaluatedItems": "more items than allowed",
            "minProperties": "expected at least {value} properties",
            "maxProperties": "expected at most {value} properties",
            "properties": "this property is not allowed",
            "patternProperties": "this property is not allowed",
            "propertyNames": "this property name is not allowed",
            "not": "expected a value that does not fit the schema in `not`",
            "anyOf": "expected a value that fits one form in `anyOf`",
            "oneOf": "expected a value that fits exactly one form in `oneOf`",
        }
    ),
    several_problems="the arguments of {tool} do not fit its input schema:",
    some_problem="the arguments of {tool} do not fit its input schema",
    and_more="and {count} more",
    and_at_least="and at least {count} more",
    and_perhaps_more="and perhaps more",
    breaks_overlay=(
        "the arguments of {tool} fit its input schema, but not the rules that "
        "this host adds to it"
    ),
    invalid_left=(
        "Invalid calls left in this run: {count}. One more than that ends it."
    ),
    run_ends="That was one invalid call too many: this run is over.",
    run_over=(
        "this run is over, since it used up the calls that it may make. This "
        "call did not run."
    ),
    at_line="{reason} at line {line} column {column}",
    at_path="{reason} at {path}",
    reasons=MappingProxyType({}),  # the errors' own reasons are English
    wanted=MappingProxyType({}),
    invalid_output=(
        "{tool} ran, but its result breaks its output schema and is withheld"
        ": {places}. The arguments were fine; {effect}"
    ),
    place_and_keyword="{path} ({keyword})",
    output_not_json=(
        "{tool} ran, but its result is not acceptable as JSON and is withheld"
        ": {reason}. The arguments were fine; {effect}"
    ),
    output_missing=(
        "{tool} ran, but returned no structured result, which its output "
        "schema asks for. The arguments were fine; {effect}"
    ),
    perhaps_effective="it may have taken effect.",
    changed_nothing="it changed nothing.",
    denied="this call is not allowed. It did not run.",
    approval_refused=(
        "{tool} needs a person's approval for exactly this call, and does "
        "not have it. It did not run."
    ),
    crashed=(
        "{tool} failed inside, after its arguments were accepted.{effect} "
        "The details stay with the host."
    ),
    perhaps_in_part=" It may have taken effect in part.",
    not_read=(
        "{tool} did not run: reading its arguments failed inside. The "
        "details stay with the host."
    ),
    timed_out="{tool} did not finish within {seconds} s{call}.",
    of_call=" (call {call})",
    outcome_unknown=(
        " Its outcome is unknown: it may still take effect. Check before "
        "you call it again."
    ),
    safe_to_repeat=" It changes nothing, so you may call it again.",
    no_thread=(
        "{tool} did not run, since no thread was free for it. You may call "
        "it again later."
    ),
    no_stack=(
        "the tool ran, but its output could not be checked and is withheld: "
        "too little of the stack is left. It may have taken effect."
    ),
    unknown_tool="there is no tool {name}.",
    closest_tool=" Did you mean {name}?",
)
