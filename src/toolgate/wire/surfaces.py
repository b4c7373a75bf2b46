"""The table of targets: which surface each of them has."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from toolgate.wire.anthropic import AnthropicSurface
from toolgate.wire.bedrock import BedrockSurface
from toolgate.wire.compatible import CompatibleSurface
from toolgate.wire.gemini import GeminiSurface
from toolgate.wire.openai import ChatSurface
from toolgate.wire.openai_responses import ResponsesSurface

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolgate.wire.calls import Surface

_ALL: tuple[Surface, ...] = (
    ChatSurface("openai-chat"),
    ResponsesSurface("openai-responses"),
    ChatSurface("azure-openai-chat"),
    ResponsesSurface("azure-openai-responses"),
    AnthropicSurface("anthropic"),
    GeminiSurface("gemini", "parametersJsonSchema"),
    GeminiSurface("gemini-parameters", "parameters"),
    BedrockSurface("bedrock-converse"),
    CompatibleSurface("openai-compatible"),
)

SURFACES: Final[Mapping[str, Surface]] = MappingProxyType(
    {surface.id: surface for surface in _ALL}
)
"""The surface of each target, by the target's name."""
