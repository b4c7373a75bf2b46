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
from toolgate.field_checks import detached, kind_of
from toolgate.limits import CallLimits
from toolgate.schema.cache import ValidatorCache
from toolgate.tool import Tool
from toolgate.toolset import ToolSet
from toolgate.wire.budgets import chosen
from toolgate.wire.calls import ToolDraft
from toolgate.wire.names import wire_names
from toolgate.wire.preparing import Prepared, is_exact, prepare
from toolgate.wire.report import ExportedTool
from toolgate.wire.schema.rewriting import CannotSayError
from toolgate.wire.sdk_objects import Reader
from toolgate.wire.surfaces import SURFACES

if TYPE_CHECKING:
    from toolgate.entry import Entry
    from toolgate.schema.compiled import CompiledSchema
    from toolgate.typing import JSONObject
    from toolgate.wire.calls import Surface
    from toolgate.wire.schema.codec import Codec
    from toolgate.wire.targets import Target

Strict: TypeAlias = Literal["auto"] | bool
Tools: TypeAlias = "ToolSet | Mapping[str, Tool] | Iterable[Tool]"
Options: TypeAlias = Mapping[str, Mapping[str, Any]]

NO_OPTIONS: Final[Options] = {}
_EXAMPLES: Final = "input_examples"


class Plan(NamedTuple):
    """What one tool is to be sent as."""

    tool: Tool
    strict: Prepared | None
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
        self.entries: Mapping[str, Entry] = {}
        self.kept: dict[object, object]
        self.tools: tuple[Tool, ...]
        _check_validators(validators)
        if issubclass(type(tools), ToolSet):
            held = cast("ToolSet", tools)
            self.limits = held.floor.limits
            validators = held.floor.validators
            shelf = held.shelf
            self.entries = shelf.entries
            self.kept = shelf.derived_forms
            self.tools = tuple(each.tool for each in self.entries.values())
        else:
            self.limits = CallLimits()
            self.kept = {}
            self.tools = _given(tools)
        self.validators = validators or ValidatorCache(compile="on_demand")
        self.rules = self.validators.rules

    def compiled(self, name: str) -> CompiledSchema:
        """Return the compiled input schema of a tool."""
        entry = self.entries.get(name)
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
                (plan.tool, plan.strict.cost)
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
            sent += done.status != "refused"
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
            found = self.prepared(tool, strict=True)
        except (CannotSayError, SchemaError) as error:
            return Plan(tool, None, f"not strict: {error}")
        if strict == "auto" and found.lost is not None:
            return Plan(
                tool, None, f"not strict: it would be narrowed, {found.lost}"
            )
        return Plan(tool, found, None)

    def prepared(self, tool: Tool, *, strict: bool) -> Prepared:
        """
        Write a tool's schema, once for each registered tool and mode.

        Raises `CannotSayError`, or `SchemaError` for a bare tool.
        """
        entry = self.entries.get(tool.name)
        if entry is None:
            self.validators.get(tool.input_schema)
            return prepare(tool, self.target, self.rules, strict=strict)
        key = (self.target.id, strict)
        found: Any = entry.derived_forms.get(key)
        if found is None:
            try:
                found = prepare(tool, self.target, self.rules, strict=strict)
            except CannotSayError as error:
                found = error
            entry.derived_forms[key] = found
        if isinstance(found, CannotSayError):
            raise CannotSayError(found.reason, found.pointer)
        return cast("Prepared", found)

    def send(
        self, plan: Plan, wire_name: str, options: Mapping[str, Any]
    ) -> ExportedTool:
        """Write a tool as the target wants it, once if it has no options."""
        entry = self.entries.get(plan.tool.name)
        if entry is None or options:
            return self.written(plan, wire_name, options)
        is_strict = plan.strict is not None
        key = (self.target.id, is_strict, wire_name, plan.reason)
        found: Any = entry.derived_forms.get(key)
        if found is None:
            found = self.written(plan, wire_name, options)
            entry.derived_forms[key] = found
        return cast("ExportedTool", found)

    def written(
        self, plan: Plan, wire_name: str, options: Mapping[str, Any]
    ) -> ExportedTool:
        """Write a tool as the target wants it."""
        tool = plan.tool
        try:
            done = plan.strict or self.prepared(tool, strict=False)
        except (CannotSayError, SchemaError) as error:
            return _refused(tool, str(error))
        schema, checkable, changes, codec = done.conversion
        try:
            definition = self.surface.tool(
                ToolDraft(
                    name=wire_name,
                    description=done.description,
                    schema=schema,
                    strict=plan.strict is not None,
                    examples=self.examples(tool, codec, options),
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
            schema=schema,
            checkable=checkable,
            changes=changes,
            codec=codec,
        )

    def examples(
        self, tool: Tool, codec: Codec, options: Mapping[str, Any]
    ) -> list[JSONObject]:
        """
        Return a tool's input examples as the wire has them.

        Raises `WireError` for one that the tool itself would refuse.
        """
        read = Reader(self.target.id)
        given = options.get(_EXAMPLES)
        found = []
        for index, each in enumerate(read.items(given, _EXAMPLES)):
            example: Any = detached(each)
            if not self.compiled(tool.name).is_valid(example):
                raise read.error(
                    f"input_examples[{index}] does not fit the input schema "
                    f"of {tool.name}"
                )
            found.append(codec.encode(example))
        return found


def _given(tools: Any) -> tuple[Tool, ...]:
    """Return bare tools; raise `TypeError` for what holds none."""
    held = tools.values() if issubclass(type(tools), Mapping) else tools
    kind = type(held)
    if issubclass(kind, (str, bytes)) or not issubclass(kind, Iterable):
        raise TypeError(
            "tools must be a ToolRegistry, a ToolSet, or an iterable of "
            f"tools, not {kind_of(tools)}"
        )
    found = tuple(held)
    for each in found:
        if type(each) is not Tool:
            raise TypeError(f"tools must hold Tools, not {kind_of(each)}")
    return found


def _check_validators(validators: object) -> None:
    if validators is not None and type(validators) is not ValidatorCache:
        raise TypeError(
            "validators must be a ValidatorCache or None, "
            f"not {kind_of(validators)}"
        )


def _refused(tool: Tool, reason: str) -> ExportedTool:
    return ExportedTool(tool, tool.name, "refused", reason=reason)
