"""Why a call failed, as data."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    get_args,
)

from toolgate.field_checks import kind_of
from toolgate.violation import Violation

if TYPE_CHECKING:
    from collections.abc import Collection

FailureKind: TypeAlias = Literal[
    "unknown_tool",
    "invalid_json",
    "invalid_arguments",
    "denied",
    "tool_error",
    "crashed",
    "timed_out",
    "invalid_output",
]
Stage: TypeAlias = Literal[
    "lookup", "parse", "input", "overlay", "policy", "handler", "output"
]

_KINDS: Final = get_args(FailureKind)
_STAGES: Final = get_args(Stage)


class Failure(NamedTuple):
    """
    Why a call failed, as data for the host and its tests.

    `exception` is what the handler or a policy raised. Nothing here is for
    the model: a failure is never serialised. `invalid_left` is how many
    further invalid calls are answered, where the call was one of a `Run`.
    `overlays` are the names of the overlays that refused the arguments; one
    without a name is told as its repr tells it.

    >>> Failure(kind="denied", stage="policy").violations
    ()
    """

    kind: FailureKind
    stage: Stage
    violations: tuple[Violation, ...] = ()
    exception: BaseException | None = None
    invalid_left: int | None = None
    overlays: tuple[str, ...] = ()


def check_failure(failure: object) -> None:
    """
    Hold what a host gives as a failure to be one, down to its fields.

    Gates make nearly all failures, by the rules, and check none of them.

    >>> check_failure(Failure("denied", "police"))
    Traceback (most recent call last):
    TypeError: failure.stage must be one of lookup, parse, input, \
overlay, policy, handler, output
    """
    if type(failure) is not Failure:
        raise TypeError(
            f"failure must be a Failure or None, not {kind_of(failure)}"
        )
    kind, stage, violations, exception, left, overlays = failure
    _check_word("kind", kind, _KINDS)
    _check_word("stage", stage, _STAGES)
    if type(violations) is not tuple or any(
        type(violation) is not Violation for violation in violations
    ):
        raise TypeError("failure.violations must be a tuple of Violation")
    if exception is not None and not issubclass(
        type(exception), BaseException
    ):
        raise TypeError(
            "failure.exception must be an exception or None, "
            f"not {kind_of(exception)}"
        )
    if left is not None and type(left) is not int:
        raise TypeError(
            f"failure.invalid_left must be an int or None, not {kind_of(left)}"
        )
    if type(overlays) is not tuple or any(
        type(name) is not str for name in overlays
    ):
        raise TypeError("failure.overlays must be a tuple of str")


def _check_word(field: str, word: object, known: Collection[str]) -> None:
    if type(word) is not str or word not in known:
        raise TypeError(f"failure.{field} must be one of {', '.join(known)}")
