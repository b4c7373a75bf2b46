"""What every call through a registry is held to, by whatever door."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from toolgate.field_checks import kind_of
from toolgate.gate.overlays import enforced
from toolgate.limits import CallLimits, ValueLimits

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolgate.gate.approval import ApprovalDesk
    from toolgate.gate.observers import Observer
    from toolgate.gate.overlays import Enforced, Overlay
    from toolgate.gate.policies import Policy
    from toolgate.gate.workers import Workers
    from toolgate.schema.cache import ValidatorCache


F = TypeVar("F")


class Floor(NamedTuple):
    """
    Policies, overlays, observers, limits and language of a registry.

    A gate may raise the floor, never lower it.
    """

    validators: ValidatorCache
    overlays: tuple[Enforced, ...]
    policies: tuple[Policy, ...]
    observers: tuple[Observer, ...]
    limits: CallLimits
    language: str
    desk: ApprovalDesk
    workers: Workers

    def raised(
        self,
        *,
        overlays: Iterable[Overlay] = (),
        policies: Iterable[Policy] = (),
        observers: Iterable[Observer] = (),
        limits: CallLimits | None = None,
        language: str | None = None,
    ) -> Floor:
        """Return a floor with more rules, and the stricter limits of two."""
        return self._replace(
            overlays=(*self.overlays, *enforced(overlays, self.validators)),
            policies=(*self.policies, *functions("policies", policies)),
            observers=(*self.observers, *functions("observers", observers)),
            limits=_stricter(self.limits, limits) if limits else self.limits,
            language=language or self.language,
        )


def functions(name: str, given: Iterable[F]) -> tuple[F, ...]:
    """
    Return policies or observers as a tuple.

    Raises TypeError for what is no list of plain functions: an async one
    would never be awaited.
    """
    if callable(given) or isinstance(given, (str, bytes)):
        raise TypeError(f"{name} takes a list of functions: {name}=[...]")
    found = tuple(given)
    for function in found:
        if not callable(function):
            raise TypeError(f"{name} are functions, not {kind_of(function)}")
        if inspect.iscoroutinefunction(
            function
        ) or inspect.iscoroutinefunction(type(function).__call__):
            raise TypeError(
                f"{name} are called and never awaited, so an async function "
                f"would not run: make {function!r} a plain one"
            )
    return found


def floor_of(catalog: Any) -> Floor:
    """Return the floor of a registry; raises TypeError for anything else."""
    try:
        return catalog.floor  # type: ignore[no-any-return]
    except AttributeError:
        raise no_tools("catalog", catalog) from None


def no_tools(name: str, given: object) -> TypeError:
    """Return the error for what is given in the place of a registry."""
    return TypeError(
        f"{name} must be a ToolRegistry or ToolSet, not {kind_of(given)}"
    )


def _stricter(one: CallLimits, other: CallLimits) -> CallLimits:
    return CallLimits(
        arguments=_smaller(one.arguments, other.arguments),
        outputs=_smaller(one.outputs, other.outputs),
        max_violations=min(one.max_violations, other.max_violations),
        max_text=min(one.max_text, other.max_text),
    )


def _smaller(one: ValueLimits, other: ValueLimits) -> ValueLimits:
    return ValueLimits(
        max_bytes=min(one.max_bytes, other.max_bytes),
        max_depth=min(one.max_depth, other.max_depth),
        max_nodes=min(one.max_nodes, other.max_nodes),
    )
