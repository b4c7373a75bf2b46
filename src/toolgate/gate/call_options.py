"""What a host may say of one call, beside who asks for what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import TypedDict

if TYPE_CHECKING:
    from toolgate.context import ToolContext


class CheckOptions(TypedDict, total=False):
    """The keyword arguments of `ToolGate.check`."""

    context: ToolContext | None
    approval: str | None


class CallOptions(CheckOptions, total=False):
    """The keyword arguments of `ToolGate.dispatch`; `timeout` in seconds."""

    timeout: float | None
