"""Sending tools to a model provider: the whole set, one bad tool apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from toolgate.exceptions import SchemaError
from toolgate.field_checks import kind_of, plain_text
from toolgate.wire.exported import Exported
from toolgate.wire.planning import NO_OPTIONS, Planner
from toolgate.wire.preparing import is_exact
from toolgate.wire.schema.rewriting import CannotSayError
from toolgate.wire.targets import TARGETS, Target

if TYPE_CHECKING:
    from toolgate.schema.cache import ValidatorCache
    from toolgate.tool import Tool
    from toolgate.wire.changes import Change
    from toolgate.wire.planning import Options, Strict, Tools


class Eligibility(NamedTuple):
    """
    Whether a tool can be strict at a target.

    `verdict` is `exact` where the strict schema takes what the author's
    takes, `changed` where it takes more or less (`changes` says what), and
    `impossible`, with the `reason`.
    """

    verdict: Literal["exact", "changed", "impossible"]
    reason: str | None = None
    changes: tuple[Change, ...] = ()

    def __repr__(self) -> str:
        reason = f": {self.reason}" if self.reason else ""
        count = len(self.changes)
        entries = f", {count} change{'s' * (count != 1)}" if count else ""
        return f"<Eligibility {self.verdict}{reason}{entries}>"


def export(
    tools: Tools,
    *,
    to: str,
    strict: Strict = "auto",
    options: Options = NO_OPTIONS,
    validators: ValidatorCache | None = None,
) -> Exported:
    """
    Write tools for a model provider, and return the way back with them.

    `tools` are a registry's, a set's, or any tools; `to` names the target.
    With `strict` each tool is strict that can be, with `"auto"` where that
    costs nothing its author asked for. `options` are further fields of the
    provider's tool by the tool's name, such as `cache_control`;
    `input_examples` among them are given as the author's arguments.
    `validators` check the schemas of tools that no registry has checked.

    What is made for a registry is kept until that changes: exporting it
    before each request costs no more than the copies that `tools` hands out.

    A tool that the target cannot take is refused with the reason, and the
    others go. Nothing that is given is changed.

    Raises `ValueError` for a target or an option that there is none of, and
    `TypeError` for what holds no tools, or no options.

    >>> from toolgate import Tool
    >>> exported = export([Tool(name="ping")], to="openai-responses")
    >>> exported.tools[0]["strict"], exported["ping"].status
    (True, 'exact')
    """
    target = _target(to)
    if type(strict) is not bool and (
        type(strict) is not str or strict != "auto"
    ):
        raise ValueError("strict is True, False or 'auto'")
    run = Planner(target, tools, validators)
    _check_options(options)
    fields = {name: dict(held) for name, held in options.items()}
    unknown = sorted(set(fields) - {tool.name for tool in run.tools})
    if unknown:
        raise ValueError(
            f"options for a tool that is not exported: {unknown[0]}"
        )
    return _exported(run, strict, fields)


def _exported(run: Planner, strict: Strict, options: Options) -> Exported:
    # Of a registry that has not changed since, it is the same again.
    key = ("wire.export", run.target.id, strict)
    made: Any = None if options else run.kept.get(key)
    if made is None:
        made = Exported(
            run.target.id,
            run.surface,
            run.all(strict, options),
            schema_of=run.compiled,
            limits=run.limits,
        )
        if not options:
            run.kept[key] = made
    return cast("Exported", made)


def strict_eligibility(
    tool: Tool, *, to: str, validators: ValidatorCache | None = None
) -> Eligibility:
    """
    Tell whether a tool can be strict at a target, without exporting it.

    Raises `ValueError` for a target that there is none of.

    >>> from toolgate import Tool
    >>> strict_eligibility(Tool(name="ping"), to="anthropic").verdict
    'exact'
    """
    run = Planner(_target(to), [tool], validators)
    try:
        changes = run.prepared(tool, strict=True).conversion.changes
    except (CannotSayError, SchemaError) as error:
        return Eligibility("impossible", str(error))
    verdict: Literal["exact", "changed"] = (
        "exact" if is_exact(changes) else "changed"
    )
    return Eligibility(verdict, None, changes)


def _check_options(options: Any) -> None:
    if not issubclass(type(options), Mapping):
        raise TypeError(
            "options must be a mapping of names to mappings, "
            f"not {kind_of(options)}"
        )
    for name, fields in options.items():
        plain_text(name, "a name in options")
        if not issubclass(type(fields), Mapping):
            raise TypeError(
                f"options of {name!r} must be a mapping, not {kind_of(fields)}"
            )


def _target(to: object) -> Target:
    if type(to) is not str:
        told = f"to is a target's name, not {kind_of(to)}"
    elif to in TARGETS:
        return TARGETS[to]
    else:
        told = f"no target {to!r}"
    raise ValueError(f"{told}; there are {', '.join(TARGETS)}")
