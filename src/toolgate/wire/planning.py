"""What each tool of a set is sent as."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    cast,
)

from toolgate.exceptions import SchemaError, WireError
from toolgate.schema.cache import ValidatorCache
from toolgate.toolset import ToolSet
from toolgate.wire.budgets import chosen
from toolgate.wire.calls import ToolDraft
from toolgate.wire.changes import Change
from toolgate.wire.names import wire_names
from toolgate.wire.report import ExportedTool
from toolgate.wire.schema.conversion import Conversion, convert
from toolgate.wire.schema.rewriting import HARMLESS, CannotSayError
from toolgate.wire.surfaces import SURFACES

if TYPE_CHECKING:
    from toolgate.schema.compiled import CompiledSchema
    from toolgate.tool import Tool
    from toolgate.typing import JSONObject
    from toolgate.wire.calls import Surface
    from toolgate.wire.targets import Target

Strict: TypeAlias = Literal["auto"] | bool
Tools: TypeAlias = "ToolSet | Mapping[str, Tool] | Iterable[Tool]"
Options: TypeAlias = Mapping[str, Mapping[str, Any]]

NO_OPTIONS: Final[Options] = {}
_EXAMPLES: Final = "input_examples"


def is_exact(changes: Iterable[Change]) -> bool:
    """Tell whether a wire schema takes just what the author's takes."""
    return not any(
        change.kind in ("widened", "narrowed") for change in changes
    )


class Plan(NamedTuple):
    """What one tool is to be sent as."""

    tool: Tool
    strict: Conversion | None
    reason: str | None


class Planner:
    """One export of a set of tools."""

    def __init__(
        self,
        target: Target,
        tools: Tools,
        validators: ValidatorCache | None,
    ) -> None:
        self.target = target
        self.surface: Surface = SURFACES[target.id]
        self.set = tools if isinstance(tools, ToolSet) else None
        if self.set is not None:
            validators = validators or self.set.floor.validators
        given = tools.values() if isinstance(tools, Mapping) else tools
        self.tools = tuple(given)
        self.validators = validators or ValidatorCache(compile="on_demand")
        self.rules = self.validators.rules

    def compiled(self, name: str) -> CompiledSchema:
        """Return the compiled input schema of a tool."""
        entry = None if self.set is None else self.set.entry(name)
        if entry is not None:
            return entry.input
        tool = next(tool for tool in self.tools if tool.name == name)
        return self.validators.get(tool.input_schema)

    def all(self, strict: Strict, options: Options) -> list[ExportedTool]:
        """Return what becomes of all tools, in their order."""
        names = wire_names(
            [tool.name for tool in self.tools], self.target.names
        )
        plans = [
            self.plan(tool, strict, options.get(tool.name, {}))
            for tool in self.tools
        ]
        over = chosen(
            [
                (plan.tool, plan.strict.checkable)
                for plan in plans
                if plan.strict is not None
            ],
            self.target.budget,
        )
        found: list[ExportedTool] = []
        known: set[str] = set()
        sent = 0
        most = self.target.max_tools
        for drawn in plans:
            plan, name = drawn, drawn.tool.name
            if name in over:
                plan = plan._replace(strict=None, reason=over[name])
            if name in known:
                done = _refused(
                    plan.tool, "a tool of that name is sent already"
                )
            elif most is not None and sent >= most:
                done = _refused(
                    plan.tool,
                    f"the target takes {most} tools; export fewer",
                )
            else:
                done = self.send(plan, names[name], options.get(name, {}))
            known.add(name)
            sent += done.definition is not None
            found.append(done)
        return found

    def plan(
        self, tool: Tool, strict: Strict, options: Mapping[str, Any]
    ) -> Plan:
        """Find out whether a tool is to be strict, and why not."""
        if self.target.strict is None or strict is False:
            return Plan(tool, None, None)
        conflict = self.surface.strict_conflict(options)
        if conflict is not None:
            return Plan(tool, None, f"not strict: {conflict}")
        try:
            found = self.converted(tool, strict=True)
        except (CannotSayError, SchemaError) as error:
            return Plan(tool, None, f"not strict: {error}")
        lost = next(filter(_costs, found.changes), None)
        if strict == "auto" and lost is not None:
            return Plan(
                tool, None, f"not strict: it would be narrowed, {lost}"
            )
        return Plan(tool, found, None)

    def converted(self, tool: Tool, *, strict: bool) -> Conversion:
        """
        Write a tool's schema, once for each registered tool and profile.

        Raises `CannotSayError`, or `SchemaError` for a bare tool.
        """
        profile = self.target.strict if strict else self.target.plain
        if profile is None:
            raise CannotSayError(f"{self.target.id} has no strict mode")
        entry = None if self.set is None else self.set.entry(tool.name)
        if entry is None:
            document = tool.input_schema
            self.validators.get(document)
            return convert(document, profile, self.rules)
        key = (self.target.id, strict)
        found = entry.derived_forms.get(key)
        if found is None:
            try:
                found = convert(tool.input_schema, profile, self.rules)
            except CannotSayError as error:
                found = error
            entry.derived_forms[key] = found
        if isinstance(found, CannotSayError):
            raise CannotSayError(found.reason, found.pointer)
        return cast("Conversion", found)

    def send(
        self, plan: Plan, wire_name: str, options: Mapping[str, Any]
    ) -> ExportedTool:
        """Write a tool as the target wants it."""
        tool = plan.tool
        try:
            kept = plan.strict or self.converted(tool, strict=False)
        except (CannotSayError, SchemaError) as error:
            return _refused(tool, str(error))
        done = kept.copied()
        changes = [*done.changes]
        try:
            definition = self.surface.tool(
                ToolDraft(
                    name=wire_name,
                    description=self.description(tool, changes),
                    schema=done.schema,
                    strict=plan.strict is not None,
                    examples=self.examples(tool, done, options),
                    options={
                        key: value
                        for key, value in options.items()
                        if key != _EXAMPLES
                    },
                    tool=tool,
                )
            )
        except WireError as error:
            return _refused(tool, str(error))
        return ExportedTool(
            tool=tool,
            wire_name=wire_name,
            status="exact" if is_exact(changes) else "changed",
            strict=plan.strict is not None,
            reason=None if plan.strict is not None else plan.reason,
            definition=definition,
            schema=done.schema,
            checkable=done.checkable,
            changes=tuple(changes),
            codec=done.codec,
        )

    def description(self, tool: Tool, changes: list[Change]) -> str | None:
        """Return a tool's description, cut where the target wants that."""
        text = tool.description
        most = self.target.max_description
        if text is None or most is None or len(text) <= most:
            return text
        cut = text[: most - 1] + "…"
        changes.append(
            Change(
                "",
                "(description)",
                text,
                cut,
                "annotation",
                "nobody",
                "too-long",
            )
        )
        return cut

    def examples(
        self, tool: Tool, done: Conversion, options: Mapping[str, Any]
    ) -> list[JSONObject]:
        """
        Return a tool's input examples as the wire has them.

        Raises `WireError` for one that the tool itself would refuse.
        """
        given = options.get(_EXAMPLES, ())
        found = []
        for index, example in enumerate(given):
            if not self.compiled(tool.name).is_valid(example):
                raise WireError(
                    f"input_examples[{index}] does not fit the input schema "
                    f"of {tool.name}",
                    target=self.target.id,
                )
            found.append(done.codec.encode(example))
        return found


def _costs(change: Change) -> bool:
    return change.kind == "narrowed" and change.rule not in HARMLESS


def _refused(tool: Tool, reason: str) -> ExportedTool:
    return ExportedTool(tool, tool.name, "refused", reason=reason)
