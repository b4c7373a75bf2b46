"""The way from the wire to an author's arguments, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolgate.wire.schema.forms import reachable
from toolgate.wire.schema.readers import reader
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
    Neither changes what it is given.

    Raises `AmbiguousFormError` where a value could be read in two ways.
    """

    __slots__ = (
        "_form",
        "_is_settled",
        "_state",
        "_wrapper",
        "_writer",
    )

    def __init__(
        self,
        form: Form,
        definitions: JSONObject,
        wrapper: str | None = None,
        *,
        is_simple: bool = False,
    ) -> None:
        self._form = form
        self._wrapper = wrapper
        self._writer = FormWriter(definitions)
        self._state: State | None = None
        self._is_settled = False
        # Where no union leaves a choice, nothing can be ambiguous, and how
        # to read can wait until something is read.
        if not is_simple:
            forms = reachable(form)
            if any(each.choices for each in forms):
                self._settle(forms)

    def _settle(self, forms: list[Form]) -> State | None:
        self._state = reader(self._form, forms)
        self._is_settled = True
        return self._state

    def _read_by(self) -> State | None:
        if self._is_settled:
            return self._state
        return self._settle(reachable(self._form))

    @property
    def is_identity(self) -> bool:
        """Whether arguments are the same on both sides."""
        return self._wrapper is None and self._read_by() is None

    @property
    def is_about_nulls(self) -> bool:
        """Whether nothing but nulls is ever read in another way."""
        return self._wrapper is None and not any(
            each.rewrites() for each in reachable(self._form)
        )

    def decode(self, arguments: Any) -> Any:
        """Return what arguments from the wire stand for."""
        wrapper = self._wrapper
        if wrapper is not None:
            if type(arguments) is not dict or arguments.keys() != {wrapper}:
                return arguments
            arguments = arguments[wrapper]
        state = self._read_by()
        if state is None:
            return arguments
        try:
            return state.read(arguments)
        except RecursionError:
            return arguments  # deeper than any gate allows

    def encode(self, arguments: Any) -> Any:
        """Return arguments as they stand on the wire."""
        try:
            written = self._writer.write(self._form, arguments)
        except (UnfitError, RecursionError):
            written = arguments  # the author's schema refuses them as well
        return written if self._wrapper is None else {self._wrapper: written}
