"""From an author's schema to a wire schema, with the way back."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from toolgate.pointer import resolve
from toolgate.schema.outline import outline
from toolgate.unset import UNSET
from toolgate.wire.schema.codec import Codec
from toolgate.wire.schema.draft import TOP, Written
from toolgate.wire.schema.forms import Form
from toolgate.wire.schema.inlining import inlined, pruned
from toolgate.wire.schema.measures import check_cycles, check_limits
from toolgate.wire.schema.openapi import to_openapi
from toolgate.wire.schema.ordering import ordered
from toolgate.wire.schema.readers import AmbiguousFormError
from toolgate.wire.schema.rewriter import Rewriter
from toolgate.wire.schema.rewriting import (
    CannotSayError,
    NothingFitsError,
    Rewriting,
)

if TYPE_CHECKING:
    from toolgate.schema.checks import SchemaRules
    from toolgate.schema.outline import Outline, Spot
    from toolgate.typing import JSONObject
    from toolgate.wire.changes import Change
    from toolgate.wire.schema.profile import Profile

WRAPPER: Final = "input"
"""The one property of a root that the target would not take as it is."""

_RETRIES: Final = 50
_PLAIN_BRANCH: Final = frozenset({"required", "title", "description"})


class Conversion(NamedTuple):
    """
    A wire schema, what became of the author's, and the way back.

    `checkable` is the wire schema as JSON Schema, where the target's own
    form is none.
    """

    schema: JSONObject
    checkable: JSONObject
    changes: tuple[Change, ...]
    codec: Codec


def convert(
    document: JSONObject, profile: Profile, rules: SchemaRules
) -> Conversion:
    """
    Write a checked input schema for a target.

    Raises `CannotSayError` where the target has no way to say it.

    >>> from toolgate.schema.checks import SchemaRules
    >>> from toolgate.wire.profiles import OPENAI_STRICT
    >>> done = convert(
    ...     {"type": "object", "properties": {"n": {"type": "integer"}}},
    ...     OPENAI_STRICT,
    ...     SchemaRules(),
    ... )
    >>> done.schema["properties"], done.schema["required"]
    ({'n': {'type': ['integer', 'null']}}, ['n'])
    >>> done.codec.decode({"n": None})
    {}
    """
    found = outline(document, rules)
    try:
        return _converted(found, profile)
    except AmbiguousFormError as error:
        reason = str(error)
    try:
        # A text that stands for a value may be what stands in the way.
        return _converted(found, replace(profile, aliases=False))
    except AmbiguousFormError:
        raise CannotSayError(reason) from None


def _converted(found: Outline, profile: Profile) -> Conversion:
    impossible: frozenset[int] = frozenset()
    count = 0
    for _ in range(_RETRIES):
        run = Rewriting(found, profile, impossible, count)
        try:
            return _attempt(run)
        except NothingFitsError as error:
            impossible |= {error.subschema}
            count = run.count
    raise CannotSayError("too many definitions that nothing fits")


def _attempt(run: Rewriting) -> Conversion:
    profile = run.profile
    rewriter = Rewriter(run)
    try:
        schema, form, wrapper = _root(rewriter, run)
        rewriter.finish()
        if run.definitions:
            schema = pruned({**schema, "$defs": run.definitions})
        if run.definitions and profile.references == "inline_finite":
            schema = inlined(schema)
        if not run.is_simple:
            schema = ordered(schema)
        if profile.limits.depth is not None:
            check_limits(schema, profile.limits)
        if profile.recursion == "optional":
            check_cycles(schema)
        codec = Codec(form, run.definitions, wrapper, is_simple=run.is_simple)
    except RecursionError:
        raise CannotSayError("nested too deeply") from None
    return Conversion(
        schema=to_openapi(schema) if profile.openapi else schema,
        checkable=schema,
        changes=_finished(run),
        codec=codec,
    )


_Root: TypeAlias = tuple[dict[str, Any], Form, "str | None"]


def _root(rewriter: Rewriter, run: Rewriting) -> _Root:
    root = run.outline.root
    if not (run.profile.merges or not _is_wrapped(run, root)):
        return _wrapped(run, root, rewriter.node([root]))
    written = rewriter.node([root], None, TOP)
    schema = written.schema
    if schema is False:
        raise CannotSayError("no arguments fit it")
    if (
        isinstance(schema, dict)
        and schema.get("type") == "object"
        and run.profile.root.isdisjoint(schema)
    ):
        return schema, written.form, None
    return _wrapped(run, root, written)


def _is_wrapped(run: Rewriting, root: Spot) -> bool:
    """Tell whether a root has what the target takes further in only."""
    schema: Any = root.schema
    refused = run.profile.root
    if {"enum", "const"} & refused & schema.keys():
        return True
    for keyword in ("anyOf", "oneOf"):
        if keyword in refused and any(
            branch is not True and not _PLAIN_BRANCH.issuperset(branch)
            for branch in schema.get(keyword, ())
        ):
            return True
    return "allOf" in refused and not all(
        _is_mergeable(schema, branch) for branch in schema.get("allOf", ())
    )


def _is_mergeable(schema: Any, branch: Any) -> bool:
    """Tell whether a branch of `allOf` may stand in the root itself."""
    if not isinstance(branch, dict):
        return False
    if not {
        "properties",
        "required",
        "title",
        "description",
        "type",
    }.issuperset(branch):
        return False
    return "additionalProperties" not in schema and (
        "unevaluatedProperties" not in schema
    )


def _wrapped(run: Rewriting, root: Spot, written: Written) -> _Root:
    """Put a schema under the one property of an object."""
    schema: Any = written.schema
    if schema is False:
        raise CannotSayError("no arguments fit it")
    inside: JSONObject = {WRAPPER: {}}
    run.change(root, "properties", inside, "encoded", "wrapped-root")
    found: dict[str, Any] = {
        "type": "object",
        "properties": {WRAPPER: schema},
        "required": [WRAPPER],
        "additionalProperties": False,
    }
    return found, written.form, WRAPPER


def _finished(run: Rewriting) -> tuple[Change, ...]:
    """
    Return the entries as they are to be read.

    What moves from one keyword to another moves with what is widened in it.
    """
    changes = run.changes
    if not run.copies:
        return changes
    known = {
        (change.pointer, change.keyword): change.new
        for change in changes
        if change.kind == "widened"
    }
    inner_first = sorted(known, key=lambda place: -place[0].count("/"))
    for place in inner_first:
        where = run.copies.get(place)
        if where is None:
            continue
        moved = {"": copy.deepcopy(known[place])}
        for pointer, keyword in inner_first:
            if f"{pointer}/".startswith(f"{where}/"):
                new = known[pointer, keyword]
                _relax(moved, pointer[len(where) :], keyword, new)
        known[place] = moved[""]
    return tuple(
        change._replace(new=known[change.pointer, change.keyword])
        if change.kind == "widened"
        else change
        for change in changes
    )


def _relax(moved: Any, pointer: str, keyword: str, new: Any) -> None:
    place: Any = resolve(moved[""], pointer)
    if new is UNSET:
        place.pop(keyword, None)
    else:
        place[keyword] = new
