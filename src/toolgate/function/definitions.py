"""The types of a function that have names, and their places in `$defs`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Protocol, get_origin

from toolgate.function.inlining import PREFIX, gathered
from toolgate.function.shape import Derives, Refused, Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from toolgate.typing import JSONObject

_UNNAMEABLE: Final = re.compile(r"[^A-Za-z0-9_.-]+")


class Definition:
    """
    A named type: its name in `$defs`, and its shape once that is known.

    `is_recursive` says that it was asked for while it was being derived;
    `is_plain` is what is supposed about its own parts meanwhile.
    """

    __slots__ = ("is_plain", "is_recursive", "name", "shape")

    def __init__(self, name: str) -> None:
        self.name = name
        self.shape: Shape | None = None
        self.is_recursive = False
        self.is_plain = False

    def reference(self) -> JSONObject:
        """Return a schema that leads here."""
        return {"$ref": PREFIX + self.name}

    def referring(self) -> Shape:
        """Return the shape that stands for this one wherever it is used."""
        if self.shape is not None:
            return Shape(self.reference(), self.shape.read)
        self.is_recursive = True
        if self.is_plain:
            return Shape(self.reference())

        # A plain function: calls through bound methods take more stack.
        def read(value: Any) -> Any:
            found = self.shape.read if self.shape else None
            return value if found is None else found(value)

        return Shape(self.reference(), read)


class Definitions:
    """
    The named types of one function.

    `compile` makes a check of a complete schema; it is called when a check
    is first needed.

    >>> names = Definitions(compile=lambda schema: lambda value: True)
    >>> names.named("key", "Point", lambda: Shape({"type": "array"})).schema
    {'$ref': '#/$defs/Point'}
    >>> names.finish({"items": {"$ref": "#/$defs/Point"}})
    {'items': {'type': 'array'}}
    """

    def __init__(
        self,
        compile: Callable[[JSONObject], Callable[[Any], bool]],  # noqa: A002 - it says what it does
    ) -> None:
        self._compile = compile
        self._known: dict[Hashable, Definition] = {}
        self._schemas: dict[str, JSONObject] = {}
        self._taken: set[str] = set()

    def named(
        self, key: Hashable, name: str, build: Callable[[], Shape]
    ) -> Shape:
        """
        Return a shape that refers to the type of a key.

        `build` derives its shape, once for each key; it may ask for the key
        itself. `name` is what it is called, as far as no other type is.
        """
        found = self._known.get(key)
        if found is not None:
            return found.referring()
        found = self._known[key] = Definition(self._new_name(name))
        try:
            shape = build()
            _refuse_empty(shape, found)
            if found.is_recursive and shape.read is not None:
                # Perhaps only because what it contains might be read.
                found.is_plain = True
                if build().read is None:
                    shape = Shape(shape.schema)
        except BaseException:
            del self._known[key]
            self._taken.discard(found.name)
            raise
        self._schemas[found.name] = shape.schema
        found.shape = shape
        return found.referring()

    def reserve(self, key: Hashable, name: str) -> tuple[str, bool]:
        """
        Return the name that a schema of a key gets, and whether it is new.

        A new one must be given its schema by `fill`.
        """
        found = self._known.get(key)
        if found is not None:
            return found.name, False
        found = self._known[key] = Definition(self._new_name(name))
        return found.name, True

    def fill(self, name: str, schema: JSONObject) -> None:
        """Give a reserved name its schema."""
        self._schemas[name] = schema

    def target(self, schema: JSONObject) -> JSONObject:
        """
        Return the schema that a reference leads to.

        A reference to a type that is still being derived leads nowhere yet;
        it and all other schemas are returned themselves.
        """
        met = set()
        while (ref := schema.get("$ref")) is not None and ref not in met:
            met.add(ref)
            schema = self._schemas.get(ref.removeprefix(PREFIX), schema)
        return schema

    def check(self, schema: JSONObject) -> Callable[[Any], bool]:
        """Return a check for values of a schema, compiled when first used."""
        made: Callable[[Any], bool] | None = None

        def accepts(value: Any) -> bool:
            nonlocal made
            if made is None:
                made = self._compile(self.finish(schema))
            return made(value)

        return accepts

    def finish(self, schema: JSONObject) -> JSONObject:
        """
        Return a schema with all that it refers to.

        What is used once and is not recursive takes the place of its
        reference; the rest stands in `$defs`. The schema given is not
        changed.
        """
        if not self._schemas:
            return schema
        return gathered(schema, self._schemas)

    def _new_name(self, name: str) -> str:
        first = chosen = _UNNAMEABLE.sub("_", name).strip("_") or "Type"
        count = 1
        while chosen in self._taken:
            count += 1
            chosen = f"{first}_{count}"
        self._taken.add(chosen)
        return chosen


def _refuse_empty(shape: Shape, found: Definition) -> None:
    if shape.schema == found.reference():
        raise Refused(f"{found.name} means only itself; say what it is")


class DerivesNamed(Derives, Protocol):
    """What derives shapes, and knows the names that types got."""

    is_metered: bool
    """Whether some of the shapes bound the work that a value asks for."""

    @property
    def definitions(self) -> Definitions:
        """The named types so far."""
        ...


def key_of(owner: object, arguments: tuple[object, ...]) -> Hashable:
    """Return the key of a type with type arguments, hashable in any case."""
    try:
        hash(arguments)
    except TypeError:
        return (owner, repr(arguments))
    return (owner, arguments)


def name_of(owner: object, arguments: tuple[object, ...]) -> str:
    """
    Return a readable name of a type with type arguments.

    >>> name_of(dict, (str, list[int]))
    'dict_str_list_int'
    """
    name = str(getattr(owner, "__name__", owner))
    for each in arguments:
        is_class = isinstance(each, type) and get_origin(each) is None
        inner = str(getattr(each, "__name__", each) if is_class else each)
        inner = re.sub(r"[\w<>.]+\.", "", inner)
        name += "_" + _UNNAMEABLE.sub("_", inner).strip("_")
    return name
