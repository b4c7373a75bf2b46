"""What writes the values of Pydantic's types, and of others like them."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def dumper_of(
    kind: type, *, as_argument: bool = False
) -> Callable[[Any], Any] | None:
    """
    Give what makes JSON types of a type's values, or None for other types.

    That is their own `model_dump`, else Pydantic's serializer, in JSON mode
    and by alias. What only is written and never read, as a computed field,
    is left out of what is meant `as_argument`.

    >>> class Size:
    ...     def model_dump(self, *, mode, by_alias):
    ...         return {"cm": 5}
    >>> dumper_of(Size)(Size())
    {'cm': 5}
    >>> dumper_of(int)
    """
    options: dict[str, Any] = {"mode": "json", "by_alias": True}
    if as_argument:
        options["round_trip"] = True
    if callable(getattr(kind, "model_dump", None)):
        return lambda value: value.model_dump(**options)
    serializer: Any = vars(kind).get("__pydantic_serializer__")
    if serializer is not None:
        return lambda value: serializer.to_python(value, **options)
    if any(
        hasattr(kind, name)
        for name in ("__pydantic_serializer__", "__get_pydantic_core_schema__")
    ):
        # It may have been left by a base, and know that alone.
        adapter = _adapter(kind)
        return adapter and (
            lambda value: adapter.dump_python(value, warnings=False, **options)
        )
    return None


@lru_cache(maxsize=256)
def _adapter(kind: type) -> Any:
    # Whoever made the type has imported Pydantic; this room never does.
    pydantic: Any = sys.modules.get("pydantic")
    return pydantic and pydantic.TypeAdapter(kind)
