"""The way from the wire to an author's arguments, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolgate.wire.schema.forms import reachable
from toolgate.wire.schema.writers import FormWriter, UnfitError

if TYPE_CHECKING:
    from toolgate.typing import JSONObject
    from toolgate.wire.schema.forms import Form
    from toolgate.wire.schema.readers import State


class Codec:
    """
    Reads arguments from the wire, and writes them.

    What the wire schema accepts is read as the author's arguments; `encode`
    is the way back. What does not fit is left as it is: the gate answers it.
    Neither changes what it is given. `is_about_nulls` says that nothing but
    nulls is ever read in another way.
    """

    __slots__ = ("_form", "_state", "_wrapper", "_writer", "is_about_nulls")

    def __init__(
        self,
        state: State | None,
        form: Form,
        definitions: JSONObject,
        wrapper: str | None = None,
    ) -> None:
        self._state = state
        self._form = form
        self._wrapper = wrapper
        self._writer = FormWriter(definitions)
        self.is_about_nulls = wrapper is None and not any(
            each.rewrites() for each in reachable(form)
        )

    @property
    def is_identity(self) -> bool:
        """Whether arguments are the same on both sides."""
        return self._state is None and self._wrapper is None

    def decode(self, arguments: Any) -> Any:
        """Return what arguments from the wire stand for."""
        wrapper = self._wrapper
        if wrapper is not None:
            if type(arguments) is not dict or arguments.keys() != {wrapper}:
                return arguments
            arguments = arguments[wrapper]
        if self._state is None:
            return arguments
        try:
            return self._state.read(arguments)
        except RecursionError:
            return arguments  # deeper than any gate allows

    def encode(self, arguments: Any) -> Any:
        """Return arguments as they stand on the wire."""
        try:
            written = self._writer.write(self._form, arguments)
        except UnfitError:
            written = arguments  # the author's schema refuses them as well
        return written if self._wrapper is None else {self._wrapper: written}
