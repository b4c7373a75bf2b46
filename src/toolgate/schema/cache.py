"""Compiled schemas, each made once."""

from __future__ import annotations

import copy
import hashlib
import threading
import types
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from toolgate.exceptions import (
    EngineUnavailableError,
    SchemaError,
    UnsupportedDialectError,
)
from toolgate.limits import SchemaLimits
from toolgate.schema.checks import SchemaRules, check_owned
from toolgate.schema.compiled import CompiledSchema, load_engine
from toolgate.schema.dialects import DEFAULT_DIALECTS, Dialect, known
from toolgate.schema.owning import owned_schema, taken_schema
from toolgate.schema.workshop import EngineName, Workshop

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping

    from toolgate.typing import JSONSchema

Compile: TypeAlias = Literal["immediately", "on_demand"]
"""Whether a schema is compiled when it comes, or when it is first used."""

EngineChoice: TypeAlias = Literal["auto", "jsonschema", "jsonschema-rs"]

_CHOICES: Final = ("auto", "jsonschema", "jsonschema-rs")
_TIMES: Final = ("immediately", "on_demand")


@types.coroutine
def _breath() -> Generator[None, None, None]:
    """Let the event loop run once: `asyncio.sleep(0)`, without asyncio."""
    yield


class CacheInfo(NamedTuple):
    """
    How a cache is doing.

    `hits` and `misses` count calls of `get`; a schema that is refused is a
    miss. `engine` is the one that schemas are compiled for.

    >>> ValidatorCache(engine="jsonschema").info().engine
    'jsonschema'
    """

    hits: int
    misses: int
    size: int
    max_size: int
    engine: EngineName


class _Flight:
    """One compilation, and those who wait for it."""

    __slots__ = ("busy", "error")

    def __init__(self) -> None:
        # Held until it is done: a lock is made ten times as fast as an event.
        self.busy = threading.Lock()
        self.busy.acquire()
        self.error: SchemaError | None = None


