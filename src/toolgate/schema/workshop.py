"""Which engine gets a schema."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeAlias

from toolgate.exceptions import UnsupportedByEngineError
from toolgate.schema.engine_fast import FastEngine, integers_are_cut
from toolgate.schema.engine_plain import PlainEngine, plain_engine
from toolgate.schema.fast_validator import (
    bounds_numbers,
    compile_fast,
    metaschema_verdict,
    needs_care,
)
from toolgate.schema.formats import FORMATS
from toolgate.schema.metaschema import plain_accepts
from toolgate.schema.reach import reach

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from toolgate.limits import SchemaLimits
    from toolgate.schema.checks import CheckedSchema
    from toolgate.schema.dialects import Dialect
    from toolgate.schema.failures import Explanation
    from toolgate.typing import JSONSchema, JSONValue

EngineName: TypeAlias = Literal["jsonschema", "jsonschema-rs"]
"""The engines, by the distributions that they come from."""

_NO_FORMATS: Final[Mapping[str, Callable[[str], bool]]] = {}


class Engine(Protocol):
    """What an engine makes of one schema."""

    @property
    def check(self) -> Callable[[JSONValue], bool]:
        """Whether the schema accepts a value."""

    def explain(
        self, value: JSONValue, limit: int, *, size: int | None = None
    ) -> Explanation:
        """Say why `check` refused a value."""


class Workshop:
    """
    Makes engines for schemas; one for each cache.

    `module` is what `load_engine` returned, or None for the plain engine.
    Where `strict`, a schema that the fast engine refuses is refused; else
    the plain engine takes it. `lock` is for whoever compiles late: a
    signal handler may, while its own thread does.
    """

    __slots__ = (
        "_formats",
        "_metaschemas",
        "_strict",
        "limits",
        "lock",
        "module",
    )

    def __init__(
        self,
        module: Any,
        limits: SchemaLimits,
        *,
        strict: bool,
        assert_formats: bool,
    ) -> None:
        self.module = module
        self.lock = threading.RLock()
        self.limits = limits
        self._strict = strict
        self._formats = FORMATS if assert_formats else _NO_FORMATS
        self._metaschemas: dict[str, Callable[[JSONValue], bool]] = {}

    def accepts(self, document: JSONSchema, dialect: Dialect) -> bool:
        """Return whether a document obeys its dialect's metaschema."""
        if self.module is None or integers_are_cut():
            return plain_accepts(document, dialect)
        valid = self._metaschemas.get(dialect.name)
        if valid is None:
            valid = metaschema_verdict(self.module, dialect)
            self._metaschemas[dialect.name] = valid
        return valid(document)

    def make(
        self, checked: CheckedSchema, *, taken: bool = False
    ) -> tuple[EngineName, Engine]:
        """
        Compile a schema.

        One that was `taken` before cannot be refused any more: the plain
        engine takes what the fast one, under other settings of the host,
        no longer does.

        Raises `UnsupportedByEngineError`.
        """
        plain = self._plain(checked)
        if self.module is None:
            return "jsonschema", plain()
        try:
            validator = compile_fast(
                self.module,
                checked,
                self._formats,
                self.limits.instances.max_depth,
            )
        except UnsupportedByEngineError:
            if self._strict and not taken:
                raise
            return "jsonschema", plain()
        return "jsonschema-rs", FastEngine(
            validator,
            checked.document,
            checked.dialect,
            plain,
            careful=needs_care(checked),
            bounding=bounds_numbers(checked),
        )

    def _plain(self, checked: CheckedSchema) -> Callable[[], PlainEngine]:
        document, dialect = checked.document, checked.dialect
        patterns, formats = checked.patterns, self._formats
        leads = reach(checked.links)

        def plain() -> PlainEngine:
            return plain_engine(
                document,
                dialect,
                leads=leads,
                patterns=patterns,
                formats=formats,
            )

        return plain
