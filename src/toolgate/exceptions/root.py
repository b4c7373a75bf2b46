"""The root of all errors: comparable, picklable data."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from toolgate.typing import Path


class ToolgateError(Exception):
    """The root of every error that toolgate raises."""

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((type(self), str(self)))

    def _fields(self) -> dict[str, object]:
        fields = {
            name: value
            for name, value in self.__dict__.items()
            if name != "__notes__"
        }
        return {**fields, "args": self.args}

    def __reduce__(
        self,
    ) -> tuple[object, tuple[type[ToolgateError], dict[str, object]]]:
        # Keyword-only constructors defeat the default, which replays args.
        return _rebuilt, (type(self), self._fields())


def _rebuilt(
    kind: type[ToolgateError], fields: dict[str, object]
) -> ToolgateError:
    error = kind.__new__(kind)
    for name, value in fields.items():
        setattr(error, name, value)
    return error


def pointer_of(path: Path) -> str:
    """Return a path as an RFC 6901 JSON Pointer."""
    return "".join(
        "/" + str(step).replace("~", "~0").replace("/", "~1") for step in path
    )