class ValidatorCache:
    """
    Checks and compiles schemas, each once, and keeps the last ones used.

    Two schemas are one where dialect and content are the same; neither
    `$id` nor the identity of a dict counts, so that a dict that was changed
    is another schema, and later changes never reach what was compiled.

    `max_size` is how many schemas are kept, the least recently used going
    first; whoever holds a compiled schema keeps it regardless. `engine` is
    `auto` for `jsonschema-rs` where that is installed and takes the schema,
    `jsonschema` or `jsonschema-rs` for that one and no other. `resources`
    maps absolute URIs to the documents that `$ref`s may reach; nothing is
    ever fetched. `dialects` are dialects, their names or metaschema URIs,
    by default 2020-12 and draft-07. With `assert_formats`, `format` is no
    annotation but enforced. `compile="on_demand"` puts off the engine's part
    to the first use; all checks are still made at once.

    Safe in any number of threads, which share one compilation of a schema.

    Raises `EngineUnavailableError` where `jsonschema-rs` is asked for and
    not installed, `UnsupportedDialectError` for a dialect there is no table
    for, a `SchemaError` where a resource is broken, and `ValueError` for an
    option that means nothing.

    >>> cache = ValidatorCache(max_size=100)
    >>> schema = cache.get({"type": "object", "required": ["city"]})
    >>> schema.is_valid({"city": "Paris"}), schema.is_valid({})
    (True, False)
    >>> cache.get({"required": ["city"], "type": "object"}) is schema
    True
    """

    def __init__(
        self,
        *,
        max_size: int = 1_024,
        engine: EngineChoice = "auto",
        resources: Mapping[str, JSONSchema] | None = None,
        dialects: Iterable[str | Dialect] | None = None,
        assert_formats: bool = False,
        limits: SchemaLimits = SchemaLimits(),  # noqa: B008 - frozen
        compile: Compile = "immediately",  # noqa: A002 - as in `get`
    ) -> None:
        _require("engine", engine, _CHOICES)
        _require("compile", compile, _TIMES)
        if max_size < 1:
            raise ValueError("max_size must be 1 or more")
        self._max_size = max_size
        self._choice = engine
        self._compile = compile
        self._rules = SchemaRules(
            limits=limits,
            dialects=_dialects(dialects),
            resources=resources or {},
            assert_formats=assert_formats,
        )
        self._lock = threading.Lock()
        self._kept: OrderedDict[bytes, CompiledSchema] = OrderedDict()
        self._flights: dict[bytes, _Flight] = {}
        self._workshop: Workshop | None = None
        self._hits = self._misses = 0
        if engine == "jsonschema-rs":
            self._shop()

    @property
    def engine(self) -> EngineName:
        """The engine that schemas are compiled for, wherever it takes them."""
        return "jsonschema" if self._shop().module is None else "jsonschema-rs"

    @property
    def rules(self) -> SchemaRules:
        """What schemas are checked against."""
        return self._rules

    def get(
        self,
        schema: JSONSchema,
        *,
        compile: Compile | None = None,  # noqa: A002 - it says what it does
    ) -> CompiledSchema:
        """
        Return a schema compiled, from the cache where it is known.

        `compile` overrides the cache's own.

        Raises a `SchemaError` where the schema cannot be enforced, and
        `ValueError` for a `compile` that means nothing.
        """
        when = self._compile if compile is None else compile
        _require("compile", when, _TIMES)
        return self._got(*owned_schema(schema, self._rules.limits), when)

    def take(self, schema: JSONSchema) -> CompiledSchema:
        """
        Do as `get` does, for a schema that nobody else holds.

        It is of exact JSON types, and kept where it is surely small enough.
        """
        taken = taken_schema(schema, self._rules.limits)
        return self._got(*taken, self._compile)

    def info(self) -> CacheInfo:
        """Return how the cache is doing."""
        engine = self.engine
        with self._lock:
            return CacheInfo(
                hits=self._hits,
                misses=self._misses,
                size=len(self._kept),
                max_size=self._max_size,
                engine=engine,
            )

    def prewarm(self, schemas: Iterable[JSONSchema]) -> None:
        """
        Compile schemas before they are needed.

        Raises a `SchemaError` at the first that cannot be enforced.
        """
        for schema in schemas:
            self.get(schema, compile="immediately")

    async def aprewarm(self, schemas: Iterable[JSONSchema]) -> None:
        """
        Do as `prewarm` does, and let the event loop run between two schemas.

        Raises a `SchemaError` at the first that cannot be enforced.
        """
        for schema in schemas:
            self.get(schema, compile="immediately")
            await _breath()

    def _got(
        self, owned: JSONSchema, text: str, when: Compile
    ) -> CompiledSchema:
        at_once = when == "immediately"
        key = hashlib.sha256(text.encode()).digest()
        found = self._find(key, owned, text, at_once=at_once)
        if at_once:
            found.compile()
        return found

    def _find(
        self, key: bytes, owned: JSONSchema, text: str, *, at_once: bool
    ) -> CompiledSchema:
        while True:
            with self._lock:
                found = self._kept.get(key)
                if found is not None:
                    self._kept.move_to_end(key)
                    self._hits += 1
                    return found
                flight = self._flights.get(key)
                if flight is None:
                    mine = self._flights[key] = _Flight()
                    self._misses += 1
                    break
            with flight.busy:
                pass
            if flight.error is not None:
                # Each thread gets one of its own: callers add to it.
                raise copy.copy(flight.error)
        made = None
        try:
            made = self._made(owned, text, at_once=at_once)
        except SchemaError as error:
            mine.error = copy.copy(error)
            raise
        finally:
            with self._lock:
                del self._flights[key]
                if made is not None:
                    self._kept[key] = made
                    if len(self._kept) > self._max_size:
                        self._kept.popitem(last=False)
            mine.busy.release()
        return made

    def _made(
        self, owned: JSONSchema, text: str, *, at_once: bool
    ) -> CompiledSchema:
        shop = self._shop()
        checked = check_owned(owned, text, self._rules, shop.accepts)
        if not at_once and self._choice == "jsonschema-rs":
            # Only compiling tells what it refuses, and now is the time.
            shop.make(checked)
        return CompiledSchema(checked, shop, at_once=at_once)

    def _shop(self) -> Workshop:
        """Return the workshop, which is opened when it is first needed."""
        shop = self._workshop
        if shop is None:
            module = None
            if self._choice != "jsonschema":
                try:
                    module = load_engine()
                except EngineUnavailableError:
                    if self._choice != "auto":
                        raise
            shop = self._workshop = Workshop(
                module,
                self._rules.limits,
                strict=self._choice == "jsonschema-rs",
                assert_formats=self._rules.assert_formats,
            )
        return shop


def _require(option: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{option} must be one of {', '.join(choices)}")


def _dialects(names: Iterable[str | Dialect] | None) -> tuple[Dialect, ...]:
    if names is None:
        return DEFAULT_DIALECTS
    found: list[Dialect] = []
    for name in names:
        dialect = name if isinstance(name, Dialect) else known(name)
        if dialect is None:
            raise UnsupportedDialectError(
                f"there is no dialect {str(name)[:100]!a} here"
            )
        found.append(dialect)
    return tuple(found)
