"""
The laws of the wire, as checks of one exported tool.

An exported tool is anything with `schema`, `changes`, `codec`, `status` and
`strict`; so what checks the converter can itself be checked with converters
that are wrong on purpose. The oracle is the plain validator.
"""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

from toolgate.unset import UNSET
from wire_entries import at, relaxed, restricted, same_json
from wire_rules import declarations, faults, request_faults, schema_of
from wire_schemas import is_draft7, lowered, nodes, oracle
from wire_strategies import accepted

if TYPE_CHECKING:
    from collections.abc import Callable

KINDS = {"widened", "narrowed", "annotation", "encoded"}
ENFORCERS = {"gate", "description", "nobody"}


class LawBroken(AssertionError):
    """A law does not hold; the text shows the smallest case at hand."""


def broken(law: str, **case: Any) -> LawBroken:
    told = "\n".join(
        f"  {name}: {_told(value)}" for name, value in case.items()
    )
    return LawBroken(f"{law}\n{told}")


def _told(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except TypeError:
        return repr(value)


# ------------------------------------------------------------------ the laws


def as_read(target: str, schema: Any) -> Any:
    """Return a wire schema as JSON Schema, as the target reads it."""
    if target == "gemini-parameters":
        return lowered(schema)
    if target == "gemini":
        schema = copy.deepcopy(schema)
        for node in nodes(schema):
            # The documentation says that it reads the one as the other.
            if isinstance(node.schema, dict) and "oneOf" in node.schema:
                branches = node.schema.pop("oneOf")
                if "anyOf" in node.schema:
                    extra = node.schema.setdefault("allOf", [])
                    extra.append({"anyOf": branches})
                else:
                    node.schema["anyOf"] = branches
    return schema


def law_decoding(author: Any, found: Any, target: str, seed: int) -> int:
    """
    What the wire takes decodes to what the relaxed author's schema takes.

    Returns how many values were tried.
    """
    read = as_read(target, found.schema)
    check = oracle(_dialect_of(author, relaxed(author, found.changes)))
    values = accepted(read, seed)
    for value in values:
        before = copy.deepcopy(value)
        try:
            decoded = found.codec.decode(value)
        except Exception as error:
            raise broken(
                f"decode raised {error!r}", author=author, value=value
            ) from error
        if not same_json(value, before):
            raise broken("decode changed its input", value=before)
        if not check.is_valid(decoded):
            raise broken(
                "the wire takes what the relaxed schema refuses",
                target=target,
                author=author,
                wire=found.schema,
                value=value,
                decoded=decoded,
                refused=[one.message for one in check.iter_errors(decoded)],
            )
    return len(values)


def law_encoding(author: Any, found: Any, target: str, seed: int) -> int:
    """
    What the restricted author's schema takes can be said on the wire.

    Returns how many values were tried.
    """
    smaller = _dialect_of(author, restricted(author, found.changes))
    inside = oracle(smaller)
    wire = oracle(as_read(target, found.schema))
    values = accepted(smaller, seed) + [
        value for value in accepted(author, seed) if inside.is_valid(value)
    ]
    for value in values:
        before = copy.deepcopy(value)
        try:
            encoded = found.codec.encode(value)
            back = found.codec.decode(encoded)
        except Exception as error:
            raise broken(
                f"encode or decode raised {error!r}",
                author=author,
                value=value,
            ) from error
        if not same_json(value, before):
            raise broken("encode changed its input", value=before)
        case = {
            "target": target,
            "author": author,
            "wire": found.schema,
            "value": value,
            "encoded": encoded,
        }
        if not wire.is_valid(encoded):
            raise broken(
                "the restricted schema takes what the wire refuses",
                **case,
                refused=[one.message for one in wire.iter_errors(encoded)],
            )
        if not same_json(back, value):
            raise broken("what came back is another value", **case, back=back)
    return len(values)


def _dialect_of(author: Any, schema: Any) -> Any:
    """Keep the author's dialect, whatever the entries say of `$schema`."""
    if is_draft7(author) and isinstance(schema, dict):
        return {"$schema": author["$schema"], **schema}
    return schema


def law_entries(author: Any, found: Any) -> None:
    """Entries are of what stands there; an exact tool loses nothing."""
    for change in found.changes:
        if change.kind not in KINDS or change.enforced_by not in ENFORCERS:
            raise broken("an unknown word", change=repr(change))
        try:
            place = at(author, change.pointer)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise broken(
                "an entry of nowhere", author=author, change=repr(change)
            ) from error
        stands = (
            place.get(change.keyword, UNSET)
            if isinstance(place, dict)
            else UNSET
        )
        told = change.old
        if (stands is UNSET) is not (told is UNSET) or (
            stands is not UNSET and not same_json(stands, told)
        ):
            raise broken(
                "an entry whose old value is not what stood there",
                author=author,
                change=repr(change),
            )
        # Wrapping a root leaves what stands there, and is told there.
        if (
            change.kind != "encoded"
            and stands is not UNSET
            and same_json(stands, change.new)
        ):
            raise broken("an entry of nothing", change=repr(change))
    biting = [
        change
        for change in found.changes
        if change.kind in {"widened", "narrowed"}
    ]
    if found.status == "exact" and biting:
        raise broken("an exact tool with changes", changes=repr(biting))
    if found.status == "changed" and not found.changes:
        raise broken("a changed tool without changes", author=author)


def bytes_of(exported: Any) -> str:
    """Return what goes out, as text, in its order."""
    return json.dumps(exported.tools, ensure_ascii=False)


def law_repeating(
    export: Callable[..., Any],
    make: Callable[..., Any],
    author: Any,
    options: dict[str, Any],
) -> None:
    """
    Exporting again gives the same; exporting what was exported, no more.

    `make(name, schema)` makes a tool; `options` are those of the export.
    """
    given = copy.deepcopy(author)
    tool = make("t", given)
    first = export([tool], **options)
    if not same_json(tool.input_schema, author) or _order(
        tool.input_schema
    ) != _order(author):
        raise broken("the tool's schema was changed", author=author)
    if _order(given) != _order(author):
        raise broken("the author's dict was changed", author=author)
    again = export([make("t", copy.deepcopy(author))], **options)
    if bytes_of(first) != bytes_of(again):
        raise broken(
            "two exports differ",
            author=author,
            first=first.tools,
            again=again.tools,
        )
    if str(first.report) != str(again.report):
        raise broken("two reports differ", author=author)
    found = first["t"]
    if found.status == "refused" or options["to"] == "gemini-parameters":
        return  # Gemini's own dialect is nobody's input schema
    # What could not be strict is exported again as what it is.
    if "strict" in options and not found.strict:
        options = {**options, "strict": False}
    second = export([make("t", copy.deepcopy(found.schema))], **options)["t"]
    if second.schema is None or _order(second.schema) != _order(found.schema):
        raise broken(
            "exporting what was exported changes more",
            options=options,
            author=author,
            once=found.schema,
            twice=second.schema,
            reason=second.reason,
        )
    if any(change.kind != "annotation" for change in second.changes):
        raise broken(
            "exporting what was exported reports changes",
            options=options,
            once=found.schema,
            changes=[repr(change) for change in second.changes],
        )


def _order(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def law_rules(target: str, author: Any, exported: Any) -> None:
    """What is sent keeps the target's rules."""
    if request_faults(target, exported.tools):
        raise broken(
            "the target refuses the request",
            target=target,
            author=author,
            tools=exported.tools,
            faults=request_faults(target, exported.tools),
        )
    found = exported["t"]
    sent = declarations(target, exported.tools)
    if found.status == "refused":
        if sent or not found.reason:
            raise broken("a refused tool is sent, or without reason")
        return
    (one,) = sent
    if faults(target, one, strict=found.strict):
        raise broken(
            "the target refuses the tool",
            target=target,
            author=author,
            tool=one,
            faults=faults(target, one, strict=found.strict),
        )
    wire = schema_of(target, one)
    if wire is not None and _order(wire) != _order(found.schema):
        raise broken(
            "what is sent is not what is told", sent=wire, told=found.schema
        )


def all_laws(
    export: Callable[..., Any],
    make: Callable[..., Any],
    author: Any,
    *,
    options: dict[str, Any],
    seed: int,
) -> tuple[str, int, int]:
    """Hold one tool against every law; return its status and the counts."""
    target = options["to"]
    exported = export([make("t", copy.deepcopy(author))], **options)
    found = exported["t"]
    law_rules(target, author, exported)
    law_repeating(export, make, author, options)
    if found.status == "refused":
        return "refused", 0, 0
    law_entries(author, found)
    return (
        found.status,
        law_decoding(author, found, target, seed),
        law_encoding(author, found, target, seed),
    )
