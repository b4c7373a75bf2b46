"""
The targets: which profile each surface of a provider has, and its limits.

What was observed and not documented stands here like the rest: what is easy
to change is easy to correct.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Final

from toolgate.value_object import ValueObject, frozen_dataclass
from toolgate.wire.profiles import (
    ANTHROPIC_PLAIN,
    ANTHROPIC_STRICT,
    AZURE_STRICT,
    BEDROCK_STRICT,
    COMPATIBLE,
    GEMINI,
    GEMINI_PARAMETERS,
    OPENAI_PLAIN,
    OPENAI_STRICT,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolgate.wire.schema.profile import Profile

_PROVIDER_NAME: Final = r"[a-zA-Z0-9_-]{1,64}"


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Budget(ValueObject):
    """
    What the strict tools of one request may have together.

    Numbers of tools, optional parameters and parameters with a union; None
    for no limit.
    """

    tools: int | None = None
    optional: int | None = None
    unions: int | None = None

    @property
    def is_bound(self) -> bool:
        """Whether there is a limit at all."""
        return (self.tools, self.optional, self.unions) != (None, None, None)


@frozen_dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Target(ValueObject):
    """
    A surface of a provider: its profiles, names, and limits of a request.

    `strict` is None where there is no strict mode. Names of tools match
    `names`.
    """

    id: str
    plain: Profile
    strict: Profile | None = None
    budget: Budget = field(default=Budget())
    names: str = _PROVIDER_NAME
    max_description: int | None = None
    max_tools: int | None = None


_CLAUDE_BUDGET: Final = Budget(tools=20, optional=24, unions=16)

TARGETS: Final[Mapping[str, Target]] = {
    target.id: target
    for target in (
        Target(
            id="openai-chat",
            plain=OPENAI_PLAIN,
            strict=OPENAI_STRICT,
            max_description=1_024,
            max_tools=128,
        ),
        Target(
            id="openai-responses", plain=OPENAI_PLAIN, strict=OPENAI_STRICT
        ),
        Target(
            id="azure-openai-chat",
            plain=OPENAI_PLAIN,
            strict=AZURE_STRICT,
            max_description=1_024,
            max_tools=128,
        ),
        Target(
            id="azure-openai-responses",
            plain=OPENAI_PLAIN,
            strict=AZURE_STRICT,
        ),
        Target(
            id="anthropic",
            plain=ANTHROPIC_PLAIN,
            strict=ANTHROPIC_STRICT,
            budget=_CLAUDE_BUDGET,
        ),
        Target(
            id="gemini",
            plain=GEMINI,
            names=r"[a-zA-Z_][a-zA-Z0-9_-]{0,63}",
            max_tools=512,
        ),
        Target(
            id="gemini-parameters",
            plain=GEMINI_PARAMETERS,
            names=r"[a-zA-Z_][a-zA-Z0-9_-]{0,62}",
            max_tools=512,
        ),
        Target(
            id="bedrock-converse",
            plain=ANTHROPIC_PLAIN,
            strict=BEDROCK_STRICT,
            budget=_CLAUDE_BUDGET,
        ),
        Target(
            id="openai-compatible",
            plain=COMPATIBLE,
            names=r"[a-zA-Z][a-zA-Z0-9_-]{0,63}",
            max_description=1_024,
            max_tools=128,
        ),
    )
}
"""Every target, by its id."""
