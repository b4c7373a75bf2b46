"""A schema that is ready to judge values, whatever engine does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from toolgate.exceptions import EngineUnavailableError, InvalidJSONError
from toolgate.json_reasons import invalid
from toolgate.json_value import own
from toolgate.schema.budget import budget_of
from toolgate.schema.failures import (
    MAX_COLLECTED,
    Explanation,
    explanation,
    violation,
)
from toolgate.violation import Violation

if TYPE_CHECKING:
    from collections.abc import Callable

    from toolgate.schema.checks import CheckedSchema
    from toolgate.schema.workshop import Engine, EngineName, Workshop
    from toolgate.typing import JSONValue

_TOO_MUCH: Final = "asks for more work than this schema may take"


def load_engine() -> Any:
    """
    Import `jsonschema-rs`, the one place where that happens.

    Raises `EngineUnavailableError` where it is not installed, or too old.
    """
    try:
        import jsonschema_rs  # noqa: PLC0415 - an extra, loaded when needed

        jsonschema_rs.Draft202012Validator(
            True,  # noqa: FBT003 - a schema
            offline=True,
            pattern_options=jsonschema_rs.RegexOptions(),
        )
    except ImportError:
        raise EngineUnavailableError(
            "the engine jsonschema-rs is not there: install jsonschema-rs"
        ) from None
    except (AttributeError, TypeError):
        raise EngineUnavailableError(
            "this jsonschema-rs is too old: install jsonschema-rs 0.60 or "
            "later"
        ) from None
    return jsonschema_rs


class CompiledSchema:
    """
    A schema that judges values; made by `ValidatorCache.get`.

    `dialect` is the name of its dialect, `fingerprint` is `sha256:` and a
    digest of dialect and schema, the same whatever the order of keys.
    `check` is `is_valid` for values that are known to be JSON, of exact
    built-in types and within the limits: the engine's own method wherever
    that will do. `explain(value, limit)` says why `check` refused a value,
    in at most `limit` violations. Any number of threads may use it at once.

    >>> from toolgate.schema.cache import ValidatorCache
    >>> schema = ValidatorCache().get({"type": "integer"})
    >>> schema.is_valid(3), schema.is_valid("3"), schema.dialect
    (True, False, '2020-12')
    """

    __slots__ = (
        "_budget",
        "_checked",
        "_made",
        "_workshop",
        "check",
        "dialect",
        "fingerprint",
    )

    def __init__(
        self, checked: CheckedSchema, workshop: Workshop, *, at_once: bool
    ) -> None:
        self.dialect: str = checked.dialect.name
        self.fingerprint: str = checked.fingerprint
        self._workshop = workshop
        self._budget = budget_of(checked, workshop.limits.max_work)
        self._checked: CheckedSchema | None = checked
        self._made: tuple[EngineName, Engine] | None = None
        self.check: Callable[[JSONValue], bool] = self._check
        if at_once:
            self._engine(taken=False)

    @property
    def engine(self) -> EngineName:
        """The engine that enforces this schema."""
        return self._engine()[0]

    def compile(self) -> None:
        """Have the engine compile the schema now, if that was put off."""
        self._engine()

    def is_valid(self, value: object) -> bool:
        """
        Return whether a Python value is JSON that the schema accepts.

        False, too, for what is not JSON or is over a limit of
        `SchemaLimits.instances` or `max_work`. Never raises for a value.
        """
        try:
            owned = own(value, self._workshop.limits.instances)
            return self.check(owned)
        except (InvalidJSONError, RecursionError):
            return False

    def violations(self, value: object) -> tuple[Violation, ...]:
        """
        Say what a Python value breaks: nothing where it is valid.

        At most 100 violations, sorted by instance path, then schema path.
        What is not JSON or is over a limit breaks the keyword `json`.

        >>> from toolgate.schema.cache import ValidatorCache
        >>> schema = ValidatorCache().get({"items": {"type": "integer"}})
        >>> [one.instance_path for one in schema.violations([1, "2", None])]
        [(1,), (2,)]
        """
        try:
            owned = own(value, self._workshop.limits.instances)
            if self.check(owned):
                return ()
            return self.explain(owned, MAX_COLLECTED).violations
        except InvalidJSONError as error:
            fault = error
        except RecursionError:
            fault = invalid("stack_exhausted")
        return (
            Violation(
                keyword="json",
                instance_path=fault.path,
                schema_path=(),
                expected=fault.reason,
                received="unknown",
            ),
        )

    def explain(
        self, value: JSONValue, limit: int, *, size: int | None = None
    ) -> Explanation:
        """Say why `check` refused a value; `size` is that of its text."""
        if self._budget is not None and not self._budget.affords(value):
            refusal = violation("json", (), (), value, _TOO_MUCH)
            return explanation([refusal], limit, exact=True)
        made = self._made or self._engine()
        return made[1].explain(value, limit, size=size)

    def _check(self, value: JSONValue) -> bool:
        engine = self._engine()[1]
        budget = self._budget
        return (budget is None or budget.affords(value)) and engine.check(
            value
        )

    def _engine(self, *, taken: bool = True) -> tuple[EngineName, Engine]:
        made = self._made
        if made is None:
            with self._workshop.lock:
                made = self._made
                if made is None:
                    made = self._workshop.make(
                        self._checked,  # type: ignore[arg-type]
                        taken=taken,
                    )
                    if self._budget is None:
                        self.check = made[1].check
                    self._made, self._checked = made, None
        return made
