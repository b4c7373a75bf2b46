"""
How `jsonschema-rs` is made to take a schema, and what it must not get.

Its validators recurse on the C stack, and their time grows faster than
linearly with some long integers: both are found out here, beforehand.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from toolgate.exceptions import UnsupportedByEngineError
from toolgate.json_value import canonical
from toolgate.schema.recursion import is_recursive
from toolgate.schema.rewriting import rewritten

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolgate.schema.checks import CheckedSchema
    from toolgate.schema.dialects import Dialect
    from toolgate.typing import JSONSchema

_NAMES: Final[Mapping[str, str]] = {
    "2020-12": "Draft202012",
    "2019-09": "Draft201909",
    "draft-07": "Draft7",
    "draft-06": "Draft6",
}
_ASSERTING: Final = frozenset(("Draft6", "Draft7"))
# With a path, so that relative `$id`s and references have one to go by.
_ROOT: Final = "https://root.toolgate.invalid/schema"
# Measured with 0.61.2: at most 250 bytes of stack a step.
_MAX_STEPS: Final = 850
# `unevaluated…` is compiled along all that sees the same value, at some 3.5
# kilobytes a step.
_MAX_COMPILED: Final = 20
_UNEVALUATED: Final = frozenset(("unevaluatedItems", "unevaluatedProperties"))
_DEAR_WORDS: Final = ('"uniqueItems":true', '"multipleOf":')
# An integer without a text is no number to the engine, whose only type it is.
_BOUNDING_WORDS: Final = (
    'imum":',
    '"type":"number"',
    '"type":["number"]',
)
_DEAR: Final = re.compile('imum":-?[0-9]+[.e]')
# The shortest integers that a host can make Python refuse have so many
# digits.
_LONG: Final = 641
# With 0.61.2, `uniqueItems` raises beyond some 250 levels.
_MAX_NESTED: Final = 200
_SHOWN: Final = 200


def compile_fast(
    module: Any,
    checked: CheckedSchema,
    formats: Mapping[str, Callable[[str], bool]],
    depth: int,
) -> Any:
    """
    Return the validator that `jsonschema-rs`, the module, makes of a schema.

    `formats` are asserted; where it is empty, none is. `depth` is that of
    the deepest instance.

    Raises `UnsupportedByEngineError` where it refuses the schema, or where
    it might run out of stack, which ends the process.
    """
    _refuse_unsafe(checked, depth)
    name = _NAMES[checked.dialect.name]
    document, others = rewritten(checked)
    if checked.patterns and name in _ASSERTING:
        # The engine's own metaschema check would hold a pattern in its terms
        # against ECMA-262; documents of a registry were checked by us alone.
        others[_ROOT] = document
        document = {"$ref": _ROOT}
    options: dict[str, Any] = {
        "offline": True,
        "pattern_options": module.RegexOptions(),
        "validate_formats": bool(formats),
    }
    if formats:
        options["formats"] = dict(formats)
    try:
        if others:
            options["registry"] = module.Registry(
                list(others.items()), draft=getattr(module, name)
            )
        return getattr(module, f"{name}Validator")(document, **options)
    except (ValueError, module.ReferencingError) as error:
        reason = str(error).partition("\n")[0][:_SHOWN]
        raise UnsupportedByEngineError(
            f"jsonschema-rs refuses it: {reason}"
        ) from None


def _refuse_unsafe(checked: CheckedSchema, depth: int) -> None:
    """Raise `UnsupportedByEngineError` for what the engine gets wrong."""
    if _may_overflow(checked, depth) or _is_deep(checked):
        raise UnsupportedByEngineError(
            f"{checked.cost.height} steps on one value may take "
            "jsonschema-rs more than a small thread's stack"
        )
    if depth > _MAX_NESTED and '"uniqueItems":true' in _texts(checked):
        raise UnsupportedByEngineError(
            "jsonschema-rs compares values to a depth of "
            f"{_MAX_NESTED} only, and instances may be deeper"
        )
    if _enters_unseen(checked):
        raise UnsupportedByEngineError(
            "beside dynamic references, jsonschema-rs does not always notice "
            "that it enters an embedded `$id`"
        )


def _may_overflow(checked: CheckedSchema, depth: int) -> bool:
    """Whether the engine, which recurses, might run out of stack."""
    steps = (checked.cost.height + 1) * (depth + 1)
    if not checked.links.targets or steps <= _MAX_STEPS:
        return False
    # What is not recursive is entered once on the way down.
    count = sum(len(part.survey.found) for part in checked.links.parts)
    return count > _MAX_STEPS or is_recursive(checked)


def _enters_unseen(checked: CheckedSchema) -> bool:
    """Whether dynamic references meet resources inside documents."""
    return any(
        keyword != "$ref" for _, keyword in checked.links.targets
    ) and any(
        found.path for part in checked.links.parts for found in part.survey.ids
    )


def _is_deep(checked: CheckedSchema) -> bool:
    """Whether compiling `unevaluated…` might run out of stack."""
    if checked.cost.height <= _MAX_COMPILED:
        return False
    return any(keyword in checked.canonical for keyword in _UNEVALUATED) or (
        any(
            isinstance(found.schema, dict)
            and not _UNEVALUATED.isdisjoint(found.schema)
            for part in checked.links.parts
            for found in part.survey.found
        )
    )


def metaschema_verdict(
    module: Any, dialect: Dialect
) -> Callable[[JSONSchema], bool]:
    """
    Return the engine's verdict on documents of a dialect.

    `format` is not asserted: whether a `pattern` is a regular expression is
    another check, with reasons of its own.
    """
    validator = getattr(module, f"{_NAMES[dialect.name]}Validator")(
        {"$ref": dialect.validator_class.META_SCHEMA["$id"]},
        offline=True,
        validate_formats=False,
        pattern_options=module.RegexOptions(),
    )
    valid: Callable[[JSONSchema], bool] = validator.is_valid
    return valid


def needs_care(checked: CheckedSchema) -> bool:
    """
    Whether long integers take the engine more time than they should.

    With 0.61.2, 200 integers of 4,300 digits under `uniqueItems` take 15 s:
    those that round to one float are compared with each other. Bounds and
    divisors that are no integers take it milliseconds for each. Under
    `multipleOf`, it is about their verdict: the engine divides floats.
    """
    text = checked.canonical
    return (
        bool(checked.resources)
        or any(word in text for word in _DEAR_WORDS)
        or ('imum":' in text and bool(_DEAR.search(text)))
    )


def _texts(checked: CheckedSchema) -> str:
    """Return the text of a schema and of the documents that it reaches."""
    others = (
        canonical(document) for document, _ in checked.resources.values()
    )
    return "\n".join((checked.canonical, *others))


def bounds_numbers(checked: CheckedSchema) -> bool:
    """
    Whether the verdict on a long integer may hang on its digits.

    Those of an `enum` are in the text; so many in a row include one at a
    multiple, which is found sooner.
    """
    text = checked.canonical
    return any(word in text for word in _BOUNDING_WORDS) or (
        any(map(str.isdigit, text[_LONG - 1 :: _LONG]))
        and re.search(f"[0-9]{{{_LONG}}}", text) is not None
    )
