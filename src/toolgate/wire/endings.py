"""How a response ended, where its calls cannot be trusted to be whole."""

from __future__ import annotations

from typing import Final

from toolgate.wire.sdk_objects import text_of

STREAMED: Final = (
    "this is a part of a stream: collect the whole response first"
)


def is_blank(arguments: object) -> bool:
    """
    Tell whether arguments are nothing, or a text with nothing in it.

    >>> is_blank(" "), is_blank(None), is_blank({}), is_blank("{}")
    (True, True, False, False)
    """
    text = text_of(arguments)
    return arguments is None if text is None else not text.strip()


def cut_off(name: str, reason: object) -> str:
    """
    Say that the last call may not be what the model meant.

    A part of a text is no JSON, which a gate answers; nothing at all, or a
    part of an object, looks like a call and is none.
    """
    return (
        f"the response was cut off ({name} {reason}) within its last call, "
        "whose arguments may be incomplete: ask again with a higher limit"
    )


def malformed(name: str, reason: object) -> str:
    """Say that the model meant a call, and that there is none."""
    return (
        f"the model's call could not be read by the provider ({name} "
        f"{reason}): ask again"
    )
