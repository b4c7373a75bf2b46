"""Types that hold others by position, or in no order: JSON arrays."""

from __future__ import annotations

import collections
import collections.abc
import typing
from typing import TYPE_CHECKING, Any, Final, get_args, get_origin

from toolgate.expected import Expected
from toolgate.function.collisions import refuse_collisions
from toolgate.function.scalars import EXACT_ROWS, exact_of
from toolgate.function.shape import Misfit, Refused, Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from toolgate.function.shape import Derives

_LISTS: Final = frozenset(
    {
        list,
        collections.abc.Sequence,
        collections.abc.MutableSequence,
        collections.abc.Collection,
        collections.abc.Iterable,
    }
)
_SETS: Final[dict[object, type]] = {
    set: set,
    frozenset: frozenset,
    collections.abc.Set: set,
    collections.abc.MutableSet: set,
}


def shape_of(annotation: object, deriver: Derives) -> Shape | None:
    """
    Return the shape of a list, tuple, set or deque, or None for others.

    Abstract collections are read as a list, abstract sets as a set. A bare
    type holds anything.

    Raises `Refused` for a set of what no set can hold.

    >>> from toolgate.function.types import Deriver
    >>> deriver = Deriver(compile=lambda schema: lambda value: True)
    >>> shape_of(tuple[int, ...], deriver).schema
    {'type': 'array', 'items': {'type': 'integer'}}
    >>> shape_of(tuple[int, ...], deriver).read([1, 2.0])
    (1, 2)
    """
    origin = get_origin(annotation) or annotation
    if origin is tuple:
        return _tuple(annotation, deriver)
    try:
        if origin in _LISTS:
            return _array(annotation, deriver, None)
        if origin in _SETS:
            return _set(annotation, deriver, _SETS[origin])
    except TypeError:  # an annotation that cannot be hashed
        return None
    if origin is collections.deque:
        return _array(annotation, deriver, collections.deque)
    return None


def _array(
    annotation: object, deriver: Derives, make: Callable[[Any], Any] | None
) -> Shape:
    (item,) = takes(1, annotation) or (Any,)
    inner = deriver.shape(item)
    schema: dict[str, Any] = {"type": "array"}
    if inner.schema:
        schema["items"] = inner.schema
    items = items_reader(inner)
    if items is None or make is None:
        return Shape(schema, items or make)
    read_items = items

    def read(value: Any) -> Any:
        return make(read_items(value))

    return Shape(schema, read)


def takes(count: int, annotation: object) -> tuple[Any, ...]:
    """
    Return the arguments of a generic type; none where it is bare.

    Raises `Refused` where there are more or fewer than it takes.

    >>> takes(1, list[int]), takes(1, list)
    ((<class 'int'>,), ())
    """
    given = get_args(annotation)
    if given and len(given) != count:
        name = getattr(get_origin(annotation), "__name__", "it")
        words = "one type" if count == 1 else "two types"
        raise Refused(f"{annotation!r:.100} is no type: {name} takes {words}")
    return given


def items_reader(inner: Shape) -> Callable[[Any], Any] | None:
    """
    Return what reads the items of an array, or None where nothing does.

    >>> items_reader(Shape({"type": "integer"}, int))([1, 2.0])
    [1, 2]
    """
    read_item = inner.read
    if read_item is None:
        return None

    def read(value: Any) -> Any:
        result: list[Any] = []
        add = result.append
        try:
            for item in value:
                add(read_item(item))
        except Misfit as misfit:
            misfit.steps.append(len(result))
            raise
        return result

    return _quicker(read_item, read)


def _quicker(
    read_item: Callable[[Any], Any], read: Callable[[Any], Any]
) -> Callable[[Any], Any]:
    """Leave alone what is right as it is, as most items are."""
    rows: list[tuple[str, type]] = getattr(read_item, EXACT_ROWS, [])
    kinds = {exact_of(read_item)}

    def read_objects(value: Any) -> Any:
        try:
            for item in value:
                for name, exact in rows:
                    if type(item[name]) is not exact:
                        return read(value)
        except KeyError:  # one that need not be there
            return read(value)
        return value

    def read_numbers(value: Any) -> Any:
        return value if set(map(type, value)) == kinds else read(value)

    if rows:
        return read_objects
    return read if kinds == {None} else read_numbers


def _set(annotation: object, deriver: Derives, make: type) -> Shape:
    for item in get_args(annotation):
        kind = get_origin(item) or item
        if isinstance(kind, type) and kind.__hash__ is None:
            raise Refused(
                f"a set cannot hold {kind.__name__}, which has no hash; take "
                "a list"
            )
    schema, items = _array(annotation, deriver, None)
    schema["uniqueItems"] = True

    def read(value: Any) -> Any:
        members = value if items is None else items(value)
        try:
            refuse_collisions(members)
            found = make(members)
        except TypeError as error:  # items that have no hash
            raise Misfit(Expected("hashable_items")) from error
        if len(found) != len(members):
            # JSON tells true from 1, two spellings of one instant and more.
            raise Misfit(Expected("distinct_items"))
        return found

    return Shape(schema, read)


def _tuple(annotation: object, deriver: Derives) -> Shape:
    # Before Python 3.11 the arguments of Tuple[()] are one: ().
    items = tuple(item for item in get_args(annotation) if item != ())
    if annotation is tuple or annotation is typing.Tuple:  # noqa: UP006 - users write it
        items = (Any, ...)
    if Ellipsis in items and (
        len(items) != 2 or items[0] is Ellipsis  # noqa: PLR2004 - a type and it
    ):
        raise Refused(
            f"{annotation!r:.100} is no type: a tuple of any length is "
            "tuple[X, ...], with one type"
        )
    if items and items[-1] is Ellipsis:
        return _array(list[items[0]], deriver, tuple)  # type: ignore[valid-type]
    if any(getattr(item, "__unpacked__", False) for item in items):
        raise Refused(
            f"{annotation!r} unpacks a tuple into another; take one of fixed "
            "length, or tuple[X, ...]"
        )
    return fixed([deriver.shape(item) for item in items], tuple)


def fixed(
    items: Iterable[Shape],
    make: Callable[[Any], Any],
    least: int | None = None,
) -> Shape:
    """
    Return the shape of an array with one shape for each item.

    At least `least` of them must be there, by default all. `make` turns the
    list of what was read into the value.

    >>> fixed([Shape({"type": "string"})], tuple).schema["items"]
    False
    """
    items = tuple(items)
    readers = tuple(
        (index, item.read)
        for index, item in enumerate(items)
        if item.read is not None
    )
    if not items:
        return Shape({"type": "array", "maxItems": 0}, make)
    schema = {
        "type": "array",
        "prefixItems": [item.schema for item in items],
        "items": False,
        "minItems": len(items) if least is None else least,
    }

    def read(value: Any) -> Any:
        result = list(value)
        count = len(result)
        for index, read_item in readers:
            if index >= count:
                break
            try:
                result[index] = read_item(result[index])
            except Misfit as misfit:
                misfit.steps.append(index)
                raise
        return make(result)

    return Shape(schema, read if readers else make)
